//! All models, one after another, without a blocking clause for each.
//!
//! After a model the newest decision on a variable asked about is flipped in place, and everything up to its level
//! becomes *fixed*: the other side of a fixed decision is still to be looked at, so no backjump may pass it. Above
//! the fixed levels the search learns and jumps as always; a conflict at the highest fixed level flips its decision in
//! turn, and when none is left all models have been seen. Variables asked about are decided before all others, so
//! what is flipped is always one of them and each projected model comes once. After Gebser, Kaufmann, Neumann and
//! Schaub, "Conflict-driven answer set enumeration", LPNMR 2007, and, for the projection, Gebser, Kaufmann and Schaub,
//! "Solution enumeration for projected Boolean search problems", CPAIOR 2009.
//!
//! Where few variables are open the models below are listed from a copy of what is left (`residue.rs`), which is as if the
//! search had gone through them; then the newest decision is flipped as after a model.
//!
//! Level 1 stands under all this, with the assumptions if there are any, so that nothing flipped ever looks like a
//! fact of level 0: what is learnt on the way follows from the clauses alone and stays when the enumeration ends. A
//! learnt clause may be unit below the fixed levels without being noticed there, which costs a propagation at most,
//! never a wrong model; learnt units are repeated after each flip and become facts at the end.

mod search;
mod few_open;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::Cdcl;
use super::queue::Queue;
use super::residue::Residue;
use crate::lit::{Lit, Var};
use crate::model::Model;
use crate::solver::{Budget, Query, Stats, Stopped};

/// The level of the assumptions.
const BASE: u32 = 1;

/// The models of a solver's clauses, each once for the variables asked about. Made by [`Cdcl::models`].
///
/// As an iterator it gives each model by value; [`advance`](Self::advance) lends it instead, which is faster. The
/// solver can be used as before when this is dropped, and has learnt.
pub struct Models<'s, 'q> {
    solver: &'s mut Cdcl,
    query: Query<'q>,
    /// Whether each variable was asked about.
    projected: Vec<bool>,
    /// The order of decisions, of the variables asked about and of the others; in each the rest never waits.
    asked: Queue,
    others: Queue,
    /// The highest fixed level.
    fixed: u32,
    /// The level of the newest decision on a variable asked about, or `BASE`.
    newest: u32,
    units: Vec<Lit>,
    /// The last model and how much of the trail it has seen.
    model: Model,
    seen: usize,
    state: State,
    found: u64,
    /// What the solver had done when this began.
    stats_before: Stats,
    /// What is left where few variables are open; made when it is first of use.
    residue: Option<Residue>,
    /// Where the last residue began to be listed, how often one was passed by since it did not pay, and how often
    /// another will be.
    found_before: u64,
    passed_by: u32,
    to_pass_by: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    New,
    /// The model lent last is still on the trail.
    AtModel,
    /// Models below the trail are listed from the residue.
    InResidue,
    Searching,
    Done,
    Stopped(Stopped),
}

impl Cdcl {
    /// The models of the clauses so far, as they differ on `vars`; the other variables have some value that fits.
    /// Variables that occur in no clause take both values if they are asked about.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, ClauseSink, Lit, Var};
    /// let mut solver = Cdcl::new();
    /// solver.exactly_one(&[1, 2, 3].map(Lit::from));
    /// solver.add_clause(&[3, 4].map(Lit::from));
    /// assert_eq!(solver.models(Var::range(1..=4)).count(), 4);
    /// assert_eq!(solver.models(Var::range(1..=3)).count(), 3);
    /// assert_eq!(solver.models([]).count(), 1);
    /// ```
    pub fn models(&mut self, vars: impl IntoIterator<Item = Var>) -> Models<'_, 'static> {
        let mut projected = Vec::new();
        for var in vars {
            if projected.len() <= var.index() {
                projected.resize(var.index() + 1, false);
            }
            projected[var.index()] = true;
        }
        Models {
            solver: self,
            query: Query::new(),
            projected,
            asked: Queue::new(),
            others: Queue::new(),
            fixed: BASE,
            newest: BASE,
            units: Vec::new(),
            model: Model::default(),
            seen: 0,
            state: State::New,
            found: 0,
            stats_before: Stats::default(),
            residue: None,
            found_before: 0,
            passed_by: 0,
            to_pass_by: 0,
        }
    }
}

