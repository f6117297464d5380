//! Which clues are to blame where a puzzle has no solution.

use exactone_sat::ClauseSink;
use exactone_sat::mus::{Blame, GroupedCnf};

use crate::cell::Cell;
use crate::puzzle::{Clues, EncodeOptions, Puzzle};
use crate::solve::{Limits, SolveError};

impl Puzzle {
    /// Cells whose clues (or pencilmarks) have no solution by themselves, and of which none can be spared; `None`
    /// where the puzzle has a solution. Not necessarily the fewest: see [`smallest_blame`](Puzzle::smallest_blame).
    ///
    /// ```
    /// use exactone::{Grid, Limits, Puzzle};
    /// let puzzle = Puzzle::classic("1234..1.2.......".parse::<Grid>().unwrap());
    /// assert!(puzzle.blame(&Limits::NONE).unwrap().is_none());
    /// let clash = Puzzle::classic("1.31............".parse::<Grid>().unwrap());
    /// let blamed = clash.blame(&Limits::NONE).unwrap().unwrap();
    /// assert_eq!(blamed.iter().map(|cell| cell.to_string()).collect::<Vec<_>>(), ["r1c1", "r1c4"]);
    /// ```
    ///
    /// # Errors
    /// If a limit is reached before it is decided.
    pub fn blame(&self, limits: &Limits<'_>) -> Result<Option<Vec<Cell>>, SolveError> {
        let (formula, cells) = self.by_cell()?;
        match formula.blame(&limits.query(&[], None)) {
            Blame::Satisfiable(_) => Ok(None),
            Blame::Minimal(groups) => {
                Ok(Some(groups.into_iter().map(|group| cells[group.index()]).collect()))
            }
            Blame::Unknown(why, _) => Err(SolveError::Stopped(why)),
        }
    }

    /// The fewest cells whose clues (or pencilmarks) have no solution by themselves; `None` where the puzzle has one.
    ///
    /// # Errors
    /// If a limit is reached before it is known that no smaller set exists.
    pub fn smallest_blame(&self, limits: &Limits<'_>) -> Result<Option<Vec<Cell>>, SolveError> {
        let (formula, cells) = self.by_cell()?;
        let smallest = formula.smallest(&limits.query(&[], None));
        match (smallest.stopped(), smallest.best()) {
            (Some(why), _) => Err(SolveError::Stopped(why)),
            (None, groups) => {
                Ok(groups.map(|groups| groups.iter().map(|group| cells[group.index()]).collect()))
            }
        }
    }

    /// The rules as background, and what is given cell by cell.
    fn by_cell(&self) -> Result<(GroupedCnf, Vec<Cell>), SolveError> {
        let mut formula = GroupedCnf::new();
        self.encode(&mut formula, &EncodeOptions::default().clues(Clues::Assumptions))?;
        let mut cells = Vec::new();
        for lit in self.clue_literals() {
            let Some((cell, _)) = self.shape().meaning(lit.var()) else { continue };
            if cells.last() != Some(&cell) {
                formula.group(&cell.to_string());
                cells.push(cell);
            }
            formula.add_clause(&[lit]);
        }
        Ok((formula, cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    /// Every proper subset of a minimal set has a solution, and there is no smaller set on a 4x4 (by trying all).
    #[test]
    fn blame_is_minimal_and_the_smallest_is_the_smallest() {
        let impossible = [
            "12..3.4.........",
            "12.......3...4..",
            "1.2...3.....4.2.",
            "2...3.4..4.2.3.4",
            "4..3.342.2....2.",
        ];
        for text in impossible {
            let grid: Grid = text.parse().unwrap();
            let puzzle = Puzzle::classic(grid.clone());
            let only = |cells: &[Cell]| {
                let mut part = Grid::empty(grid.shape());
                for &cell in cells {
                    part.set(cell, grid.get(cell)).unwrap();
                }
                Puzzle::classic(part)
            };
            let blamed = puzzle.blame(&Limits::NONE).unwrap().expect("no solution");
            assert!(only(&blamed).blame(&Limits::NONE).unwrap().is_some());
            for spared in &blamed {
                let rest: Vec<Cell> = blamed.iter().copied().filter(|cell| cell != spared).collect();
                assert!(only(&rest).blame(&Limits::NONE).unwrap().is_none(), "{text} without {spared}");
            }
            let smallest = puzzle.smallest_blame(&Limits::NONE).unwrap().unwrap();
            let clues: Vec<Cell> = grid.clues().map(|(cell, _)| cell).collect();
            let fewest = (0u32..1 << clues.len())
                .filter(|bits| {
                    let chosen: Vec<Cell> = clues
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| bits >> at & 1 == 1)
                        .map(|(_, &c)| c)
                        .collect();
                    only(&chosen).blame(&Limits::NONE).unwrap().is_some()
                })
                .map(u32::count_ones)
                .min()
                .unwrap();
            assert_eq!(smallest.len() as u32, fewest, "{text}");
        }
    }
}
