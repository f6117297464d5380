//! Our CDCL through rustsat's traits, and back through our adapter for rustsat solvers.
#![cfg(feature = "rustsat")]

use exactone_external::{Backend, External, RustsatCdcl};
use exactone_sat::{Cnf, Dpll, Lit, Solver, Stats, clauses};
use rustsat::solvers::{
    GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, LimitPropagations, PhaseLit, Propagate,
    Solve, SolveIncremental, SolveStats, SolverResult,
};
use rustsat::types::{Clause, TernaryVal};
use rustsat::{clause, lit};

mod random;
use random::Random;

/// `holes + 1` pigeons in `holes` holes.
fn pigeons(holes: u32, solver: &mut RustsatCdcl) {
    let at = |pigeon: u32, hole: u32| rustsat::types::Lit::positive(pigeon * holes + hole);
    for pigeon in 0..=holes {
        solver.add_clause((0..holes).map(|hole| at(pigeon, hole)).collect()).unwrap();
    }
    for hole in 0..holes {
        for second in 0..=holes {
            for first in 0..second {
                solver.add_binary(!at(first, hole), !at(second, hole)).unwrap();
            }
        }
    }
}

#[test]
fn models_cores_and_states_are_as_rustsat_wants_them() {
    let mut solver = RustsatCdcl::default();
    assert!(solver.lit_val(lit![0]).is_err(), "no model before the first call");
    assert!(solver.core().is_err());
    solver.extend([clause![lit![0], lit![1]], clause![!lit![0], lit![2]]]);
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    assert!(solver.core().is_err());
    assert_eq!(solver.solve_assumps(&[lit![0], !lit![2], lit![3]]).unwrap(), SolverResult::Unsat);
    let mut core = solver.core().unwrap();
    core.sort_unstable();
    assert_eq!(core, [!lit![0], lit![2]], "a core is the clause of the negated assumptions");
    assert!(solver.lit_val(lit![0]).is_err());
    assert_eq!(solver.solve_assumps(&[lit![0]]).unwrap(), SolverResult::Sat);
    assert_eq!(solver.lit_val(lit![2]).unwrap(), TernaryVal::True);
    assert_eq!(solver.lit_val(!lit![2]).unwrap(), TernaryVal::False);
    assert_eq!(solver.lit_val(lit![99]).unwrap(), TernaryVal::DontCare);
    let solution = solver.full_solution().unwrap();
    assert_eq!(solution.lit_value(lit![0]), TernaryVal::True);
    let stats = SolveStats::stats(&solver);
    assert_eq!((stats.n_sat, stats.n_unsat, stats.n_clauses), (2, 1, 2));
    assert_eq!(solver.n_vars(), 4);
    assert!((stats.avg_clause_len - 2.0).abs() < f32::EPSILON);
}

#[test]
fn propagation_touches_no_search_and_sees_later_clauses() {
    let mut solver = RustsatCdcl::default();
    solver.extend([clause![!lit![0], lit![1]], clause![!lit![1], lit![2]]]);
    let result = solver.propagate(&[lit![0]], false).unwrap();
    assert_eq!((result.propagated, result.conflict), (vec![lit![0], lit![1], lit![2]], false));
    solver.add_clause(clause![!lit![2]]).unwrap();
    assert!(solver.propagate(&[lit![0]], false).unwrap().conflict);
    assert!(!solver.propagate(&[], false).unwrap().conflict);
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
}

#[test]
fn a_phase_decides_what_is_free_until_it_is_taken_back() {
    let mut solver = RustsatCdcl::default();
    solver.add_clause(clause![lit![0], lit![1], lit![2]]).unwrap();
    for phases in [[true, false, false], [false, true, false], [false, false, true]] {
        for (index, value) in (0..3).zip(phases) {
            solver.phase_lit(rustsat::types::Lit::new(index, !value)).unwrap();
        }
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        let model = [0, 1, 2].map(|index| solver.var_val(rustsat::types::Var::new(index)).unwrap());
        assert_eq!(model.map(|value| value == TernaryVal::True), phases);
    }
    // A phase is a wish: clauses overrule it.
    solver.phase_lit(!lit![0]).unwrap();
    solver.add_clause(clause![lit![0]]).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    assert_eq!(solver.lit_val(lit![0]).unwrap(), TernaryVal::True);
    solver.unphase_lit(lit![2]).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
}

