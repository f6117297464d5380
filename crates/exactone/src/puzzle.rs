//! A puzzle: a shape, what is given, and the rules.

mod encode;
mod decode;

use std::fmt;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::cell::Cell;
use crate::grid::{Given, Grid};
use crate::house::HouseKind;
use crate::rule::{NoRepeat, Rule, Violation};
use crate::shape::Shape;

pub use decode::DecodeError;
pub use encode::{Clues, EncodeError, EncodeOptions, Encoded};

/// A grid of clues or pencilmarks together with the rules that its solution obeys.
///
/// ```
/// use exactone::{EncodeOptions, Grid, Puzzle};
/// use exactone_sat::{Cnf, Dpll, Solver};
/// let puzzle = Puzzle::classic("1..43.........21".parse::<Grid>().unwrap());
/// let mut cnf = Cnf::new();
/// puzzle.encode(&mut cnf, &EncodeOptions::default()).unwrap();
/// let mut solver = Dpll::new();
/// cnf.pour(&mut solver);
/// let solution = puzzle.decode(solver.solve().model().unwrap()).unwrap();
/// assert_eq!(solution.to_line(), "1234341221434321");
/// assert!(puzzle.check_solution(&solution).is_ok());
/// ```
#[derive(Clone)]
pub struct Puzzle {
    givens: Grid,
    candidates: Option<Candidates>,
    rules: Vec<Arc<dyn Rule>>,
}

impl Puzzle {
    /// Clues under the usual rules: rows, columns and, where they say anything, boxes.
    pub fn classic(givens: Grid) -> Puzzle {
        let rules = classic_rules(givens.shape());
        Puzzle { givens, candidates: None, rules }
    }

    /// Pencilmarks under the usual rules.
    pub fn classic_candidates(candidates: Candidates) -> Puzzle {
        let shape = candidates.shape();
        Puzzle { givens: Grid::empty(shape), candidates: Some(candidates), rules: classic_rules(shape) }
    }

    /// Clues without any rule but that every cell has one digit.
    pub fn without_rules(givens: Grid) -> Puzzle {
        Puzzle { givens, candidates: None, rules: Vec::new() }
    }

    /// With one more rule.
    ///
    /// ```
    /// use exactone::{Grid, HouseKind, NoRepeat, Puzzle};
    /// let x = Puzzle::classic(Grid::try_from([[0; 4]; 4]).unwrap()).with_rule(NoRepeat(HouseKind::Diagonal));
    /// assert_eq!(x.rules().len(), 4);
    /// ```
    pub fn with_rule(mut self, rule: impl Rule + 'static) -> Puzzle {
        self.rules.push(Arc::new(rule));
        self
    }

    /// The same rules with other clues; pencilmarks are dropped. The shape becomes that of the grid.
    pub fn with_givens(&self, givens: Grid) -> Puzzle {
        Puzzle { givens, candidates: None, rules: self.rules.clone() }
    }

    /// Its shape.
    pub const fn shape(&self) -> Shape {
        self.givens.shape()
    }

    /// The clues. Empty for a puzzle of pencilmarks.
    pub const fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The pencilmarks, where they are given.
    pub const fn candidates(&self) -> Option<&Candidates> {
        self.candidates.as_ref()
    }

    /// The rules in the order in which they are encoded.
    pub fn rules(&self) -> &[Arc<dyn Rule>] {
        &self.rules
    }

    /// Whether it has just the rules of rows, columns and boxes, in any shape.
    pub fn is_classic(&self) -> bool {
        same_rules(&self.rules, &classic_rules(self.shape()))
    }

    /// Whether another puzzle has the same shape and rules, so that one solver can serve both.
    pub fn same_rules(&self, other: &Puzzle) -> bool {
        self.shape() == other.shape() && same_rules(&self.rules, &other.rules)
    }

    /// The digits that are allowed in each cell before any thinking: the pencilmarks, or the clue, or all.
    pub fn allowed(&self) -> Candidates {
        self.candidates.clone().unwrap_or_else(|| Candidates::from_grid(&self.givens))
    }

    /// One line that reads back as the same clues or pencilmarks.
    pub fn to_line(&self) -> String {
        self.candidates.as_ref().map_or_else(|| self.givens.to_line(), Candidates::to_line)
    }

