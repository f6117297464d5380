//! Exactly-one groups: instead of two watched literals their clause has a number, of its literals that are not false yet.
//!
//! In a long clause few literals are watched, so most that become false cost nothing. In a group of nine almost every
//! literal that becomes false meets a watch sooner or later and looks for another, while counting is a subtraction, and
//! an addition when the literal is taken back; and the numbers tell which group is closest to its end (`first_fail.rs`). (Counters are older than watches: Dowling and Gallier, Linear-time
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
const MOST: usize = 1 << 13;
/// The largest number of such groups.
const MOST_GROUPS: usize = 1 << 20;
/// The number of a group whose clause is deleted: it never comes down to 1.
const NOT_COUNTED: u16 = 2 * MOST as u16;
/// Starting so many numbers anew costs as much as taking one literal back.
const COPY: usize = 128;
/// Groups that are looked through at once.
const BLOCK: usize = 256;
/// Added to what is left of a group one of whose literals is true and has excluded the others: the last one is known.
const SATISFIED: u16 = 1 << 15;

/// The groups that count.
pub(super) struct Counted {
    pub(super) records: Vec<ClauseRef>,
    /// How many literals are left in each, and how many there are.
    pub(super) left: Vec<u16>,
    all: Vec<u16>,
    /// The groups of each literal.
    pub(super) of: Lists<u32>,
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
        self.left.push(lits.len() as u16);
        self.all.push(lits.len() as u16);
        for lit in lits {
            self.of.push(lit.index(), number);
        }
        number
    }

    /// The groups with fewest literals left of those that are not satisfied and have at least two; `from` comes before
    /// the groups behind it and these before the others.
    pub(super) fn smallest(&self, from: usize) -> Option<usize> {
        // Satisfied ones and those with one literal left are the largest numbers then.
        let open = |left: &u16| left.wrapping_sub(2);
        let mut found = (MOST as u16, 0);
        for (start, end) in [(from, self.left.len()), (0, from)] {
            for (block, numbers) in self.left[start..end].chunks(BLOCK).enumerate() {
                let least = numbers.iter().map(open).fold(u16::MAX, u16::min);
                if least < found.0 {
                    found = (least, start + block * BLOCK);
                }
                if least == 0 {
                    break;
                }
            }
            if found.0 == 0 {
                break;
            }
        }
        let (least, start) = found;
        let place = |(_, left): &(usize, &u16)| open(left) == least;
        (least < MOST as u16)
            .then(|| self.left.iter().enumerate().skip(start).find(place).map(|(at, _)| at))?
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
        let (from, change, mark) = if gone.len() <= kept.len() + left.len() / COPY {
            (gone, 1, 0)
        } else {
            (kept, u16::MAX, SATISFIED)
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::Cdcl;
    use crate::sink::ClauseSink;
    use crate::solver::{Query, Solver};

    #[test]
    fn the_smallest_group_is_the_first_of_the_open_ones_with_fewest_literals() {
        let mut counted = Counted::new();
        assert_eq!(counted.smallest(0), None);
        let sizes = [7, 1, 5, 3, SATISFIED | 2, 3, NOT_COUNTED, 0];
        counted.left = sizes.repeat(100);
        for from in [0, 1, 3, 4, 5, 6, 256, 700, 797, 798] {
            let place = (from..800).chain(0..from).find(|place| sizes[place % 8] == 3);
            assert_eq!(counted.smallest(from), place);
        }
        counted.left[777] = 2;
        assert_eq!(counted.smallest(0), Some(777));
        assert_eq!(counted.smallest(790), Some(777));
        counted.left = vec![1, SATISFIED | 9, NOT_COUNTED];
        assert_eq!(counted.smallest(1), None);
    }

    #[test]
    fn numbers_of_groups_are_those_of_their_literals_whatever_was_taken_back() {
        let side = 6;
        let lit = |row: i32, column: i32, digit: i32| Lit::from(1 + (row * side + column) * side + digit);
        let mut solver = Cdcl::new();
        for a in 0..side {
            for b in 0..side {
                solver.exactly_one(&(0..side).map(|i| lit(a, b, i)).collect::<Vec<_>>());
                solver.exactly_one(&(0..side).map(|i| lit(a, i, b)).collect::<Vec<_>>());
                solver.exactly_one(&(0..side).map(|i| lit(i, a, b)).collect::<Vec<_>>());
            }
        }
        for seed in 0..200 {
            let assumptions =
                [lit(seed % 6, seed % 5, seed % 3), lit(seed % 4, seed / 7 % 6, 5), !lit(5, 5, seed % 6)];
            let _ = solver.solve_query(&Query::new().assume(&assumptions));
            for (number, &group) in solver.counted.records.iter().enumerate() {
                let lits = solver.db.lits(group);
                let left = lits.iter().filter(|&&lit| !solver.trail.is_false(lit)).count();
                assert_eq!(usize::from(solver.counted.left[number] & !SATISFIED), left);
            }
        }
    }
}