impl<'s, 'q> Models<'s, 'q> {
    /// Only models in which these literals are true. To be called before the first model is asked for.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, ClauseSink, Lit, Var};
    /// let mut solver = Cdcl::new();
    /// solver.at_most_one(&[1, 2, 3].map(Lit::from));
    /// assert_eq!(solver.models(Var::range(1..=3)).assume(&[Lit::from(-2)]).count(), 3);
    /// assert_eq!(solver.models(Var::range(1..=3)).count(), 4);
    /// ```
    pub fn assume<'a>(self, assumptions: &'a [Lit]) -> Models<'s, 'a>
    where
        'q: 'a,
    {
        self.with(|query| query.assume(assumptions))
    }

    /// Within this budget for the whole enumeration.
    pub fn budget<'a>(self, budget: Budget<'a>) -> Models<'s, 'a>
    where
        'q: 'a,
    {
        self.with(|query| query.budget(budget))
    }

    /// Until this flag is set.
    pub fn stop<'a>(self, stop: &'a AtomicBool) -> Models<'s, 'a>
    where
        'q: 'a,
    {
        self.with(|query| query.stop(stop))
    }

    fn with<'a>(self, change: impl FnOnce(Query<'a>) -> Query<'a>) -> Models<'s, 'a>
    where
        'q: 'a,
    {
        let mut shorter: Models<'s, 'a> = self;
        shorter.query = change(shorter.query);
        shorter
    }

    /// The number of models found so far.
    pub const fn found(&self) -> u64 {
        self.found
    }

    /// Whether all models were found.
    pub const fn is_complete(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// Why the search gave up before all models were found, if it did.
    pub const fn stopped(&self) -> Option<Stopped> {
        match self.state {
            State::Stopped(why) => Some(why),
            _ => None,
        }
    }

    /// The next model, lent until the next call. `None` when there is no other one, or when the search was
    /// [stopped](Self::stopped).
    ///
    /// ```
    /// use exactone_sat::{Cdcl, Var, clauses};
    /// let mut solver = Cdcl::new();
    /// clauses![[1, 2], [-1, -2]].pour(&mut solver);
    /// let mut models = solver.models(Var::range(1..=2));
    /// while let Some(model) = models.advance() {
    ///     assert!(model.is_true(1) != model.is_true(2));
    /// }
    /// assert!(models.is_complete());
    /// assert_eq!(models.found(), 2);
    /// ```
    pub fn advance(&mut self) -> Option<&Model> {
        match self.state {
            State::Done | State::Stopped(_) => return None,
            State::New => self.state = self.begin(),
            State::AtModel => {
                self.state = if self.flip(self.newest) { State::Searching } else { State::Done };
            }
            State::Searching => {}
            State::InResidue => {
                if let Some(why) = self.is_over() {
                    self.state = State::Stopped(why);
                    return None;
                }
            }
        }
        loop {
            if self.state == State::Searching {
                self.state = self.search();
            }
            if self.state != State::InResidue {
                break;
            }
            self.state = self.search_residue();
            if self.state == State::InResidue {
                self.found += 1;
                return Some(&self.model);
            }
        }
        if self.state != State::AtModel {
            return None;
        }
        self.found += 1;
        self.write_trail();
        Some(&self.model)
    }

    /// Brings the model up to the trail.
    fn write_trail(&mut self) {
        let lits = self.solver.trail.lits();
        for &lit in &lits[self.seen..] {
            self.model.set(lit);
        }
        self.seen = lits.len();
    }

    /// Why to stop now, if so.
    fn is_over(&mut self) -> Option<Stopped> {
        let (stats, before) = (self.solver.stats, self.stats_before);
        let used =
            |limit: Option<u64>, before: u64, now: u64| limit.is_some_and(|limit| now - before >= limit);
        let budget = &self.query.budget;
        if used(budget.conflicts, before.conflicts, stats.conflicts) {
            return Some(Stopped::Conflicts);
        }
        if used(budget.propagations, before.propagations, stats.propagations) {
            return Some(Stopped::Propagations);
        }
        self.query.stopped()
    }
}

impl Iterator for Models<'_, '_> {
    type Item = Model;

    fn next(&mut self) -> Option<Model> {
        self.advance().cloned()
    }

    fn count(mut self) -> usize {
        let mut count = 0;
        while self.advance().is_some() {
            count += 1;
        }
        count
    }
}

impl std::iter::FusedIterator for Models<'_, '_> {}

impl Drop for Models<'_, '_> {
    fn drop(&mut self) {
        let solver = &mut *self.solver;
        solver.backtrack(0);
        solver.assuming = false;
        for &unit in &self.units {
            match solver.trail.value(unit) {
                0 => solver.assign_unit(unit, 0),
                value if value > 0 => {}
                _ => return solver.refuted(),
            }
        }
    }
}

impl fmt::Debug for Models<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models")
            .field("found", &self.found)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
