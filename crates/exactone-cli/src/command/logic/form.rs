//! `--to`: the formula in another form.

use exactone_sat::{
    ClauseSink, Cnf, DistributeOptions, Expr, Names, Simplified, Size, TooLarge, Var, dimacs,
};
use serde_json::json;

use super::Asked;
use crate::args::logic::Form;
use crate::language::Language;
use crate::output::status::{Failure, Status};

/// A formula that would take more than this many signs is not printed.
const MAX_WRITTEN: u64 = 20_000_000;

/// What was made.
struct Made {
    formula: Expr,
    /// How many clauses or terms, where the form has any.
    parts: Option<usize>,
    /// Names of the formula's variables, new ones included.
    names: Option<Names>,
    /// For simplified forms: `None` if it is the minimum, else the lower bound.
    lower: Option<Size>,
}

impl Made {
    fn plain(formula: Expr) -> Made {
        Made { formula, parts: None, names: None, lower: None }
    }

    fn parts(formula: Expr, parts: usize) -> Made {
        Made { parts: Some(parts), ..Made::plain(formula) }
    }
}

impl Asked<'_> {
    /// Prints the formula in this form.
    pub fn form(&mut self, form: Form) -> Result<Status, Failure> {
        let formula = self.statements.all();
        let options = DistributeOptions {
            keep_tautologies: self.args.keep_tautologies,
            max_clauses: self.args.max_clauses.unwrap_or(DistributeOptions::default().max_clauses),
        };
        let too_large =
            |error: TooLarge| Failure::new(format!("{error} (--to tseitin; --max-clauses raises the limit)"));
        let made = match form {
            Form::Dimacs => return self.dimacs(&formula),
            Form::Table => return self.table(&formula),
            Form::Nnf => Made::plain(formula.to_nnf()),
            Form::Cnf => {
                let cnf = formula.to_cnf(options).map_err(too_large)?;
                Made::parts(cnf.to_expr(), cnf.len())
            }
            Form::Dnf => {
                let dnf = formula.to_dnf(options).map_err(too_large)?;
                Made::parts(dnf.to_expr(), dnf.len())
            }
            Form::Simplify => {
                let simplified = formula
                    .minimal_cnf(self.query.budget)
                    .map_err(|error| Failure::new(error.to_string()))?;
                simplest(&simplified, |cnf| (cnf.to_expr(), cnf.len()))
            }
            Form::SimplifyDnf => {
                let simplified = formula
                    .minimal_dnf(self.query.budget)
                    .map_err(|error| Failure::new(error.to_string()))?;
                simplest(&simplified, |dnf| (dnf.to_expr(), dnf.len()))
            }
            Form::Tseitin | Form::PlaistedGreenbaum => {
                let mut cnf = Cnf::new();
                cnf.ensure_vars(self.last_named());
                match form {
                    Form::Tseitin => formula.tseitin(&mut cnf),
                    _ => formula.plaisted_greenbaum(&mut cnf),
                }
                let names = self.with_new_names(cnf.var_count());
                Made { names: Some(names), ..Made::parts(cnf.to_expr(), cnf.len()) }
            }
        };
        if made.formula.written_size() > MAX_WRITTEN {
            return Err(Failure::new(format!(
                "written out, this form has more than {MAX_WRITTEN} signs; --to tseitin stays linear"
            )));
        }
        let names = made.names.as_ref().unwrap_or(self.names());
        let text = made.formula.printed(names).unicode(self.args.unicode).to_string();
        if self.json() {
            let mut object = json!({ "form": form.name(), "formula": text });
            if let Some(parts) = made.parts {
                let dnf = matches!(form, Form::Dnf | Form::SimplifyDnf);
                object[if dnf { "terms" } else { "clauses" }] = parts.into();
            }
            if matches!(form, Form::Simplify | Form::SimplifyDnf) {
                object["minimum"] = made.lower.is_none().into();
                if let Some(lower) = made.lower {
                    object["lower"] = json!({ "terms": lower.terms, "literals": lower.literals });
                }
            }
            self.line(&object.to_string())?;
        } else {
            self.line(&text)?;
        }
        let Some(lower) = made.lower else { return Ok(Status::Holds) };
        let (found, least) = (made.parts.unwrap_or(0), lower);
        self.face.messages.note(&match self.face.language() {
            Language::En => format!(
                "not proved to be the simplest within the time limit: {found} here, at least {} with {} literals",
                least.terms, least.literals
            ),
            Language::Zh => {
                format!("在时限内未能证明最简：此处 {found} 项，至少 {} 项 {} 个文字", least.terms, least.literals)
            }
        });
        Ok(Status::Undecided)
    }

    fn table(&mut self, formula: &Expr) -> Result<Status, Failure> {
        let vars: Vec<Var> = self.names().iter().map(|(var, _)| var).collect();
        let Some(table) = formula.truth_table_over(&vars, self.names()) else {
            return Err(Failure::new(format!(
                "a truth table of {} variables is too long: the limit is 16",
                vars.len()
            )));
        };
        if self.json() {
            let rows: String = table.lines().skip(1).filter_map(|row| row.chars().last()).collect();
            let words: Vec<String> = self.names().iter().map(|(_, word)| word.to_owned()).collect();
            self.line(&json!({ "form": "table", "variables": words, "values": rows }).to_string())?;
        } else {
            self.sink.put(table.as_bytes())?;
        }
        Ok(Status::Holds)
    }

    fn dimacs(&mut self, formula: &Expr) -> Result<Status, Failure> {
        let named = self.last_named();
        let mut comments: Vec<String> = self
            .names()
            .iter()
            .map(|(var, word)| match self.statements.sentence(word) {
                Some(sentence) => format!("{var} = {word}: {sentence}"),
                None => format!("{var} = {word}"),
            })
            .collect();
        // Counters of models project onto these.
        let shown: String = self.names().iter().map(|(var, _)| format!("{var} ")).collect();
        comments.push(format!("p show {shown}0"));
        let written = dimacs::write_with_comments(&mut *self.sink, &comments.join("\n"), |sink| {
            sink.ensure_vars(named);
            formula.tseitin(sink);
        });
        match written {
            Ok(_) => Ok(Status::Holds),
            Err(error) => Err(self.sink.failure(&error)),
        }
    }

    fn last_named(&self) -> u32 {
        self.names().iter().map(|(var, _)| var.number()).max().unwrap_or(0)
    }

    /// The names, and `_1`, `_2`, ... for the variables behind them; longer where such a name is taken.
    fn with_new_names(&self, vars: u32) -> Names {
        let mut names = self.names().clone();
        let mut prefix = "_".to_owned();
        while self.names().iter().any(|(_, word)| word.starts_with(&prefix)) {
            prefix.push('_');
        }
        let last = self.last_named();
        for number in last + 1..=vars {
            names.set(&format!("{prefix}{}", number - last), Var::new(number));
        }
        names
    }
}

fn simplest<F>(simplified: &Simplified<F>, parts: impl Fn(&F) -> (Expr, usize)) -> Made {
    let (formula, count) = parts(simplified.form());
    let lower = match simplified {
        Simplified::Minimum(_) => None,
        Simplified::Bounded { lower, .. } => Some(*lower),
    };
    Made { lower, ..Made::parts(formula, count) }
}
