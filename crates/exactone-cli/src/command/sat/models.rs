//! All models, or their number, on the variables that are shown.

use std::io::Write;
use std::ops::ControlFlow;

use exactone_sat::{
    Cdcl, CountProgress, Counted, Counter, Model, Natural, Outcome, Query, Solver, Var, dimacs,
};

use super::{SATISFIABLE, UNKNOWN, UNSATISFIABLE, write};
use crate::language::Language;
use crate::output::progress::Progress;
use crate::output::sink::Sink;
use crate::output::status::Failure;
use crate::words;

/// Prints the number of models, found by splitting and remembering parts. `last` is how far the count came.
pub fn count(
    counter: &Counter,
    query: &Query<'_>,
    shown: &[Var],
    visible: bool,
    language: Language,
    last: &mut Option<CountProgress>,
    out: &mut Sink,
) -> Result<u8, Failure> {
    let bar = Progress::over(None, visible);
    let answer = counter.count_query(shown.iter().copied(), query, &mut |progress| {
        bar.say(|| words::models_so_far(&progress.at_least, language));
        *last = Some(progress.clone());
        ControlFlow::Continue(())
    });
    bar.clear();
    match answer {
        Counted::Exactly(number) => finish(&number, true, false, out),
        Counted::AtLeast(number, _) => finish(&number, false, false, out),
    }
}

/// Prints every model as it is found, by our CDCL, which needs no clause for each.
pub fn all(solver: &mut Cdcl, query: &Query<'_>, shown: &[Var], out: &mut Sink) -> Result<u8, Failure> {
    let mut models = solver.models(shown.iter().copied()).assume(query.assumptions).budget(query.budget);
    if let Some(stop) = query.stop {
        models = models.stop(stop);
    }
    let mut found: u64 = 0;
    while let Some(model) = models.advance() {
        found += 1;
        print(model, found == 1, shown, out)?;
    }
    finish(&found.into(), models.is_complete(), true, out)
}

/// Prints every model as it is found (`all`), or just their number, by any solver: each model is forbidden by a clause
/// over the shown variables, so every answer is another one.
pub fn run(
    solver: &mut dyn Solver,
    query: &Query<'_>,
    shown: &[Var],
    all: bool,
    out: &mut Sink,
) -> Result<u8, Failure> {
    let mut found: u64 = 0;
    let complete = loop {
        match solver.solve_query(query) {
            Outcome::Sat(model) => {
                found += 1;
                if all {
                    print(&model, found == 1, shown, out)?;
                }
                solver.add_clause(&model.blocking_clause(shown.iter().copied()));
            }
            Outcome::Unsat(_) => break true,
            Outcome::Unknown(_) => break false,
        }
    };
    finish(&found.into(), complete, all, out)
}

fn print(model: &Model, first: bool, shown: &[Var], out: &mut Sink) -> Result<(), Failure> {
    write(out, |out| {
        if first {
            writeln!(out, "s SATISFIABLE")?;
        }
        dimacs::write_values(&mut *out, shown.iter().map(|&var| var.lit(model.value(var))))?;
        out.flush()
    })
}

/// The last lines, and the exit status.
fn finish(found: &Natural, complete: bool, all: bool, out: &mut Sink) -> Result<u8, Failure> {
    let none = found.is_zero();
    let code = match (none, complete) {
        (true, true) => UNSATISFIABLE,
        (_, true) => SATISFIABLE,
        (_, false) => UNKNOWN,
    };
    write(out, |out| {
        let status = match (none, complete) {
            (true, true) => "s UNSATISFIABLE",
            (true, false) => "s UNKNOWN",
            (_, false) if !all => "s UNKNOWN",
            _ => "s SATISFIABLE",
        };
        if !all || none {
            writeln!(out, "{status}")?;
        }
        match (all, complete) {
            (true, true) => writeln!(out, "c {}", words::counted(found, "model")),
            (true, false) => writeln!(out, "c {found}+ models"),
            (false, true) => writeln!(out, "c s exact arb int {found}"),
            (false, false) => writeln!(out, "c at least {}", words::counted(found, "model")),
        }
    })?;
    Ok(code)
}