    /// Whether the clues break a rule among themselves. Passing says nothing about solutions.
    ///
    /// # Errors
    /// What is broken. Cells with a single pencilmark count as clues; a cell without any is an error.
    pub fn check_clues(&self) -> Result<(), Violation> {
        let Some(marks) = &self.candidates else { return self.check_rules(&self.givens) };
        let bare = marks.shape().cells().find(|&cell| marks.digits(cell).next().is_none());
        if let Some(cell) = bare {
            return Err(Violation::NoCandidate { cell });
        }
        self.check_rules(&marks.singles())
    }

    /// Whether the filled cells of a grid agree with the rules, the clues and the pencilmarks. Empty cells are fine.
    ///
    /// Plain Rust: knows nothing of literals.
    ///
    /// # Errors
    /// The first thing that is broken: a wrong size, then the clues, then the rules in order.
    pub fn check(&self, grid: &Grid) -> Result<(), Violation> {
        self.check_given(grid, false)?;
        self.check_rules(grid)
    }

    /// Whether a grid is a solution: full, and [`check`](Puzzle::check) passes.
    ///
    /// # Errors
    /// The first thing that is broken; an empty cell comes last.
    pub fn check_solution(&self, grid: &Grid) -> Result<(), Violation> {
        self.check_given(grid, true)?;
        self.check_rules(grid)?;
        let empty = grid.iter().find(|(_, digit)| digit.is_none());
        empty.map_or(Ok(()), |(cell, _)| Err(Violation::Empty { cell }))
    }

    /// Everything that is wrong with the filled cells of a grid.
    pub fn violations(&self, grid: &Grid) -> Vec<Violation> {
        let mut found: Vec<Violation> = self.check_given(grid, false).err().into_iter().collect();
        if !matches!(found[..], [Violation::Size { .. }]) {
            found.extend(self.rules.iter().flat_map(|rule| rule.violations(grid)));
        }
        found
    }

    fn check_rules(&self, grid: &Grid) -> Result<(), Violation> {
        self.rules.iter().try_for_each(|rule| rule.check(grid))
    }

    fn check_given(&self, grid: &Grid, full: bool) -> Result<(), Violation> {
        let expected = self.shape();
        if grid.size() != expected.size() {
            return Err(Violation::Size { found: grid.size(), expected });
        }
        for (cell, clue) in self.givens.clues() {
            let found = grid.get(cell);
            if found != Some(clue) && (full || found.is_some()) {
                return Err(Violation::Clue { cell, clue, found });
            }
        }
        let Some(marks) = &self.candidates else { return Ok(()) };
        let gone = grid.clues().find(|&(cell, digit)| !marks.allows(cell, digit));
        gone.map_or(Ok(()), |(cell, digit)| Err(Violation::Gone { cell, digit }))
    }

    /// The cells whose digit is not a clue.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.givens.iter().filter(|(_, digit)| digit.is_none()).map(|(cell, _)| cell)
    }
}

fn classic_rules(shape: Shape) -> Vec<Arc<dyn Rule>> {
    let mut rules: Vec<Arc<dyn Rule>> =
        vec![Arc::new(NoRepeat(HouseKind::Row)), Arc::new(NoRepeat(HouseKind::Column))];
    if !shape.is_latin() {
        rules.push(Arc::new(NoRepeat(HouseKind::Box)));
    }
    rules
}

fn same_rules(a: &[Arc<dyn Rule>], b: &[Arc<dyn Rule>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b) || a.name() == b.name())
}

impl From<Grid> for Puzzle {
    fn from(givens: Grid) -> Puzzle {
        Puzzle::classic(givens)
    }
}

impl From<Candidates> for Puzzle {
    fn from(candidates: Candidates) -> Puzzle {
        Puzzle::classic_candidates(candidates)
    }
}

impl From<Given> for Puzzle {
    fn from(given: Given) -> Puzzle {
        match given {
            Given::Grid(grid) => Puzzle::classic(grid),
            Given::Candidates(candidates) => Puzzle::classic_candidates(candidates),
        }
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: Vec<String> = self.rules.iter().map(|rule| rule.name()).collect();
        write!(f, "Puzzle({}, {}, {rules:?})", self.shape(), self.to_line())
    }
}
