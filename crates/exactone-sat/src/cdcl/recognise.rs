//! Groups hidden in a plain formula: cliques of binary clauses.
//!
//! Clause `[!a, !b]` says that a and b are not both true; where each two of a set of literals have such a clause, the
//! set is an at-most-one group (Biere, Le Berre, Lonca and Manthey, Detecting cardinality constraints in CNF, SAT
//! 2014, find more kinds at more cost). A clique is grown greedily from one clause that no group covers yet, in the
//! order of the file, which takes pairwise encodings apart exactly as they were put together; pairs that two groups
//! share may stand in the file once. Work is bounded by a constant for each literal of the binary clauses.

use std::collections::HashMap;

use super::Cdcl;
use super::group::GroupOrigin;
use crate::cnf::Cnf;
use crate::lit::Lit;
use crate::observer::Observer;
use crate::sink::ClauseSink;

/// Cliques of fewer literals stay binary clauses.
const SMALLEST: usize = 4;
/// How many clauses of one literal may fail to grow into a group before it is left alone.
const FAILURES: usize = 16;
/// Steps allowed for each binary clause.
const STEPS: usize = 64;

/// Steps between two looks at whether to stop.
const BREATH: usize = 1 << 14;

/// Counts steps and asks now and then whether to stop.
struct Patience<'a> {
    stopped: &'a dyn Fn() -> bool,
    left: usize,
}

impl Patience<'_> {
    /// `None` once it is time to stop.
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.left = self.left.saturating_sub(steps);
        if self.left > 0 {
            return Some(());
        }
        self.left = BREATH;
        (!(self.stopped)()).then_some(())
    }
}

/// The groups found in a formula.
pub(crate) struct Found {
    /// Their literals.
    pub(crate) groups: Vec<Vec<Lit>>,
    /// For each clause of the formula whether a group says it.
    pub(crate) covered: Vec<bool>,
}

/// "Not both" between two literals, seen from one of them.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    clause: u32,
}

