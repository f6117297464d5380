//! All solutions, one by one, in memory that does not grow with their number.
//!
//! No solution is ever forbidden by a clause that stays. A node of the search is a set of assumed digits with one
//! solution known under them. "Another one?" is asked with a temporary clause: if not, the known one is given out;
//! if so, the first cell in which the two differ splits the node, one child for each of its digits that occurs in a
//! solution. So every leaf is a solution and nothing is searched twice.

use std::fmt;

use exactone_sat::{Lit, Stopped};

use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::puzzle::{EncodeError, Puzzle};
use crate::solve::{Asking, Found, Limits, PuzzleSolver, SolveError};

/// What is left to do; the first `depth` assumptions belong to it.
enum Task {
    /// Find a first solution.
    Start,
    /// Give out all solutions under the assumptions, of which one is known.
    Explore { depth: usize, digit: Option<Lit>, known: Grid },
    /// Look for a solution with yet another digit in this cell.
    Others { depth: usize, cell: Cell, tried: Vec<Digit> },
}

/// The solutions of a puzzle: an iterator over `Result<Grid, SolveError>`.
///
/// After `Err(SolveError::Stopped(_))` it can be asked again and goes on where it stopped.
pub struct Solutions<'s> {
    asking: Asking<'s>,
    limits: Limits<'s>,
    tasks: Vec<Task>,
}

impl PuzzleSolver {
    /// The solutions of a puzzle, each once.
    ///
    /// ```
    /// use exactone::{Grid, Limits, Puzzle, PuzzleSolver};
    /// let mut solver = PuzzleSolver::default();
    /// let puzzle = Puzzle::classic(".....1..1.43.31.".parse::<Grid>().unwrap());
    /// let grids: Result<Vec<Grid>, _> = solver.solutions(&puzzle, Limits::NONE).unwrap().collect();
    /// assert_eq!(grids.unwrap().len(), 2);
    /// ```
    ///
    /// # Errors
    /// If the encoding does not fit the puzzle.
    pub fn solutions<'s>(
        &'s mut self,
        puzzle: &'s Puzzle,
        limits: Limits<'s>,
    ) -> Result<Solutions<'s>, EncodeError> {
        let tasks = if puzzle.check_clues().is_ok() { vec![Task::Start] } else { Vec::new() };
        Ok(Solutions { asking: self.ask(puzzle)?, limits, tasks })
    }

    /// How many solutions a puzzle has, by search: up to `limit` if there is one, or until the limits are reached.
    /// `progress` hears the number after each solution.
    ///
    /// # Errors
    /// If the encoding does not fit the puzzle, or the solver answered with a grid that is no solution.
    pub fn count(
        &mut self,
        puzzle: &Puzzle,
        limit: Option<u64>,
        limits: &Limits<'_>,
        mut progress: impl FnMut(u64),
    ) -> Result<Count, SolveError> {
        let mut number = 0;
        let mut solutions = self.solutions(puzzle, *limits)?;
        loop {
            if limit == Some(number) {
                // Whether the limit is the number itself can still be said.
                let more = solutions.next();
                let end = if more.is_none() { End::Complete } else { End::Limit };
                return Ok(Count { number, end });
            }
            match solutions.next() {
                None => return Ok(Count { number, end: End::Complete }),
                Some(Ok(_)) => number += 1,
                Some(Err(SolveError::Stopped(why))) => return Ok(Count { number, end: End::Stopped(why) }),
                Some(Err(error)) => return Err(error),
            }
            progress(number);
        }
    }
}

impl Solutions<'_> {
    /// Does one task; a solution that is certain now comes back.
    fn work(&mut self, task: Task) -> Result<Option<Grid>, (SolveError, Task)> {
        match task {
            Task::Start => match self.asking.query(&self.limits, None) {
                Err(error) => Err((error.into(), Task::Start)),
                Ok(Found::Stopped(why)) => Err((SolveError::Stopped(why), Task::Start)),
                Ok(Found::Nothing) => Ok(None),
                Ok(Found::Grid(known)) => {
                    self.tasks.push(Task::Explore {
                        depth: self.asking.assumptions.len(),
                        digit: None,
                        known,
                    });
                    Ok(None)
                }
            },
            Task::Explore { depth, digit, known } => {
                self.asking.assumptions.truncate(depth);
                self.asking.assumptions.extend(digit);
                let another = self.asking.puzzle.other_than(&known);
                match self.asking.query(&self.limits, Some(&another)) {
                    Err(error) => Err((error.into(), Task::Explore { depth, digit, known })),
                    Ok(Found::Stopped(why)) => {
                        Err((SolveError::Stopped(why), Task::Explore { depth, digit, known }))
                    }
                    Ok(Found::Nothing) => Ok(Some(known)),
                    Ok(Found::Grid(second)) => {
                        self.split(known, second);
                        Ok(None)
                    }
                }
            }
            Task::Others { depth, cell, mut tried } => {
                self.asking.assumptions.truncate(depth);
                let shape = self.asking.puzzle.shape();
                let others = shape.digits().filter(|digit| !tried.contains(digit));
                let others: Vec<Lit> = others.map(|digit| shape.literal(cell, digit)).collect();
                match self.asking.query(&self.limits, Some(&others)) {
                    Err(error) => Err((error.into(), Task::Others { depth, cell, tried })),
                    Ok(Found::Stopped(why)) => {
                        Err((SolveError::Stopped(why), Task::Others { depth, cell, tried }))
                    }
                    Ok(Found::Nothing) => Ok(None),
                    Ok(Found::Grid(known)) => {
                        let digit = known.get(cell).expect("a solution is full");
                        tried.push(digit);
                        self.tasks.push(Task::Others { depth, cell, tried });
                        self.tasks.push(Task::Explore {
                            depth,
                            digit: Some(shape.literal(cell, digit)),
                            known,
                        });
                        Ok(None)
                    }
                }
            }
        }
    }

    fn split(&mut self, first: Grid, second: Grid) {
        let shape = self.asking.puzzle.shape();
        let depth = self.asking.assumptions.len();
        let differing = first.clues().zip(second.clues()).find(|(one, other)| one != other);
        let ((cell, one), (_, other)) = differing.expect("the second solution is another one");
        self.tasks.push(Task::Others { depth, cell, tried: vec![one, other] });
        for (digit, known) in [(other, second), (one, first)] {
            self.tasks.push(Task::Explore { depth, digit: Some(shape.literal(cell, digit)), known });
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Result<Grid, SolveError>> {
        while let Some(task) = self.tasks.pop() {
            match self.work(task) {
                Ok(None) => {}
                Ok(Some(grid)) => return Some(Ok(grid)),
                Err((error, task)) => {
                    if matches!(error, SolveError::Stopped(_)) {
                        self.tasks.push(task);
                    } else {
                        self.tasks.clear();
                    }
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solutions({} tasks)", self.tasks.len())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Complete,
    Limit,
    Stopped(Stopped),
}

/// A number of solutions. Prints as `288`, or `288+` where the search did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    number: u64,
    end: End,
}

impl Count {
    /// The solutions found.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Whether these are all.
    pub fn is_complete(self) -> bool {
        self.end == End::Complete
    }

    /// Which limit ended the search, other than the number of solutions asked for.
    pub const fn stopped(self) -> Option<Stopped> {
        match self.end {
            End::Stopped(why) => Some(why),
            _ => None,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.is_complete() { "" } else { "+" })
    }
}
