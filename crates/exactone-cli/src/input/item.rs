//! What an input is made of: puzzles and what stands in their place, each with where it stands.

use std::io;
use std::sync::Arc;

use exactone::{Given, GridError, GridProblem};

use super::table::{Delimiter, Record};
use crate::output::messages::Place;

/// What stands where a puzzle was expected.
#[derive(Clone, Debug)]
pub struct PuzzleItem {
    /// Where it begins.
    pub place: Place,
    /// As it was written, if that was asked for; else empty.
    pub text: String,
    /// The puzzle, or what is wrong and where.
    pub given: Result<Given, BadInput>,
    /// The solution that stands beside it.
    pub solution: Option<Solution>,
    /// The record of the CSV that it stands in.
    pub record: Option<Record>,
}

/// What was given as the solution of a puzzle.
#[derive(Clone, Debug)]
pub enum Solution {
    /// A grid, or something else that can be read.
    Given(Given),
    /// Something that cannot.
    Bad(BadInput),
    /// Nothing: there are fewer solutions than puzzles.
    Missing,
}

/// Text that is no puzzle.
#[derive(Clone, Debug)]
pub struct BadInput {
    /// Where exactly.
    pub place: Place,
    /// What was seen and what was expected.
    pub problem: GridProblem,
}

/// A part of the input.
#[derive(Clone, Debug)]
pub enum Item {
    /// A puzzle, or an error in its place. Both have an answer.
    Puzzle(Box<PuzzleItem>),
    /// Lines that are just a 9x9 puzzle each.
    Block {
        /// Their text.
        text: Vec<u8>,
        /// Their number.
        lines: u64,
    },
    /// The header of a CSV.
    Header {
        /// As it stands.
        record: Record,
        /// What separates its fields.
        delimiter: Delimiter,
        /// Of which input.
        input: Arc<str>,
    },
    /// An input that cannot be read (any further). It has no answer.
    Unreadable {
        /// Which.
        place: Place,
        /// Why.
        cause: Unreadable,
    },
}

/// Why an input cannot be read.
#[derive(Clone, Debug)]
pub enum Unreadable {
    /// What the system says.
    System(io::ErrorKind, String),
    /// A CSV without the column that was asked for, and the columns that it has.
    NoColumn { wanted: String, there: Vec<String> },
    /// An argument that names no file and has as many characters as no puzzle.
    NeitherFileNorPuzzle { found: usize, expected: usize },
    /// A table with other columns than the first one, whose rows it cannot follow.
    OtherColumns,
    /// More solutions than puzzles.
    SolutionsLeft,
    /// Nothing in it.
    Empty,
}

/// An error of the reader that reads the input itself: its lines are those of the input.
pub fn text_error(error: GridError, start: &Place) -> BadInput {
    let mut place = start.clone();
    if let exactone::Place::Text { line, column } = error.place {
        (place.line, place.column) = (line, column);
    }
    BadInput { place, problem: error.problem }
}

/// An error in a text that began at `start` of the input: its lines count from there.
pub fn field_error(error: GridError, start: &Place) -> BadInput {
    let mut place = start.clone();
    if let exactone::Place::Text { line, column } = error.place {
        place.column = if line == 1 { start.column + column - 1 } else { column };
        place.line = start.line + line - 1;
    }
    BadInput { place, problem: error.problem }
}
