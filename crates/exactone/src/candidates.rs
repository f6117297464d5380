//! Which digits are still allowed in which cell: pencilmarks.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::shape::Shape;

/// A set of digits for each cell of a grid, one bit a digit.
///
/// [`to_line`](Candidates::to_line) prints n characters a cell (729 for a 9x9), `.` for a digit that is gone;
/// `{}` draws them.
///
/// ```
/// use exactone::{Candidates, Cell, Digit, Shape};
/// let mut marks = Candidates::full(Shape::new(2, 2).unwrap());
/// marks.remove(Cell::new(0, 0), Digit::new(3).unwrap());
/// assert!(marks.to_line().starts_with("12.41234"));
/// assert_eq!(marks.count(Cell::new(0, 0)), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Candidates {
    shape: Shape,
    words: Box<[u64]>,
}

impl Candidates {
    /// No digit in any cell.
    pub fn none(shape: Shape) -> Candidates {
        Candidates { shape, words: vec![0; (shape.var_count() as usize).div_ceil(64)].into() }
    }

    /// Every digit in every cell.
    pub fn full(shape: Shape) -> Candidates {
        let mut marks = Candidates::none(shape);
        for cell in shape.cells() {
            for digit in shape.digits() {
                marks.insert(cell, digit);
            }
        }
        marks
    }

    /// One digit in each filled cell of a grid, every digit in the empty ones.
    pub fn from_grid(grid: &Grid) -> Candidates {
        let shape = grid.shape();
        let mut marks = Candidates::none(shape);
        for (cell, given) in grid.iter() {
            for digit in shape.digits().filter(|&digit| given.is_none_or(|given| given == digit)) {
                marks.insert(cell, digit);
            }
        }
        marks
    }

    /// The shape of the grid they belong to.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    fn place(&self, cell: Cell, digit: Digit) -> Option<(usize, u64)> {
        if !self.shape.contains(cell) || digit.index() >= self.shape.size() {
            return None;
        }
        let index = self.shape.var(cell, digit).index();
        Some((index / 64, 1 << (index % 64)))
    }

    /// Whether a digit is allowed in a cell. Outside the grid nothing is.
    pub fn allows(&self, cell: Cell, digit: Digit) -> bool {
        self.place(cell, digit).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Allows a digit; says whether that is new. Outside the grid nothing happens.
    pub fn insert(&mut self, cell: Cell, digit: Digit) -> bool {
        let Some((word, bit)) = self.place(cell, digit) else { return false };
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Forbids a digit; says whether it was allowed. Outside the grid nothing happens.
    pub fn remove(&mut self, cell: Cell, digit: Digit) -> bool {
        let Some((word, bit)) = self.place(cell, digit) else { return false };
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    /// The digits allowed in a cell, in order.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        self.shape.digits().filter(move |&digit| self.allows(cell, digit))
    }

    /// How many digits are allowed in a cell.
    pub fn count(&self, cell: Cell) -> usize {
        self.digits(cell).count()
    }

    /// The digit of a cell that has just one.
    pub fn single(&self, cell: Cell) -> Option<Digit> {
        let mut digits = self.digits(cell);
        digits.next().filter(|_| digits.next().is_none())
    }

    /// How many (cell, digit) pairs are allowed in all.
    pub fn total(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The grid of the cells that have just one digit.
    pub fn singles(&self) -> Grid {
        let mut grid = Grid::empty(self.shape);
        for cell in self.shape.cells() {
            grid.set(cell, self.single(cell)).expect("the cell and its digit lie inside the shape");
        }
        grid
    }

    /// One line: for each cell n characters, the digit's symbol where it is allowed and `.` where not. Above size
    /// 35, where digits have no symbols, `#` stands for an allowed one.
    pub fn to_line(&self) -> String {
        let mut line = String::with_capacity(self.shape.var_count() as usize);
        for cell in self.shape.cells() {
            for digit in self.shape.digits() {
                line.push(if self.allows(cell, digit) { digit.symbol().unwrap_or('#') } else { '.' });
            }
        }
        line
    }
}

impl fmt::Display for Candidates {
    /// Draws the cells, the allowed digits of each side by side, with the boxes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape;
        let shown = |cell| {
            let mut text = String::new();
            for digit in self.digits(cell) {
                match digit.symbol() {
                    Some(symbol) if shape.size() <= 35 => text.push(symbol),
                    _ => text.push_str(&format!("{}{digit}", if text.is_empty() { "" } else { "," })),
                }
            }
            if text.is_empty() { ".".to_owned() } else { text }
        };
        let cells: Vec<String> = shape.cells().map(shown).collect();
        crate::grid::draw(f, shape, &|cell| &cells[shape.index_of(cell)])
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Candidates({}, {} of {})", self.shape, self.total(), self.shape.var_count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_and_go() {
        let shape = Shape::new(2, 2).unwrap();
        let mut marks = Candidates::full(shape);
        assert_eq!(marks.total(), 64);
        let (cell, four) = (Cell::new(3, 3), Digit::new(4).unwrap());
        assert!(marks.remove(cell, four));
        assert!(!marks.remove(cell, four));
        assert!(!marks.allows(cell, four));
        assert!(marks.insert(cell, four));
        assert!(!marks.insert(Cell::new(4, 0), four), "outside");
        assert!(!marks.insert(cell, Digit::new(5).unwrap()), "too large");
        for digit in shape.digits().filter(|&digit| digit != four) {
            assert_eq!(marks.single(cell), None);
            marks.remove(cell, digit);
        }
        assert_eq!(marks.single(cell), Some(four));
        assert_eq!(marks.singles().to_line(), "...............4");
    }

    #[test]
    fn a_drawing_is_lined_up() {
        let grid: Grid = "1...23...4.1.2..".parse().unwrap();
        let drawn = Candidates::from_grid(&grid).to_string();
        assert_eq!(drawn.lines().next(), Some("1    1234 | 1234 1234"));
        assert_eq!(drawn.lines().nth(2), Some("----------+----------"));
    }
}