/// The graph of literals that exclude each other.
struct Exclusions {
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Exclusions {
    fn new(cnf: &Cnf, patience: &mut Patience<'_>) -> Option<Exclusions> {
        let pair = |clause: &[Lit]| match *clause {
            [a, b] if a.var() != b.var() => Some(((!a).index(), (!b).index())),
            _ => None,
        };
        let mut starts = vec![0u32; 2 * cnf.var_count() as usize + 1];
        for clause in cnf {
            patience.spend(1)?;
            if let Some((a, b)) = pair(clause) {
                starts[a] += 1;
                starts[b] += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        let mut edges = vec![Edge { to: 0, clause: 0 }; sum as usize];
        let mut ends = starts.clone();
        for (clause, (a, b)) in cnf.iter().enumerate().filter_map(|(at, clause)| Some((at, pair(clause)?))) {
            patience.spend(1)?;
            for (from, to) in [(a, b), (b, a)] {
                edges[ends[from] as usize] = Edge { to: to as u32, clause: clause as u32 };
                ends[from] += 1;
            }
        }
        Some(Exclusions { starts, edges })
    }

    fn of(&self, lit: usize) -> &[Edge] {
        &self.edges[self.starts[lit] as usize..self.starts[lit + 1] as usize]
    }
}

/// How many members of the clique now growing exclude a literal.
#[derive(Clone, Copy, Default)]
struct Count {
    /// The clique that is counted for.
    round: u32,
    members: u32,
    /// The member counted last, plus one: a clause that stands twice counts once.
    last: u32,
}

/// What grows cliques.
struct Search {
    graph: Exclusions,
    counts: Vec<Count>,
    round: u32,
    steps: usize,
}

impl Search {
    /// Counts a new member of the clique for everything it excludes.
    fn join(&mut self, member: u32) {
        let edges = self.graph.of(member as usize);
        self.steps = self.steps.saturating_sub(edges.len());
        for edge in edges {
            let count = &mut self.counts[edge.to as usize];
            if count.round != self.round {
                *count = Count { round: self.round, members: 0, last: 0 };
            }
            if count.last != member + 1 {
                count.last = member + 1;
                count.members += 1;
            }
        }
    }

    /// The clique that grows from a literal and the neighbour at `place` over all neighbours, in order.
    fn grow(&mut self, first: u32, place: usize) -> Vec<u32> {
        self.round += 1;
        let second = self.graph.of(first as usize)[place].to;
        let mut clique = vec![first, second];
        self.join(first);
        self.join(second);
        for at in 0..self.graph.of(first as usize).len() {
            let candidate = self.graph.of(first as usize)[at].to;
            let count = self.counts[candidate as usize];
            // Members do not exclude themselves, so one that is in already counts one too few.
            if count.round == self.round && count.members as usize == clique.len() {
                clique.push(candidate);
                self.join(candidate);
            }
        }
        clique.sort_unstable();
        clique
    }
}

/// Finds groups of at least four literals among the binary clauses; `None` if `stopped` said so meanwhile.
pub(crate) fn find(cnf: &Cnf, stopped: &dyn Fn() -> bool) -> Option<Found> {
    let mut patience = Patience { stopped, left: BREATH };
    let mut found = Found { groups: Vec::new(), covered: vec![false; cnf.len()] };
    let graph = Exclusions::new(cnf, &mut patience)?;
    let lits = graph.starts.len() - 1;
    let steps = STEPS * graph.edges.len();
    let mut search = Search { graph, counts: vec![Count::default(); lits], round: 0, steps };
    let mut failed = vec![false; cnf.len()];
    let mut inside = vec![0u32; lits];
    for first in 0..lits {
        let mut failures = 0;
        for place in 0..search.graph.of(first).len() {
            let seed = search.graph.of(first)[place].clause as usize;
            if found.covered[seed] || failed[seed] {
                continue;
            }
            if failures >= FAILURES || search.steps == 0 {
                break;
            }
            let before = search.steps;
            let clique = search.grow(first as u32, place);
            patience.spend(before - search.steps + 1)?;
            if clique.len() < SMALLEST {
                failed[seed] = true;
                failures += 1;
                continue;
            }
            for &member in &clique {
                inside[member as usize] = search.round;
            }
            for &member in &clique {
                for edge in search.graph.of(member as usize) {
                    if inside[edge.to as usize] == search.round {
                        found.covered[edge.clause as usize] = true;
                    }
                }
            }
            found.groups.push(clique.into_iter().map(|lit| Lit::from_index(lit as usize)).collect());
        }
    }
    Some(found)
}

impl<O: Observer> Cdcl<O> {
    /// Takes a formula and keeps the groups that can be found in it as groups: sets of four or more literals of which
    /// each two have a binary clause. Clauses keep their numbers. Returns how many groups were found; nothing is
    /// taken, and the answer is `None`, if `stopped` says so meanwhile.
    pub(super) fn take_plain(&mut self, cnf: &Cnf, stopped: &dyn Fn() -> bool) -> Option<usize> {
        let found = find(cnf, stopped)?;
        let first = self.next_original;
        for (clause, covered) in cnf.iter().zip(&found.covered) {
            if *covered {
                self.know(clause);
                self.next_original += 1;
            } else {
                self.take_clause(clause);
            }
        }
        let mut numbers = HashMap::new();
        if O::ACTIVE {
            for (place, clause) in cnf.iter().enumerate().filter(|(place, _)| found.covered[*place]) {
                numbers.entry(pair_key(!clause[0], !clause[1])).or_insert(first + place as u64);
            }
        }
        for group in &found.groups {
            let mut own = HashMap::new();
            if O::ACTIVE {
                for (place, &a) in group.iter().enumerate() {
                    own.extend(group[..place].iter().map(|&b| (pair_key(a, b), numbers[&pair_key(a, b)])));
                }
            }
            self.take_found_group(group, GroupOrigin::Found(own));
        }
        Some(found.groups.len())
    }
}

/// The key of an unordered pair of literals.
pub(super) fn pair_key(a: Lit, b: Lit) -> (Lit, Lit) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: impl IntoIterator<Item = i32>) -> Vec<Lit> {
        numbers.into_iter().map(Lit::from).collect()
    }

    #[test]
    fn a_pairwise_sudoku_falls_apart_into_its_groups() {
        let lit = |row: i32, column: i32, digit: i32| (row * 9 + column) * 9 + digit + 1;
        let mut cnf = Cnf::new();
        let mut expected = Vec::new();
        for a in 0..9 {
            for b in 0..9 {
                expected.push(lits((0..9).map(|i| lit(a, b, i))));
                expected.push(lits((0..9).map(|i| lit(a, i, b))));
                expected.push(lits((0..9).map(|i| lit(i, a, b))));
                expected.push(lits((0..9).map(|i| lit(a / 3 * 3 + i / 3, a % 3 * 3 + i % 3, b))));
            }
        }
        for group in &expected {
            cnf.exactly_one(group);
        }
        let mut found = find(&cnf, &|| false).expect("nobody stops it");
        for group in found.groups.iter_mut().chain(&mut expected) {
            group.sort();
        }
        found.groups.sort();
        expected.sort();
        assert_eq!(found.groups, expected);
        assert_eq!(found.covered.iter().filter(|&&covered| covered).count(), 324 * 36);
        let mut solver = Cdcl::new();
        assert_eq!(solver.take_plain(&cnf, &|| false), Some(324));
        let mut next = solver.db.first();
        while let Some(record) = next {
            assert!(solver.db.is_clause(record) && solver.db.is_group(record), "all are joined");
            next = solver.db.next(record);
        }
    }

    #[test]
    fn what_is_found_is_said_by_the_clauses_and_says_them() {
        let mut state = 3u32;
        let mut next = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % bound
        };
        for _ in 0..300 {
            let mut cnf = Cnf::new();
            for _ in 0..next(60) {
                let lit = |number: u32, sign: u32| Lit::from_index((2 * number + sign) as usize);
                cnf.add_clause(&[lit(next(8), (next(4) / 3) ^ 1), lit(next(8), (next(4) / 3) ^ 1)]);
            }
            let found = find(&cnf, &|| false).expect("nobody stops it");
            let mut said = vec![false; cnf.len()];
            for group in &found.groups {
                assert!(group.len() >= SMALLEST);
                for (place, &a) in group.iter().enumerate() {
                    for &b in &group[..place] {
                        let both = |clause: &[Lit]| *clause == [!a, !b] || *clause == [!b, !a];
                        assert!(cnf.iter().any(both));
                        for (at, _) in cnf.iter().enumerate().filter(|(_, clause)| both(clause)) {
                            said[at] = true;
                        }
                    }
                }
            }
            assert_eq!(said, found.covered);
        }
    }

    #[test]
    fn stars_and_paths_cost_no_more_than_they_must() {
        let mut cnf = Cnf::new();
        for leaf in 2..50_000 {
            cnf.add_clause(&lits([-1, -leaf]));
            cnf.add_clause(&lits([-leaf, leaf + 1]));
        }
        assert!(find(&cnf, &|| false).is_some_and(|found| found.groups.is_empty()));
    }
}
