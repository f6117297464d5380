//! Why a proof is not accepted, and at which step.

use std::fmt;

use crate::dimacs::DimacsError;
use crate::lit::Lit;

/// A proof was not accepted.
#[derive(Debug)]
pub struct ProofError {
    /// The step, from 1; 0 if it is not about one. Deletions count too.
    pub step: u64,
    /// Where it begins: the line of a text proof, from 1; the byte of a binary one, from 0.
    pub place: u64,
    /// What is wrong.
    pub kind: ProofErrorKind,
}

/// What is wrong with a proof.
#[non_exhaustive]
#[derive(Debug)]
pub enum ProofErrorKind {
    /// The proof cannot be read.
    Malformed(DimacsError),
    /// The binary proof cannot be read.
    MalformedBinary(BinaryProblem),
    /// The LRAT proof that the check was to produce cannot be written.
    Output(std::io::Error),
    /// The clause does not follow from the clauses before it.
    DoesNotFollow {
        /// The clause.
        clause: Vec<Lit>,
        /// What is missing.
        why: Gap,
    },
    /// The proof ends without having derived the empty clause (or one of negated assumptions).
    NoConclusion {
        /// The number of steps there were.
        steps: u64,
    },
}

/// What is wrong with a binary proof.
///
/// ```
/// use exactone_sat::{check::{BinaryProblem, DratChecker, ProofErrorKind}, clauses};
/// let mut checker = DratChecker::new();
/// clauses![[1]].pour(&mut checker);
/// let error = checker.check(&b"a\x02"[..]).unwrap_err();
/// assert!(matches!(error.kind, ProofErrorKind::MalformedBinary(BinaryProblem::Unfinished)));
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryProblem {
    /// A step begins with this byte and not with `a` or `d`.
    Kind(u8),
    /// The proof ends in the middle of a clause.
    Unfinished,
    /// A literal has more than 32 bits.
    TooLarge,
    /// No literal has this code.
    NoLiteral(u64),
    /// A clause has more literals than this.
    TooLong {
        /// The largest number of literals.
        limit: usize,
    },
}

impl fmt::Display for BinaryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BinaryProblem::Kind(byte) => write!(f, "found byte {byte:#04x}, expected `a` or `d`"),
            BinaryProblem::Unfinished => f.write_str("the proof ends in the middle of a clause"),
            BinaryProblem::TooLarge => f.write_str("a literal has more than 32 bits"),
            BinaryProblem::NoLiteral(code) => write!(f, "no literal has the code {code}"),
            BinaryProblem::TooLong { limit } => write!(f, "a clause of more than {limit} literals"),
        }
    }
}

/// Why a clause does not follow.
///
/// ```
/// use exactone_sat::{check::{Gap, LratChecker, ProofErrorKind}, clauses};
/// let mut checker = LratChecker::new();
/// clauses![[1, 2], [1, -2]].pour(&mut checker);
/// let error = checker.check("3 1 0 1 9 0\n".as_bytes()).unwrap_err();
/// assert!(matches!(error.kind, ProofErrorKind::DoesNotFollow { why: Gap::NoClause(9), .. }));
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Its negation does not lead to a contradiction by unit propagation, and it is no RAT either (DRAT).
    NoContradiction,
    /// Its hints do not lead to a contradiction (LRAT, as all that follow).
    Hints,
    /// Its hints for this clause, which holds the negated pivot, do not lead to a contradiction.
    HintsFor(u64),
    /// It has no hints for a clause that holds the negated pivot.
    NoHintsFor {
        /// The number of that clause.
        clause: u64,
        /// The negated pivot.
        lit: Lit,
    },
    /// This hint of it is not the number of a clause.
    NoClause(i64),
    /// This hint of it is not unit when it is its turn.
    NotUnit(i64),
    /// As a RAT it keeps the formula satisfiable, but not together with this assumption.
    DeniesAssumption(Lit),
    /// A clause of this number is to be deleted, and there is none.
    NothingToDelete(i64),
    /// Its number is not above the last one.
    Number {
        /// Its number.
        number: u64,
        /// The last one.
        last: u64,
    },
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::NoContradiction => {
                f.write_str("its negation does not lead to a contradiction by unit propagation")
            }
            Gap::Hints => f.write_str("its hints do not lead to a contradiction"),
            Gap::HintsFor(clause) => {
                write!(f, "the hints for clause {clause} do not lead to a contradiction")
            }
            Gap::NoHintsFor { clause, lit } => {
                write!(f, "there are no hints for clause {clause}, which holds {lit}")
            }
            Gap::NoClause(hint) => write!(f, "its hint {hint} is no clause"),
            Gap::NotUnit(hint) => write!(f, "its hint {hint} is not unit"),
            Gap::DeniesAssumption(lit) => write!(f, "it would deny the assumption {lit}"),
            Gap::NothingToDelete(hint) => write!(f, "there is no clause {hint} to delete"),
            Gap::Number { number, last } => {
                write!(f, "its number {number} is not above {last}, the last one")
            }
        }
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ProofErrorKind::Malformed(error) => error.fmt(f),
            ProofErrorKind::MalformedBinary(problem) => {
                write!(f, "step {} at byte {}: {problem}", self.step, self.place)
            }
            ProofErrorKind::Output(error) => write!(f, "cannot write the LRAT proof: {error}"),
            ProofErrorKind::DoesNotFollow { clause, why } => {
                write!(f, "step {} (at {}), clause {clause:?}: {why}", self.step, self.place)
            }
            ProofErrorKind::NoConclusion { steps } => {
                let plural = if *steps == 1 { "" } else { "s" };
                write!(f, "the proof ends after {steps} step{plural} without the empty clause")
            }
        }
    }
}

impl std::error::Error for ProofError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ProofErrorKind::Malformed(error) => Some(error),
            ProofErrorKind::Output(error) => Some(error),
            _ => None,
        }
    }
}

impl From<DimacsError> for ProofError {
    fn from(error: DimacsError) -> ProofError {
        ProofError { step: 0, place: error.line, kind: ProofErrorKind::Malformed(error) }
    }
}
