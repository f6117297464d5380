//! Work on the clauses between restarts: when, and for how long.
//!
//! It begins after [`CdclOptions::inprocess_from`](super::CdclOptions) conflicts, so that what is easy does not pay
//! for it, and takes a fixed share of the search's own work, both measured in steps of propagation. Everything
//! happens at level 0 without assumptions, which are set again afterwards.

use super::Cdcl;
use crate::observer::Observer;
use crate::solver::{Query, Stopped};

/// The share of the work of the search since the last time that goes into clauses: one of so many parts.
const SHARE: u64 = 8;

/// When to work on the clauses next.
pub(super) struct Inprocessing {
    next: u64,
    count: u64,
    work_before: u64,
    /// Whether it is going on: the search must learn nothing from what is tried.
    pub(super) active: bool,
}

impl Inprocessing {
    pub(super) fn new(first: u64) -> Inprocessing {
        Inprocessing { next: first, count: 0, work_before: 0, active: false }
    }
}

impl<O: Observer> Cdcl<O> {
    /// A measure of all work of propagation so far.
    pub(super) fn work(&self) -> u64 {
        self.ticks + self.stats.propagations
    }

    pub(super) fn wants_inprocessing(&self) -> bool {
        self.options.vivify && self.stats.conflicts >= self.inprocessing.next
    }

    /// Works on the clauses; ends at level 0 with everything propagated, or with the clauses refuted.
    ///
    /// # Errors
    /// Where the query is stopped meanwhile; the solver is as usable as after any stop.
    pub(super) fn inprocess(&mut self, query: &Query<'_>) -> Result<(), Stopped> {
        self.backtrack(0);
        let share = (self.work() - self.inprocessing.work_before) / SHARE;
        let (assuming, ticks) = (std::mem::take(&mut self.assuming), self.ticks);
        self.inprocessing.count += 1;
        self.inprocessing.active = true;
        let outcome = self.vivify(query, share);
        self.inprocessing.active = false;
        self.assuming = assuming;
        // Not the search's own work: the length of modes must not depend on it.
        self.ticks = ticks;
        self.inprocessing.work_before = self.work();
        self.inprocessing.next = self.stats.conflicts
            + self.options.inprocess_from.max(1) * (1 + self.inprocessing.count.ilog2() as u64);
        outcome
    }

    /// Propagates at level 0; false if that refutes the clauses.
    pub(super) fn settle(&mut self) -> bool {
        debug_assert_eq!(self.trail.level(), 0);
        if let Some(conflict) = self.propagate() {
            self.announce_conflict(conflict);
            let lits = self.conflict_lits(conflict);
            self.collect_chain(&lits, &[], Some(super::evidence::unpack(self.conflict_id)));
            self.refuted();
        }
        self.ok
    }
}
