//! The command line as clap sees it: one struct a command, shared groups of options beside them.

pub mod puzzles;
pub mod search;
pub mod solve;
pub mod count;
pub mod check;
pub mod candidates;
pub mod encode;
pub mod decode;
pub mod sat;
pub mod verify;
pub mod logic;
pub mod serve;
pub mod certify;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ColorChoice, Parser, Subcommand};
use clap_complete::Shell;

use crate::language::Language;

const EXAMPLES: &str = "\
Examples:
  exactone solve puzzles.txt
  exactone solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  cat puzzles.txt | exactone count -

`exactone COMMAND --help` shows the options and more examples.";

/// Logic puzzles through SAT: solve, count, check, encode, decode
#[derive(Debug, Parser)]
#[command(name = "exactone", version, after_help = EXAMPLES, subcommand_required = true)]
pub struct Cli {
    #[command(flatten)]
    pub face: FaceArgs,
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command has.
#[derive(Debug, clap::Args)]
pub struct FaceArgs {
    /// Colour and progress bar: by default on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    pub color: ColorChoice,
    /// Language of summaries and errors (default: that of the locale)
    #[arg(long, global = true, value_name = "LANGUAGE", display_order = 901)]
    pub lang: Option<Language>,
    /// No summary and no progress bar; errors only
    #[arg(short, long, global = true, display_order = 902)]
    pub quiet: bool,
}

/// Where the data goes.
#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// Write the data to FILE, which appears only when it is complete
    #[arg(short, long, value_name = "FILE", display_order = 800)]
    pub output: Option<PathBuf>,
}

/// What comes after `exactone`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles and say whether each has exactly one solution
    Solve(solve::SolveArgs),
    /// Count the solutions of each puzzle
    Count(count::CountArgs),
    /// Check full grids as solutions, partly filled ones for clues that clash
    Check(check::CheckArgs),
    /// Show, cell by cell, the digits that occur in at least one solution
    Candidates(candidates::CandidatesArgs),
    /// Write one puzzle as DIMACS CNF
    Encode(encode::EncodeArgs),
    /// Turn a solver's answer back into a grid
    Decode(decode::DecodeArgs),
    /// Solve a DIMACS CNF formula
    Sat(sat::SatArgs),
    /// Check a proof or a model against a formula
    Verify(verify::VerifyArgs),
    /// Ask questions about formulas, and bring them into other forms
    Logic(logic::LogicArgs),
    /// Show the page in the browser, with a puzzle to open
    Serve(serve::ServeArgs),
    /// Prove that a puzzle has just one solution, or none, so that anyone can check it
    Certify(certify::CertifyArgs),
    /// Explain a solution step by step (not yet here)
    Explain(NotYetArgs),
    /// Rate how hard a puzzle is (not yet here)
    Rate(NotYetArgs),
    /// Make puzzles (not yet here)
    Generate(NotYetArgs),
    /// Remove clues that are not needed (not yet here)
    Minimize(NotYetArgs),
    /// Draw a puzzle as a picture (not yet here)
    Render(NotYetArgs),
    /// Convert between puzzle formats (not yet here)
    Convert(NotYetArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  exactone completions bash > ~/.local/share/bash-completion/completions/exactone"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, of the program or of one command
    #[command(after_help = "Examples:\n  exactone man > exactone.1\n  exactone man solve > exactone-solve.1")]
    Man {
        /// The command; the whole program if none is named
        command: Option<String>,
    },
}

/// The arguments of a command that does not exist yet: whatever it will be given.
#[derive(Debug, clap::Args)]
pub struct NotYetArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub rest: Vec<OsString>,
}
