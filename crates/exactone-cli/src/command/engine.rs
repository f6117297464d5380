//! Who solves: the choice of engine, what each can be told, and one way to ask them all.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use exactone::{Clues, EncodeOptions, Encoded, Encoding, Puzzle, Violation};
use exactone_sat::{Branching, Budget, Cdcl, Dpll, DpllOptions, Lit, Outcome, Query, Solver, Stats, Tracer};

use super::batch::clock;
use super::solve::rows::Solved;
use crate::args::search::{BranchingName, DpllArgs, EncodingName};
use crate::args::solve::{CluesName, EngineName};
use crate::interrupt::STOP;
use crate::output::status::Failure;
use crate::output::trace::Trace;

/// A SAT solver by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatSolver {
    /// To run.
    Cdcl,
    /// To read.
    Dpll(DpllOptions),
}

impl SatSolver {
    /// A fresh solver of this kind, telling its steps to the trace if there is one.
    pub fn start(self, trace: Option<&Trace>) -> Box<dyn Solver> {
        let tracer = trace.cloned().map(|trace| Tracer::new(move |step| trace.step(&step)));
        match (self, tracer) {
            (SatSolver::Cdcl, None) => Box::new(Cdcl::new()),
            (SatSolver::Cdcl, Some(tracer)) => Box::new(Cdcl::with_observer(tracer)),
            (SatSolver::Dpll(options), None) => Box::new(Dpll::with_options(options)),
            (SatSolver::Dpll(options), Some(tracer)) => {
                let mut solver = Dpll::with_observer(tracer);
                solver.set_options(options);
                Box::new(solver)
            }
        }
    }

    /// The switches of the DPLL solver that these arguments ask for.
    pub fn dpll(args: &DpllArgs) -> SatSolver {
        let mut options = DpllOptions::default();
        options.pure_literals = !args.no_pure;
        if let Some(branching) = args.branching {
            options.branching = match branching {
                BranchingName::First => Branching::FirstUnassigned,
                BranchingName::Moms => Branching::Moms,
                BranchingName::JeroslowWang => Branching::JeroslowWang,
            };
        }
        SatSolver::Dpll(options)
    }

    /// The CDCL solver; an error if it is told what only the other one understands.
    pub fn cdcl(args: &DpllArgs) -> Result<SatSolver, Failure> {
        refuse("cdcl", args.branching.is_some(), "--branching")?;
        refuse("cdcl", args.no_pure, "--no-pure")?;
        Ok(SatSolver::Cdcl)
    }
}

/// An error if `given`: an option that the engine cannot honour.
pub fn refuse(engine: &str, given: bool, option: &str) -> Result<(), Failure> {
    if given {
        Err(Failure::new(format!("{option}: the engine {engine} has no such option")))
    } else {
        Ok(())
    }
}

/// What was asked for on the command line, checked against what the engine can do.
#[derive(Clone)]
pub struct Choice {
    engine: Chosen,
    trace: Option<Trace>,
}

#[derive(Clone, Copy)]
enum Chosen {
    /// SAT for everything.
    Sat(SatSolver, EncodeOptions),
}

/// The search options of `solve`.
pub struct Asked<'a> {
    /// `--engine`
    pub engine: EngineName,
    /// `--encoding`
    pub encoding: Option<EncodingName>,
    /// `--clues`
    pub clues: Option<CluesName>,
    /// `--branching`, `--no-pure`, `--trace`
    pub dpll: &'a DpllArgs,
    /// `--stats`
    pub stats: bool,
}

impl Choice {
    /// The engine for these options. `auto` takes the fastest one that can honour them.
    pub fn new(asked: &Asked<'_>) -> Result<Choice, Failure> {
        let dpll = asked.dpll;
        let only_dpll = dpll.branching.is_some() || dpll.no_pure;
        let engine = match asked.engine {
            EngineName::Auto if only_dpll => EngineName::Dpll,
            EngineName::Auto => EngineName::Cdcl,
            named => named,
        };
        let solver = match engine {
            EngineName::Dpll => SatSolver::dpll(dpll),
            EngineName::Cdcl => SatSolver::cdcl(dpll)?,
            EngineName::Lanes | EngineName::Auto => {
                return Err(Failure::new("the engine lanes is not yet here"));
            }
        };
        let clues = match (asked.clues, solver) {
            (Some(CluesName::Units), _) | (None, SatSolver::Dpll(_)) => Clues::Units,
            (Some(CluesName::Assumptions), _) | (None, SatSolver::Cdcl) => Clues::Assumptions,
            (Some(CluesName::Simplify), _) => Clues::Simplify,
        };
        let options = EncodeOptions::new(asked.encoding.map_or(Encoding::Extended, encoding)).clues(clues);
        let trace = dpll.trace.as_deref().map(Trace::create).transpose()?;
        Ok(Choice { engine: Chosen::Sat(solver, options), trace })
    }

