//! How many models there are, exactly, without going through them one by one.
//!
//! The search branches as DPLL does. Once what is left falls into parts that share no variable, their numbers are
//! counted one by one and multiplied; each part that has been counted is remembered by its variables and open clauses
//! and recognised when it comes back (Bacchus, Dalmao and Pitassi, "Algorithms and complexity results for #SAT and
//! Bayesian inference", FOCS 2003; Sang and others, SAT 2004; Thurley, "sharpSAT", SAT 2006). Groups ("at most one of
//! these") are kept whole, as in [`Cdcl`](crate::Cdcl).
//!
//! Counting projects: only assignments of the variables asked about are told apart. Those are branched on first; in a
//! part without one only the existence of a model matters (Aziz, Chu, Muise and Stuckey, "#∃SAT: projected model
//! counting", SAT 2015).

mod branch;
mod cache;
mod component;
mod formula;
mod search;

use std::ops::ControlFlow;

use crate::cdcl::Cdcl;
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::natural::Natural;
use crate::sink::ClauseSink;
use crate::solver::{Budget, Outcome, Query, Solver, Stopped};

/// Counts the models of clauses and groups.
///
/// ```
/// use exactone_sat::{ClauseSink, Counter, Lit, Var};
/// let mut counter = Counter::new();
/// for row in 0..100 {
///     let cells: Vec<Lit> = Var::range(10 * row + 1..=10 * row + 10).map(Lit::from).collect();
///     counter.exactly_one(&cells);
/// }
/// assert_eq!(counter.count(Var::range(1..=1000)).to_string(), format!("1{}", "0".repeat(100)));
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    clauses: Cnf,
    groups: Cnf,
    cache_bytes: usize,
    in_order: bool,
}

/// The answer of a count that may have been stopped.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// So many.
    Exactly(Natural),
    /// At least so many were found before the count was stopped.
    AtLeast(Natural, Stopped),
}

impl Counted {
    /// The number, if it is the whole one.
    pub const fn exact(&self) -> Option<&Natural> {
        match self {
            Counted::Exactly(number) => Some(number),
            Counted::AtLeast(..) => None,
        }
    }
}

/// How far a count has come.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct CountProgress {
    /// There are at least so many models.
    pub at_least: Natural,
    /// Decisions made so far.
    pub decisions: u64,
    /// Parts that were recognised, so that they had not to be counted again.
    pub recognised: u64,
    /// Parts that are remembered.
    pub remembered: u64,
}

impl Default for Counter {
    fn default() -> Counter {
        Counter::new()
    }
}

impl Counter {
    /// No clauses, and up to 512 MB for what is remembered.
    pub const fn new() -> Counter {
        Counter { clauses: Cnf::new(), groups: Cnf::new(), cache_bytes: 512 << 20, in_order: false }
    }

    /// With about so many bytes for what is remembered. When they are used up, the half that was least recently of
    /// use is forgotten.
    pub fn with_memory(self, bytes: usize) -> Counter {
        Counter { cache_bytes: bytes, ..self }
    }

    /// With or without (the beginning) branching on variables in their order where clauses say "exactly one", in place of
    /// the first variable of a shortest such clause. It changes no count. It pays where the variables are numbered along
    /// the border between what is decided and what is open, as in Latin squares row after row, and costs much
    /// where other clauses cross that border, as diagonals do.
    ///
    /// ```
    /// use exactone_sat::{ClauseSink, Counter, Lit, Var};
    /// let mut counter = Counter::new().in_order(true);
    /// counter.exactly_one(&[1, 2, 3].map(Lit::from));
    /// assert_eq!(counter.count(Var::range(1..=3)).to_u128(), Some(3));
    /// ```
    pub fn in_order(self, in_order: bool) -> Counter {
        Counter { in_order, ..self }
    }

    /// The number of assignments of `vars` that can be extended to a model of the clauses so far. A variable that
    /// occurs in no clause doubles it.
    ///
    /// ```
    /// use exactone_sat::{Counter, Var, clauses};
    /// let mut counter = Counter::new();
    /// clauses![[1, 2], [2, 3]].pour(&mut counter);
    /// assert_eq!(counter.count(Var::range(1..=3)).to_u128(), Some(5));
    /// assert_eq!(counter.count(Var::range(1..=2)).to_u128(), Some(3));
    /// assert_eq!(counter.count(Var::range(1..=4)).to_u128(), Some(10));
    /// ```
    pub fn count(&self, vars: impl IntoIterator<Item = Var>) -> Natural {
        match self.count_query(vars, &Query::new(), &mut |_| ControlFlow::Continue(())) {
            Counted::Exactly(number) => number,
            Counted::AtLeast(..) => unreachable!("nothing stops this count"),
        }
    }

