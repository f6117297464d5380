//! `exactone verify`

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  exactone verify formula.cnf proof.lrat
  exactone sat formula.cnf > answer.txt; exactone verify formula.cnf answer.txt
  exactone verify formula.cnf proof.drat --lrat proof.lrat
  exactone verify formula.cnf proof.lrat --assume \"1 -2\"

Exit status: 0 verified, 1 not verified, 2 bad use or a formula that cannot be read.";

/// The arguments of `verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct VerifyArgs {
    /// The formula, in DIMACS CNF
    #[arg(value_name = "FILE.cnf")]
    pub formula: String,
    /// A DRAT (text or binary) or LRAT proof, or a model (`v` lines or a MiniSat result file); `-` is standard input
    #[arg(value_name = "PROOF")]
    pub proof: String,
    /// Wrong counts in the formula's header are an error, not a warning
    #[arg(long)]
    pub strict: bool,
    /// Accept a proof whose last clause holds only negations of these, such as "1 -2"; a model must make them true
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    pub assume: Option<String>,
    /// What PROOF is (default: found out from its beginning)
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write what was needed of a DRAT proof as an LRAT proof
    #[arg(long, value_name = "FILE")]
    pub lrat: Option<PathBuf>,
}

/// What evidence looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// DRAT or DRUP, text or binary
    Drat,
    /// LRAT
    Lrat,
    /// `s` and `v` lines or a MiniSat result file
    Model,
}
