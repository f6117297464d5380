//! `exactone candidates`

use super::OutputArgs;
use super::puzzles::PuzzlesArgs;

const EXAMPLES: &str = "\
Examples:
  exactone candidates puzzles.txt
  exactone candidates --redundant 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  exactone candidates --missing 5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........

One line a puzzle: 9 characters a cell, `.` for a digit that occurs in no solution. On a terminal it is drawn.";

/// The arguments of `candidates`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CandidatesArgs {
    #[command(flatten)]
    pub puzzles: PuzzlesArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Print instead the clues without which there is still just one solution
    #[arg(long)]
    pub redundant: bool,
    /// Print instead the fewest cells that, once given as in the first solution found, leave only that one
    #[arg(long, conflicts_with = "redundant")]
    pub missing: bool,
    /// Threads (default: one for each core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
