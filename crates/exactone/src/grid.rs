//! A square of cells, each empty or with a digit.

mod block;
mod error;
mod given;
mod line;
mod print;
mod reader;

use std::fmt;

use exactone_sat::{Lit, Model, Var};

use crate::cell::Cell;
use crate::digit::Digit;
use crate::shape::Shape;

pub(crate) use error::in_numbers;
pub use error::{GridError, GridProblem, Place};
pub use given::{Given, SymbolSet, TextLayout, TextOptions};
pub(crate) use print::draw;
pub use reader::{Entry, PuzzleReader, read_puzzles};

/// A grid of a [`Shape`]: one byte a cell, row by row, 0 for an empty one.
///
/// `{}` draws it with its boxes; [`to_line`](Grid::to_line) prints it as one line. Both read back in.
///
/// ```
/// use exactone::{Cell, Grid};
/// let grid: Grid = "1...23...4.1.2..".parse().unwrap();
/// assert_eq!(grid.get(Cell::new(1, 0)).unwrap().number(), 2);
/// assert_eq!(grid.clues().count(), 6);
/// assert_eq!(grid.to_string(), "\
/// 1 . | . .
/// 2 3 | . .
/// ----+----
/// . 4 | . 1
/// . 2 | . .
/// ");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    shape: Shape,
    cells: Box<[u8]>,
}

impl Grid {
    /// The grid without a digit.
    pub fn empty(shape: Shape) -> Grid {
        Grid { shape, cells: vec![0; shape.cell_count()].into() }
    }

    /// The grid with these digits, row by row, 0 for an empty cell.
    ///
    /// # Errors
    /// If there are more or fewer than `shape.cell_count()`, or a digit is above `shape.size()`.
    pub fn from_digits(shape: Shape, digits: &[u8]) -> Result<Grid, GridError> {
        let size = shape.size();
        if digits.len() != shape.cell_count() {
            let problem = GridProblem::Length { found: digits.len(), expected: shape.cell_count(), size };
            return Err(GridError { place: Place::Whole, problem });
        }
        if let Some(index) = digits.iter().position(|&digit| usize::from(digit) > size) {
            let problem = GridProblem::Digit { found: digits[index], size };
            return Err(GridError { place: Place::Cell(shape.cell_at(index)), problem });
        }
        Ok(Grid { shape, cells: digits.into() })
    }

    /// The grid that a model of a [`Board`](crate::Board)'s clauses says: cell (row, column) holds the digit whose
    /// variable `(row * n + column) * n + digit` is true. Variables above n * n * n are ignored.
    ///
    /// # Errors
    /// If a cell has no true digit or more than one.
    ///
    /// ```
    /// use exactone::{Grid, Shape};
    /// use exactone_sat::Model;
    /// let shape = Shape::new(1, 2).unwrap();
    /// let model = Model::from_literals(8, [1, 4, 6, 7].map(Into::into));
    /// assert_eq!(Grid::from_model(shape, &model).unwrap().to_line(), "1221");
    /// ```
    pub fn from_model(shape: Shape, model: &Model) -> Result<Grid, ModelError> {
        let mut grid = Grid::empty(shape);
        let mut twice = false;
        for (cell, digit) in model.true_vars().map_while(|var| shape.meaning(var)) {
            let place = &mut grid.cells[shape.index_of(cell)];
            twice |= *place != 0;
            *place = digit.number();
        }
        if !twice && grid.is_full() {
            return Ok(grid);
        }
        let odd = |cell| {
            let mut digits = shape.digits().filter(|&digit| model.is_true(shape.literal(cell, digit)));
            let (first, second) = (digits.next(), digits.next());
            (first.is_none() || second.is_some()).then_some(ModelError { cell, first, second })
        };
        shape.cells().find_map(odd).map_or(Ok(grid), Err)
    }

    /// Its shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number n of rows, columns and digits.
    pub const fn size(&self) -> usize {
        self.shape.size()
    }

    /// The same digits under other boxes; `None` if that shape has another size.
    pub fn with_shape(self, shape: Shape) -> Option<Grid> {
        (shape.size() == self.size()).then_some(Grid { shape, ..self })
    }

    /// The digit in a cell; `None` for an empty cell and outside the grid.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        if !self.shape.contains(cell) {
            return None;
        }
        Digit::new(self.cells[self.shape.index_of(cell)])
    }

    /// Writes a digit into a cell, or empties it.
    ///
    /// # Errors
    /// If the cell lies outside or the digit is above the size; the grid is as before then.
    pub fn set(&mut self, cell: Cell, digit: impl Into<Option<Digit>>) -> Result<(), GridError> {
        let size = self.size();
        let problem = match digit.into() {
            _ if !self.shape.contains(cell) => GridProblem::Outside { size },
            Some(digit) if digit.index() >= size => GridProblem::Digit { found: digit.number(), size },
            digit => {
                self.cells[self.shape.index_of(cell)] = digit.map_or(0, Digit::number);
                return Ok(());
            }
        };
        Err(GridError { place: Place::Cell(cell), problem })
    }

    /// The cells in reading order with what they hold.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Cell, Option<Digit>)> + '_ {
        self.shape.cells().zip(self.cells.iter().map(|&digit| Digit::new(digit)))
    }

    /// The filled cells in reading order with their digits.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.iter().filter_map(|(cell, digit)| Some((cell, digit?)))
    }

    /// The number of filled cells.
    pub fn clue_count(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// Whether every cell is filled.
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(|&digit| digit != 0)
    }

    /// The digits row by row, 0 for an empty cell.
    pub fn digits(&self) -> &[u8] {
        &self.cells
    }
}

