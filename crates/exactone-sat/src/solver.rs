//! What every solver is: a sink of clauses that answers queries, with its evidence in the answer.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::lit::Lit;
use crate::model::Model;
use crate::sink::ClauseSink;

/// A SAT solver: takes clauses at any time, answers queries between them.
///
/// Clauses stay for good; what holds for one call only goes into the [`Query`]. After [`Outcome::Unsat`] with a core
/// that is [empty](Core::is_empty) the formula itself is unsatisfiable and stays so; after [`Outcome::Unknown`] the
/// solver is as usable as before. The trait is dyn-compatible: `Box<dyn Solver>` works.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Lit, Solver};
/// let mut solver = Dpll::new();
/// clauses![[1, 2], [-1, 3]].pour(&mut solver);
/// assert!(solver.solve().is_sat());
/// let outcome = solver.solve_under(&[1, -3].map(Lit::from));
/// assert_eq!(outcome.core().unwrap().lits().len(), 2);
/// ```
pub trait Solver: ClauseSink + Send {
    /// Decides the clauses so far under the assumptions and the temporary clause of the query, within its budget.
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome;

    /// Decides the clauses so far, without assumptions or limits.
    fn solve(&mut self) -> Outcome {
        self.solve_query(&Query::new())
    }

    /// Decides the clauses so far together with these assumed literals, which are forgotten after the call.
    fn solve_under(&mut self, assumptions: &[Lit]) -> Outcome {
        self.solve_query(&Query::new().assume(assumptions))
    }

    /// What the solver has done since it was made.
    fn stats(&self) -> Stats;
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        (**self).solve_query(query)
    }
    fn stats(&self) -> Stats {
        (**self).stats()
    }
}

impl<S: Solver + ?Sized> Solver for &mut S {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        (**self).solve_query(query)
    }
    fn stats(&self) -> Stats {
        (**self).stats()
    }
}

/// One question to a solver: what to assume, one temporary clause, how much work is allowed, and how to stop it.
///
/// ```
/// use exactone_sat::{clauses, Budget, Dpll, Lit, Query, Solver};
/// let mut solver = Dpll::new();
/// clauses![[1, 2]].pour(&mut solver);
/// // Is there another model than [1, 2]? The clause is gone after the call.
/// let another = [-1, -2].map(Lit::from);
/// let query = Query::new().constraint(&another).budget(Budget::new().conflicts(1000));
/// assert!(solver.solve_query(&query).is_sat());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'a> {
    /// Literals taken as true for this call. A literal and its negation together are a contradiction, not an error.
    pub assumptions: &'a [Lit],
    /// One clause that holds for this call only. `Some(&[])` cannot be satisfied.
    pub constraint: Option<&'a [Lit]>,
    /// How much work is allowed.
    pub budget: Budget<'a>,
    /// When another thread (or a signal handler) sets it, the call ends soon with [`Stopped::Interrupted`].
    pub stop: Option<&'a AtomicBool>,
    /// Where the answer is "unsatisfiable", any core will do, even one that names all assumptions: the solver need not find out
    /// which were needed.
    pub any_core: bool,
}

impl<'a> Query<'a> {
    /// The plain question: no assumption, no limit.
    pub const fn new() -> Query<'a> {
        Query { assumptions: &[], constraint: None, budget: Budget::new(), stop: None, any_core: false }
    }

    /// With these assumptions instead.
    pub const fn assume(self, assumptions: &'a [Lit]) -> Query<'a> {
        Query { assumptions, ..self }
    }

    /// With this temporary clause.
    pub const fn constraint(self, clause: &'a [Lit]) -> Query<'a> {
        Query { constraint: Some(clause), ..self }
    }

    /// Within this budget.
    pub const fn budget(self, budget: Budget<'a>) -> Query<'a> {
        Query { budget, ..self }
    }

    /// Until this flag is set.
    pub const fn stop(self, stop: &'a AtomicBool) -> Query<'a> {
        Query { stop: Some(stop), ..self }
    }

    /// With any core that will do, for who only asks whether.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, Lit, Query, Solver, clauses};
    /// let mut solver = Cdcl::new();
    /// clauses![[-1, 2], [-1, -2]].pour(&mut solver);
    /// let assumptions = [1, 3].map(Lit::from);
    /// assert!(solver.solve_query(&Query::new().assume(&assumptions).any_core()).is_unsat());
    /// ```
    pub const fn any_core(self) -> Query<'a> {
        Query { any_core: true, ..self }
    }

    /// Why the call must end now, if it must: for solvers to ask now and then.
    pub fn stopped(&self) -> Option<Stopped> {
        if self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stopped::Interrupted);
        }
        self.budget.expired.is_some_and(|clock| clock()).then_some(Stopped::Deadline)
    }
}

