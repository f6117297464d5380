//! Our CDCL as a solver of the crate rustsat.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use exactone_sat::{Budget, Cdcl, ClauseSink, Cnf, Lit, Model, Outcome, Propagator, Query, Solver, Var};
use rustsat::solvers::{
    GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, LimitPropagations, PhaseLit, Propagate,
    PropagateResult, Solve, SolveIncremental, SolveStats, SolverResult, SolverState, SolverStats, StateError,
};
use rustsat::types::{self, Cl, Clause, TernaryVal};
use rustsat::utils::Timer;

/// [`Cdcl`] for programs written against rustsat: incremental solving with cores, propagation, limits, an
/// interrupter, phases and statistics.
///
/// ```
/// use exactone_external::RustsatCdcl;
/// use rustsat::{clause, lit};
/// use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
/// let mut solver = RustsatCdcl::default();
/// solver.add_clause(clause![lit![0], lit![1]])?;
/// assert_eq!(solver.solve_assumps(&[!lit![0], !lit![1]])?, SolverResult::Unsat);
/// assert_eq!(solver.core()?, [lit![0], lit![1]]);
/// assert_eq!(solver.solve()?, SolverResult::Sat);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct RustsatCdcl {
    cdcl: Cdcl,
    propagator: Propagator,
    /// Clauses that the propagator has not been given yet: it gets them when it is first needed.
    pending: Cnf,
    state: State,
    conflict_limit: Option<u32>,
    propagation_limit: Option<u32>,
    stop: Arc<AtomicBool>,
    stats: SolverStats,
    literals: usize,
}

/// Where the solver stands, with the evidence of the last answer.
#[derive(Default)]
enum State {
    #[default]
    Input,
    Sat(Model),
    /// The core as rustsat wants it: the negated assumptions.
    Unsat(Vec<types::Lit>),
    Unknown,
}

impl State {
    fn is_not(&self, required_state: SolverState) -> anyhow::Error {
        let actual_state = match self {
            State::Input => SolverState::Input,
            State::Sat(_) => SolverState::Sat,
            State::Unsat(_) => SolverState::Unsat,
            State::Unknown => SolverState::Unknown,
        };
        StateError { required_state, actual_state }.into()
    }
}

impl RustsatCdcl {
    /// Around this solver, to which nothing has been added yet.
    pub fn new(cdcl: Cdcl) -> RustsatCdcl {
        RustsatCdcl { cdcl, ..RustsatCdcl::default() }
    }

    /// The solver inside.
    pub fn inner(&self) -> &Cdcl {
        &self.cdcl
    }
}

impl fmt::Debug for RustsatCdcl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RustsatCdcl")
            .field("cdcl", &self.cdcl)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

/// rustsat counts variables from 0, we from 1.
fn ours(lit: types::Lit) -> Lit {
    Var::from_index(lit.vidx()).lit(lit.is_pos())
}

fn theirs(lit: Lit) -> types::Lit {
    types::Lit::new(lit.var().number() - 1, lit.is_negated())
}

impl Extend<Clause> for RustsatCdcl {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add(&clause);
        }
    }
}

impl<'a, C: AsRef<Cl> + ?Sized> Extend<&'a C> for RustsatCdcl {
    fn extend<T: IntoIterator<Item = &'a C>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add(clause.as_ref());
        }
    }
}

impl RustsatCdcl {
    fn add(&mut self, clause: &Cl) {
        let clause: Vec<Lit> = clause.iter().map(|&lit| ours(lit)).collect();
        self.cdcl.add_clause(&clause);
        self.pending.add_clause(&clause);
        self.stats.n_clauses += 1;
        self.literals += clause.len();
        self.state = State::Input;
    }
}

impl Solve for RustsatCdcl {
    fn signature(&self) -> &'static str {
        concat!("exactone ", env!("CARGO_PKG_VERSION"))
    }

    fn reserve(&mut self, max_var: types::Var) -> anyhow::Result<()> {
        self.cdcl.ensure_vars(max_var.idx32() + 1);
        self.pending.ensure_vars(max_var.idx32() + 1);
        Ok(())
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.solve_assumps(&[])
    }

    fn lit_val(&self, lit: types::Lit) -> anyhow::Result<TernaryVal> {
        let State::Sat(model) = &self.state else { return Err(self.state.is_not(SolverState::Sat)) };
        let lit = ours(lit);
        Ok(if lit.var().number() > model.len() {
            TernaryVal::DontCare
        } else if model.is_true(lit) {
            TernaryVal::True
        } else {
            TernaryVal::False
        })
    }

    fn add_clause_ref<C>(&mut self, clause: &C) -> anyhow::Result<()>
    where
        C: AsRef<Cl> + ?Sized,
    {
        self.add(clause.as_ref());
        Ok(())
    }
}

