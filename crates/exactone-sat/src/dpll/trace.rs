//! What the search tells its observer, and the refutation it writes on the way.
//!
//! DPLL learns nothing, yet each refuted branch *is* a clause: not these decisions together. Told to the observer as
//! derived clauses they make the search a proof that unit propagation can check, and give the flipped literal a cause.
//! Such a clause contains the negated decisions, the newest first, and the negations of the assumptions that any
//! conflict so far was blamed on. It is deleted when a shorter one has taken its place. Under a temporary clause it may
//! not follow from the formula, so it is told only to observers that want antecedents and so can see what it rests on.

use super::Dpll;
use crate::lit::Lit;
use crate::observer::{Cause, ClauseId, Observer};

/// A refuted branch whose clause the observer still holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refuted {
    /// The level on which the decision stood.
    level: usize,
    /// The decision.
    decision: Lit,
    /// How many assumptions were blamed at that time.
    blamed: usize,
    number: u64,
}

impl<O: Observer> Dpll<O> {
    pub(super) fn tell_propagate(&mut self, lit: Lit, number: u32) {
        if O::ACTIVE {
            self.scratch.clear();
            self.scratch.extend_from_slice(&self.formula.cnf[number as usize]);
            let position = self.scratch.iter().position(|&other| other == lit).unwrap_or(0);
            self.scratch[..=position].rotate_right(1);
            let id = self.formula.ids[number as usize];
            self.observer.propagate(lit, Cause { id, lits: &self.scratch });
        }
    }

    pub(super) fn tell_conflict(&mut self, number: u32) {
        if O::ACTIVE {
            let number = number as usize;
            self.observer.conflict(Cause { id: self.formula.ids[number], lits: &self.formula.cnf[number] });
        }
    }

    /// Tells the clause "not all decisions up to `level`". Call while they are on the trail.
    pub(super) fn tell_refuted(&mut self, level: usize) -> u64 {
        if !O::ACTIVE {
            return 0;
        }
        self.derived += 1;
        let refuted = Refuted {
            level,
            decision: self.trail.opener(level),
            blamed: self.blame.assumptions.len(),
            number: self.derived,
        };
        if self.tells_clauses {
            self.collect_refuted(refuted);
            let id = ClauseId::Derived(self.derived);
            self.observer.learnt(Cause { id, lits: &self.scratch }, &self.blame.antecedents);
        }
        self.tell_deleted(level + 1);
        self.refuted.push(refuted);
        self.derived
    }

    /// Tells that a refuted decision is now false, because of the clause just told.
    pub(super) fn tell_flipped(&mut self, lit: Lit) {
        if O::ACTIVE
            && let Some(&refuted) = self.refuted.last()
        {
            self.collect_refuted(refuted);
            let id = ClauseId::Derived(refuted.number);
            self.observer.propagate(lit, Cause { id, lits: &self.scratch });
        }
    }

    /// Tells the last clause of a refutation: not all blamed assumptions.
    pub(super) fn tell_core(&mut self) {
        if O::ACTIVE {
            self.scratch.clear();
            self.scratch.extend(self.blame.assumptions.iter().map(|&lit| !lit));
            let contradictory = self.scratch.iter().any(|&lit| self.scratch.contains(&!lit));
            if self.tells_clauses && !contradictory {
                self.derived += 1;
                let id = ClauseId::Derived(self.derived);
                self.observer.learnt(Cause { id, lits: &self.scratch }, &self.blame.antecedents);
            }
        }
    }

    /// Tells that the clauses of refuted decisions on `level` and above are used no more.
    /// Call while the decisions below `level` are on the trail.
    pub(super) fn tell_deleted(&mut self, level: usize) {
        while let Some(&refuted) = self.refuted.last()
            && refuted.level >= level
        {
            self.refuted.pop();
            if self.tells_clauses {
                self.collect_refuted(refuted);
                let id = ClauseId::Derived(refuted.number);
                self.observer.delete(Cause { id, lits: &self.scratch });
            }
        }
    }

    fn collect_refuted(&mut self, refuted: Refuted) {
        self.scratch.clear();
        self.scratch.push(!refuted.decision);
        let decisions = (self.assumption_levels + 1..refuted.level).rev();
        self.scratch.extend(decisions.map(|level| !self.trail.opener(level)));
        self.scratch.extend(self.blame.assumptions[..refuted.blamed].iter().map(|&lit| !lit));
    }
}
