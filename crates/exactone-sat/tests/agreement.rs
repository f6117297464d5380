//! Solvers against the truth table: verdicts, models, failed cores, on random formulas that grow between calls.

mod truth_table;

use exactone_sat::{
    Branching, Budget, Cdcl, CdclOptions, ClauseSink, Cnf, Dpll, DpllOptions, Lit, Outcome, Query, Solver,
    Stopped,
};
use truth_table::{Random, satisfiable, with_units};

/// One formula, up to four calls with fresh clauses, assumptions and a temporary clause before each.
fn walk(solver: &mut dyn Solver, random: &mut Random) {
    let vars = 1 + random.below(9);
    let mut cnf = Cnf::new();
    cnf.ensure_vars(vars);
    solver.ensure_vars(vars);
    for _ in 0..1 + random.below(4) {
        for _ in 0..random.below(3 * vars) {
            if random.below(8) == 0 {
                let len = random.below(5);
                let group = random.lits(vars, len);
                cnf.at_most_one(&group);
                solver.at_most_one(&group);
            } else {
                let clause = random.clause(vars);
                cnf.add_clause(&clause);
                solver.add_clause(&clause);
            }
        }
        let len = random.below(vars + 1);
        let assumptions = if random.below(3) == 0 { Vec::new() } else { random.lits(vars, len) };
        let constraint = (random.below(3) == 0).then(|| random.clause(vars));
        ask(solver, &cnf, &assumptions, constraint.as_deref());
    }
}

fn ask(solver: &mut dyn Solver, cnf: &Cnf, assumptions: &[Lit], constraint: Option<&[Lit]>) {
    let mut all = with_units(cnf, assumptions);
    all.extend(constraint);
    let query = Query { constraint, ..Query::new().assume(assumptions) };
    let about = || format!("{cnf} under {assumptions:?}, constraint {constraint:?}");
    match solver.solve_query(&query) {
        Outcome::Sat(model) => {
            assert_eq!(model.len(), solver.var_count());
            assert!(all.eval(|var| model.value(var)), "{model} is no model of {}", about());
        }
        Outcome::Unsat(core) => {
            assert!(core.lits().iter().all(|lit| assumptions.contains(lit)), "{core:?} of {}", about());
            let mut blamed = with_units(cnf, core.lits());
            if core.uses_constraint() {
                blamed.extend(constraint);
            }
            assert!(!satisfiable(&blamed), "{core:?} is satisfiable: {}", about());
        }
        Outcome::Unknown(why) => panic!("{why} without a limit: {}", about()),
    }
}

#[test]
fn dpll_agrees_with_the_truth_table() {
    let rules = [Branching::Moms, Branching::JeroslowWang, Branching::FirstUnassigned];
    let options = rules
        .iter()
        .flat_map(|&branching| [true, false].map(|pure_literals| DpllOptions { pure_literals, branching }));
    for (options, seed) in options.cycle().zip(0..10_000) {
        walk(&mut Dpll::with_options(options), &mut Random(seed));
    }
}

#[test]
fn cdcl_agrees_with_the_truth_table() {
    for seed in 0..10_000 {
        walk(&mut Cdcl::with_options(CdclOptions::new().seed(seed % 3)), &mut Random(seed));
    }
}

#[test]
fn dpll_is_usable_after_every_limit() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut solver = Dpll::new();
        let mut cnf = Cnf::new();
        for _ in 0..45 {
            let clause = random.lits(12, 3);
            cnf.add_clause(&clause);
            solver.add_clause(&clause);
        }
        for limit in 0..4 {
            for budget in [Budget::new().conflicts(limit), Budget::new().propagations(limit)] {
                let before = solver.stats();
                let outcome = solver.solve_query(&Query::new().budget(budget));
                match outcome {
                    Outcome::Unknown(Stopped::Conflicts) => {
                        assert!(solver.stats().conflicts - before.conflicts >= limit);
                    }
                    Outcome::Unknown(why) => assert_eq!(why, Stopped::Propagations),
                    decided => assert_eq!(decided.is_sat(), satisfiable(&cnf)),
                }
            }
        }
        ask(&mut solver, &cnf, &[], None);
    }
}

#[test]
fn dpll_stops_when_told() {
    let flag = std::sync::atomic::AtomicBool::new(true);
    let late = || true;
    let mut solver = Dpll::new();
    solver.exactly_one(&[1, 2, 3].map(Lit::from));
    let stopped = |outcome: Outcome| match outcome {
        Outcome::Unknown(why) => Some(why),
        _ => None,
    };
    assert_eq!(stopped(solver.solve_query(&Query::new().stop(&flag))), Some(Stopped::Interrupted));
    let query = Query::new().budget(Budget::new().deadline(&late));
    assert_eq!(stopped(solver.solve_query(&query)), Some(Stopped::Deadline));
    assert!(solver.solve().is_sat());
}