impl Shape {
    /// The variable that says "this cell holds this digit", numbered (row * n + column) * n + digit.
    /// The cell and the digit must lie inside the shape.
    ///
    /// ```
    /// use exactone::{Cell, Digit, Shape};
    /// let var = Shape::CLASSIC.var(Cell::new(0, 6), Digit::new(1).unwrap());
    /// assert_eq!(var.number(), 55);
    /// assert_eq!(Shape::CLASSIC.meaning(var), Some((Cell::new(0, 6), Digit::new(1).unwrap())));
    /// ```
    pub const fn var(self, cell: Cell, digit: Digit) -> Var {
        Var::from_index(self.index_of(cell) * self.size() + digit.index())
    }

    /// The positive literal of [`var`](Shape::var).
    pub const fn literal(self, cell: Cell, digit: Digit) -> Lit {
        self.var(cell, digit).positive()
    }

    /// The cell and digit of a variable; `None` for variables above n * n * n.
    pub fn meaning(self, var: Var) -> Option<(Cell, Digit)> {
        let size = self.size();
        let index = var.index();
        (index < size * size * size).then(|| (self.cell_at(index / size), Digit::from_index(index % size)))
    }

    /// The number of variables that speak of cells: n * n * n.
    pub const fn var_count(self) -> u32 {
        (self.cell_count() * self.size()) as u32
    }
}

impl<const N: usize> TryFrom<[[u8; N]; N]> for Grid {
    type Error = GridError;

    /// The grid of an array of rows, 0 for an empty cell, with the usual boxes of its size ([`Shape::of_size`]).
    ///
    /// # Errors
    /// If there are no usual boxes for N, or a digit is above N.
    fn try_from(rows: [[u8; N]; N]) -> Result<Grid, GridError> {
        let problem = if N == 0 || N > Shape::MAX_SIZE {
            GridProblem::Size { found: N }
        } else {
            GridProblem::NoBoxes { size: N }
        };
        let shape = Shape::of_size(N).ok_or(GridError { place: Place::Whole, problem })?;
        Grid::from_digits(shape, rows.as_flattened())
    }
}

/// A model that is no grid: a cell with no true digit, or with two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelError {
    /// The cell.
    pub cell: Cell,
    /// The smallest digit that is true, if any.
    pub first: Option<Digit>,
    /// The next one.
    pub second: Option<Digit>,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.second) {
            (Some(first), Some(second)) => {
                write!(f, "{}: the model says both {first} and {second}", self.cell)
            }
            _ => write!(f, "{}: the model says no digit", self.cell),
        }
    }
}

impl std::error::Error for ModelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_from_an_array_keeps_its_digits() {
        let grid = Grid::try_from([[1, 0, 0, 4], [0; 4], [0; 4], [0, 3, 0, 0]]).unwrap();
        assert_eq!(grid.to_line(), "1..4.........3..");
        assert_eq!(grid.clue_count(), 3);
        let error = Grid::try_from([[0, 0, 0, 0], [0, 5, 0, 0], [0; 4], [0; 4]]).unwrap_err();
        assert_eq!(error.to_string(), "r2c2: saw digit 5, expected 1 to 4");
        assert_eq!(
            Grid::try_from([[0u8; 5]; 5]).unwrap_err().to_string(),
            "a 5x5 grid has no boxes; box size 1x5 says rows and columns only"
        );
        assert_eq!(Grid::try_from([[0u8; 0]; 0]).unwrap_err().to_string(), "saw size 0, expected 1 to 255");
        assert_eq!(Grid::try_from([[1]]).unwrap().to_line(), "1");
    }

    #[test]
    fn set_refuses_what_does_not_fit() {
        let mut grid = Grid::empty(Shape::CLASSIC);
        assert!(grid.set(Cell::new(9, 0), None).is_err());
        assert!(grid.set(Cell::new(0, 0), Digit::new(10)).is_err());
        assert_eq!(grid, Grid::empty(Shape::CLASSIC));
        grid.set(Cell::new(8, 8), Digit::new(9)).unwrap();
        assert_eq!(grid.get(Cell::new(8, 8)), Digit::new(9));
        assert_eq!(grid.get(Cell::new(9, 8)), None);
        assert_eq!(grid.clues().collect::<Vec<_>>(), [(Cell::new(8, 8), Digit::new(9).unwrap())]);
    }

    #[test]
    fn a_model_that_is_no_grid_is_refused_by_cell() {
        let shape = Shape::new(1, 2).unwrap();
        let grid = |lits: &[i32]| {
            Grid::from_model(shape, &Model::from_literals(9, lits.iter().map(|&l| Lit::from(l))))
        };
        assert_eq!(grid(&[1, 4, 6, 7, 9]).unwrap().to_line(), "1221");
        assert_eq!(grid(&[1, 4, 6]).unwrap_err().to_string(), "r2c2: the model says no digit");
        assert_eq!(grid(&[1, 3, 4, 6, 7]).unwrap_err().to_string(), "r1c2: the model says both 1 and 2");
    }

    #[test]
    fn variables_are_numbered_by_row_column_and_digit() {
        for (rows, cols) in [(3, 3), (2, 3), (1, 1), (10, 10)] {
            let shape = Shape::new(rows, cols).unwrap();
            let mut number = 0;
            for cell in shape.cells() {
                for digit in shape.digits() {
                    number += 1;
                    assert_eq!(shape.var(cell, digit).number(), number);
                    assert_eq!(shape.meaning(shape.var(cell, digit)), Some((cell, digit)));
                }
            }
            assert_eq!(number, shape.var_count());
            assert_eq!(shape.meaning(Var::new(number + 1)), None);
        }
    }
}
