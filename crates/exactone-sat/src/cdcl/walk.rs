//! Local search for first values: from the remembered ones a short random walk to an assignment that breaks less.
//!
//! The walk is ProbSAT's (Balint and Schöning, Choosing probability distributions for stochastic local search and the
//! role of make versus break, SAT 2012): a broken constraint is drawn, and one of its literals turned around, the likelier
//! the less that breaks. As a source of phases: Cai and Zhang, Deep cooperation of CDCL and local search for SAT, SAT
//! 2021. A group is one constraint, broken while more than one of its literals is true; making a literal true breaks
//! as many of its pairs as others are. What is assigned at the level of the assumptions stays as it is, learnt clauses
//! of more than two literals are not looked at, and the work is a share of that of the search.

use super::{Cdcl, next_random};
use crate::lit::{Lit, Var};
use crate::observer::Observer;
use crate::solver::Query;

/// One part in so many of the work of the search since the last walk goes into the next.
const SHARE: u64 = 4;
/// How much less likely each further broken constraint makes a literal.
const BASE: f64 = 2.5;
/// What breaks more is as unlikely as this.
const MOST_BROKEN: usize = 64;
/// Flips between two looks at the clock.
const FLIPS: u64 = 1024;
/// Flips that are remembered before they are applied to the best assignment.
const MOST_FLIPS: usize = 1 << 16;
/// The place of what is not in a list.
const NOWHERE: u32 = u32::MAX;

/// Clauses and groups over the free variables, and an assignment of these.
struct Walk {
    /// The true ones of all literals.
    values: Vec<bool>,
    lits: Vec<Lit>,
    /// The places in `lits` of each constraint. The first `clauses` are clauses, the others groups.
    ranges: Vec<(u32, u32)>,
    clauses: u32,
    /// How many literals of each constraint are true.
    count: Vec<u32>,
    /// Where the constraints of each literal begin in `of`.
    starts: Vec<u32>,
    of: Vec<u32>,
    broken: Vec<u32>,
    /// The place of each constraint in `broken`, or `NOWHERE`.
    places: Vec<u32>,
    /// How many literals would have to change if each mended one constraint.
    cost: u64,
    work: u64,
}

impl Walk {
    fn range(&self, constraint: u32) -> std::ops::Range<usize> {
        let (start, end) = self.ranges[constraint as usize];
        start as usize..end as usize
    }

    fn of(&self, lit: Lit) -> std::ops::Range<usize> {
        self.starts[lit.index()] as usize..self.starts[lit.index() + 1] as usize
    }

    /// Fills the lists of constraints of each literal, and counts.
    fn count(&mut self) {
        self.starts = vec![0; self.values.len() + 1];
        for constraint in 0..self.ranges.len() {
            for place in self.range(constraint as u32) {
                self.starts[self.lits[place].index() + 1] += 1;
            }
        }
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        let mut next = self.starts.clone();
        self.of = vec![0; self.starts.last().map_or(0, |&end| end as usize)];
        self.places = vec![NOWHERE; self.ranges.len()];
        for constraint in 0..self.ranges.len() as u32 {
            let mut count = 0;
            for place in self.range(constraint) {
                let index = self.lits[place].index();
                self.of[next[index] as usize] = constraint;
                next[index] += 1;
                count += u32::from(self.values[index]);
            }
            self.count.push(count);
            if constraint < self.clauses {
                if count == 0 {
                    self.cost += 1;
                    self.break_it(constraint);
                }
            } else if count > 1 {
                self.cost += u64::from(count) - 1;
                self.break_it(constraint);
            }
        }
        self.work += 2 * self.of.len() as u64;
    }

    fn break_it(&mut self, constraint: u32) {
        self.places[constraint as usize] = self.broken.len() as u32;
        self.broken.push(constraint);
    }

    fn mend(&mut self, constraint: u32) {
        let place = std::mem::replace(&mut self.places[constraint as usize], NOWHERE);
        self.broken.swap_remove(place as usize);
        if let Some(&moved) = self.broken.get(place as usize) {
            self.places[moved as usize] = place;
        }
    }

    /// How many clauses and pairs break when a false literal becomes true.
    fn breaks(&self, lit: Lit) -> usize {
        let mut breaks = 0;
        for &constraint in &self.of[self.of(!lit)] {
            breaks += usize::from(constraint < self.clauses && self.count[constraint as usize] == 1);
        }
        for &constraint in &self.of[self.of(lit)] {
            if constraint >= self.clauses {
                breaks += self.count[constraint as usize] as usize;
            }
        }
        breaks
    }

