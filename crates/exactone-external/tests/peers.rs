//! CaDiCaL, MiniSat, Glucose and BatSat through the adapter, beside a truth table.
#![cfg(feature = "peers")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use exactone_external::{PEERS, by_name};
use exactone_sat::{Budget, ClauseSink, Cnf, Lit, Outcome, Query, Solver, Stopped, Var};

mod random;
use random::Random;

fn peer(name: &str) -> Box<dyn Solver> {
    by_name(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether some assignment makes the formula, the assumptions and the constraint true, tried one by one.
fn satisfiable(cnf: &Cnf, assumptions: &[Lit], constraint: Option<&[Lit]>) -> bool {
    (0u32..1 << cnf.var_count()).any(|bits| {
        let value = |var: Var| bits >> var.index() & 1 == 1;
        let holds = |lit: &Lit| value(lit.var()) == lit.polarity();
        cnf.eval(value)
            && assumptions.iter().all(holds)
            && constraint.is_none_or(|clause| clause.iter().any(holds))
    })
}

#[test]
fn peers_agree_with_a_truth_table_as_the_formula_grows() {
    for name in PEERS {
        let mut random = Random::new(0x0be5_7000);
        for _ in 0..150 {
            let mut solver = peer(name);
            let mut cnf = Cnf::new();
            for round in 0..6 {
                let vars = 4 + round;
                for _ in 0..random.below(10) {
                    let clause: Vec<Lit> = (0..=random.below(3)).map(|_| random.lit(vars)).collect();
                    cnf.add_clause(&clause);
                    solver.add_clause(&clause);
                }
                let assumptions: Vec<Lit> = (0..random.below(4)).map(|_| random.lit(vars)).collect();
                let clause: Vec<Lit> = (0..random.below(4)).map(|_| random.lit(vars)).collect();
                let constraint = (random.below(2) == 0).then_some(&clause[..]);
                for lit in assumptions.iter().chain(constraint.unwrap_or_default()) {
                    cnf.ensure_vars(lit.var().number());
                }
                let mut query = Query::new().assume(&assumptions);
                query.constraint = constraint;
                let stop = AtomicBool::new(false);
                if random.below(2) == 0 {
                    query = query.stop(&stop);
                }
                let expected = satisfiable(&cnf, &assumptions, constraint);
                match solver.solve_query(&query) {
                    Outcome::Sat(model) => {
                        assert!(expected, "{name}: {cnf} under {assumptions:?}, {constraint:?}");
                        assert_eq!(model.len(), cnf.var_count());
                        assert!(cnf.eval(|var| model.value(var)), "{name}: {cnf}: {model}");
                        assert!(assumptions.iter().all(|&lit| model.is_true(lit)));
                        assert!(constraint.is_none_or(|clause| model.satisfies(clause)));
                    }
                    Outcome::Unsat(core) => {
                        assert!(!expected, "{name}: {cnf} under {assumptions:?}, {constraint:?}");
                        assert!(core.lits().iter().all(|lit| assumptions.contains(lit)), "{name}: {core:?}");
                        let blamed = constraint.filter(|_| core.uses_constraint());
                        assert!(
                            !satisfiable(&cnf, core.lits(), blamed),
                            "{name}: {cnf}: {core:?} is no core"
                        );
                    }
                    Outcome::Unknown(why) => panic!("{name}: {why}"),
                }
            }
        }
    }
}

/// `holes + 1` pigeons in `holes` holes, which needs exponentially many conflicts of every solver here.
fn pigeons(holes: u32, sink: &mut dyn ClauseSink) {
    let lit = |pigeon: u32, hole: u32| Var::new(pigeon * holes + hole + 1).positive();
    for pigeon in 0..=holes {
        sink.add_clause(&(0..holes).map(|hole| lit(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        sink.at_most_one(&(0..=holes).map(|pigeon| lit(pigeon, hole)).collect::<Vec<_>>());
    }
}

#[test]
fn limits_end_a_hard_query_and_leave_the_solver_usable() {
    for name in PEERS {
        let mut solver = peer(name);
        pigeons(12, &mut solver);
        let outcome = solver.solve_query(&Query::new().budget(Budget::new().conflicts(100)));
        assert_eq!(outcome, Outcome::Unknown(Stopped::Conflicts), "{name}");
        let outcome = solver.solve_query(&Query::new().budget(Budget::new().propagations(10_000)));
        assert_eq!(outcome, Outcome::Unknown(Stopped::Propagations), "{name}");

        let start = Instant::now();
        let late = || start.elapsed() > Duration::from_millis(50);
        let outcome = solver.solve_query(&Query::new().budget(Budget::new().deadline(&late)));
        assert_eq!(outcome, Outcome::Unknown(Stopped::Deadline), "{name}");

        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
            });
            let outcome = solver.solve_query(&Query::new().stop(&stop));
            assert_eq!(outcome, Outcome::Unknown(Stopped::Interrupted), "{name}");
        });

        // A limit holds for its call only: the same solver now decides something else without one.
        let two_in_a_hole = [Var::new(1).positive(), Var::new(13).positive()];
        let outcome = solver.solve_under(&two_in_a_hole);
        assert!(outcome.core().is_some_and(|core| core.lits().len() <= 2), "{name}: {outcome:?}");
        assert!(solver.stats().conflicts >= 100, "{name}");
    }
}
