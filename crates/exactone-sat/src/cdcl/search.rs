//! The search: propagate, learn from a conflict, else restart, change the mode, work on the clauses, or decide.

use super::Cdcl;
use super::assume::Assuming;
use super::evidence;
use super::propagate::Conflict;
use super::trail::Reason;
use crate::lit::Var;
use crate::model::Model;
use crate::observer::Observer;
use crate::solver::{Core, Outcome, Query, Stopped};

impl<O: Observer> Cdcl<O> {
    /// Learns from a conflict above the level of the assumptions.
    pub(super) fn learn(&mut self, conflict: Conflict) {
        if self.options.targets {
            self.note_consistent(self.trail.start_of(self.trail.level()));
        }
        let (back, lbd) = self.analyze(conflict);
        let lits = std::mem::take(&mut self.learnt);
        if O::ACTIVE {
            let from = self.conflict_lits(conflict);
            self.collect_chain(&from, &lits, Some(evidence::unpack(self.conflict_id)));
        }
        let id = self.derive(&lits);
        self.stats.learnt += 1;
        self.restarts.conflict(lbd);
        self.backtrack(back);
        let reason = match lits[..] {
            [unit] => {
                self.assign_unit(unit, id);
                self.learnt = lits;
                return;
            }
            _ if !self.options.learning => self.keep_as_reason(&lits, lbd, id),
            [first, second] => {
                self.add_binary(first, second, id);
                Reason::binary(second)
            }
            _ => {
                let clause = self.db.add_learnt(&lits, lbd, id);
                self.learnts.push(clause);
                self.watch(clause);
                Reason::clause(clause)
            }
        };
        self.trail.assign(lits[0], reason);
        self.stats.propagations += 1;
        self.announce(lits[0], reason, id);
        self.learnt = lits;
    }

    /// The next variable to branch on.
    pub(super) fn next_variable(&mut self) -> Option<usize> {
        let has_value = |index| self.trail.value(Var::from_index(index).positive()) != 0;
        if !self.restarts.stable {
            return self.queue.next(has_value);
        }
        self.activity.next(has_value)
    }

    /// Goes on in the other mode.
    pub(super) fn change_mode(&mut self) {
        if self.restarts.stable {
            self.activity.grow(self.known);
        }
        self.backtrack(self.base());
        if self.restarts.stable {
            self.activity.insert_all();
            self.phases.forget_target();
            self.begin_afresh();
        } else {
            self.queue.rewind();
        }
    }

    /// Whether there is something to take back, and not too much for what has been done with it.
    pub(super) fn restart_is_worth(&self) -> bool {
        let base = self.base();
        self.trail.level() > base && {
            let above = self.trail.len() - self.trail.start_of(base + 1);
            self.restarts.are_worth(self.stats.propagations, above)
        }
    }

    /// Starts again from the top, keeping the decisions that would come before the next one anyway (van der Tak,
    /// Ramos and Heule, Reusing the assignment trail in CDCL solvers, JSAT 2011).
    pub(super) fn restart(&mut self) {
        self.restarts.done(self.stats.propagations);
        self.stats.restarts += 1;
        self.observer.restart();
        self.begin_afresh();
        let base = self.base();
        let mut keep = base;
        if let Some(next) = self.next_variable() {
            let is_first = |index: usize| {
                if self.restarts.stable {
                    self.activity.is_before(index, next)
                } else {
                    self.queue.stamp(index) > self.queue.stamp(next)
                }
            };
            while keep < self.trail.level() {
                let decision = self.trail.lits()[self.trail.start_of(keep + 1)];
                if !is_first(decision.var().index()) {
                    break;
                }
                keep += 1;
            }
        }
        self.backtrack(keep);
    }

    pub(super) fn model(&self) -> Model {
        Model::from_literals(self.vars, self.trail.lits().iter().copied().filter(|lit| lit.is_positive()))
    }

    pub(super) fn search(&mut self, query: &Query<'_>) -> Outcome {
        let conflicts_before = self.stats.conflicts;
        let propagations_before = self.stats.propagations;
        let mut looked_at_clock = self.stats.propagations;
        let mut steps = 0u32;
        loop {
            if let Some(conflict) = self.propagate() {
                self.stats.conflicts += 1;
                self.announce_conflict(conflict);
                if self.trail.level() <= self.base() {
                    let outcome = match self.any_core(query, false) {
                        Some(core) if self.trail.level() > 0 => Outcome::Unsat(core),
                        _ => self.refute(conflict),
                    };
                    if self.ok {
                        self.drop_newest_assumed();
                    }
                    return outcome;
                }
                self.learn(conflict);
            }
            let budget = &query.budget;
            if budget.conflicts.is_some_and(|limit| self.stats.conflicts - conflicts_before >= limit) {
                return self.give_up(Stopped::Conflicts);
            }
            if budget.propagations.is_some_and(|limit| self.stats.propagations - propagations_before >= limit)
            {
                return self.give_up(Stopped::Propagations);
            }
            steps += 1;
            if steps >= 256 || self.stats.propagations - looked_at_clock >= 2048 {
                steps = 0;
                looked_at_clock = self.stats.propagations;
                if let Some(why) = query.stopped() {
                    return self.give_up(why);
                }
            }
            if self.trail.head < self.trail.len() {
                continue; // what was just learnt
            }
            if self.options.learning {
                if self.options.restarts && self.restarts.is_due() && self.restart_is_worth() {
                    self.restart();
                }
                if self.options.modes && self.restarts.changes_mode(self.stats.conflicts, self.ticks) {
                    self.change_mode();
                }
                if self.wants_rephase() {
                    self.backtrack(self.base());
                    self.rephase();
                    if self.options.walk {
                        self.walk(query);
                    }
                }
                if self.wants_reduction() {
                    self.reduce();
                }
                if self.wants_inprocessing() {
                    if let Err(why) = self.inprocess(query) {
                        return self.give_up(why);
                    }
                    if !self.ok {
                        return Outcome::Unsat(Core::default());
                    }
                    continue;
                }
            }
            if self.assuming && self.trail.level() <= 1 && self.assumed.len() < query.assumptions.len() {
                match self.assume_next(query.assumptions) {
                    Assuming::Set => continue,
                    Assuming::Done => {}
                    Assuming::Failed(lit) => return self.fail(lit),
                }
            }
            if let Some(constraint) = query.constraint
                && self.trail.level() == self.base()
                && !constraint.iter().any(|&lit| self.trail.is_true(lit))
            {
                match constraint.iter().find(|&&lit| !self.trail.is_false(lit)) {
                    Some(&lit) => {
                        self.trail.open_level();
                        self.decide(lit);
                        continue;
                    }
                    None => {
                        let core = self.any_core(query, true);
                        return core.map_or_else(|| self.fail_constraint(constraint), Outcome::Unsat);
                    }
                }
            }
            let next = if self.trail.len() < self.known { self.next_variable() } else { None };
            let Some(index) = next else {
                let model = self.model();
                self.rest();
                return Outcome::Sat(model);
            };
            self.trail.open_level();
            let by_phase = self.phases.literal(index, self.options.targets);
            let lit = self.first_fail(index).unwrap_or(by_phase);
            self.decide(lit);
        }
    }

    /// Takes back what the next query need not find. Clauses that are only reasons do not outlive a query.
    pub(super) fn rest(&mut self) {
        self.backtrack(if self.options.learning { self.base() } else { 0 });
    }

    pub(super) fn give_up(&mut self, why: Stopped) -> Outcome {
        self.rest();
        Outcome::Unknown(why)
    }
}
