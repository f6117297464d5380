//! Forgetting learnt clauses that are not used.
//!
//! Three tiers by LBD (Oh, Between SAT and UNSAT, SAT 2015): clauses of few levels stay for good, middling ones while
//! they are used now and then, the others compete and the worse three quarters go (Audemard and Simon, IJCAI 2009). Clauses
//! satisfied at level 0 go at the same time, and the buffer is compacted in place when a quarter of it is dead.

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::propagate::Watch;
use super::trail::Reason;
use crate::observer::Observer;

/// Clauses of at most this many levels are kept for good.
const KEEP: u32 = 2;
/// Clauses of at most this many levels are kept while they were used since the reduction before the last.
const MIDDLING: u32 = 6;
/// Conflicts before the first reduction; the interval grows with the square root of their number, so that the clauses
/// that are kept stay in the cache.
const FIRST: u64 = 150;

fn interval(number: u64) -> u64 {
    (FIRST as f64 * (number as f64).sqrt()) as u64
}

/// What was learnt in so few conflicts is soon learnt again.
const FEW: u64 = 50;

/// When to reduce, and since when the assumptions are about the same.
pub(super) struct Reductions {
    next: u64,
    count: u64,
    /// The number of learnt clauses and of conflicts then.
    old: usize,
    conflicts: u64,
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        Reductions { next: FIRST, count: 0, old: 0, conflicts: 0 }
    }

    /// The assumptions are quite different from now on.
    pub(super) fn begin(&mut self, learnts: usize, conflicts: u64) {
        (self.old, self.conflicts) = (learnts, conflicts);
    }
}

impl<O: Observer> Cdcl<O> {
    /// Remembers that a learnt clause took part in a conflict, and its LBD if that has become smaller.
    pub(super) fn note_use(&mut self, clause: ClauseRef) {
        let lbd = self.db.lbd(clause);
        let mut now = lbd;
        if lbd > KEEP {
            let lits = self.db.lits(clause);
            now = self.levels.among(lits, &self.trail, self.assuming);
            if now < lbd {
                self.db.set_lbd(clause, now);
            }
        }
        self.db.set_used(clause, if now.min(lbd) <= MIDDLING { 2 } else { 1 });
    }

    pub(super) fn wants_reduction(&self) -> bool {
        self.stats.conflicts >= self.reductions.next
    }

    /// Whether a clause may not go because a literal above level 0 has it as its reason.
    fn is_reason(&self, clause: ClauseRef) -> bool {
        let first = self.db.lits(clause)[0];
        self.trail.is_true(first)
            && self.trail.reason_of(first.var()) == Reason::clause(clause)
            && self.trail.level_of(first.var()) > 0
    }

    fn is_satisfied_for_good(&self, clause: ClauseRef) -> bool {
        let lits = self.db.lits(clause).iter();
        lits.into_iter().any(|&lit| self.trail.is_true(lit) && self.trail.level_of(lit.var()) == 0)
    }

    /// The assumptions have changed: what few conflicts under the last ones have taught goes, unless it is about few
    /// levels. Each question costs little then, however many there are; clauses that took long to find stay.
    pub(super) fn forget_brief(&mut self) {
        if self.stats.conflicts - self.reductions.conflicts < FEW {
            let brief = self.learnts.split_off(self.reductions.old.min(self.learnts.len()));
            for clause in brief {
                if self.db.is_clause(clause) && self.db.lbd(clause) > MIDDLING && !self.is_reason(clause) {
                    self.unwatch(clause);
                    self.delete_clause(clause);
                } else {
                    self.learnts.push(clause);
                }
            }
        }
        self.reductions.begin(self.learnts.len(), self.stats.conflicts);
    }

    /// Deletes what is no longer worth its place.
    pub(super) fn reduce(&mut self) {
        self.reductions.count += 1;
        self.reductions.next = self.stats.conflicts + interval(self.reductions.count + 1);
        let units = if self.trail.level() == 0 { self.trail.len() } else { self.trail.start_of(1) };
        let new_units = units > self.units_seen;
        self.units_seen = units;
        if new_units {
            let mut next = self.db.first();
            while let Some(clause) = next {
                next = self.db.next(clause);
                if self.db.is_clause(clause) && !self.is_reason(clause) && self.is_satisfied_for_good(clause)
                {
                    self.delete_clause(clause);
                }
            }
        }
        let mut candidates: Vec<(u32, u32, ClauseRef)> = Vec::new();
        let mut learnts = std::mem::take(&mut self.learnts);
        learnts.retain(|&clause| self.db.is_clause(clause));
        for &clause in &learnts {
            let lbd = self.db.lbd(clause);
            let used = self.db.used(clause);
            self.db.set_used(clause, used.saturating_sub(1));
            if lbd <= KEEP || used > 0 || self.is_reason(clause) {
                continue;
            }
            candidates.push((lbd, self.db.len(clause) as u32, clause));
        }
        // Stable for equal keys: the older clause goes first.
        candidates.sort_by_key(|&(lbd, len, _)| (std::cmp::Reverse(lbd), std::cmp::Reverse(len)));
        candidates.truncate(candidates.len() * 3 / 4);
        for &(_, _, clause) in &candidates {
            self.delete_clause(clause);
        }
        learnts.retain(|&clause| self.db.is_clause(clause));
        self.learnts = learnts;
        self.sweep_watches();
        if self.db.wants_compaction() {
            self.compact();
        }
    }

    fn sweep_watches(&mut self) {
        let db = &self.db;
        for list in 0..2 * self.known {
            self.watches.retain(list, |watch| db.is_clause(watch.clause));
        }
    }

    /// Moves the living clauses together and corrects everything that points at one.
    fn compact(&mut self) {
        let mut first = self.db.first();
        while let Some(clause) = first.filter(|&clause| !self.db.is_garbage(clause)) {
            first = self.db.next(clause);
        }
        let Some(first) = first else { return };
        for list in 0..2 * self.known {
            self.watches.retain(list, |watch| watch.clause < first);
            self.members.retain(list, |group| *group < first);
        }
        self.learnts.retain(|&clause| clause < first);
        let Cdcl { watches, members, counted, learnts, trail, .. } = self;
        self.db.compact(|db, old, new| {
            let lits = db.lits(new);
            if db.is_clause(new) {
                let (a, b) = (lits[0], lits[1]);
                if db.counted(new).is_none() {
                    watches.push((!a).index(), Watch { blocker: b, clause: new });
                    watches.push((!b).index(), Watch { blocker: a, clause: new });
                }
                if trail.is_true(a) && trail.reason_of(a.var()) == Reason::clause(old) {
                    trail.set_reason(a.var(), Reason::clause(new));
                }
            }
            if let Some(number) = db.counted(new) {
                counted.records[number] = new;
            } else if db.is_group(new) {
                for lit in lits {
                    members.push(lit.index(), new);
                }
            }
            if db.is_learnt(new) {
                learnts.push(new);
            }
        });
    }
}
