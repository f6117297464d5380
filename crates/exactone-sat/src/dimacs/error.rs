//! What can be wrong with a DIMACS file, and where.

use std::fmt;
use std::io;

/// An error with its place in the input.
///
/// ```
/// use exactone_sat::Cnf;
/// let error = Cnf::from_dimacs("p cnf 1 1\n1 4294967297 0\n").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 3));
/// ```
#[derive(Debug)]
pub struct DimacsError {
    /// The line, from 1.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: u64,
    /// What is wrong.
    pub kind: DimacsErrorKind,
}

/// What is wrong with a DIMACS file.
#[non_exhaustive]
#[derive(Debug)]
pub enum DimacsErrorKind {
    /// The input could not be read.
    Io(io::Error),
    /// Something else stands there than may.
    Unexpected {
        /// What stands there, shortened.
        seen: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A variable number above [`ReadOptions::max_variable`](super::ReadOptions::max_variable).
    VariableTooLarge {
        /// The number as written, shortened.
        seen: String,
        /// The limit in force.
        limit: u32,
    },
    /// A clause of more literals than [`ReadOptions::max_clause_len`](super::ReadOptions::max_clause_len).
    ClauseTooLong {
        /// The limit in force.
        limit: usize,
    },
    /// Strict reading only: what else is a [`Warning`].
    Strict(Warning),
    /// An answer that makes a variable both true and false.
    Contradiction {
        /// The literal whose negation was given before.
        lit: i32,
    },
}

impl fmt::Display for DimacsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for DimacsErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DimacsErrorKind::Io(error) => write!(f, "cannot read on: {error}"),
            DimacsErrorKind::Unexpected { seen, expected } => write!(f, "found {seen}, expected {expected}"),
            DimacsErrorKind::VariableTooLarge { seen, limit } => {
                write!(f, "found {seen}, expected a variable number of at most {limit}")
            }
            DimacsErrorKind::ClauseTooLong { limit } => {
                write!(f, "the clause has more than {}; is a 0 missing?", counted(*limit as u64, "literal"))
            }
            DimacsErrorKind::Strict(warning) => warning.fmt(f),
            DimacsErrorKind::Contradiction { lit } => {
                write!(f, "found `{lit}`, but `{}` was given before", -i64::from(*lit))
            }
        }
    }
}

impl std::error::Error for DimacsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            DimacsErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// What is not as the format says, yet has a clear meaning. An error when reading strictly.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// There is no header line.
    NoHeader,
    /// The header comes after this many clauses.
    LateHeader {
        /// Clauses before it.
        clauses: u64,
    },
    /// The header announces another number of clauses than there are.
    ClauseCount {
        /// As announced.
        announced: u64,
        /// As found.
        found: u64,
    },
    /// A clause contains a variable above the number that the header announces.
    VariableCount {
        /// As announced.
        announced: u64,
        /// The largest one found.
        found: u32,
    },
    /// The header announces more variables than a file of this length makes credible; the sink has not been told.
    HugeHeader {
        /// As announced.
        announced: u64,
    },
    /// The last clause does not end with 0.
    UnfinishedClause {
        /// The line on which the input ends.
        line: u64,
    },
    /// A `%` ends the formula; what follows was not read.
    PercentTrailer {
        /// Its line.
        line: u64,
    },
    /// A comment begins in the middle of a line.
    CommentInLine {
        /// The first such line.
        line: u64,
    },
    /// A projection line does not end with 0, or holds something else than variable numbers; it was left out.
    BadProjection {
        /// The first such line.
        line: u64,
    },
}

/// `1 clause`, `2 clauses`.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NoHeader => f.write_str("there is no header `p cnf VARIABLES CLAUSES`"),
            Warning::LateHeader { clauses } => {
                write!(f, "the header comes after {}", counted(*clauses, "clause"))
            }
            Warning::ClauseCount { announced, found } => {
                let there = if *found == 1 { "there is" } else { "there are" };
                write!(f, "the header announces {}, {there} {found}", counted(*announced, "clause"))
            }
            Warning::VariableCount { announced, found } => {
                write!(f, "the header announces {}, but {found} occurs", counted(*announced, "variable"))
            }
            Warning::HugeHeader { announced } => {
                write!(f, "the header announces {announced} variables, far more than the file can use")
            }
            Warning::UnfinishedClause { line } => {
                write!(f, "the last clause does not end with 0 (the input ends on line {line})")
            }
            Warning::PercentTrailer { line } => write!(f, "`%` on line {line} ends the formula"),
            Warning::CommentInLine { line } => write!(f, "a comment begins in the middle of line {line}"),
            Warning::BadProjection { line } => {
                write!(f, "line {line} does not read `c p show VARIABLES 0` and was left out")
            }
        }
    }
}
