//! Any rustsat solver as one of ours.

use std::fmt;

use exactone_sat::{ClauseSink, Core, Lit, Model, Outcome, Query, Solver, Stats, Stopped, Var};
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{self, Clause, TernaryVal};

/// A rustsat solver with what [`External`] needs beyond rustsat's `SolveIncremental`, where the solvers differ.
///
/// Every method has a default that says "cannot", so an empty `impl` makes a solver usable: queries without limits.
pub trait Backend: SolveIncremental + Send {
    /// Limits the next call to this many conflicts, or lifts the limit. Says whether it can.
    fn limit_conflicts(&mut self, limit: Option<u32>) -> bool {
        limit.is_none()
    }

    /// Adds a clause for the next call only. Says whether it can.
    fn constrain(&mut self, clause: &Clause) -> bool {
        let _ = clause;
        false
    }

    /// After an unsatisfiable call: whether the clause of [`constrain`](Backend::constrain) was needed.
    fn constraint_failed(&mut self) -> bool {
        true
    }

    /// What the solver counts since it was made.
    fn work(&self) -> Stats {
        Stats::default()
    }
}

/// Between two looks at the clock and the stop flag a solver may run into this many conflicts.
const SLICE: u32 = 1000;

/// A rustsat solver as a solver of ours.
///
/// Deadlines and stop flags are looked at every thousand conflicts, between which the solver keeps what it learnt.
/// A temporary clause costs a solver that has no such thing one variable a query; our variables keep their numbers.
///
/// ```
/// # #[cfg(feature = "peers")] {
/// use exactone_external::External;
/// use exactone_sat::{Lit, Solver, clauses};
/// let mut solver = External::<rustsat_minisat::core::Minisat>::default();
/// clauses![[1, 2], [-1]].pour(&mut solver);
/// assert_eq!(solver.solve().model().unwrap().to_string(), "[-1, 2]");
/// assert_eq!(solver.solve_under(&[Lit::from(-2)]).core().unwrap().lits(), [Lit::from(-2)]);
/// # }
/// ```
#[derive(Default)]
pub struct External<S> {
    solver: S,
    vars: u32,
    numbering: Numbering,
    failure: Option<String>,
}

impl<S: Backend> External<S> {
    /// A solver of ours around this one, which must be new: it must know no variable yet.
    pub fn new(solver: S) -> External<S> {
        External { solver, vars: 0, numbering: Numbering::default(), failure: None }
    }

    /// The solver inside.
    pub fn inner(&self) -> &S {
        &self.solver
    }

    /// What made the solver fail, if it did. A failed solver answers no more.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Keeps the first failure.
    fn latch(&mut self, result: anyhow::Result<()>) {
        if let Err(error) = result {
            self.failure.get_or_insert_with(|| error.to_string());
        }
    }

    fn clause(&self, lits: &[Lit]) -> Clause {
        lits.iter().map(|&lit| self.numbering.inner(lit)).collect()
    }

