//! Measurements: `cargo run -p bench --release -- SUBCOMMAND`.
//!
//! One file a subcommand. To add one: write `NAME.rs` with a `pub const COMMAND: Command`, a `mod` line and an entry
//! in [`COMMANDS`]. A subcommand lets the contestants run in [`measure::Contest`] and pours its tables into a
//! [`record::Record`], which prints them and, with `--record`, writes `bench/record/NAME.md`.

mod arguments;
mod corpus;
mod measure;
mod memory;
mod process;
mod record;
mod rng;

mod blame;
mod candidates;
mod card;
mod certify;
mod cnf;
mod count;
mod encode;
mod generated;
mod lanes;
mod minimise;
mod nine;
mod reuse;
mod sat;
mod symmetries;

use arguments::Arguments;
use std::process::ExitCode;

/// A subcommand: its name, what it measures in one line, and the function that does it.
pub struct Command {
    pub name: &'static str,
    pub about: &'static str,
    pub run: fn(&Arguments) -> Result<(), String>,
}

/// All subcommands, in the order of the help.
const COMMANDS: &[Command] = &[
    card::COMMAND,
    cnf::COMMAND,
    count::COMMAND,
    blame::COMMAND,
    encode::COMMAND,
    nine::COMMAND,
    reuse::COMMAND,
    sat::COMMAND,
    generated::COMMAND,
    minimise::COMMAND,
    lanes::COMMAND,
    symmetries::COMMAND,
    certify::COMMAND,
    candidates::COMMAND,
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    if name == memory::CHILD {
        return memory::child(words.collect());
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        if !matches!(name.as_str(), "" | "help" | "-h" | "--help") {
            eprintln!("bench: no subcommand '{name}'");
        }
        help();
        return ExitCode::from(2);
    };
    let outcome = Arguments::parse(command.name, words).and_then(|arguments| {
        (command.run)(&arguments)?;
        Ok(arguments)
    });
    match outcome {
        Ok(arguments) => {
            for option in arguments.unused() {
                eprintln!("bench {name}: warning: --{option} means nothing here");
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("bench {name}: {message}");
            ExitCode::from(2)
        }
    }
}

fn help() {
    eprintln!("usage: cargo run -p bench --release -- SUBCOMMAND [OPTIONS]\n");
    for command in COMMANDS {
        eprintln!("  {:<12} {}", command.name, command.about);
    }
    eprintln!("\noptions of every subcommand:\n{}", arguments::HELP);
    if cfg!(debug_assertions) {
        eprintln!("\nThis is a debug build: its figures mean nothing. Use --release.");
    }
}