impl SolveIncremental for RustsatCdcl {
    fn solve_assumps(&mut self, assumps: &[types::Lit]) -> anyhow::Result<SolverResult> {
        let timer = Timer::now();
        let assumptions: Vec<Lit> = assumps.iter().map(|&lit| ours(lit)).collect();
        let mut budget = Budget::new();
        budget.conflicts = self.conflict_limit.map(u64::from);
        budget.propagations = self.propagation_limit.map(u64::from);
        let query = Query::new().assume(&assumptions).budget(budget).stop(&self.stop);
        let outcome = self.cdcl.solve_query(&query);
        // An interrupt stops one call: the running one, or else the next.
        self.stop.store(false, Ordering::Relaxed);
        self.stats.cpu_solve_time += timer.elapsed();
        Ok(match outcome {
            Outcome::Sat(model) => {
                self.stats.n_sat += 1;
                self.state = State::Sat(model);
                SolverResult::Sat
            }
            Outcome::Unsat(core) => {
                self.stats.n_unsat += 1;
                self.state = State::Unsat(core.lits().iter().map(|&lit| !theirs(lit)).collect());
                SolverResult::Unsat
            }
            Outcome::Unknown(_) => {
                self.stats.n_terminated += 1;
                self.state = State::Unknown;
                SolverResult::Interrupted
            }
        })
    }

    fn core(&mut self) -> anyhow::Result<Vec<types::Lit>> {
        match &self.state {
            State::Unsat(core) => Ok(core.clone()),
            other => Err(other.is_not(SolverState::Unsat)),
        }
    }
}

impl Propagate for RustsatCdcl {
    /// `phase_saving` changes nothing: propagation runs beside the search and touches none of its phases. At a conflict
    /// no literals are returned.
    fn propagate(&mut self, assumps: &[types::Lit], _phase_saving: bool) -> anyhow::Result<PropagateResult> {
        self.pending.pour(&mut self.propagator);
        self.pending.clear();
        let assumptions: Vec<Lit> = assumps.iter().map(|&lit| ours(lit)).collect();
        Ok(match self.propagator.propagate(&assumptions) {
            Ok(lits) => {
                PropagateResult { propagated: lits.iter().map(|&lit| theirs(lit)).collect(), conflict: false }
            }
            Err(_) => PropagateResult { propagated: Vec::new(), conflict: true },
        })
    }
}

impl PhaseLit for RustsatCdcl {
    fn phase_lit(&mut self, lit: types::Lit) -> anyhow::Result<()> {
        let lit = ours(lit);
        self.cdcl.set_phase(lit.var(), Some(lit.is_positive()));
        Ok(())
    }

    fn unphase_var(&mut self, var: types::Var) -> anyhow::Result<()> {
        self.cdcl.set_phase(ours(var.pos_lit()).var(), None);
        Ok(())
    }
}

impl LimitConflicts for RustsatCdcl {
    /// The limit holds for every call until it is removed.
    fn limit_conflicts(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.conflict_limit = limit;
        Ok(())
    }
}

impl LimitPropagations for RustsatCdcl {
    /// The limit holds for every call until it is removed.
    fn limit_propagations(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.propagation_limit = limit;
        Ok(())
    }
}

/// Stops a [`RustsatCdcl`] from another thread.
#[derive(Clone, Debug)]
pub struct Interrupter(Arc<AtomicBool>);

impl InterruptSolver for Interrupter {
    fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Interrupt for RustsatCdcl {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        Interrupter(Arc::clone(&self.stop))
    }
}

impl GetInternalStats for RustsatCdcl {
    fn propagations(&self) -> usize {
        saturated(self.cdcl.stats().propagations)
    }
    fn decisions(&self) -> usize {
        saturated(self.cdcl.stats().decisions)
    }
    fn conflicts(&self) -> usize {
        saturated(self.cdcl.stats().conflicts)
    }
}

fn saturated(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

impl SolveStats for RustsatCdcl {
    fn stats(&self) -> SolverStats {
        let mut stats = self.stats.clone();
        stats.max_var = self.cdcl.var_count().checked_sub(1).map(types::Var::new);
        stats.avg_clause_len =
            if stats.n_clauses == 0 { 0.0 } else { self.literals as f32 / stats.n_clauses as f32 };
        stats
    }
}
