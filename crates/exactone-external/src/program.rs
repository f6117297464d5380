//! Any solver that is a program: it gets a DIMACS file and answers in the words of the SAT competition, or into a
//! result file as MiniSat does.
//!
//! Each query starts the program anew on the whole formula, with the assumptions as unit clauses. The answer is not
//! believed: a model that does not satisfy the formula counts as no answer.

mod answer;
mod child;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use exactone_sat::{ClauseSink, Cnf, Core, Lit, Model, Outcome, Query, Solver, Stats, Stopped, dimacs};

use crate::EngineError;
use answer::{Answer, Verdict};

/// A solver program, such as `kissat`, `cadical` or `minisat`.
///
/// The program is called as `PROGRAM ARGUMENTS... FILE.cnf` and prints an `s` line and, where it is satisfiable, `v`
/// lines. A program that shows no model that way (MiniSat, Glucose) is called again, and from then on, as
/// `PROGRAM ARGUMENTS... FILE.cnf RESULT`; one whose name begins with `minisat` is called so at once.
///
/// A failed core is the set of all assumptions. When the deadline passes or the stop flag is set the program is
/// killed, with all that it started. A budget of conflicts or propagations cannot be passed on: such a query ends at
/// once with [`Stopped::GaveUp`]. What went wrong in a program is told by [`failure`](Program::failure).
///
/// ```no_run
/// use exactone_external::Program;
/// use exactone_sat::{Solver, clauses};
/// let mut solver = Program::new("kissat")?.argument("--quiet");
/// clauses![[1, 2], [-1]].pour(&mut solver);
/// assert_eq!(solver.solve().model().unwrap().to_string(), "[-1, 2]");
/// # Ok::<(), exactone_external::EngineError>(())
/// ```
pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    convention: Convention,
    cnf: Cnf,
    failure: Option<String>,
}

/// Where a program puts its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Convention {
    /// `s` and `v` lines on standard output.
    Lines,
    /// A file named by the second argument.
    ResultFile,
}

impl Program {
    /// The program at a path, or, for a bare name, in the folders of `PATH`.
    ///
    /// # Errors
    /// If there is no such file or it cannot be executed.
    pub fn new(program: impl AsRef<Path>) -> Result<Program, EngineError> {
        let path = find(program.as_ref())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let convention = if stem.starts_with("minisat") { Convention::ResultFile } else { Convention::Lines };
        Ok(Program { path, arguments: Vec::new(), convention, cnf: Cnf::new(), failure: None })
    }

