//! The one door through which clauses are learnt and deleted, and the numbers that go with them.
//!
//! Nothing here costs anything unless the observer is active. Where it wants antecedents, a literal of level 0 becomes
//! a unit clause of its own when a chain first needs it, so that hints never reach behind a unit (CaDiCaL derives each
//! one at once: Pollitt, Fleury and Biere, Faster LRAT checking than solving with CaDiCaL, SAT 2023). The chain of the
//! empty clause, which is the last, goes through the reasons of level 0 themselves; most literals of a puzzle are only
//! needed there, if at all. Always true where antecedents are wanted: a literal of level 0 has a reason that still
//! stands in the proof, or none and the number of its unit clause.
//!
//! The chain of a clause is collected afterwards, from the conflict down to the literals of the clause: whatever
//! analysis and minimisation used is on the way, whichever they were.

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::propagate::Conflict;
use super::trail::{Because, Reason};
use crate::lit::{Lit, Var};
use crate::observer::{Cause, ClauseId, Observer};

/// A number in eight bytes: twice the number, plus one for derived clauses.
pub(super) fn pack(id: ClauseId) -> u64 {
    match id {
        ClauseId::Original(number) => number << 1,
        ClauseId::Derived(number) => number << 1 | 1,
        ClauseId::Constraint => unreachable!("the temporary clause is never stored"),
    }
}

/// The number that [`pack`] packed.
pub(super) fn unpack(id: u64) -> ClauseId {
    if id & 1 == 1 { ClauseId::Derived(id >> 1) } else { ClauseId::Original(id >> 1) }
}

/// Marks of variables while a chain is collected: it ends there, goes through there, or has a unit clause there.
const STOP: u8 = 1;
const USED: u8 = 2;
const UNIT: u8 = 3;

/// Marks in `reason_ids` the place of a group of which a pair is the reason: its number is only computed when asked for.
const GROUP: u64 = 1 << 63;

/// What stands in `reason_ids` for a pair of the group with this place.
pub(super) fn pair_of(origin: usize) -> u64 {
    GROUP | origin as u64
}

impl<O: Observer> Cdcl<O> {
    /// The packed number of the clause that made this literal of the trail true.
    pub(super) fn reason_id(&self, lit: Lit) -> u64 {
        let id = self.reason_ids[lit.var().index()];
        match self.trail.reason_of(lit.var()).because() {
            Because::Binary(other) if id & GROUP != 0 => {
                pack(ClauseId::Original(self.origins[(id ^ GROUP) as usize].pair(!other, !lit)))
            }
            _ => id,
        }
    }

    /// Says that a clause was learnt; its antecedents are in `self.antecedents`. Returns its packed number.
    pub(super) fn derive(&mut self, lits: &[Lit]) -> u64 {
        if !O::ACTIVE {
            return 0;
        }
        self.derived += 1;
        let id = ClauseId::Derived(self.derived);
        self.observer.learnt(Cause { id, lits }, &self.antecedents);
        self.antecedents.clear();
        pack(id)
    }

    /// Says that a stored clause is deleted and ends its life. Reasons of level 0 vanish without a word, because
    /// checkers disagree about the deletion of what is a unit by then; where antecedents are wanted, the unit clause
    /// is derived first.
    pub(super) fn delete_clause(&mut self, clause: ClauseRef) {
        let first = self.db.lits(clause)[0];
        let of_level_0 =
            self.trail.is_true(first) && self.trail.reason_of(first.var()) == Reason::clause(clause);
        if of_level_0 {
            debug_assert_eq!(self.trail.level_of(first.var()), 0, "a reason above level 0 is kept");
            self.make_unit(first.var());
            self.trail.set_reason(first.var(), Reason::NONE);
        }
        if O::ACTIVE && (O::ANTECEDENTS || !of_level_0) {
            self.observer.delete(Cause { id: unpack(self.db.id(clause)), lits: self.db.lits(clause) });
        }
        if self.db.is_learnt(clause) {
            self.stats.deleted += 1;
        }
        if let Some(number) = self.db.counted(clause) {
            self.counted.stop_counting(number);
        }
        self.db.remove_clause(clause);
    }

    /// Tells the observer about a literal just propagated; `id` is the packed number of its reason.
    pub(super) fn announce(&mut self, lit: Lit, reason: Reason, id: u64) {
        if !O::ACTIVE {
            return;
        }
        self.reason_ids[lit.var().index()] = id;
        if !O::STEPS {
            return;
        }
        let id = unpack(self.reason_id(lit));
        match reason.because() {
            Because::Nothing => self.observer.propagate(lit, Cause { id, lits: &[lit] }),
            Because::Binary(other) => self.observer.propagate(lit, Cause { id, lits: &[lit, other] }),
            Because::Clause(clause) => {
                self.observer.propagate(lit, Cause { id, lits: self.db.lits(clause) });
            }
        }
    }

