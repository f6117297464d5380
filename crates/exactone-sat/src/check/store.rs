//! Clauses by their numbers, for the LRAT checker.
//!
//! A group of the formula is kept whole, though each of its pairs has a number of its own and can be deleted by
//! itself: the literals of the pair are computed from the number. So a formula costs what it says, not what it
//! expands to (324 groups of a Sudoku: 11,664 pairs).
//!
//! Memory: the clauses that are alive, in one buffer that is packed together when half of it is dead.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use crate::lit::Lit;

/// A stretch of the buffer.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    len: u32,
}

const DEAD: Span = Span { start: 0, len: u32::MAX };

impl Span {
    fn is_dead(self) -> bool {
        self.len == u32::MAX
    }

    fn range(self) -> Range<usize> {
        self.start..self.start + self.len as usize
    }
}

/// Clauses of the formula with consecutive numbers.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The number of the first one.
    first: u64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Clauses, from this place in the table of the formula's clauses on.
    Clauses(usize),
    /// The pairs of a group.
    Pairs(Span),
}

/// A clause that is alive.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored<'s> {
    /// A pair of a group.
    Pair([Lit; 2]),
    /// Any other.
    Lits(&'s [Lit]),
}

impl Stored<'_> {
    /// Its literals.
    #[inline]
    pub(super) fn lits(&self) -> &[Lit] {
        match self {
            Stored::Pair(pair) => pair,
            Stored::Lits(lits) => lits,
        }
    }
}

/// One entry of the index for so many numbers: about as many as a group of nine has pairs.
const STRIDE: u64 = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    lits: Vec<Lit>,
    /// Literals of dead clauses.
    dead: usize,
    runs: Vec<Run>,
    /// For each stretch of numbers the run in which it begins.
    index: Vec<u32>,
    /// The clauses of the formula that are in no group.
    originals: Vec<Span>,
    /// The number of clauses of the formula, groups counted as their pairs.
    formula: u64,
    /// Pairs that were deleted.
    gone: HashSet<u64>,
    /// Derived clauses by number, as long as numbers follow each other closely.
    dense: Vec<Span>,
    /// The others.
    sparse: BTreeMap<u64, Span>,
    /// The largest number so far.
    pub(super) last: u64,
}

impl Store {
    /// Takes the next clause of the formula.
    pub(super) fn add(&mut self, lits: &[Lit]) {
        if !matches!(self.runs.last(), Some(Run { kind: Kind::Clauses(_), .. })) {
            self.begin_run(Kind::Clauses(self.originals.len()));
        }
        let span = self.append(lits);
        self.originals.push(span);
        self.extend_to(self.last + 1);
    }

    /// Takes a group: the pairs that [`ClauseSink::at_most_one`](crate::ClauseSink::at_most_one) describes.
    pub(super) fn add_group(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        if n < 2 {
            return;
        }
        let span = self.append(lits);
        self.begin_run(Kind::Pairs(span));
        self.extend_to(self.last + n * (n - 1) / 2);
    }

    fn begin_run(&mut self, kind: Kind) {
        self.runs.push(Run { first: self.last + 1, kind });
    }

    fn extend_to(&mut self, last: u64) {
        let run = self.runs.len() as u32 - 1;
        while (self.index.len() as u64) * STRIDE < last {
            self.index.push(run);
        }
        (self.last, self.formula) = (last, last);
    }

    /// Takes a derived clause, whose number is the largest so far.
    pub(super) fn derive(&mut self, number: u64, lits: &[Lit]) {
        if self.dead > 1 << 16 && self.dead * 2 > self.lits.len() {
            self.pack();
        }
        let span = self.append(lits);
        self.last = number;
        let place = number - self.formula - 1;
        // A proof may leave numbers out, but a table as large as the largest of them must not follow from that.
        let there = self.dense.len() as u64;
        if self.sparse.is_empty() && place <= there + there / 2 + 1024 {
            self.dense.resize(place as usize, DEAD);
            self.dense.push(span);
        } else {
            self.sparse.insert(number, span);
        }
    }

    fn append(&mut self, lits: &[Lit]) -> Span {
        let start = self.lits.len();
        self.lits.extend_from_slice(lits);
        Span { start, len: lits.len() as u32 }
    }

