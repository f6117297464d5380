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
    MalformedBinary {
        /// What was seen and expected.
        message: String,
    },
    /// The LRAT proof that the check was to produce cannot be written.
    Output(std::io::Error),
    /// The clause does not follow from the clauses before it.
    DoesNotFollow {
        /// The clause.
        clause: Vec<Lit>,
        /// What is missing.
        why: String,
    },
    /// The proof ends without having derived the empty clause (or one of negated assumptions).
    NoConclusion {
        /// The number of steps there were.
        steps: u64,
    },
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ProofErrorKind::Malformed(error) => error.fmt(f),
            ProofErrorKind::MalformedBinary { message } => {
                write!(f, "step {} at byte {}: {message}", self.step, self.place)
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
