//! The questions: what is forced, what is free, how many models; models, valid, equivalent.

use std::io::Write;

use exactone_sat::mus::GroupedCnf;
use exactone_sat::{Backbone, Cdcl, ClauseSink, Expr, Lit, ModelCount, PartialModel, Stopped, Var, backbone};
use serde_json::{Map, Value, json};

use super::Asked;
use crate::output::status::{Failure, Status};

/// A simplified form longer than this is not shown unasked.
const SHORT: u64 = 40;

/// Of more forced names than this, only those that are true are listed.
const MANY: usize = 20;

/// Unasked, a formula of more variables is not simplified.
const FEW: usize = 16;

/// Why an answer is missing.
enum NoAnswer {
    Stopped(Stopped),
    Failed(Failure),
}

impl From<Stopped> for NoAnswer {
    fn from(why: Stopped) -> NoAnswer {
        NoAnswer::Stopped(why)
    }
}

impl From<Failure> for NoAnswer {
    fn from(failure: Failure) -> NoAnswer {
        NoAnswer::Failed(failure)
    }
}

impl Asked<'_> {
    fn settled(&mut self, answer: Result<Status, NoAnswer>) -> Result<Status, Failure> {
        match answer {
            Ok(status) => Ok(status),
            Err(NoAnswer::Stopped(why)) => Ok(self.undecided(why)),
            Err(NoAnswer::Failed(failure)) => Err(failure),
        }
    }

    /// Without an option: satisfiable or who contradicts whom; forced, free, how many models, the simplest form.
    pub fn everything(&mut self) -> Result<Status, Failure> {
        let answer = self.answer_everything();
        self.settled(answer)
    }

    fn answer_everything(&mut self) -> Result<Status, NoAnswer> {
        let formula = self.statements.all();
        let vars: Vec<Var> = self.names().iter().map(|(var, _)| var).collect();
        let mut solver = Cdcl::new();
        formula.plaisted_greenbaum(&mut solver);
        solver.ensure_vars(vars.iter().map(|var| var.number()).max().unwrap_or(0));
        let forced = match backbone(&mut solver, vars.iter().copied(), &self.query) {
            Backbone::Forced(forced) => forced,
            Backbone::Unsat(_) => return self.contradiction(),
            Backbone::Unknown(why, _) => return Err(why.into()),
        };
        drop(solver);
        let (mut free, mut open) = (Vec::new(), Vec::new());
        for &var in vars.iter().filter(|&&var| !forced.iter().any(|lit| lit.var() == var)) {
            let flipped = formula.substitute(|one| (one == var).then(|| Expr::from(!var)));
            let matters = flipped != formula && (&formula & !flipped).is_satisfiable(&self.query)?;
            (if matters { &mut open } else { &mut free }).push(var);
        }
        let defined = self.defined(&formula)?;
        let count = formula.count_models(&vars, &self.query);
        let simplest = self.simplest(&formula, vars.len());
        if self.json() {
            let words = |vars: &[Var]| vars.iter().map(|&var| self.word(var)).collect::<Vec<_>>();
            let values: Map<String, Value> =
                forced.iter().map(|lit| (self.word(lit.var()), lit.polarity().into())).collect();
            let sentences: Map<String, Value> = vars
                .iter()
                .filter_map(|&var| Some((self.word(var), self.statements.sentence(&self.word(var))?.into())))
                .collect();
            let (number, exact) = number(&count);
            let mut object = json!({
                "satisfiable": true, "forced": values, "free": words(&free), "open": words(&open),
                "models": number, "exact": exact,
            });
            if !defined.is_empty() {
                let values: Map<String, Value> =
                    defined.into_iter().map(|(name, value)| (name, value.into())).collect();
                object["defined"] = values.into();
            }
            if !sentences.is_empty() {
                object["sentences"] = sentences.into();
            }
            if let Some(simplest) = simplest {
                object["simplified"] = simplest.into();
            }
            self.line(&object.to_string())?;
        } else {
            self.line("satisfiable")?;
            if !forced.is_empty() {
                // Of many names, those that are true are the answer.
                let listed = |lit: &&Lit| forced.len() <= MANY || lit.is_positive();
                let mut values: Vec<String> =
                    forced.iter().filter(listed).map(|&lit| self.value(lit)).collect();
                if values.len() < forced.len() {
                    values.push(format!("{} others false", forced.len() - values.len()));
                }
                self.line(&format!("forced: {}", values.join(", ")))?;
            }
            if !defined.is_empty() {
                let values: Vec<String> =
                    defined.iter().map(|(name, value)| format!("{name} {value}")).collect();
                self.line(&format!("defined: {}", values.join(", ")))?;
            }
            for (label, vars) in [("open", open), ("free", free)] {
                if !vars.is_empty() {
                    let words: Vec<String> = vars.into_iter().map(|var| self.word(var)).collect();
                    self.line(&format!("{label}: {}", words.join(", ")))?;
                }
            }
            let models = match &count {
                ModelCount::Exactly(one) if one.to_u64() == Some(1) => "1 model".to_owned(),
                count => format!("{count} models"),
            };
            self.line(&models)?;
            if let Some(simplest) = simplest {
                self.line(&format!("simplified: {simplest}"))?;
            }
        }
        match count {
            ModelCount::Exactly(_) => Ok(Status::Holds),
            ModelCount::AtLeast(_, why) => Err(why.into()),
        }
    }

    /// The defined names whose value is the same in every model.
    fn defined(&self, formula: &Expr) -> Result<Vec<(String, bool)>, Stopped> {
        let mut values = Vec::new();
        for (name, meaning) in self.statements.definitions() {
            for value in [true, false] {
                let meaning = if value { meaning.clone() } else { !meaning };
                if formula.entails(&meaning, &self.query)? {
                    values.push((name.to_owned(), value));
                    break;
                }
            }
        }
        Ok(values)
    }

    /// The simplest form, where it is small and soon found.
    fn simplest(&self, formula: &Expr, vars: usize) -> Option<String> {
        if vars > FEW {
            return None;
        }
        let simplest = formula.minimal_cnf(self.query.budget).ok().filter(|form| form.is_minimum())?;
        let simplest = simplest.form().to_expr();
        (simplest.written_size() <= SHORT).then(|| self.shown(&simplest))
    }

    /// Which statements contradict each other: as few as can be found.
    fn contradiction(&mut self) -> Result<Status, NoAnswer> {
        let mut grouped = GroupedCnf::new();
        grouped.ensure_vars(self.statements.all().max_var());
        for statement in self.statements.statements() {
            grouped.group(statement.text());
            statement.expr().plaisted_greenbaum(&mut grouped);
        }
        let smallest = grouped.smallest(&self.query);
        let Some(groups) = smallest.best() else {
            self.line(if self.json() { r#"{"satisfiable":false}"# } else { "unsatisfiable" })?;
            return Ok(Status::No);
        };
        let guilty: Vec<_> =
            groups.iter().map(|group| &self.statements.statements()[group.index()]).collect();
        if self.json() {
            let list: Vec<Value> = guilty
                .iter()
                .map(|statement| json!({ "line": statement.line(), "statement": statement.text() }))
                .collect();
            let object =
                json!({ "satisfiable": false, "contradiction": list, "smallest": smallest.is_proved() });
            self.line(&object.to_string())?;
            return Ok(Status::No);
        }
        let mut lines = vec!["unsatisfiable".to_owned()];
        lines.push(match guilty.len() {
            1 => "this statement contradicts itself:".to_owned(),
            count => format!("these {count} statements contradict each other:"),
        });
        lines.extend(
            guilty.iter().map(|statement| format!("  line {}: {}", statement.line(), statement.text())),
        );
        self.line(&lines.join("\n"))?;
        Ok(Status::No)
    }

    pub fn models(&mut self) -> Result<Status, Failure> {
        let answer = self.answer_models();
        self.settled(answer)
    }

    fn answer_models(&mut self) -> Result<Status, NoAnswer> {
        let formula = self.statements.all();
        let vars: Vec<Var> = self.names().iter().map(|(var, _)| var).collect();
        let mut any = false;
        for model in formula.models(&vars, self.query) {
            let model = model?;
            any = true;
            if self.args.expand {
                for lits in model.expand(&vars) {
                    if self.query.stopped().is_some() {
                        return Err(Stopped::Interrupted.into());
                    }
                    self.model(&lits)?;
                }
            } else {
                self.model(&model)?;
            }
            // Each model as it is found.
            self.sink.flush().map_err(|error| self.sink.failure(&error))?;
        }
        if !any {
            let text = self.face.language().pick("no model: unsatisfiable", "没有模型：不可满足");
            self.face.messages.note(text);
        }
        Ok(if any { Status::Holds } else { Status::No })
    }

    fn model(&mut self, lits: &[Lit]) -> Result<(), Failure> {
        let text = match self.json() {
            true => Value::from(self.values(lits)).to_string(),
            false => self.shown(&Expr::all(lits.iter().copied())),
        };
        self.line(&text)
    }

    pub fn count(&mut self) -> Result<Status, Failure> {
        let vars: Vec<Var> = self.names().iter().map(|(var, _)| var).collect();
        let count = self.statements.all().count_models(&vars, &self.query);
        let (number, exact) = number(&count);
        let text = match self.json() {
            true => json!({ "models": number, "exact": exact }).to_string(),
            false => count.to_string(),
        };
        self.line(&text)?;
        match count {
            ModelCount::Exactly(_) => Ok(Status::Holds),
            ModelCount::AtLeast(_, why) => Ok(self.undecided(why)),
        }
    }

    pub fn valid(&mut self) -> Result<Status, Failure> {
        let counterexample = (!self.statements.all()).satisfying(&self.query);
        self.verdict(counterexample, ["valid", "valid", "not valid"], "counterexample")
    }

    pub fn equivalent(&mut self, other: &Expr) -> Result<Status, Failure> {
        let difference = (self.statements.all() ^ other).satisfying(&self.query);
        self.verdict(difference, ["equivalent", "equivalent", "not equivalent"], "difference")
    }

    /// Prints "yes", or "no" with the assignment that shows it.
    fn verdict(
        &mut self,
        against: Result<Option<PartialModel>, Stopped>,
        [key, yes, no]: [&str; 3],
        witness: &str,
    ) -> Result<Status, Failure> {
        let against = match against {
            Ok(against) => against,
            Err(why) => return Ok(self.undecided(why)),
        };
        let holds = against.is_none();
        let text = match against {
            None if self.json() => json!({ key: true }).to_string(),
            None => yes.to_owned(),
            Some(model) if self.json() => json!({ key: false, witness: self.values(&model) }).to_string(),
            Some(model) => format!("{no}\n{witness}: {}", self.shown(&Expr::all(model.iter().copied()))),
        };
        self.line(&text)?;
        Ok(if holds { Status::Holds } else { Status::No })
    }

    fn word(&self, var: Var) -> String {
        self.names().word(var).map_or_else(|| format!("x{var}"), str::to_owned)
    }

    /// `A true (the butler did it)`, `B false`.
    fn value(&self, lit: Lit) -> String {
        let word = self.word(lit.var());
        match self.statements.sentence(&word).filter(|_| lit.is_positive()) {
            Some(sentence) => format!("{word} true ({sentence})"),
            None => format!("{word} {}", lit.polarity()),
        }
    }

    fn values(&self, lits: &[Lit]) -> Map<String, Value> {
        lits.iter().map(|lit| (self.word(lit.var()), lit.polarity().into())).collect()
    }
}

/// The count as a string of digits, which no reader of JSON rounds, and whether it is all.
fn number(count: &ModelCount) -> (String, bool) {
    match count {
        ModelCount::Exactly(count) => (count.to_string(), true),
        ModelCount::AtLeast(count, _) => (count.to_string(), false),
    }
}
