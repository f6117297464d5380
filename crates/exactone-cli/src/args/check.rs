//! `exactone check`

use super::OutputArgs;
use super::puzzles::ReadingArgs;

const EXAMPLES: &str = "\
Examples:
  exactone check solutions.txt
  exactone check puzzles.txt solutions.txt
  exactone check sudoku.csv --unique

Prints ok, or what is wrong: `row 3 has two 7s (r3c2, r3c8)`, `r4c1: clue 8, solution has 5`.
Exit status: 0 everything is right; 1 something is wrong; 2 bad input.";

/// The arguments of `check`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// Grids to check, or a CSV with puzzles and solutions; `-` for standard input (the default)
    #[arg(value_name = "FILE|PUZZLE")]
    pub puzzles: Option<String>,
    /// Their solutions, line by line
    #[arg(value_name = "SOLUTIONS")]
    pub solutions: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Also check that there is no other solution
    #[arg(long)]
    pub unique: bool,
    /// Threads (default: one for each core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
