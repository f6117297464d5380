//! Propagation without search, for [`Propagator`](crate::Propagator): clauses keep all their literals.

use super::assume::Assuming;
use super::evidence::unpack;
use super::trail::Because;
use super::{Cdcl, CdclOptions};
use crate::lit::Lit;
use crate::observer::{ClauseId, Observer};
use crate::propagator::Clash;

impl<O: Observer> Cdcl<O> {
    /// A solver that keeps every clause as it was given.
    pub(crate) fn untouched(observer: O) -> Cdcl<O> {
        const { assert!(O::ACTIVE && !O::ANTECEDENTS, "numbers are needed, derived units would hide reasons") };
        let mut solver = Cdcl::with_options_and_observer(CdclOptions::new(), observer);
        solver.whole = true;
        solver
    }

    /// Sets these literals and what follows. The error says whether it arises without any assumption.
    pub(crate) fn propagate_assumptions(&mut self, assumptions: &[Lit]) -> Result<(), (Clash, bool)> {
        self.know(assumptions);
        if let Some((id, lits)) = &self.final_clause {
            return Err((Clash::Clause { id: unpack(*id), lits: lits.clone() }, true));
        }
        self.keep_common(assumptions);
        loop {
            if let Some(conflict) = self.propagate() {
                let clash =
                    Clash::Clause { id: unpack(self.conflict_id), lits: self.conflict_lits(conflict) };
                let for_good = self.trail.level() == 0;
                if !for_good {
                    self.drop_newest_assumed();
                }
                return Err((clash, for_good));
            }
            if assumptions.is_empty() {
                return Ok(());
            }
            match self.assume_next(assumptions) {
                Assuming::Set => {}
                Assuming::Done => return Ok(()),
                Assuming::Failed(lit) => {
                    let clash = match self.reason_as_given(!lit) {
                        Some((id, lits)) => Clash::Clause { id, lits },
                        None => Clash::Assumptions(lit),
                    };
                    return Err((clash, false));
                }
            }
        }
    }

    /// All true literals in the order in which they became true.
    pub(crate) fn true_literals(&self) -> &[Lit] {
        self.trail.lits()
    }

    /// The clause that made a literal true.
    pub(crate) fn reason_as_given(&self, lit: Lit) -> Option<(ClauseId, Vec<Lit>)> {
        let var = lit.var();
        if var.index() >= self.known || !self.trail.is_true(lit) {
            return None;
        }
        let lits = match self.trail.reason_of(var).because() {
            Because::Nothing if self.trail.level_of(var) > 0 => return None,
            Because::Nothing => {
                let longer = self.whole_reasons.iter().find(|(unit, _)| *unit == lit);
                longer.map_or_else(|| vec![lit], |(_, lits)| lits.clone())
            }
            Because::Binary(other) => vec![lit, other],
            Because::Clause(clause) => self.db.lits(clause).to_vec(),
        };
        Some((unpack(self.reason_id(lit)), lits))
    }
}
