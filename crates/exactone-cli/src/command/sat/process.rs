//! Another solver, as a program that reads DIMACS and prints `s` and `v` lines: `--engine path:PROGRAM`.
//!
//! Each question writes the clauses, the assumptions as unit clauses and the temporary clause into a file of its own,
//! so any competition solver will do. MiniSat, which prints no `v` lines, writes its answer into a second file.

use std::fs;
use std::io::{self, BufWriter, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use exactone_sat::dimacs::{self, Answer};
use exactone_sat::{ClauseSink, Cnf, Core, Lit, Outcome, Query, Solver, Stats, Stopped};

/// How often a running program is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// A solver that is a program. What goes wrong with it is an answer of `Unknown`, with the reason in the cell that
/// [`failure`](Process::failure) gave out.
pub struct Process {
    program: PathBuf,
    cnf: Cnf,
    failure: Arc<Mutex<Option<String>>>,
}

impl Process {
    /// The solver behind this program.
    pub fn new(program: impl Into<PathBuf>) -> Process {
        Process { program: program.into(), cnf: Cnf::new(), failure: Arc::default() }
    }

    /// Where the first thing that goes wrong will be told.
    pub fn failure(&self) -> Arc<Mutex<Option<String>>> {
        self.failure.clone()
    }

    fn ask(&self, query: &Query<'_>) -> Result<Outcome, String> {
        let folder = Folder::new().map_err(|error| format!("no temporary folder: {error}"))?;
        let (question, answer) = (folder.0.join("question.cnf"), folder.0.join("answer.txt"));
        self.write(&question, query).map_err(|error| format!("{}: {error}", question.display()))?;
        let mut command = Command::new(&self.program);
        command.arg(&question).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let minisat = self.program.file_name().is_some_and(|name| name.to_string_lossy().contains("minisat"));
        if minisat {
            command.arg(&answer);
        }
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let Some(mut out) = child.stdout.take() else { return Err("no standard output".to_owned()) };
        let reader = thread::spawn(move || {
            let mut text = Vec::new();
            out.read_to_end(&mut text).map(|_| text)
        });
        if let Some(stopped) = wait(&mut child, query).map_err(|error| error.to_string())? {
            return Ok(Outcome::Unknown(stopped));
        }
        let printed = reader.join().map_err(|_| "its output could not be read".to_owned())?;
        let printed = printed.map_err(|error| error.to_string())?;
        let text = if minisat { fs::read(&answer).unwrap_or_default() } else { printed };
        let answer =
            dimacs::read_answer(&text[..]).map_err(|error| format!("its answer cannot be read: {error}"))?;
        match answer {
            Answer::Sat(model) => {
                let holds = |clause: &[Lit]| model.satisfies(clause);
                let assumed = query.assumptions.iter().all(|&lit| model.is_true(lit));
                if !assumed || !self.cnf.iter().chain(query.constraint).all(holds) {
                    return Err("its model does not satisfy the clauses".to_owned());
                }
                Ok(Outcome::Sat(model))
            }
            // Which assumptions are to blame it does not say, so all of them are.
            Answer::Unsat => {
                Ok(Outcome::Unsat(Core::new(query.assumptions.to_vec(), query.constraint.is_some())))
            }
            Answer::SatWithoutModel => Err("it says satisfiable but gives no model".to_owned()),
            Answer::Unknown => Ok(Outcome::Unknown(Stopped::GaveUp)),
        }
    }

    fn write(&self, path: &Path, query: &Query<'_>) -> io::Result<()> {
        let out = BufWriter::new(fs::File::create(path)?);
        dimacs::write(out, |sink| {
            self.cnf.pour(sink);
            for &lit in query.assumptions {
                sink.add_clause(&[lit]);
            }
            if let Some(clause) = query.constraint {
                sink.add_clause(clause);
            }
        })?;
        Ok(())
    }
}

/// Waits for the program's end, or ends it when the query's limits say so.
fn wait(child: &mut Child, query: &Query<'_>) -> io::Result<Option<Stopped>> {
    while child.try_wait()?.is_none() {
        if let Some(stopped) = query.stopped() {
            let _ = child.kill();
            child.wait()?;
            return Ok(Some(stopped));
        }
        thread::sleep(GLANCE);
    }
    Ok(None)
}

impl ClauseSink for Process {
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

impl Solver for Process {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        match self.ask(query) {
            Ok(outcome) => outcome,
            Err(text) => {
                if let Ok(mut failure) = self.failure.lock() {
                    failure.get_or_insert(format!("{}: {text}", self.program.display()));
                }
                Outcome::Unknown(Stopped::GaveUp)
            }
        }
    }

    fn stats(&self) -> Stats {
        Stats::default()
    }
}

/// A temporary folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("exactone-{}-{number}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left behind in the system's temporary folder at worst.
        let _ = fs::remove_dir_all(&self.0);
    }
}
