//! Groups as they were given, for naming their pairs.
//!
//! A group is stored as one record of literals without duplicates. Who asks for proofs must be told the number that
//! a pair has in the pairwise expansion of the group as it was given; only then is this table filled.

use std::collections::HashMap;

use super::recognise::pair_key;
use crate::lit::Lit;

/// Where the pairs of a group have their numbers from.
pub(super) enum GroupOrigin {
    /// It was given as a group: the number of its first pair, and its literals in the order in which they came.
    Given(u64, Box<[Lit]>),
    /// It was found among binary clauses: their numbers, the smaller literal first.
    Found(HashMap<(Lit, Lit), u64>),
}

/// The number of pair (i, j), i < j, of a group of n literals whose first pair has the number `first`.
pub(super) fn pair_number(first: u64, n: usize, i: usize, j: usize) -> u64 {
    debug_assert!(i < j && j < n);
    let (n, i, j) = (n as u64, i as u64, j as u64);
    first + i * (2 * n - i - 1) / 2 + (j - i - 1)
}

/// How many pairs a group of n literals has.
pub(super) fn pair_count(n: usize) -> u64 {
    let n = n as u64;
    if n < 2 { 0 } else { n * (n - 1) / 2 }
}

impl GroupOrigin {
    /// The number of the pair of two different literals of the group.
    pub(super) fn pair(&self, a: Lit, b: Lit) -> u64 {
        match self {
            GroupOrigin::Given(first, lits) => {
                let place = |lit| {
                    let found = lits.iter().position(|&other| other == lit);
                    found.expect("both literals of a pair are in its group")
                };
                let (i, j) = (place(a), place(b));
                pair_number(*first, lits.len(), i.min(j), i.max(j))
            }
            GroupOrigin::Found(numbers) => numbers[&pair_key(a, b)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;
    use crate::sink::ClauseSink;

    #[test]
    fn pairs_are_numbered_as_the_expansion_lists_them() {
        for n in 2..9 {
            let lits: Box<[Lit]> = (1..=n).map(Lit::from).collect();
            let mut cnf = Cnf::new();
            cnf.at_most_one(&lits);
            assert_eq!(cnf.len() as u64, pair_count(lits.len()));
            let origin = GroupOrigin::Given(100, lits);
            for (number, pair) in cnf.iter().enumerate() {
                assert_eq!(origin.pair(!pair[0], !pair[1]), 100 + number as u64);
                assert_eq!(origin.pair(!pair[1], !pair[0]), 100 + number as u64);
            }
        }
    }
}
