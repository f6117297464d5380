//! Both solvers beside a truth table: bytes become clauses, groups, assumptions and temporary clauses over eight variables.
#![no_main]

use exactone_sat::{Cdcl, ClauseSink, Cnf, Dpll, Lit, Outcome, Query, Solver, Var};
use libfuzzer_sys::fuzz_target;

const VARS: u32 = 8;

/// A byte as a literal.
fn lit(byte: u8) -> Lit {
    Var::new(u32::from(byte & 7) + 1).lit(byte & 8 == 0)
}

/// Whether some assignment makes all of it true.
fn satisfiable(cnf: &Cnf, assumptions: &[Lit], constraint: Option<&[Lit]>) -> bool {
    (0u32..1 << VARS).any(|bits| {
        let holds = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.polarity();
        cnf.eval(|var| bits >> var.index() & 1 == 1)
            && assumptions.iter().all(holds)
            && constraint.is_none_or(|clause| clause.iter().any(holds))
    })
}

fuzz_target!(|bytes: &[u8]| {
    let bytes = &bytes[..bytes.len().min(200)];
    let mut cnf = Cnf::new();
    let (mut cdcl, mut dpll) = (Cdcl::new(), Dpll::new());
    let mut rest = bytes;
    // Each step: a byte that says what and how many, then its literals.
    while let Some((&head, tail)) = rest.split_first() {
        let count = usize::from(head & 7).min(tail.len());
        let lits: Vec<Lit> = tail[..count].iter().map(|&byte| lit(byte)).collect();
        rest = &tail[count..];
        match head >> 3 & 7 {
            0..=3 => {
                cnf.add_clause(&lits);
                cdcl.add_clause(&lits);
                dpll.add_clause(&lits);
            }
            4 => {
                cnf.at_most_one(&lits);
                cdcl.at_most_one(&lits);
                dpll.at_most_one(&lits);
            }
            5 => {
                cnf.exactly_one(&lits);
                cdcl.exactly_one(&lits);
                dpll.exactly_one(&lits);
            }
            kind => {
                let (assumptions, clause) = lits.split_at(if kind == 6 { count } else { count / 2 });
                let constraint = (kind == 7).then_some(clause);
                let mut query = Query::new().assume(assumptions);
                query.constraint = constraint;
                let expected = satisfiable(&cnf, assumptions, constraint);
                for (name, solver) in [("cdcl", &mut cdcl as &mut dyn Solver), ("dpll", &mut dpll)] {
                    check(name, &cnf, assumptions, constraint, expected, solver.solve_query(&query));
                }
            }
        }
    }
    let expected = satisfiable(&cnf, &[], None);
    check("cdcl", &cnf, &[], None, expected, cdcl.solve());
    check("dpll", &cnf, &[], None, expected, dpll.solve());
});

fn check(
    name: &str,
    cnf: &Cnf,
    assumptions: &[Lit],
    constraint: Option<&[Lit]>,
    expected: bool,
    outcome: Outcome,
) {
    match outcome {
        Outcome::Sat(model) => {
            assert!(expected, "{name}: {cnf} under {assumptions:?} and {constraint:?} has no model");
            assert!(cnf.eval(|var| model.value(var)), "{name}: {model} is no model of {cnf}");
            assert!(assumptions.iter().all(|&lit| model.is_true(lit)), "{name}");
            assert!(constraint.is_none_or(|clause| model.satisfies(clause)), "{name}");
        }
        Outcome::Unsat(core) => {
            assert!(!expected, "{name}: {cnf} under {assumptions:?} and {constraint:?} has a model");
            assert!(core.lits().iter().all(|lit| assumptions.contains(lit)), "{name}");
            let blamed = constraint.filter(|_| core.uses_constraint());
            assert!(!satisfiable(cnf, core.lits(), blamed), "{name}: {core:?} is no core of {cnf}");
        }
        Outcome::Unknown(why) => panic!("{name}: {why}"),
    }
}
