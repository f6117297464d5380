//! Literals of a learnt clause that follow from the others are left out.
//!
//! Recursive minimisation (Sörensson and Biere, Minimizing learned clauses, SAT 2009), with a stack of its own. A
//! literal of a level from which the clause has no other literal cannot be implied by the rest.

use super::Cdcl;
use super::trail::{Because, Reason};
use crate::lit::Lit;
use crate::observer::Observer;

/// The mark of a variable that is in the clause or follows from it.
const FOLLOWS: u8 = 1;
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

    /// Whether the falsity of a literal follows from that of other marked ones. What is found out on the way is marked,
    /// so that no reason is looked at twice in one conflict.
    pub(super) fn follows(&mut self, lit: Lit, levels: u64) -> bool {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        // Literals whose reason is being looked at, each reached from the one before, and the next place in the reason.
        stack.push((lit, 1));
        let mut follows = true;
        while let Some((lit, place)) = stack.last_mut() {
            let next = match self.trail.reason_of(lit.var()).because() {
                Because::Nothing => unreachable!("only what has a reason is on the stack"),
                Because::Binary(other) => (*place == 1).then_some(other),
                Because::Clause(clause) => self.db.lits(clause).get(*place).copied(),
            };
            *place += 1;
            let Some(next) = next else {
                // All of its reason follows.
                let (lit, _) = stack.pop().expect("it is the last one");
                self.mark_as(lit, FOLLOWS);
                continue;
            };
            match self.may_follow(next, levels) {
                Some(true) => {}
                Some(false) => {
                    follows = false;
                    break;
                }
                None => stack.push((next, 1)),
            }
        }
        // Each literal on the way to a failure needs it.
        for (lit, _) in stack.drain(..) {
            self.mark_as(lit, FAILED);
        }
        self.stack = stack;
        follows
    }

    /// Whether a false literal follows, if that is known without looking at its reason.
    #[inline]
    fn may_follow(&mut self, lit: Lit, levels: u64) -> Option<bool> {
        let var = lit.var();
        match self.seen[var.index()] {
            0 => {}
            FAILED => return Some(false),
            _ => return Some(true),
        }
        let level = self.trail.level_of(var);
        if level == 0 {
            return Some(true);
        }
        if self.trail.reason_of(var) == Reason::NONE || levels >> (level & 63) & 1 == 0 {
            self.mark_as(lit, FAILED);
            return Some(false);
        }
        None
    }

    fn mark_as(&mut self, lit: Lit, mark: u8) {
        let index = lit.var().index();
        if self.seen[index] == 0 {
            self.seen[index] = mark;
            self.marked.push(lit.var());
        }
    }
}
