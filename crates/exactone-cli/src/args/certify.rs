//! `exactone certify`

use std::path::PathBuf;

use super::OutputArgs;
use super::puzzles::{ReadingArgs, Seconds};
use super::search::EncodingName;

const EXAMPLES: &str = "\
Examples:
  exactone certify 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --out certificate
  exactone verify certificate/formula.cnf certificate/proof.lrat
  exactone certify --batch puzzles.txt --out certificates -o summary.csv
  exactone certify --batch puzzles.txt > summary.csv

The folder holds the formula (rules, clues, `some cell differs from the solution`), the proof that it cannot hold,
the solution, and a README with the commands by which an outside checker confirms it. For a puzzle without a
solution: the formula, the proof, and the fewest clues to blame. For one with several: two of them, the cells in
which they differ, and the fewest cells that, once given, leave the first. Every proof is checked before it gets its name.

Exit status: 0 exactly one solution, proved; 1 none (proved) or several; 2 bad use or bad input; 3 not decided.";

/// The arguments of `certify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CertifyArgs {
    /// The puzzle: a file, `-` for standard input (the default), or the puzzle written out
    #[arg(value_name = "FILE|PUZZLE", conflicts_with = "batch")]
    pub puzzle: Option<String>,
    /// Certify every puzzle of FILE (`-` is standard input) and write a summary as CSV
    #[arg(long, value_name = "FILE")]
    pub batch: Option<String>,
    /// The folder for the certificate; with --batch, for one folder a puzzle, named by its line (without it the
    /// proofs are checked and dropped)
    #[arg(long, value_name = "DIR", required_unless_present = "batch")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Clauses that say what the puzzle means
    #[arg(long, value_name = "ENCODING", default_value = "extended")]
    pub encoding: EncodingName,
    /// Give up on a puzzle after S seconds
    #[arg(long, value_name = "S")]
    pub seconds: Option<Seconds>,
    /// Threads of --batch (default: one for each core)
    #[arg(long, value_name = "N", requires = "batch", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
