//! Checkers: whether a model satisfies a formula, whether a proof refutes it.
//!
//! They share no code with the solvers. A formula is poured into a checker (every checker is a
//! [`ClauseSink`](crate::ClauseSink)), then the proof is read from any input.
//!
//! ```
//! use exactone_sat::{check::{DratChecker, LratChecker}, clauses};
//! let formula = clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]];
//! let mut checker = LratChecker::new();
//! formula.pour(&mut checker);
//! assert!(checker.check("5 -1 0 3 4 0\n6 0 5 1 2 0\n".as_bytes()).is_ok());
//!
//! let mut checker = DratChecker::new();
//! formula.pour(&mut checker);
//! let error = checker.check("-3 0\n".as_bytes()).unwrap_err();
//! assert_eq!(error.to_string(), "the proof ends after 1 step without the empty clause");
//! ```

mod error;
mod model;
mod steps;
mod store;
mod lrat;
mod rup;
mod drat;

pub use drat::{DratChecker, DratReport};
pub use error::{BinaryProblem, Gap, ProofError, ProofErrorKind};
pub use lrat::{LratChecker, LratChecking, LratReport};
pub use model::{FalseClause, ModelChecker};
pub use steps::ProofFormat;
