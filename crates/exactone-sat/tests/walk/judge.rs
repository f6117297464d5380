//! Who takes the steps: every solver under test beside a plain formula whose truth table says what is right.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use exactone_sat::check::{DratChecker, LratChecker};
use exactone_sat::proof::{DratForm, DratWriter, LratWriter};
use exactone_sat::{
    Backbone, Budget, Cdcl, CdclOptions, ClauseCounter, ClauseSink, Cnf, Counted, Counter, Dpll, Lit,
    Natural, Outcome, Query, Solver, Stopped, Var, backbone,
};

use super::step::Step;
use crate::truth_table::{satisfiable, with_units};

/// The solvers of one walk, and the formula so far.
pub struct Judge {
    solvers: Vec<(&'static str, Box<dyn Solver>)>,
    lister: Cdcl,
    counter: Counter,
    cnf: Cnf,
    /// The formula again, its groups whole, for proofs.
    said: Vec<Step>,
}

impl Judge {
    pub fn of_our_solvers(options: CdclOptions) -> Judge {
        Judge::of(vec![
            ("cdcl", Box::new(Cdcl::with_options(options))),
            ("cdcl that looks for groups", Box::new(Cdcl::with_options(options.recognise_groups(true)))),
            ("dpll", Box::new(Dpll::new())),
        ])
    }

    pub fn of(solvers: Vec<(&'static str, Box<dyn Solver>)>) -> Judge {
        Judge { solvers, lister: Cdcl::new(), counter: Counter::new(), cnf: Cnf::new(), said: Vec::new() }
    }

    /// Takes a step; an error says what is wrong with the answer.
    pub fn take(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Clause(_) | Step::AtMostOne(_) | Step::ExactlyOne(_) | Step::Vars(_) => {
                self.said.push(step.clone());
                for (_, solver) in &mut self.solvers {
                    say(&mut **solver, step);
                }
                say(&mut self.lister, step);
                say(&mut self.counter, step);
                say(&mut self.cnf, step);
                Ok(())
            }
            Step::Ask(assumptions, constraint) => {
                let query = Query { constraint: constraint.as_deref(), ..Query::new().assume(assumptions) };
                self.ask(&query, None)
            }
            Step::AskBriefly(assumptions, conflicts) => {
                let query = Query::new().assume(assumptions).budget(Budget::new().conflicts(*conflicts));
                self.ask(&query, Some(Stopped::Conflicts))
            }
            Step::AskStopped => {
                let flag = AtomicBool::new(true);
                self.ask(&Query::new().stop(&flag), Some(Stopped::Interrupted))
            }
            Step::Forced(assumptions) => self.forced(assumptions),
            Step::Models(vars, assumptions) => self.models(vars, assumptions),
            Step::Count(vars, assumptions) => self.count(vars, assumptions),
            Step::Prove(assumptions) => self.prove(assumptions),
        }
    }

    fn ask(&mut self, query: &Query<'_>, allowed: Option<Stopped>) -> Result<(), String> {
        let mut all = with_units(&self.cnf, query.assumptions);
        all.extend(query.constraint);
        let expected = satisfiable(&all);
        for (name, solver) in &mut self.solvers {
            match solver.solve_query(query) {
                Outcome::Sat(model) => {
                    if !all.eval(|var| model.value(var)) {
                        return Err(format!("{name}: {model} is no model of {all}"));
                    }
                }
                Outcome::Unsat(core) => {
                    if expected {
                        return Err(format!("{name}: {all} has a model"));
                    }
                    if !core.lits().iter().all(|lit| query.assumptions.contains(lit)) {
                        return Err(format!(
                            "{name}: the core {core:?} is not among {:?}",
                            query.assumptions
                        ));
                    }
                    let mut blamed = with_units(&self.cnf, core.lits());
                    if core.uses_constraint() {
                        blamed.extend(query.constraint);
                    }
                    if satisfiable(&blamed) {
                        return Err(format!("{name}: {core:?} is no core of {all}"));
                    }
                }
                Outcome::Unknown(why) if Some(why) == allowed => {}
                Outcome::Unknown(why) => return Err(format!("{name}: stopped, {why}, on {all}")),
            }
        }
        Ok(())
    }

    /// The models of the formula under assumptions, as they differ on these variables.
    fn projected(&self, vars: &[Var], assumptions: &[Lit]) -> BTreeSet<Vec<bool>> {
        let mut all = with_units(&self.cnf, assumptions);
        all.ensure_vars(vars.iter().map(|var| var.number()).max().unwrap_or(0));
        (0..1u32 << all.var_count())
            .filter(|bits| all.eval(|var| bits >> var.index() & 1 == 1))
            .map(|bits| vars.iter().map(|var| bits >> var.index() & 1 == 1).collect())
            .collect()
    }

