//! What to add to a puzzle with several solutions so that one of them is the only one.

use exactone_sat::ClauseSink;
use exactone_sat::mus::GroupedCnf;

use crate::cell::Cell;
use crate::grid::Grid;
use crate::puzzle::{Clues, DecodeError, EncodeOptions, Puzzle};
use crate::solve::{Limits, SolveError};

/// Cells that, once given, leave one solution only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The cells, in order. None of them if there is only one solution anyway.
    pub cells: Vec<Cell>,
    /// No set of fewer cells than this does. As many as there are `cells`, if it is proved that these are the fewest.
    pub at_least: usize,
}

impl Missing {
    /// Whether it is proved that no set of fewer cells does.
    pub fn is_smallest(&self) -> bool {
        self.cells.len() <= self.at_least
    }
}

impl Puzzle {
    /// The fewest cells that, once they are given as in this solution, make it the only one.
    ///
    /// Such a set is a smallest unsatisfiable set of "this cell is as in the solution" together with "some cell is
    /// not", so it is found by implicit hitting sets ([`GroupedCnf::smallest`]). Few cells are found soon; where a
    /// dozen are missing the proof may take for ever, and limits are wise.
    ///
    /// ```
    /// use exactone::{Grid, Limits, Puzzle};
    /// let puzzle = Puzzle::classic(".....1..1.43.31.".parse::<Grid>().unwrap());
    /// let solution = "2431312412434312".parse::<Grid>().unwrap();
    /// let missing = puzzle.missing_clues(&solution, &Limits::NONE).unwrap();
    /// assert!(missing.is_smallest());
    /// assert_eq!(missing.cells.len(), 1);
    /// ```
    ///
    /// # Errors
    /// If it is no solution of the puzzle, or if a limit is reached before any such set is known; later, the set
    /// found so far is returned with what is proved of the fewest.
    pub fn missing_clues(&self, solution: &Grid, limits: &Limits<'_>) -> Result<Missing, SolveError> {
        self.check_solution(solution).map_err(DecodeError::Wrong)?;
        let mut formula = GroupedCnf::new();
        self.encode(&mut formula, &EncodeOptions::default().clues(Clues::Units))?;
        formula.add_clause(&self.other_than(solution));
        let open: Vec<Cell> = self.open_cells().collect();
        for &cell in &open {
            if let Some(digit) = solution.get(cell) {
                formula.group(&cell.to_string());
                formula.add_clause(&[self.shape().literal(cell, digit)]);
            }
        }
        let smallest = formula.smallest(&limits.query(&[], None));
        match (smallest.best(), smallest.stopped()) {
            (Some(groups), _) => Ok(Missing {
                cells: groups.iter().map(|group| open[group.index()]).collect(),
                at_least: smallest.lower_bound(),
            }),
            (None, Some(why)) => Err(SolveError::Stopped(why)),
            // All cells as in the solution, and one not: they contradict each other.
            (None, None) => unreachable!("the groups and the background cannot all hold"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{PuzzleSolver, Status, Verdict};

    fn with(puzzle: &Puzzle, solution: &Grid, cells: &[Cell]) -> Puzzle {
        let mut grid = puzzle.givens().clone();
        for &cell in cells {
            grid.set(cell, solution.get(cell)).unwrap();
        }
        puzzle.with_givens(grid)
    }

    /// The cells leave one solution, and on a 4x4 no smaller set does (by trying all).
    #[test]
    fn nothing_smaller_leaves_one_solution() {
        let mut solver = PuzzleSolver::default();
        let mut unique =
            |puzzle: &Puzzle| solver.solve(puzzle, &Limits::NONE).unwrap().status() == Status::Unique;
        for text in [
            ".....1..1.43.31.",
            "1234............",
            "1...............",
            "12..3...........",
            "1234341221434321",
        ] {
            let puzzle = Puzzle::classic(text[..16].parse::<Grid>().unwrap());
            let verdict = PuzzleSolver::default().solve(&puzzle, &Limits::NONE).unwrap();
            let solution = verdict.solution().unwrap();
            let missing = puzzle.missing_clues(solution, &Limits::NONE).unwrap();
            assert!(missing.is_smallest());
            assert_eq!(missing.at_least, missing.cells.len());
            assert!(unique(&with(&puzzle, solution, &missing.cells)), "{text}");
            let open: Vec<Cell> = puzzle.open_cells().collect();
            let fewer = (0u32..1 << open.len())
                .filter(|bits| (bits.count_ones() as usize) < missing.cells.len())
                .find(|bits| {
                    let cells: Vec<Cell> =
                        (0..open.len()).filter(|at| bits >> at & 1 == 1).map(|at| open[at]).collect();
                    unique(&with(&puzzle, solution, &cells))
                });
            assert_eq!(fewer, None, "{text}");
        }
    }

    #[test]
    fn a_wrong_solution_is_refused_and_a_9x9_is_completed() {
        let text = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";
        let puzzle = Puzzle::classic(text.parse::<Grid>().unwrap());
        let verdict = PuzzleSolver::default().solve(&puzzle, &Limits::NONE).unwrap();
        let Verdict::Several(first, _) = &verdict else { panic!("{verdict}") };
        let missing = puzzle.missing_clues(first, &Limits::NONE).unwrap();
        assert_eq!((missing.cells.len(), missing.at_least), (1, 1));
        assert!(matches!(puzzle.missing_clues(puzzle.givens(), &Limits::NONE), Err(SolveError::Wrong(_))));
        let now = std::sync::atomic::AtomicBool::new(true);
        let stopped = puzzle.missing_clues(first, &Limits { stop: Some(&now), ..Limits::NONE });
        assert!(matches!(stopped, Err(SolveError::Stopped(_))));
    }
}
