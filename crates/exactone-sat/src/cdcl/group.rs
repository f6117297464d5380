//! Groups as they were given, for naming their pairs.
//!
//! A group is stored as one record of literals without duplicates. Who asks for proofs must be told the number that
//! a pair has in the pairwise expansion of the group as it was given; only then is this table filled.

use crate::lit::Lit;

/// A group in the order in which it was given.
pub(super) struct GroupOrigin {
    /// The number of its first pair.
    pub(super) first: u64,
    /// Its literals.
    pub(super) lits: Box<[Lit]>,
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
        let place = |lit| {
            let found = self.lits.iter().position(|&other| other == lit);
            found.expect("both literals of a pair are in its group")
        };
        let (i, j) = (place(a), place(b));
        pair_number(self.first, self.lits.len(), i.min(j), i.max(j))
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
            let origin = GroupOrigin { first: 100, lits };
            for (number, pair) in cnf.iter().enumerate() {
                assert_eq!(origin.pair(!pair[0], !pair[1]), 100 + number as u64);
                assert_eq!(origin.pair(!pair[1], !pair[0]), 100 + number as u64);
            }
        }
    }
}
