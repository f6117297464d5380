//! Questions about a puzzle, asked of any SAT solver: is there a solution, is there another, how many are there,
//! which digits occur in one, which clues are not needed.
//!
//! Always holds: nothing of one puzzle stays behind in a solver that serves the next. Clues are assumed, "another
//! one than this" is the query's temporary clause, and every grid that comes out has passed
//! [`Puzzle::check_solution`], which knows nothing of literals.

mod verdict;
mod solutions;
mod candidates;
mod blame;
mod missing;

use std::fmt;
use std::sync::atomic::AtomicBool;

use exactone_sat::{Budget, Cdcl, Lit, Model, Outcome, Query, Solver, Stats, Stopped};

use crate::board::Fixed;
use crate::grid::Grid;
use crate::puzzle::{Clues, DecodeError, EncodeError, EncodeOptions, Encoded, Puzzle};

pub use missing::Missing;
pub use solutions::{Count, Solutions};
pub use verdict::{Status, Verdict};

/// How much work each query may do, and how to stop it. A deadline holds for all queries together, as the clock is
/// the caller's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Conflicts and propagations of one query, and the clock.
    pub budget: Budget<'a>,
    /// Set from another thread, it ends the search soon.
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit.
    pub const NONE: Limits<'static> = Limits { budget: Budget::new(), stop: None };

    pub(crate) fn query<'q>(&self, assumptions: &'q [Lit], constraint: Option<&'q [Lit]>) -> Query<'q>
    where
        'a: 'q,
    {
        Query { assumptions, constraint, budget: self.budget, stop: self.stop, any_core: false }
    }
}

/// Why a question got no answer.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The encoding does not fit the puzzle.
    Encode(EncodeError),
    /// A limit was reached.
    Stopped(Stopped),
    /// The solver gave a model that is no solution: a defect of the solver, found by the check of every grid.
    Wrong(DecodeError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Encode(error) => error.fmt(f),
            SolveError::Stopped(why) => write!(f, "not decided: {why}"),
            SolveError::Wrong(error) => write!(f, "the solver's answer is no solution ({error})"),
        }
    }
}

impl std::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SolveError::Encode(error) => Some(error),
            SolveError::Stopped(_) => None,
            SolveError::Wrong(error) => Some(error),
        }
    }
}

impl From<EncodeError> for SolveError {
    fn from(error: EncodeError) -> SolveError {
        SolveError::Encode(error)
    }
}

impl From<DecodeError> for SolveError {
    fn from(error: DecodeError) -> SolveError {
        SolveError::Wrong(error)
    }
}

/// Answers questions about puzzles, one after the other, through SAT solvers that it makes as it needs them.
///
/// With [`Clues::Assumptions`] one solver serves all puzzles of the same shape and rules and keeps what it learnt;
/// with the other two each puzzle has a solver of its own.
///
/// ```
/// use exactone::{Grid, Limits, Puzzle, PuzzleSolver, Status};
/// let mut solver = PuzzleSolver::default(); // CDCL; `PuzzleSolver::new` takes any other solver
/// let puzzle = Puzzle::classic("1..43.........21".parse::<Grid>().unwrap());
/// let verdict = solver.solve(&puzzle, &Limits::NONE).unwrap();
/// assert_eq!(verdict.status(), Status::Unique);
/// assert_eq!(verdict.solution().unwrap().to_line(), "1234341221434321");
/// let empty = Puzzle::classic(Grid::try_from([[0; 4]; 4]).unwrap());
/// assert_eq!(solver.count(&empty, None, &Limits::NONE, |_| ()).unwrap().to_string(), "288");
/// ```
pub struct PuzzleSolver {
    make: Box<dyn FnMut() -> Box<dyn Solver> + Send>,
    options: EncodeOptions,
    loaded: Option<Loaded>,
}

/// A solver with the clauses of a puzzle in it.
struct Loaded {
    /// Its shape and rules; with `Clues::Assumptions` without its clues.
    puzzle: Puzzle,
    clues: Clues,
    solver: Box<dyn Solver>,
    encoded: Encoded,
    /// With `Clues::Simplify`, the values of the variables that occur in no clause.
    fixed: Option<Fixed>,
}

impl PuzzleSolver {
    /// Asks solvers that this function makes, each without a clause. The encoding is the extended one and the clues
    /// are assumed.
    pub fn new(make: impl FnMut() -> Box<dyn Solver> + Send + 'static) -> PuzzleSolver {
        let options = EncodeOptions::default().clues(Clues::Assumptions);
        PuzzleSolver { make: Box::new(make), options, loaded: None }
    }

    /// With another encoding or other ways for the clues.
    pub fn with_options(self, options: EncodeOptions) -> PuzzleSolver {
        PuzzleSolver { options, loaded: None, ..self }
    }

    /// How puzzles are encoded.
    pub const fn options(&self) -> &EncodeOptions {
        &self.options
    }

    /// What was encoded for the last question; `None` before the first one and where the clues clashed already.
    pub fn encoded(&self) -> Option<&Encoded> {
        self.loaded.as_ref().map(|loaded| &loaded.encoded)
    }

    /// What the present solver has done since it was made.
    pub fn stats(&self) -> Stats {
        self.loaded.as_ref().map_or(Stats::default(), |loaded| loaded.solver.stats())
    }

