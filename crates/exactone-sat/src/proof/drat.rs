//! DRAT: each derived clause, and each deleted one, by its literals.

use std::io::{self, Write};

use crate::dimacs::Latched;
use crate::lit::Lit;
use crate::observer::{Cause, ClauseId, Observer};

/// The two ways of writing DRAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DratForm {
    /// Lines of integers.
    #[default]
    Text,
    /// About a third of the size: literals as 7-bit groups.
    Binary,
}

/// An observer that writes a DRAT proof. The first write error is kept and returned by [`finish`](Self::finish).
///
/// Deletions of unit clauses are not written, because checkers disagree about them.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Solver, proof::{DratForm, DratWriter}};
/// let mut solver = Dpll::with_observer(DratWriter::new(Vec::new(), DratForm::Text));
/// clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]].pour(&mut solver);
/// assert!(solver.solve().is_unsat());
/// assert_eq!(solver.into_observer().finish()?, b"-1 0\n0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "finish() writes the rest and tells whether all went well"]
pub struct DratWriter<W: Write> {
    out: Latched<W>,
    form: DratForm,
    /// Deletions that are not yet written: nothing may go before the conclusion has been drawn from it.
    held: Vec<Vec<Lit>>,
    steps: u64,
}

impl<W: Write> DratWriter<W> {
    /// A proof in this form, written to `out`, which need not be buffered.
    pub fn new(out: W, form: DratForm) -> DratWriter<W> {
        DratWriter { out: Latched::new(out), form, held: Vec::new(), steps: 0 }
    }

    /// The number of clauses derived so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether an error has happened, so that going on is useless.
    pub fn is_closed(&self) -> bool {
        self.out.is_closed()
    }

    /// Adds the empty clause, which follows if the assumptions of a failed query are added to the formula.
    pub fn conclude(&mut self) {
        self.held.clear(); // what is concluded from may be among it
        self.add(&[]);
    }

    /// Writes what is left and gives `out` back.
    ///
    /// # Errors
    /// The first write error there was; the proof is then not complete.
    pub fn finish(self) -> io::Result<W> {
        self.out.finish()
    }

    fn add(&mut self, lits: &[Lit]) {
        for lits in std::mem::take(&mut self.held) {
            self.delete_now(&lits);
        }
        self.steps += 1;
        if self.form == DratForm::Binary {
            self.out.byte(b'a');
        }
        self.literals(lits);
    }

    fn delete_now(&mut self, lits: &[Lit]) {
        self.out.bytes(if self.form == DratForm::Binary { b"d" } else { b"d " });
        self.literals(lits);
    }

    fn literals(&mut self, lits: &[Lit]) {
        match self.form {
            DratForm::Text => {
                lits.iter().for_each(|lit| self.out.integer(i64::from(lit.to_dimacs())));
                self.out.bytes(b"0\n");
            }
            DratForm::Binary => {
                for lit in lits {
                    let mut rest = lit.code(); // twice the number plus the sign: just what the format asks for
                    while rest > 0x7F {
                        self.out.byte(rest as u8 | 0x80);
                        rest >>= 7;
                    }
                    self.out.byte(rest as u8);
                }
                self.out.byte(0);
            }
        }
    }
}

impl<W: Write> Observer for DratWriter<W> {
    const STEPS: bool = false;

    fn learnt(&mut self, clause: Cause<'_>, _antecedents: &[ClauseId]) {
        self.add(clause.lits);
    }

    fn delete(&mut self, clause: Cause<'_>) {
        if clause.lits.len() > 1 {
            self.held.push(clause.lits.to_vec());
        }
    }
}
