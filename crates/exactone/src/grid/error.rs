//! What can be wrong with a grid that somebody wrote down, and where.

use std::fmt;

use exactone_sat::is_printable;

use crate::cell::Cell;
use crate::grid::SymbolSet;
use crate::shape::Shape;

/// Where in the input the problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A character of a text; both count from 1, the column in characters.
    Text {
        /// The line.
        line: u64,
        /// The column.
        column: u64,
    },
    /// A cell of a grid.
    Cell(Cell),
    /// The input as a whole.
    Whole,
}

/// A grid that could not be read: the [`Place`] and the [`GridProblem`] there.
///
/// ```
/// use exactone::Grid;
/// let typo = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79.";
/// let error = typo.parse::<Grid>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 82: saw 82 characters, expected 81 (a 9x9 grid)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: GridProblem,
}

impl GridError {
    pub(crate) fn text(line: u64, column: usize, problem: GridProblem) -> GridError {
        GridError { place: Place::Text { line, column: column as u64 }, problem }
    }
}

/// Whether grids of this size are written in numbers: larger digits than 35 have no characters.
pub(crate) const fn in_numbers(size: usize) -> bool {
    size > 35
}

/// What is wrong, without the place. Prints what was seen and what was expected.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridProblem {
    /// A character that stands for no digit of this size and for no empty cell.
    Symbol {
        /// The character.
        found: char,
        /// Digits go from 1 to this.
        size: usize,
        /// The characters for them.
        symbols: SymbolSet,
    },
    /// A character that occurs in no puzzle of any size.
    Character {
        /// The character.
        found: char,
    },
    /// A number that is no digit of this size.
    Number {
        /// The number as it was written (its beginning, if long).
        found: String,
        /// Digits go from 1 to this.
        size: usize,
    },
    /// In a line of pencilmarks, another character than this cell's digit or an empty one.
    Pencilmark {
        /// The character.
        found: char,
        /// The digit that belongs here if it is a candidate.
        expected: char,
    },
    /// One line with a number of characters (above size 35, of numbers) that is no puzzle.
    Length {
        /// How many there are.
        found: usize,
        /// How many the nearest size has.
        expected: usize,
        /// That size.
        size: usize,
    },
    /// A row with too few or too many cells.
    RowLength {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// The cells that the other rows (or the box size) ask for.
        expected: usize,
    },
    /// A block of lines with too few or too many rows.
    RowCount {
        /// The rows there are.
        found: usize,
        /// The cells of each, and so the rows that were expected.
        cells: usize,
    },
    /// The lines drawn between the cells do not make equal boxes.
    Frame,
    /// The lines drawn between the cells make boxes that do not have as many cells as a row.
    Boxes {
        /// Rows of a drawn box.
        rows: usize,
        /// Columns of a drawn box.
        cols: usize,
        /// Cells of a row.
        size: usize,
    },
    /// A grid of a size for which no boxes make sense, and none were named.
    NoBoxes {
        /// The size.
        size: usize,
    },
    /// A grid of another size than the box size that was asked for.
    WrongSize {
        /// Its size.
        found: usize,
        /// What was asked for.
        expected: Shape,
    },
    /// A size out of range.
    Size {
        /// The size.
        found: usize,
    },
    /// A digit above the size.
    Digit {
        /// The digit.
        found: u8,
        /// Digits go from 1 to this.
        size: usize,
    },
    /// A cell outside the grid.
    Outside {
        /// The size of the grid.
        size: usize,
    },
    /// A byte that is no text.
    NotText {
        /// The byte.
        byte: u8,
    },
    /// A line or block that is longer than any puzzle.
    TooLong {
        /// The most that is read, in bytes.
        limit: usize,
    },
    /// There is no puzzle in the text.
    Nothing,
    /// There is more than one puzzle where one was expected.
    MoreThanOne,
    /// Pencilmarks where a grid of digits was expected.
    NotAGrid,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Text { line, column } => write!(f, "line {line}, column {column}: {}", self.problem),
            Place::Cell(cell) => write!(f, "{cell}: {}", self.problem),
            Place::Whole => self.problem.fmt(f),
        }
    }
}