#[test]
fn limits_and_interrupts_end_a_call() {
    let mut solver = RustsatCdcl::default();
    pigeons(11, &mut solver);
    solver.limit_conflicts(Some(20)).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    assert!((20..100).contains(&solver.conflicts()), "{}", solver.conflicts());
    solver.limit_conflicts(None).unwrap();
    solver.limit_propagations(Some(500)).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    solver.limit_propagations(None).unwrap();
    let interrupter = solver.interrupter();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            interrupter.interrupt();
        });
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    });
    // The interrupt was for that call only.
    assert_eq!(solver.solve_assumps(&[lit![0], lit![11]]).unwrap(), SolverResult::Unsat);
    assert_eq!(solver.n_terminated(), 3);
}

/// rustsat's own way to define a backend of ours: everything by default.
#[derive(Default)]
struct Plain(RustsatCdcl);

impl Extend<Clause> for Plain {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        self.0.extend(clauses);
    }
}
impl<'a> Extend<&'a Clause> for Plain {
    fn extend<T: IntoIterator<Item = &'a Clause>>(&mut self, clauses: T) {
        self.0.extend(clauses);
    }
}
impl Solve for Plain {
    fn signature(&self) -> &'static str {
        "plain"
    }
    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.0.solve()
    }
    fn lit_val(&self, lit: rustsat::types::Lit) -> anyhow::Result<TernaryVal> {
        self.0.lit_val(lit)
    }
    fn add_clause_ref<C: AsRef<rustsat::types::Cl> + ?Sized>(&mut self, clause: &C) -> anyhow::Result<()> {
        self.0.add_clause_ref(clause)
    }
}
impl SolveIncremental for Plain {
    fn solve_assumps(&mut self, assumps: &[rustsat::types::Lit]) -> anyhow::Result<SolverResult> {
        self.0.solve_assumps(assumps)
    }
    fn core(&mut self) -> anyhow::Result<Vec<rustsat::types::Lit>> {
        self.0.core()
    }
}
impl Backend for Plain {}

#[test]
fn there_and_back_again_the_verdicts_are_those_of_dpll() {
    let mut random = Random::new(7);
    let mut unsatisfiable = 0;
    for _ in 0..200 {
        let cnf = random.three_sat(20, 85);
        let (mut round_trip, mut dpll) = (External::new(Plain::default()), Dpll::new());
        cnf.pour(&mut round_trip);
        cnf.pour(&mut dpll);
        let assumptions = [random.lit(20), random.lit(20)];
        let outcome = round_trip.solve_under(&assumptions);
        assert_eq!(outcome.is_sat(), dpll.solve_under(&assumptions).is_sat());
        unsatisfiable += u32::from(outcome.is_unsat());
        // Another model than this one, by a clause for this call only.
        if let Some(model) = outcome.model() {
            let block = model.blocking_clause(exactone_sat::Var::range(1..=20));
            let query = exactone_sat::Query::new().assume(&assumptions).constraint(&block);
            let (again, expected) = (round_trip.solve_query(&query), dpll.solve_query(&query));
            assert_eq!(again.is_sat(), expected.is_sat());
            assert!(again.core().is_none_or(exactone_sat::Core::uses_constraint));
        }
    }
    assert!((40..160).contains(&unsatisfiable), "{unsatisfiable} of 200: the test is lopsided");
}

#[test]
fn a_backend_without_limits_says_so() {
    let mut solver = External::new(Plain::default());
    let cnf: Cnf = clauses![[1, 2]];
    cnf.pour(&mut solver);
    let limited = exactone_sat::Query::new().budget(exactone_sat::Budget::new().conflicts(9));
    assert!(!solver.solve_query(&limited).is_sat());
    assert_eq!(solver.failure(), Some("plain takes no limits"));
    assert_eq!(solver.stats(), Stats::default());
    assert_eq!(
        solver.solve_under(&[Lit::from(1)]),
        exactone_sat::Outcome::Unknown(exactone_sat::Stopped::GaveUp)
    );
}
