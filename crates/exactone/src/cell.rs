//! A place in the grid.

use std::fmt;

/// A cell by its 0-based row and column. Prints 1-based, as `r1c1`. Ordered row by row.
///
/// ```
/// use exactone::Cell;
/// let cell = Cell::new(0, 6);
/// assert_eq!((cell.row(), cell.col(), cell.to_string()), (0, 6, "r1c7".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// The cell in this row and column, both from 0.
    ///
    /// # Panics
    /// If either is above 254.
    pub const fn new(row: usize, col: usize) -> Cell {
        assert!(row < 255 && col < 255, "a grid has at most 255 rows and columns");
        Cell { row: row as u8, col: col as u8 }
    }

    /// Its row, from 0.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Its column, from 0.
    pub const fn col(self) -> usize {
        self.col as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.col() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
