//! What is broken in a grid.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::SymbolSet;
use crate::house::House;
use crate::shape::Shape;

/// What is wrong with a grid, by name. Prints in English; [`words`](crate::words) has other languages.
///
/// ```
/// use exactone::{Grid, Puzzle};
/// let clashing: Grid = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..".parse().unwrap();
/// assert_eq!(Puzzle::classic(clashing).check_clues().unwrap_err().to_string(), "row 1 has two 9s (r1c2, r1c3)");
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A digit stands more than once in a house.
    Repeat {
        /// The house.
        house: House,
        /// The digit.
        digit: Digit,
        /// All its places in the house, two or more.
        cells: Vec<Cell>,
    },
    /// A cell holds another digit than its clue.
    Clue {
        /// The cell.
        cell: Cell,
        /// The clue.
        clue: Digit,
        /// What the grid has there; `None` if nothing.
        found: Option<Digit>,
    },
    /// A cell holds a digit that its pencilmarks exclude.
    Gone {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
    /// The pencilmarks of a cell leave no digit at all.
    NoCandidate {
        /// The cell.
        cell: Cell,
    },
    /// A cell is empty where a full grid was expected.
    Empty {
        /// The cell.
        cell: Cell,
    },
    /// The grid has another size than the puzzle.
    Size {
        /// The size of the grid.
        found: usize,
        /// The shape of the puzzle.
        expected: Shape,
    },
}

/// Numbers from two to nine as words.
const COUNTS: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// A [`Violation`] whose digits print as they are written in a puzzle: see [`Violation::spelled`].
#[derive(Clone, Copy, Debug)]
pub struct Spelled<'v> {
    pub(crate) violation: &'v Violation,
    symbols: SymbolSet,
    size: usize,
}

impl Spelled<'_> {
    /// A digit of a grid of this size: the character that stands there in hexadecimal, its number otherwise.
    pub(crate) fn digit(&self, digit: Digit) -> String {
        match self.symbols {
            SymbolSet::Hex if self.size == 16 => self.symbols.symbol(digit, 16).map(String::from),
            _ => None,
        }
        .unwrap_or_else(|| digit.to_string())
    }
}

impl Violation {
    /// The same with its digits as they stand in a grid of this size in these symbols: the 16th digit of a 16x16
    /// grid in hexadecimal is `F`.
    ///
    /// ```
    /// use exactone::{Given, Puzzle, SymbolSet, TextOptions};
    /// let line = format!("FF{}", ".".repeat(254));
    /// let options = TextOptions { symbols: SymbolSet::Hex, ..TextOptions::default() };
    /// let puzzle = Puzzle::from(Given::parse(&line, &options).unwrap());
    /// let clash = puzzle.check_clues().unwrap_err();
    /// assert_eq!(clash.spelled(SymbolSet::Hex, 16).to_string(), "row 1 has two Fs (r1c1, r1c2)");
    /// assert_eq!(clash.to_string(), "row 1 has two 16s (r1c1, r1c2)");
    /// ```
    pub const fn spelled(&self, symbols: SymbolSet, size: usize) -> Spelled<'_> {
        Spelled { violation: self, symbols, size }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelled(SymbolSet::Letters, 0).fmt(f)
    }
}

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.violation {
            Violation::Repeat { house, digit, cells } => {
                let digit = self.digit(*digit);
                match cells.len().checked_sub(2).and_then(|index| COUNTS.get(index)) {
                    Some(count) => write!(f, "{house} has {count} {digit}s (")?,
                    None => write!(f, "{house} has {} {digit}s (", cells.len())?,
                }
                write_cells(f, cells, ", ")?;
                f.write_str(")")
            }
            Violation::Clue { cell, clue, found: Some(found) } => {
                write!(f, "{cell}: clue {}, solution has {}", self.digit(*clue), self.digit(*found))
            }
            Violation::Clue { cell, clue, found: None } => {
                write!(f, "{cell}: clue {}, solution is empty there", self.digit(*clue))
            }
            Violation::Gone { cell, digit } => {
                write!(f, "{cell}: {} is no candidate here", self.digit(*digit))
            }
            Violation::NoCandidate { cell } => write!(f, "{cell} has no candidate left"),
            Violation::Empty { cell } => write!(f, "{cell} is empty"),
            Violation::Size { found, expected } => {
                let size = expected.size();
                write!(f, "saw a {found}x{found} grid, expected {size}x{size}")
            }
        }
    }
}

pub(crate) fn write_cells(f: &mut impl fmt::Write, cells: &[Cell], between: &str) -> fmt::Result {
    for (index, cell) in cells.iter().enumerate() {
        write!(f, "{}{cell}", if index > 0 { between } else { "" })?;
    }
    Ok(())
}

impl std::error::Error for Violation {}
