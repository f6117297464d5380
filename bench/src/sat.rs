//! `sat`: the CDCL solver on what it is made for and on what it is not.

mod ablation;
mod empties;
mod instances;
mod interrupts;
mod pencilmarks;
mod problems;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use exactone_external::Program;
use exactone_sat::{Budget, Cdcl, ClauseSink, Cnf, Lit, Model, Outcome, Query, Solver, Var};

use crate::Command;
use crate::arguments::Arguments;
use crate::measure;
use crate::record::Record;
pub use empties::empty;
use problems::{Problem, problems};

pub const COMMAND: Command = Command {
    name: "sat",
    about: "CDCL beside others; --only NAME,NAME of empty, holes, qwh, 3sat, structured, pencilmarks, ablation, interrupts",
    run,
};

/// What `--only` chooses from.
const PARTS: &[&str] =
    &["empty", "holes", "qwh", "3sat", "structured", "pencilmarks", "ablation", "interrupts"];

/// A contestant.
struct Contestant {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Solver>>,
    /// Its time: of this thread's processor, for a program outside that of finished children too.
    clock: fn() -> Duration,
}

/// Ours, the peers that are built in, and the programs that `--paths` names, separated by commas.
fn contestants(arguments: &Arguments) -> Result<Vec<Contestant>, String> {
    let clock = measure::processor_time;
    let mut all =
        vec![Contestant { name: "exactone".to_owned(), make: Box::new(|| Box::new(Cdcl::new())), clock }];
    for name in ["cadical", "minisat", "glucose", "batsat"] {
        if exactone_external::by_name(name).is_ok() {
            let make = Box::new(move || exactone_external::by_name(name).expect("asked before"));
            all.push(Contestant { name: name.to_owned(), make, clock });
        }
    }
    for path in arguments.word("paths", "").split(',').filter(|path| !path.is_empty()) {
        Program::new(path).map_err(|error| format!("--paths {path}: {error}"))?;
        let path = path.to_owned();
        let name = format!("{} (program)", path.rsplit('/').next().unwrap_or(&path));
        let make = move || Box::new(Program::new(&path).expect("asked before")) as Box<dyn Solver>;
        all.push(Contestant { name, make: Box::new(make), clock: measure::time_with_children });
    }
    let only = arguments.word("solvers", "");
    for wanted in only.split(',') {
        if !all.iter().any(|one| one.name.starts_with(wanted)) {
            return Err(format!("--solvers {wanted}: no such solver is built in or named by --paths"));
        }
    }
    all.retain(|one| only.split(',').any(|wanted| one.name.starts_with(wanted)));
    Ok(all)
}

/// How one solver did on one problem.
struct Run {
    answer: &'static str,
    time: Duration,
    conflicts: u64,
}

impl Run {
    fn is_solved(&self) -> bool {
        self.answer != "-"
    }

    /// The time, twice the limit where there is no answer.
    fn par2(&self, limit: Duration) -> f64 {
        if self.is_solved() { self.time.as_secs_f64() } else { 2.0 * limit.as_secs_f64() }
    }

    fn show(&self) -> String {
        let time = if self.is_solved() { measure::show(self.time) } else { "-".to_owned() };
        // Programs outside do not tell their conflicts.
        if self.conflicts > 0 { format!("{time} ({})", self.conflicts) } else { time }
    }
}

/// Takes what a problem pours and looks for a clause that a model does not satisfy.
struct ModelCheck<'a> {
    model: &'a Model,
    broken: usize,
}

impl ClauseSink for ModelCheck<'_> {
    fn var_count(&self) -> u32 {
        self.model.len()
    }
    fn ensure_vars(&mut self, _: u32) {}
    fn new_var(&mut self) -> Var {
        unreachable!("problems with gates are checked as a formula")
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.broken += usize::from(!self.model.satisfies(clause));
    }
    fn at_most_one(&mut self, lits: &[Lit]) {
        self.broken += usize::from(lits.iter().filter(|&&lit| self.model.is_true(lit)).count() > 1);
    }
}