    fn forced(&mut self, assumptions: &[Lit]) -> Result<(), String> {
        let vars: Vec<Var> = Var::range(1..=self.cnf.var_count()).collect();
        let models = self.projected(&vars, assumptions);
        let mut expected = Vec::new();
        for (at, var) in vars.iter().enumerate() {
            let mut values = models.iter().map(|model| model[at]);
            if let Some(first) = values.next()
                && values.all(|value| value == first)
            {
                expected.push(var.lit(first));
            }
        }
        for (name, solver) in &mut self.solvers {
            let query = Query::new().assume(assumptions);
            match backbone(&mut **solver, vars.iter().copied(), &query) {
                Backbone::Forced(lits) if !models.is_empty() && lits == expected => {}
                Backbone::Unsat(_) if models.is_empty() => {}
                other => {
                    return Err(format!("{name}: forced in {} is {other:?}, not {expected:?}", self.cnf));
                }
            }
        }
        Ok(())
    }

    fn models(&mut self, vars: &[Var], assumptions: &[Lit]) -> Result<(), String> {
        let expected = self.projected(vars, assumptions);
        let mut found = Vec::new();
        let mut models = self.lister.models(vars.iter().copied()).assume(assumptions);
        while let Some(model) = models.advance() {
            found.push(vars.iter().map(|&var| model.value(var)).collect::<Vec<bool>>());
        }
        let complete = models.is_complete();
        let number = found.len();
        let found: BTreeSet<Vec<bool>> = found.into_iter().collect();
        if complete && number == expected.len() && found == expected {
            Ok(())
        } else {
            Err(format!("{number} models of {} on {vars:?} instead of {}", self.cnf, expected.len()))
        }
    }

    fn count(&mut self, vars: &[Var], assumptions: &[Lit]) -> Result<(), String> {
        let expected = Natural::from(self.projected(vars, assumptions).len() as u64);
        let query = Query::new().assume(assumptions);
        let counted =
            self.counter.count_query(vars.iter().copied(), &query, &mut |_| ControlFlow::Continue(()));
        match counted {
            Counted::Exactly(number) if number == expected => Ok(()),
            other => Err(format!("count of {} on {vars:?}: {other:?} instead of {expected}", self.cnf)),
        }
    }

    fn prove(&mut self, assumptions: &[Lit]) -> Result<(), String> {
        let mut size = ClauseCounter::new();
        self.said.iter().for_each(|step| say(&mut size, step));
        let expected = satisfiable(&with_units(&self.cnf, assumptions));
        macro_rules! proof {
            ($engine:ident, $writer:expr) => {{
                let mut solver = $engine::with_observer($writer);
                self.said.iter().for_each(|step| say(&mut solver, step));
                let outcome = solver.solve_under(assumptions);
                let proof = solver.into_observer().finish().map_err(|error| error.to_string())?;
                (stringify!($engine), outcome, proof)
            }};
        }
        let lrat = || LratWriter::new(Vec::new(), size.clauses());
        for (name, outcome, proof) in [proof!(Cdcl, lrat()), proof!(Dpll, lrat())] {
            let Some(core) = core_of(name, outcome, expected)? else { continue };
            let mut checker = LratChecker::new();
            self.cnf.pour(&mut checker);
            checker.assume(&core);
            checker.check(&proof[..]).map_err(|error| format!("{name}, LRAT: {error}: {}", self.cnf))?;
        }
        let drat = || DratWriter::new(Vec::new(), DratForm::Binary);
        for (name, outcome, proof) in [proof!(Cdcl, drat()), proof!(Dpll, drat())] {
            let Some(core) = core_of(name, outcome, expected)? else { continue };
            let mut checker = DratChecker::new();
            self.cnf.pour(&mut checker);
            checker.assume(&core);
            checker.check(&proof[..]).map_err(|error| format!("{name}, DRAT: {error}: {}", self.cnf))?;
        }
        Ok(())
    }
}

/// The core to be proved, if the answer is "no"; an error if the answer is wrong.
fn core_of(name: &str, outcome: Outcome, satisfiable: bool) -> Result<Option<Vec<Lit>>, String> {
    match outcome {
        Outcome::Sat(_) if satisfiable => Ok(None),
        Outcome::Unsat(core) if !satisfiable => Ok(Some(core.lits().to_vec())),
        other => Err(format!("{name} with a proof answers {other:?}")),
    }
}

fn say(sink: &mut (impl ClauseSink + ?Sized), step: &Step) {
    match step {
        Step::Clause(lits) => sink.add_clause(lits),
        Step::AtMostOne(lits) => sink.at_most_one(lits),
        Step::ExactlyOne(lits) => sink.exactly_one(lits),
        Step::Vars(count) => sink.ensure_vars(*count),
        _ => {}
    }
}
