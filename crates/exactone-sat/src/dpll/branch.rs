//! Branching: which literal to try first when nothing follows any more.

mod first_unassigned;
mod moms;
mod jeroslow_wang;

use super::formula::Formula;
use super::trail::Trail;
use crate::lit::Lit;

/// The rule by which [`Dpll`](super::Dpll) chooses its next decision.
///
/// ```
/// use exactone_sat::{clauses, Branching, Dpll, DpllOptions, Solver};
/// let mut solver = Dpll::with_options(DpllOptions { branching: Branching::FirstUnassigned, pure_literals: false });
/// clauses![[1, 2], [-1, 2], [1, -2]].pour(&mut solver);
/// assert!(solver.solve().is_sat());
/// assert_eq!(solver.stats().decisions, 1);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Branching {
    /// The variable with the lowest number that has no value; true first.
    FirstUnassigned,
    /// Maximum occurrences in clauses of minimum size: a literal that the tightest clauses are about.
    #[default]
    Moms,
    /// Jeroslow and Wang (1990): the variable whose literals weigh most, a literal weighing the sum of
    /// 2^-size over the open clauses it occurs in.
    JeroslowWang,
}

impl Branching {
    /// A literal without a value. There must be an open clause, and no unit one.
    pub(super) fn choose(self, formula: &Formula, trail: &Trail) -> Lit {
        match self {
            Branching::FirstUnassigned => first_unassigned::choose(trail),
            Branching::Moms => moms::choose(formula, trail),
            Branching::JeroslowWang => jeroslow_wang::choose(formula, trail),
        }
        .expect("an open clause that propagation is done with has two literals without a value")
    }
}
