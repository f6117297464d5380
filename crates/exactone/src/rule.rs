//! What a rule is: a meaning in plain Rust, and the same meaning in clauses.

mod no_repeat;
mod violation;

use std::fmt;

use crate::board::Board;
use crate::grid::Grid;

pub use no_repeat::NoRepeat;
pub(crate) use violation::write_cells;
pub use violation::{Spelled, Violation};

/// A rule of a puzzle. [`check`](Rule::check) and [`encode`](Rule::encode) are two independent meanings of it, and
/// tests hold one against the other.
pub trait Rule: fmt::Debug + Send + Sync {
    /// What it is called. Two rules with the same name mean the same on the same shape.
    fn name(&self) -> String;

    /// Whether the filled cells of a grid break it; cells that are empty never do.
    ///
    /// # Errors
    /// The first thing that is broken, in reading order of houses.
    fn check(&self, grid: &Grid) -> Result<(), Violation>;

    /// Everything that is broken. At least what [`check`](Rule::check) finds.
    fn violations(&self, grid: &Grid) -> Vec<Violation> {
        self.check(grid).err().into_iter().collect()
    }

    /// Writes it as clauses. The board says which encoding; it writes "every cell has a digit" itself.
    fn encode(&self, board: &mut Board<'_>);
}
