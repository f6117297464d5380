//! A second opinion on encodings, slow and plain: all assignments, and unit propagation by repeated scanning.

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
    (0..1u32 << n).map(|set| (set, extensions(cnf, &total(set, n)))).collect()
}

/// For each assignment of variables `1..=n`: whether it has an extension that satisfies every clause. One-sided
/// circuits have exponentially many, so they are not counted.
pub(super) fn satisfiable_by_input(cnf: &Cnf, n: u32) -> Vec<(u32, bool)> {
    (0..1u32 << n).map(|set| (set, extends(cnf, &total(set, n)))).collect()
}

/// The literals that make variable i + 1 true if and only if bit i of `set` is 1, for the first n variables.
pub(super) fn total(set: u32, n: u32) -> Vec<Lit> {
    Var::range(1..=n).map(|var| var.lit(set >> var.index() & 1 == 1)).collect()
}

fn extends(cnf: &Cnf, part: &[Lit]) -> bool {
    let Some(fixed) = propagate(cnf, part) else { return false };
    match Var::range(1..=cnf.var_count())
        .find(|&var| !fixed.contains(&var.positive()) && !fixed.contains(&!var))
    {
        None => true,
        Some(var) => [false, true].into_iter().any(|value| extends(cnf, &[part, &[var.lit(value)]].concat())),
    }
}

/// The number of total assignments that contain `part` and satisfy every clause: propagate, else split.
fn extensions(cnf: &Cnf, part: &[Lit]) -> u64 {
    let Some(fixed) = propagate(cnf, part) else { return 0 };
    match Var::range(1..=cnf.var_count())
        .find(|&var| !fixed.contains(&var.positive()) && !fixed.contains(&!var))
    {
        None => 1,
        Some(var) => {
            let split = |lit| extensions(cnf, &[part, &[lit]].concat());
            split(var.positive()) + split(var.negative())
        }
    }
}

/// Every partial assignment of variables `1..=n`, as a list of literals: 3^n of them.
pub(super) fn partial_assignments(n: u32) -> impl Iterator<Item = Vec<Lit>> {
    (0..3u32.pow(n)).map(move |code| {
        inputs(n)
            .into_iter()
            .enumerate()
            .filter_map(|(position, lit)| match code / 3u32.pow(position as u32) % 3 {
                0 => None,
                1 => Some(lit),
                _ => Some(!lit),
            })
            .collect()
    })
}

/// The literals that unit propagation makes true.
pub(super) struct Fixed {
    values: Vec<Option<bool>>,
    len: usize,
}

impl Fixed {
    pub(super) fn contains(&self, lit: &Lit) -> bool {
        self.values[lit.var().index()] == Some(lit.polarity())
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn insert(&mut self, lit: Lit) {
        self.len += usize::from(self.values[lit.var().index()].is_none());
        self.values[lit.var().index()] = Some(lit.polarity());
    }
}

/// The closure of `part` under unit propagation, or `None` at a conflict.
pub(super) fn propagate(cnf: &Cnf, part: &[Lit]) -> Option<Fixed> {
    let vars = part.iter().map(|lit| lit.var().number()).max().unwrap_or(0).max(cnf.var_count());
    let mut fixed = Fixed { values: vec![None; vars as usize], len: 0 };
    part.iter().for_each(|&lit| fixed.insert(lit));
    loop {
        let before = fixed.len;
        'clauses: for clause in cnf {
            let mut open = None;
            for &lit in clause {
                match fixed.values[lit.var().index()] {
                    Some(value) if value == lit.polarity() => continue 'clauses,
                    Some(_) => {}
                    None if open.is_none_or(|open| open == lit) => open = Some(lit),
                    None => continue 'clauses,
                }
            }
            fixed.insert(open?);
        }
        if fixed.len == before {
            return Some(fixed);
        }
    }
}
