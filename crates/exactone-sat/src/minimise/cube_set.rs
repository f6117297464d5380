//! Sets of products as graphs, in which a set of 2^40 products may have a hundred nodes.
//!
//! A node splits a set at a level: the products that do not speak of it, those in which it is false, those in which
//! it is true. S. Minato, "Zero-suppressed BDDs for set manipulation in combinatorial problems", DAC 1993, with both
//! literals of a variable on one level. How many products a set has is known without listing them.

use std::collections::HashMap;

use super::Size;
use super::bdd::{Bdd, FALSE, Root, TRUE};
use super::cube::Cube;
use super::unique::{Halt, Memo, Unique, Watch};

/// A set: the number of a node. Equal sets have equal numbers.
pub(crate) type Set = u32;

/// No product.
const EMPTY: Set = 0;
/// Just the product without literals.
const ALL: Set = 1;

/// The level of [`EMPTY`] and [`ALL`]: below all variables.
const BOTTOM: u32 = u32::MAX;

/// The most results of differences that are remembered.
const REMEMBERED: usize = 1 << 20;

/// The most pairs of functions that an irredundant form is made of.
const MAX_PAIRS: usize = 2_000_000;

pub(crate) struct CubeSets {
    /// Level; products without it, with it false, with it true.
    nodes: Unique<[u32; 4]>,
    sizes: Vec<Size>,
    differences: Memo<[Set; 2], Set>,
}

impl CubeSets {
    pub fn new(max_nodes: usize) -> CubeSets {
        let constant = |set| [BOTTOM, set, EMPTY, EMPTY];
        CubeSets {
            nodes: Unique::new(&[constant(EMPTY), constant(ALL)], max_nodes),
            sizes: vec![Size { terms: 0, literals: 0 }, Size { terms: 1, literals: 0 }],
            differences: Memo::new(REMEMBERED),
        }
    }

    /// How many products, and literals in them; `usize::MAX` for more than fit.
    pub fn size(&self, set: Set) -> Size {
        self.sizes[set as usize]
    }

    /// The products, sorted.
    pub fn list(&self, set: Set) -> Vec<Cube> {
        let mut cubes = Vec::with_capacity(self.size(set).terms);
        self.collect(set, Cube::ALL, &mut cubes);
        cubes.sort_unstable();
        cubes
    }

    fn collect(&self, set: Set, above: Cube, cubes: &mut Vec<Cube>) {
        match set {
            EMPTY => {}
            ALL => cubes.push(above),
            _ => {
                let [level, without, negative, positive] = self.nodes.get(set);
                self.collect(without, above, cubes);
                self.collect(negative, above.with(level, false), cubes);
                self.collect(positive, above.with(level, true), cubes);
            }
        }
    }

    fn node(&mut self, level: u32, without: Set, negative: Set, positive: Set) -> Result<Set, Halt> {
        if negative == EMPTY && positive == EMPTY {
            return Ok(without);
        }
        let set = self.nodes.add([level, without, negative, positive])?;
        if self.sizes.len() < self.nodes.len() {
            let [rest, low, high] = [without, negative, positive].map(|part| self.size(part));
            let with = low.plus(high);
            let size = rest.plus(with).plus(Size { terms: 0, literals: with.terms });
            self.sizes.push(size);
        }
        Ok(set)
    }

    fn split(&self, set: Set, level: u32) -> [Set; 3] {
        let [own, without, negative, positive] = self.nodes.get(set);
        if own == level { [without, negative, positive] } else { [set, EMPTY, EMPTY] }
    }

    /// The products of `a` that are not in `b`.
    fn minus(&mut self, a: Set, b: Set, watch: &Watch<'_>) -> Result<Set, Halt> {
        if a == EMPTY || a == b {
            return Ok(EMPTY);
        }
        if b == EMPTY {
            return Ok(a);
        }
        if let Some(known) = self.differences.get([a, b]) {
            return Ok(known);
        }
        watch.tick()?;
        let level = self.nodes.get(a)[0].min(self.nodes.get(b)[0]);
        let (from, taken) = (self.split(a, level), self.split(b, level));
        let without = self.minus(from[0], taken[0], watch)?;
        let negative = self.minus(from[1], taken[1], watch)?;
        let positive = self.minus(from[2], taken[2], watch)?;
        let set = self.node(level, without, negative, positive)?;
        self.differences.put([a, b], set);
        Ok(set)
    }
}