impl std::error::Error for GridError {}

/// `'x'`, or a code where the character cannot be shown.
pub(crate) struct Seen(pub(crate) char);

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_printable(self.0) {
            write!(f, "'{}'", self.0)
        } else {
            write!(f, "U+{:04X}", u32::from(self.0))
        }
    }
}

/// The symbols of a size in words: `1-9`, `1-9 or A-G`.
pub(crate) struct Symbols(pub(crate) usize);

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 | 1 => f.write_str("1"),
            size @ 2..=9 => write!(f, "1-{size}"),
            10 => f.write_str("1-9 or A"),
            size @ 11..=35 => write!(f, "1-9 or A-{}", (b'A' + size as u8 - 10) as char),
            size => write!(f, "a number from 1 to {size}"),
        }
    }
}

impl fmt::Display for GridProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridProblem::Symbol { found, size: 16, symbols: SymbolSet::Hex } => {
                write!(f, "saw {}, expected 0-9 or A-F, or one of . _ * - ? for an empty cell", Seen(*found))
            }
            GridProblem::Symbol { found, size, .. } => {
                write!(
                    f,
                    "saw {}, expected {} or one of . 0 _ * - ? for an empty cell",
                    Seen(*found),
                    Symbols(*size)
                )
            }
            GridProblem::Character { found } => {
                write!(
                    f,
                    "saw {}, expected a digit, a letter or one of . 0 _ * - ? for an empty cell",
                    Seen(*found)
                )
            }
            GridProblem::Number { found, size } => {
                write!(f, "saw {found:?}, expected a number from 1 to {size}, or 0 for an empty cell")
            }
            GridProblem::Pencilmark { found, expected } => {
                write!(f, "saw {}, expected candidate {expected} or '.'", Seen(*found))
            }
            GridProblem::Length { found, expected, size } if in_numbers(*size) => {
                let numbers = if *found == 1 { "number" } else { "numbers" };
                write!(
                    f,
                    "saw {found} {numbers}, expected {expected} (a {size}x{size} grid, in numbers separated by spaces)"
                )
            }
            GridProblem::Length { found, expected, size } => {
                write!(f, "saw {found} characters, expected {expected} (a {size}x{size} grid)")
            }
            GridProblem::RowLength { row, found, expected } => {
                write!(f, "row {row} has {found} cells, expected {expected}")
            }
            GridProblem::RowCount { found, cells } => {
                let lines = if *found == 1 { "line" } else { "lines" };
                write!(
                    f,
                    "saw {found} {lines} of {cells} cells, expected {cells} of them, or one line of 81 characters"
                )
            }
            GridProblem::Frame => f.write_str("the lines drawn between the cells do not make equal boxes"),
            GridProblem::Boxes { rows, cols, size } => {
                write!(f, "the drawn boxes of {rows}x{cols} do not have {size} cells")
            }
            GridProblem::NoBoxes { size } => {
                write!(f, "a {size}x{size} grid has no boxes; box size 1x{size} says rows and columns only")
            }
            GridProblem::WrongSize { found, expected } => {
                let size = expected.size();
                write!(f, "saw a {found}x{found} grid, expected {size}x{size} (box size {expected})")
            }
            GridProblem::Size { found } => {
                write!(f, "saw size {found}, expected 1 to {}", Shape::MAX_SIZE)
            }
            GridProblem::Digit { found, size } => write!(f, "saw digit {found}, expected 1 to {size}"),
            GridProblem::Outside { size } => write!(f, "the cell lies outside a {size}x{size} grid"),
            GridProblem::NotText { byte } => write!(f, "saw byte 0x{byte:02X}, expected text"),
            GridProblem::TooLong { limit } => write!(f, "longer than any puzzle ({limit} bytes at most)"),
            GridProblem::Nothing => f.write_str("no puzzle here"),
            GridProblem::MoreThanOne => f.write_str("more than one puzzle, expected one"),
            GridProblem::NotAGrid => f.write_str("saw pencilmarks, expected a grid of digits"),
        }
    }
}
