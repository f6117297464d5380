//! Pure literal elimination: a literal whose negation occurs in no open clause may be true for free.
//!
//! It stays sound under assumptions and clauses added later because it starts only after the assumptions stand,
//! counts the query's temporary clause like any other, and is taken back with everything else when the call ends.
//! It also needs no place in a refutation: the clauses that contain the false side were satisfied before, so a pure
//! literal is never part of a conflict, of a reason, of a failed core or of a proof.

use super::formula::Formula;
use super::trail::Trail;
use crate::lit::Lit;

impl Formula {
    /// Makes every literal a candidate. From then on only those are new whose negation loses its last open clause.
    pub(super) fn collect_pure_candidates(&mut self) {
        self.pure_candidates.clear();
        let absent = (0..self.open_occurrences.len()).rev().map(Lit::from_index);
        self.pure_candidates
            .extend(absent.map(|lit| !lit).filter(|&lit| self.open_occurrences[(!lit).index()] == 0));
    }

    /// The next literal without a value that occurs in some open clause and its negation in none.
    pub(super) fn next_pure(&mut self, trail: &Trail) -> Option<Lit> {
        while let Some(lit) = self.pure_candidates.pop() {
            let (here, negated) = (self.open_occurrences[lit.index()], self.open_occurrences[(!lit).index()]);
            if here > 0 && negated == 0 && trail.value(lit).is_none() {
                return Some(lit);
            }
        }
        None
    }
}
