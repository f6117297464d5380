//! Assumptions, the temporary clause, and who is to blame when they fail.
//!
//! All assumptions share decision level 1, each with the length of the trail where it was set. Equal beginnings of
//! two successive lists of assumptions keep their part of the trail (the idea of Hickey and Bacchus, Trail saving on
//! backtrack, SAT 2020, and of Nadel and Ryvchin's incremental solving, here between calls). The temporary clause is
//! never stored: while none of its literals is true under the assumptions, one of them is decided first, as in
//! CaDiCaL (Froleyks and Biere, Single clause assumption without activation literals, FMCAD 2021).

use super::Cdcl;
use super::evidence::unpack;
use super::propagate::Conflict;
use super::trail::Because;
use crate::lit::Lit;
use crate::observer::{Cause, ClauseId, Observer};
use crate::solver::{Core, Outcome, Query};

/// An assumption that has been dealt with.
#[derive(Clone, Copy)]
pub(super) struct Assumed {
    lit: Lit,
    /// The length of the trail before it.
    trail: u32,
    /// How many assumptions before it had to be decided.
    decided: u32,
}

/// What deciding the next assumption led to.
pub(super) enum Assuming {
    /// One more is set and wants propagation.
    Set,
    /// All are true.
    Done,
    /// This one is false.
    Failed(Lit),
}

impl<O: Observer> Cdcl<O> {
    /// The level that holds the assumptions, 0 if there are none.
    pub(super) fn base(&self) -> u32 {
        u32::from(self.assuming)
    }

    /// Prepares for a query: takes everything back but the assumptions that these begin with.
    pub(super) fn keep_common(&mut self, assumptions: &[Lit]) {
        if assumptions.is_empty() || !self.assuming {
            self.backtrack(0);
            self.assuming = !assumptions.is_empty();
            return self.reductions.begin(self.learnts.len(), self.stats.conflicts);
        }
        self.backtrack(1);
        let common = self.assumed.iter().zip(assumptions).take_while(|(old, new)| old.lit == **new).count();
        self.keep_assumed(common);
        if 2 * common < assumptions.len() {
            self.forget_brief();
        }
    }

    /// Keeps the first `count` assumptions with their consequences and takes the rest of level 1 back.
    pub(super) fn keep_assumed(&mut self, count: usize) {
        if let Some(first) = self.assumed.get(count).copied() {
            self.shorten(first.trail as usize);
            self.assumed.truncate(count);
            self.trail.close_levels(1);
            if O::ACTIVE {
                self.observer.backtrack(first.decided);
            }
            if !self.options.learning {
                self.forget_passing();
            }
        }
    }

    /// After a conflict at level 1 the newest assumption is not fully propagated: it must go.
    pub(super) fn drop_newest_assumed(&mut self) {
        self.keep_assumed(self.assumed.len().saturating_sub(1));
    }

    /// The number of decisions on the trail when it stands at `level`.
    pub(super) fn decisions_at(&self, level: u32) -> u32 {
        if !self.assuming || level == 0 {
            return level;
        }
        let decided = self.assumed.last().map_or(0, |last| {
            let own = self.trail.lits().get(last.trail as usize) == Some(&last.lit);
            last.decided + u32::from(own)
        });
        decided + level - 1
    }

    /// Sets the next assumption that is not true yet. The trail must be at level 0 or 1 and propagated.
    pub(super) fn assume_next(&mut self, assumptions: &[Lit]) -> Assuming {
        if self.trail.level() == 0 {
            self.trail.open_level();
        }
        while let Some(&lit) = assumptions.get(self.assumed.len()) {
            if self.trail.is_false(lit) {
                return Assuming::Failed(lit);
            }
            let entry = Assumed { lit, trail: self.trail.len() as u32, decided: self.decisions_at(1) };
            self.assumed.push(entry);
            if !self.trail.is_true(lit) {
                self.decide(lit);
                return Assuming::Set;
            }
        }
        Assuming::Done
    }

    /// The answer when the assumptions cannot all hold: `conflict` is false at their level.
    pub(super) fn refute(&mut self, conflict: Conflict) -> Outcome {
        let lits = self.conflict_lits(conflict);
        let core = self.blame(&lits);
        let last = O::ACTIVE.then(|| unpack(self.conflict_id));
        self.conclude(&lits, core, None, last)
    }

    /// The answer when this assumption is false because of the others.
    pub(super) fn fail(&mut self, assumption: Lit) -> Outcome {
        let mut core = self.blame(&[assumption]);
        core.push(assumption);
        self.conclude(&[assumption], core, Some(assumption), None)
    }

    /// The answer when all literals of the temporary clause are false under the assumptions.
    pub(super) fn fail_constraint(&mut self, constraint: &[Lit]) -> Outcome {
        let core = self.blame(constraint);
        self.conclude(constraint, core, None, Some(ClauseId::Constraint))
    }

    /// All assumptions as the core, where that will do and nobody listens to how it comes about.
    pub(super) fn any_core(&self, query: &Query<'_>, constraint: bool) -> Option<Core> {
        (query.any_core && !O::ACTIVE).then(|| Core::new(query.assumptions.to_vec(), constraint))
    }

    /// The assumptions that make these literals false.
    pub(super) fn blame(&mut self, lits: &[Lit]) -> Vec<Lit> {
        let mut core = Vec::new();
        for lit in lits {
            self.mark_assumed(*lit);
        }
        let start = if self.trail.level() == 0 { self.trail.len() } else { self.trail.start_of(1) };
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail.lits()[at];
            if std::mem::take(&mut self.seen[lit.var().index()]) == 0 {
                continue;
            }
            match self.trail.reason_of(lit.var()).because() {
                Because::Nothing => core.push(lit),
                Because::Binary(other) => self.mark_assumed(other),
                Because::Clause(clause) => {
                    let Cdcl { db, trail, seen, .. } = self;
                    for lit in &db.lits(clause)[1..] {
                        seen[lit.var().index()] = u8::from(trail.level_of(lit.var()) > 0);
                    }
                }
            }
        }
        core
    }

    fn mark_assumed(&mut self, lit: Lit) {
        self.seen[lit.var().index()] = u8::from(self.trail.level_of(lit.var()) > 0);
    }

    fn conclude(
        &mut self,
        from: &[Lit],
        core: Vec<Lit>,
        failed: Option<Lit>,
        last: Option<ClauseId>,
    ) -> Outcome {
        let constraint = last == Some(ClauseId::Constraint);
        let contradictory = failed.is_some_and(|lit| core.contains(&!lit));
        let told = O::ACTIVE && !contradictory && (!constraint || O::ANTECEDENTS);
        let clause: Vec<Lit> = if told { core.iter().map(|&lit| !lit).collect() } else { Vec::new() };
        if told {
            let until: Vec<Lit> = clause.iter().copied().filter(|&lit| Some(!lit) != failed).collect();
            self.collect_chain(from, &until, last);
        }
        if core.is_empty() && !constraint {
            self.refuted();
            self.backtrack(0);
        } else if told {
            let id = unpack(self.derive(&clause));
            if clause.len() > 1 || constraint {
                self.observer.delete(Cause { id, lits: &clause });
            }
        }
        Outcome::Unsat(Core::new(core, constraint))
    }
}
