//! `exactone sat`: DIMACS CNF in, `s` and `v` lines out.

mod models;
mod proof;

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use exactone_external::{EngineError, PEERS, Program};
use exactone_sat::dimacs::{self, DimacsErrorKind, ReadOptions, ReadReport};
use exactone_sat::{
    Backbone, Budget, Cdcl, CdclOptions, ClauseSink, CountProgress, Counter, Lit, Outcome, Query, Solver,
    Stats, Var, backbone,
};

use super::batch::clock;
use super::engine::{SatSolver, refuse};
use crate::args::sat::SatArgs;
use crate::face::{self, Face};
use crate::input::literals::{literals, variables};
use crate::input::source::Source;
use crate::interrupt::{self, STOP};
use crate::output::apart::{apart, file};
use crate::output::messages::Place;
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};
use crate::output::trace::Trace;
use crate::words::{self, dimacs as dimacs_words};

/// The exit statuses of the SAT competition.
const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const UNKNOWN: u8 = 0;

/// Who takes the clauses. Our CDCL has shorter ways to all models and to their number than asking again and again.
enum Work {
    Solver(Box<dyn Solver>),
    /// Another solver, which tells what went wrong with it.
    Program(Box<Program>),
    Models(Box<Cdcl>),
    Count(Box<Counter>),
}

impl Work {
    fn sink(&self) -> &dyn ClauseSink {
        match self {
            Work::Solver(solver) => solver,
            Work::Program(program) => program,
            Work::Models(solver) => solver,
            Work::Count(counter) => counter,
        }
    }

    fn sink_mut(&mut self) -> &mut dyn ClauseSink {
        match self {
            Work::Solver(solver) => solver,
            Work::Program(program) => program,
            Work::Models(solver) => solver,
            Work::Count(counter) => counter,
        }
    }
}

impl ClauseSink for Work {
    fn var_count(&self) -> u32 {
        self.sink().var_count()
    }
    fn ensure_vars(&mut self, count: u32) {
        self.sink_mut().ensure_vars(count);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.sink_mut().add_clause(clause);
    }
}

/// Runs the command.
pub fn run(args: &SatArgs, face: &mut Face) -> Result<u8, Failure> {
    let Some(source) = Source::from_optional(args.formula.as_deref()) else {
        return Ok(face::nothing_to_read(face));
    };
    let assumptions =
        args.assume.as_deref().map(|text| literals("--assume", text)).transpose()?.unwrap_or_default();
    if args.project.is_some() && !(args.count || args.all || args.backbone) {
        return Err(Failure::new(
            "--project: says what --count, --all or --backbone is about; name one of them",
        ));
    }
    let outputs = [
        ("-o", args.output.output.as_deref()),
        ("--trace", args.dpll.trace.as_deref()),
        ("--proof", args.proof.as_deref()),
        ("--proof-cnf", args.proof_cnf.as_deref()),
    ];
    apart(file(&source), &outputs)?;
    if let Some(path) = &args.proof {
        return proof::run(args, path, source, &assumptions, face);
    }
    let asked_projection = args.project.as_deref().map(|text| variables("--project", text)).transpose()?;
    if asked_projection.as_ref().is_some_and(Vec::is_empty) {
        face.messages.warning(face.language().pick(
            "--project: names no variable, so all models count as one",
            "--project：没有列出变量，因此所有模型都算作同一个",
        ));
    }
    let trace = args.dpll.trace.as_deref().map(Trace::create).transpose()?;
    let work = engine(args, trace.as_ref())?;
    let mut out = Sink::open(args.output.output.as_deref())?;
    interrupt::answer_signals();
    let start = Instant::now();
    let Some((mut work, report)) = read(source, work, args.strict, face)? else {
        return Ok(if interrupt::signalled() { unknown(out)? } else { Status::Bad.code() });
    };
    for lit in &assumptions {
        work.ensure_vars(lit.var().number());
    }
    let projection = asked_projection.or(report.projection);
    let expired = clock(args.seconds.map(|seconds| seconds.0));
    let mut budget = Budget::new();
    budget.conflicts = args.conflicts;
    if args.seconds.is_some() {
        budget = budget.deadline(&expired);
    }
    let query = Query::new().assume(&assumptions).budget(budget).stop(&STOP);
    let vars = work.var_count();
    let announced = report.header.map_or(0, |header| header.variables);
    if matches!(work, Work::Count(_)) && projection.is_none() && announced > u64::from(vars) {
        return Err(Failure::both(
            format!(
                "{announced} variables are announced, {vars} read: correct the header, or say by --project or \
                 `c p show` which are to be counted"
            ),
            format!(
                "文件头声明 {announced} 个变量，读到 {vars} 个：请更正文件头，或用 --project 或 `c p show` 指明要计数的变量"
            ),
        ));
    }
    let shown: Vec<Var> = projection.unwrap_or_else(|| Var::range(1..=vars).collect());
    let mut counted = None;
    let code = match &mut work {
        Work::Count(counter) => {
            models::count(counter, &query, &shown, face.progress, face.language(), &mut counted, &mut out)?
        }
        Work::Models(solver) => models::all(solver, &query, &shown, &mut out)?,
        Work::Solver(solver) => ask(args, &mut **solver, &query, shown, &mut out)?,
        Work::Program(program) => {
            let code = ask(args, &mut **program, &query, shown, &mut out)?;
            if let Some(text) = program.failure() {
                out.discard();
                return Err(Failure::new(text));
            }
            code
        }
    };
    // Of a list that was broken off no file is left.
    if args.all && out.is_file() && interrupt::signalled() {
        out.discard();
        let path = args.output.output.as_deref().unwrap_or(Path::new("")).display();
        let why = face.language().pick("not written, the list was broken off", "没有写出：列举被中断");
        face.messages.note(&format!("{path}: {why}"));
    } else {
        out.finish()?;
    }
    if let Some(trace) = trace {
        trace.finish()?;
    }
    if args.stats {
        let counts = match &work {
            Work::Solver(solver) => {
                let mut counts = search_counts(solver.stats());
                // What another solver does not count is not nothing.
                counts.retain(|&(_, count)| count > 0 || matches!(args.engine.as_str(), "cdcl" | "dpll"));
                counts
            }
            Work::Program(_) => Vec::new(), // a program does not tell
            Work::Models(solver) => search_counts(solver.stats()),
            Work::Count(_) => counted.as_ref().map(count_counts).unwrap_or_default(),
        };
        stats(face, vars, &counts, start.elapsed());
    }
    Ok(code)
}

