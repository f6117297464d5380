//! MOMS: maximum occurrences in clauses of minimum size.
//!
//! With f(l) the number of the shortest open clauses that contain l, the variable with the greatest
//! f(x) f(-x) 1024 + f(x) + f(-x) is chosen (Freeman's form: both branches should shrink many short clauses), and of its
//! two literals the more frequent one first. Of equals the lowest number wins.

use crate::dpll::formula::Formula;
use crate::dpll::trail::Trail;
use crate::lit::{Lit, Var};

pub(super) fn choose(formula: &Formula, trail: &Trail) -> Option<Lit> {
    let smallest = formula.open_clauses().map(|(_, size)| size).min()?;
    let mut counts = vec![[0u64; 2]; trail.vars()];
    for (clause, size) in formula.open_clauses() {
        if size == smallest {
            for lit in clause.iter().filter(|&&lit| trail.value(lit).is_none()) {
                counts[lit.var().index()][lit.is_negated() as usize] += 1;
            }
        }
    }
    let score = |[positive, negative]: [u64; 2]| positive * negative * 1024 + positive + negative;
    let mut best: Option<(u64, usize)> = None;
    for (index, &count) in counts.iter().enumerate() {
        let score = score(count);
        if score > best.map_or(0, |(best, _)| best) {
            best = Some((score, index));
        }
    }
    best.map(|(_, index)| Var::from_index(index).lit(counts[index][0] >= counts[index][1]))
}