    /// As [`count`](Self::count), under the assumptions and the temporary clause of a query, until its budget is used
    /// up, its stop flag set, or `watch` says to stop. `watch` is called every few thousand decisions and at the end;
    /// a budget of conflicts counts the branches that end in one.
    ///
    /// ```
    /// use exactone_sat::{Counted, Counter, ClauseSink, Lit, Natural, Query, Var};
    /// use std::ops::ControlFlow;
    /// let mut counter = Counter::new();
    /// counter.at_most_one(&[1, 2, 3, 4].map(Lit::from));
    /// let assumptions = [Lit::from(-3)];
    /// let query = Query::new().assume(&assumptions);
    /// let answer = counter.count_query(Var::range(1..=4), &query, &mut |_| ControlFlow::Continue(()));
    /// assert_eq!(answer, Counted::Exactly(Natural::from(4u32)));
    /// ```
    pub fn count_query(
        &self,
        vars: impl IntoIterator<Item = Var>,
        query: &Query<'_>,
        watch: &mut dyn FnMut(&CountProgress) -> ControlFlow<()>,
    ) -> Counted {
        let mut formula = formula::Formula::new(self.var_count());
        formula.add(&self.clauses, &self.groups, query);
        match self.forced(query) {
            Some(lits) => formula.force(&lits),
            None => formula.contradict(),
        }
        let mut projected = vec![false; formula.var_count()];
        let mut free = 0u32;
        for var in vars {
            match projected.get_mut(var.index()) {
                Some(asked) => *asked = true,
                None => free += 1,
            }
        }
        search::Search::new(formula, projected, self.cache_bytes, self.in_order).run(free, query, watch)
    }
}

/// How many models are asked for, and with how many conflicts each, before the count.
const MODELS: usize = 64;
const CONFLICTS: u64 = 2000;

impl Counter {
    /// Literals that are true in every model, found by the solver that learns; `None` if there is no model. Not all of
    /// them where that takes long. (On 9x9 puzzles with several solutions it halves the decisions of the count and more, and
    /// that there are none it says in milliseconds where the count alone took 9 s.)
    fn forced(&self, query: &Query<'_>) -> Option<Vec<Lit>> {
        let mut solver = Cdcl::new();
        solver.ensure_vars(self.var_count());
        self.clauses.pour(&mut solver);
        for group in &self.groups {
            solver.at_most_one(group);
        }
        if let Some(constraint) = query.constraint {
            solver.add_clause(constraint);
        }
        for &assumption in query.assumptions {
            solver.add_clause(&[assumption]);
        }
        let budget = Budget { conflicts: Some(CONFLICTS), ..query.budget };
        let plain = Query { assumptions: &[], constraint: None, budget, ..*query };
        let mut candidates: Vec<Lit> = match solver.solve_query(&plain) {
            Outcome::Sat(model) => {
                Var::range(1..=self.var_count()).map(|var| var.lit(model.value(var))).collect()
            }
            Outcome::Unsat(_) => return None,
            Outcome::Unknown(_) => return Some(Vec::new()),
        };
        for _ in 0..MODELS {
            let another: Vec<Lit> = candidates.iter().map(|&lit| !lit).collect();
            match solver.solve_query(&plain.constraint(&another)) {
                Outcome::Sat(model) => candidates.retain(|&lit| model.is_true(lit)),
                Outcome::Unsat(_) => return Some(candidates),
                Outcome::Unknown(_) => break,
            }
        }
        Some(Vec::new())
    }
}

impl ClauseSink for Counter {
    fn keeps_groups(&self) -> bool {
        true
    }

    fn var_count(&self) -> u32 {
        self.clauses.var_count()
    }

    fn ensure_vars(&mut self, count: u32) {
        self.clauses.ensure_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.add_clause(clause);
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        if lits.len() > 1 {
            self.clauses.ensure_vars(lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0));
            self.groups.add_clause(lits);
        }
    }
}

#[cfg(test)]
mod tests;
