//! Another solver, as a program that reads DIMACS and prints `s` and `v` lines: `--engine path:PROGRAM`.
//!
//! Each question writes the clauses, the assumptions as unit clauses and the temporary clause into a file of its own,
//! so any competition solver will do. MiniSat, which prints no `v` lines, writes its answer into a second file.

use std::fs;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use exactone_sat::{ClauseSink, Cnf, Core, Lit, Outcome, Query, Solver, Stats, Stopped};

/// How often a running program is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// A solver that is a program. The first thing that goes wrong with it is kept for [`failure`](Process::failure).
pub struct Process {
    program: PathBuf,
    cnf: Cnf,
    failure: Option<String>,
}

impl Process {
    /// The solver behind this program.
    pub fn new(program: impl Into<PathBuf>) -> Process {
        Process { program: program.into(), cnf: Cnf::new(), failure: None }
    }

    /// What went wrong, if anything.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn ask(&self, query: &Query<'_>) -> Result<Outcome, String> {
        let folder = Folder::new()?;
        let (question, answer) = (folder.0.join("question.cnf"), folder.0.join("answer"));
        self.write(&question, query).map_err(|error| format!("{}: {error}", question.display()))?;
        let mut command = Command::new(&self.program);
        command.arg(&question).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let minisat = self.program.file_name().is_some_and(|name| name.to_string_lossy().contains("minisat"));
        if minisat {
            command.arg(&answer);
        }
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", self.program.display()))?;
        let Some(mut out) = child.stdout.take() else { return Err("no standard output".to_owned()) };
        let reader = thread::spawn(move || {
            let mut text = Vec::new();
            out.read_to_end(&mut text).map(|_| text)
        });
        if let Some(stopped) = wait(&mut child, query) {
            return Ok(Outcome::Unknown(stopped));
        }
        let printed = reader.join().map_err(|_| "its output could not be read".to_owned())?;
        let printed = printed.map_err(|error| error.to_string())?;
        let text = if minisat { fs::read(&answer).unwrap_or_default() } else { printed };
        self.outcome(&text, query)
    }

    fn write(&self, path: &Path, query: &Query<'_>) -> std::io::Result<()> {
        let mut out = BufWriter::new(fs::File::create(path)?);
        let units: Vec<[Lit; 1]> = query.assumptions.iter().map(|&lit| [lit]).collect();
        let extra = units.iter().map(|unit| &unit[..]).chain(query.constraint);
        let vars = extra.clone().flatten().map(|lit| lit.var().number()).max().unwrap_or(0);
        writeln!(out, "p cnf {} {}", self.cnf.var_count().max(vars), self.cnf.len() + extra.clone().count())?;
        for clause in self.cnf.iter().chain(extra) {
            for lit in clause {
                write!(out, "{lit} ")?;
            }
            writeln!(out, "0")?;
        }
        out.flush()
    }
}
