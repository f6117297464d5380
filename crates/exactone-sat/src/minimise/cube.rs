//! Products of literals over at most 64 levels, and what they can cover.

use super::bdd::{Bdd, FALSE, Root, TRUE};
use super::unique::Halt;

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

    pub fn with(self, level: u32, value: bool) -> Cube {
        let bit = 1 << level;
        match value {
            true => Cube { positive: self.positive | bit, ..self },
            false => Cube { negative: self.negative | bit, ..self },
        }
    }

    pub fn root(self, bdd: &mut Bdd<'_>) -> Result<Root, Halt> {
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

/// The assignments that some implicant of `function` covers together with `minterm`. Minterms of which none lies in
/// another's set need as many products as they are.
pub(crate) fn coverable_with(bdd: &mut Bdd<'_>, function: Root, minterm: u64) -> Result<Root, Halt> {
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
pub(super) mod tests {
    use super::*;

    /// All primes of a function of few variables, by trying every product.
    pub fn primes_by_definition(vars: u32, value: impl Fn(u64) -> bool) -> Vec<Cube> {
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

    pub fn root_of(bdd: &mut Bdd<'_>, vars: u32, table: u32) -> Root {
        (0..1u64 << vars).filter(|row| table >> row & 1 == 1).fold(FALSE, |root, row| {
            let cube = Cube { positive: row, negative: !row & ((1 << vars) - 1) };
            let minterm = cube.root(bdd).unwrap();
            bdd.or(root, minterm).unwrap()
        })
    }

    /// The rows of some functions of five variables.
    pub fn tables(count: u64) -> impl Iterator<Item = u32> {
        (0..count).map(|step| (step.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17) as u32)
    }

    #[test]
    fn minterms_are_coverable_together_where_a_prime_has_both() {
        for table in tables(300) {
            let (vars, mut bdd) = (5, Bdd::new(100_000, &|| false));
            let root = root_of(&mut bdd, vars, table);
            let primes = primes_by_definition(vars, |row| table >> row & 1 == 1);
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
