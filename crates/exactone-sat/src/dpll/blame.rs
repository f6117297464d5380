//! Who is to blame for a contradiction: the assumptions that the refutation used.
//!
//! Every conflict is followed back through the reasons to the assumptions it rests on. A literal that was flipped has
//! no clause for a reason but a refutation, whose assumptions are on the list already. So at the end the list holds
//! every assumption that the search tree needs, and the same tree refutes the formula under these alone.

use super::Dpll;
use super::trail::Reason;
use crate::lit::Lit;
use crate::observer::{ClauseId, Observer};

#[derive(Clone, Debug, Default)]
pub(super) struct Blame {
    /// Whether anybody wants to know.
    pub(super) wanted: bool,
    /// The assumptions that the refutation needs so far, in the order in which they were found.
    pub(super) assumptions: Vec<Lit>,
    /// Whether the temporary clause was needed.
    pub(super) constraint: bool,
    /// The clauses of the latest conflict, in the order in which they became unit, the false one last.
    pub(super) antecedents: Vec<ClauseId>,
    /// By variable: to be explained in the present walk.
    seen: Vec<bool>,
    /// By variable: its assumption is on the list.
    listed: Vec<bool>,
}

impl Blame {
    pub(super) fn start(&mut self, vars: u32, wanted: bool) {
        for lit in self.assumptions.drain(..) {
            self.listed[lit.var().index()] = false;
        }
        self.constraint = false;
        self.wanted = wanted;
        if wanted {
            self.seen.resize(vars as usize, false);
            self.listed.resize(vars as usize, false);
        }
    }
}

impl<O: Observer> Dpll<O> {
    /// Follows a false clause back to the assumptions.
    pub(super) fn blame_conflict(&mut self, number: u32) {
        if self.blame.wanted {
            self.blame.antecedents.clear();
            self.blame_clause(number);
            self.walk();
        }
    }

    /// Follows an assumption that is false already back to the others.
    pub(super) fn blame_assumption(&mut self, lit: Lit) {
        if self.blame.wanted {
            self.blame.antecedents.clear();
            self.blame.seen[lit.var().index()] = true;
            self.walk();
            self.blame.assumptions.push(lit);
            // The list may hold its negation too, if that was assumed: two entries, one mark, which start() clears.
            self.blame.listed[lit.var().index()] = true;
        }
    }

    fn blame_clause(&mut self, number: u32) {
        let id = self.formula.ids[number as usize];
        self.blame.constraint |= id == ClauseId::Constraint;
        self.blame.antecedents.push(id);
        for lit in &self.formula.cnf[number as usize] {
            self.blame.seen[lit.var().index()] = true;
        }
    }

    fn walk(&mut self) {
        for position in (0..self.trail.entries.len()).rev() {
            let (lit, reason) = self.trail.entries[position];
            let index = lit.var().index();
            if !std::mem::take(&mut self.blame.seen[index]) {
                continue;
            }
            match reason {
                Reason::Assumption => {
                    if !std::mem::replace(&mut self.blame.listed[index], true) {
                        self.blame.assumptions.push(lit);
                    }
                }
                Reason::Clause(number) => {
                    self.blame_clause(number);
                    self.blame.seen[index] = false;
                }
                Reason::Flipped(number) => self.blame.antecedents.push(ClauseId::Derived(number)),
                Reason::Decision | Reason::Pure => {}
            }
        }
        self.blame.antecedents.reverse();
    }
}
