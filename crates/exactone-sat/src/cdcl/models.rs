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

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::Cdcl;
use super::queue::Queue;
use super::residue::{Found, MOST, Residue};
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

    /// Whether so few variables are open that the rest is listed from the residue. All decisions must be on variables asked
    /// about.
    fn takes_residue(&mut self) -> bool {
        let open = self.solver.known - self.solver.trail.len();
        if open == 0 || open > MOST || self.newest < self.solver.trail.level() {
            return false;
        }
        if self.to_pass_by > 0 {
            self.to_pass_by -= 1;
            return false;
        }
        let residue = self.residue.get_or_insert_with(|| Residue::new(self.solver));
        if !residue.take(self.solver, &self.projected) {
            self.pass_by();
            return false;
        }
        self.found_before = self.found;
        true
    }

    /// The last residue did not pay: more and more of the next ones are passed by.
    fn pass_by(&mut self) {
        self.passed_by = (2 * self.passed_by + 1).min(1023);
        self.to_pass_by = self.passed_by;
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

    /// The next model of the residue, or what to do when there is none.
    fn search_residue(&mut self) -> State {
        let Some(residue) = &mut self.residue else { return State::Searching };
        let before = (residue.conflicts, residue.propagations);
        let found = residue.search();
        self.solver.stats.conflicts += residue.conflicts - before.0;
        self.solver.stats.propagations += residue.propagations - before.1;
        match found {
            Found::Model => {
                residue.write(&mut self.model);
                State::InResidue
            }
            Found::Nothing => {
                // Looking for the open variables costs a step for each variable.
                if self.found - self.found_before > 1 + self.solver.known as u64 / 512 {
                    self.passed_by = 0;
                } else {
                    self.pass_by();
                }
                if self.flip(self.newest) { State::Searching } else { State::Done }
            }
            Found::TooHard => {
                let way: Vec<(Lit, bool)> = residue.way().collect();
                self.pass_by();
                for (lit, other_side_seen) in way {
                    match self.solver.trail.value(lit) {
                        0 => {
                            if !other_side_seen {
                                self.solver.trail.open_level();
                            }
                            self.solver.decide(lit);
                            if self.solver.propagate().is_none() {
                                continue;
                            }
                        }
                        // Learnt clauses exclude the other side as well.
                        value if value > 0 => continue,
                        // They exclude this side, and the other is still to be looked at.
                        _ if !other_side_seen => break,
                        _ => {}
                    }
                    self.solver.stats.conflicts += 1;
                    self.newest = self.solver.trail.level();
                    return if self.flip(self.newest) { State::Searching } else { State::Done };
                }
                (self.fixed, self.newest) = (self.solver.trail.level(), self.solver.trail.level());
                State::Searching
            }
        }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sink::ClauseSink;
    use crate::solver::Solver;
    use crate::testing::{Random, models, random_clauses};
    use crate::{CdclOptions, Cnf};

    #[test]
    fn each_projected_model_comes_once() {
        let mut random = Random::new(21);
        let mut total = 0;
        for round in 0..4000 {
            let vars = 1 + random.below(10) as u32;
            let mut cnf = Cnf::new();
            let state = random.below(u64::MAX);
            random_clauses(&mut Random::new(state), vars, &mut cnf);
            let options = CdclOptions::new().seed(random.below(3)).recognise_groups(round % 2 == 0);
            let mut solver = Cdcl::with_options(options);
            random_clauses(&mut Random::new(state), vars, &mut solver);
            for _ in 0..3 {
                let assumptions: Vec<Lit> = (0..random.below(3)).map(|_| random.lit(vars)).collect();
                let kept = random.below(1 << vars) as u32 | if random.below(3) == 0 { u32::MAX } else { 0 };
                let holds = |set: u32, lit: &Lit| (set >> lit.var().index() & 1 == 1) == lit.polarity();
                let expected: BTreeSet<u32> = models(&cnf, vars)
                    .filter(|&set| assumptions.iter().all(|lit| holds(set, lit)))
                    .map(|set| set & kept)
                    .collect();
                let projection = Var::range(1..=vars).filter(|var| kept >> var.index() & 1 == 1);
                let mut found = BTreeSet::new();
                let mut all = solver.models(projection).assume(&assumptions);
                while let Some(model) = all.advance() {
                    let set: u32 = model.true_vars().map(|var| 1 << var.index()).sum();
                    assert!(cnf.eval(|var| model.value(var)), "round {round}: {cnf} has no model {model}");
                    assert!(assumptions.iter().all(|&lit| model.is_true(lit)), "round {round}");
                    assert!(found.insert(set & kept), "round {round}: {model} comes twice");
                }
                assert!(all.is_complete() && all.stopped().is_none());
                assert_eq!(all.found(), found.len() as u64);
                drop(all);
                assert_eq!(found, expected, "round {round}: {cnf} on {kept:b} under {assumptions:?}");
                total += found.len();
                assert_eq!(solver.solve_under(&assumptions).is_sat(), !expected.is_empty(), "round {round}");
            }
        }
        assert!(total > 50_000, "{total}");
    }

    #[test]
    fn harder_formulas_are_learnt_from() {
        // Random 3-SAT with 40 variables near the threshold has few models and many conflicts.
        let mut random = Random::new(3);
        let mut conflicts = 0;
        for _ in 0..30 {
            let mut cnf = Cnf::new();
            for _ in 0..160 {
                let lits: Vec<Lit> = (0..3).map(|_| random.lit(40)).collect();
                cnf.add_clause(&lits);
            }
            let mut solver = Cdcl::new();
            cnf.pour(&mut solver);
            let found: BTreeSet<Vec<bool>> = solver
                .models(Var::range(1..=40))
                .map(|model| Var::range(1..=40).map(|var| model.value(var)).collect())
                .collect();
            conflicts += solver.stats().conflicts;
            // One blocking clause a model on a fresh solver finds as many.
            let mut blocking = Cdcl::new();
            cnf.pour(&mut blocking);
            let mut count = 0;
            while let Some(model) = blocking.solve().into_model() {
                assert!(found.contains(&Var::range(1..=40).map(|var| model.value(var)).collect::<Vec<_>>()));
                blocking.add_clause(&model.blocking_clause(Var::range(1..=40)));
                count += 1;
            }
            assert_eq!(found.len(), count);
        }
        assert!(conflicts > 300, "{conflicts}");
    }

    #[test]
    fn many_variables_are_listed_down_to_a_residue() {
        // Exactly-one groups over 200 variables with smaller groups and clauses across: more than fit a residue. A loop
        // with blocking clauses, which shares nothing with this, finds as many.
        const ENOUGH: usize = 200;
        let mut random = Random::new(77);
        let (mut total, mut complete) = (0, 0);
        for round in 0..60 {
            let mut cnf = Cnf::new();
            let seed = random.below(u64::MAX);
            let pour = |sink: &mut dyn ClauseSink| {
                let mut random = Random::new(seed);
                for first in (1..=181u32).step_by(10) {
                    let group: Vec<Lit> =
                        (first..first + 10).map(|number| Lit::from(Var::new(number))).collect();
                    sink.exactly_one(&group);
                    let across: Vec<Lit> = (0..4).map(|_| random.lit(200).var().positive()).collect();
                    sink.at_most_one(&across);
                }
                for _ in 0..20 + 2 * round {
                    let lits: Vec<Lit> = (0..2 + random.below(3)).map(|_| random.lit(200)).collect();
                    sink.add_clause(&lits);
                }
            };
            let (mut solver, mut blocking) = (Cdcl::new(), Cdcl::new());
            pour(&mut solver);
            pour(&mut blocking);
            pour(&mut cnf);
            let kept = Var::range(1..=[200, 60, 14][round % 3]);
            let mut seen = BTreeSet::new();
            let mut all = solver.models(kept.clone());
            while seen.len() < ENOUGH
                && let Some(model) = all.advance()
            {
                assert!(cnf.eval(|var| model.value(var)), "round {round}");
                let set: Vec<bool> = kept.clone().map(|var| model.value(var)).collect();
                assert!(seen.insert(set), "round {round}: twice");
            }
            complete += usize::from(all.is_complete() && !seen.is_empty());
            let mut count = 0;
            while count < ENOUGH
                && let Some(model) = blocking.solve().into_model()
            {
                blocking.add_clause(&model.blocking_clause(kept.clone()));
                count += 1;
            }
            assert_eq!(seen.len(), count, "round {round}");
            total += count;
        }
        assert!(total > 500 && complete > 3, "{total} {complete}");
    }

    #[test]
    fn what_is_handed_back_to_a_solver_that_has_learnt_loses_no_model() {
        // Latin squares with clauses across fit a residue from the start and are too hard for it now and then.
        const SIDE: usize = 5;
        let mut random = Random::new(0);
        let mut total = 0;
        // The last round of the first seed has a conflict on the way back, that of the second a literal already false.
        for (seed, round) in (0..1304).map(|round| (5, round)).chain((0..289).map(|round| (13, round))) {
            if round == 0 {
                random = Random::new(seed);
            }
            let (mut solver, mut blocking) = (Cdcl::new(), Cdcl::new());
            let state = random.below(u64::MAX);
            for sink in [&mut solver, &mut blocking] {
                let mut random = Random::new(state);
                let mut below = || random.below(SIDE as u64) as usize;
                let lit = |row: usize, column: usize, digit: usize| {
                    Lit::from_index(2 * ((row * SIDE + column) * SIDE + digit))
                };
                for a in 0..SIDE {
                    for b in 0..SIDE {
                        sink.exactly_one(&(0..SIDE).map(|i| lit(a, b, i)).collect::<Vec<_>>());
                        sink.exactly_one(&(0..SIDE).map(|i| lit(a, i, b)).collect::<Vec<_>>());
                        sink.exactly_one(&(0..SIDE).map(|i| lit(i, a, b)).collect::<Vec<_>>());
                    }
                }
                for _ in 0..4 + round % 14 {
                    sink.add_clause(&[0; 2].map(|_| lit(below(), below(), below())));
                    sink.add_clause(&[0; 2].map(|_| !lit(below(), below(), below())));
                }
            }
            for _ in 0..random.below(40) {
                let assumptions: Vec<Lit> = (0..4).map(|_| random.lit(125)).collect();
                let _ = solver.solve_under(&assumptions);
            }
            let kept: Vec<Var> = Var::range(1..=125).filter(|_| random.below(3) > 0).collect();
            let found: BTreeSet<Vec<bool>> = solver
                .models(kept.iter().copied())
                .map(|model| kept.iter().map(|&var| model.value(var)).collect())
                .take(600)
                .collect();
            let mut count = 0;
            while count < 600
                && let Some(model) = blocking.solve().into_model()
            {
                blocking.add_clause(&model.blocking_clause(kept.iter().copied()));
                count += 1;
            }
            assert_eq!(found.len(), count, "seed {seed} round {round}");
            total += count;
        }
        assert!(total > 5_000, "{total}");
    }

    #[test]
    fn a_budget_is_for_the_whole_enumeration() {
        let mut solver = Cdcl::new();
        solver.ensure_vars(20);
        let budget = Budget { propagations: Some(100), ..Budget::default() };
        let mut all = solver.models(Var::range(1..=20)).budget(budget);
        while all.advance().is_some() {}
        assert_eq!(all.stopped(), Some(Stopped::Propagations));
        assert!((10..=101).contains(&all.found()), "{}", all.found());
    }

    #[test]
    fn it_can_be_stopped_and_the_solver_used_again() {
        let mut solver = Cdcl::new();
        solver.at_most_one(&(1..=9).map(Lit::from).collect::<Vec<_>>());
        let stop = AtomicBool::new(false);
        let mut all = solver.models(Var::range(1..=20)).stop(&stop);
        assert!(all.advance().is_some() && all.advance().is_some());
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(all.advance().is_none() && all.advance().is_none());
        assert_eq!((all.stopped(), all.found(), all.is_complete()), (Some(Stopped::Interrupted), 2, false));
        drop(all);
        assert_eq!(solver.models(Var::range(1..=20)).count(), 10 << 11);
        assert!(solver.solve_under(&[1, 2].map(Lit::from)).is_unsat());
        solver.add_clause(&[]);
        assert_eq!(solver.models([]).count(), 0);
    }

    #[test]
    fn the_search_for_groups_can_be_stopped_too() {
        // Pairwise over 300 variables: more clauses than are looked at between two looks at the flag.
        let mut solver = Cdcl::with_options(CdclOptions::new().recognise_groups(true));
        let mut cnf = Cnf::new();
        cnf.exactly_one(&(1..=300).map(Lit::from).collect::<Vec<_>>());
        cnf.pour(&mut solver);
        let stop = AtomicBool::new(true);
        let mut all = solver.models(Var::range(1..=300)).stop(&stop);
        assert!(all.advance().is_none());
        assert_eq!((all.stopped(), all.found()), (Some(Stopped::Interrupted), 0));
        drop(all);
        assert!(solver.plain.is_some(), "nothing is taken in");
        assert_eq!(solver.models(Var::range(1..=300)).count(), 300);
    }
}
