//! Every conversion of 10,000 random formulas against their truth tables.

mod random;

use exactone_sat::{ClauseSink, Cnf, DistributeOptions, Dpll, Expr, Lit, Query, Solver, Var};
use random::{Random, VARS, formulas, table};

type Rows = [u64; 4];

/// Rows in which a literal of a named variable is true.
fn literal_rows(lit: Lit) -> Rows {
    table(&Expr::from(lit))
}

/// Gives the named variables every assignment at once (a bit a row) and propagates units: the rows without a
/// conflict, and those of them in which every variable has a value.
fn propagate(cnf: &Cnf) -> (Rows, Rows) {
    // known[lit]: the rows in which this literal is known to be true.
    let mut known = vec![[0u64; 4]; 2 * cnf.var_count().max(VARS) as usize];
    for var in Var::range(1..=VARS) {
        known[var.positive().index()] = literal_rows(var.positive());
        known[var.negative().index()] = literal_rows(var.negative());
    }
    let mut conflict = [0u64; 4];
    let mut changed = true;
    while changed {
        changed = false;
        for clause in cnf {
            for word in 0..4 {
                // Rows in which all literals so far are false, and in which all but one are.
                let (mut none_left, mut one_left) = (!0u64, 0u64);
                for &lit in clause {
                    let is_false = known[(!lit).index()][word];
                    one_left = one_left & is_false | none_left & !is_false;
                    none_left &= is_false;
                }
                conflict[word] |= none_left;
                for &lit in clause {
                    let unit = one_left & !known[(!lit).index()][word] & !known[lit.index()][word];
                    known[lit.index()][word] |= unit;
                    changed |= unit != 0;
                }
            }
        }
    }
    let mut total = [!0u64; 4];
    for var in Var::range(1..=cnf.var_count()) {
        for word in 0..4 {
            total[word] &= known[var.positive().index()][word] | known[var.negative().index()][word];
        }
    }
    let open: Rows = std::array::from_fn(|word| !conflict[word]);
    (open, std::array::from_fn(|word| open[word] & total[word]))
}

#[test]
fn tseitins_form_has_exactly_the_models_of_the_formula() {
    for formula in formulas(10_000) {
        let mut cnf = Cnf::new();
        cnf.ensure_vars(VARS);
        formula.tseitin(&mut cnf);
        let (open, total) = propagate(&cnf);
        // Every new variable is a function of the named ones: propagation finds its value.
        assert_eq!(total, table(&formula), "{formula}");
        assert_eq!(open, total, "{formula}");
    }
}

#[test]
fn plaisted_and_greenbaums_form_has_the_models_of_the_formula_projected() {
    let mut random = Random::new(77);
    for (number, formula) in formulas(10_000).enumerate() {
        let mut cnf = Cnf::new();
        cnf.ensure_vars(VARS);
        formula.plaisted_greenbaum(&mut cnf);
        let rows = table(&formula);
        // A row of the formula can be completed, any other is refuted by propagation alone.
        assert_eq!(propagate(&cnf).0, rows, "{formula}");
        if number % 10 == 0 {
            let mut solver = Dpll::new();
            cnf.pour(&mut solver);
            for _ in 0..4 {
                let row = random.below(256) as usize;
                let inputs: Vec<Lit> =
                    Var::range(1..=VARS).map(|var| var.lit(row >> var.index() & 1 == 1)).collect();
                let expected = rows[row / 64] >> (row % 64) & 1 == 1;
                assert_eq!(solver.solve_query(&Query::new().assume(&inputs)).is_sat(), expected, "{formula}");
            }
        }
    }
}

#[test]
fn a_defined_literal_is_the_value_of_the_formula() {
    for formula in formulas(3_000) {
        let mut cnf = Cnf::new();
        cnf.ensure_vars(VARS);
        let lit = formula.define(&mut cnf);
        let (open, total) = propagate(&cnf);
        assert_eq!((open, total), ([!0; 4], [!0; 4]));
        cnf.add_clause(&[lit]);
        assert_eq!(propagate(&cnf).0, table(&formula), "{formula}");
    }
}

#[test]
fn distribution_keeps_the_truth_table() {
    let mut done = 0;
    for formula in formulas(10_000) {
        let expected = table(&formula);
        for keep_tautologies in [false, true] {
            let options = DistributeOptions { keep_tautologies, max_clauses: 200 };
            if let Ok(cnf) = formula.to_cnf(options) {
                done += 1;
                assert_eq!(table(&cnf.to_expr()), expected, "{formula}");
                let clauses: Vec<&[Lit]> = cnf.iter().collect();
                assert!(clauses.windows(2).all(|pair| pair[0] < pair[1]), "in order, none twice");
                let is_tautology = |clause: &&[Lit]| clause.iter().any(|lit| clause.contains(&!*lit));
                assert!(keep_tautologies || !clauses.iter().any(is_tautology));
            }
            if let Ok(dnf) = formula.to_dnf(options) {
                done += 1;
                assert_eq!(table(&dnf.to_expr()), expected, "{formula}");
            }
        }
    }
    assert!(done > 20_000, "only {done} of 40,000 forms fit the limit");
}

#[test]
fn three_ways_to_the_suspects_clauses_are_equivalent() {
    let by_hand =
        exactone_sat::clauses![[1, -4], [1, -2], [1, 4], [-4, -2], [-4, 4], [-2, 4], [-1, 4, 2, -4]];
    let [a, b, d] = [1, 2, 4].map(Lit::from);
    let told = Expr::exactly_one([!a, d, b, !d]);
    assert_eq!(table(&by_hand.to_expr()), table(&told));
    assert_eq!(table(&told.to_cnf(DistributeOptions::default()).unwrap().to_expr()), table(&told));
    let mut tseitin = Cnf::new();
    tseitin.ensure_vars(VARS);
    told.tseitin(&mut tseitin);
    assert_eq!(propagate(&tseitin).0, table(&told));
}