/// All prime implicants of a function.
///
/// Those of `f` that do not speak of its first variable x are the primes of `f0 & f1`; those with `~x` are the
/// primes of `f0` that are not among them, and likewise for x. O. Coudert and J. C. Madre, "Implicit and incremental
/// computation of primes and essential primes of Boolean functions", DAC 1992.
pub(crate) fn primes(bdd: &mut Bdd<'_>, sets: &mut CubeSets, function: Root) -> Result<Set, Halt> {
    fn of(
        bdd: &mut Bdd<'_>,
        sets: &mut CubeSets,
        known: &mut HashMap<Root, Set>,
        root: Root,
    ) -> Result<Set, Halt> {
        match root {
            FALSE => return Ok(EMPTY),
            TRUE => return Ok(ALL),
            _ => {}
        }
        if let Some(&known) = known.get(&root) {
            return Ok(known);
        }
        bdd.watch().tick()?;
        let (level, low, high) = (bdd.level(root), bdd.low(root), bdd.high(root));
        let both = bdd.and(low, high)?;
        let common = of(bdd, sets, known, both)?;
        let mut half = |bdd: &mut Bdd<'_>, sets: &mut CubeSets, half: Root| {
            let own = of(bdd, sets, known, half)?;
            sets.minus(own, common, bdd.watch())
        };
        let negative = half(bdd, sets, low)?;
        let positive = half(bdd, sets, high)?;
        let set = sets.node(level, common, negative, positive)?;
        known.insert(root, set);
        Ok(set)
    }
    of(bdd, sets, &mut HashMap::new(), function)
}

/// An irredundant sum of products between `lower` and `upper`, and its function. Each product is a prime of `upper`
/// where `lower` equals `upper`. S. Minato, "Fast generation of irredundant sum-of-products forms from binary
/// decision diagrams", SASIMI 1992.
pub(crate) fn irredundant(
    bdd: &mut Bdd<'_>,
    sets: &mut CubeSets,
    lower: Root,
    upper: Root,
) -> Result<(Set, Root), Halt> {
    fn between(
        bdd: &mut Bdd<'_>,
        sets: &mut CubeSets,
        known: &mut HashMap<(Root, Root), (Set, Root)>,
        lower: Root,
        upper: Root,
    ) -> Result<(Set, Root), Halt> {
        if lower == FALSE {
            return Ok((EMPTY, FALSE));
        }
        if upper == TRUE {
            return Ok((ALL, TRUE));
        }
        if let Some(&known) = known.get(&(lower, upper)) {
            return Ok(known);
        }
        if known.len() >= MAX_PAIRS {
            return Err(Halt::Full);
        }
        bdd.watch().tick()?;
        let level = bdd.level(lower).min(bdd.level(upper));
        let ((l0, l1), (u0, u1)) = (bdd.split(lower, level), bdd.split(upper, level));
        // What only one side can cover, then the rest with products that do not speak of the variable.
        let (only0, only1) = (bdd.minus(l0, u1)?, bdd.minus(l1, u0)?);
        let (negative, root0) = between(bdd, sets, known, only0, u0)?;
        let (positive, root1) = between(bdd, sets, known, only1, u1)?;
        let (rest0, rest1) = (bdd.minus(l0, root0)?, bdd.minus(l1, root1)?);
        let (rest, common) = (bdd.or(rest0, rest1)?, bdd.and(u0, u1)?);
        let (without, root) = between(bdd, sets, known, rest, common)?;
        let set = sets.node(level, without, negative, positive)?;
        let (low, high) = (bdd.or(root0, root)?, bdd.or(root1, root)?);
        let found = (set, bdd.node(level, low, high)?);
        known.insert((lower, upper), found);
        Ok(found)
    }
    between(bdd, sets, &mut HashMap::new(), lower, upper)
}

#[cfg(test)]
mod tests {
    use super::super::cube::tests::{primes_by_definition, root_of, tables};
    use super::*;

    #[test]
    fn primes_and_irredundant_covers_are_what_they_say() {
        for table in tables(300) {
            let (vars, mut bdd, mut sets) = (5, Bdd::new(100_000, &|| false), CubeSets::new(100_000));
            let root = root_of(&mut bdd, vars, table);
            let set = primes(&mut bdd, &mut sets, root).unwrap();
            let expected = primes_by_definition(vars, |row| table >> row & 1 == 1);
            assert_eq!(sets.list(set), expected);
            let literals = expected.iter().map(|cube| cube.literals() as usize).sum();
            assert_eq!(sets.size(set), Size { terms: expected.len(), literals });
            let (set, cover) = irredundant(&mut bdd, &mut sets, root, root).unwrap();
            assert_eq!(cover, root);
            let cubes = sets.list(set);
            for left_out in 0..cubes.len() {
                let rest =
                    cubes.iter().enumerate().filter(|(i, _)| *i != left_out).fold(FALSE, |sum, (_, cube)| {
                        let cube = cube.root(&mut bdd).unwrap();
                        bdd.or(sum, cube).unwrap()
                    });
                assert_ne!(rest, root, "every product is needed");
            }
        }
    }

    #[test]
    fn differences_are_those_of_the_lists() {
        let mut bdd = Bdd::new(100_000, &|| false);
        let mut sets = CubeSets::new(100_000);
        let all: Vec<Set> = tables(20)
            .map(|table| {
                let root = root_of(&mut bdd, 5, table);
                primes(&mut bdd, &mut sets, root).unwrap()
            })
            .collect();
        for &a in &all {
            for &b in &all {
                let difference = sets.minus(a, b, bdd.watch()).unwrap();
                let without = sets.list(b);
                let expected: Vec<Cube> =
                    sets.list(a).into_iter().filter(|cube| !without.contains(cube)).collect();
                assert_eq!(sets.list(difference), expected);
            }
        }
    }
}