    /// The clause with this number, if it is alive.
    #[inline]
    pub(super) fn get(&self, number: u64) -> Option<Stored<'_>> {
        if number > self.formula {
            return self.lits_of(self.derived(number)?);
        }
        let run = &self.runs[self.run_of(number)?];
        match run.kind {
            Kind::Clauses(first) => self.lits_of(self.originals[first + (number - run.first) as usize]),
            Kind::Pairs(_) if !self.gone.is_empty() && self.gone.contains(&number) => None,
            Kind::Pairs(span) => {
                let group = &self.lits[span.range()];
                let (i, j) = pair(number - run.first, group.len());
                Some(Stored::Pair([!group[i], !group[j]]))
            }
        }
    }

    fn derived(&self, number: u64) -> Option<Span> {
        let place = usize::try_from(number - self.formula - 1).ok()?;
        self.dense.get(place).copied().or_else(|| self.sparse.get(&number).copied())
    }

    /// The run that holds the number of a clause of the formula.
    #[inline]
    fn run_of(&self, number: u64) -> Option<usize> {
        let stretch = number.checked_sub(1)? / STRIDE;
        let mut run = *self.index.get(stretch as usize)? as usize;
        while self.runs.get(run + 1).is_some_and(|next| next.first <= number) {
            run += 1;
        }
        Some(run)
    }

    fn lits_of(&self, span: Span) -> Option<Stored<'_>> {
        (!span.is_dead()).then(|| Stored::Lits(&self.lits[span.range()]))
    }

    /// Deletes a clause; false if there is none.
    pub(super) fn delete(&mut self, number: u64) -> bool {
        match self.get(number) {
            None => return false,
            Some(Stored::Pair(_)) => return self.gone.insert(number),
            Some(Stored::Lits(lits)) => self.dead += lits.len(),
        }
        if number <= self.formula {
            let run = self.run_of(number).map(|run| self.runs[run]);
            if let Some(Run { first, kind: Kind::Clauses(place) }) = run {
                self.originals[place + (number - first) as usize] = DEAD;
            }
        } else if let Some(span) = self.dense.get_mut((number - self.formula - 1) as usize) {
            *span = DEAD;
        } else {
            self.sparse.remove(&number);
        }
        true
    }

    /// Moves the living clauses together. Their order in the buffer is that of their numbers.
    fn pack(&mut self) {
        let Store { lits, runs, originals, formula, dense, sparse, .. } = self;
        let mut end = 0;
        let mut shift = |span: &mut Span| {
            if !span.is_dead() {
                lits.copy_within(span.range(), end);
                span.start = end;
                end += span.len as usize;
            }
        };
        let firsts: Vec<u64> = runs.iter().map(|run| run.first).chain([*formula + 1]).collect();
        for (run, numbers) in runs.iter_mut().zip(firsts.windows(2)) {
            match &mut run.kind {
                Kind::Pairs(span) => shift(span),
                Kind::Clauses(first) => {
                    let count = (numbers[1] - numbers[0]) as usize;
                    originals[*first..*first + count].iter_mut().for_each(&mut shift);
                }
            }
        }
        dense.iter_mut().chain(sparse.values_mut()).for_each(shift);
        self.lits.truncate(end);
        self.dead = 0;
    }

    /// The living clauses that contain a literal, in order.
    pub(super) fn with(&self, lit: Lit) -> Vec<u64> {
        let mut found = Vec::new();
        let holds = |span: &Span| !span.is_dead() && self.lits[span.range()].contains(&lit);
        let ends = self.runs.iter().skip(1).map(|run| run.first).chain([self.formula + 1]);
        for (run, end) in self.runs.iter().zip(ends) {
            match run.kind {
                Kind::Clauses(first) => {
                    let numbered = (run.first..end).zip(&self.originals[first..]);
                    found.extend(numbered.filter(|(_, span)| holds(span)).map(|(number, _)| number));
                }
                Kind::Pairs(span) => {
                    let group = &self.lits[span.range()];
                    let pairs = group.iter().enumerate();
                    let pairs = pairs.flat_map(|(i, &a)| group[i + 1..].iter().map(move |&b| (a, b)));
                    let numbered = (run.first..end).zip(pairs);
                    let is_there = |number: &u64| !self.gone.contains(number);
                    let pairs = numbered.filter(|&(_, (a, b))| !a == lit || !b == lit);
                    found.extend(pairs.map(|(number, _)| number).filter(is_there));
                }
            }
        }
        let dense = (self.formula + 1..).zip(&self.dense);
        let derived = dense.chain(self.sparse.iter().map(|(&number, span)| (number, span)));
        found.extend(derived.filter(|(_, span)| holds(span)).map(|(number, _)| number));
        found
    }
}

