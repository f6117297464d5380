//! `exactone encode`

use clap::ValueEnum;

use super::OutputArgs;
use super::puzzles::ReadingArgs;
use super::search::EncodingName;

const EXAMPLES: &str = "\
Examples:
  exactone encode puzzle.txt -o puzzle.cnf
  exactone encode puzzle.txt | exactone sat | exactone decode puzzle.txt
  exactone encode puzzle.txt --encoding minimal --amo sequential --clues simplify
  exactone encode puzzle.txt | minisat /dev/stdin out; exactone decode puzzle.txt out

Variable (row*n + column)*n + digit (rows and columns from 0) says that the cell holds the digit, under every
option; auxiliary variables follow.";

/// The arguments of `encode`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct EncodeArgs {
    /// The puzzle: a file, `-` for standard input (the default), or the puzzle written out
    #[arg(value_name = "FILE|PUZZLE")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Clauses that say what the puzzle means
    #[arg(long, value_name = "ENCODING", default_value = "extended")]
    pub encoding: EncodingName,
    /// Clauses that say "at most one of these"
    #[arg(long, value_name = "NAME", default_value = "pairwise")]
    pub amo: AmoName,
    /// What becomes of the clues
    #[arg(long, value_name = "HOW", default_value = "units")]
    pub clues: EncodedClues,
}

/// Encodings of "at most one".
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AmoName {
    /// By size: pairwise up to 10, bimander up to 60, product above
    Auto,
    /// Every two: no auxiliary variables
    Pairwise,
    /// Sinz's sequential counter
    Sequential,
    /// Ladder
    Ladder,
    /// Chen's product
    Product,
    /// Commander variables over groups of three
    Commander,
    /// Bimander
    Bimander,
    /// Binary numbers
    Bitwise,
}

/// What becomes of the clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodedClues {
    /// A unit clause each
    Units,
    /// Substituted; satisfied clauses are dropped, variables keep their numbers (a variable that is left without a clause is then free: not for counting)
    Simplify,
    /// Left out
    None,
}
