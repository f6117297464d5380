//! What one puzzle's text gives, and how it is to be read.

use std::str::FromStr;

use crate::candidates::Candidates;
use crate::grid::reader::read_puzzles;
use crate::grid::{Grid, GridError, GridProblem, Place};
use crate::shape::Shape;

/// Which characters stand for the digits of a 16x16 grid. Other sizes always use `1`-`9` and letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SymbolSet {
    /// `1` to `9`, then `A` (10), `B` (11) and so on; `0` is an empty cell.
    #[default]
    Letters,
    /// `0` to `9` and `A` to `F` for 1 to 16; an empty cell is `.`, `_`, `*`, `-` or `?`.
    Hex,
}

/// Whether a line can be a puzzle of its own or the row of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextLayout {
    /// As the lines look: see [`PuzzleReader`](crate::PuzzleReader).
    #[default]
    Auto,
    /// Every line is a puzzle.
    OnePerLine,
    /// A line that can be the row of a grid is one.
    Grids,
}

/// How to read puzzle text.
///
/// ```
/// use exactone::{Given, Shape, TextOptions};
/// let latin = TextOptions { boxes: Shape::latin(5), ..TextOptions::default() };
/// let given = Given::parse("1.......................5", &latin).unwrap();
/// assert_eq!(given.shape().size(), 5);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TextOptions {
    /// The boxes of every grid whose own drawn lines do not say; then a grid of another size is an error.
    pub boxes: Option<Shape>,
    /// The characters of 16x16 grids.
    pub symbols: SymbolSet,
    /// How lines make puzzles.
    pub layout: TextLayout,
}

/// What a puzzle text gives: digits, or the digits still allowed in each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A grid of clues.
    Grid(Grid),
    /// Pencilmarks.
    Candidates(Candidates),
}

impl Given {
    /// The one puzzle in a text of one or more lines.
    ///
    /// # Errors
    /// What is wrong with it, at its line and column; also if there is no puzzle or more than one.
    pub fn parse(text: &str, options: &TextOptions) -> Result<Given, GridError> {
        let mut first = None;
        for entry in read_puzzles(text.as_bytes(), options) {
            match (entry.given?, &first) {
                (given, None) => first = Some(given),
                _ => return Err(GridError::text(entry.line, 1, GridProblem::MoreThanOne)),
            }
        }
        first.ok_or(GridError { place: Place::Whole, problem: GridProblem::Nothing })
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        match self {
            Given::Grid(grid) => grid.shape(),
            Given::Candidates(marks) => marks.shape(),
        }
    }

    /// One line that reads back as the same: n * n characters, or 729 for the pencilmarks of a 9x9.
    pub fn to_line(&self) -> String {
        match self {
            Given::Grid(grid) => grid.to_line(),
            Given::Candidates(marks) => marks.to_line(),
        }
    }
}

impl FromStr for Given {
    type Err = GridError;

    /// [`Given::parse`] with the usual options.
    fn from_str(text: &str) -> Result<Given, GridError> {
        Given::parse(text, &TextOptions::default())
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// The one grid in a text: a line of n * n characters, or a drawn grid of several lines.
    fn from_str(text: &str) -> Result<Grid, GridError> {
        match text.parse()? {
            Given::Grid(grid) => Ok(grid),
            Given::Candidates(_) => Err(GridError { place: Place::Whole, problem: GridProblem::NotAGrid }),
        }
    }
}