fn unknown(mut out: Sink) -> Result<u8, Failure> {
    out.put(b"s UNKNOWN\n")?;
    out.finish()?;
    Ok(UNKNOWN)
}

fn stats(face: &mut Face, vars: u32, counts: &[(&str, u64)], time: Duration) {
    let language = face.language();
    let name = |name| words::figures::name(name, 19, language);
    for (figure, count) in std::iter::once(("variables", u64::from(vars))).chain(counts.iter().copied()) {
        face.messages.note(&format!("{} {count:>12}", name(figure)));
    }
    face.messages.note(&format!("{} {:>12.3}", name("milliseconds"), time.as_secs_f64() * 1000.0));
}

/// What a search did.
fn search_counts(stats: Stats) -> Vec<(&'static str, u64)> {
    vec![
        ("decisions", stats.decisions),
        ("propagations", stats.propagations),
        ("pure assignments", stats.pure_assignments),
        ("conflicts", stats.conflicts),
        ("backtracks", stats.backtracks),
        ("learnt clauses", stats.learnt),
        ("deleted clauses", stats.deleted),
        ("restarts", stats.restarts),
    ]
}

/// What a count did.
fn count_counts(progress: &CountProgress) -> Vec<(&'static str, u64)> {
    vec![
        ("decisions", progress.decisions),
        ("parts recognised", progress.recognised),
        ("parts remembered", progress.remembered),
    ]
}

/// The solver of this name, or an error if it cannot do what else is asked for.
fn engine(args: &SatArgs, trace: Option<&Trace>) -> Result<Work, Failure> {
    let ours = |solver: SatSolver| Work::Solver(solver.start(trace));
    match args.engine.as_str() {
        "cdcl" => {
            let solver = SatSolver::cdcl(&args.dpll)?;
            Ok(match trace {
                None if args.count => Work::Count(Box::default()),
                None if args.all => {
                    let options = CdclOptions::new().recognise_groups(true);
                    Work::Models(Box::new(Cdcl::with_options(options)))
                }
                _ => ours(solver),
            })
        }
        "dpll" => Ok(ours(SatSolver::dpll(&args.dpll))),
        name => {
            let known = name.starts_with("path:") || PEERS.contains(&name);
            if !known {
                let peers = PEERS.join(", ");
                return Err(Failure::both(
                    format!("no engine {name:?}, expected cdcl, dpll, {peers} or path:PROGRAM"),
                    format!("没有引擎 {name:?}，应为 cdcl, dpll, {peers} 或 path:PROGRAM"),
                ));
            }
            refuse(name, args.dpll.branching.is_some(), "--branching")?;
            refuse(name, args.dpll.no_pure, "--no-pure")?;
            refuse(name, trace.is_some(), "--trace")?;
            match name.strip_prefix("path:") {
                Some(program) => {
                    refuse(name, args.conflicts.is_some(), "--conflicts")?;
                    Ok(Work::Program(Box::new(Program::new(program).map_err(missing_engine)?)))
                }
                None => Ok(Work::Solver(exactone_external::by_name(name).map_err(missing_engine)?)),
            }
        }
    }
}

