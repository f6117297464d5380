//! Where to branch when conflicts have taught nothing yet: in the exactly-one group with fewest literals left.
//!
//! "To succeed, try first where you are most likely to fail" (Haralick and Elliott, Increasing tree search efficiency
//! for constraint satisfaction problems, Artificial Intelligence 14, 1980). Of its literals the one is made true that
//! leaves most in its other groups (Geelen, Dual viewpoint heuristics for binary constraint satisfaction problems, ECAI
//! 1992). Only variables without activity are chosen so, and only in every other run of stable mode, up to a
//! restart: on a large loose problem the first conflicts then come late and say much, while the runs between keep the order
//! of the variables' numbers, which is often that of a good construction. While few variables are active, each run begins
//! without any that is: what the last conflicts touched would otherwise come first, and spoil the choice by groups.

use super::Cdcl;
use crate::lit::Lit;
use crate::observer::Observer;

/// A run looks at no more than so many groups for each literal that it propagates.
const SHARE: u64 = 1 << 10;
/// A run may always look at so many groups.
const FREE: u64 = 1 << 20;
/// Fewer than one of so many open variables are few.
const FEW: usize = 2;

/// What the choice by groups costs, and where it begins.
pub(super) struct FirstFail {
    /// The first group that is looked at, drawn by the seed: equal ones are taken from here on.
    from: usize,
    /// The run of stable mode that the rest is about.
    run: u64,
    /// Groups looked at, and the propagations before that.
    looked: u64,
    propagations: u64,
}

impl FirstFail {
    pub(super) fn new(seed: u64) -> FirstFail {
        FirstFail { from: super::scramble(seed) as usize, looked: 0, propagations: 0, run: 0 }
    }
}

impl<O: Observer> Cdcl<O> {
    #[inline]
    fn may_go_by_groups(&self) -> bool {
        self.options.first_fail && self.restarts.stable && !self.counted.is_empty()
    }

    /// Before a run of stable mode: forgets which variables conflicts have touched, if those are few of all that are open.
    pub(super) fn begin_afresh(&mut self) {
        if !self.may_go_by_groups() {
            return;
        }
        let base = self.base();
        let fixed = if self.trail.level() > base { self.trail.start_of(base + 1) } else { self.trail.len() };
        if self.activity.active_count() * FEW < self.known - fixed {
            self.backtrack(base);
            self.activity.forget();
        }
    }

    /// The literal to decide if `index` is the next variable and has no activity; `None` leaves it to the phases.
    pub(super) fn first_fail(&mut self, index: usize) -> Option<Lit> {
        if !self.may_go_by_groups() || self.activity.is_active(index) {
            return None;
        }
        let (run, propagations) = (self.restarts.stable_runs, self.stats.propagations);
        let counted = &self.counted;
        let state = &mut self.first_fail;
        if state.run != run {
            *state = FirstFail { run, looked: 0, propagations, from: state.from };
        }
        if !run.is_multiple_of(2) {
            self.restarts.short_run = true;
            return None;
        }
        if state.looked > FREE + SHARE * (propagations - state.propagations) {
            return None;
        }
        state.looked += counted.left.len() as u64;
        let group = counted.smallest(state.from % counted.left.len())?;
        let crowding = |lit: Lit| -> f64 {
            let groups = counted.of.items(lit.index()).iter();
            groups.map(|&number| 1.0 / f64::from(counted.left[number as usize])).sum()
        };
        let free = self.db.lits(counted.records[group]).iter().copied();
        let free = free.filter(|&lit| self.trail.value(lit) == 0).map(|lit| (crowding(lit), lit));
        free.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, lit)| lit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::ClauseSink;

    /// A solver in stable mode whose groups are 1 2 3 4, 3 5 6, 4 5 7 8 and 1 8 9 10.
    fn solver(runs: u64) -> Cdcl {
        let mut solver = Cdcl::new();
        for group in [&[1, 2, 3, 4][..], &[3, 5, 6], &[4, 5, 7, 8], &[1, 8, 9, 10]] {
            solver.exactly_one(&group.iter().map(|&lit| Lit::from(lit)).collect::<Vec<_>>());
        }
        solver.restarts.stable = true;
        solver.restarts.stable_runs = runs;
        solver.change_mode();
        solver
    }

    #[test]
    fn the_smallest_group_gives_the_literal_that_leaves_most_in_others() {
        // 3 lies in a further group of four, 5 too, 6 in none.
        assert_eq!(solver(2).first_fail(0), Some(Lit::from(6)));
        let mut solver = solver(2);
        solver.trail.open_level();
        solver.decide(Lit::from(-2));
        assert!(solver.propagate().is_none());
        solver.trail.open_level();
        solver.decide(Lit::from(-6));
        assert!(solver.propagate().is_none());
        // 3 5 is the smallest now; 3 has a neighbour group of three, 5 one of four.
        assert_eq!(solver.first_fail(0), Some(Lit::from(5)));
    }

    #[test]
    fn other_runs_and_active_variables_are_left_to_the_phases() {
        let mut odd = solver(1);
        assert_eq!(odd.first_fail(0), None);
        assert!(odd.restarts.short_run);
        let mut even = solver(2);
        even.activity.bump(0);
        assert_eq!(even.first_fail(0), None);
        assert!(even.first_fail(1).is_some() && !even.restarts.short_run);
        even.options.first_fail = false;
        assert_eq!(even.first_fail(1), None);
    }

    #[test]
    fn a_run_begins_afresh_while_few_variables_are_active() {
        let mut solver = solver(2);
        for index in [3, 5, 7, 8] {
            solver.activity.bump(index);
        }
        solver.trail.open_level();
        solver.decide(Lit::from(6));
        assert!(solver.propagate().is_none());
        // Four of ten are fewer than half; the decision is taken back.
        solver.begin_afresh();
        assert_eq!((solver.activity.active_count(), solver.trail.level()), (0, 0));
        // Five are not, and nothing happens; nor does it in focused mode.
        for index in [0, 3, 5, 7, 8] {
            solver.activity.bump(index);
        }
        solver.trail.open_level();
        solver.decide(Lit::from(6));
        solver.begin_afresh();
        assert_eq!((solver.activity.active_count(), solver.trail.level()), (5, 1));
        solver.activity.forget();
        solver.activity.bump(0);
        solver.restarts.stable = false;
        solver.begin_afresh();
        assert_eq!(solver.activity.active_count(), 1);
    }

    #[test]
    fn looking_at_groups_is_paid_for_by_propagations() {
        let mut solver = solver(2);
        assert!(solver.first_fail(0).is_some());
        solver.first_fail.looked = FREE + 1;
        assert_eq!(solver.first_fail(0), None);
        solver.stats.propagations += 1;
        assert!(solver.first_fail(0).is_some());
        solver.restarts.stable_runs += 2;
        solver.first_fail.looked = FREE * FREE;
        assert!(solver.first_fail(0).is_some());
    }
}