    /// Makes a false literal true.
    fn flip(&mut self, lit: Lit) {
        self.values[lit.index()] = true;
        self.values[(!lit).index()] = false;
        for at in self.of(lit) {
            let constraint = self.of[at];
            self.count[constraint as usize] += 1;
            let count = self.count[constraint as usize];
            if constraint < self.clauses {
                if count == 1 {
                    self.cost -= 1;
                    self.mend(constraint);
                }
            } else if count > 1 {
                self.cost += 1;
                if count == 2 {
                    self.break_it(constraint);
                }
            }
        }
        for at in self.of(!lit) {
            let constraint = self.of[at];
            self.count[constraint as usize] -= 1;
            let count = self.count[constraint as usize];
            if constraint < self.clauses {
                if count == 0 {
                    self.cost += 1;
                    self.break_it(constraint);
                }
            } else if count > 0 {
                self.cost -= 1;
                if count == 1 {
                    self.mend(constraint);
                }
            }
        }
        self.work += 1 + (self.of(lit).len() + self.of(!lit).len()) as u64;
    }

    /// A literal to make true, of a broken constraint.
    fn draw(&mut self, random: &mut u64, table: &[f64], scores: &mut Vec<(f64, Lit)>) -> Lit {
        let place = (next_random(random) * self.broken.len() as f64) as usize;
        let constraint = self.broken[place.min(self.broken.len() - 1)];
        scores.clear();
        let mut sum = 0.0;
        for place in self.range(constraint) {
            let lit = self.lits[place];
            let wrong = if constraint < self.clauses {
                lit
            } else if self.values[lit.index()] {
                !lit
            } else {
                continue;
            };
            sum += table[self.breaks(wrong).min(MOST_BROKEN)];
            self.work += (self.of(lit).len() + self.of(!lit).len()) as u64 / 4;
            scores.push((sum, wrong));
        }
        let drawn = next_random(random) * sum;
        let found = scores.iter().find(|(until, _)| drawn < *until);
        found.or(scores.last()).expect("a broken constraint has a literal to flip").1
    }
}

impl<O: Observer> Cdcl<O> {
    /// Walks from the remembered values, if there is work to spend, and remembers where least was broken. The trail must
    /// be at the level of the assumptions.
    pub(super) fn walk(&mut self, query: &Query<'_>) {
        let work = self.work();
        let limit = (work - self.phases.work_before_walk) / SHARE;
        // Loading the formula alone would cost more.
        if limit < (self.db.words() + self.binaries.pool.len()) as u64 {
            return;
        }
        self.phases.work_before_walk = work;
        let mut walk = self.load_walk();
        let mut random = self.options.seed ^ self.stats.conflicts << 20;
        let mut table = [1.0; MOST_BROKEN + 1];
        for at in 1..table.len() {
            table[at] = table[at - 1] / BASE;
        }
        let mut scores = Vec::new();
        let (mut flips, mut least, mut at_least) = (Vec::new(), walk.cost, 0);
        let mut count = 0u64;
        while walk.work < limit && !walk.broken.is_empty() {
            count += 1;
            if count.is_multiple_of(FLIPS) && query.stopped().is_some() {
                break;
            }
            let lit = walk.draw(&mut random, &table, &mut scores);
            walk.flip(lit);
            flips.push(lit);
            if walk.cost < least {
                (least, at_least) = (walk.cost, flips.len());
            }
            if flips.len() >= MOST_FLIPS {
                if at_least > 0 {
                    self.phases.remember(&flips[..at_least]);
                    flips.drain(..at_least);
                    at_least = 0;
                } else {
                    // Too far away: the last values do.
                    break;
                }
            }
        }
        self.phases.remember(&flips[..at_least]);
    }

