//! How solvers search: engines, branching, encodings.

use std::path::PathBuf;

use clap::ValueEnum;

/// How the DPLL solver chooses its next variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BranchingName {
    /// The first unassigned variable
    First,
    /// Most occurrences in clauses of minimum size
    Moms,
    /// Jeroslow-Wang: occurrences weighted by clause length
    JeroslowWang,
}

/// Which clauses say what a puzzle means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodingName {
    /// A digit in each cell; no digit twice in a row, column, box
    Minimal,
    /// Also not two digits in a cell
    Efficient,
    /// Also each digit somewhere in each row, column, box
    Extended,
    /// Also a variable for each mini-row and mini-column and digit
    Triads,
}

/// What the DPLL solver does at each step.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DpllArgs {
    /// Branching rule (dpll only)
    #[arg(long, value_name = "RULE", help_heading = "Search")]
    pub branching: Option<BranchingName>,
    /// No pure literal elimination (dpll only)
    #[arg(long, help_heading = "Search")]
    pub no_pure: bool,
    /// Write every step of the search to FILE, one JSON object a line
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub trace: Option<PathBuf>,
}
