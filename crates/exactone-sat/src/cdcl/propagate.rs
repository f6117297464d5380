//! Unit propagation: binary clauses first, then groups, then long clauses.
//!
//! Long clauses watch two literals (Moskewicz et al., Chaff, DAC 2001), each watch with a blocking literal that spares
//! looking at the clause (Sörensson and Eén, MiniSat 2.1, 2008). A group needs no watch: when one of its literals
//! becomes true the others become false, and the reason of each is the pair of both, a binary clause that is stored
//! nowhere (Liffiton and Maglalang, A cardinality solver, SAT 2012, for general cardinality constraints).

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::trail::Reason;
use crate::lit::Lit;
use crate::observer::{ClauseId, Observer};

/// A clause that waits for a literal to become false, and a literal that, if true, satisfies it.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) blocker: Lit,
    pub(super) clause: ClauseRef,
}

/// A clause found false.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// A binary clause or a pair of a group.
    Binary(Lit, Lit),
    /// A long clause.
    Clause(ClauseRef),
}

impl<O: Observer> Cdcl<O> {
    #[inline]
    fn imply(&mut self, lit: Lit, reason: Reason, id: impl FnOnce(&Self) -> u64) {
        self.trail.assign(lit, reason);
        if O::ACTIVE {
            let id = id(self);
            self.announce(lit, reason, id);
        }
    }

    /// Draws all conclusions from the literals on the trail. Returns a false clause if there is one.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        let before = self.trail.len();
        let mut found = None;
        while self.trail.head < self.trail.len() {
            let lit = self.trail.lits()[self.trail.head];
            self.trail.head += 1;
            found = self.propagate_binaries(lit);
            if found.is_some() {
                break;
            }
            found = self.propagate_groups(lit);
            if found.is_some() {
                break;
            }
            found = self.propagate_clauses(lit);
            if found.is_some() {
                break;
            }
        }
        self.stats.propagations += (self.trail.len() - before) as u64;
        found
    }

    #[inline]
    fn propagate_binaries(&mut self, lit: Lit) -> Option<Conflict> {
        let (start, end) = self.binaries.range(lit.index());
        for at in start..end {
            let other = self.binaries.pool[at];
            let value = self.trail.value(other);
            if value == 0 {
                self.imply(other, Reason::binary(!lit), |solver| solver.binary_ids.pool[at]);
            } else if value < 0 {
                if O::ACTIVE {
                    self.conflict_id = self.binary_ids.pool[at];
                }
                return Some(Conflict::Binary(other, !lit));
            }
        }
        None
    }

    #[inline]
    fn propagate_groups(&mut self, lit: Lit) -> Option<Conflict> {
        let (start, end) = self.members.range(lit.index());
        for at in start..end {
            let group = self.members.pool[at];
            for place in 0..self.db.len(group) {
                let other = self.db.lits(group)[place];
                let value = self.trail.value(other);
                if value == 0 {
                    self.imply(!other, Reason::binary(!lit), |solver| solver.pair_id(group, lit, other));
                } else if value > 0 && other != lit {
                    if O::ACTIVE {
                        self.conflict_id = self.pair_id(group, lit, other);
                    }
                    return Some(Conflict::Binary(!other, !lit));
                }
            }
        }
        None
    }

    /// The packed number of the pair of two literals of a group.
    fn pair_id(&self, group: ClauseRef, a: Lit, b: Lit) -> u64 {
        super::evidence::pack(ClauseId::Original(self.origins[self.db.origin(group)].pair(a, b)))
    }

    #[inline]
    fn propagate_clauses(&mut self, lit: Lit) -> Option<Conflict> {
        let false_lit = !lit;
        let (start, end) = self.watches.range(lit.index());
        let (mut at, mut kept) = (start, start);
        let mut ticks = 1 + (end - start) / 8;
        let mut found = None;
        'watches: while at < end {
            let watch = self.watches.pool[at];
            at += 1;
            if self.trail.is_true(watch.blocker) {
                self.watches.pool[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause;
            ticks += 1;
            let lits = self.db.lits_mut(clause);
            let other = if lits[0] == false_lit { lits[1] } else { lits[0] };
            let value = self.trail.value(other);
            if value > 0 {
                self.watches.pool[kept] = Watch { blocker: other, clause };
                kept += 1;
                continue;
            }
            for place in 2..lits.len() {
                let next = lits[place];
                if !self.trail.is_false(next) {
                    lits[0] = other;
                    lits[1] = next;
                    lits[place] = false_lit;
                    self.watches.push((!next).index(), Watch { blocker: other, clause });
                    continue 'watches;
                }
            }
            lits[0] = other;
            lits[1] = false_lit;
            self.watches.pool[kept] = watch;
            kept += 1;
            if value < 0 {
                if O::ACTIVE {
                    self.conflict_id = self.db.id(clause);
                }
                found = Some(Conflict::Clause(clause));
                while at < end {
                    self.watches.pool[kept] = self.watches.pool[at];
                    kept += 1;
                    at += 1;
                }
                break;
            }
            self.imply(other, Reason::clause(clause), |solver| solver.db.id(clause));
        }
        self.watches.truncate(lit.index(), kept - start);
        self.ticks += ticks as u64;
        found
    }
}
