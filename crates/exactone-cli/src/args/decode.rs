//! `exactone decode`

use super::OutputArgs;
use super::puzzles::ReadingArgs;

const EXAMPLES: &str = "\
Examples:
  exactone encode puzzle.txt | exactone sat | exactone decode puzzle.txt
  exactone encode puzzle.txt | minisat /dev/stdin out; exactone decode puzzle.txt out

The answer is read as `v` lines or as a MiniSat result file. A model that breaks a rule or a clue is refused.
Exit status: 0 a grid; 1 the answer was unsatisfiable; 3 it was unknown; 2 a bad answer or bad input.";

/// The arguments of `decode`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct DecodeArgs {
    /// The puzzle that was encoded: a file, or the puzzle written out
    #[arg(value_name = "FILE|PUZZLE")]
    pub puzzle: String,
    /// The solver's answer (default: standard input)
    #[arg(value_name = "MODEL")]
    pub model: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