/// Whether a model satisfies everything that a problem pours.
fn holds(problem: &Problem, model: &Model) -> bool {
    if problem.gates {
        let mut cnf = Cnf::new();
        (problem.pour)(&mut cnf);
        return cnf.iter().all(|clause| model.satisfies(clause));
    }
    let mut check = ModelCheck { model, broken: 0 };
    (problem.pour)(&mut check);
    check.broken == 0
}

/// Loads and solves a problem.
fn race(
    problem: &Problem,
    solver: &mut dyn Solver,
    clock: fn() -> Duration,
    limit: Duration,
) -> Result<Run, String> {
    let start = clock();
    (problem.pour)(solver);
    let asked = AtomicU32::new(0);
    // Asking costs a few microseconds: every eighth time is enough.
    let expired =
        || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(8) && clock().saturating_sub(start) > limit;
    let outcome = solver.solve_query(&Query::new().budget(Budget::new().deadline(&expired)));
    let time = clock().saturating_sub(start);
    let answer = match outcome {
        Outcome::Sat(model) if holds(problem, &model) => "sat",
        Outcome::Sat(_) => return Err(format!("{}: a wrong model", problem.name)),
        Outcome::Unsat(_) => "unsat",
        Outcome::Unknown(_) => "-",
    };
    Ok(Run { answer, time, conflicts: solver.stats().conflicts })
}

/// One set of problems through all solvers, side by side.
fn single(set: &str, arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 10)? as u64;
    let limit = Duration::from_secs(arguments.number("seconds", 100)? as u64);
    let filter = arguments.word("filter", "");
    let contestants = contestants(arguments)?;
    let mut rows = Vec::new();
    let mut sums = vec![(0, 0.0, 0); contestants.len()];
    for problem in problems(set, seeds).iter().filter(|problem| problem.name.contains(filter)) {
        let mut row = vec![problem.name.clone(), "-".to_owned()];
        for (one, sum) in contestants.iter().zip(&mut sums) {
            let run = race(problem, &mut *(one.make)(), one.clock, limit)?;
            if run.is_solved() {
                if row[1] != "-" && row[1] != run.answer {
                    return Err(format!(
                        "{}: {} says {}, others {}",
                        problem.name, one.name, run.answer, row[1]
                    ));
                }
                row[1] = run.answer.to_owned();
            }
            *sum = (sum.0 + usize::from(run.is_solved()), sum.1 + run.par2(limit), sum.2 + run.conflicts);
            row.push(run.show());
        }
        eprintln!("{}", row.join("  "));
        rows.push(row);
    }
    let mut total = vec![format!("PAR-2 of {}", rows.len()), String::new()];
    total.extend(sums.iter().map(|(solved, par2, _)| format!("{par2:.1} s, {solved} solved")));
    rows.push(total);
    record.say(&format!("## {set}"));
    let mut head = vec!["problem", "answer"];
    head.extend(contestants.iter().map(|one| one.name.as_str()));
    record.table(&head, &rows);
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut record = Record::new(arguments, "The CDCL solver beside others");
    record.say(
        "Loading and solving, in processor time of the one thread that works (of a program outside: its own, with reading the file); \
         conflicts in brackets; `-`: no answer within `--seconds`, counted twice in PAR-2. Every model is checked. \
         Peers get groups as pairs of literals. The 9x9 puzzles are in `nine.md`.",
    );
    let only = arguments.choice("only", PARTS)?;
    let wanted = |name: &str| only.contains(&name);
    if wanted("empty") {
        empties::empties(arguments, &mut record)?;
    }
    for set in ["holes", "qwh", "3sat", "structured"] {
        if wanted(set) {
            single(set, arguments, &mut record)?;
        }
    }
    if wanted("pencilmarks") {
        pencilmarks::pencilmarks(arguments, &mut record)?;
    }
    if wanted("ablation") {
        ablation::ablation(arguments, &mut record)?;
    }
    if wanted("interrupts") {
        interrupts::interrupts(&mut record);
    }
    record.finish()
}
