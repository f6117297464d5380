//! DIMACS CNF: reading, writing, and the answers that solvers print.
//!
//! ```text
//! c a comment
//! c p show 1 2 0          variables to project onto (model counting)
//! p cnf 3 2               header: variables, clauses
//! 1 -3 0                  a clause ends with 0, not with the line
//! 2
//! 3 -1 0
//! ```
//!
//! Everything streams and nothing is allocated on the header's word. By default the reader takes what tools take
//! (missing or wrong counts, several clauses on a line, a `%` trailer, a last clause without 0) and notes it as a
//! [`Warning`]; [`ReadOptions::strict`] makes errors of all of it.
//!
//! ```
//! use exactone_sat::{dimacs, Cnf};
//! let mut cnf = Cnf::new();
//! let file = dimacs::read("c small\np cnf 3 2\n1 -3 0 2\n3 -1 0\n".as_bytes(), &mut cnf)?;
//! assert_eq!(cnf.to_string(), "[1, -3] [2, 3, -1]");
//! assert!(file.warnings.is_empty());
//! let error = dimacs::read("p cnf 2 1\n1 x 0\n".as_bytes(), &mut cnf).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 3: found `x`, expected a literal or 0");
//! # Ok::<(), dimacs::DimacsError>(())
//! ```

mod error;
mod latched;
mod scan;
mod read;
mod write;
mod answer;

pub use answer::{Answer, read_answer, read_answer_with, write_answer, write_values};
pub use error::{DimacsError, DimacsErrorKind, Warning};
pub use read::{Header, ReadOptions, ReadReport, read, read_with};
pub use write::{Writer, write, write_with_comments};

pub(crate) use latched::Latched;
pub(crate) use scan::{Integer, Place, Scanner};
