//! Rows, columns, boxes and diagonals: sets of cells in which no digit may stand twice.

use std::fmt;

use crate::cell::Cell;
use crate::shape::Shape;

/// A kind of house.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// The n rows.
    Row,
    /// The n columns.
    Column,
    /// The n boxes.
    Box,
    /// The two diagonals: first the one from the top left, then the one from the top right.
    Diagonal,
}

impl HouseKind {
    /// All kinds.
    pub const ALL: [HouseKind; 4] = [HouseKind::Row, HouseKind::Column, HouseKind::Box, HouseKind::Diagonal];

    /// How many such houses a grid of this shape has.
    pub const fn count(self, shape: Shape) -> usize {
        match self {
            HouseKind::Diagonal => 2,
            _ => shape.size(),
        }
    }

    /// The houses of this kind, in order.
    pub fn houses(self, shape: Shape) -> impl ExactSizeIterator<Item = House> + Clone {
        (0..self.count(shape)).map(move |index| House { kind: self, index })
    }
}

/// One house: its kind and its number from 0. Prints as `row 1`, `box 9`, `main diagonal`.
///
/// ```
/// use exactone::{House, HouseKind, Shape};
/// let house = House { kind: HouseKind::Box, index: 8 };
/// assert_eq!(house.to_string(), "box 9");
/// assert_eq!(house.cells(Shape::CLASSIC).next().unwrap().to_string(), "r7c7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House {
    /// Row, column, box, diagonal.
    pub kind: HouseKind,
    /// Which one, from 0.
    pub index: usize,
}

impl House {
    /// Its n cells, in reading order.
    pub fn cells(self, shape: Shape) -> impl ExactSizeIterator<Item = Cell> + Clone {
        let (size, index) = (shape.size(), self.index);
        let (rows, cols) = (shape.box_rows(), shape.box_cols());
        (0..size).map(move |at| match self.kind {
            HouseKind::Row => Cell::new(index, at),
            HouseKind::Column => Cell::new(at, index),
            HouseKind::Box => Cell::new(index / rows * rows + at / cols, index % rows * cols + at % cols),
            HouseKind::Diagonal => Cell::new(at, if index == 0 { at } else { size - 1 - at }),
        })
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            HouseKind::Row => write!(f, "row {}", self.index + 1),
            HouseKind::Column => write!(f, "column {}", self.index + 1),
            HouseKind::Box => write!(f, "box {}", self.index + 1),
            HouseKind::Diagonal => {
                f.write_str(if self.index == 0 { "main diagonal" } else { "other diagonal" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_are_those_of_the_shape() {
        for (rows, cols) in [(1, 1), (2, 2), (2, 3), (3, 2), (1, 5), (4, 4)] {
            let shape = Shape::new(rows, cols).unwrap();
            for index in 0..shape.size() {
                let cells = |kind| House { kind, index }.cells(shape).collect::<Vec<_>>();
                assert_eq!(cells(HouseKind::Row), shape.row(index).collect::<Vec<_>>());
                assert_eq!(cells(HouseKind::Column), shape.column(index).collect::<Vec<_>>());
                assert_eq!(cells(HouseKind::Box), shape.box_cells(index).collect::<Vec<_>>());
            }
            for house in HouseKind::Diagonal.houses(shape) {
                let mut sums =
                    house.cells(shape).map(|cell| (cell.row() + cell.col(), cell.row().abs_diff(cell.col())));
                assert!(sums.all(|(sum, gap)| if house.index == 0 {
                    gap == 0
                } else {
                    sum + 1 == shape.size()
                }));
            }
        }
    }
}
