//! `exactone solve`

use clap::ValueEnum;

use super::OutputArgs;
use super::puzzles::{PuzzlesArgs, Seconds};
use super::search::{DpllArgs, EncodingName};

const EXAMPLES: &str = "\
Examples:
  exactone solve puzzles.txt
  exactone solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  exactone solve sudoku.csv --format csv -o solved.csv
  zcat puzzles.txt.gz | exactone solve - --engine cdcl --format json
  exactone solve puzzle.txt --engine dpll --encoding efficient --stats

Status of a puzzle: unique, several, none, unknown (not decided within --seconds), invalid (not a puzzle).
Exit status: 0 every puzzle has exactly one solution; 1 one has none or several; 3 one is not decided; 2 bad input.";

/// The arguments of `solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    #[command(flatten)]
    pub puzzles: PuzzlesArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// How answers are written (default: grid for one puzzle on a terminal, else line)
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Who solves: lanes is the 9x9 engine, cdcl and dpll are SAT solvers
    #[arg(long, value_name = "ENGINE", default_value = "auto", help_heading = "Search")]
    pub engine: EngineName,
    /// Clauses that say what the puzzle means (SAT engines; default: extended)
    #[arg(long, value_name = "ENCODING", help_heading = "Search")]
    pub encoding: Option<EncodingName>,
    /// How clues reach the solver (SAT engines; default: assumptions for cdcl, units for dpll)
    #[arg(long, value_name = "HOW", help_heading = "Search")]
    pub clues: Option<CluesName>,
    #[command(flatten)]
    pub dpll: DpllArgs,
    /// Give up on a puzzle after S seconds
    #[arg(long, value_name = "S", help_heading = "Search")]
    pub seconds: Option<Seconds>,
    /// Threads (default: one for each core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print the size of the encoding and what the search did
    #[arg(long, help_heading = "Search")]
    pub stats: bool,
}

/// How solutions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Drawn, with the answer in words
    Grid,
    /// One line a puzzle
    Line,
    /// puzzle,status,solution; or the input's columns with status,solution added
    Csv,
    /// One JSON object a line: line, puzzle, status, solution, second
    Json,
}

/// Who solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// lanes for plain 9x9, cdcl for the rest
    Auto,
    /// The bit-parallel 9x9 engine
    Lanes,
    /// Conflict-driven clause learning
    Cdcl,
    /// Davis-Putnam-Logemann-Loveland, the one to read
    Dpll,
}

/// How clues reach a SAT solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CluesName {
    /// As unit clauses
    Units,
    /// As assumptions on one reused solver
    Assumptions,
    /// Substituted, satisfied clauses dropped
    Simplify,
}