    /// The engine that is fastest for each puzzle.
    pub fn automatic() -> Choice {
        Choice {
            engine: Chosen::Sat(SatSolver::Cdcl, EncodeOptions::default().clues(Clues::Assumptions)),
            trace: None,
        }
    }

    /// The trace, if one was asked for.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }
}

/// The encoding of this name.
pub fn encoding(name: EncodingName) -> Encoding {
    match name {
        EncodingName::Minimal => Encoding::Minimal,
        EncodingName::Efficient => Encoding::Efficient,
        EncodingName::Extended => Encoding::Extended,
        EncodingName::Triads => Encoding::Triads,
    }
}

/// An engine at work, in one thread. Puzzles of the same rules may share a solver.
pub struct Engine {
    choice: Choice,
    session: Option<Session>,
}

/// A solver that holds the rules of a kind of puzzle and takes clues as assumptions.
struct Session {
    puzzle: Puzzle,
    solver: Box<dyn Solver>,
    encoded: Encoded,
}

/// What an engine says about a puzzle.
#[derive(Debug)]
pub struct Answer {
    /// Its solutions.
    pub solved: Solved,
    /// Where there is none because clues clash: which.
    pub clash: Option<Violation>,
    /// What the search did, where a SAT solver ran.
    pub stats: Option<(Encoded, Stats)>,
}

impl Engine {
    /// An engine of this choice, fresh.
    pub fn new(choice: &Choice) -> Engine {
        Engine { choice: choice.clone(), session: None }
    }

    /// Forgets what was learnt, so that the next answers do not depend on the ones before.
    pub fn reset(&mut self) {
        self.session = None;
    }

    /// Solves a puzzle and looks for a second solution.
    ///
    /// # Errors
    /// Why this puzzle cannot be taken by this engine.
    pub fn solve(&mut self, puzzle: &Puzzle, seconds: Option<Duration>) -> Result<Answer, String> {
        let Chosen::Sat(solver, options) = self.choice.engine;
        let expired = clock(seconds);
        let reused = options.clues == Clues::Assumptions;
        let keep = reused && self.session.as_ref().is_some_and(|session| session.puzzle.same_rules(puzzle));
        if !keep {
            let mut solver = solver.start(self.choice.trace.as_ref());
            let encoded = puzzle.encode(&mut solver, &options).map_err(|error| error.to_string())?;
            self.session = Some(Session { puzzle: puzzle.clone(), solver, encoded });
        }
        let Some(session) = &mut self.session else { return Err("no solver".to_owned()) };
        let before = session.solver.stats();
        let assumptions = if reused { puzzle.clue_literals() } else { Vec::new() };
        let query =
            Query::new().assume(&assumptions).budget(Budget::new().deadline(&expired)).stop(stop_flag());
        let solved = ask_twice(puzzle, &mut *session.solver, &query)?;
        let stats = difference(&session.solver.stats(), &before);
        let clash = if solved == Solved::None { puzzle.check_clues().err() } else { None };
        Ok(Answer { solved, clash, stats: Some((session.encoded.clone(), stats)) })
    }
}

fn stop_flag() -> &'static AtomicBool {
    &STOP
}

/// A solution, and then another one.
fn ask_twice(puzzle: &Puzzle, solver: &mut dyn Solver, query: &Query<'_>) -> Result<Solved, String> {
    let decode =
        |model| puzzle.decode(&model).map_err(|error| format!("the solver's model is wrong: {error}"));
    let first = match solver.solve_query(query) {
        Outcome::Sat(model) => decode(model)?,
        Outcome::Unsat(_) => return Ok(Solved::None),
        Outcome::Unknown(_) => return Ok(Solved::Unknown(None)),
    };
    let shape = puzzle.shape();
    let other: Vec<Lit> = puzzle
        .open_cells()
        .filter_map(|cell| first.get(cell).map(|digit| !shape.literal(cell, digit)))
        .collect();
    Ok(match solver.solve_query(&query.constraint(&other)) {
        Outcome::Sat(model) => Solved::Several(first, decode(model)?),
        Outcome::Unsat(_) => Solved::Unique(first),
        Outcome::Unknown(_) => Solved::Unknown(Some(first)),
    })
}

fn difference(after: &Stats, before: &Stats) -> Stats {
    let mut stats = *after;
    stats.decisions -= before.decisions;
    stats.propagations -= before.propagations;
    stats.pure_assignments -= before.pure_assignments;
    stats.conflicts -= before.conflicts;
    stats.backtracks -= before.backtracks;
    stats.learnt -= before.learnt;
    stats.deleted -= before.deleted;
    stats.restarts -= before.restarts;
    stats
}