    /// Derives the unit clause of a variable of level 0, and before it those that it follows from, where antecedents
    /// are wanted and it has not been done. Uses `self.antecedents`.
    pub(super) fn make_unit(&mut self, var: Var) {
        if !O::ANTECEDENTS || self.trail.reason_of(var) == Reason::NONE {
            return;
        }
        let mut open = std::mem::take(&mut self.chain_open);
        open.push(var);
        while let Some(&var) = open.last() {
            let reason = self.trail.reason_of(var);
            let because = reason.because();
            let others = match &because {
                Because::Nothing => &[],
                Because::Binary(other) => std::slice::from_ref(other),
                Because::Clause(clause) => &self.db.lits(*clause)[1..],
            };
            let before = open.len();
            open.extend(
                others.iter().map(|lit| lit.var()).filter(|&var| self.trail.reason_of(var) != Reason::NONE),
            );
            if open.len() > before {
                continue;
            }
            open.pop();
            if reason == Reason::NONE {
                continue; // it was among those another one follows from
            }
            let ids = others.iter().map(|lit| unpack(self.reason_ids[lit.var().index()]));
            self.antecedents.clear();
            self.antecedents.extend(ids);
            let lit = var.lit(self.trail.is_true(var.positive()));
            self.antecedents.push(unpack(self.reason_id(lit)));
            self.reason_ids[var.index()] = self.derive(&[lit]);
            self.trail.set_reason(var, Reason::NONE);
        }
        self.chain_open = open;
    }

    /// Makes a literal true at level 0; `id` is the packed number of the unit clause.
    pub(super) fn assign_unit(&mut self, lit: Lit, id: u64) {
        debug_assert_eq!(self.trail.level(), 0);
        self.trail.assign(lit, Reason::NONE);
        self.stats.propagations += 1;
        self.announce(lit, Reason::NONE, id);
    }

    /// The literals of a conflicting clause, copied.
    pub(super) fn conflict_lits(&self, conflict: Conflict) -> Vec<Lit> {
        match conflict {
            Conflict::Binary(a, b) => vec![a, b],
            Conflict::Clause(clause) => self.db.lits(clause).to_vec(),
        }
    }

    /// Tells the observer about a conflict.
    pub(super) fn announce_conflict(&mut self, conflict: Conflict) {
        if O::ACTIVE {
            let id = unpack(self.conflict_id);
            match conflict {
                Conflict::Binary(a, b) => self.observer.conflict(Cause { id, lits: &[a, b] }),
                Conflict::Clause(clause) => self.observer.conflict(Cause { id, lits: self.db.lits(clause) }),
            }
        }
    }

    /// Collects in `self.antecedents`, in the order in which they become unit, the reasons that lead from the negations
    /// of the literals `until` to the false literals `from`, and `last`, the clause that has those literals.
    pub(super) fn collect_chain(&mut self, from: &[Lit], until: &[Lit], last: Option<ClauseId>) {
        self.antecedents.clear();
        if !O::ANTECEDENTS {
            return;
        }
        self.chain_marks.resize(self.reason_ids.len(), 0);
        for lit in until {
            self.chain_marks[lit.var().index()] = STOP;
        }
        // Nothing comes after the empty clause that would use a unit again.
        let is_last = until.is_empty() && last.is_some_and(|last| last != ClauseId::Constraint);
        // Units of level 0 come first, in any order; the others are met on the way back along the trail.
        let mut units = std::mem::take(&mut self.chain_units);
        let mut way = std::mem::take(&mut self.chain_way);
        let mut open = 0;
        for &lit in from {
            open += self.use_in_chain(lit, is_last, &mut units);
        }
        let mut place = self.trail.len();
        while open > 0 {
            let (trail, marks) = (&self.trail.lits()[..place], &self.chain_marks[..]);
            let Some(next) = trail.iter().rposition(|lit| marks[lit.var().index()] == USED) else { break };
            place = next;
            let lit = self.trail.lits()[place];
            let var = lit.var();
            self.chain_marks[var.index()] = 0;
            open -= 1;
            way.push(unpack(self.reason_id(lit)));
            match self.trail.reason_of(var).because() {
                Because::Nothing => debug_assert!(false, "a decision is in the clause or not used"),
                Because::Binary(other) => open += self.use_in_chain(other, is_last, &mut units),
                Because::Clause(clause) => {
                    for place in 1..self.db.len(clause) {
                        open += self.use_in_chain(self.db.lits(clause)[place], is_last, &mut units);
                    }
                }
            }
        }
        for var in units.drain(..) {
            self.antecedents.push(unpack(self.reason_ids[var.index()]));
            self.chain_marks[var.index()] = 0;
        }
        self.antecedents.extend(way.drain(..).rev());
        self.antecedents.extend(last);
        for lit in until {
            self.chain_marks[lit.var().index()] = 0;
        }
        (self.chain_units, self.chain_way) = (units, way);
    }

    /// Marks a false literal for the chain: with the units if it is one, else as one that is open, which is counted.
    fn use_in_chain(&mut self, lit: Lit, is_last: bool, units: &mut Vec<Var>) -> usize {
        let var = lit.var();
        let mark = &mut self.chain_marks[var.index()];
        if *mark != 0 {
            return 0;
        }
        *mark = USED;
        if self.trail.level_of(var) > 0 {
            return 1;
        }
        if !is_last {
            self.make_unit(var);
        } else if self.trail.reason_of(var) != Reason::NONE {
            return 1;
        }
        self.chain_marks[var.index()] = UNIT;
        units.push(var);
        0
    }
}