    /// The clauses and groups that the assumptions leave, and the remembered values.
    fn load_walk(&self) -> Walk {
        let mut walk = Walk {
            values: vec![false; 2 * self.known],
            lits: Vec::new(),
            ranges: Vec::new(),
            clauses: 0,
            count: Vec::new(),
            starts: Vec::new(),
            of: Vec::new(),
            broken: Vec::new(),
            places: Vec::new(),
            cost: 0,
            work: 0,
        };
        for index in 0..self.known {
            let lit = Var::from_index(index).positive();
            if self.trail.value(lit) == 0 {
                walk.values[self.phases.saved(index).index()] = true;
                for lit in [lit, !lit] {
                    for &other in self.binaries.items((!lit).index()) {
                        if lit < other && self.trail.value(other) == 0 {
                            walk.ranges.push((walk.lits.len() as u32, walk.lits.len() as u32 + 2));
                            walk.lits.extend([lit, other]);
                        }
                    }
                }
            }
        }
        let mut groups = Vec::new();
        let mut next = self.db.first();
        while let Some(record) = next {
            next = self.db.next(record);
            let (clause, group) = (self.db.is_clause(record), self.db.is_group(record));
            if self.db.is_learnt(record) || !clause && !group {
                continue;
            }
            let lits = self.db.lits(record);
            if lits.iter().any(|&lit| self.trail.is_true(lit)) {
                continue;
            }
            let start = walk.lits.len() as u32;
            walk.lits.extend(lits.iter().filter(|&&lit| !self.trail.is_false(lit)));
            let range = (start, walk.lits.len() as u32);
            if clause {
                walk.ranges.push(range);
            }
            if group {
                groups.push(range);
            }
        }
        walk.clauses = walk.ranges.len() as u32;
        walk.ranges.extend(groups);
        walk.count();
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::sink::ClauseSink;
    use crate::solver::Solver;

    /// What a walk counts, counted anew.
    fn recount(walk: &Walk) -> (Vec<u32>, Vec<u32>, u64) {
        let (mut counts, mut broken, mut cost) = (Vec::new(), Vec::new(), 0);
        for constraint in 0..walk.ranges.len() as u32 {
            let lits = &walk.lits[walk.range(constraint)];
            let count = lits.iter().filter(|lit| walk.values[lit.index()]).count() as u32;
            counts.push(count);
            let wrong = if constraint < walk.clauses {
                u64::from(count == 0)
            } else {
                u64::from(count).saturating_sub(1)
            };
            cost += wrong;
            if wrong > 0 {
                broken.push(constraint);
            }
        }
        (counts, broken, cost)
    }

    /// Latin squares with clauses between the cells.
    fn filled(side: usize, assumed: bool) -> Cdcl {
        let mut solver = Cdcl::new();
        let lit = |row, column, digit| Lit::from_index(2 * ((row * side + column) * side + digit));
        for a in 0..side {
            for b in 0..side {
                solver.exactly_one(&(0..side).map(|i| lit(a, b, i)).collect::<Vec<_>>());
                solver.exactly_one(&(0..side).map(|i| lit(a, i, b)).collect::<Vec<_>>());
                solver.at_most_one(&(0..side).map(|i| lit(i, a, b)).collect::<Vec<_>>());
            }
        }
        solver.add_clause(&[!lit(0, 0, 0), lit(1, 1, 1)]);
        solver.add_clause(&[!lit(0, 0, 1), !lit(1, 1, 1), lit(2, 2, 2)]);
        if assumed {
            assert!(solver.solve_under(&[lit(0, 0, 1)]).is_sat());
            assert_eq!(solver.trail.level(), 1, "the assumption stays");
        } else {
            assert!(solver.solve().is_sat());
        }
        solver
    }

    #[test]
    fn counts_and_costs_stay_right_while_literals_are_flipped() {
        for assumed in [false, true] {
            let solver = filled(4, assumed);
            let mut walk = solver.load_walk();
            let (mut random, mut scores) = (7, Vec::new());
            let mut table = [1.0; MOST_BROKEN + 1];
            table[1..].fill(0.5);
            for step in 0..2_000 {
                let (counts, mut broken, cost) = recount(&walk);
                assert_eq!((&walk.count, walk.cost), (&counts, cost));
                let mut listed = walk.broken.clone();
                listed.sort_unstable();
                broken.sort_unstable();
                assert_eq!(listed, broken);
                let lit = if step % 3 == 0 || walk.broken.is_empty() {
                    let at = (next_random(&mut random) * walk.lits.len() as f64) as usize;
                    let lit = walk.lits[at];
                    if walk.values[lit.index()] { !lit } else { lit }
                } else {
                    walk.draw(&mut random, &table, &mut scores)
                };
                // What breaks: clauses that become false, pairs that become true.
                let pairs = |count: u32| u64::from(count) * u64::from(count.saturating_sub(1)) / 2;
                let (before, breaks) = (walk.count.clone(), walk.breaks(lit) as u64);
                walk.flip(lit);
                let broke: u64 = (0..before.len())
                    .map(|at| match at < walk.clauses as usize {
                        true => u64::from(before[at] > 0 && walk.count[at] == 0),
                        false => pairs(walk.count[at]).saturating_sub(pairs(before[at])),
                    })
                    .sum();
                assert_eq!(breaks, broke);
            }
        }
    }

    #[test]
    fn a_walk_leaves_values_that_break_less_and_no_assumption_changed() {
        for assumed in [false, true] {
            let mut solver = filled(6, assumed);
            let values: Vec<Lit> = (0..solver.known).map(|index| Var::from_index(index).positive()).collect();
            solver.phases.remember(&values);
            let before = solver.load_walk().cost;
            solver.walk(&Query::new());
            assert_eq!(solver.load_walk().cost, before, "there was no work to spend");
            solver.ticks += 4_000_000;
            let trail = solver.trail.lits().to_vec();
            solver.walk(&Query::new());
            assert_eq!(solver.trail.lits(), trail);
            let after = solver.load_walk();
            assert!(after.cost * 10 < before, "{before} {}", after.cost);
            if after.cost == 0 {
                let conflicts = solver.stats.conflicts;
                let assumptions = if assumed { vec![Lit::from(2)] } else { Vec::new() };
                let model: Model = solver.solve_under(&assumptions).into_model().expect("a model");
                assert_eq!(solver.stats.conflicts, conflicts, "the values are a model");
                assert!(assumptions.iter().all(|&lit| model.is_true(lit)));
            }
        }
    }
}
