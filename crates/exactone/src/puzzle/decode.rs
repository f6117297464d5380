//! From a solver's answer back to a grid.

use std::fmt;

use exactone_sat::{Model, Var};

use crate::board::Fixed;
use crate::grid::{Grid, ModelError};
use crate::puzzle::Puzzle;
use crate::rule::Violation;

/// A model that is no solution of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// A cell has no digit or two.
    NoGrid(ModelError),
    /// The grid breaks a rule or a clue.
    Wrong(Violation),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::NoGrid(error) => error.fmt(f),
            DecodeError::Wrong(violation) => violation.fmt(f),
        }
    }
}

impl std::error::Error for DecodeError {}

impl Puzzle {
    /// The solution that a model says, whichever encoding it is a model of.
    ///
    /// Where the clues were [substituted](crate::Clues::Simplify) the model's values for their variables mean
    /// nothing; so a model that is not a grid as it stands is read again with the values that the clues give.
    ///
    /// # Errors
    /// If it is no grid then either, or one that breaks a rule or a clue, which is named.
    pub fn decode(&self, model: &Model) -> Result<Grid, DecodeError> {
        let grid = match Grid::from_model(self.shape(), model) {
            Ok(grid) => grid,
            Err(_) => self.decode_open(model, &self.fixed())?,
        };
        self.check_solution(&grid).map_err(DecodeError::Wrong)?;
        Ok(grid)
    }

    /// The grid of a model whose values for the fixed variables mean nothing. Not checked.
    pub(crate) fn decode_open(&self, model: &Model, fixed: &Fixed) -> Result<Grid, DecodeError> {
        let value = |var: Var| fixed.value(var.positive()).unwrap_or_else(|| model.value(var));
        Grid::from_model(self.shape(), &Model::from_fn(self.shape().var_count(), value))
            .map_err(DecodeError::NoGrid)
    }
}
