//! `exactone sat --proof`: the answer with a proof, which appears only when it is complete.

use std::io;
use std::path::Path;
use std::time::Instant;

use exactone_sat::proof::{DratForm, DratWriter, LratWriter};
use exactone_sat::{Budget, Cdcl, ClauseSink, Cnf, Dpll, Lit, Outcome, Query, Solver, dimacs};

use super::{SATISFIABLE, UNKNOWN, UNSATISFIABLE};
use crate::args::sat::SatArgs;
use crate::command::batch::clock;
use crate::command::engine::{SatSolver, refuse};
use crate::face::Face;
use crate::input::source::Source;
use crate::interrupt::{self, STOP};
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};

/// Runs the command with `--proof path`.
pub fn run(
    args: &SatArgs,
    path: &Path,
    source: Source,
    assumptions: &[Lit],
    face: &mut Face,
) -> Result<u8, Failure> {
    for (given, option) in [
        (args.count, "--count"),
        (args.all, "--all"),
        (args.backbone, "--backbone"),
        (args.dpll.trace.is_some(), "--trace"),
    ] {
        if given {
            return Err(Failure::both(
                format!("{option}: not together with --proof"),
                format!("{option}：不能与 --proof 同用"),
            ));
        }
    }
    let solver = match args.engine.as_str() {
        "cdcl" => SatSolver::cdcl(&args.dpll)?,
        "dpll" => SatSolver::dpll(&args.dpll),
        other => {
            return Err(Failure::both(
                format!("--proof: the engine {other} writes none; cdcl and dpll do"),
                format!("--proof：引擎 {other} 不写证明；cdcl 和 dpll 可以"),
            ));
        }
    };
    let lrat = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("lrat"));
    if lrat {
        refuse("of .lrat proofs", args.binary, "--binary")?;
    }
    let mut out = Sink::open(args.output.output.as_deref())?;
    let proof = Sink::open(Some(path))?;
    interrupt::answer_signals();
    let start = Instant::now();
    // LRAT numbers its clauses after those of the formula, so that is read whole before the solver begins.
    let Some((mut cnf, _)) = super::read(source, Cnf::new(), args.strict, face)? else {
        return Ok(if interrupt::signalled() { super::unknown(out)? } else { Status::Bad.code() });
    };
    for lit in assumptions {
        cnf.ensure_vars(lit.var().number());
    }
    let expired = clock(args.seconds.map(|seconds| seconds.0));
    let mut budget = Budget::new();
    budget.conflicts = args.conflicts;
    if args.seconds.is_some() {
        budget = budget.deadline(&expired);
    }
    let query = Query::new().assume(assumptions).budget(budget).stop(&STOP);

    // The outcome; a proof of unsatisfiability is written to its end and takes its name, another one is dropped.
    macro_rules! prove {
        ($solver:expr, $conclude:expr) => {{
            let mut solver = $solver;
            cnf.pour(&mut solver);
            let outcome = solver.solve_query(&query);
            if args.stats {
                super::stats(
                    face,
                    solver.var_count(),
                    &super::search_counts(solver.stats()),
                    start.elapsed(),
                );
            }
            if let Outcome::Unsat(core) = &outcome {
                if let Some(path) = &args.proof_cnf {
                    $conclude(&mut solver, core);
                    // First, so that no proof stands there whose formula could not be written.
                    write_formula(path, &cnf, assumptions)?;
                }
                let written = solver.into_observer().finish();
                written.map_err(|error| writing(path, &error))?.finish()?;
            }
            outcome
        }};
    }
    let clauses = cnf.len() as u64;
    let units = if args.proof_cnf.is_some() { assumptions } else { &[] };
    let form = if args.binary { DratForm::Binary } else { DratForm::Text };
    let outcome = match (solver, lrat) {
        (SatSolver::Cdcl, true) => {
            let writer = LratWriter::with_assumptions(proof, clauses, units);
            prove!(Cdcl::with_observer(writer), |solver: &mut Cdcl<LratWriter<Sink>>, core| {
                solver.observer_mut().conclude(core);
            })
        }
        (SatSolver::Cdcl, false) => {
            let writer = DratWriter::new(proof, form);
            prove!(Cdcl::with_observer(writer), |solver: &mut Cdcl<DratWriter<Sink>>, _| {
                solver.observer_mut().conclude();
            })
        }
        (SatSolver::Dpll(options), true) => {
            let mut solver = Dpll::with_observer(LratWriter::with_assumptions(proof, clauses, units));
            solver.set_options(options);
            prove!(solver, |solver: &mut Dpll<LratWriter<Sink>>, core| solver.observer_mut().conclude(core))
        }
        (SatSolver::Dpll(options), false) => {
            let mut solver = Dpll::with_observer(DratWriter::new(proof, form));
            solver.set_options(options);
            prove!(solver, |solver: &mut Dpll<DratWriter<Sink>>, _| solver.observer_mut().conclude())
        }
    };
    let why = match &outcome {
        Outcome::Unsat(_) => None,
        Outcome::Sat(_) => Some(("not written, there is nothing to prove", "没有写出：没有可证明的")),
        Outcome::Unknown(_) => Some(("not written, it is not decided", "没有写出：尚未判定")),
    };
    if let Some((english, chinese)) = why {
        // Nor may an older proof of that name stand for this one.
        if path.is_file() {
            std::fs::remove_file(path).map_err(|error| writing(path, &error))?;
        }
        face.messages.note(&format!("{}: {}", path.display(), face.language().pick(english, chinese)));
    }
    super::write(&mut out, |out| dimacs::write_answer(out, &outcome))?;
    let code = match &outcome {
        Outcome::Sat(_) => SATISFIABLE,
        Outcome::Unsat(core) => {
            if args.core {
                super::write(&mut out, |out| super::write_core(out, core.lits()))?;
            }
            UNSATISFIABLE
        }
        Outcome::Unknown(_) => UNKNOWN,
    };
    out.finish()?;
    Ok(code)
}

/// The formula that the proof is about: with the assumptions as unit clauses after its own.
fn write_formula(path: &Path, cnf: &Cnf, assumptions: &[Lit]) -> Result<(), Failure> {
    let mut out = Sink::open(Some(path))?;
    let written = dimacs::write(&mut out, |sink| {
        cnf.pour(sink);
        for &lit in assumptions {
            sink.add_clause(&[lit]);
        }
    });
    written.map_err(|error| writing(path, &error))?;
    out.finish()
}

fn writing(path: &Path, error: &io::Error) -> Failure {
    Failure::writing(&path.display().to_string(), error)
}
