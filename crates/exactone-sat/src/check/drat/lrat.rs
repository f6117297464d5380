//! What was needed of a DRAT proof, as an LRAT proof.

use std::io::Write;

use super::{DratChecker, RESOLVED_WITH, Step};
use crate::check::error::{ProofError, ProofErrorKind};
use crate::check::rup::ClauseNumber;
use crate::dimacs::Latched;
use crate::lit::Lit;

impl DratChecker {
    pub(super) fn write_lrat<W: Write>(&self, end: Option<usize>, out: W) -> Result<(), ProofError> {
        let mut out = Latched::new(out);
        let mut numbers: Vec<u64> = (1..=u64::from(self.originals)).collect();
        numbers.resize(self.engine.clauses.len(), 0);
        let mut next = u64::from(self.originals);
        for step in &self.steps {
            match *step {
                Step::Delete(clause) if numbers[clause as usize] > 0 => {
                    out.integer(next as i64);
                    out.bytes(b"d ");
                    out.integer(numbers[clause as usize] as i64);
                    out.bytes(b"0\n");
                }
                Step::Add { clause, hints, .. } if self.engine.clauses[clause as usize].core => {
                    next += 1;
                    numbers[clause as usize] = next;
                    let lits = self.engine.written(clause);
                    self.write_step(&mut out, next, &lits, &self.hints[hints.0..hints.1], &numbers);
                }
                _ => {}
            }
        }
        if let Some(start) = end {
            self.write_step(&mut out, next + 1, &[], &self.hints[start..], &numbers);
        }
        out.finish().map(|_| ()).map_err(|error| ProofError {
            step: 0,
            place: 0,
            kind: ProofErrorKind::Output(error),
        })
    }

    fn write_step<W: Write>(
        &self,
        out: &mut Latched<W>,
        number: u64,
        lits: &[Lit],
        hints: &[ClauseNumber],
        numbers: &[u64],
    ) {
        out.integer(number as i64);
        lits.iter().for_each(|lit| out.integer(i64::from(lit.to_dimacs())));
        out.bytes(b"0 ");
        let mut at = 0;
        while at < hints.len() {
            if hints[at] != RESOLVED_WITH {
                out.integer(numbers[hints[at] as usize] as i64);
                at += 1;
                continue;
            }
            let number = numbers[hints[at + 1] as usize];
            at += 2;
            if number > 0 {
                out.integer(-(number as i64));
            } else {
                // A clause of the proof that nothing needed: it is not written, so it needs no hints.
                at += hints[at..].iter().position(|&hint| hint == RESOLVED_WITH).unwrap_or(hints.len() - at);
            }
        }
        out.bytes(b"0\n");
    }
}
