//! Products of literals over at most 64 levels, and the sets of them that belong to a function.

use std::collections::HashMap;
use std::rc::Rc;

use super::bdd::{Bdd, FALSE, Full, Root, TRUE};

/// The most variables that primes are made for.
pub(crate) const MAX_LEVELS: usize = 64;

/// A product: these levels are true, those are false, the others do not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Cube {
    pub positive: u64,
    pub negative: u64,
}

impl Cube {
    pub const ALL: Cube = Cube { positive: 0, negative: 0 };

    pub fn literals(self) -> u32 {
        self.positive.count_ones() + self.negative.count_ones()
    }

    /// Whether an assignment (the set of true levels) lies in the product.
    pub fn holds(self, minterm: u64) -> bool {
        self.positive & !minterm == 0 && self.negative & minterm == 0
    }

    fn with(self, level: u32, value: bool) -> Cube {
        let bit = 1 << level;
        match value {
            true => Cube { positive: self.positive | bit, ..self },
            false => Cube { negative: self.negative | bit, ..self },
        }
    }

    pub fn root(self, bdd: &mut Bdd) -> Result<Root, Full> {
        let mut root = TRUE;
        for level in (0..MAX_LEVELS as u32).rev() {
            if self.positive >> level & 1 == 1 {
                root = bdd.node(level, FALSE, root)?;
            } else if self.negative >> level & 1 == 1 {
                root = bdd.node(level, root, FALSE)?;
            }
        }
        Ok(root)
    }
}

/// Why there is no list of primes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoPrimes {
    Full,
    TooMany,
    Expired,
}

impl From<Full> for NoPrimes {
    fn from(_: Full) -> NoPrimes {
        NoPrimes::Full
    }
}

/// All prime implicants, sorted.
///
/// Those of `f` that do not speak of its first variable x are the primes of `f0 & f1`; those with `~x` are the
/// primes of `f0` that are not among them, and likewise for x. O. Coudert and J. C. Madre, "Implicit and incremental
/// computation of primes and essential primes of Boolean functions", DAC 1992.
pub(crate) struct Primes<'a> {
    pub bdd: &'a mut Bdd,
    pub limit: usize,
    pub expired: &'a dyn Fn() -> bool,
    known: HashMap<Root, Rc<Vec<Cube>>>,
}

impl<'a> Primes<'a> {
    pub fn new(bdd: &'a mut Bdd, limit: usize, expired: &'a dyn Fn() -> bool) -> Primes<'a> {
        Primes { bdd, limit, expired, known: HashMap::new() }
    }

    pub fn of(&mut self, root: Root) -> Result<Rc<Vec<Cube>>, NoPrimes> {
        match root {
            FALSE => return Ok(Rc::new(Vec::new())),
            TRUE => return Ok(Rc::new(vec![Cube::ALL])),
            _ => {}
        }
        if let Some(known) = self.known.get(&root) {
            return Ok(known.clone());
        }
        if (self.expired)() {
            return Err(NoPrimes::Expired);
        }
        let (level, low, high) = (self.bdd.level(root), self.bdd.low(root), self.bdd.high(root));
        let both = self.bdd.and(low, high)?;
        let common = self.of(both)?;
        let mut all: Vec<Cube> = common.to_vec();
        for (half, value) in [(low, false), (high, true)] {
            let own = self.of(half)?;
            all.extend(
                own.iter()
                    .filter(|cube| common.binary_search(cube).is_err())
                    .map(|cube| cube.with(level, value)),
            );
        }
        if all.len() > self.limit {
            return Err(NoPrimes::TooMany);
        }
        all.sort_unstable();
        let all = Rc::new(all);
        self.known.insert(root, all.clone());
        Ok(all)
    }
}

