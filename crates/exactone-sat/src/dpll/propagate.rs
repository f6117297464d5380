//! Unit propagation: a clause whose literals are all false but one makes that one true.

use super::Dpll;
use super::trail::Reason;
use crate::lit::Lit;
use crate::observer::Observer;

impl<O: Observer> Dpll<O> {
    /// Tells the clauses of one literal that is true but not yet counted: `None` if there is none.
    /// Otherwise whether a clause became false, and which.
    pub(super) fn propagate_one(&mut self) -> Option<Result<(), u32>> {
        let &(lit, _) = self.trail.entries.get(self.trail.counted)?;
        self.trail.counted += 1;
        for place in self.formula.occurrences(lit) {
            let number = self.formula.occurrence(place);
            self.formula.satisfy(number);
        }
        // All counters must be brought up to date even after a conflict: taking back counts them all down again.
        let mut result = Ok(());
        for place in self.formula.occurrences(!lit) {
            let number = self.formula.occurrence(place);
            let state = &mut self.formula.states[number];
            state.unassigned -= 1;
            if state.satisfied == 0 && state.unassigned <= 1 && result.is_ok() {
                result = self.propagate_clause(number as u32);
            }
        }
        Some(result)
    }

    /// Draws the consequence of a clause of which at most one literal is not counted false.
    pub(super) fn propagate_clause(&mut self, number: u32) -> Result<(), u32> {
        // The last literal may have a value already that waits on the trail to be counted.
        let clause = &self.formula.cnf[number as usize];
        match clause.iter().find(|&&lit| self.trail.value(lit) != Some(false)) {
            None => Err(number),
            Some(&lit) if self.trail.value(lit).is_none() => {
                self.trail.push(lit, Reason::Clause(number));
                self.stats.propagations += 1;
                self.tell_propagate(lit, number);
                Ok(())
            }
            Some(_) => Ok(()),
        }
    }

    /// Takes back the newest literals until `len` are left, and their effect on the counters.
    pub(super) fn undo(&mut self, len: usize) {
        while self.trail.entries.len() > len {
            let was_counted = self.trail.counted == self.trail.entries.len();
            let Some((lit, _)) = self.trail.pop() else { return };
            if was_counted {
                self.trail.counted -= 1;
                self.uncount(lit);
            }
        }
        self.formula.pure_candidates.clear();
    }

    fn uncount(&mut self, lit: Lit) {
        for place in self.formula.occurrences(lit) {
            let number = self.formula.occurrence(place);
            self.formula.unsatisfy(number);
        }
        for place in self.formula.occurrences(!lit) {
            let number = self.formula.occurrence(place);
            self.formula.states[number].unassigned += 1;
        }
    }
}
