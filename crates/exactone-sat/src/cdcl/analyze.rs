//! What a conflict teaches: the clause at the first unique implication point.
//!
//! Marques-Silva and Sakallah, GRASP, 1996; Zhang, Madigan, Moskewicz and Malik, Efficient conflict driven learning,
//! ICCAD 2001. The number of decision levels of a clause (LBD) is Audemard and Simon's, IJCAI 2009.

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::propagate::Conflict;
use super::trail::{Because, Trail};
use crate::lit::Lit;
use crate::observer::Observer;

impl<O: Observer> Cdcl<O> {
    /// Leaves in `self.learnt` the learnt clause, the asserting literal first and one of the highest remaining level
    /// second. Returns the level to go back to and the LBD.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> (u32, u32) {
        let level = self.trail.level();
        self.learnt.clear();
        self.learnt.push(Lit::from_index(0)); // the place of the asserting literal
        let mut open = match conflict {
            Conflict::Binary(a, b) => self.look_at(a, level) + self.look_at(b, level),
            Conflict::Clause(clause) => self.look_at_clause(clause, 0, level),
        };
        let mut at = self.trail.len();
        loop {
            let lit = loop {
                at -= 1;
                let lit = self.trail.lits()[at];
                if self.seen[lit.var().index()] != 0 {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                self.learnt[0] = !lit;
                break;
            }
            open += match self.trail.reason_of(lit.var()).because() {
                Because::Nothing => 0, // cannot be: a decision is the last open literal of its level
                Because::Binary(other) => self.look_at(other, level),
                Because::Clause(clause) => self.look_at_clause(clause, 1, level),
            };
        }
        let gone_through = self.marked.len();
        self.minimize();
        if self.shrinks() {
            self.shrink();
            self.bump(gone_through);
            std::mem::swap(&mut self.learnt, &mut self.shrunk);
        } else {
            self.bump(gone_through);
        }
        let back = self.second_literal();
        let lbd = self.levels.among(&self.learnt, &self.trail, self.assuming);
        for at in 0..self.marked.len() {
            self.seen[self.marked[at].index()] = 0;
        }
        self.marked.clear();
        (back, lbd)
    }

    #[inline]
    fn look_at(&mut self, lit: Lit, level: u32) -> u32 {
        let var = lit.var();
        if self.seen[var.index()] != 0 {
            return 0;
        }
        let of = self.trail.level_of(var);
        if of == 0 {
            return 0;
        }
        self.seen[var.index()] = 1;
        self.marked.push(var);
        if of >= level {
            return 1;
        }
        self.learnt.push(lit);
        0
    }

    fn look_at_clause(&mut self, clause: ClauseRef, from: usize, level: u32) -> u32 {
        if self.db.is_learnt(clause) {
            self.note_use(clause);
        }
        let mut open = 0;
        for place in from..self.db.len(clause) {
            open += self.look_at(self.db.lits(clause)[place], level);
        }
        open
    }

    /// Brings a literal of the highest level among all but the first to the second place; returns that level.
    fn second_literal(&mut self) -> u32 {
        let mut back = 0;
        let mut place = 1;
        for at in 1..self.learnt.len() {
            let level = self.trail.level_of(self.learnt[at].var());
            if level > back {
                back = level;
                place = at;
            }
        }
        if self.learnt.len() > 1 {
            self.learnt.swap(1, place);
        }
        back
    }
}

/// Counts decision levels.
#[derive(Default)]
pub(super) struct Levels {
    stamps: Vec<u64>,
    stamp: u64,
}

impl Levels {
    /// How many levels these assigned literals are from, level 0 apart. Assumptions share a level (`assuming`); as they would
    /// have one each, every literal of theirs counts.
    pub(super) fn among(&mut self, lits: &[Lit], trail: &Trail, assuming: bool) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for lit in lits {
            let level = trail.level_of(lit.var()) as usize;
            if level == 1 && assuming {
                count += 1;
            } else if level > 0 && self.stamps.get(level) != Some(&self.stamp) {
                if self.stamps.len() <= level {
                    self.stamps.resize(level + 1, 0);
                }
                self.stamps[level] = self.stamp;
                count += 1;
            }
        }
        count
    }
}
