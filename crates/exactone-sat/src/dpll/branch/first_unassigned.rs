//! The plainest rule: variables in the order of their numbers.

use crate::dpll::trail::Trail;
use crate::lit::{Lit, Var};

pub(super) fn choose(trail: &Trail) -> Option<Lit> {
    (0..trail.vars()).map(|index| Var::from_index(index).positive()).find(|&lit| trail.value(lit).is_none())
}
