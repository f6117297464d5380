//! Finding the clause that a deletion speaks of: it gives literals, in any order.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::check::rup::ClauseNumber;
use crate::lit::Lit;

/// Clauses by a number that does not depend on the order of their literals: lists through the clauses, the newest first.
/// A formula of a million pairs must not cost a million small allocations before the proof is even read.
#[derive(Clone, Debug, Default)]
pub(super) struct Deletable {
    newest: HashMap<u64, ClauseNumber, BuildHasherDefault<Mixed>>,
    /// By clause: the next older one with the same number, or none.
    older: Vec<Option<ClauseNumber>>,
}

impl Deletable {
    pub(super) fn insert(&mut self, clause: ClauseNumber, lits: &[Lit]) {
        let before = self.newest.insert(mix(lits), clause);
        if self.older.len() <= clause as usize {
            self.older.resize(clause as usize + 1, None);
        }
        self.older[clause as usize] = before;
    }

    /// Takes out the newest clause with the number of these literals that `is_it` accepts.
    pub(super) fn remove(
        &mut self,
        lits: &[Lit],
        mut is_it: impl FnMut(ClauseNumber) -> bool,
    ) -> Option<ClauseNumber> {
        let number = mix(lits);
        let mut newer = None;
        let mut at = *self.newest.get(&number)?;
        while !is_it(at) {
            newer = Some(at);
            at = self.older[at as usize]?;
        }
        match (newer, self.older[at as usize]) {
            (Some(newer), older) => self.older[newer as usize] = older,
            (None, Some(older)) => {
                self.newest.insert(number, older);
            }
            (None, None) => {
                self.newest.remove(&number);
            }
        }
        Some(at)
    }
}

/// The same for the same literals in any order.
fn mix(lits: &[Lit]) -> u64 {
    let mix = |lit: &Lit| {
        let z = u64::from(lit.code()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (z ^ z >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    lits.iter().map(mix).fold(lits.len() as u64, u64::wrapping_add)
}

/// Takes a number that is mixed already as it is.
#[derive(Clone, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
