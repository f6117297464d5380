//! Why a formula cannot be simplified.

use std::error::Error;
use std::fmt;

use super::Size;
use super::function::MAX_NODES;
use super::unique::Halt;

/// Why a formula cannot be simplified.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplifyError {
    /// It has more variables than are simplified.
    Variables {
        /// How many it has.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Its decision diagram has more nodes than fit.
    Diagram {
        /// How many there may be.
        limit: usize,
    },
    /// It has more prime implicants than asked for.
    Primes {
        /// How many there may be.
        limit: usize,
    },
    /// The time was up before there was any answer.
    Expired,
    /// The form that was found is longer than any that is written down.
    Form {
        /// How long it is; `usize::MAX` stands for more than that.
        found: Size,
        /// How many literals a form may have.
        limit: usize,
    },
}

impl fmt::Display for SimplifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimplifyError::Variables { found, limit } => {
                write!(f, "{found} variables are too many to simplify: the limit is {limit}")
            }
            SimplifyError::Diagram { limit } => {
                write!(f, "too complex to simplify: its decision diagram has more than {limit} nodes")
            }
            SimplifyError::Primes { limit } => write!(f, "there are more than {limit} prime implicants"),
            SimplifyError::Expired => write!(f, "the time was up before any simpler form was found"),
            SimplifyError::Form { found: Size { literals: usize::MAX, .. }, limit } => {
                write!(f, "too large to simplify: the form found has far more than {limit} literals")
            }
            SimplifyError::Form { found: Size { terms, literals }, limit } => write!(
                f,
                "too large to simplify: the form found has {terms} parts with {literals} literals, and {limit} \
                 literals are the limit"
            ),
        }
    }
}

impl Error for SimplifyError {}

impl From<Halt> for SimplifyError {
    fn from(halt: Halt) -> SimplifyError {
        match halt {
            Halt::Full => SimplifyError::Diagram { limit: MAX_NODES },
            Halt::Late => SimplifyError::Expired,
        }
    }
}
