//! `exactone sat`

use std::path::PathBuf;

use super::OutputArgs;
use super::puzzles::Seconds;
use super::search::DpllArgs;

const EXAMPLES: &str = "\
Examples:
  exactone sat formula.cnf
  exactone encode puzzle.txt | exactone sat | exactone decode puzzle.txt
  exactone sat formula.cnf --assume \"1 -2\" --core
  exactone sat formula.cnf --proof proof.lrat; exactone verify formula.cnf proof.lrat
  exactone sat formula.cnf --count --project \"1 2 3\"

Exit status, as in the SAT competition: 10 satisfiable, 20 unsatisfiable (these are no errors), 0 unknown,
2 bad use or bad input. A time of 0 conflicts or seconds is not a limit that decides anything.";

/// The arguments of `sat`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SatArgs {
    /// DIMACS CNF (default: standard input)
    #[arg(value_name = "FILE.cnf")]
    pub formula: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// cdcl, dpll; cadical, minisat, glucose, batsat (built with the feature `peers`); or path:PROGRAM for a solver that
    /// reads a DIMACS file and prints s and v lines
    #[arg(long, value_name = "ENGINE", default_value = "cdcl", help_heading = "Search")]
    pub engine: String,
    /// Wrong counts in the header are an error, not a warning
    #[arg(long)]
    pub strict: bool,
    /// Literals taken as true, such as "1 -2"
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    pub assume: Option<String>,
    /// If unsatisfiable, print the assumptions to blame: `c core L... 0`
    #[arg(long, requires = "assume")]
    pub core: bool,
    /// Print the literals that are true in every model: `b L` lines, `b 0`
    #[arg(long, conflicts_with_all = ["count", "all"])]
    pub backbone: bool,
    /// Give up after N conflicts
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub conflicts: Option<u64>,
    /// Give up after S seconds
    #[arg(long, value_name = "S", help_heading = "Search")]
    pub seconds: Option<Seconds>,
    #[command(flatten)]
    pub dpll: DpllArgs,
    /// Print what the search did
    #[arg(long, help_heading = "Search")]
    pub stats: bool,
    /// Count the models: `c s exact arb int N`
    #[arg(long, conflicts_with = "all")]
    pub count: bool,
    /// Print every model as it is found
    #[arg(long)]
    pub all: bool,
    /// Count or print models of these variables only, such as "1 2 3"
    #[arg(long, value_name = "VARIABLES")]
    pub project: Option<String>,
    /// If unsatisfiable, write a proof: LRAT if FILE ends in .lrat, else DRAT
    #[arg(long, value_name = "FILE", help_heading = "Proof")]
    pub proof: Option<PathBuf>,
    /// DRAT in the binary format
    #[arg(long, requires = "proof", help_heading = "Proof")]
    pub binary: bool,
    /// Write the formula with the assumptions as unit clauses, of which the proof then speaks, for outside checkers
    #[arg(long, value_name = "FILE", requires = "proof", help_heading = "Proof")]
    pub proof_cnf: Option<PathBuf>,
}
