//! The answer about one puzzle.

use std::fmt;

use exactone_sat::Stopped;

use crate::grid::Grid;
use crate::rule::Violation;

/// How many solutions a puzzle has, in a word. Prints as that word, which is data and never translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Exactly one: `unique`.
    Unique,
    /// More than one: `several`.
    Several,
    /// None: `none`.
    None,
    /// Not decided within the limits: `unknown`.
    Unknown,
    /// Not a puzzle: `invalid`. Said by those who read text.
    Invalid,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] =
        [Status::Unique, Status::Several, Status::None, Status::Unknown, Status::Invalid];

    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Several => "several",
            Status::None => "none",
            Status::Unknown => "unknown",
            Status::Invalid => "invalid",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The answer about one puzzle, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No solution.
    None {
        /// The clues that clash among themselves, if that is why.
        clash: Option<Violation>,
    },
    /// This is the only solution.
    Unique(Grid),
    /// Two different solutions; there may be more.
    Several(Grid, Grid),
    /// A limit was reached before it was decided.
    Unknown {
        /// A solution found before: then the question is only whether there is another.
        found: Option<Grid>,
        /// Which limit.
        why: Stopped,
    },
}

impl Verdict {
    /// The verdict in a word.
    pub const fn status(&self) -> Status {
        match self {
            Verdict::None { .. } => Status::None,
            Verdict::Unique(_) => Status::Unique,
            Verdict::Several(..) => Status::Several,
            Verdict::Unknown { .. } => Status::Unknown,
        }
    }

    /// A solution, if one was found.
    pub const fn solution(&self) -> Option<&Grid> {
        match self {
            Verdict::Unique(grid) | Verdict::Several(grid, _) => Some(grid),
            Verdict::Unknown { found, .. } => found.as_ref(),
            Verdict::None { .. } => None,
        }
    }

    /// A second solution, if there is one.
    pub const fn second(&self) -> Option<&Grid> {
        match self {
            Verdict::Several(_, second) => Some(second),
            _ => None,
        }
    }

    /// The clues that clash, if that is why there is no solution.
    pub const fn clash(&self) -> Option<&Violation> {
        match self {
            Verdict::None { clash } => clash.as_ref(),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    /// The answer in English words: `exactly one solution`, `no solution: row 1 has two 9s (r1c2, r1c7)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::None { clash: None } => f.write_str("no solution"),
            Verdict::None { clash: Some(clash) } => write!(f, "no solution: {clash}"),
            Verdict::Unique(_) => f.write_str("exactly one solution"),
            Verdict::Several(..) => f.write_str("more than one solution"),
            Verdict::Unknown { found: None, why } => write!(f, "not decided: {why}"),
            Verdict::Unknown { found: Some(_), why } => {
                write!(f, "at least one solution; whether it is the only one is not decided: {why}")
            }
        }
    }
}
