//! All models, or their number, on the variables that are shown.
//!
//! Each model found is forbidden by a clause over those variables, so every answer is another one.

use std::io::Write;

use exactone_sat::{Outcome, Query, Solver, Var, dimacs};

use super::{SATISFIABLE, UNKNOWN, UNSATISFIABLE, write};
use crate::output::sink::Sink;
use crate::output::status::Failure;

/// Prints every model as it is found (`all`), or just their number.
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
                    write(out, |out| {
                        if found == 1 {
                            writeln!(out, "s SATISFIABLE")?;
                        }
                        dimacs::write_values(&mut *out, shown.iter().map(|&var| var.lit(model.value(var))))?;
                        out.flush()
                    })?;
                }
                solver.add_clause(&model.blocking_clause(shown.iter().copied()));
            }
            Outcome::Unsat(_) => break true,
            Outcome::Unknown(_) => break false,
        }
    };
    let code = match (found, complete) {
        (0, true) => UNSATISFIABLE,
        (_, true) => SATISFIABLE,
        (_, false) => UNKNOWN,
    };
    write(out, |out| {
        let status = match (found, complete) {
            (0, true) => "s UNSATISFIABLE",
            (0, false) => "s UNKNOWN",
            (_, false) if !all => "s UNKNOWN",
            _ => "s SATISFIABLE",
        };
        if !all || found == 0 {
            writeln!(out, "{status}")?;
        }
        match (all, complete) {
            (true, _) => writeln!(out, "c {found}{} models", if complete { "" } else { "+" }),
            (false, true) => writeln!(out, "c s exact arb int {found}"),
            (false, false) => writeln!(out, "c at least {found} models"),
        }
    })?;
    Ok(code)
}
