//! Statements: truth table, what is forced, models, and other forms.

use exactone::words::{Language, Say};
use exactone_sat::mus::GroupedCnf;
use exactone_sat::{
    Backbone, Budget, Cdcl, ClauseSink, Cnf, DistributeOptions, Expr, ExprError, Lit, Names, Query,
    Statements, Var, backbone,
};

use crate::protocol::{Form, FormulaReport, Named, Said};

/// Columns of the widest truth table that is drawn.
const TABLE_VARS: usize = 8;

/// Models that are listed.
const MODELS: usize = 100;

/// A form that would take more signs is not written out.
const SIGNS: u64 = 200_000;

/// What is wrong with a text, with the place drawn under its line.
fn in_words(errors: &[ExprError], language: Language) -> String {
    let lines = errors.iter().map(|error| {
        format!("{}:{}: {}\n{}", error.line(), error.column(), error.say(language), error.drawing())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Everything at once that a reader of the statements wants to know, within the budget.
pub(crate) fn report(text: &str, language: Language, budget: Budget<'_>) -> FormulaReport {
    let statements = match Statements::parse(text) {
        Ok(statements) => statements,
        Err(errors) => {
            return FormulaReport { error: in_words(&errors, language), ..FormulaReport::default() };
        }
    };
    let names = statements.names();
    let formula = statements.all();
    let query = Query::new().budget(budget);
    let vars: Vec<Var> = names.iter().map(|(var, _)| var).collect();
    let named = |lit: Lit| Named {
        literal: names.show(&Expr::from(lit)).to_string(),
        positive: lit.is_positive(),
        sentence: names
            .word(lit.var())
            .and_then(|word| statements.sentence(word))
            .unwrap_or_default()
            .to_owned(),
    };
    let mut report = FormulaReport {
        names: names.iter().map(|(_, word)| word.to_owned()).collect(),
        sentences: names
            .iter()
            .filter_map(|(_, word)| Some(format!("{word}: {}", statements.sentence(word)?)))
            .collect(),
        table: if vars.len() <= TABLE_VARS { table(&formula, &vars) } else { Vec::new() },
        ..FormulaReport::default()
    };
    let mut solver = Cdcl::new();
    formula.plaisted_greenbaum(&mut solver);
    solver.ensure_vars(vars.iter().map(|var| var.number()).max().unwrap_or(0));
    report.status = match backbone(&mut solver, vars.iter().copied(), &query) {
        Backbone::Forced(forced) => {
            report.forced = forced.into_iter().map(named).collect();
            "satisfiable"
        }
        Backbone::Unsat(_) => {
            report.guilty = guilty(&statements, &query);
            "unsatisfiable"
        }
        Backbone::Unknown(..) => "unknown",
    }
    .to_owned();
    if report.status == "satisfiable" {
        let models = formula.models(&vars, query).take(MODELS).map_while(Result::ok);
        report.models = models
            .map(|model| {
                let lits = model.iter().map(|&lit| names.show(&Expr::from(lit)).to_string());
                lits.collect::<Vec<_>>().join(" ")
            })
            .collect();
        report.count = formula.count_models(&vars, &query).to_string();
    } else {
        report.count = "0".to_owned();
    }
    report
}

fn table(formula: &Expr, vars: &[Var]) -> Vec<String> {
    let rows = 0u32..1 << vars.len();
    rows.map(|row| {
        let bit = |place: usize| row >> (vars.len() - 1 - place) & 1 == 1;
        let value = |var: Var| vars.iter().position(|&one| one == var).is_some_and(bit);
        let mut line: String = (0..vars.len()).map(|place| if bit(place) { '1' } else { '0' }).collect();
        line.push(if formula.eval(value) { '1' } else { '0' });
        line
    })
    .collect()
}

/// The fewest statements that contradict each other, as they are written.
fn guilty(statements: &Statements, query: &Query<'_>) -> Vec<String> {
    let mut grouped = GroupedCnf::new();
    grouped.ensure_vars(statements.all().max_var());
    for statement in statements.statements() {
        grouped.group(statement.text());
        statement.expr().plaisted_greenbaum(&mut grouped);
    }
    let smallest = grouped.smallest(query);
    let groups = smallest.best().into_iter().flatten();
    let said = groups.filter_map(|group| statements.statements().get(group.index()));
    said.map(|statement| format!("{}: {}", statement.line(), statement.text())).collect()
}

/// The statements in another form: `nnf`, `cnf`, `simplified` or `tseitin`.
pub(crate) fn form(text: &str, form: &str, budget: Budget<'_>) -> Form {
    let Ok(statements) = Statements::parse(text) else { return Form::default() };
    let formula = statements.all();
    let mut names = statements.names().clone();
    let failed = |message: Said| Form { message, ..Form::default() };
    let variables = names.len();
    let of = |cnf: &Cnf| Form { clauses: cnf.len(), variables, ..Form::default() };
    let (made, formula) = match form {
        "nnf" => (Form { variables, ..Form::default() }, formula.to_nnf()),
        "cnf" => {
            match formula.to_cnf(DistributeOptions { max_clauses: 2_000, ..DistributeOptions::default() }) {
                Ok(cnf) => (of(&cnf), cnf.to_expr()),
                Err(error) => return failed(Said::from(&error)),
            }
        }
        "simplified" => match formula.minimal_cnf(budget) {
            Ok(simplified) => {
                let cnf = simplified.form();
                (Form { minimum: simplified.is_minimum(), ..of(cnf) }, cnf.to_expr())
            }
            Err(error) => return failed(Said::from(&error)),
        },
        _ => {
            let mut cnf = Cnf::new();
            cnf.ensure_vars(names.iter().map(|(var, _)| var.number()).max().unwrap_or(0));
            let named = cnf.var_count();
            formula.tseitin(&mut cnf);
            name_new(&mut names, named, cnf.var_count());
            let variables = cnf.var_count() as usize;
            (Form { dimacs: cnf.to_dimacs(), variables, ..of(&cnf) }, cnf.to_expr())
        }
    };
    if formula.written_size() > SIGNS {
        return Form {
            message: Said::new(format!("more than {SIGNS} signs"), format!("超过 {SIGNS} 个符号")),
            ..made
        };
    }
    Form { text: formula.printed(&names).unicode(true).to_string(), ..made }
}

/// Names `t1`, `t2`, ... for new variables, apart from those that are taken.
fn name_new(names: &mut Names, named: u32, all: u32) {
    let mut number = 0;
    for var in named + 1..=all {
        let word = loop {
            number += 1;
            let word = format!("t{number}");
            if names.get(&word).is_none() {
                break word;
            }
        };
        names.set(&word, Var::new(var));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUSPECTS: &str = include_str!("../../../examples/suspects.logic");

    #[test]
    fn the_suspects_are_solved_and_shown_in_every_form() {
        let report = report(SUSPECTS, Language::English, Budget::new());
        assert_eq!((report.error.as_str(), report.status.as_str()), ("", "satisfiable"));
        assert_eq!((report.names.len(), report.table.len()), (4, 16));
        let models = report.table.iter().filter(|row| row.ends_with('1')).count();
        assert_eq!(report.count, models.to_string());
        let a = report.forced.iter().find(|named| named.sentence == "甲是犯人").unwrap();
        assert_eq!((a.literal.as_str(), a.positive), ("A", true));
        for name in ["nnf", "cnf", "simplified", "tseitin"] {
            let form = form(SUSPECTS, name, Budget::new());
            assert!(!form.text.is_empty() && form.message.is_empty(), "{name}: {form:?}");
        }
        assert!(form(SUSPECTS, "simplified", Budget::new()).minimum);
        assert!(form(SUSPECTS, "tseitin", Budget::new()).dimacs.starts_with("p cnf "));
    }

    #[test]
    fn contradictions_name_their_statements() {
        let report = report("a\nb | c\n~a\nc", Language::English, Budget::new());
        assert_eq!(report.status, "unsatisfiable");
        assert_eq!(report.guilty, ["1: a", "3: ~a"]);
        assert_eq!((report.count.as_str(), report.models.len()), ("0", 0));
    }

    #[test]
    fn errors_are_told_with_their_place() {
        let said = |language| report("a &\n", language, Budget::new()).error;
        assert!(said(Language::English).starts_with("1:4: "), "{}", said(Language::English));
        let chinese = said(Language::Chinese);
        assert!(chinese.starts_with("1:4: 此处是"), "{chinese}");
        assert_eq!(form("a &", "cnf", Budget::new()), Form::default());
    }
}
