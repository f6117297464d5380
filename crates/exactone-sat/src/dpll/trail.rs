//! The assignment: which literals are true, in which order they became so, and why.

use crate::lit::Lit;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The query assumes it.
    Assumption,
    /// The branching rule chose it.
    Decision,
    /// Its negation, as a decision, was refuted; the number is that of the derived clause which says so.
    Flipped(u64),
    /// All other literals of this clause are false.
    Clause(u32),
    /// Its negation occurs in no open clause.
    Pure,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    values: Vec<Option<bool>>,
    pub(super) entries: Vec<(Lit, Reason)>,
    /// How many of the entries the clause counters know of.
    pub(super) counted: usize,
    /// Where on the trail each assumption and decision stands.
    pub(super) levels: Vec<usize>,
}

impl Trail {
    pub(super) fn resize(&mut self, vars: u32) {
        self.values.resize(vars as usize, None);
    }

    pub(super) fn vars(&self) -> usize {
        self.values.len()
    }

    /// The value of a literal, if it has one.
    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|value| value == lit.polarity())
    }

    pub(super) fn push(&mut self, lit: Lit, reason: Reason) {
        debug_assert_eq!(self.value(lit), None);
        self.values[lit.var().index()] = Some(lit.polarity());
        self.entries.push((lit, reason));
    }

    pub(super) fn pop(&mut self) -> Option<(Lit, Reason)> {
        let entry = self.entries.pop()?;
        self.values[entry.0.var().index()] = None;
        Some(entry)
    }

    /// The number of assumptions and decisions.
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    /// The assumption or decision that opened a level, counted from 1.
    pub(super) fn opener(&self, level: usize) -> Lit {
        self.entries[self.levels[level - 1]].0
    }
}
