//! Clauses and groups on their way in.
//!
//! They enter at level 0: duplicates of a literal, tautologies, satisfied clauses and false literals are dropped
//! here. Each keeps the number it would have if every group were written out in pairs.

use std::collections::HashMap;

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::evidence::{pack, unpack};
use super::group::{GroupOrigin, pair_count, pair_number};
use super::propagate::Watch;
use super::recognise::pair_key;
use crate::lit::Lit;
use crate::observer::{Cause, ClauseId, Observer};

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;
/// How many of the newest clauses of a literal are compared when a group looks for the clause of the same literals.
const NEWEST: usize = 8;

fn side(lit: Lit) -> u8 {
    if lit.is_positive() { POSITIVE } else { NEGATIVE }
}

impl<O: Observer> Cdcl<O> {
    /// Makes room for the variables of these literals.
    pub(super) fn know(&mut self, lits: &[Lit]) {
        let largest = lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0);
        self.vars = self.vars.max(largest);
        if largest as usize > self.known {
            self.grow(largest as usize);
        }
    }

    /// The clauses have no model: from now on the answer is fixed.
    pub(super) fn refuted(&mut self) {
        self.ok = false;
        self.derive(&[]);
    }

    /// The numbers of the units that make the false ones of these literals false, then `last`, as antecedents.
    fn blame_units(&mut self, lits: &[Lit], last: u64) {
        self.antecedents.clear();
        if O::ANTECEDENTS {
            for lit in lits {
                if self.trail.is_false(*lit) {
                    self.make_unit(lit.var());
                }
            }
            for lit in lits.iter().filter(|&&lit| self.trail.is_false(lit)) {
                self.antecedents.push(unpack(self.reason_ids[lit.var().index()]));
            }
            self.antecedents.push(unpack(last));
        }
    }

    /// Takes a clause that the user gives.
    pub(super) fn take_clause(&mut self, clause: &[Lit]) {
        let number = self.next_original;
        self.next_original += 1;
        self.know(clause);
        if !self.ok {
            return;
        }
        self.backtrack(0);
        let mut kept = std::mem::take(&mut self.scratch);
        kept.clear();
        let mut useless = false;
        for &lit in clause {
            let sides = &mut self.seen[lit.var().index()];
            if *sides & side(!lit) != 0 || self.trail.is_true(lit) {
                useless = true;
                break;
            }
            if *sides & side(lit) == 0 {
                *sides |= side(lit);
                kept.push(lit);
            }
        }
        for lit in clause {
            self.seen[lit.var().index()] = 0;
        }
        if !useless {
            self.store_clause(&mut kept, clause, pack(ClauseId::Original(number)));
        }
        self.scratch = kept;
    }

    /// Stores a clause of different, not true literals; the false ones among them go.
    fn store_clause(&mut self, kept: &mut Vec<Lit>, original: &[Lit], mut id: u64) {
        let before = kept.len();
        let free = kept.iter().filter(|&&lit| !self.trail.is_false(lit)).count();
        if free < before && !self.whole {
            self.blame_units(kept, id);
            kept.retain(|&lit| !self.trail.is_false(lit));
            if kept.is_empty() {
                return self.refuted();
            }
            let shorter = self.derive(kept);
            if O::ACTIVE && kept.len() > 1 {
                self.observer.delete(Cause { id: unpack(id), lits: original });
            }
            id = shorter;
        } else if self.whole {
            // Keep every literal, the free ones in front so that they are watched.
            let trail = &self.trail;
            kept.sort_by_key(|&lit| trail.is_false(lit));
            if free == 0 {
                self.ok = false;
                self.final_clause = Some((id, original.to_vec()));
                return;
            }
            if free == 1 {
                self.assign_unit(kept[0], id);
                if kept.len() > 1 {
                    self.whole_reasons.push((kept[0], kept.clone()));
                }
                return;
            }
        }
        match kept[..] {
            [] => {
                self.blame_units(&[], id);
                self.refuted();
            }
            [unit] => self.assign_unit(unit, id),
            [a, b] => self.add_binary(a, b, id),
            _ => {
                let stored = self.db.add_clause(kept, id);
                self.watch(stored);
            }
        }
    }

    /// Adds a binary clause to the lists of its literals.
    pub(super) fn add_binary(&mut self, a: Lit, b: Lit, id: u64) {
        for (from, to) in [(!a, b), (!b, a)] {
            self.binaries.push(from.index(), to);
            if O::ACTIVE {
                self.binary_ids.push(from.index(), id);
            }
        }
    }

    /// Watches the first two literals of a long clause.
    pub(super) fn watch(&mut self, clause: ClauseRef) {
        let lits = self.db.lits(clause);
        let (a, b) = (lits[0], lits[1]);
        self.watches.push((!a).index(), Watch { blocker: b, clause });
        self.watches.push((!b).index(), Watch { blocker: a, clause });
    }

    /// Takes a clause out of the lists of its watched literals.
    pub(super) fn unwatch(&mut self, clause: ClauseRef) {
        for place in 0..2 {
            let list = (!self.db.lits(clause)[place]).index();
            self.ticks += self.watches.items(list).len() as u64 / 8;
            self.watches.retain(list, |watch| watch.clause != clause);
        }
    }

    /// Takes a group that the user gives.
    pub(super) fn take_group(&mut self, lits: &[Lit]) {
        let n = lits.len();
        if n < 2 {
            return; // no pair, so no clause that would announce the variable
        }
        let first = self.next_original;
        self.next_original += pair_count(n);
        self.know(lits);
        if !self.ok {
            return;
        }
        self.backtrack(0);
        let number = |i, j| pack(ClauseId::Original(pair_number(first, n, i, j)));

        let mut kept = std::mem::take(&mut self.scratch);
        kept.clear();
        let mut twice = Vec::new();
        let mut both = None;
        for (place, &lit) in lits.iter().enumerate() {
            let sides = &mut self.seen[lit.var().index()];
            if *sides & side(lit) != 0 {
                twice.push((lit, place));
                continue;
            }
            if *sides & side(!lit) != 0 {
                both = Some(lit);
            }
            *sides |= side(lit);
            kept.push(lit);
        }
        for lit in lits {
            self.seen[lit.var().index()] = 0;
        }
        let place_of = |lit: Lit| lits.iter().position(|&other| other == lit).unwrap_or(0);
        if let Some(lit) = both {
            // One of `lit` and its negation is true, so everything else is false: two binary clauses each say so,
            // and all other pairs follow from them.
            let (p, q) = (place_of(lit), place_of(!lit));
            for (i, &other) in lits.iter().enumerate() {
                if other.var() == lit.var() {
                    if i != p && i != q {
                        let place = if other == lit { p } else { q };
                        self.take_pair(other, other, number(place.min(i), place.max(i)));
                    }
                    continue;
                }
                self.take_pair(other, lit, number(i.min(p), i.max(p)));
                self.take_pair(other, !lit, number(i.min(q), i.max(q)));
            }
            self.scratch = kept;
            return;
        }
        for (lit, place) in twice {
            self.take_pair(lit, lit, number(place_of(lit), place));
        }
        if !self.ok {
            self.scratch = kept;
            return;
        }
        let origin = || GroupOrigin::Given(first, lits.into());
        let number = |a, b| {
            let (i, j) = (place_of(a), place_of(b));
            number(i.min(j), i.max(j))
        };
        self.store_group(&mut kept, number, origin);
        self.scratch = kept;
    }

    /// Takes a clause of which at most one literal is true, as [`take_clause`](Self::take_clause) and
    /// [`take_group`](Self::take_group) one after the other would. Without a value and in the order of their variables,
    /// as encodings write them, literals are looked at once.
    pub(super) fn take_exactly_one(&mut self, lits: &[Lit]) {
        self.know(lits);
        if self.ok {
            self.backtrack(0);
        }
        let in_order = lits.is_sorted_by(|a, b| a.var() < b.var());
        let plain =
            lits.len() > 2 && self.ok && in_order && lits.iter().all(|&lit| self.trail.value(lit) == 0);
        if !plain {
            self.take_clause(lits);
            return self.take_group(lits);
        }
        let number = self.next_original;
        self.next_original += 1 + pair_count(lits.len());
        let clause = self.db.add_clause(lits, pack(ClauseId::Original(number)));
        let place = self.origins.len() as u32;
        if O::ACTIVE {
            self.origins.push(GroupOrigin::Given(number + 1, lits.into()));
        }
        self.db.join_group(clause, place);
        if self.counted.takes(lits.len()) {
            return self.count_group(clause);
        }
        self.watch(clause);
        for lit in lits {
            self.members.push(lit.index(), clause);
        }
    }

    /// Takes a group that was found among binary clauses; its literals are of different variables.
    pub(super) fn take_found_group(&mut self, lits: &[Lit], origin: GroupOrigin) {
        if !self.ok {
            return;
        }
        self.backtrack(0);
        let mut numbers = HashMap::new();
        if O::ACTIVE {
            for (place, &a) in lits.iter().enumerate() {
                numbers.extend(lits[..place].iter().map(|&b| (pair_key(a, b), origin.pair(a, b))));
            }
        }
        let number =
            |a, b| numbers.get(&pair_key(a, b)).map_or(0, |&number| pack(ClauseId::Original(number)));
        self.store_group(&mut lits.to_vec(), number, || origin);
    }

    /// Stores a group of different literals; `number` gives the packed number of a pair.
    fn store_group(
        &mut self,
        kept: &mut Vec<Lit>,
        number: impl Fn(Lit, Lit) -> u64,
        origin: impl FnOnce() -> GroupOrigin,
    ) {
        if let Some(&holder) = kept.iter().find(|&&lit| self.trail.is_true(lit)) {
            for &other in kept.iter().filter(|&&other| other != holder) {
                if self.ok {
                    self.take_pair(other, holder, number(other, holder));
                }
            }
            return;
        }
        kept.retain(|&lit| !self.trail.is_false(lit));
        match kept[..] {
            [] | [_] => {}
            [a, b] => self.add_binary(!a, !b, number(a, b)),
            _ => {
                let mut place = 0;
                if O::ACTIVE {
                    place = self.origins.len() as u32;
                    self.origins.push(origin());
                }
                let clause = match self.twin(kept) {
                    Some(clause) => {
                        self.db.join_group(clause, place);
                        if self.counted.takes(kept.len()) {
                            return self.start_counting(clause);
                        }
                        clause
                    }
                    None => self.db.add_group(kept, place),
                };
                for lit in kept.iter() {
                    self.members.push(lit.index(), clause);
                }
            }
        }
    }

    /// One pair of a group as a clause of its own: not both.
    fn take_pair(&mut self, a: Lit, b: Lit, id: u64) {
        if !self.ok || self.trail.is_false(a) || self.trail.is_false(b) {
            return;
        }
        let (a, b) = (!a, !b);
        let falsified = |solver: &Self, lit| solver.trail.is_false(lit);
        match (falsified(self, a), falsified(self, b)) {
            (false, false) if a == b => self.assign_unit(a, id),
            (false, false) => self.add_binary(a, b, id),
            (true, true) => {
                if self.whole {
                    self.ok = false;
                    self.final_clause = Some((id, vec![a, b]));
                    return;
                }
                self.blame_units(&[a, b][usize::from(a == b)..], id);
                self.refuted();
            }
            (one, _) => {
                let (unit, lost) = if one { (b, a) } else { (a, b) };
                if self.whole {
                    self.whole_reasons.push((unit, vec![unit, lost]));
                    self.assign_unit(unit, id);
                    return;
                }
                self.blame_units(&[lost], id);
                let id = self.derive(&[unit]);
                self.assign_unit(unit, id);
            }
        }
    }

    /// The clause of just these literals in just this order, if it is a recent one that is no group yet.
    fn twin(&self, lits: &[Lit]) -> Option<ClauseRef> {
        let newest = self.watches.items((!lits[0]).index()).iter().rev().take(NEWEST);
        newest.map(|watch| watch.clause).find(|&clause| {
            !self.db.is_learnt(clause) && !self.db.is_group(clause) && self.db.lits(clause) == lits
        })
    }
}
