//! Jeroslow and Wang, "Solving propositional satisfiability problems" (1990), the two-sided rule.
//!
//! A clause of n literals excludes the fraction 2^-n of all assignments; J(l) sums these over the open clauses with l.
//! The variable with the greatest J(x) J(-x) 1024 + J(x) + J(-x) is chosen, its heavier literal first. Of equals the
//! lowest number wins.
//!
//! The one-sided rule, the literal with the greatest J, took over a minute on a puzzle that needs 1 ms here: at-most-one
//! pairs are many and short, so it makes one cell after another *not* be something. The sum without the product took
//! over 20 s on 200 puzzles of 17 clues (now 0.2 s); on random 3-SAT at ratio 4.26 both need equally many decisions.

use crate::dpll::formula::Formula;
use crate::dpll::trail::Trail;
use crate::lit::{Lit, Var};

pub(super) fn choose(formula: &Formula, trail: &Trail) -> Option<Lit> {
    let mut weights = vec![[0f64; 2]; trail.vars()];
    for (clause, size) in formula.open_clauses() {
        let weight = 0.5f64.powi(size.min(1000) as i32);
        for lit in clause.iter().filter(|&&lit| trail.value(lit).is_none()) {
            weights[lit.var().index()][lit.is_negated() as usize] += weight;
        }
    }
    let score = |[positive, negative]: [f64; 2]| positive * negative * 1024.0 + positive + negative;
    let mut best: Option<(f64, usize)> = None;
    for (index, &weight) in weights.iter().enumerate() {
        let score = score(weight);
        if score > best.map_or(0.0, |(best, _)| best) {
            best = Some((score, index));
        }
    }
    best.map(|(_, index)| Var::from_index(index).lit(weights[index][0] >= weights[index][1]))
}
