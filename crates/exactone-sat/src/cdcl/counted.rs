//! Small exactly-one groups: instead of two watched literals their clause has a number, of its literals that are not
//! false yet.
//!
//! In a long clause few literals are watched, so most that become false cost nothing. In one of nine almost every
//! literal that becomes false meets a watch sooner or later and looks for another, while counting is a subtraction, and
//! an addition when the literal is taken back. (Counters are older than watches: Dowling and Gallier, Linear-time
//! algorithms for testing the satisfiability of propositional Horn formulae, 1984.) And a group of which one literal
//! is left has nobody to exclude. What counts is the trail before `trail.head`.

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::lists::Lists;
use super::propagate::Conflict;
use super::trail::{Reason, Trail};
use crate::lit::Lit;
use crate::observer::Observer;

/// Exactly-one groups of at most so many literals count.
const MOST: usize = 12;
/// The largest number of such groups.
const MOST_GROUPS: usize = 1 << 20;
/// The number of a group whose clause is deleted: it never comes down to 1.
const NOT_COUNTED: u8 = 2 * MOST as u8;
/// Added to what is left of a group one of whose literals is true and has excluded the others: the last one is known.
const SATISFIED: u8 = 1 << 7;

/// The groups that count.
pub(super) struct Counted {
    pub(super) records: Vec<ClauseRef>,
    /// How many literals are left in each, and how many there are.
    left: Vec<u8>,
    all: Vec<u8>,
    /// The groups of each literal.
    of: Lists<u32>,
}

impl Counted {
    pub(super) fn new() -> Counted {
        Counted { records: Vec::new(), left: Vec::new(), all: Vec::new(), of: Lists::new(4, 0) }
    }

    /// Raises the number of literals.
    pub(super) fn grow(&mut self, lits: usize) {
        self.of.grow(lits);
    }

    /// Whether no group counts.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether a further exactly-one group of so many literals would count.
    pub(super) fn takes(&self, len: usize) -> bool {
        len <= MOST && self.records.len() < MOST_GROUPS
    }

    /// Takes a group of these literals, all free. Returns its number.
    fn add(&mut self, group: ClauseRef, lits: &[Lit]) -> u32 {
        let number = self.records.len() as u32;
        self.records.push(group);
        self.left.push(lits.len() as u8);
        self.all.push(lits.len() as u8);
        for lit in lits {
            self.of.push(lit.index(), number);
        }
        number
    }

    /// The clause of this group is gone; the group stays.
    pub(super) fn stop_counting(&mut self, number: usize) {
        self.left[number] = NOT_COUNTED;
        self.all[number] = NOT_COUNTED;
    }

    /// Counts the literals of the trail from place `keep` on as not false again, as far as they were counted: one by one,
    /// or all of them and then without those that are kept. Groups of true literals are marked or unmarked likewise; a
    /// mark that is missing costs a look at the group and no more.
    pub(super) fn take_back(&mut self, trail: &Trail, keep: usize) {
        let Counted { left, all, of, .. } = self;
        let Some((kept, gone)) = trail.lits()[..trail.head].split_at_checked(keep) else { return };
        let (from, change, mark) =
            if gone.len() <= kept.len() { (gone, 1, 0) } else { (kept, u8::MAX, SATISFIED) };
        if change != 1 {
            left.copy_from_slice(all);
        }
        for &lit in from {
            for &number in of.items((!lit).index()) {
                let left = &mut left[number as usize];
                *left = left.wrapping_add(change);
            }
            for &number in of.items(lit.index()) {
                let left = &mut left[number as usize];
                *left = *left & !SATISFIED | mark;
            }
        }
    }
}

impl<O: Observer> Cdcl<O> {
    /// Lets a group that is also a clause, all of its literals free, count.
    pub(super) fn start_counting(&mut self, group: ClauseRef) {
        self.unwatch(group);
        self.count_group(group);
    }

    /// The same of one that is not watched.
    pub(super) fn count_group(&mut self, group: ClauseRef) {
        let number = self.counted.add(group, self.db.lits(group));
        self.db.set_counted(group, number);
    }

    /// Counts in the groups of a literal that has become false, `lit` being its negation: in all of them, whatever is
    /// found, so that taking it back is simple.
    #[inline]
    pub(super) fn propagate_counts(&mut self, lit: Lit) -> Option<Conflict> {
        let Cdcl { counted: Counted { records, left, of, .. }, trail, db, .. } = self;
        let mut found = None;
        for &number in of.items((!lit).index()) {
            let left = &mut left[number as usize];
            *left -= 1;
            if *left > 1 {
                continue;
            }
            let group = records[number as usize];
            let lits = db.lits_mut(group);
            match lits.iter().position(|&other| !trail.is_false(other)) {
                None => {
                    if O::ACTIVE && found.is_none() {
                        self.conflict_id = db.id(group);
                    }
                    found = found.or(Some(Conflict::Clause(group)));
                }
                Some(place) => {
                    let last = lits[place];
                    if !trail.is_true(last) {
                        lits.swap(0, place);
                        trail.assign(last, Reason::clause(group));
                        if O::ACTIVE {
                            self.reason_ids[last.var().index()] = db.id(group);
                        }
                    }
                }
            }
        }
        found
    }

    /// Makes the other literals of the groups of a true literal false, where any is left.
    #[inline]
    pub(super) fn exclude_counted(&mut self, lit: Lit) -> Option<Conflict> {
        let (start, end) = self.counted.of.range(lit.index());
        (start..end).find_map(|at| {
            let number = self.counted.of.pool[at] as usize;
            let left = &mut self.counted.left[number];
            if *left == 1 {
                return None;
            }
            *left |= SATISFIED;
            self.exclude(self.counted.records[number], lit)
        })
    }
}
