//! Literals of a learnt clause that follow from the others are left out.
//!
//! Recursive minimisation (Sörensson and Biere, Minimizing learned clauses, SAT 2009), with a stack of its own. A
//! literal of a level from which the clause has no other literal cannot be implied by the rest.

use super::Cdcl;
use super::trail::{Because, Reason};
use crate::lit::Lit;
use crate::observer::Observer;

/// The mark of a variable that is known not to follow.
pub(super) const FAILED: u8 = 2;

impl<O: Observer> Cdcl<O> {
    /// Takes redundant literals out of `self.learnt`; what is in it is marked in `self.seen`.
    pub(super) fn minimize(&mut self) {
        let mut lits = std::mem::take(&mut self.learnt);
        let levels = self.level_set(&lits[1..]);
        let mut kept = 1;
        for at in 1..lits.len() {
            if self.trail.reason_of(lits[at].var()) == Reason::NONE || !self.follows(lits[at], levels) {
                lits[kept] = lits[at];
                kept += 1;
            }
        }
        lits.truncate(kept);
        self.learnt = lits;
    }

    /// The levels of these literals, or more: a bit for each remainder by 64.
    pub(super) fn level_set(&self, lits: &[Lit]) -> u64 {
        lits.iter().fold(0, |levels, lit| levels | 1 << (self.trail.level_of(lit.var()) & 63))
    }

    /// Whether the falsity of a literal follows from that of other marked ones.
    pub(super) fn follows(&mut self, lit: Lit, levels: u64) -> bool {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(lit);
        let first = self.marked.len();
        let mut follows = true;
        while let Some(lit) = stack.pop() {
            follows = match self.trail.reason_of(lit.var()).because() {
                Because::Nothing => false,
                Because::Binary(other) => self.may_follow(other, levels, &mut stack),
                Because::Clause(clause) => (1..self.db.len(clause))
                    .all(|place| self.may_follow(self.db.lits(clause)[place], levels, &mut stack)),
            };
            if !follows {
                break;
            }
        }
        if !follows {
            // What was marked on the way may or may not follow; only the failure itself is remembered.
            for at in first..self.marked.len() {
                if self.seen[self.marked[at].index()] != FAILED {
                    self.seen[self.marked[at].index()] = 0;
                }
            }
        }
        self.stack = stack;
        follows
    }

    #[inline]
    fn may_follow(&mut self, lit: Lit, levels: u64, stack: &mut Vec<Lit>) -> bool {
        let var = lit.var();
        match self.seen[var.index()] {
            0 => {}
            FAILED => return false,
            _ => return true,
        }
        let level = self.trail.level_of(var);
        if level == 0 {
            return true;
        }
        self.marked.push(var);
        if self.trail.reason_of(var) == Reason::NONE || levels >> (level & 63) & 1 == 0 {
            self.seen[var.index()] = FAILED;
            return false;
        }
        self.seen[var.index()] = 1;
        stack.push(lit);
        true
    }
}
