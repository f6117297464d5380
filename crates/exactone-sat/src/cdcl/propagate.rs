//! Unit propagation: clauses that count first, then binary ones, groups, long clauses.
//!
//! Long clauses watch two literals (Moskewicz et al., Chaff, DAC 2001), each watch with a blocking literal that spares
//! looking at the clause (Sörensson and Eén, MiniSat 2.1, 2008); the search for another literal to watch begins where
//! the last one in the clause ended (Gent, Optimal implementation of watched literals, JAIR 2013). A group needs no watch: when one of its literals
//! becomes true the others become false, and the reason of each is the pair of both, a binary clause that is stored
//! nowhere (Liffiton and Maglalang, A cardinality solver, SAT 2012, for general cardinality constraints).

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::evidence::{pack, pair_of};
use super::trail::Reason;
use crate::lit::Lit;
use crate::observer::{ClauseId, Observer};

/// A clause that waits for a literal to become false, and a literal that, if true, satisfies it.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) blocker: Lit,
    pub(super) clause: ClauseRef,
}

/// Literals of a group that are looked at before any of them becomes false.
const AT_ONCE: usize = 16;

/// A clause found false.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// A binary clause or a pair of a group.
    Binary(Lit, Lit),
    /// A long clause.
    Clause(ClauseRef),
}

impl<O: Observer> Cdcl<O> {
    /// Draws all conclusions from the literals on the trail. Returns a false clause if there is one.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        let before = self.trail.len();
        let mut found = None;
        let groups = !self.members.pool.is_empty();
        while let Some(lit) = self.trail.next_unpropagated() {
            let told = self.trail.len();
            found = self.propagate_literal(lit, groups);
            if O::STEPS && O::ACTIVE {
                self.announce_from(told);
            }
            if found.is_some() {
                break;
            }
        }
        self.stats.propagations += (self.trail.len() - before) as u64;
        found
    }

    /// The same from one literal; `groups` says whether there are any that do not count.
    #[inline]
    fn propagate_literal(&mut self, lit: Lit, groups: bool) -> Option<Conflict> {
        if !self.counted.is_empty() {
            if let Some(conflict) = self.propagate_counts(lit) {
                return Some(conflict);
            }
            if let Some(conflict) = self.exclude_counted(lit) {
                return Some(conflict);
            }
        }
        let list = lit.index();
        if !self.binaries.is_empty(list)
            && let Some(conflict) = self.propagate_binaries(lit)
        {
            return Some(conflict);
        }
        if groups
            && !self.members.is_empty(list)
            && let Some(conflict) = self.propagate_groups(lit)
        {
            return Some(conflict);
        }
        if self.watches.is_empty(list) { None } else { self.propagate_clauses(lit) }
    }

    #[inline]
    fn propagate_binaries(&mut self, lit: Lit) -> Option<Conflict> {
        let Cdcl { trail, binaries, .. } = self;
        for (place, &other) in binaries.items(lit.index()).iter().enumerate() {
            let value = trail.value(other);
            if value > 0 {
                continue;
            }
            let id = if O::ACTIVE { self.binary_ids.items(lit.index())[place] } else { 0 };
            if value < 0 {
                self.conflict_id = id;
                return Some(Conflict::Binary(other, !lit));
            }
            trail.assign(other, Reason::binary(!lit));
            if O::ACTIVE {
                self.reason_ids[other.var().index()] = id;
            }
        }
        None
    }

    #[inline]
    fn propagate_groups(&mut self, lit: Lit) -> Option<Conflict> {
        let (start, end) = self.members.range(lit.index());
        (start..end).find_map(|at| self.exclude(self.members.pool[at], lit))
    }

    /// Makes all literals of a group but this true one false.
    #[inline]
    pub(super) fn exclude(&mut self, group: ClauseRef, lit: Lit) -> Option<Conflict> {
        let Cdcl { trail, db, origins, .. } = self;
        let reason = Reason::binary(!lit);
        for lits in db.lits(group).chunks(AT_ONCE) {
            // Without a branch for each literal, which could not be foreseen.
            let mut free = [lit; AT_ONCE];
            let mut count = 0;
            let mut others = 0;
            for &other in lits {
                let value = trail.value(other);
                free[count % AT_ONCE] = other;
                count += usize::from(value == 0);
                others += u32::from(value > 0) & u32::from(other != lit);
            }
            if others > 0 {
                let is_other = |&&other: &&Lit| other != lit && trail.is_true(other);
                let other = *lits.iter().find(is_other).expect("it has been counted");
                if O::ACTIVE {
                    let pair = origins[db.origin(group)].pair(lit, other);
                    self.conflict_id = pack(ClauseId::Original(pair));
                }
                return Some(Conflict::Binary(!other, !lit));
            }
            for &other in &free[..count] {
                trail.assign(!other, reason);
                if O::ACTIVE {
                    self.reason_ids[other.var().index()] = pair_of(db.origin(group));
                }
            }
        }
        None
    }

    #[inline]
    fn propagate_clauses(&mut self, lit: Lit) -> Option<Conflict> {
        let Cdcl { trail, watches, db, .. } = self;
        let false_lit = !lit;
        let (start, end) = watches.range(lit.index());
        let (mut at, mut kept) = (start, start);
        let mut ticks = 1 + (end - start) / 8;
        let mut found = None;
        while at < end {
            let watch = watches.pool[at];
            at += 1;
            if trail.is_true(watch.blocker) {
                watches.pool[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause;
            ticks += 1;
            let from = db.searched(clause);
            let [first, second, rest @ ..] = db.lits_mut(clause) else { continue };
            let both = (*first, *second);
            let other = if both.0 == false_lit { both.1 } else { both.0 };
            let value = trail.value(other);
            if value > 0 {
                watches.pool[kept] = Watch { blocker: other, clause };
                kept += 1;
                continue;
            }
            let (before, after) = rest.split_at(from.min(rest.len()));
            let is_free = |&lit: &Lit| !trail.is_false(lit);
            let place = after.iter().position(is_free).map(|place| from + place);
            if let Some(place) = place.or_else(|| before.iter().position(is_free)) {
                let next = rest[place];
                if trail.is_true(next) {
                    // Satisfied: the watch may stay as long as this literal blocks it.
                    watches.pool[kept] = Watch { blocker: next, clause };
                    kept += 1;
                } else {
                    *first = other;
                    *second = next;
                    rest[place] = false_lit;
                    watches.push((!next).index(), Watch { blocker: other, clause });
                }
                db.set_searched(clause, place);
                continue;
            }
            *first = other;
            *second = false_lit;
            watches.pool[kept] = watch;
            kept += 1;
            if value < 0 {
                if O::ACTIVE {
                    self.conflict_id = db.id(clause);
                }
                found = Some(Conflict::Clause(clause));
                watches.pool.copy_within(at..end, kept);
                kept += end - at;
                break;
            }
            trail.assign(other, Reason::clause(clause));
            if O::ACTIVE {
                self.reason_ids[other.var().index()] = db.id(clause);
            }
        }
        watches.truncate(lit.index(), kept - start);
        self.ticks += ticks as u64;
        found
    }

    /// Tells the observer about the literals of the trail from this place on; their reasons have their numbers.
    fn announce_from(&mut self, place: usize) {
        for at in place..self.trail.len() {
            let lit = self.trail.lits()[at];
            let id = self.reason_ids[lit.var().index()];
            self.announce(lit, self.trail.reason_of(lit.var()), id);
        }
    }
}
