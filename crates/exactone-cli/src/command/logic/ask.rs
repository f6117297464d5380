//! The questions: what is forced, what is free, how many models; models, valid, equivalent.

use std::collections::HashSet;
use std::io::Write;

use exactone_sat::mus::GroupedCnf;
use exactone_sat::{
    Backbone, Cdcl, ClauseSink, Expr, Lit, Model, ModelCount, Outcome, PartialModel, Solver, Stopped, Until,
    Var, backbone,
};
use serde_json::{Map, Value, json};

use super::Asked;
use crate::language::Language;
use crate::output::status::{Failure, Status};
use crate::words;

/// A simplified form longer than this is not shown unasked.
const SHORT: u64 = 40;

/// Of more forced names than this, only those that are true are listed.
const MANY: usize = 20;

/// Unasked, a formula of more variables is not simplified.
const FEW: usize = 16;

/// What is known of formulas that have a model; `None` for what was not found out in time.
#[derive(Default)]
struct Known {
    forced: Vec<Lit>,
    /// The defined names whose value is the same in every model.
    defined: Vec<(String, bool)>,
    free_and_open: Option<(Vec<Var>, Vec<Var>)>,
    count: Option<ModelCount>,
    simplest: Option<String>,
}

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
        solver.ensure_vars(vars.iter().map(|var| var.number()).max().unwrap_or(0));
        let expired = || self.query.stopped().is_some();
        let mut hearing = Until::new(&mut solver, &expired);
        let values = self.statements.state(&mut hearing);
        if hearing.is_closed() {
            return Err(self.query.stopped().unwrap_or(Stopped::Deadline).into());
        }
        let asked = vars.iter().copied().chain(values.iter().map(|lit| lit.var()));
        let forced: HashSet<Lit> = match backbone(&mut solver, asked, &self.query) {
            Backbone::Forced(forced) => forced.into_iter().collect(),
            Backbone::Unsat(_) => return self.contradiction(),
            Backbone::Unknown(why, None) => return Err(why.into()),
            Backbone::Unknown(why, Some(_)) => {
                // That there is a model is known, whatever else is not.
                self.tell(&Known::default())?;
                return Err(why.into());
            }
        };
        let value = |lit: Lit| {
            [true, false].into_iter().find(|&value| forced.contains(&if value { lit } else { !lit }))
        };
        let mut known = Known {
            forced: vars.iter().filter_map(|&var| Some(var.lit(value(var.positive())?))).collect(),
            ..Known::default()
        };
        for ((name, _), &lit) in self.statements.definitions().zip(&values) {
            if let Some(value) = value(lit) {
                known.defined.push((name.to_owned(), value));
            }
        }
        let model = match solver.solve_query(&self.query) {
            Outcome::Sat(model) => Some(model),
            _ => None,
        };
        drop(solver);
        let undecided: Vec<Var> =
            vars.iter().copied().filter(|&var| value(var.positive()).is_none()).collect();
        let mut stopped = None;
        match self.free_and_open(&formula, &undecided, model.as_ref()) {
            Ok(free_and_open) => known.free_and_open = Some(free_and_open),
            Err(why) => stopped = Some(why),
        }
        if stopped.is_none() {
            let count = formula.count_models(&vars, &self.query);
            if let ModelCount::AtLeast(_, why) = count {
                stopped = Some(why);
            }
            known.count = Some(count);
            known.simplest = self.simplest(&formula, vars.len());
        }
        self.tell(&known)?;
        stopped.map_or(Ok(Status::Holds), |why| Err(why.into()))
    }

    /// Of names that have no forced value: those that never matter, and those that do.
    fn free_and_open(
        &self,
        formula: &Expr,
        undecided: &[Var],
        model: Option<&Model>,
    ) -> Result<(Vec<Var>, Vec<Var>), Stopped> {
        let (mut free, mut open) = (Vec::new(), Vec::new());
        let occurring: HashSet<Var> = formula.vars().into_iter().collect();
        for &var in undecided {
            if let Some(why) = self.query.stopped() {
                return Err(why);
            }
            // A model that one other value spoils is soon found, if there is one at hand.
            let spoilt = |model: &Model| !formula.eval(|one| model.value(one) != (one == var));
            let matters = occurring.contains(&var)
                && (model.is_some_and(spoilt) || {
                    let flipped = formula.substitute(|one| (one == var).then(|| Expr::from(!var)));
                    flipped != *formula && (formula & !flipped).is_satisfiable(&self.query)?
                });
            (if matters { &mut open } else { &mut free }).push(var);
        }
        Ok((free, open))
    }

    /// Prints what is known of formulas that have a model.
    fn tell(&mut self, known: &Known) -> Result<(), Failure> {
        if self.json() { self.tell_json(known) } else { self.tell_text(known) }
    }

    fn tell_json(&mut self, known: &Known) -> Result<(), Failure> {
        let words = |vars: &[Var]| vars.iter().map(|&var| self.word(var)).collect::<Vec<_>>();
        let sentences: Map<String, Value> = (self.names().iter())
            .filter_map(|(_, word)| Some((word.to_owned(), self.statements.sentence(word)?.into())))
            .collect();
        let mut object = json!({ "satisfiable": true });
        if known.free_and_open.is_some() || !known.forced.is_empty() {
            object["forced"] = self.values(&known.forced).into();
        }
        if let Some((free, open)) = &known.free_and_open {
            object["free"] = words(free).into();
            object["open"] = words(open).into();
        }
        if let Some(count) = &known.count {
            let (number, exact) = number(count);
            object["models"] = number.into();
            object["exact"] = exact.into();
        }
        if !known.defined.is_empty() {
            let values: Map<String, Value> =
                known.defined.iter().map(|(name, value)| (name.clone(), (*value).into())).collect();
            object["defined"] = values.into();
        }
        if !sentences.is_empty() {
            object["sentences"] = sentences.into();
        }
        if let Some(simplest) = &known.simplest {
            object["simplified"] = simplest.as_str().into();
        }
        self.line(&object.to_string())
    }

    fn tell_text(&mut self, known: &Known) -> Result<(), Failure> {
        let language = self.face.language();
        let (forced, comma) = (&known.forced, ", ");
        self.line(language.pick("satisfiable", "可满足"))?;
        if !forced.is_empty() {
            // Of many names, those that are true are the answer.
            let listed = |lit: &&Lit| forced.len() <= MANY || lit.is_positive();
            let mut values: Vec<String> = forced.iter().filter(listed).map(|&lit| self.value(lit)).collect();
            if values.len() < forced.len() {
                let others = forced.len() - values.len();
                values.push(match (language, others) {
                    (Language::En, 1) => "1 other false".to_owned(),
                    (Language::En, others) => format!("{others} others false"),
                    (Language::Zh, others) => format!("其余 {others} 个为假"),
                });
            }
            self.line(&format!("{}: {}", language.pick("forced", "必然"), values.join(comma)))?;
        }
        if !known.defined.is_empty() {
            let values: Vec<String> =
                known.defined.iter().map(|(name, value)| format!("{name} {}", self.truth(*value))).collect();
            self.line(&format!("{}: {}", language.pick("defined", "定义"), values.join(comma)))?;
        }
        if let Some((free, open)) = &known.free_and_open {
            for (label, vars) in
                [(language.pick("open", "未定"), open), (language.pick("free", "任意"), free)]
            {
                if !vars.is_empty() {
                    let words: Vec<String> = vars.iter().map(|&var| self.word(var)).collect();
                    self.line(&format!("{label}: {}", words.join(comma)))?;
                }
            }
        }
        if let Some(count) = &known.count {
            self.line(&match language {
                Language::En => words::counted(count, "model"),
                Language::Zh => format!("{count} 个模型"),
            })?;
        }
        if let Some(simplest) = &known.simplest {
            self.line(&format!("{}: {simplest}", language.pick("simplified", "化简")))?;
        }
        Ok(())
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
        let language = self.face.language();
        let unsatisfiable = language.pick("unsatisfiable", "不可满足");
        let Some(groups) = smallest.best() else {
            self.line(if self.json() { r#"{"satisfiable":false}"# } else { unsatisfiable })?;
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
        let mut lines = vec![unsatisfiable.to_owned()];
        lines.push(match (language, guilty.len()) {
            (Language::En, 1) => "this statement contradicts itself:".to_owned(),
            (Language::En, count) => format!("these {count} statements contradict each other:"),
            (Language::Zh, 1) => "这条陈述自相矛盾：".to_owned(),
            (Language::Zh, count) => format!("这 {count} 条陈述互相矛盾："),
        });
        lines.extend(guilty.iter().map(|statement| match language {
            Language::En => format!("  line {}: {}", statement.line(), statement.text()),
            Language::Zh => format!("  第 {} 行: {}", statement.line(), statement.text()),
        }));
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
                    if let Some(why) = self.query.stopped() {
                        return Err(why.into());
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
        let words =
            self.face.language().pick(["valid", "not valid", "counterexample"], ["永真", "并非永真", "反例"]);
        self.verdict(counterexample, "valid", "counterexample", words)
    }

    pub fn equivalent(&mut self, other: &Expr) -> Result<Status, Failure> {
        let difference = (self.statements.all() ^ other).satisfying(&self.query);
        let words = self
            .face
            .language()
            .pick(["equivalent", "not equivalent", "difference"], ["等价", "不等价", "差别"]);
        self.verdict(difference, "equivalent", "difference", words)
    }

    /// Prints "yes", or "no" with the assignment that shows it.
    fn verdict(
        &mut self,
        against: Result<Option<PartialModel>, Stopped>,
        key: &str,
        witness: &str,
        [yes, no, shown]: [&str; 3],
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
            Some(model) => format!("{no}\n{shown}: {}", self.shown(&Expr::all(model.iter().copied()))),
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
            Some(sentence) => format!("{word} {} ({sentence})", self.truth(true)),
            None => format!("{word} {}", self.truth(lit.polarity())),
        }
    }

    fn truth(&self, value: bool) -> &'static str {
        match value {
            true => self.face.language().pick("true", "真"),
            false => self.face.language().pick("false", "假"),
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
