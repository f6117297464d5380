//! Everything that a program about puzzles usually needs: `use exactone::prelude::*;`.
//!
//! ```
//! use exactone::prelude::*;
//! let grid: Grid = "1..43.........21".parse().unwrap();
//! let mut solver = PuzzleSolver::default();
//! let verdict = solver.solve(&Puzzle::classic(grid), &Limits::NONE).unwrap();
//! assert_eq!(verdict.to_string(), "exactly one solution");
//! ```

pub use crate::{
    Board, Candidates, Cell, Clues, Count, Digit, EncodeOptions, Encoding, Given, Grid, House, HouseKind,
    Limits, NoRepeat, Puzzle, PuzzleReader, PuzzleSolver, Rule, Shape, Status, TextOptions, Verdict,
    Violation, read_puzzles,
};
pub use exactone_sat::{
    Budget, Cdcl, ClauseCounter, ClauseSink, Cnf, Dpll, Lit, Model, Names, Outcome, Propagator, Query,
    Rearrange, Solver, Var, at_least_one, at_least_one_each, at_most_one, at_most_one_each, clauses,
    exactly_one, exactly_one_each, literals,
};
