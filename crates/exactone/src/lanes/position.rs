//! What the engine starts from: clues, or candidates cell by cell.

use std::error::Error;
use std::fmt;

use self::sealed::Form;
use super::machine::{Machine, is_puzzle_character};
use super::node::{Node, from_masks};
use crate::candidates::Candidates;
use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::shape::Shape;

/// The clues of a 9x9 puzzle, row by row: 0 for an empty cell, else the digit.
///
/// ```
/// use exactone::lanes::Givens;
/// let clues = Givens::from_text(&[b'.'; 81]).unwrap();
/// assert_eq!(clues.digits(), &[0; 81]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Givens([u8; 81]);

impl Givens {
    /// From 81 numbers, 0 for an empty cell.
    ///
    /// # Errors
    /// Names the first cell with a number above 9.
    pub fn new(digits: [u8; 81]) -> Result<Self, PositionError> {
        match digits.iter().position(|&digit| digit > 9) {
            Some(cell) => {
                Err(PositionError::Cell { row: cell / 9 + 1, column: cell % 9 + 1, seen: digits[cell] })
            }
            None => Ok(Givens(digits)),
        }
    }

    /// From 81 characters: `1` to `9`, and `.`, `0`, `_`, `*`, `-` or `?` for an empty cell.
    ///
    /// # Errors
    /// Names the first cell with another character, or the length where it is not 81.
    pub fn from_text(text: &[u8]) -> Result<Self, PositionError> {
        let text: &[u8; 81] = text.try_into().map_err(|_| PositionError::Length { seen: text.len() })?;
        let mut digits = [0; 81];
        for (cell, (digit, &seen)) in digits.iter_mut().zip(text).enumerate() {
            *digit = match seen {
                b'1'..=b'9' => seen - b'0',
                _ if is_puzzle_character(seen) => 0,
                _ => return Err(PositionError::Cell { row: cell / 9 + 1, column: cell % 9 + 1, seen }),
            };
        }
        Ok(Givens(digits))
    }

    /// The digits, row by row.
    pub fn digits(&self) -> &[u8; 81] {
        &self.0
    }
}

impl Default for Givens {
    /// The empty grid.
    fn default() -> Self {
        Givens([0; 81])
    }
}

impl fmt::Debug for Givens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Givens(")?;
        for &digit in &self.0 {
            fmt::Write::write_char(f, if digit == 0 { '.' } else { char::from(b'0' + digit) })?;
        }
        f.write_str(")")
    }
}

impl TryFrom<&Grid> for Givens {
    type Error = PositionError;

    /// The digits of a 9x9 grid with 3x3 boxes.
    fn try_from(grid: &Grid) -> Result<Self, PositionError> {
        classic(grid.shape())?;
        let digits = grid.digits().try_into().map_err(|_| PositionError::Shape)?;
        Givens::new(digits)
    }
}

/// The candidates of a 9x9 puzzle, cell by cell, row by row: bit 0 is digit 1, bit 8 is digit 9.
///
/// ```
/// use exactone::lanes::{Answer, Engine, Marks};
/// let mut masks = [0x1FF; 81];
/// masks[40] = 0;
/// let nothing = Engine::new().solve_one(&Marks::new(masks).unwrap());
/// assert_eq!(nothing, Answer::None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Marks([u16; 81]);

impl Marks {
    /// From 81 sets of digits.
    ///
    /// # Errors
    /// Names the first cell with a bit above bit 8.
    pub fn new(masks: [u16; 81]) -> Result<Self, PositionError> {
        match masks.iter().position(|&mask| mask > 0x1FF) {
            Some(cell) => {
                Err(PositionError::Mask { row: cell / 9 + 1, column: cell % 9 + 1, seen: masks[cell] })
            }
            None => Ok(Marks(masks)),
        }
    }

    /// The sets, row by row.
    pub fn masks(&self) -> &[u16; 81] {
        &self.0
    }
}

impl TryFrom<&Candidates> for Marks {
    type Error = PositionError;

    /// The candidates of a 9x9 grid with 3x3 boxes.
    fn try_from(candidates: &Candidates) -> Result<Self, PositionError> {
        classic(candidates.shape())?;
        Ok(Marks(core::array::from_fn(|cell| {
            let cell = Cell::new(cell / 9, cell % 9);
            (0..9).fold(0, |mask, i| mask | u16::from(candidates.allows(cell, Digit::from_index(i))) << i)
        })))
    }
}

/// Refuses anything but 9x9 with 3x3 boxes.
fn classic(shape: Shape) -> Result<(), PositionError> {
    if Shape::new(3, 3) == Some(shape) { Ok(()) } else { Err(PositionError::Shape) }
}

/// What the engine can start from: [`Givens`] or [`Marks`].
pub trait Position: sealed::Start {}

impl Position for Givens {}
impl Position for Marks {}

/// Keeps [`Position`] to the two forms that the engine knows.
mod sealed {
    /// Either form.
    #[derive(Clone, Copy, Debug)]
    pub enum Form<'a> {
        /// Digits, 0 for an empty cell.
        Givens(&'a [u8; 81]),
        /// Sets of digits.
        Marks(&'a [u16; 81]),
    }

    /// Has one of the forms.
    pub trait Start {
        /// The form of this position.
        fn form(&self) -> Form<'_>;
    }

    impl Start for super::Givens {
        #[inline(always)]
        fn form(&self) -> Form<'_> {
            Form::Givens(&self.0)
        }
    }

    impl Start for super::Marks {
        #[inline(always)]
        fn form(&self) -> Form<'_> {
            Form::Marks(&self.0)
        }
    }
}

/// Writes the search node of a position, clues not yet taken from their rows.
#[inline(always)]
pub(super) fn to_node(position: &impl Position, machine: impl Machine, node: &mut Node) {
    match position.form() {
        Form::Givens(digits) => machine.read_digits(digits, node),
        Form::Marks(masks) => *node = from_masks(masks),
    }
}

/// Why something is not a position of the 9x9 engine. Rows and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// A text has not 81 characters.
    Length {
        /// Its length in bytes.
        seen: usize,
    },
    /// A cell holds no digit and no sign for "empty".
    Cell {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
        /// The byte or number there.
        seen: u8,
    },
    /// A set of candidates has a bit above bit 8.
    Mask {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
        /// The set.
        seen: u16,
    },
    /// The grid is not 9x9 with 3x3 boxes.
    Shape,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Length { seen } => write!(f, "{seen} characters, expected 81"),
            PositionError::Cell { row, column, seen } if seen.is_ascii_graphic() => {
                write!(f, "r{row}c{column}: '{}', expected a digit or '.'", char::from(*seen))
            }
            PositionError::Cell { row, column, seen } => {
                write!(f, "r{row}c{column}: {seen}, expected a digit or 0")
            }
            PositionError::Mask { row, column, seen } => {
                write!(f, "r{row}c{column}: candidates {seen:#x}, expected at most 0x1ff")
            }
            PositionError::Shape => write!(f, "the grid is not 9x9 with 3x3 boxes"),
        }
    }
}

impl Error for PositionError {}
