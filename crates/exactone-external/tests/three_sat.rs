//! Our engines beside CaDiCaL and MiniSat on random 3-SAT where it is hardest: 4.26 clauses a variable.
#![cfg(feature = "peers")]

use exactone_external::by_name;
use exactone_sat::{Cdcl, Cnf, Dpll, Outcome, Solver};

mod random;
use random::Random;

/// The teaching solver takes seconds on formulas with more variables than this.
const DPLL_VARS: u32 = 105;

/// The verdict, with a model checked.
fn verdict(name: &str, solver: &mut dyn Solver, cnf: &Cnf) -> bool {
    cnf.pour(solver);
    match solver.solve() {
        Outcome::Sat(model) => {
            assert!(cnf.eval(|var| model.value(var)), "{name}: this is no model");
            true
        }
        Outcome::Unsat(core) => {
            assert!(core.is_empty(), "{name}");
            false
        }
        Outcome::Unknown(why) => panic!("{name}: {why}"),
    }
}

#[test]
fn two_hundred_random_3_sat_formulas_have_one_verdict_each() {
    let mut random = Random::new(4_26);
    let mut satisfiable = 0;
    for round in 0..200u32 {
        let vars = 100 + round % 51;
        let cnf = random.three_sat(vars, (f64::from(vars) * 4.26).round() as usize);
        let expected = verdict("cadical", &mut by_name("cadical").expect("built in"), &cnf);
        assert_eq!(verdict("minisat", &mut by_name("minisat").expect("built in"), &cnf), expected);
        assert_eq!(verdict("cdcl", &mut Cdcl::new(), &cnf), expected, "formula {round}");
        if vars <= DPLL_VARS {
            assert_eq!(verdict("dpll", &mut Dpll::new(), &cnf), expected, "formula {round}");
        }
        satisfiable += u32::from(expected);
    }
    assert!((50..150).contains(&satisfiable), "{satisfiable} of 200: the test is lopsided");
}
