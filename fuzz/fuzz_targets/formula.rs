//! Formulas: what is read prints, reads back and means the same; its clauses mean the same.
#![no_main]

use exactone_sat::{Expr, Names, Statements, Var};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(errors) = Statements::parse(text) {
        assert!(!errors.is_empty());
        for error in errors {
            assert!(!error.to_string().is_empty());
        }
    }
    let mut names = Names::new();
    let Ok(formula) = Expr::parse(text, &mut names) else { return };
    let mut again_names = names.clone();
    for unicode in [false, true] {
        let printed = formula.printed(&names).unicode(unicode).to_string();
        let again = Expr::parse(&printed, &mut again_names)
            .unwrap_or_else(|error| panic!("{printed:?} does not read back: {error}"));
        let vars = formula.vars();
        if vars.len() > 10 {
            continue;
        }
        for bits in 0u32..1 << vars.len() {
            let value = |var: Var| vars.binary_search(&var).is_ok_and(|place| bits >> place & 1 == 1);
            assert_eq!(formula.eval(value), again.eval(value), "{printed:?} means something else");
        }
    }
});
