//! A second opinion on encodings, slow and plain: all assignments, and unit propagation by repeated scanning.

use std::collections::HashSet;

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;

/// The literals 1, 2, ..., n.
pub(super) fn inputs(n: u32) -> Vec<Lit> {
    Var::range(1..=n).map(Lit::from).collect()
}

/// For each assignment of variables `1..=n` (bit i is variable i + 1): the number of its extensions to all
/// variables that satisfy every clause.
pub(super) fn models_by_input(cnf: &Cnf, n: u32) -> Vec<(u32, u64)> {
    (0..1u32 << n)
        .map(|set| {
            let start: Vec<Lit> = Var::range(1..=n).map(|var| var.lit(set >> var.index() & 1 == 1)).collect();
            (set, extensions(cnf, &start))
        })
        .collect()
}

/// The number of total assignments that contain `part` and satisfy every clause: propagate, else split.
fn extensions(cnf: &Cnf, part: &[Lit]) -> u64 {
    let Some(fixed) = propagate(cnf, part) else { return 0 };
    match Var::range(1..=cnf.var_count())
        .find(|&var| !fixed.contains(&var.positive()) && !fixed.contains(&!var))
    {
        None => 1,
        Some(var) => {
            let mut part: Vec<Lit> = fixed.into_iter().collect();
            part.push(var.positive());
            let with = extensions(cnf, &part);
            part.pop();
            part.push(var.negative());
            with + extensions(cnf, &part)
        }
    }
}

/// The closure of `part` under unit propagation, or `None` at a conflict.
pub(super) fn propagate(cnf: &Cnf, part: &[Lit]) -> Option<HashSet<Lit>> {
    let mut fixed: HashSet<Lit> = part.iter().copied().collect();
    loop {
        let before = fixed.len();
        for clause in cnf {
            if clause.iter().any(|lit| fixed.contains(lit)) {
                continue;
            }
            let open: HashSet<Lit> = clause.iter().copied().filter(|&lit| !fixed.contains(&!lit)).collect();
            match open.len() {
                0 => return None,
                1 => fixed.extend(open),
                _ => {}
            }
        }
        if fixed.len() == before {
            return Some(fixed);
        }
    }
}
