//! How large a grid is and how its boxes lie.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;

/// The shape of a puzzle: boxes of R rows and C columns, and n = R * C rows, columns, boxes and digits.
///
/// A box of one row (or of one column) says nothing that the row (or column) does not say already, so a shape of
/// 1 x n means "rows and columns only": a Latin square. Prints as `3x3`, rows first.
///
/// ```
/// use exactone::{Cell, Shape};
/// let shape = Shape::new(2, 3).unwrap();
/// assert_eq!((shape.size(), shape.cell_count(), shape.to_string()), (6, 36, "2x3".to_owned()));
/// assert_eq!(shape.box_of(Cell::new(2, 3)), 3);
/// assert!(Shape::latin(7).unwrap().is_latin());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    box_rows: u8,
    box_cols: u8,
}

impl Shape {
    /// The largest number of rows, columns and digits.
    pub const MAX_SIZE: usize = 255;

    /// The usual one: 9x9 with boxes of 3x3.
    pub const CLASSIC: Shape = Shape { box_rows: 3, box_cols: 3 };

    /// Boxes of this many rows and columns; `None` unless their product lies between 1 and [`Shape::MAX_SIZE`].
    pub const fn new(box_rows: usize, box_cols: usize) -> Option<Shape> {
        let fits = box_rows >= 1
            && box_cols >= 1
            && box_rows <= Shape::MAX_SIZE
            && box_cols <= Shape::MAX_SIZE
            && box_rows * box_cols <= Shape::MAX_SIZE;
        if fits { Some(Shape { box_rows: box_rows as u8, box_cols: box_cols as u8 }) } else { None }
    }

    /// Rows and columns only, without boxes; `None` unless `size` lies between 1 and [`Shape::MAX_SIZE`].
    pub const fn latin(size: usize) -> Option<Shape> {
        Shape::new(1, size)
    }

    /// The shape that a grid of this size has when nothing else is said: R x C nearest to square with R <= C.
    /// `None` where there is none that makes sense: for a prime other than 2 and 3, and out of range.
    ///
    /// ```
    /// use exactone::Shape;
    /// assert_eq!(Shape::of_size(12), Shape::new(3, 4));
    /// assert_eq!(Shape::of_size(7), None);
    /// ```
    pub fn of_size(size: usize) -> Option<Shape> {
        let box_rows = (1..=size)
            .take_while(|rows| rows * rows <= size)
            .filter(|rows| size.is_multiple_of(*rows))
            .last()?;
        if box_rows == 1 && size > 3 {
            return None;
        }
        Shape::new(box_rows, size / box_rows)
    }

    /// The number n of rows, of columns, of boxes and of digits.
    pub const fn size(self) -> usize {
        self.box_rows as usize * self.box_cols as usize
    }

    /// The number of cells, n * n.
    pub const fn cell_count(self) -> usize {
        self.size() * self.size()
    }

    /// Rows of a box.
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Columns of a box.
    pub const fn box_cols(self) -> usize {
        self.box_cols as usize
    }

    /// Whether the boxes say nothing of their own: they have one row or one column.
    pub const fn is_latin(self) -> bool {
        self.box_rows == 1 || self.box_cols == 1
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + DoubleEndedIterator + Clone {
        (0..self.cell_count()).map(move |index| self.cell_at(index))
    }

    /// All digits, from 1.
    pub fn digits(self) -> impl ExactSizeIterator<Item = Digit> + DoubleEndedIterator + Clone {
        Digit::all(self.size())
    }

    /// The position of a cell in reading order, from 0. The cell must lie inside.
    pub const fn index_of(self, cell: Cell) -> usize {
        cell.row() * self.size() + cell.col()
    }

    /// The cell at a position in reading order, from 0.
    ///
    /// # Panics
    /// May panic if `index` is not below [`cell_count`](Shape::cell_count).
    pub const fn cell_at(self, index: usize) -> Cell {
        Cell::new(index / self.size(), index % self.size())
    }

    /// Whether a cell lies inside the grid.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row() < self.size() && cell.col() < self.size()
    }

    /// The box of a cell, from 0, counted row by row.
    pub const fn box_of(self, cell: Cell) -> usize {
        cell.row() / self.box_rows() * self.box_rows() + cell.col() / self.box_cols()
    }

    /// The cells of row `index` (from 0), left to right.
    pub fn row(self, index: usize) -> impl ExactSizeIterator<Item = Cell> + Clone {
        (0..self.size()).map(move |col| Cell::new(index, col))
    }

    /// The cells of column `index` (from 0), top to bottom.
    pub fn column(self, index: usize) -> impl ExactSizeIterator<Item = Cell> + Clone {
        (0..self.size()).map(move |row| Cell::new(row, index))
    }

    /// The cells of box `index` (from 0), row by row.
    pub fn box_cells(self, index: usize) -> impl ExactSizeIterator<Item = Cell> + Clone {
        let top = index / self.box_rows() * self.box_rows();
        let left = index % self.box_rows() * self.box_cols();
        (0..self.size()).map(move |at| Cell::new(top + at / self.box_cols(), left + at % self.box_cols()))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_cols)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_rows_and_columns_cover_the_grid_once() {
        for (rows, cols) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 4), (1, 7), (5, 5), (10, 10)]
        {
            let shape = Shape::new(rows, cols).unwrap();
            let n = shape.size();
            let mut seen = vec![[0; 3]; shape.cell_count()];
            for house in 0..n {
                for cell in shape.row(house) {
                    seen[shape.index_of(cell)][0] += 1;
                }
                for cell in shape.column(house) {
                    seen[shape.index_of(cell)][1] += 1;
                }
                for cell in shape.box_cells(house) {
                    assert_eq!(shape.box_of(cell), house);
                    seen[shape.index_of(cell)][2] += 1;
                }
            }
            assert!(seen.iter().all(|counts| *counts == [1, 1, 1]), "{shape}");
            assert!(shape.cells().enumerate().all(|(index, cell)| shape.index_of(cell) == index));
        }
    }

    #[test]
    fn the_usual_shapes() {
        let usual = |size| Shape::of_size(size).map(|shape| (shape.box_rows(), shape.box_cols()));
        assert_eq!(
            [1, 2, 3, 4, 6, 8, 9, 12, 16, 25, 36, 100].map(usual),
            [
                (1, 1),
                (1, 2),
                (1, 3),
                (2, 2),
                (2, 3),
                (2, 4),
                (3, 3),
                (3, 4),
                (4, 4),
                (5, 5),
                (6, 6),
                (10, 10)
            ]
            .map(Some)
        );
        for none in [0, 5, 7, 11, 13, 251, 256, 400] {
            assert_eq!(usual(none), None, "{none}");
        }
        assert_eq!(Shape::new(0, 3), None);
        assert_eq!(Shape::new(16, 16), None);
        assert_eq!(Shape::new(usize::MAX, 2), None);
    }
}
