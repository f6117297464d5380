//! CaDiCaL, MiniSat, Glucose and BatSat: what rustsat's common traits do not say about them.

use batsat::{SolverInterface as _, clause};
use exactone_sat::{Solver, Stats};
use rustsat::solvers::GetInternalStats;
use rustsat::types::Clause;

use crate::external::{Backend, External};

/// The peer with this name.
pub fn by_name(name: &str) -> Option<Box<dyn Solver>> {
    Some(match name {
        "cadical" => Box::new(External::<rustsat_cadical::CaDiCaL<'static, 'static>>::default()),
        "minisat" => Box::new(External::<rustsat_minisat::core::Minisat>::default()),
        "glucose" => Box::new(External::<rustsat_glucose::core::Glucose>::default()),
        "batsat" => Box::new(External::<rustsat_batsat::Solver<ConflictLimit>>::default()),
        _ => return None,
    })
}

fn work_of(solver: &impl GetInternalStats) -> Stats {
    let mut stats = Stats::default();
    stats.decisions = solver.decisions() as u64;
    stats.propagations = solver.propagations() as u64;
    stats.conflicts = solver.conflicts() as u64;
    stats
}

impl Backend for rustsat_cadical::CaDiCaL<'static, 'static> {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> bool {
        rustsat::solvers::LimitConflicts::limit_conflicts(self, limit).is_ok()
    }

    fn constrain(&mut self, clause: &Clause) -> bool {
        // CaDiCaL takes an empty constraint for none.
        !clause.is_empty() && self.add_tmp_clause(clause).is_ok()
    }

    fn constraint_failed(&mut self) -> bool {
        self.tmp_clause_in_core().unwrap_or(true)
    }

    fn work(&self) -> Stats {
        work_of(self)
    }
}

impl Backend for rustsat_minisat::core::Minisat {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> bool {
        // The adapter's own `limit_conflicts(None)` sets a budget of -1 *more* conflicts, which is used up at once.
        self.set_limit(limit.map_or(rustsat_minisat::Limit::None, |limit| {
            rustsat_minisat::Limit::Conflicts(i64::from(limit))
        }));
        true
    }

    fn work(&self) -> Stats {
        work_of(self)
    }
}

impl Backend for rustsat_glucose::core::Glucose {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> bool {
        self.set_limit(limit.map_or(rustsat_glucose::Limit::None, |limit| {
            rustsat_glucose::Limit::Conflicts(i64::from(limit))
        }));
        true
    }

    fn work(&self) -> Stats {
        work_of(self)
    }
}

/// BatSat's way to be stopped: it asks this between conflicts, and tells it every clause it learns.
#[derive(Debug, Default)]
pub struct ConflictLimit {
    learnt: u64,
    limit: Option<u64>,
}

impl batsat::Callbacks for ConflictLimit {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: clause::Kind) {
        self.learnt += u64::from(kind == clause::Kind::Learnt);
    }

    fn stop(&self) -> bool {
        self.limit.is_some_and(|limit| self.learnt >= limit)
    }
}

impl Backend for rustsat_batsat::Solver<ConflictLimit> {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> bool {
        let callbacks = self.batsat_mut().cb_mut();
        callbacks.limit = limit.map(|limit| callbacks.learnt + u64::from(limit));
        true
    }

    fn work(&self) -> Stats {
        let solver = self.batsat_ref();
        let mut stats = Stats::default();
        stats.decisions = solver.num_decisions();
        stats.propagations = solver.num_propagations();
        stats.conflicts = solver.num_conflicts();
        stats.restarts = solver.num_restarts();
        stats
    }
}
