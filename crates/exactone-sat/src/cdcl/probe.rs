//! Failed literals: what leads to a conflict when it is assumed alone is false.
//!
//! Le Berre, Exploiting the real power of unit propagation lookahead, 2001; Lynce and Marques-Silva, Probing-based
//! preprocessing techniques for propositional satisfiability, 2003. Literals are tried in turn, going on
//! where the last call stopped; the conflict is analysed like any other, which leaves a unit clause.

use super::Cdcl;
use crate::lit::Var;
use crate::observer::Observer;
use crate::solver::{Query, Stopped};

impl<O: Observer> Cdcl<O> {
    /// Tries literals for so much work.
    pub(super) fn probe(&mut self, query: &Query<'_>, share: u64) -> Result<(), Stopped> {
        let limit = self.work() + share;
        let lits = 2 * self.known;
        for _ in 0..lits {
            if self.work() >= limit {
                break;
            }
            if let Some(why) = query.stopped() {
                return Err(why);
            }
            let at = self.inprocessing.probe_next % lits;
            self.inprocessing.probe_next = at + 1;
            let lit = Var::from_index(at / 2).lit(at.is_multiple_of(2));
            let propagates = !self.members.is_empty(lit.index()) || !self.binaries.is_empty(lit.index());
            if self.trail.value(lit) != 0 || !propagates {
                continue;
            }
            self.trail.open_level();
            self.decide(lit);
            if let Some(conflict) = self.propagate() {
                self.announce_conflict(conflict);
                self.learn(conflict);
                if !self.settle() {
                    return Ok(());
                }
            } else {
                self.backtrack(0);
            }
        }
        Ok(())
    }
}
