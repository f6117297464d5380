//! The `exactone` command: the face of the libraries on a terminal.
//!
//! A command reads puzzles or formulas ([`input`]), asks the libraries, and writes answers ([`output`]). It holds
//! no knowledge of its own about puzzles or logic.

mod language;
mod words;
mod interrupt;
mod output;
mod input;
mod pipeline;
mod args;
mod face;
#[cfg(feature = "web")]
mod page;
mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    face::main(std::env::args_os().collect())
}