/// An irredundant sum of products between `lower` and `upper`, and its function. Each product is a prime of `upper`
/// where `lower` equals `upper`. S. Minato, "Fast generation of irredundant sum-of-products forms from binary
/// decision diagrams", SASIMI 1992.
pub(crate) fn irredundant(bdd: &mut Bdd, lower: Root, upper: Root) -> Result<(Vec<Cube>, Root), Full> {
    if lower == FALSE {
        return Ok((Vec::new(), FALSE));
    }
    if upper == TRUE {
        return Ok((vec![Cube::ALL], TRUE));
    }
    let level = bdd.level(lower).min(bdd.level(upper));
    let ((l0, l1), (u0, u1)) = (bdd.split(lower, level), bdd.split(upper, level));
    // What only one side can cover, then the rest with products that do not speak of the variable.
    let (only0, only1) = (bdd.minus(l0, u1)?, bdd.minus(l1, u0)?);
    let (cubes0, root0) = irredundant(bdd, only0, u0)?;
    let (cubes1, root1) = irredundant(bdd, only1, u1)?;
    let (rest0, rest1) = (bdd.minus(l0, root0)?, bdd.minus(l1, root1)?);
    let (rest, common) = (bdd.or(rest0, rest1)?, bdd.and(u0, u1)?);
    let (mut cubes, root) = irredundant(bdd, rest, common)?;
    cubes.extend(cubes0.into_iter().map(|cube| cube.with(level, false)));
    cubes.extend(cubes1.into_iter().map(|cube| cube.with(level, true)));
    let (low, high) = (bdd.or(root0, root)?, bdd.or(root1, root)?);
    Ok((cubes, bdd.node(level, low, high)?))
}

/// The assignments that some implicant of `function` covers together with `minterm`. Minterms of which none lies in
/// another's set need as many products as they are.
pub(crate) fn coverable_with(bdd: &mut Bdd, function: Root, minterm: u64) -> Result<Root, Full> {
    if function <= TRUE {
        return Ok(function);
    }
    let level = bdd.level(function);
    let (low, high) = (bdd.low(function), bdd.high(function));
    let (same, value) = if minterm >> level & 1 == 1 { (high, true) } else { (low, false) };
    // An assignment on the other side needs a product that does not speak of the variable.
    let both = bdd.and(low, high)?;
    let here = coverable_with(bdd, same, minterm)?;
    let there = coverable_with(bdd, both, minterm)?;
    if value { bdd.node(level, there, here) } else { bdd.node(level, here, there) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All primes of a function of few variables, by trying every product.
    fn primes_by_definition(vars: u32, value: impl Fn(u64) -> bool) -> Vec<Cube> {
        let mut cubes = vec![Cube::ALL];
        for level in 0..vars {
            cubes = cubes
                .iter()
                .flat_map(|cube| [*cube, cube.with(level, false), cube.with(level, true)])
                .collect();
        }
        let implicant = |cube: &Cube| (0..1u64 << vars).all(|minterm| !cube.holds(minterm) || value(minterm));
        let mut primes: Vec<Cube> = cubes
            .into_iter()
            .filter(|cube| {
                implicant(cube)
                    && (0..vars).all(|level| {
                        let bit = 1u64 << level;
                        let wider = Cube { positive: cube.positive & !bit, negative: cube.negative & !bit };
                        wider == *cube || !implicant(&wider)
                    })
            })
            .collect();
        primes.sort_unstable();
        primes
    }

    fn root_of(bdd: &mut Bdd, vars: u32, table: u32) -> Root {
        (0..1u64 << vars).filter(|row| table >> row & 1 == 1).fold(FALSE, |root, row| {
            let cube = Cube { positive: row, negative: !row & ((1 << vars) - 1) };
            let minterm = cube.root(bdd).unwrap();
            bdd.or(root, minterm).unwrap()
        })
    }

    #[test]
    fn primes_irredundant_covers_and_coverable_minterms_are_what_they_say() {
        for step in 0..300u64 {
            let table = (step.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17) as u32;
            let (vars, mut bdd) = (5, Bdd::new(100_000));
            let root = root_of(&mut bdd, vars, table);
            let primes = Primes::new(&mut bdd, 1000, &|| false).of(root).unwrap();
            assert_eq!(*primes, primes_by_definition(vars, |row| table >> row & 1 == 1));
            let (cubes, cover) = irredundant(&mut bdd, root, root).unwrap();
            assert_eq!(cover, root);
            for left_out in 0..cubes.len() {
                let rest =
                    cubes.iter().enumerate().filter(|(i, _)| *i != left_out).fold(FALSE, |sum, (_, cube)| {
                        let cube = cube.root(&mut bdd).unwrap();
                        bdd.or(sum, cube).unwrap()
                    });
                assert_ne!(rest, root, "every product is needed");
            }
            for row in (0..32).filter(|row| table >> row & 1 == 1) {
                let set = coverable_with(&mut bdd, root, row).unwrap();
                for other in 0..32u64 {
                    let together = primes.iter().any(|cube| cube.holds(row) && cube.holds(other));
                    assert_eq!(bdd.eval(set, other), together);
                }
            }
        }
    }
}
