//! The commands, each in its own file.

mod completions;
mod batch;
mod engine;
mod one;
mod solve;
mod count;
mod check;
mod candidates;
mod encode;
mod decode;
mod sat;
mod verify;
mod logic;
mod serve;
mod certify;

use crate::args::Command;
use crate::face::Face;
use crate::output::status::{Failure, Status};

/// Runs one command; gives the exit status.
pub fn run(command: Command, face: &mut Face) -> Result<u8, Failure> {
    match command {
        Command::Completions { shell } => completions::completions(shell),
        Command::Man { command } => completions::man(command.as_deref()),
        Command::Solve(args) => solve::run(&args, face),
        Command::Count(args) => count::run(&args, face),
        Command::Check(args) => check::run(&args, face),
        Command::Candidates(args) => candidates::run(&args, face),
        Command::Encode(args) => encode::run(&args, face),
        Command::Decode(args) => decode::run(&args, face),
        Command::Sat(args) => sat::run(&args, face),
        Command::Verify(args) => verify::run(&args, face),
        Command::Logic(args) => logic::run(&args, face),
        Command::Serve(args) => serve::run(&args, face),
        Command::Certify(args) => certify::run(&args, face),
        Command::Explain(_) => not_yet(face, "explain"),
        Command::Rate(_) => not_yet(face, "rate"),
        Command::Generate(_) => not_yet(face, "generate"),
        Command::Minimize(_) => not_yet(face, "minimize"),
        Command::Render(_) => not_yet(face, "render"),
        Command::Convert(_) => not_yet(face, "convert"),
    }
}

fn not_yet(face: &mut Face, command: &str) -> Result<u8, Failure> {
    face.messages.note(&format!("exactone {command}: not yet here"));
    Ok(Status::Bad.code())
}
