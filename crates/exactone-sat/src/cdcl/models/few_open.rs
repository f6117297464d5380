//! Where few variables are open: the models below are listed from the residue, if that pays.

use super::super::residue::{Found, MOST, Residue};
use super::{Models, State};
use crate::lit::Lit;

impl Models<'_, '_> {
    /// Whether so few variables are open that the rest is listed from the residue. All decisions must be on variables asked
    /// about.
    pub(super) fn takes_residue(&mut self) -> bool {
        let open = self.solver.known - self.solver.trail.len();
        if open == 0 || open > MOST || self.newest < self.solver.trail.level() {
            return false;
        }
        if self.to_pass_by > 0 {
            self.to_pass_by -= 1;
            return false;
        }
        let residue = self.residue.get_or_insert_with(|| Residue::new(self.solver));
        if !residue.take(self.solver, &self.projected) {
            self.pass_by();
            return false;
        }
        self.found_before = self.found;
        true
    }

    /// The last residue did not pay: more and more of the next ones are passed by.
    fn pass_by(&mut self) {
        self.passed_by = (2 * self.passed_by + 1).min(1023);
        self.to_pass_by = self.passed_by;
    }

    /// The next model of the residue, or what to do when there is none.
    pub(super) fn search_residue(&mut self) -> State {
        let Some(residue) = &mut self.residue else { return State::Searching };
        let before = (residue.conflicts, residue.propagations);
        let found = residue.search();
        self.solver.stats.conflicts += residue.conflicts - before.0;
        self.solver.stats.propagations += residue.propagations - before.1;
        match found {
            Found::Model => {
                residue.write(&mut self.model);
                State::InResidue
            }
            Found::Nothing => {
                // Looking for the open variables costs a step for each variable.
                if self.found - self.found_before > 1 + self.solver.known as u64 / 512 {
                    self.passed_by = 0;
                } else {
                    self.pass_by();
                }
                if self.flip(self.newest) { State::Searching } else { State::Done }
            }
            Found::TooHard => {
                let way: Vec<(Lit, bool)> = residue.way().collect();
                self.pass_by();
                for (lit, other_side_seen) in way {
                    match self.solver.trail.value(lit) {
                        0 => {
                            if !other_side_seen {
                                self.solver.trail.open_level();
                            }
                            self.solver.decide(lit);
                            if self.solver.propagate().is_none() {
                                continue;
                            }
                        }
                        // Learnt clauses exclude the other side as well.
                        value if value > 0 => continue,
                        // They exclude this side, and the other is still to be looked at.
                        _ if !other_side_seen => break,
                        _ => {}
                    }
                    self.solver.stats.conflicts += 1;
                    self.newest = self.solver.trail.level();
                    return if self.flip(self.newest) { State::Searching } else { State::Done };
                }
                (self.fixed, self.newest) = (self.solver.trail.level(), self.solver.trail.level());
                State::Searching
            }
        }
    }
}