/// How much work one call may do. Counts are those of the call, not of the solver's life.
///
/// Time is handed in: a library that must run in a browser cannot ask the system clock, so a deadline is a function
/// that says whether it has passed. Solvers ask it at least every few thousand steps.
///
/// ```
/// use exactone_sat::Budget;
/// use std::time::{Duration, Instant};
/// let start = Instant::now();
/// let expired = || start.elapsed() > Duration::from_secs(10);
/// let budget = Budget::new().conflicts(10_000).deadline(&expired);
/// assert_eq!(budget.conflicts, Some(10_000));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Budget<'a> {
    /// Stop after this many conflicts.
    pub conflicts: Option<u64>,
    /// Stop after this many propagated literals.
    pub propagations: Option<u64>,
    /// Stop when this says that time is up.
    pub expired: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl<'a> Budget<'a> {
    /// No limit.
    pub const fn new() -> Budget<'a> {
        Budget { conflicts: None, propagations: None, expired: None }
    }

    /// At most this many conflicts.
    pub const fn conflicts(self, conflicts: u64) -> Budget<'a> {
        Budget { conflicts: Some(conflicts), ..self }
    }

    /// At most this many propagated literals.
    pub const fn propagations(self, propagations: u64) -> Budget<'a> {
        Budget { propagations: Some(propagations), ..self }
    }

    /// Until this clock says that time is up.
    pub const fn deadline(self, expired: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget { expired: Some(expired), ..self }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("conflicts", &self.conflicts)
            .field("propagations", &self.propagations)
            .field("deadline", &self.expired.is_some())
            .finish()
    }
}

/// The answer to a query, with its evidence.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Outcome, Solver};
/// let mut solver = Dpll::new();
/// clauses![[1], [-1, 2]].pour(&mut solver);
/// match solver.solve() {
///     Outcome::Sat(model) => assert_eq!(model.to_string(), "[1, 2]"),
///     Outcome::Unsat(core) => println!("contradiction under {:?}", core.lits()),
///     Outcome::Unknown(why) => println!("not decided: {why}"),
/// }
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Satisfiable: this total assignment makes every clause, assumption and the constraint true.
    Sat(Model),
    /// Unsatisfiable: already these assumptions contradict the clauses.
    Unsat(Core),
    /// Not decided within the budget.
    Unknown(Stopped),
}

impl Outcome {
    /// Whether a model was found.
    pub const fn is_sat(&self) -> bool {
        matches!(self, Outcome::Sat(_))
    }

    /// Whether there is none.
    pub const fn is_unsat(&self) -> bool {
        matches!(self, Outcome::Unsat(_))
    }

    /// The model, if one was found.
    pub const fn model(&self) -> Option<&Model> {
        match self {
            Outcome::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// The model by value, if one was found.
    pub fn into_model(self) -> Option<Model> {
        match self {
            Outcome::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// The failed assumptions, if there is no model.
    pub const fn core(&self) -> Option<&Core> {
        match self {
            Outcome::Unsat(core) => Some(core),
            _ => None,
        }
    }
}

/// Which of a query's assumptions already contradict the clauses. Not necessarily a smallest such set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    lits: Vec<Lit>,
    constraint: bool,
}

impl Core {
    /// A core of these assumptions; `constraint` says whether the temporary clause was needed too.
    pub fn new(lits: Vec<Lit>, constraint: bool) -> Core {
        Core { lits, constraint }
    }

    /// The assumptions to blame, each as it was assumed.
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Whether the query's temporary clause was needed for the contradiction.
    pub const fn uses_constraint(&self) -> bool {
        self.constraint
    }

    /// Whether nothing of the query is to blame: the clauses alone are unsatisfiable.
    pub fn is_empty(&self) -> bool {
        self.lits.is_empty() && !self.constraint
    }
}

/// Why a query was not decided.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stopped {
    /// The budget of conflicts was used up.
    Conflicts,
    /// The budget of propagations was used up.
    Propagations,
    /// The deadline passed.
    Deadline,
    /// The stop flag was set.
    Interrupted,
    /// An outside solver gave up for a reason of its own.
    GaveUp,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Conflicts => "conflict limit reached",
            Stopped::Propagations => "propagation limit reached",
            Stopped::Deadline => "time limit reached",
            Stopped::Interrupted => "interrupted",
            Stopped::GaveUp => "the solver gave up",
        })
    }
}

/// What a solver has done since it was made. A count that a solver has no notion of stays 0.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Literals chosen by the branching rule.
    pub decisions: u64,
    /// Literals that followed from a clause or group.
    pub propagations: u64,
    /// Literals set because their negation occurs in no clause that is still open.
    pub pure_assignments: u64,
    /// Clauses found false.
    pub conflicts: u64,
    /// Decisions taken back in chronological search.
    pub backtracks: u64,
    /// Clauses learnt, unit clauses included.
    pub learnt: u64,
    /// Learnt clauses deleted.
    pub deleted: u64,
    /// Restarts.
    pub restarts: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_says_why_it_must_stop() {
        let flag = AtomicBool::new(false);
        let late = || true;
        assert_eq!(Query::new().stop(&flag).stopped(), None);
        assert_eq!(Query::new().budget(Budget::new().deadline(&late)).stopped(), Some(Stopped::Deadline));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(Query::new().stop(&flag).stopped(), Some(Stopped::Interrupted));
    }
}
