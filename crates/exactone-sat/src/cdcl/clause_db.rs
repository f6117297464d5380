//! Long clauses and groups in one buffer of four-byte words.
//!
//! A record is a clause of three or more literals, a group ("at most one of these"), or both at once: an exactly-one
//! group is stored a single time. Binary clauses live in the lists of the literals alone, units on the trail alone.
//!
//! ```text
//!   [id low] [id high] [origin]      only where the solver has an active observer
//!   [length]                         <- a ClauseRef points here
//!   [flags]   bit 0 learnt, 1 group, 2 clause, 3 garbage, 4-5 used, 6-26 number of decision levels (LBD), 27 counted, 28 vivified
//!   [place]   where the last search for a literal to watch ended
//!   [literal] x length               a clause that does not count watches its first two
//! ```
//! Words are literals so that a clause is a `&[Lit]` without conversion; bit 31 of the other words is set to make
//! them look like one.

use crate::lit::Lit;

/// Where a record stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseRef(pub(super) u32);

const LEARNT: u32 = 1;
const GROUP: u32 = 2;
const CLAUSE: u32 = 4;
const GARBAGE: u32 = 8;
const USED_SHIFT: u32 = 4;
const LBD_SHIFT: u32 = 6;
/// The largest LBD that is kept.
const MOST_LEVELS: u32 = 1 << 20;
const LBD_MASK: u32 = (2 * MOST_LEVELS - 1) << LBD_SHIFT;
/// An exactly-one group that counts: in the place of an LBD stands its number.
const COUNTED: u32 = 1 << 27;
const VIVIFIED: u32 = 1 << 28;
const HEADER: usize = 3;
const TOP: u32 = 1 << 31;

#[inline]
fn word(value: u32) -> Lit {
    debug_assert!(value < TOP);
    Lit::from_code(value | TOP).expect("bit 31 makes it a literal")
}

#[inline]
fn value(word: Lit) -> u32 {
    word.code() & !TOP
}

/// The records.
pub(super) struct ClauseDb {
    words: Vec<Lit>,
    extra: usize,
    records: usize,
    wasted: usize,
}

impl ClauseDb {
    /// No record; `ids` says whether records carry clause numbers.
    pub(super) fn new(ids: bool) -> ClauseDb {
        ClauseDb { words: Vec::new(), extra: if ids { 3 } else { 0 }, records: 0, wasted: 0 }
    }

    #[inline]
    fn push(&mut self, lits: &[Lit], flags: u32, id: u64, origin: u32) -> ClauseRef {
        self.records += 1;
        if self.extra > 0 {
            self.words.extend([word(id as u32 & !TOP), word((id >> 31) as u32), word(origin)]);
        }
        let at = u32::try_from(self.words.len()).ok().filter(|&at| at < TOP);
        let clause = ClauseRef(at.expect("the long clauses take fewer than 2^31 words"));
        self.words.extend([word(lits.len() as u32), word(flags), word(0)]);
        self.words.extend_from_slice(lits);
        clause
    }

    /// Stores a clause of at least three literals.
    pub(super) fn add_clause(&mut self, lits: &[Lit], id: u64) -> ClauseRef {
        self.push(lits, CLAUSE, id, 0)
    }

    /// Stores a learnt clause of at least three literals.
    #[inline]
    pub(super) fn add_learnt(&mut self, lits: &[Lit], lbd: u32, id: u64) -> ClauseRef {
        self.push(lits, CLAUSE | LEARNT | 2 << USED_SHIFT | lbd.min(MOST_LEVELS) << LBD_SHIFT, id, 0)
    }

    /// Stores an at-most-one group of at least three literals.
    pub(super) fn add_group(&mut self, lits: &[Lit], origin: u32) -> ClauseRef {
        self.push(lits, GROUP, 0, origin)
    }

