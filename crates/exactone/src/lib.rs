//! Logic puzzles, Sudoku first, solved through SAT.

mod digit;
mod cell;
mod shape;
mod house;
mod candidates;
mod grid;
mod board;
pub mod lanes;
mod rule;
mod puzzle;
mod solve;
mod certify;
pub mod words;
pub mod prelude;

pub use board::{Board, Encoding, Fact, Family, Part, Section, UnknownName};
pub use candidates::Candidates;
pub use cell::Cell;
pub use certify::{Certificate, CertifyError, Claim, Proof};
pub use digit::Digit;
pub use grid::{
    Entry, Given, Grid, GridError, GridProblem, ModelError, Place, PuzzleReader, SymbolSet, TextLayout,
    TextOptions, read_puzzles,
};
pub use house::{House, HouseKind};
pub use puzzle::{Clues, DecodeError, EncodeError, EncodeOptions, Encoded, Puzzle};
pub use rule::{NoRepeat, Rule, Spelled, Violation};
pub use shape::Shape;
pub use solve::{Count, Limits, Missing, PuzzleSolver, Solutions, SolveError, Status, Verdict};

/// The Rust examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../README.zh-CN.md")]
struct Readme;
