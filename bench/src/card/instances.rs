//! Problems that are nothing but exactly-one groups, made from a seed.

use exactone_sat::card::{self, AtMostOne};
use exactone_sat::{ClauseSink, Lit, Var};

use crate::rng::Rng;

/// Exactly one of each group, and these literals.
pub struct Instance {
    vars: usize,
    groups: Vec<Vec<Lit>>,
    units: Vec<Lit>,
}

impl Instance {
    /// Writes it, "at most one" in this encoding.
    pub fn pour(&self, sink: &mut dyn ClauseSink, encoding: AtMostOne) {
        sink.ensure_vars(self.vars as u32);
        for group in &self.groups {
            card::exactly_one(sink, group, encoding);
        }
        for &unit in &self.units {
            sink.add_clause(&[unit]);
        }
    }

    /// Whether an assignment solves it.
    pub fn holds(&self, is_true: impl Fn(Lit) -> bool) -> bool {
        let exactly_one = |group: &Vec<Lit>| group.iter().filter(|&&lit| is_true(lit)).count() == 1;
        self.groups.iter().all(exactly_one) && self.units.iter().all(|&lit| is_true(lit))
    }
}

fn lit(index: usize) -> Lit {
    Var::from_index(index).lit(true)
}

/// A Latin square of order n in which 42 of 100 cells are empty: the cyclic square, its rows, columns and symbols
/// in random order.
pub fn latin(n: usize, seed: u64) -> Instance {
    let mut rng = Rng::new(seed * 1000 + n as u64);
    let mut order = || {
        let mut order: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut order);
        order
    };
    let (rows, columns, symbols) = (order(), order(), order());
    let at = |row: usize, column: usize, symbol: usize| lit((row * n + column) * n + symbol);
    let mut groups = Vec::new();
    for a in 0..n {
        for b in 0..n {
            groups.push((0..n).map(|symbol| at(a, b, symbol)).collect());
            groups.push((0..n).map(|column| at(a, column, b)).collect());
            groups.push((0..n).map(|row| at(row, a, b)).collect());
        }
    }
    let mut cells: Vec<usize> = (0..n * n).collect();
    rng.shuffle(&mut cells);
    let given = &cells[n * n * 42 / 100..];
    let units = given.iter().map(|&cell| {
        let (row, column) = (cell / n, cell % n);
        at(row, column, symbols[(rows[row] + columns[column]) % n])
    });
    Instance { vars: n * n * n, units: units.collect(), groups }
}

/// Random triples over three kinds of q elements, n for each element: choose some so that each element is in exactly
/// one. For even seeds a solution is hidden among them. q is 40 up to n = 20, else 2n.
pub fn cover(n: usize, seed: u64) -> Instance {
    let q = (2 * n).max(40);
    let mut rng = Rng::new(seed * 1000 + n as u64 + 500);
    let mut groups = vec![Vec::new(); 3 * q];
    for layer in 0..n {
        let mut order: [Vec<usize>; 2] = [(0..q).collect(), (0..q).collect()];
        order.iter_mut().for_each(|order| rng.shuffle(order));
        let planted = layer == 0 && seed.is_multiple_of(2);
        for (element, (&second, &third)) in order[0].iter().zip(&order[1]).enumerate() {
            let triple =
                if planted { [element, second, third] } else { [element, rng.below(q), rng.below(q)] };
            for (kind, &member) in triple.iter().enumerate() {
                groups[kind * q + member].push(lit(layer * q + element));
            }
        }
    }
    Instance { vars: n * q, groups, units: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactone_sat::{Cdcl, Solver};

    #[test]
    fn planted_instances_have_solutions() {
        for instance in [latin(5, 3), latin(9, 1), cover(5, 0), cover(7, 2)] {
            let mut solver = Cdcl::new();
            instance.pour(&mut solver, AtMostOne::Product);
            let model = solver.solve().into_model().expect("a solution was planted");
            assert!(instance.holds(|lit| model.is_true(lit)));
        }
    }
}
