//! Parts of what is left that share no variable.
//!
//! A part is the ascending list of its open variables and the ascending list of its open long clauses. That says all:
//! a long clause is open if none of its literals is true, then all others of its literals are false; a binary clause
//! or a group is open as soon as two of its variables are, since propagation closes it otherwise.

use super::formula::Formula;
use crate::lit::Var;

/// Parts on a stack in one buffer: `[variables, clauses, variable indexes.., clause numbers..]` each.
#[derive(Default)]
pub(super) struct Parts {
    words: Vec<u32>,
    /// For each part where it starts, and how many words it and those below it reach.
    starts: Vec<(usize, usize)>,
}

/// A part on the stack, by its place.
#[derive(Clone, Copy, Default)]
pub(super) struct Part(usize);

impl Parts {
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn at(&self, index: usize) -> Part {
        Part(self.starts[index].0)
    }

    pub(super) fn vars(&self, part: Part) -> &[u32] {
        let len = self.words[part.0] as usize;
        &self.words[part.0 + 2..part.0 + 2 + len]
    }

    pub(super) fn clauses(&self, part: Part) -> &[u32] {
        let (vars, clauses) = (self.words[part.0] as usize, self.words[part.0 + 1] as usize);
        &self.words[part.0 + 2 + vars..part.0 + 2 + vars + clauses]
    }

    fn push(&mut self, vars: &[u32], clauses: &[u32]) {
        let start = self.words.len();
        self.words.extend([vars.len() as u32, clauses.len() as u32]);
        self.words.extend_from_slice(vars);
        self.words.extend_from_slice(clauses);
        self.starts.push((start, self.words.len()));
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.starts.truncate(len);
        self.words.truncate(self.starts.last().map_or(0, |&(_, reach)| reach));
    }

    /// Orders the parts from `first` on so that the largest is at the bottom and comes last.
    pub(super) fn largest_first(&mut self, first: usize) {
        if self.starts.len() - first < 2 {
            return;
        }
        let words = &self.words;
        self.starts[first..].sort_by_key(|&(start, _)| (std::cmp::Reverse(words[start]), start));
        let mut reach = 0;
        for (start, end) in &mut self.starts[first..] {
            let size = 2 + words[*start] as usize + words[*start + 1] as usize;
            reach = reach.max(*start + size);
            *end = reach;
        }
    }
}

/// Finds parts; keeps its memory between calls.
pub(super) struct Splitter {
    /// A new number for each part.
    stamp: u32,
    vars_seen: Vec<u32>,
    clauses_seen: Vec<u32>,
    groups_seen: Vec<u32>,
    vars: Vec<u32>,
    clauses: Vec<u32>,
}

impl Splitter {
    pub(super) fn new(formula: &Formula) -> Splitter {
        Splitter {
            stamp: 0,
            vars_seen: vec![0; formula.var_count()],
            clauses_seen: vec![0; formula.clause_count()],
            groups_seen: vec![0; formula.group_count()],
            vars: Vec::new(),
            clauses: Vec::new(),
        }
    }

    /// Pushes the parts into which these variables and long clauses, both ascending, fall, assigned and true ones
    /// apart; calls `free` for each open variable that no open clause or group holds.
    pub(super) fn split(
        &mut self,
        formula: &Formula,
        vars: &[u32],
        clauses: &[u32],
        parts: &mut Parts,
        mut free: impl FnMut(usize),
    ) {
        if self.stamp > u32::MAX - vars.len() as u32 {
            self.vars_seen.fill(0);
            self.clauses_seen.fill(0);
            self.groups_seen.fill(0);
            self.stamp = 0;
        }
        let before = self.stamp;
        let is_open = |index: u32| formula.is_open(Var::from_index(index as usize));
        let mut left = vars.iter().filter(|&&index| is_open(index)).count();
        for &index in vars {
            if left == 0 {
                break;
            }
            if self.vars_seen[index as usize] > before || !is_open(index) {
                continue;
            }
            self.stamp += 1;
            self.vars.clear();
            self.clauses.clear();
            self.reach(index as usize);
            let mut next = 0;
            while let Some(&index) = self.vars.get(next) {
                next += 1;
                // Once all variables are reached, the other clauses are these variables' too.
                if self.vars.len() == left {
                    break;
                }
                self.visit(formula, Var::from_index(index as usize));
            }
            let whole = self.vars.len() == left;
            left -= self.vars.len();
            if let [alone] = self.vars[..] {
                // Its clauses would hold a second open variable.
                free(alone as usize);
                continue;
            }
            // Of a part that is most of its parent the order is had by going through the parent.
            if self.vars.len() * 8 > vars.len() {
                let seen = &self.vars_seen;
                self.vars.clear();
                self.vars.extend(vars.iter().filter(|&&index| seen[index as usize] == self.stamp));
            } else {
                self.vars.sort_unstable();
            }
            if whole {
                let seen = &self.clauses_seen;
                let is_this = |&&id: &&u32| {
                    let part = seen[id as usize];
                    part == self.stamp || part <= before && formula.is_open_clause(id)
                };
                self.clauses.clear();
                self.clauses.extend(clauses.iter().filter(is_this));
            } else {
                self.clauses.sort_unstable();
            }
            parts.push(&self.vars, &self.clauses);
        }
    }

    #[inline]
    fn reach(&mut self, index: usize) {
        if self.vars_seen[index] != self.stamp {
            self.vars_seen[index] = self.stamp;
            self.vars.push(index as u32);
        }
    }

    fn visit(&mut self, formula: &Formula, var: Var) {
        for lit in [var.positive(), var.negative()] {
            for &other in formula.partners(lit) {
                if formula.value(other) == 0 {
                    self.reach(other.var().index());
                }
            }
        }
        for &group in formula.lone_groups_of(var) {
            if std::mem::replace(&mut self.groups_seen[group as usize], self.stamp) != self.stamp {
                for &other in formula.group(group) {
                    if formula.value(other) == 0 {
                        self.reach(other.var().index());
                    }
                }
            }
        }
        for &id in formula.clauses_of(var) {
            if self.clauses_seen[id as usize] == self.stamp || !formula.is_open_clause(id) {
                continue;
            }
            self.clauses_seen[id as usize] = self.stamp;
            self.clauses.push(id);
            for &lit in formula.clause(id) {
                if formula.value(lit) == 0 {
                    self.reach(lit.var().index());
                }
            }
        }
    }
}
