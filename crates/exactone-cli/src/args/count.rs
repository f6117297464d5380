//! `exactone count`

use super::OutputArgs;
use super::puzzles::{PuzzlesArgs, Seconds};

const EXAMPLES: &str = "\
Examples:
  exactone count puzzles.txt
  exactone count --limit 1000 puzzles.txt
  exactone count --seconds 5 ................

A count that was stopped by --limit, --seconds or Ctrl-C is printed as N+: there are N solutions at least.";

/// The arguments of `count`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CountArgs {
    #[command(flatten)]
    pub puzzles: PuzzlesArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Stop counting a puzzle at N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Stop counting a puzzle after S seconds
    #[arg(long, value_name = "S")]
    pub seconds: Option<Seconds>,
    /// Threads (default: one for each core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
