//! What is broken in a grid.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;
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

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Repeat { house, digit, cells } => {
                match cells.len().checked_sub(2).and_then(|index| COUNTS.get(index)) {
                    Some(count) => write!(f, "{house} has {count} {digit}s (")?,
                    None => write!(f, "{house} has {} {digit}s (", cells.len())?,
                }
                write_cells(f, cells, ", ")?;
                f.write_str(")")
            }
            Violation::Clue { cell, clue, found: Some(found) } => {
                write!(f, "{cell}: clue {clue}, solution has {found}")
            }
            Violation::Clue { cell, clue, found: None } => {
                write!(f, "{cell}: clue {clue}, solution is empty there")
            }
            Violation::Gone { cell, digit } => write!(f, "{cell}: {digit} is no candidate here"),
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