    /// Makes sure that a solver with the puzzle's clauses is there.
    fn load(&mut self, puzzle: &Puzzle, clues: Clues) -> Result<&mut Loaded, EncodeError> {
        let reuse = clues == Clues::Assumptions
            && self
                .loaded
                .as_ref()
                .is_some_and(|loaded| loaded.clues == clues && loaded.puzzle.same_rules(puzzle));
        if !reuse {
            self.loaded = None;
            let mut solver = (self.make)();
            let encoded = puzzle.encode(&mut solver, &self.options.clues(clues))?;
            let kept = match clues {
                Clues::Assumptions => puzzle.with_givens(Grid::empty(puzzle.shape())),
                _ => puzzle.clone(),
            };
            let fixed = (clues == Clues::Simplify).then(|| puzzle.fixed());
            self.loaded = Some(Loaded { puzzle: kept, clues, solver, encoded, fixed });
        }
        Ok(self.loaded.as_mut().expect("a solver was just loaded"))
    }

    /// Whether the puzzle has no solution, one, or several: the first solution, and a second one if there is one.
    ///
    /// Clues that clash among themselves are found before any solver is asked, and named.
    ///
    /// # Errors
    /// If the encoding does not fit the puzzle, or the solver answered with a grid that is no solution.
    pub fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Verdict, SolveError> {
        if let Err(clash) = puzzle.check_clues() {
            return Ok(Verdict::None { clash: Some(clash) });
        }
        let mut asking = self.ask(puzzle)?;
        let first = match asking.query(limits, None)? {
            Found::Grid(grid) => grid,
            Found::Nothing => return Ok(Verdict::None { clash: None }),
            Found::Stopped(why) => return Ok(Verdict::Unknown { found: None, why }),
        };
        let another = puzzle.other_than(&first);
        Ok(match asking.query(limits, Some(&another))? {
            Found::Grid(second) => Verdict::Several(first, second),
            Found::Nothing => Verdict::Unique(first),
            Found::Stopped(why) => Verdict::Unknown { found: Some(first), why },
        })
    }

    fn ask<'s>(&'s mut self, puzzle: &'s Puzzle) -> Result<Asking<'s>, EncodeError> {
        self.ask_with(puzzle, self.options.clues)
    }

    fn ask_with<'s>(&'s mut self, puzzle: &'s Puzzle, clues: Clues) -> Result<Asking<'s>, EncodeError> {
        let loaded = self.load(puzzle, clues)?;
        let assumptions = if clues == Clues::Assumptions { puzzle.clue_literals() } else { Vec::new() };
        Ok(Asking { solver: &mut *loaded.solver, puzzle, assumptions, fixed: loaded.fixed.as_ref() })
    }
}

impl Default for PuzzleSolver {
    /// Asks the CDCL solver.
    fn default() -> PuzzleSolver {
        PuzzleSolver::new(|| Box::new(Cdcl::new()))
    }
}

impl fmt::Debug for PuzzleSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleSolver")
            .field("options", &self.options)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

/// One puzzle before a solver that holds its clauses.
struct Asking<'s> {
    solver: &'s mut dyn Solver,
    puzzle: &'s Puzzle,
    /// The clues, where they are assumed, and whatever a search assumes beyond them.
    assumptions: Vec<Lit>,
    /// The values of the variables that occur in no clause: what the solver says of them means nothing.
    fixed: Option<&'s Fixed>,
}

/// An answer whose grid has been checked.
enum Found {
    Grid(Grid),
    Nothing,
    Stopped(Stopped),
}

impl Asking<'_> {
    fn query(&mut self, limits: &Limits<'_>, constraint: Option<&[Lit]>) -> Result<Found, DecodeError> {
        let open: Vec<Lit>;
        let constraint = match (self.fixed, constraint) {
            (Some(fixed), Some(clause)) if clause.iter().any(|&lit| fixed.value(lit) == Some(true)) => None,
            (Some(fixed), Some(clause)) => {
                open = clause.iter().copied().filter(|&lit| fixed.value(lit).is_none()).collect();
                Some(&open[..])
            }
            _ => constraint,
        };
        Ok(match self.solver.solve_query(&limits.query(&self.assumptions, constraint).any_core()) {
            Outcome::Sat(model) => Found::Grid(self.decode(&model)?),
            Outcome::Unsat(_) => Found::Nothing,
            Outcome::Unknown(why) => Found::Stopped(why),
        })
    }

    fn decode(&self, model: &Model) -> Result<Grid, DecodeError> {
        let grid = match self.fixed {
            Some(fixed) => self.puzzle.decode_open(model, fixed)?,
            None => Grid::from_model(self.puzzle.shape(), model).map_err(DecodeError::NoGrid)?,
        };
        self.puzzle.check_solution(&grid).map_err(DecodeError::Wrong)?;
        Ok(grid)
    }
}

impl Puzzle {
    /// The clause "not this solution again": one of the cells that are no clues has another digit. Empty if all
    /// cells are clues.
    pub fn other_than(&self, solution: &Grid) -> Vec<Lit> {
        let digits = self.open_cells().filter_map(|cell| Some((cell, solution.get(cell)?)));
        digits.map(|(cell, digit)| !self.shape().literal(cell, digit)).collect()
    }
}
