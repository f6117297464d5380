//! The present partial assignment in the order in which it came about.
//!
//! Level 0 holds what follows from the clauses alone. If the query has assumptions, all of them and what follows
//! from them form level 1 (one level, so that no backjump has to take assumptions back unless a unit was learnt);
//! each decision opens one further level.

use super::clause_db::ClauseRef;
use crate::lit::{Lit, Var};

/// Why a variable has its value, in four bytes: `0`, twice the code of the other literal of a binary clause or pair
/// of a group, or twice the place of a clause plus one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reason(u32);

/// A [`Reason`] taken apart.
pub(super) enum Because {
    /// A decision, an assumption or a unit.
    Nothing,
    /// A binary clause or a pair of a group; its other literal, which is false.
    Binary(Lit),
    /// A long clause; the propagated literal is its first.
    Clause(ClauseRef),
}

impl Reason {
    pub(super) const NONE: Reason = Reason(0);

    #[inline]
    pub(super) fn binary(other: Lit) -> Reason {
        Reason(other.code() << 1)
    }

    #[inline]
    pub(super) fn clause(clause: ClauseRef) -> Reason {
        Reason(clause.0 << 1 | 1)
    }

    #[inline]
    pub(super) fn because(self) -> Because {
        if self.0 & 1 == 1 {
            return Because::Clause(ClauseRef(self.0 >> 1));
        }
        match Lit::from_code(self.0 >> 1) {
            None => Because::Nothing,
            Some(other) => Because::Binary(other),
        }
    }
}

#[derive(Clone, Copy)]
struct Place {
    level: u32,
    reason: Reason,
}

/// Values, reasons and levels of the variables, and the order in which they were set.
pub(super) struct Trail {
    values: Vec<i8>,
    lits: Vec<Lit>,
    places: Vec<Place>,
    starts: Vec<u32>,
    /// How many literals of the trail have been propagated.
    pub(super) head: usize,
}

impl Trail {
    pub(super) fn new() -> Trail {
        Trail { values: vec![0; 2], lits: Vec::new(), places: Vec::new(), starts: Vec::new(), head: 0 }
    }

    /// Raises the number of variables.
    pub(super) fn grow(&mut self, vars: usize) {
        self.values.resize(2 * vars + 2, 0);
        self.places.resize(vars, Place { level: 0, reason: Reason::NONE });
    }

    /// Above 0 if the literal is true, below if false, 0 if its variable has no value.
    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.code() as usize]
    }

    #[inline]
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.value(lit) > 0
    }

    #[inline]
    pub(super) fn is_false(&self, lit: Lit) -> bool {
        self.value(lit) < 0
    }

    /// The level at which an assigned variable got its value.
    #[inline]
    pub(super) fn level_of(&self, var: Var) -> u32 {
        self.places[var.index()].level
    }

    #[inline]
    pub(super) fn reason_of(&self, var: Var) -> Reason {
        self.places[var.index()].reason
    }

    #[inline]
    pub(super) fn set_reason(&mut self, var: Var, reason: Reason) {
        self.places[var.index()].reason = reason;
    }

    /// The present level.
    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The length of the trail where a level (1 and up) begins.
    #[inline]
    pub(super) fn start_of(&self, level: u32) -> usize {
        self.starts[level as usize - 1] as usize
    }

    #[inline]
    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.lits.len()
    }

    /// The next literal whose consequences are not drawn yet; from now on they count as drawn.
    #[inline]
    pub(super) fn next_unpropagated(&mut self) -> Option<Lit> {
        let lit = self.lits.get(self.head).copied()?;
        self.head += 1;
        Some(lit)
    }

    /// Opens a level.
    pub(super) fn open_level(&mut self) {
        self.starts.push(self.lits.len() as u32);
    }

    /// Makes a literal true that had no value.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.code() as usize] = 1;
        self.values[lit.code() as usize ^ 1] = -1;
        self.places[lit.var().index()] = Place { level: self.starts.len() as u32, reason };
        self.lits.push(lit);
    }

    /// Takes the literals from place `keep` on back, last first.
    #[inline]
    pub(super) fn shorten(&mut self, keep: usize, mut each: impl FnMut(Lit)) {
        for &lit in self.lits[keep..].iter().rev() {
            self.values[lit.code() as usize] = 0;
            self.values[lit.code() as usize ^ 1] = 0;
            each(lit);
        }
        self.lits.truncate(keep);
        self.head = self.head.min(keep);
    }

    /// Forgets the levels above `level`, whose literals must have been taken back.
    pub(super) fn close_levels(&mut self, level: u32) {
        self.starts.truncate(level as usize);
    }
}
