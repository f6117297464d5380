//! Jeroslow and Wang, "Solving propositional satisfiability problems" (1990), the one-sided rule.
//!
//! A clause of n literals excludes the fraction 2^-n of all assignments; the literal that takes the greatest sum of
//! these away is chosen. Of equals the lowest number wins, the positive literal first.

use crate::dpll::formula::Formula;
use crate::dpll::trail::Trail;
use crate::lit::Lit;

pub(super) fn choose(formula: &Formula, trail: &Trail) -> Option<Lit> {
    let mut weights = vec![0f64; 2 * trail.vars()];
    for (clause, size) in formula.open_clauses() {
        let weight = 0.5f64.powi(size.min(1000) as i32);
        for lit in clause.iter().filter(|&&lit| trail.value(lit).is_none()) {
            weights[lit.index()] += weight;
        }
    }
    let mut best: Option<usize> = None;
    for (index, &weight) in weights.iter().enumerate() {
        if weight > best.map_or(0.0, |best| weights[best]) {
            best = Some(index);
        }
    }
    best.map(Lit::from_index)
}
