//! Which digits occur in some solution, and which clues are not needed.

use exactone_sat::Lit;

use crate::candidates::Candidates;
use crate::cell::Cell;
use crate::grid::Grid;
use crate::puzzle::{Clues, Puzzle};
use crate::solve::{Found, Limits, PuzzleSolver, SolveError};

impl PuzzleSolver {
    /// The digits that occur in at least one solution, cell by cell; none at all if there is no solution.
    ///
    /// Each query asks for a solution with at least one digit not seen yet, as one temporary clause, so every answer
    /// brings something new.
    ///
    /// ```
    /// use exactone::{Grid, Limits, Puzzle, PuzzleSolver};
    /// let mut solver = PuzzleSolver::default();
    /// let puzzle = Puzzle::classic(".....1..1.43.31.".parse::<Grid>().unwrap());
    /// let marks = solver.candidates(&puzzle, &Limits::NONE).unwrap();
    /// assert_eq!(marks.singles().clue_count(), 12);
    /// ```
    ///
    /// # Errors
    /// If the encoding does not fit the puzzle, a limit is reached, or the solver answered with a grid that is no
    /// solution.
    pub fn candidates(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Candidates, SolveError> {
        let shape = puzzle.shape();
        let mut seen = Candidates::none(shape);
        if puzzle.check_clues().is_err() {
            return Ok(seen);
        }
        let mut asking = self.ask(puzzle)?;
        let allowed = puzzle.allowed();
        let mut unseen: Vec<Lit> = Vec::new();
        for cell in shape.cells() {
            unseen.extend(allowed.digits(cell).map(|digit| shape.literal(cell, digit)));
        }
        loop {
            match asking.query(limits, Some(&unseen))? {
                Found::Nothing => return Ok(seen),
                Found::Stopped(why) => return Err(SolveError::Stopped(why)),
                Found::Grid(grid) => {
                    for (cell, digit) in grid.clues() {
                        seen.insert(cell, digit);
                    }
                    unseen.retain(|lit| {
                        shape.meaning(lit.var()).is_some_and(|(cell, digit)| !seen.allows(cell, digit))
                    });
                }
            }
        }
    }

    /// The clues of a puzzle with one solution that are not needed: without any single one of them there is still
    /// only that solution. (Without two of them there may be others.) Of a puzzle of pencilmarks, none.
    ///
    /// # Errors
    /// As [`candidates`](PuzzleSolver::candidates).
    pub fn redundant_clues(
        &mut self,
        puzzle: &Puzzle,
        solution: &Grid,
        limits: &Limits<'_>,
    ) -> Result<Vec<Cell>, SolveError> {
        let shape = puzzle.shape();
        let clues: Vec<(Cell, Lit)> =
            puzzle.givens().clues().map(|(cell, digit)| (cell, shape.literal(cell, digit))).collect();
        // Nothing but the rules may be in the solver: the clue in question must be free to change.
        let bare = puzzle.with_givens(Grid::empty(shape));
        let mut asking = self.ask_with(&bare, Clues::Assumptions)?;
        let mut redundant = Vec::new();
        for &(cell, clue) in &clues {
            asking.assumptions.clear();
            asking.assumptions.extend(clues.iter().map(|&(_, lit)| lit).filter(|&lit| lit != clue));
            // Another solution has another digit in this cell: else it would keep all clues.
            let other = solution.get(cell).map(|digit| !shape.literal(cell, digit));
            match asking.query(limits, Some(other.as_slice()))? {
                Found::Nothing => redundant.push(cell),
                Found::Grid(_) => {}
                Found::Stopped(why) => return Err(SolveError::Stopped(why)),
            }
        }
        Ok(redundant)
    }
}
