//! Who solves: the choice of engine, what each can be told, and one way to ask them all.

use std::time::Duration;

use exactone::lanes::{self, Givens, Marks};
use exactone::{
    Candidates, Cell, Clues, EncodeOptions, Encoded, Encoding, Grid, Limits, Missing, Puzzle, PuzzleSolver,
    Shape, SolveError, SymbolSet, Verdict,
};
use exactone_sat::{Branching, Budget, Cdcl, CdclOptions, Dpll, DpllOptions, Solver, Stats, Stopped, Tracer};

use super::batch::{Tally, clock, patience};
use super::solve::rows;
use crate::args::search::{BranchingName, DpllArgs, EncodingName};
use crate::args::solve::{CluesName, EngineName};
use crate::interrupt::{self, STOP};
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
            (SatSolver::Cdcl, None) => {
                Box::new(Cdcl::with_options(CdclOptions::new().recognise_groups(true)))
            }
            (SatSolver::Cdcl, Some(tracer)) => Box::new(Cdcl::with_observer(tracer)),
            (SatSolver::Dpll(options), None) => Box::new(Dpll::with_options(options)),
            (SatSolver::Dpll(options), Some(tracer)) => {
                let mut solver = Dpll::with_observer(tracer);
                solver.set_options(options);
                Box::new(solver)
            }
        }
    }

    /// The DPLL solver with the switches that these arguments ask for.
    pub fn dpll(args: &DpllArgs) -> SatSolver {
        let mut options = DpllOptions { pure_literals: !args.no_pure, ..DpllOptions::default() };
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
        Err(Failure::both(
            format!("{option}: the engine {engine} has no such option"),
            format!("{option}：引擎 {engine} 没有这个选项"),
        ))
    } else {
        Ok(())
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

/// What was asked for on the command line, checked against what the engine can do.
#[derive(Clone)]
pub struct Choice {
    /// The 9x9 engine: for the puzzles it knows, for all of them, or for none.
    lanes: Lanes,
    sat: SatSolver,
    options: EncodeOptions,
    trace: Option<Trace>,
    stats: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lanes {
    Never,
    WherePossible,
    Always,
}

impl Choice {
    /// The engine for these options. `auto` takes the fastest one that can honour them.
    pub fn new(asked: &Asked<'_>) -> Result<Choice, Failure> {
        let dpll = asked.dpll;
        let only_dpll = dpll.branching.is_some() || dpll.no_pure;
        let only_sat =
            asked.encoding.is_some() || asked.clues.is_some() || dpll.trace.is_some() || asked.stats;
        let (lanes, sat) = match asked.engine {
            EngineName::Auto if only_dpll => (Lanes::Never, SatSolver::dpll(dpll)),
            EngineName::Auto if only_sat => (Lanes::Never, SatSolver::Cdcl),
            EngineName::Auto => (Lanes::WherePossible, SatSolver::Cdcl),
            EngineName::Dpll => (Lanes::Never, SatSolver::dpll(dpll)),
            EngineName::Cdcl => (Lanes::Never, SatSolver::cdcl(dpll)?),
            EngineName::Lanes => {
                for (given, option) in [
                    (asked.encoding.is_some(), "--encoding"),
                    (asked.clues.is_some(), "--clues"),
                    (dpll.branching.is_some(), "--branching"),
                    (dpll.no_pure, "--no-pure"),
                    (dpll.trace.is_some(), "--trace"),
                    (asked.stats, "--stats"),
                ] {
                    refuse("lanes", given, option)?;
                }
                (Lanes::Always, SatSolver::Cdcl)
            }
        };
        let clues = match (asked.clues, sat) {
            (Some(CluesName::Units), _) | (None, SatSolver::Dpll(_)) => Clues::Units,
            (Some(CluesName::Assumptions), _) | (None, SatSolver::Cdcl) => Clues::Assumptions,
            (Some(CluesName::Simplify), _) => Clues::Simplify,
        };
        let options = EncodeOptions::new(asked.encoding.map_or(Encoding::Extended, encoding)).clues(clues);
        let trace = dpll.trace.as_deref().map(Trace::create).transpose()?;
        Ok(Choice { lanes, sat, options, trace, stats: asked.stats })
    }

    /// The engine that is fastest for each puzzle.
    pub fn automatic() -> Choice {
        let options = EncodeOptions::default().clues(Clues::Assumptions);
        Choice { lanes: Lanes::WherePossible, sat: SatSolver::Cdcl, options, trace: None, stats: false }
    }

    /// Whether lines of 9x9 puzzles can be solved as blocks of text.
    pub fn takes_blocks(&self) -> bool {
        self.lanes != Lanes::Never
    }

    /// The trace, if one was asked for.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }
}

/// What the search for one puzzle did.
#[derive(Clone, Debug)]
pub struct Search {
    /// The clauses.
    pub encoded: Encoded,
    /// The counters.
    pub stats: Stats,
}

/// How far a count came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The solutions found.
    pub number: u64,
    /// Whether these are all.
    pub complete: bool,
    /// Whether the clock or a signal ended it, not the number asked for.
    pub stopped: bool,
}

/// An engine at work, in one thread.
pub struct Engine {
    choice: Choice,
    lanes: lanes::Engine,
    sat: PuzzleSolver,
    /// The last puzzle whose search was counted, and the counters then.
    counted: Option<(Puzzle, Stats)>,
}

impl Engine {
    /// An engine of this choice, fresh.
    pub fn new(choice: &Choice) -> Engine {
        Engine {
            choice: choice.clone(),
            lanes: lanes::Engine::new(),
            sat: Engine::sat(choice),
            counted: None,
        }
    }

    fn sat(choice: &Choice) -> PuzzleSolver {
        let (sat, trace) = (choice.sat, choice.trace.clone());
        PuzzleSolver::new(move || sat.start(trace.as_ref())).with_options(choice.options)
    }

    /// Forgets what was learnt, so that the next answers do not depend on the ones before.
    pub fn reset(&mut self) {
        self.sat = Engine::sat(&self.choice);
        self.counted = None;
    }

    /// Solves puzzles and looks for a second solution of each. `each` hears the answers in order, with what the
    /// search did where a SAT solver ran; an error says why a puzzle cannot be taken.
    pub fn solve_all(
        &mut self,
        puzzles: &[Puzzle],
        seconds: Option<Duration>,
        mut each: impl FnMut(usize, Result<Verdict, String>, Option<Search>),
    ) {
        let (mut clues, mut marks) = (Batch::default(), Batch::default());
        let mut verdicts: Vec<Option<Verdict>> = puzzles.iter().map(|_| None).collect();
        if self.choice.lanes != Lanes::Never {
            for (at, puzzle) in puzzles.iter().enumerate() {
                match puzzle.candidates() {
                    _ if !is_for_lanes(puzzle) => {}
                    None => clues.push(at, Givens::try_from(puzzle.givens()).ok()),
                    Some(candidates) => marks.push(at, Marks::try_from(candidates).ok()),
                }
            }
            clues.solve(&mut self.lanes, puzzles, &mut verdicts);
            marks.solve(&mut self.lanes, puzzles, &mut verdicts);
        }
        for (at, (puzzle, verdict)) in puzzles.iter().zip(verdicts).enumerate() {
            match verdict {
                Some(verdict) => each(at, Ok(verdict), None),
                None if self.choice.lanes != Lanes::Never && is_for_lanes(puzzle) => {
                    each(at, hard(&self.choice, puzzle, seconds), None);
                }
                None if self.choice.lanes == Lanes::Always => {
                    let shape = puzzle.shape();
                    let size = shape.size();
                    each(
                        at,
                        Err(format!("the engine lanes solves 9x9 only, this is {size}x{size} ({shape})")),
                        None,
                    );
                }
                None => {
                    let (verdict, search) = self.solve(puzzle, seconds);
                    each(at, verdict, search);
                }
            }
        }
    }

    /// Solves lines of 81 characters and appends their answers. `odd` is called, in order, for each line that is no puzzle.
    pub fn solve_block(
        &mut self,
        text: &[u8],
        seconds: Option<Duration>,
        tally: &mut Tally,
        out: &mut Vec<u8>,
        mut odd: impl FnMut(&mut Vec<u8>),
    ) {
        let Engine { choice, lanes, .. } = self;
        let mut handed_over = Tally::default();
        let limits = lanes::Limits::NONE.nodes(HARD).stop(&interrupt::stopping);
        let answered = lanes.solve_lines_within(text, &limits, out, |line, out| {
            let found = match line.why {
                lanes::Why::Invalid => return odd(out),
                lanes::Why::Unknown(found) => found,
            };
            let found = found.map(|digits| grid(&digits));
            let verdict = match Givens::from_text(line.text.get(..81).unwrap_or_default()) {
                Ok(givens) if !interrupt::stopping() => {
                    hard(choice, &Puzzle::classic(grid(givens.digits())), seconds).ok()
                }
                _ => None,
            };
            let verdict = verdict.unwrap_or(Verdict::Unknown { found, why: Stopped::Interrupted });
            handed_over.count(verdict.status());
            rows::line(out, Some(&verdict), SymbolSet::Letters);
        });
        tally.puzzles += answered.unique + answered.several + answered.none;
        tally.unique += answered.unique;
        tally.several += answered.several;
        tally.none += answered.none;
        tally.add(&handed_over);
    }

    /// Solves one puzzle through SAT and looks for a second solution.
    pub fn solve(
        &mut self,
        puzzle: &Puzzle,
        seconds: Option<Duration>,
    ) -> (Result<Verdict, String>, Option<Search>) {
        if self.choice.trace.is_some() {
            // What is told is what is answered.
            self.reset();
        }
        let mut verdict = with_limits(seconds, |limits| self.sat.solve(puzzle, limits));
        let search = if self.choice.stats { self.search(puzzle) } else { None };
        let reused = self.choice.options.clues == Clues::Assumptions && self.choice.trace.is_none();
        if reused && matches!(verdict, Ok(Verdict::Several(..))) {
            // Which two are found first depends on what was solved before, so those count that a fresh solver finds.
            let again = with_limits(seconds, |limits| Engine::sat(&self.choice).solve(puzzle, limits));
            if matches!(again, Ok(Verdict::Several(..))) {
                verdict = again;
            }
        }
        (verdict.map_err(|error| error.to_string()), search)
    }

    /// What the search for this puzzle did; `None` if its clues clash, so that there was none.
    fn search(&mut self, puzzle: &Puzzle) -> Option<Search> {
        puzzle.check_clues().ok()?;
        let encoded = self.sat.encoded()?.clone();
        let stats = self.sat.stats();
        // A solver that serves several puzzles goes on counting.
        let same = self.choice.options.clues == Clues::Assumptions;
        let before = match self.counted.take() {
            Some((last, before)) if same && last.same_rules(puzzle) => before,
            _ => Stats::default(),
        };
        self.counted = Some((puzzle.clone(), stats));
        Some(Search { encoded, stats: difference(&stats, &before) })
    }

    /// Counts solutions, up to `limit`; `progress` hears the number now and then.
    pub fn count(
        &mut self,
        puzzle: &Puzzle,
        limit: Option<u64>,
        seconds: Option<Duration>,
        mut progress: impl FnMut(u64),
    ) -> Result<Counted, String> {
        if is_for_lanes(puzzle) {
            let expired = clock(seconds);
            let mut stopped = false;
            // One more than asked for tells whether the limit is the number itself.
            let most = limit.map_or(u64::MAX, |limit| limit.saturating_add(1));
            let stop = |number| {
                progress(number);
                stopped = expired() || interrupt::stopping();
                stopped
            };
            let count = match puzzle.candidates() {
                None => Givens::try_from(puzzle.givens()).map(|givens| self.lanes.count(&givens, most, stop)),
                Some(candidates) => {
                    Marks::try_from(candidates).map(|marks| self.lanes.count(&marks, most, stop))
                }
            };
            let count = count.map_err(|error| error.to_string())?;
            return Ok(match count {
                lanes::Count::Exact(number) => Counted { number, complete: true, stopped: false },
                lanes::Count::AtLeast(number) => Counted {
                    number: limit.map_or(number, |limit| number.min(limit)),
                    complete: false,
                    stopped,
                },
            });
        }
        let count = with_limits(seconds, |limits| self.sat.count(puzzle, limit, limits, &mut progress));
        let count = count.map_err(|error| error.to_string())?;
        Ok(Counted {
            number: count.number(),
            complete: count.is_complete(),
            stopped: count.stopped().is_some(),
        })
    }

    /// The digits of each cell that occur in a solution; `None` if it was stopped.
    pub fn candidates(&mut self, puzzle: &Puzzle) -> Result<Option<Candidates>, String> {
        unless_stopped(with_limits(None, |limits| self.sat.candidates(puzzle, limits)))
    }

    /// The fewest cells that, once given, leave only this solution, as far as patience goes; `None` if it was stopped.
    pub fn missing(&mut self, puzzle: &Puzzle, solution: &Grid) -> Result<Option<Missing>, String> {
        let patience = patience();
        let limits = Limits { budget: Budget::new().deadline(&patience), stop: Some(&STOP) };
        unless_stopped(puzzle.missing_clues(solution, &limits))
    }

    /// The clues without which there is still just this solution; `None` if it was stopped.
    pub fn redundant(&mut self, puzzle: &Puzzle, solution: &Grid) -> Result<Option<Vec<Cell>>, String> {
        unless_stopped(with_limits(None, |limits| self.sat.redundant_clues(puzzle, solution, limits)))
    }
}

/// Positions of one kind, and which puzzles they are.
struct Batch<P> {
    at: Vec<usize>,
    positions: Vec<P>,
}

impl<P> Default for Batch<P> {
    fn default() -> Batch<P> {
        Batch { at: Vec::new(), positions: Vec::new() }
    }
}

impl<P: lanes::Position> Batch<P> {
    fn push(&mut self, at: usize, position: Option<P>) {
        if let Some(position) = position {
            self.at.push(at);
            self.positions.push(position);
        }
    }

    /// Solves them; a puzzle that takes long gets no verdict.
    fn solve(&self, engine: &mut lanes::Engine, puzzles: &[Puzzle], verdicts: &mut [Option<Verdict>]) {
        let limits = lanes::Limits::NONE.nodes(HARD).stop(&interrupt::stopping);
        let answers = engine.solve_within(&self.positions, &limits);
        for (&at, answer) in self.at.iter().zip(answers) {
            verdicts[at] = match answer {
                lanes::Answer::Unknown(_) if !interrupt::stopping() => None,
                answer => Some(verdict(&puzzles[at], answer)),
            };
        }
    }
}

/// So many nodes of one puzzle are searched beside others.
const HARD: u32 = 2000;
/// So many conflicts are tried on it then.
const CONFLICTS: u64 = 3000;

/// A puzzle that takes the lanes long. Some of them are easy for who learns from conflicts; the others are back in the lanes soon,
/// each with all of them for itself. Neither whether a puzzle comes here nor its answer depends on other puzzles.
fn hard(choice: &Choice, puzzle: &Puzzle, seconds: Option<Duration>) -> Result<Verdict, String> {
    let expired = clock(seconds);
    if choice.lanes == Lanes::WherePossible {
        let budget = Budget::new().conflicts(CONFLICTS).deadline(&expired);
        let found = Engine::sat(choice).solve(puzzle, &Limits { budget, stop: Some(&STOP) });
        match found.map_err(|error| error.to_string())? {
            Verdict::Unknown { .. } => {}
            verdict => return Ok(verdict),
        }
    }
    let stop = || expired() || interrupt::stopping();
    let limits = lanes::Limits::NONE.stop(&stop);
    let mut lanes = lanes::Engine::new();
    let answer = match puzzle.candidates() {
        None => Givens::try_from(puzzle.givens()).map(|givens| lanes.solve_within(&[givens], &limits)[0]),
        Some(candidates) => Marks::try_from(candidates).map(|marks| lanes.solve_within(&[marks], &limits)[0]),
    };
    Ok(verdict(puzzle, answer.map_err(|error| error.to_string())?))
}

fn verdict(puzzle: &Puzzle, answer: lanes::Answer) -> Verdict {
    match answer {
        lanes::Answer::None => Verdict::None { clash: puzzle.check_clues().err() },
        lanes::Answer::Unique(only) => Verdict::Unique(grid(&only)),
        lanes::Answer::Several(first, second) => Verdict::Several(grid(&first), grid(&second)),
        lanes::Answer::Unknown(found) => Verdict::Unknown {
            found: found.map(|digits| grid(&digits)),
            why: if interrupt::stopping() { Stopped::Interrupted } else { Stopped::Deadline },
        },
    }
}

/// The grid of 81 digits, 0 for an empty cell.
fn grid(digits: &[u8; 81]) -> Grid {
    Grid::from_digits(Shape::CLASSIC, digits).expect("the engine's grids hold digits up to 9")
}

fn is_for_lanes(puzzle: &Puzzle) -> bool {
    puzzle.shape() == Shape::CLASSIC && puzzle.is_classic()
}

/// Runs with a clock of `seconds` from now and the stop flag.
fn with_limits<T>(seconds: Option<Duration>, run: impl FnOnce(&Limits<'_>) -> T) -> T {
    let expired = clock(seconds);
    let budget = if seconds.is_some() { Budget::new().deadline(&expired) } else { Budget::new() };
    run(&Limits { budget, stop: Some(&STOP) })
}

fn unless_stopped<T>(answer: Result<T, SolveError>) -> Result<Option<T>, String> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(SolveError::Stopped(Stopped::Deadline | Stopped::Interrupted)) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// What was added to the counters.
pub fn difference(after: &Stats, before: &Stats) -> Stats {
    let mut stats = *after;
    stats.decisions = stats.decisions.saturating_sub(before.decisions);
    stats.propagations = stats.propagations.saturating_sub(before.propagations);
    stats.pure_assignments = stats.pure_assignments.saturating_sub(before.pure_assignments);
    stats.conflicts = stats.conflicts.saturating_sub(before.conflicts);
    stats.backtracks = stats.backtracks.saturating_sub(before.backtracks);
    stats.learnt = stats.learnt.saturating_sub(before.learnt);
    stats.deleted = stats.deleted.saturating_sub(before.deleted);
    stats.restarts = stats.restarts.saturating_sub(before.restarts);
    stats
}