/// The places (i, j), i < j, of the pair with this 0-based number among the pairs of `n` literals in lexicographic
/// order.
fn pair(number: u64, n: usize) -> (usize, usize) {
    if n <= 32 {
        let (mut i, mut rest) = (0, number as usize);
        while rest >= n - 1 - i {
            rest -= n - 1 - i;
            i += 1;
        }
        return (i, i + 1 + rest);
    }
    // From the end the pairs of the last k literals are k(k-1)/2: solved for the largest k that leaves some.
    let n = n as u64;
    let behind = n * (n - 1) / 2 - 1 - number;
    let k = ((8 * behind + 1).isqrt() - 1) / 2;
    let (i, rest) = (n - 2 - k, behind - k * (k + 1) / 2);
    (i as usize, (n - 1 - rest) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::ClauseSink;
    use crate::testing::Random;
    use crate::{Cnf, Var};

    #[test]
    fn pairs_are_found_by_their_number() {
        for n in [2, 3, 9, 32, 33, 34, 100, 1001] {
            let mut number = 0;
            for i in 0..n {
                for j in i + 1..n {
                    assert_eq!(pair(number, n), (i, j), "{number} of {n}");
                    number += 1;
                }
            }
        }
    }

    /// The store beside the plain formula: the same clauses under the same numbers, whatever is deleted.
    #[test]
    fn a_group_is_its_pairs() {
        let mut random = Random::new(11);
        for round in 0..300 {
            let (mut store, mut cnf) = (Store::default(), Cnf::new());
            let vars = 1 + random.below(12) as u32;
            for _ in 0..random.below(12) {
                let most = if random.below(9) == 0 { 40 } else { 7 };
                let len = random.below(most);
                let lits: Vec<Lit> = (0..len).map(|_| random.lit(vars)).collect();
                if random.below(2) == 0 {
                    store.add(&lits);
                    cnf.add_clause(&lits);
                } else {
                    store.add_group(&lits);
                    cnf.at_most_one(&lits);
                }
            }
            let mut all: Vec<Option<Vec<Lit>>> = cnf.iter().map(|clause| Some(clause.to_vec())).collect();
            assert_eq!(store.last, all.len() as u64, "round {round}");
            for _ in 0..random.below(10) {
                let lits: Vec<Lit> = (0..random.below(5)).map(|_| random.lit(vars)).collect();
                let far = if random.below(20) == 0 { 10_000 } else { 1 };
                let skipped = random.below(3) as usize * far;
                all.resize(all.len() + skipped, None);
                all.push(Some(lits.clone()));
                store.derive(all.len() as u64, &lits);
            }
            for _ in 0..random.below(30) {
                let number = random.below(all.len() as u64 + 3);
                let there = number.checked_sub(1).and_then(|at| all.get_mut(at as usize)?.take());
                assert_eq!(store.delete(number), there.is_some(), "round {round}: {number}");
            }
            store.pack();
            let read = |number| store.get(number).map(|stored| stored.lits().to_vec());
            for (at, expected) in all.iter().enumerate() {
                assert_eq!(&read(at as u64 + 1), expected, "round {round}: {}", at + 1);
            }
            assert!(read(0).is_none() && read(all.len() as u64 + 1).is_none());
            for lit in [Var::new(1).positive(), random.lit(vars)] {
                let holds = |at: &usize| all[*at].as_ref().is_some_and(|lits| lits.contains(&lit));
                let expected: Vec<u64> = (0..all.len()).filter(holds).map(|at| at as u64 + 1).collect();
                assert_eq!(store.with(lit), expected, "round {round}");
            }
        }
    }

    #[test]
    fn dead_clauses_leave_the_memory() {
        let mut store = Store::default();
        store.add_group(&[5, 6].map(Lit::from));
        for number in 2..100_000 {
            store.derive(number, &[1, 2, 3].map(Lit::from));
            assert!(store.delete(number));
        }
        store.derive(100_000, &[7, 8].map(Lit::from));
        assert!(store.lits.len() < 1 << 18);
        assert_eq!(store.get(1).unwrap().lits(), [-5, -6].map(Lit::from));
        assert!(store.get(99_999).is_none());
        assert_eq!(store.get(100_000).unwrap().lits(), [7, 8].map(Lit::from));
    }
}
