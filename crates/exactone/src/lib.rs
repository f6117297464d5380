//! Logic puzzles, Sudoku first, solved through SAT.

mod digit;
mod cell;
mod shape;
mod candidates;
mod grid;

pub use candidates::Candidates;
pub use cell::Cell;
pub use digit::Digit;
pub use grid::{
    Entry, Given, Grid, GridError, GridProblem, ModelError, Place, PuzzleReader, SymbolSet, TextLayout,
    TextOptions, read_puzzles,
};
pub use shape::Shape;
