//! What a conflict makes more important: the variables it went through, and those one step behind the learnt clause.
//!
//! The second kind, the literals of the reasons of the learnt clause's literals, is Liang, Oh, Mathew, Thomas, Li and
//! Ganesh's (Machine learning-based restart policy for CDCL SAT solvers, SAT 2018: reason side rate), as CaDiCaL
//! does it for scores. In a group that reason is the pair of two of its literals: the true one gains.

use super::Cdcl;
use super::trail::Because;
use crate::lit::{Lit, Var};
use crate::observer::Observer;

/// At most so many times as many variables as the conflict went through are reached by one step more.
const MOST: usize = 10;

impl<O: Observer> Cdcl<O> {
    /// Bumps the first `gone_through` marked variables, and those behind the learnt clause.
    pub(super) fn bump(&mut self, gone_through: usize) {
        if self.options.bump_reasons {
            // Minimisation has left marks of its own.
            for at in gone_through..self.marked.len() {
                self.seen[self.marked[at].index()] = 0;
            }
            self.marked.truncate(gone_through);
            for at in 0..self.learnt.len() {
                if self.marked.len() > MOST * gone_through {
                    break;
                }
                self.mark_behind(self.learnt[at]);
            }
            self.bump_first(self.marked.len());
        } else {
            self.bump_first(gone_through);
        }
    }

    /// Marks the other literals of the reason of a literal.
    fn mark_behind(&mut self, lit: Lit) {
        match self.trail.reason_of(lit.var()).because() {
            Because::Nothing => {}
            Because::Binary(other) => self.mark(other),
            Because::Clause(clause) => {
                for place in 1..self.db.len(clause) {
                    self.mark(self.db.lits(clause)[place]);
                }
            }
        }
    }

    fn mark(&mut self, lit: Lit) {
        let var = lit.var();
        if self.seen[var.index()] == 0 && self.trail.level_of(var) > 0 {
            self.seen[var.index()] = 1;
            self.marked.push(var);
        }
    }

    /// Bumps the first `count` marked variables.
    fn bump_first(&mut self, count: usize) {
        if self.restarts.stable {
            for at in 0..count {
                self.activity.bump(self.marked[at].index());
            }
            self.activity.decay(self.options.decay);
        } else {
            // In the order in which they were, so that those keep it among themselves.
            let key = |var: &Var| u64::from(self.queue.stamp(var.index())) << 32 | var.index() as u64;
            self.keys.clear();
            self.keys.extend(self.marked[..count].iter().map(key));
            self.keys.sort_unstable();
            for &key in &self.keys {
                self.queue.bump(key as u32 as usize, false);
            }
        }
    }
}
