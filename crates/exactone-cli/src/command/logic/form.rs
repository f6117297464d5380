//! `--to`: the formula in another form.

use exactone_sat::{
    ClauseSink, Cnf, DistributeError, DistributeOptions, Expr, Names, Simplified, SimplifyError, Size,
    Stopped, Until, Var, dimacs,
};
use serde_json::json;

use super::Asked;
use crate::args::logic::Form;
use crate::language::Language;
use crate::output::status::{Failure, Status};
use crate::words::counted;

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
        let query = self.query;
        let expired = || query.stopped().is_some();
        let made = match form {
            Form::Dimacs => return self.dimacs(&formula),
            Form::Table => return self.table(&formula),
            Form::Nnf => match formula.to_nnf_until(&expired) {
                Some(nnf) => Made::plain(nnf),
                None => return Ok(self.halted()),
            },
            Form::Cnf => match formula.to_cnf_until(options, &expired) {
                Ok(cnf) => Made::parts(cnf.to_expr(), cnf.len()),
                Err(error) => return self.undistributed(&error),
            },
            Form::Dnf => match formula.to_dnf_until(options, &expired) {
                Ok(dnf) => Made::parts(dnf.to_expr(), dnf.len()),
                Err(error) => return self.undistributed(&error),
            },
            Form::Simplify => match formula.minimal_cnf(query.budget) {
                Ok(simplified) => simplest(&simplified, |cnf| (cnf.to_expr(), cnf.len())),
                Err(error) => return self.not_simplified(&error),
            },
            Form::SimplifyDnf => match formula.minimal_dnf(query.budget) {
                Ok(simplified) => simplest(&simplified, |dnf| (dnf.to_expr(), dnf.len())),
                Err(error) => return self.not_simplified(&error),
            },
            Form::Tseitin | Form::PlaistedGreenbaum => {
                let mut cnf = Cnf::new();
                cnf.ensure_vars(self.last_named());
                let mut hearing = Until::new(&mut cnf, &expired);
                match form {
                    Form::Tseitin => formula.tseitin(&mut hearing),
                    _ => formula.plaisted_greenbaum(&mut hearing),
                }
                if hearing.is_closed() {
                    return Ok(self.halted());
                }
                let names = self.with_new_names(cnf.var_count());
                Made { names: Some(names), ..Made::parts(cnf.to_expr(), cnf.len()) }
            }
        };
        if made.formula.written_size() > MAX_WRITTEN {
            return Err(Failure::both(
                format!(
                    "written out, this form has more than {MAX_WRITTEN} signs; --to tseitin stays linear"
                ),
                format!("写出来超过 {MAX_WRITTEN} 个符号；--to tseitin 的长度是线性的"),
            ));
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
        let dnf = form == Form::SimplifyDnf;
        self.face.messages.note(&match self.face.language() {
            Language::En => {
                let what = if dnf { "term" } else { "clause" };
                format!(
                    "not proved to be the simplest within the limits: {} here; at least {} with {} are needed",
                    counted(found, what),
                    counted(least.terms, what),
                    counted(least.literals, "literal"),
                )
            }
            Language::Zh => {
                let what = if dnf { "项" } else { "个子句" };
                format!(
                    "在限度内未能证明最简：此处 {found} {what}，至少需要 {} {what}、{} 个文字",
                    least.terms, least.literals
                )
            }
        });
        Ok(Status::Undecided)
    }

    /// The time was up, or somebody asked to stop, before there was anything to print.
    fn halted(&mut self) -> Status {
        self.undecided(self.query.stopped().unwrap_or(Stopped::Deadline))
    }

    fn undistributed(&mut self, error: &DistributeError) -> Result<Status, Failure> {
        match error {
            DistributeError::Expired => Ok(self.halted()),
            DistributeError::TooLarge(large) => Err(Failure::both(
                format!("{error} (--to tseitin; --max-clauses raises the limit)"),
                format!(
                    "分配展开超过 {} 个子句；--to tseitin 的长度是线性的，--max-clauses 可提高上限",
                    large.limit()
                ),
            )),
            error => Err(Failure::both(error.to_string(), format!("无法分配展开：{error}"))),
        }
    }

    fn not_simplified(&mut self, error: &SimplifyError) -> Result<Status, Failure> {
        let chinese = match *error {
            SimplifyError::Expired => return Ok(self.halted()),
            SimplifyError::Variables { found, limit } => {
                format!("{found} 个变量太多，无法化简：最多 {limit} 个")
            }
            SimplifyError::Diagram { limit } => format!("太复杂，无法化简：判定图超过 {limit} 个节点"),
            SimplifyError::Primes { limit } => format!("素蕴涵项超过 {limit} 个"),
            SimplifyError::Form { found, limit } => match found.literals {
                usize::MAX => format!("太长，无法化简：找到的形式远超过 {limit} 个文字"),
                literals => {
                    let parts = found.terms;
                    format!(
                        "太长，无法化简：找到的形式有 {parts} 项、{literals} 个文字，上限是 {limit} 个文字"
                    )
                }
            },
            error => format!("无法化简：{error}"),
        };
        Err(Failure::both(error.to_string(), chinese))
    }

    fn table(&mut self, formula: &Expr) -> Result<Status, Failure> {
        let vars: Vec<Var> = self.names().iter().map(|(var, _)| var).collect();
        let Some(table) = formula.truth_table_over(&vars, self.names()) else {
            let count = vars.len();
            return Err(Failure::both(
                format!("a truth table of {count} variables is too long: the limit is 16"),
                format!("{count} 个变量的真值表太长：最多 16 个"),
            ));
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
        let query = self.query;
        let expired = || query.stopped().is_some();
        // Into memory first: what is written must be whole, and its header tells the number of clauses.
        let mut cnf = Cnf::new();
        cnf.ensure_vars(named);
        let mut hearing = Until::new(&mut cnf, &expired);
        formula.tseitin(&mut hearing);
        if hearing.is_closed() {
            return Ok(self.halted());
        }
        match dimacs::write_with_comments(&mut *self.sink, &comments.join("\n"), |sink| cnf.pour(sink)) {
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