    /// With one more argument before the file name.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Program {
        self.arguments.push(argument.into());
        self
    }

    /// What went wrong in the last query, in words for a person. Nothing did where the program answered that it does
    /// not know, though that ends with [`Stopped::GaveUp`] too.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Runs the program on the formula and the query, once or, where it hides its model, twice.
    fn ask(&mut self, query: &Query<'_>) -> Result<Outcome, Failure> {
        let folder = Folder::new().map_err(|error| Failure::Told(format!("no temporary folder: {error}")))?;
        let file = folder.0.join("formula.cnf");
        self.write(&file, query)
            .map_err(|error| Failure::Told(format!("the formula could not be written: {error}")))?;
        let mut answer = self.call(&folder, &file, query)?;
        if answer.verdict == Some(Verdict::Sat)
            && !answer.has_model
            && self.convention == Convention::Lines
            && self.cnf.var_count() > 0
        {
            self.convention = Convention::ResultFile;
            answer = self.call(&folder, &file, query)?;
            answer.follows(Some(Verdict::Sat));
        }
        if answer.verdict == Some(Verdict::Unsat) && answer.has_model {
            return Err(Failure::Told(
                "its answer is refused: it says UNSATISFIABLE and shows a model".to_owned(),
            ));
        }
        if let Some(how) = answer.contradiction {
            return Err(Failure::Told(format!("its answer is refused: {how}")));
        }
        match answer.verdict {
            Some(Verdict::Sat) => {
                let model = Model::from_fn(self.cnf.var_count(), |var| answer.values[var.index()]);
                let holds = self.cnf.eval(|var| model.value(var))
                    && query.assumptions.iter().all(|&lit| model.is_true(lit))
                    && query.constraint.is_none_or(|clause| model.satisfies(clause));
                if !answer.has_model && self.cnf.var_count() > 0 {
                    return Err(Failure::Told("it found a model but did not show it".to_owned()));
                }
                if !holds {
                    return Err(Failure::Told("its model does not satisfy the formula".to_owned()));
                }
                Ok(Outcome::Sat(model))
            }
            Some(Verdict::Unsat) => {
                let mut core = query.assumptions.to_vec();
                core.sort_unstable();
                core.dedup();
                Ok(Outcome::Unsat(Core::new(core, query.constraint.is_some())))
            }
            Some(Verdict::Unknown) => Err(Failure::Stopped(Stopped::GaveUp)),
            None => Err(Failure::Told(format!("it gave no answer ({})", answer.ending))),
        }
    }

    /// One run of the program.
    fn call(&self, folder: &Folder, file: &Path, query: &Query<'_>) -> Result<Answer, Failure> {
        let mut arguments = self.arguments.clone();
        arguments.push(file.into());
        let result = folder.0.join("result");
        if self.convention == Convention::ResultFile {
            arguments.push((&result).into());
        }
        let vars = self.cnf.var_count();
        let mut answer = child::run(&self.path, &arguments, vars, query)?;
        if self.convention == Convention::ResultFile
            && let Ok(opened) = fs::File::open(&result)
        {
            let from_file = Answer::from_result_file(opened, vars);
            if from_file.verdict.is_some() {
                let before = std::mem::replace(&mut answer, from_file);
                answer.ending = before.ending;
                answer.follows(before.verdict);
                answer.contradiction = before.contradiction.or(answer.contradiction);
            }
        }
        Ok(answer)
    }

    /// Writes the formula, the assumptions as units and the temporary clause.
    fn write(&self, file: &Path, query: &Query<'_>) -> std::io::Result<()> {
        let mut out = dimacs::Writer::new(fs::File::create_new(file)?);
        let more = query.assumptions.len() + usize::from(query.constraint.is_some());
        out.header(self.cnf.var_count(), (self.cnf.len() + more) as u64);
        self.cnf.pour(&mut out);
        for lit in query.assumptions {
            out.add_clause(std::slice::from_ref(lit));
        }
        if let Some(clause) = query.constraint {
            out.add_clause(clause);
        }
        out.finish().map(drop)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("path", &self.path)
            .field("arguments", &self.arguments)
            .field("clauses", &self.cnf.len())
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

impl ClauseSink for Program {
    fn var_count(&self) -> u32 {
        self.cnf.var_count()
    }
    fn ensure_vars(&mut self, count: u32) {
        self.cnf.ensure_vars(count);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.cnf.add_clause(clause);
    }
}

impl Solver for Program {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        self.failure = None;
        if let Some(why) = query.stopped() {
            return Outcome::Unknown(why);
        }
        if query.budget.conflicts.is_some() || query.budget.propagations.is_some() {
            self.failure = Some("a program takes no limit of conflicts or propagations".to_owned());
            return Outcome::Unknown(Stopped::GaveUp);
        }
        for lit in query.assumptions.iter().chain(query.constraint.unwrap_or_default()) {
            self.cnf.ensure_vars(lit.var().number());
        }
        match self.ask(query) {
            Ok(outcome) => outcome,
            Err(Failure::Stopped(why)) => Outcome::Unknown(why),
            Err(Failure::Told(message)) => {
                self.failure = Some(format!("{}: {message}", self.path.display()));
                Outcome::Unknown(Stopped::GaveUp)
            }
        }
    }

    /// All zero: a program does not tell.
    fn stats(&self) -> Stats {
        Stats::default()
    }
}

/// Why a run gave no answer.
enum Failure {
    /// It was stopped by the query.
    Stopped(Stopped),
    /// Something went wrong, in words.
    Told(String),
}

/// Finds a program as a shell does.
fn find(program: &Path) -> Result<PathBuf, EngineError> {
    let shown = || program.display().to_string();
    let candidates: Vec<PathBuf> = if program.components().count() > 1 || program.is_absolute() {
        vec![program.to_owned()]
    } else {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).map(|folder| folder.join(program)).collect()
    };
    let mut seen = false;
    for candidate in candidates {
        for path in [candidate.clone(), candidate.with_extension("exe")] {
            if let Ok(metadata) = path.metadata() {
                if metadata.is_file() && is_executable(&metadata) {
                    return Ok(path);
                }
                seen = true;
            }
        }
    }
    Err(if seen {
        EngineError::NotExecutable { program: shown() }
    } else {
        EngineError::NoProgram { program: shown() }
    })
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    true
}

/// A temporary folder of our own that goes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let base = std::env::temp_dir();
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = base.join(format!("exactone-{}-{number}", std::process::id()));
            // `create_dir` fails on what exists, so nobody can slip a folder or link of theirs under ours.
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning of temporary folders.
        let _ = fs::remove_dir_all(&self.0);
    }
}