/// How to get an engine that is not there.
fn missing_engine(error: EngineError) -> Failure {
    match &error {
        EngineError::NotBuilt { name } => Failure::both(
            format!(
                "this build has no {name}: `cargo install --path crates/exactone-cli --features peers` builds it in \
                 (with a C++ compiler, cmake and libclang), or name a program: --engine path:{name}"
            ),
            format!(
                "此程序不含 {name}：`cargo install --path crates/exactone-cli --features peers` 可将其编入（需要 C++ \
                 编译器、cmake 和 libclang），或指定程序：--engine path:{name}"
            ),
        ),
        error => Failure::both(error.to_string(), format!("引擎不可用：{error}")),
    }
}

/// What is asked of a solver that has no shorter way to it.
fn ask(
    args: &SatArgs,
    solver: &mut dyn Solver,
    query: &Query<'_>,
    shown: Vec<Var>,
    out: &mut Sink,
) -> Result<u8, Failure> {
    if args.count || args.all {
        models::run(solver, query, &shown, args.all, out)
    } else if args.backbone {
        forced(solver, query, shown, out)
    } else {
        answer(solver, query, args.core, out)
    }
}

/// Reads the formula into a sink, in a thread of its own so that a signal is heard meanwhile. What is wrong is
/// said; `None` means that there is nothing to solve.
fn read<S: ClauseSink + Send + 'static>(
    source: Source,
    mut sink: S,
    strict: bool,
    face: &mut Face,
) -> Result<Option<(S, ReadReport)>, Failure> {
    let name = source.to_string();
    let options = ReadOptions { strict, ..ReadOptions::default() };
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let report = match source.open() {
            Ok(opened) => dimacs::read_with(opened.text, &mut sink, &options),
            Err(error) => Err(dimacs::DimacsError { line: 0, column: 0, kind: DimacsErrorKind::Io(error) }),
        };
        // Nobody waits any more if a signal came.
        let _ = sender.send((sink, report));
    });
    let (sink, report) = loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(read) => break read,
            Err(RecvTimeoutError::Timeout) if interrupt::stopping() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::both(
                    "the reader stopped unexpectedly; please report this",
                    "读取意外中止；请报告此问题",
                ));
            }
        }
    };
    match report {
        Ok(report) => {
            for warning in &report.warnings {
                let text = dimacs_words::warning(warning, face.language());
                face.messages.warning(&format!("{name}: {text}"));
            }
            Ok(Some((sink, report)))
        }
        Err(error) => {
            let place = Place { input: name.as_str().into(), line: error.line, column: error.column };
            let text = match &error.kind {
                DimacsErrorKind::Io(cause) => {
                    words::system(cause.kind(), &cause.to_string(), face.language())
                }
                kind => dimacs_words::problem(kind, face.language()),
            };
            face.messages.at("dimacs", &place, &text);
            Ok(None)
        }
    }
}

/// The plain question.
fn answer(solver: &mut dyn Solver, query: &Query<'_>, core: bool, out: &mut Sink) -> Result<u8, Failure> {
    let outcome = solver.solve_query(query);
    write(out, |out| dimacs::write_answer(out, &outcome))?;
    Ok(match outcome {
        Outcome::Sat(_) => SATISFIABLE,
        Outcome::Unsat(failed) => {
            if core {
                write(out, |out| write_core(out, failed.lits()))?;
            }
            UNSATISFIABLE
        }
        Outcome::Unknown(_) => UNKNOWN,
    })
}

fn write_core(out: &mut Sink, lits: &[Lit]) -> io::Result<()> {
    write!(out, "c core")?;
    for lit in lits {
        write!(out, " {lit}")?;
    }
    writeln!(out, " 0")
}

/// The literals that are true in every model.
fn forced(solver: &mut dyn Solver, query: &Query<'_>, vars: Vec<Var>, out: &mut Sink) -> Result<u8, Failure> {
    match backbone(solver, vars, query) {
        Backbone::Forced(lits) => {
            write(out, |out| {
                writeln!(out, "s SATISFIABLE")?;
                for lit in &lits {
                    writeln!(out, "b {lit}")?;
                }
                writeln!(out, "b 0")
            })?;
            Ok(SATISFIABLE)
        }
        Backbone::Unsat(_) => {
            write(out, |out| writeln!(out, "s UNSATISFIABLE"))?;
            Ok(UNSATISFIABLE)
        }
        Backbone::Unknown(..) => {
            write(out, |out| writeln!(out, "s UNKNOWN"))?;
            Ok(UNKNOWN)
        }
    }
}

/// Writes, and turns an error into what it means for the command.
fn write(out: &mut Sink, run: impl FnOnce(&mut Sink) -> io::Result<()>) -> Result<(), Failure> {
    run(out).map_err(|error| out.failure(&error))
}
