//! Literals of a learnt clause that are of one level give way to the one from which all of them follow.
//!
//! Fleury and Biere, Efficient All-UIP learned clause minimization, SAT 2021. Groups give it much to do: a true literal
//! makes many false at once, and those that a conflict went through stand side by side in the clause. "Not this one" says
//! less than "one of those" though; of an exactly-one group it says as much about all the others together. So it is not
//! done where there are groups that do not count, which are at-most-one groups.

use std::cmp::Reverse;

use super::Cdcl;
use super::minimize::FAILED;
use super::trail::{Because, Reason};
use crate::lit::{Lit, Var};
use crate::observer::Observer;

/// How far back on the trail the one literal of a level may be: a level may have a million consequences.
const FARTHEST: usize = 1 << 16;
/// The mark of a variable that is open: of the level at work, and all that is replaced follows from those.
const OPEN: u8 = 4;

impl<O: Observer> Cdcl<O> {
    /// Whether learnt clauses are to be shrunk.
    pub(super) fn shrinks(&self) -> bool {
        self.options.shrink && self.members.pool.is_empty()
    }

    /// Leaves in `self.shrunk` what becomes of `self.learnt`, which is only put in order. What is in it or follows from
    /// it is marked in `self.seen`.
    pub(super) fn shrink(&mut self) {
        let mut lits = std::mem::take(&mut self.learnt);
        let mut shrunk = std::mem::take(&mut self.shrunk);
        // The highest level first: what is added to the reasons of one is below it.
        lits[1..].sort_unstable_by_key(|lit| Reverse(self.trail.level_of(lit.var())));
        let levels = self.level_set(&lits[1..]);
        shrunk.clear();
        shrunk.push(lits[0]);
        let mut rest = &lits[1..];
        while let Some(first) = rest.first() {
            let level = self.trail.level_of(first.var());
            let len = rest.iter().position(|lit| self.trail.level_of(lit.var()) != level);
            let block;
            (block, rest) = rest.split_at(len.unwrap_or(rest.len()));
            // Assumptions share a level without following from one of them.
            let one = if block.len() == 1 || level == 1 && self.assuming {
                None
            } else {
                self.shrink_block(block, level, levels)
            };
            match one {
                Some(one) => shrunk.push(one),
                None => shrunk.extend_from_slice(block),
            }
        }
        self.learnt = lits;
        self.shrunk = shrunk;
    }

    /// The literal from which all of these of one level follow, if nothing else below it is needed that the clause does
    /// not imply.
    fn shrink_block(&mut self, block: &[Lit], level: u32, levels: u64) -> Option<Lit> {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        for lit in block {
            self.seen[lit.var().index()] |= OPEN;
            open.push(lit.var());
        }
        let mut left = block.len();
        let end = if level < self.trail.level() { self.trail.start_of(level + 1) } else { self.trail.len() };
        let mut one = None;
        for at in (end.saturating_sub(FARTHEST)..end).rev() {
            let lit = self.trail.lits()[at];
            let var = lit.var();
            if self.seen[var.index()] & OPEN == 0 {
                continue;
            }
            if left == 1 {
                one = Some(!lit);
                break;
            }
            let before = open.len();
            let goes_on = match self.trail.reason_of(var).because() {
                Because::Nothing => false,
                Because::Binary(other) => self.goes_back_to(other, level, levels, &mut open),
                Because::Clause(clause) => (1..self.db.len(clause))
                    .all(|place| self.goes_back_to(self.db.lits(clause)[place], level, levels, &mut open)),
            };
            if !goes_on {
                break;
            }
            left = left - 1 + open.len() - before;
        }
        for var in &open {
            self.seen[var.index()] &= !OPEN;
        }
        self.open = open;
        one
    }

    /// Opens a literal of the level; whether one of a lower level follows from the clause.
    fn goes_back_to(&mut self, lit: Lit, level: u32, levels: u64, open: &mut Vec<Var>) -> bool {
        let var = lit.var();
        let of = self.trail.level_of(var);
        let mark = self.seen[var.index()];
        if of == 0 || mark & 1 != 0 {
            return true;
        }
        if of == level {
            if mark & OPEN == 0 {
                self.seen[var.index()] |= OPEN;
                open.push(var);
            }
            return true;
        }
        if mark == FAILED || self.trail.reason_of(var) == Reason::NONE || levels >> (of & 63) & 1 == 0 {
            return false;
        }
        self.follows(lit, levels)
    }
}
