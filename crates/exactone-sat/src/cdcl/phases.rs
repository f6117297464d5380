//! Which value a variable is tried with first.
//!
//! The value in the longest assignment without conflict since the last rephasing ("target"), in both modes; without one
//! the last value (Pipatsrisawat and Darwiche, A lightweight component caching scheme, SAT 2007). Every so often
//! all last values are replaced: by those of the longest such assignment at all ("best"), by the first ones, or by their
//! opposites, each then improved by local search (`walk.rs`; Cai and Zhang, Deep cooperation of CDCL and local search,
//! SAT 2021; Biere, Fazekas, Fleury and Heisinger, CaDiCaL, Kissat ... entering the SAT competition 2020).

use super::Cdcl;
use crate::lit::{Lit, Var};
use crate::observer::Observer;

const SAVED: u8 = 1;
const TARGET: u8 = 2;
const HAS_TARGET: u8 = 4;
const BEST: u8 = 8;
const HAS_BEST: u8 = 16;
const FORCED: u8 = 32;
const HAS_FORCED: u8 = 64;
const INTERVAL: u64 = 1_000;

/// The values of all variables that are remembered, and when to exchange them.
pub(super) struct Phases {
    bits: Vec<u8>,
    target_len: usize,
    best_len: usize,
    next: u64,
    count: u64,
    /// The work of the search until the last walk.
    pub(super) work_before_walk: u64,
}

impl Phases {
    pub(super) fn new() -> Phases {
        Phases { bits: Vec::new(), target_len: 0, best_len: 0, next: INTERVAL, count: 0, work_before_walk: 0 }
    }

    /// Raises the number of variables; `first` gives the first values.
    pub(super) fn grow(&mut self, vars: usize, mut first: impl FnMut() -> bool) {
        let old = self.bits.len();
        self.bits.extend((old..vars).map(|_| if first() { SAVED } else { 0 }));
    }

    /// Remembers the last value of a variable.
    #[inline]
    pub(super) fn save(&mut self, lit: Lit) {
        let bits = &mut self.bits[lit.var().index()];
        *bits = *bits & !SAVED | u8::from(lit.is_positive());
    }

    /// The last value of a variable, as the literal that is true.
    pub(super) fn saved(&self, index: usize) -> Lit {
        Var::from_index(index).lit(self.bits[index] & SAVED != 0)
    }

    /// Remembers values, the later of two for one variable.
    pub(super) fn remember(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.save(lit);
        }
    }

    /// The literal to decide for a variable.
    #[inline]
    pub(super) fn literal(&self, index: usize, targets: bool) -> Lit {
        let bits = self.bits[index];
        let value = if bits & HAS_FORCED != 0 {
            bits & FORCED != 0
        } else if targets && bits & HAS_TARGET != 0 {
            bits & TARGET != 0
        } else {
            bits & SAVED != 0
        };
        Var::from_index(index).lit(value)
    }

    #[inline]
    fn copy(&mut self, trail: &[Lit], value: u8, has: u8) {
        for lit in trail {
            let bits = &mut self.bits[lit.var().index()];
            *bits = *bits & !value | has | if lit.is_positive() { value } else { 0 };
        }
    }

    /// Starts to look for a longest assignment anew.
    pub(super) fn forget_target(&mut self) {
        if self.target_len == 0 {
            return;
        }
        self.target_len = 0;
        for bits in &mut self.bits {
            *bits &= !HAS_TARGET;
        }
    }

    /// Takes note of an assignment without conflict.
    #[inline]
    pub(super) fn consistent(&mut self, trail: &[Lit]) {
        let target = trail.len() > self.target_len;
        let best = trail.len() > self.best_len;
        match (target, best) {
            (false, false) => return,
            (true, false) => self.copy(trail, TARGET, HAS_TARGET),
            (false, true) => self.copy(trail, BEST, HAS_BEST),
            (true, true) => self.copy(trail, TARGET | BEST, HAS_TARGET | HAS_BEST),
        }
        self.target_len = self.target_len.max(trail.len());
        self.best_len = self.best_len.max(trail.len());
    }
}

impl<O: Observer> Cdcl<O> {
    /// The value with which a variable is tried first from now on, whatever the search has learnt about it; `None`
    /// gives the choice back to the search. Changes no answer, only the way to it. The variable need not be known yet.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, Solver, Var, clauses};
    /// let mut solver = Cdcl::new();
    /// clauses![[1, 2]].pour(&mut solver);
    /// solver.set_phase(Var::new(1), Some(false));
    /// assert!(solver.solve().model().unwrap().is_true(-1));
    /// solver.set_phase(Var::new(1), Some(true));
    /// assert!(solver.solve().model().unwrap().is_true(1));
    /// ```
    pub fn set_phase(&mut self, var: Var, value: Option<bool>) {
        self.know(&[var.positive()]);
        let bits = &mut self.phases.bits[var.index()];
        *bits &= !(FORCED | HAS_FORCED);
        *bits |= value.map_or(0, |value| HAS_FORCED | if value { FORCED } else { 0 });
    }

    /// Remembers the part of the trail below a conflict (or all of it), if it is the longest so far.
    pub(super) fn note_consistent(&mut self, len: usize) {
        self.phases.consistent(&self.trail.lits()[..len]);
    }

    pub(super) fn wants_rephase(&self) -> bool {
        self.stats.conflicts >= self.phases.next
    }

    /// Replaces the remembered values. The trail must be at the level of the assumptions.
    pub(super) fn rephase(&mut self) {
        let first = self.options.phase;
        let phases = &mut self.phases;
        let count = phases.count;
        phases.count += 1;
        phases.next = self.stats.conflicts + INTERVAL * (phases.count + 1);
        // first, opposite, then best, first, best, opposite, ...
        let kind = match count {
            0 => 0,
            1 => 1,
            _ => [2, 0, 2, 1][(count - 2) as usize % 4],
        };
        for bits in &mut phases.bits {
            let value = match kind {
                0 => first,
                1 => !first,
                _ if *bits & HAS_BEST != 0 => *bits & BEST != 0,
                _ => *bits & SAVED != 0,
            };
            *bits = *bits & !(SAVED | HAS_TARGET) | u8::from(value);
        }
        phases.target_len = 0;
        if kind == 2 {
            phases.best_len = 0;
        }
    }
}