    fn raise(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.vars = self.vars.max(lit.var().number());
        }
    }

    fn ask(&mut self, query: &Query<'_>) -> anyhow::Result<Outcome> {
        if self.vars > 0 {
            self.solver.reserve(self.numbering.inner(Var::new(self.vars).positive()).var())?;
        }
        let assumptions: Vec<types::Lit> =
            query.assumptions.iter().map(|&lit| self.numbering.inner(lit)).collect();
        let Some(clause) = query.constraint else {
            return self.search(query, &assumptions, None, None);
        };
        let clause = self.clause(clause);
        if self.solver.constrain(&clause) {
            return self.search(query, &assumptions, Some(&clause), None);
        }
        // The clause holds while its switch is assumed; afterwards the switch is off for good.
        let switch = self.numbering.hidden(self.vars);
        let mut switched = clause;
        switched.add(!switch);
        self.solver.add_clause(switched)?;
        let mut with_switch = assumptions;
        with_switch.push(switch);
        let outcome = self.search(query, &with_switch, None, Some(switch));
        self.solver.add_unit(!switch)?;
        outcome
    }

    /// Calls the solver in slices until it answers or the query ends. A native temporary clause is given anew for each
    /// slice but the first, for which the caller has given it.
    fn search(
        &mut self,
        query: &Query<'_>,
        assumptions: &[types::Lit],
        native: Option<&Clause>,
        switch: Option<types::Lit>,
    ) -> anyhow::Result<Outcome> {
        let budget = &query.budget;
        let sliced = query.stop.is_some() || budget.expired.is_some() || budget.propagations.is_some();
        let before = self.solver.work();
        let mut first = true;
        loop {
            if let Some(why) = query.stopped() {
                return Ok(Outcome::Unknown(why));
            }
            let now = self.solver.work();
            let left = budget.conflicts.map(|limit| limit.saturating_sub(now.conflicts - before.conflicts));
            if left == Some(0) {
                return Ok(Outcome::Unknown(Stopped::Conflicts));
            }
            if budget.propagations.is_some_and(|limit| now.propagations - before.propagations >= limit) {
                return Ok(Outcome::Unknown(Stopped::Propagations));
            }
            let left = left.map(|left| u32::try_from(left).unwrap_or(u32::MAX >> 1));
            let slice = if sliced { Some(left.unwrap_or(SLICE).min(SLICE)) } else { left };
            if !self.solver.limit_conflicts(slice) {
                anyhow::bail!("{} takes no limits", self.solver.signature());
            }
            if let Some(clause) = native
                && !first
            {
                self.solver.constrain(clause);
            }
            first = false;
            match self.solver.solve_assumps(assumptions)? {
                SolverResult::Sat => return self.model().map(Outcome::Sat),
                SolverResult::Unsat => {
                    let core = self.core(query.assumptions, native.is_some(), switch)?;
                    return Ok(Outcome::Unsat(core));
                }
                // Without a slice nothing of ours ended the call.
                SolverResult::Interrupted if slice.is_none() => {
                    return Ok(Outcome::Unknown(Stopped::GaveUp));
                }
                SolverResult::Interrupted => {}
            }
        }
    }

    /// The model; what the solver left open is false.
    fn model(&self) -> anyhow::Result<Model> {
        let mut failure = None;
        let model = Model::from_fn(self.vars, |var| {
            match self.solver.lit_val(self.numbering.inner(var.positive())) {
                Ok(value) => value == TernaryVal::True,
                Err(error) => {
                    failure.get_or_insert(error);
                    false
                }
            }
        });
        failure.map_or(Ok(model), Err)
    }

    /// The failed assumptions. rustsat's core is a clause: the negations of the assumptions.
    fn core(
        &mut self,
        assumptions: &[Lit],
        native: bool,
        switch: Option<types::Lit>,
    ) -> anyhow::Result<Core> {
        let mut failed = self.solver.core()?;
        failed.sort_unstable();
        let is_failed = |lit: types::Lit| failed.binary_search(&!lit).is_ok();
        let mut lits: Vec<Lit> =
            assumptions.iter().copied().filter(|&lit| is_failed(self.numbering.inner(lit))).collect();
        lits.sort_unstable();
        lits.dedup();
        let constraint = switch.is_some_and(is_failed) || native && self.solver.constraint_failed();
        Ok(Core::new(lits, constraint))
    }
}

impl<S: fmt::Debug> fmt::Debug for External<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("External")
            .field("solver", &self.solver)
            .field("vars", &self.vars)
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

impl<S: Backend> ClauseSink for External<S> {
    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        assert!(count <= Var::MAX_NUMBER, "a variable number lies between 1 and 2^31 - 1");
        self.vars = self.vars.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.raise(clause);
        let clause = self.clause(clause);
        let result = self.solver.add_clause(clause);
        self.latch(result);
    }

    fn is_closed(&self) -> bool {
        self.failure.is_some()
    }
}

impl<S: Backend> Solver for External<S> {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        self.raise(query.assumptions);
        self.raise(query.constraint.unwrap_or_default());
        if self.failure.is_some() {
            return Outcome::Unknown(Stopped::GaveUp);
        }
        match self.ask(query) {
            Ok(outcome) => outcome,
            Err(error) => {
                self.latch(Err(error));
                Outcome::Unknown(Stopped::GaveUp)
            }
        }
    }

    fn stats(&self) -> Stats {
        self.solver.work()
    }
}

/// Which variable of the solver stands for which of ours: the same, moved up by the hidden ones made before it.
#[derive(Clone, Debug, Default)]
struct Numbering {
    /// From our variable with this 0-based index on, this many hidden ones lie below. Ascending.
    shifts: Vec<(u32, u32)>,
}

impl Numbering {
    /// The solver's literal for ours.
    fn inner(&self, lit: Lit) -> types::Lit {
        let index = lit.var().number() - 1;
        let place = self.shifts.partition_point(|&(from, _)| from <= index);
        let shift = if place == 0 { 0 } else { self.shifts[place - 1].1 };
        types::Lit::new(index + shift, lit.is_negated())
    }

    /// A fresh variable of the solver above those of the first `vars` variables of ours.
    fn hidden(&mut self, vars: u32) -> types::Lit {
        let below = self.shifts.last().map_or(0, |&(_, shift)| shift);
        match self.shifts.last_mut() {
            Some((from, shift)) if *from == vars => *shift += 1,
            _ => self.shifts.push((vars, below + 1)),
        }
        types::Lit::positive(vars + below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_variables_lie_between_ours() {
        let mut numbering = Numbering::default();
        let inner = |numbering: &Numbering, integer: i32| numbering.inner(Lit::from(integer)).to_ipasir();
        assert_eq!(inner(&numbering, -3), -3);
        assert_eq!(numbering.hidden(3).to_ipasir(), 4);
        assert_eq!(numbering.hidden(3).to_ipasir(), 5);
        assert_eq!((inner(&numbering, 3), inner(&numbering, 4)), (3, 6));
        assert_eq!(numbering.hidden(4).to_ipasir(), 7);
        assert_eq!([3, 4, 5].map(|i| inner(&numbering, i)), [3, 6, 8]);
    }
}