    /// Makes a clause a group as well.
    pub(super) fn join_group(&mut self, clause: ClauseRef, origin: u32) {
        self.set_flags(clause, self.flags(clause) | GROUP);
        if self.extra > 0 {
            self.words[clause.0 as usize - 1] = word(origin);
        }
    }

    #[inline]
    fn flags(&self, clause: ClauseRef) -> u32 {
        value(self.words[clause.0 as usize + 1])
    }

    #[inline]
    fn set_flags(&mut self, clause: ClauseRef, flags: u32) {
        self.words[clause.0 as usize + 1] = word(flags);
    }

    #[inline]
    pub(super) fn len(&self, clause: ClauseRef) -> usize {
        value(self.words[clause.0 as usize]) as usize
    }

    #[inline]
    pub(super) fn lits(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.len(clause)]
    }

    #[inline]
    pub(super) fn lits_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let start = clause.0 as usize + HEADER;
        let len = self.len(clause);
        &mut self.words[start..start + len]
    }

    /// Where among the literals behind the first two the last search for one to watch ended.
    #[inline]
    pub(super) fn searched(&self, clause: ClauseRef) -> usize {
        value(self.words[clause.0 as usize + 2]) as usize
    }

    #[inline]
    pub(super) fn set_searched(&mut self, clause: ClauseRef, place: usize) {
        self.words[clause.0 as usize + 2] = word(place as u32);
    }

    /// The packed number of the clause; only where there is an active observer.
    pub(super) fn id(&self, clause: ClauseRef) -> u64 {
        let at = clause.0 as usize;
        u64::from(value(self.words[at - 3])) | u64::from(value(self.words[at - 2])) << 31
    }

    /// Which group given by the user this is; only where there is an active observer.
    pub(super) fn origin(&self, clause: ClauseRef) -> usize {
        value(self.words[clause.0 as usize - 1]) as usize
    }

    #[inline]
    pub(super) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & LEARNT != 0
    }

    #[inline]
    pub(super) fn is_clause(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & CLAUSE != 0
    }

    #[inline]
    pub(super) fn is_group(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & GROUP != 0
    }

    /// The number of decision levels among the literals when last looked at.
    #[inline]
    pub(super) fn lbd(&self, clause: ClauseRef) -> u32 {
        (self.flags(clause) & LBD_MASK) >> LBD_SHIFT
    }

    #[inline]
    pub(super) fn set_lbd(&mut self, clause: ClauseRef, lbd: u32) {
        let rest = self.flags(clause) & !LBD_MASK;
        self.set_flags(clause, rest | lbd.min(MOST_LEVELS) << LBD_SHIFT);
    }

    /// Notes that a clause counts its literals, as group of this number; it has no LBD any more.
    pub(super) fn set_counted(&mut self, clause: ClauseRef, number: u32) {
        self.set_lbd(clause, number);
        self.set_flags(clause, self.flags(clause) | COUNTED);
    }

    /// The number of a clause that counts its literals.
    #[inline]
    pub(super) fn counted(&self, clause: ClauseRef) -> Option<usize> {
        (self.flags(clause) & COUNTED != 0).then(|| self.lbd(clause) as usize)
    }

    /// How many reductions the clause may still survive without being used.
    #[inline]
    pub(super) fn used(&self, clause: ClauseRef) -> u32 {
        self.flags(clause) >> USED_SHIFT & 3
    }

    #[inline]
    pub(super) fn set_used(&mut self, clause: ClauseRef, used: u32) {
        self.set_flags(clause, self.flags(clause) & !(3 << USED_SHIFT) | used << USED_SHIFT);
    }

    /// Whether the clause has been tried to be made shorter.
    pub(super) fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & VIVIFIED != 0
    }

    pub(super) fn set_vivified(&mut self, clause: ClauseRef) {
        self.set_flags(clause, self.flags(clause) | VIVIFIED);
    }

    /// Whether the record is dead: neither clause nor group.
    #[inline]
    pub(super) fn is_garbage(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & GARBAGE != 0
    }

    /// Ends the life of a record as a clause; if it is a group too, that stays.
    pub(super) fn remove_clause(&mut self, clause: ClauseRef) {
        let mut flags = self.flags(clause) & !CLAUSE;
        if flags & GROUP == 0 && flags & GARBAGE == 0 {
            flags |= GARBAGE;
            self.wasted += HEADER + self.len(clause);
        }
        self.set_flags(clause, flags);
    }

    /// Takes a dead record out, if it is the last.
    pub(super) fn drop_last(&mut self, clause: ClauseRef) {
        if self.is_garbage(clause) && self.next(clause).is_none() {
            self.records -= 1;
            self.wasted -= HEADER + self.len(clause);
            self.words.truncate(clause.0 as usize - self.extra);
        }
    }

    /// How many words the records take, without those for an observer.
    pub(super) fn words(&self) -> usize {
        self.words.len() - self.records * self.extra
    }

    /// Whether enough words are dead to make [`compact`](Self::compact) worth its time. The words for an observer do
    /// not count, so that with and without one the search is the same.
    pub(super) fn wants_compaction(&self) -> bool {
        self.wasted > 4096 && self.wasted * 4 > self.words()
    }

    /// The first record at or after a word, for walking all of them.
    pub(super) fn first(&self) -> Option<ClauseRef> {
        (self.words.len() > self.extra).then_some(ClauseRef(self.extra as u32))
    }

    /// The record after this one.
    pub(super) fn next(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let at = clause.0 as usize + HEADER + self.len(clause) + self.extra;
        (at < self.words.len()).then_some(ClauseRef(at as u32))
    }

    /// Moves the living records together. Calls `moved(words, old, new)` for each that changes its place, in order.
    pub(super) fn compact(&mut self, mut moved: impl FnMut(&ClauseDb, ClauseRef, ClauseRef)) {
        let mut end = 0; // where the next record, its extra words included, goes
        let mut next = self.first();
        while let Some(clause) = next {
            next = self.next(clause);
            if self.is_garbage(clause) {
                self.records -= 1;
                continue;
            }
            let start = clause.0 as usize - self.extra;
            let size = self.extra + HEADER + self.len(clause);
            if start != end {
                self.words.copy_within(start..start + size, end);
                moved(self, clause, ClauseRef((end + self.extra) as u32));
            }
            end += size;
        }
        self.words.truncate(end);
        self.wasted = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_compaction_with_all_they_hold() {
        for ids in [false, true] {
            let mut db = ClauseDb::new(ids);
            let lits = [1, -2, 3, 4].map(Lit::from);
            let a = db.add_clause(&lits[..3], 7);
            let b = db.add_learnt(&lits, 5, 1 << 40 | 9);
            let c = db.add_group(&lits[1..], 3);
            db.join_group(a, 11);
            db.remove_clause(a);
            assert!(!db.is_garbage(a) && db.is_group(a) && !db.is_clause(a));
            db.set_used(b, 1);
            db.set_vivified(b);
            db.set_lbd(b, 4);
            db.set_lbd(b, 5);
            let dead = db.add_clause(&lits, 0);
            let last = db.add_learnt(&lits[1..], 2, 99);
            db.remove_clause(dead);
            let mut moves = Vec::new();
            db.compact(|_, from, to| moves.push((from, to)));
            assert_eq!(moves, [(last, dead)]);
            assert_eq!(db.lits(dead), &lits[1..]);
            assert_eq!((db.lbd(b), db.used(b), db.lits(b)), (5, 1, &lits[..]));
            assert!(db.is_vivified(b) && !db.is_vivified(dead));
            if ids {
                assert_eq!((db.id(b), db.id(dead), db.origin(a), db.origin(c)), (1 << 40 | 9, 99, 11, 3));
            }
            let mut walk = db.first();
            let mut count = 0;
            while let Some(clause) = walk {
                count += 1;
                walk = db.next(clause);
            }
            assert_eq!(count, 4);
        }
    }
}
