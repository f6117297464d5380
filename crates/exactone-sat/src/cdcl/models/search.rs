//! The search of an enumeration: as always above the fixed levels, and a flip where they meet a conflict.

use super::super::propagate::Conflict;
use super::super::trail::Reason;
use super::{BASE, Models, State};
use crate::lit::{Lit, Var};
use crate::model::Model;
use crate::solver::Stopped;

impl Models<'_, '_> {
    /// Takes the clauses in and sets the assumptions at level 1.
    pub(super) fn begin(&mut self) -> State {
        self.stats_before = self.solver.stats;
        let query = &self.query;
        if let Some(plain) = self.solver.plain.take()
            && self.solver.take_plain(&plain, &|| query.stopped().is_some()).is_none()
        {
            self.solver.plain = Some(plain);
            return State::Stopped(query.stopped().unwrap_or(Stopped::Interrupted));
        }
        if self.is_refuted_at_once() { State::Done } else { State::Searching }
    }

    /// Whether the assumptions, which are set at level 1, contradict the clauses by propagation alone.
    fn is_refuted_at_once(&mut self) -> bool {
        let solver = &mut *self.solver;
        solver.know(self.query.assumptions);
        if let Some(last) = self.projected.len().checked_sub(1) {
            solver.know(&[Var::from_index(last).positive()]);
        }
        self.projected.resize(solver.known, false);
        self.asked.grow(solver.known);
        self.others.grow(solver.known);
        solver.backtrack(0);
        solver.assuming = true;
        if !solver.ok {
            return true;
        }
        if let Some(conflict) = solver.propagate() {
            let _ = solver.refute(conflict);
            return true;
        }
        self.model = Model::from_fn(solver.vars, |_| false);
        solver.trail.open_level();
        for &lit in self.query.assumptions {
            if solver.trail.is_false(lit) {
                return true;
            }
            if !solver.trail.is_true(lit) {
                solver.trail.assign(lit, Reason::NONE);
                if solver.propagate().is_some() {
                    return true;
                }
            }
        }
        false
    }

    fn backtrack(&mut self, level: u32) {
        if self.solver.trail.level() <= level {
            return;
        }
        let keep = self.solver.trail.start_of(level + 1);
        for lit in &self.solver.trail.lits()[keep..] {
            let index = lit.var().index();
            let queue = if self.projected[index] { &mut self.asked } else { &mut self.others };
            queue.unassigned(index);
        }
        self.solver.backtrack(level);
        self.seen = self.seen.min(keep);
        self.newest = self.newest.min(level);
    }

    /// Turns to the other side of the decision of this level, which is fixed or becomes so. False if there is none.
    pub(super) fn flip(&mut self, level: u32) -> bool {
        if level <= BASE {
            return false;
        }
        let decision = self.solver.trail.lits()[self.solver.trail.start_of(level)];
        self.backtrack(level - 1);
        self.fixed = level - 1;
        self.solver.trail.assign(!decision, Reason::NONE);
        for at in 0..self.units.len() {
            let unit = self.units[at];
            match self.solver.trail.value(unit) {
                0 => self.solver.trail.assign(unit, Reason::NONE),
                value if value > 0 => {}
                _ => return self.flip(self.fixed),
            }
        }
        true
    }

    /// On to the next model, or to the end.
    pub(super) fn search(&mut self) -> State {
        let mut steps = 255u32; // the clock is asked at once, since every model may be a call of its own
        loop {
            if let Some(conflict) = self.solver.propagate() {
                self.solver.stats.conflicts += 1;
                if self.solver.trail.level() <= self.fixed {
                    if !self.flip(self.fixed) {
                        return State::Done;
                    }
                } else {
                    self.learn(conflict);
                }
                continue;
            }
            steps += 1;
            if steps >= 256 {
                steps = 0;
                if let Some(why) = self.is_over() {
                    return State::Stopped(why);
                }
            }
            let solver = &mut *self.solver;
            if solver.options.restarts && solver.restarts.is_due() && solver.trail.level() > self.fixed {
                solver.restarts.done(solver.stats.propagations);
                solver.stats.restarts += 1;
                self.backtrack(self.fixed);
            }
            if self.solver.wants_reduction() {
                self.solver.reduce();
            }
            if self.takes_residue() {
                self.write_trail();
                return State::InResidue;
            }
            let Some((lit, asked)) = self.next_decision() else { return State::AtModel };
            self.solver.trail.open_level();
            self.solver.decide(lit);
            if asked {
                self.newest = self.solver.trail.level();
            }
        }
    }

    /// The next literal to decide on and whether its variable was asked about; those come first.
    fn next_decision(&mut self) -> Option<(Lit, bool)> {
        let solver = &*self.solver;
        if solver.trail.len() == solver.known {
            return None;
        }
        let projected = &self.projected;
        let is_set = |index| solver.trail.value(Var::from_index(index).positive()) != 0;
        let (index, asked) = match self.asked.next(|index| !projected[index] || is_set(index)) {
            Some(index) => (index, true),
            None => (self.others.next(|index| projected[index] || is_set(index))?, false),
        };
        Some((solver.phases.literal(index, false), asked))
    }

    /// Learns from a conflict above the fixed levels.
    fn learn(&mut self, conflict: Conflict) {
        let (back, lbd) = self.solver.analyze(conflict);
        let lits = std::mem::take(&mut self.solver.learnt);
        self.solver.stats.learnt += 1;
        self.solver.restarts.conflict(lbd);
        for lit in &lits {
            let index = lit.var().index();
            let queue = if self.projected[index] { &mut self.asked } else { &mut self.others };
            queue.bump(index, false);
        }
        self.backtrack(back.max(self.fixed));
        let solver = &mut *self.solver;
        let reason = match lits[..] {
            [unit] => {
                self.units.push(unit);
                Reason::NONE
            }
            [first, second] => {
                solver.add_binary(first, second, 0);
                Reason::binary(second)
            }
            _ => {
                let clause = solver.db.add_learnt(&lits, lbd, 0);
                solver.learnts.push(clause);
                solver.watch(clause);
                Reason::clause(clause)
            }
        };
        solver.trail.assign(lits[0], reason);
        solver.stats.propagations += 1;
        solver.learnt = lits;
    }
}
