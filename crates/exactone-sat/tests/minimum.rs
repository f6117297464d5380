//! The simplest forms, against brute force and against the truth table.

mod random;

use exactone_sat::{Budget, Expr, Lit, Simplified, Size, Var};
use random::{Random, formulas, table};

/// The least number of terms, and of literals for that many, of every function of four variables: whatever `k + 1`
/// terms can make is what `k` terms can make, or one more term.
fn smallest_of_all() -> Vec<Size> {
    let mut terms: Vec<(u16, usize)> = vec![(0xFFFF, 0)];
    for column in [0xAAAA_u16, 0xCCCC, 0xF0F0, 0xFF00] {
        let with = |rows: u16| terms.iter().map(move |&(term, literals)| (term & rows, literals + 1));
        let more: Vec<(u16, usize)> = with(column).chain(with(!column)).collect();
        terms.extend(more);
    }
    assert_eq!(terms.len(), 81);
    let mut best: Vec<Option<Size>> = vec![None; 1 << 16];
    best[0] = Some(Size::default());
    let mut last = vec![0u16];
    while !last.is_empty() {
        let mut next = Vec::new();
        for &function in &last {
            let from = best[function as usize].expect("it has been reached");
            for &(term, literals) in &terms {
                let size = Size { terms: from.terms + 1, literals: from.literals + literals };
                let entry = &mut best[(function | term) as usize];
                match entry {
                    None => next.push(function | term),
                    Some(known) if size < *known => {}
                    Some(_) => continue,
                }
                *entry = Some(size);
            }
        }
        last = next;
    }
    best.into_iter().map(|size| size.expect("every function is a sum of products")).collect()
}

fn function(vars: u32, rows: impl Fn(u64) -> bool) -> Expr {
    Expr::any(
        (0..1u64 << vars)
            .filter(|&row| rows(row))
            .map(|row| Expr::all((0..vars).map(|bit| Var::new(bit + 1).lit(row >> bit & 1 == 1)))),
    )
}

#[test]
fn all_functions_of_four_variables_have_their_brute_force_minimum() {
    let smallest = smallest_of_all();
    for (rows, &expected) in smallest.iter().enumerate() {
        let formula = function(4, |row| rows >> row & 1 == 1);
        let Simplified::Minimum(dnf) = formula.minimal_dnf(Budget::new()).unwrap() else { panic!("{rows}") };
        assert_eq!(
            Size { terms: dnf.len(), literals: dnf.literal_count() },
            expected,
            "function {rows:016b}"
        );
        let same =
            (0..16u64).all(|row| dnf.eval(|var| row >> var.index() & 1 == 1) == (rows >> row & 1 == 1));
        assert!(same, "function {rows:016b}");
    }
}

#[test]
fn clauses_are_the_terms_of_the_negation() {
    let smallest = smallest_of_all();
    for rows in (0..1usize << 16).step_by(97) {
        let formula = function(4, |row| rows >> row & 1 == 1);
        let Simplified::Minimum(cnf) = formula.minimal_cnf(Budget::new()).unwrap() else { panic!("{rows}") };
        let size = Size { terms: cnf.len(), literals: cnf.literals().len() };
        assert_eq!(size, smallest[!rows & 0xFFFF], "function {rows:016b}");
        assert!((0..16u64).all(|row| cnf.eval(|var| row >> var.index() & 1 == 1) == (rows >> row & 1 == 1)));
    }
}

#[test]
fn simplified_random_formulas_keep_their_truth_table() {
    for formula in formulas(1_000) {
        let rows = table(&formula);
        let dnf = formula.minimal_dnf(Budget::new()).unwrap();
        assert!(dnf.is_minimum());
        assert_eq!(table(&dnf.form().to_expr()), rows, "{formula}");
        let cnf = formula.minimal_cnf(Budget::new()).unwrap();
        assert!(cnf.is_minimum());
        assert_eq!(table(&cnf.form().to_expr()), rows, "{formula}");
    }
}

#[test]
fn random_functions_of_eight_variables_are_proved() {
    let mut random = Random::new(8);
    for density in [1, 2, 3] {
        for _ in 0..2 {
            let bits: Vec<bool> = (0..256).map(|_| random.below(4) < density).collect();
            let formula = function(8, |row| bits[row as usize]);
            let simplified = formula.minimal_dnf(Budget::new()).unwrap();
            assert!(simplified.is_minimum());
            for (row, &bit) in bits.iter().enumerate() {
                assert_eq!(simplified.form().eval(|var| row >> var.index() & 1 == 1), bit);
            }
        }
    }
}

#[test]
fn rows_added_as_needed_give_the_same_minimum() {
    // The same functions among 13 variables take the other way through the covering.
    let mut random = Random::new(13);
    for _ in 0..20 {
        let bits: Vec<bool> = (0..32).map(|_| random.below(2) == 0).collect();
        let small = function(5, |row| bits[row as usize]);
        let wide = &small & Expr::all((6..=14).map(Lit::from)) | Expr::all((6..=14).map(|n| Lit::from(-n)));
        let (small, wide) =
            (small.minimal_dnf(Budget::new()).unwrap(), wide.minimal_dnf(Budget::new()).unwrap());
        assert!(small.is_minimum() && wide.is_minimum());
        assert_eq!(wide.form().len(), small.form().len() + 1);
        assert_eq!(wide.form().literal_count(), small.form().literal_count() + 9 * small.form().len() + 9);
    }
}
