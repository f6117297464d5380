//! The clauses with their counters: how many literals of each are true, how many are not yet counted false.
//!
//! The search never copies or changes a clause. What it knows about one is two numbers, brought up to date as
//! literals are set and taken back:
//!
//! ```text
//! satisfied == 0, unassigned == 0   false: a conflict
//! satisfied == 0, unassigned == 1   unit: its last literal must be true
//! satisfied == 0                    open
//! satisfied > 0                     satisfied: of no interest until that is taken back
//! ```
//!
//! Watched literals would touch fewer clauses, but pure literals and MOMS ask in how many *open* clauses a literal
//! occurs, and only counters know that.

use std::ops::Range;

use crate::cnf::Cnf;
use crate::lit::Lit;
use crate::observer::ClauseId;
use crate::sink::ClauseSink;

#[derive(Clone, Copy, Debug)]
pub(super) struct ClauseState {
    pub(super) satisfied: u32,
    pub(super) unassigned: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Formula {
    /// Without tautologies and without repeated literals.
    pub(super) cnf: Cnf,
    pub(super) ids: Vec<ClauseId>,
    pub(super) states: Vec<ClauseState>,
    /// How many clauses are open.
    pub(super) open: usize,
    /// In how many open clauses each literal occurs.
    pub(super) open_occurrences: Vec<u32>,
    /// Literals whose negation has just disappeared from the open clauses.
    pub(super) pure_candidates: Vec<Lit>,
    /// Clauses of one literal or none: what is unit before anything is decided.
    short: Vec<u32>,
    /// Clause numbers by literal: those of literal `l` are `occurrences[starts[l]..starts[l + 1]]`.
    starts: Vec<usize>,
    occurrences: Vec<u32>,
    indexed: bool,
    scratch: Vec<Lit>,
}

impl Formula {
    /// Keeps a clause, unless it is true whatever happens.
    pub(super) fn add(&mut self, clause: &[Lit], id: ClauseId) {
        self.scratch.clear();
        self.scratch.extend_from_slice(clause);
        self.scratch.sort_unstable();
        self.scratch.dedup();
        if self.scratch.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        let number = u32::try_from(self.cnf.len()).expect("fewer than 2^32 clauses");
        if self.scratch.len() < 2 {
            self.short.push(number);
        }
        self.cnf.add_clause(&self.scratch);
        self.ids.push(id);
        self.indexed = false;
    }

    /// Forgets all clauses from number `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        if len < self.cnf.len() {
            self.cnf.truncate(len);
            self.ids.truncate(len);
            while self.short.last().is_some_and(|&number| number as usize >= len) {
                self.short.pop();
            }
            self.indexed = false;
        }
    }

    /// Brings the occurrence lists and counters up to date with the clauses. Nothing may be assigned.
    pub(super) fn index(&mut self, vars: u32) {
        if self.indexed && self.starts.len() == 2 * vars as usize + 1 {
            return;
        }
        self.states.clear();
        self.states.extend(
            self.cnf.iter().map(|clause| ClauseState { satisfied: 0, unassigned: clause.len() as u32 }),
        );
        self.open = self.cnf.len();
        // A counting sort: count, sum up, fill from the back.
        self.open_occurrences.clear();
        self.open_occurrences.resize(2 * vars as usize, 0);
        for &lit in self.cnf.literals() {
            self.open_occurrences[lit.index()] += 1;
        }
        self.starts.clear();
        let mut end = 0;
        for &count in &self.open_occurrences {
            end += count as usize;
            self.starts.push(end);
        }
        self.starts.push(end);
        self.occurrences.clear();
        self.occurrences.resize(end, 0);
        for number in (0..self.cnf.len()).rev() {
            for lit in &self.cnf[number] {
                let start = &mut self.starts[lit.index()];
                *start -= 1;
                self.occurrences[*start] = number as u32;
            }
        }
        self.indexed = true;
    }

    /// The clauses of one literal or none.
    pub(super) fn short(&self) -> &[u32] {
        &self.short
    }

    /// The places in [`occurrence`](Self::occurrence) that belong to a literal.
    pub(super) fn occurrences(&self, lit: Lit) -> Range<usize> {
        self.starts[lit.index()]..self.starts[lit.index() + 1]
    }

    /// The clause number at one such place.
    pub(super) fn occurrence(&self, place: usize) -> usize {
        self.occurrences[place] as usize
    }

    /// The open clauses, each with the number of its literals that are not yet false.
    pub(super) fn open_clauses(&self) -> impl Iterator<Item = (&[Lit], u32)> {
        let states = self.states.iter().enumerate();
        states
            .filter(|(_, state)| state.satisfied == 0)
            .map(|(number, state)| (&self.cnf[number], state.unassigned))
    }

    /// One more literal of a clause is true.
    pub(super) fn satisfy(&mut self, number: usize) {
        let state = &mut self.states[number];
        state.satisfied += 1;
        if state.satisfied == 1 {
            self.open -= 1;
            for &lit in &self.cnf[number] {
                let count = &mut self.open_occurrences[lit.index()];
                *count -= 1;
                if *count == 0 {
                    self.pure_candidates.push(!lit);
                }
            }
        }
    }

    /// One literal of a clause is true no more.
    pub(super) fn unsatisfy(&mut self, number: usize) {
        let state = &mut self.states[number];
        state.satisfied -= 1;
        if state.satisfied == 0 {
            self.open += 1;
            for &lit in &self.cnf[number] {
                self.open_occurrences[lit.index()] += 1;
            }
        }
    }
}
