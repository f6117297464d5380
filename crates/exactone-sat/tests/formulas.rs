//! Properties of formulas over random ones: 10,000 formulas of depth up to 8 over 8 variables.

mod random;

use exactone_sat::{Expr, Lit, Names, Var};
use random::{Random, VARS, formulas, table};

#[test]
fn printing_and_parsing_are_inverse() {
    let mut names = Names::new();
    for (number, word) in ["a", "甲", "x9", "And", "r 1", "_", "1x", "true"].into_iter().enumerate() {
        assert!(names.set(word, Var::from_index(number)));
    }
    for formula in formulas(10_000) {
        assert_eq!(formula.to_string().parse::<Expr>().as_ref(), Ok(&formula));
        for unicode in [false, true] {
            let text = formula.printed(&names).unicode(unicode).to_string();
            assert_eq!(Expr::parse(&text, &mut names).as_ref(), Ok(&formula), "{text}");
        }
    }
    assert_eq!(names.len(), VARS as usize);
}

#[test]
fn negation_normal_form_keeps_the_truth_table() {
    for formula in formulas(10_000) {
        assert_eq!(table(&formula.to_nnf()), table(&formula), "{formula}");
    }
}

#[test]
fn evaluation_is_the_truth_table() {
    for formula in formulas(500) {
        let rows = table(&formula);
        for row in 0..256usize {
            let value = formula.eval(|var| row >> var.index() & 1 == 1);
            assert_eq!(value, rows[row / 64] >> (row % 64) & 1 == 1, "{formula}");
        }
    }
}

#[test]
fn substitution_is_evaluation_in_two_steps() {
    let mut random = Random::new(5);
    let formulas: Vec<Expr> = formulas(2_000).collect();
    for pair in formulas.windows(2) {
        let var = Var::new(1 + random.below(VARS));
        let replaced = pair[0].substitute(|v| (v == var).then(|| pair[1].clone()));
        for row in (0..256usize).step_by(7) {
            let value = |v: Var| row >> v.index() & 1 == 1;
            let inner = pair[1].eval(value);
            assert_eq!(replaced.eval(value), pair[0].eval(|v| if v == var { inner } else { value(v) }));
        }
    }
}

#[test]
fn broken_text_gives_an_error_with_a_place_or_a_formula() {
    let mut random = Random::new(9);
    const SIGNS: &[&str] = &[
        "(", ")", ",", "~", "&", " | ", "->", "<->", "exactly(", "2", "a", "b ", "=", "\n", "（", "，", "\"",
        "`", "甲", "^", "ite(",
    ];
    for _ in 0..20_000 {
        let text: String =
            (0..random.below(12)).map(|_| SIGNS[random.below(SIGNS.len() as u32) as usize]).collect();
        match Expr::parse(&text, &mut Names::new()) {
            Ok(formula) => assert!(formula.max_var() <= 3),
            Err(error) => {
                assert!(error.line() <= text.lines().count().max(1) + 1, "{text:?}");
                assert!(error.drawing().lines().count() == 2);
            }
        }
    }
    assert_eq!(Lit::from(1) & Lit::from(2), "x1 & x2".parse().unwrap());
}
