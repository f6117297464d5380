//! Learnt clauses made shorter: their literals are made false one after the other, and what propagation then finds
//! makes the rest superfluous.
//!
//! Piette, Hamadi and Saïs, Vivifying propositional clausal formulae, ECAI 2008; for learnt clauses of few levels
//! Luo, Li, Xiao, Manyà and Lü, An effective learnt clause minimization approach for CDCL SAT solvers, IJCAI 2017.
//! Every such clause is taken once, newest first, its most frequent literals first.

use std::cmp::Reverse;

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::evidence::unpack;
use crate::lit::Lit;
use crate::observer::Observer;
use crate::solver::{Query, Stopped};

/// Clauses of at most so many levels are worth the work.
const LEVELS: u32 = 6;

/// A clause that follows, found by making another one false.
struct Part {
    lits: Vec<Lit>,
    /// The false literals that its negation leads to, and the clause of them unless that is the reason of one.
    from: Vec<Lit>,
    last: Option<u64>,
    /// How many literals at its beginning are implied, not made false.
    implied: usize,
}

impl<O: Observer> Cdcl<O> {
    /// Shortens clauses for so much work.
    pub(super) fn vivify(&mut self, query: &Query<'_>, share: u64) -> Result<(), Stopped> {
        let limit = self.work() + share;
        let mut counts = vec![0u32; 2 * self.known];
        let mut schedule = Vec::new();
        for &clause in self.learnts.iter().rev() {
            if !self.db.is_clause(clause) || self.db.lbd(clause) > LEVELS {
                continue;
            }
            for lit in self.db.lits(clause) {
                counts[lit.index()] += 1;
            }
            if !self.db.is_vivified(clause) {
                schedule.push(clause);
            }
        }
        for clause in schedule {
            if self.work() >= limit {
                break;
            }
            if let Some(why) = query.stopped() {
                return Err(why);
            }
            if self.db.is_clause(clause) {
                self.vivify_clause(clause, &counts);
                if !self.ok {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Makes a clause shorter, deletes it, or leaves it. The clause is not part of the propagation meanwhile.
    fn vivify_clause(&mut self, clause: ClauseRef, counts: &[u32]) {
        debug_assert_eq!(self.trail.level(), 0);
        self.db.set_vivified(clause);
        self.unwatch(clause);
        let mut lits = self.db.lits(clause).to_vec();
        if lits.iter().any(|&lit| self.trail.is_true(lit)) {
            self.delete_clause(clause);
            return;
        }
        lits.retain(|&lit| !self.trail.is_false(lit));
        lits.sort_by_key(|lit| Reverse(counts[lit.index()]));
        let part = self.make_false(clause, &lits);
        if part.lits.len() == self.db.len(clause) {
            self.backtrack(0);
            if part.implied > 0 {
                self.delete_clause(clause); // others say it
            } else {
                self.watch(clause);
            }
            return;
        }
        if O::ACTIVE {
            self.collect_chain(&part.from, &part.lits[part.implied..], part.last.map(unpack));
        }
        let id = self.derive(&part.lits);
        self.backtrack(0);
        match part.lits[..] {
            [unit] => {
                self.assign_unit(unit, id);
                self.settle();
            }
            [a, b] => self.add_binary(a, b, id),
            _ => {
                let lbd = self.db.lbd(clause).min(part.lits.len() as u32 - 1);
                let shorter = self.db.add_learnt(&part.lits, lbd, id);
                self.db.set_used(shorter, self.db.used(clause));
                self.learnts.push(shorter);
                self.watch(shorter);
            }
        }
        self.delete_clause(clause);
    }

    /// Makes the literals of a clause that are free at level 0 false, one level each, until something shows.
    fn make_false(&mut self, clause: ClauseRef, lits: &[Lit]) -> Part {
        let mut decided = Vec::new();
        for &lit in lits {
            if self.trail.is_false(lit) {
                continue;
            }
            if self.trail.is_true(lit) {
                let behind = self.blame(&[lit]);
                let lits = std::iter::once(lit).chain(behind.into_iter().map(|lit| !lit)).collect();
                return Part { lits, from: vec![lit], last: None, implied: 1 };
            }
            decided.push(lit);
            self.trail.open_level();
            self.decide(!lit);
            if let Some(conflict) = self.propagate() {
                self.announce_conflict(conflict);
                let from = self.conflict_lits(conflict);
                let lits = self.blame(&from).into_iter().map(|lit| !lit).collect();
                return Part { lits, from, last: Some(self.conflict_id), implied: 0 };
            }
        }
        // The others are false because of these, so the clause itself leaves only these.
        Part {
            lits: decided,
            from: self.db.lits(clause).to_vec(),
            last: O::ACTIVE.then(|| self.db.id(clause)),
            implied: 0,
        }
    }
}
