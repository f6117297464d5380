//! Unit propagation for checking proofs: clauses that come and go, and what a contradiction rests on.
//!
//! Written for the checker alone. Clauses that are known to be needed (the core) are visited first, so that a proof
//! leans on few clauses and the others need no check (Heule, Hunt, Wetzler, "Trimming while checking clausal proofs",
//! 2013). Always true between calls: the trail is propagated to its end, and each clause that is alive and longer than
//! one literal watches its first two, of which both are not false, or one is true.

use crate::lit::Lit;

/// A clause by its number in order of arrival, from 0.
pub(super) type ClauseNumber = u32;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Clause {
    start: usize,
    len: u32,
    /// The literal that came first, on which a RAT check resolves; 0 if there was none.
    pivot: Option<Lit>,
    pub(super) alive: bool,
    pub(super) core: bool,
    watched: bool,
}

/// A clause in the list of a literal that it watches, in eight bytes.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// Another literal of the clause; the clause need not be looked at while it is true. Of a pair the other one.
    blocker: Lit,
    /// The number of the clause below two bits: whether it is needed, whether it is a pair.
    word: u32,
}

const CORE: u32 = 1 << 31;
const PAIR: u32 = 1 << 30;

impl Watch {
    fn clause(self) -> ClauseNumber {
        self.word & !(CORE | PAIR)
    }

    fn is_core(self) -> bool {
        self.word & CORE != 0
    }

    fn is_pair(self) -> bool {
        self.word & PAIR != 0
    }
}

/// Where a contradiction shows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clash {
    /// All literals of this clause are false.
    Clause(ClauseNumber),
    /// This literal is true and was to be made false.
    Literal(Lit),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    All,
    Core,
    Others,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Engine {
    lits: Vec<Lit>,
    pub(super) clauses: Vec<Clause>,
    /// By literal: the clauses to visit when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// By literal: whether it is true.
    values: Vec<bool>,
    pub(super) trail: Vec<Lit>,
    /// By variable: the clause that made it true; none for what was assumed.
    reasons: Vec<ClauseNumber>,
    seen: Vec<bool>,
    head: usize,
    core_head: usize,
    pub(super) core_first: bool,
}

impl Engine {
    /// Stores a clause, without repeated literals, that is not alive yet.
    pub(super) fn store(&mut self, lits: &[Lit]) -> ClauseNumber {
        let largest = lits.iter().map(|lit| lit.var().number() as usize).max().unwrap_or(0);
        if self.reasons.len() < largest {
            self.reasons.resize(largest, NONE);
            self.seen.resize(largest, false);
            self.values.resize(2 * largest, false);
            self.watches.resize(2 * largest, Vec::new());
        }
        let start = self.lits.len();
        let mut tautology = false;
        self.lits.extend_from_slice(lits);
        if !matches!(lits, [] | [_]) && !matches!(lits, [a, b] if a.var() != b.var()) {
            // `values` is free for marking only where nothing is assigned, so repetitions are sought by sorting.
            let mut sorted = lits.to_vec();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0].var() == pair[1].var()) {
                tautology = sorted.windows(2).any(|pair| pair[0] == !pair[1]);
                sorted.dedup();
                self.lits.truncate(start);
                self.lits.extend_from_slice(&sorted);
            }
        }
        let len = (self.lits.len() - start) as u32;
        let number = u32::try_from(self.clauses.len()).ok().filter(|&number| number < PAIR);
        let number = number.expect("fewer than 2^30 clauses and steps");
        let watched = len > 1 && !tautology;
        self.clauses.push(Clause {
            start,
            len,
            pivot: lits.first().copied(),
            alive: false,
            core: false,
            watched,
        });
        number
    }

    pub(super) fn lits(&self, number: ClauseNumber) -> &[Lit] {
        let clause = &self.clauses[number as usize];
        &self.lits[clause.start..clause.start + clause.len as usize]
    }

    /// The literal that came first.
    pub(super) fn pivot(&self, number: ClauseNumber) -> Option<Lit> {
        self.clauses[number as usize].pivot
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.index()]
    }

    fn is_false(&self, lit: Lit) -> bool {
        self.values[(!lit).index()]
    }

    /// Makes a clause alive for the first time and draws what follows.
    pub(super) fn add(&mut self, number: ClauseNumber) -> Result<(), Clash> {
        let clause = self.clauses[number as usize];
        if clause.watched && clause.len == 2 {
            self.revive(number);
            return self.add_pair(number);
        }
        if clause.watched {
            // True ones first, then open ones, so that the first two are fit to be watched.
            let lits = &mut self.lits[clause.start..clause.start + clause.len as usize];
            for place in 0..2 {
                let rank = |lit: &Lit| (self.values[(!*lit).index()], !self.values[lit.index()]);
                let best = (place..lits.len()).min_by_key(|&at| rank(&lits[at])).unwrap_or(place);
                lits.swap(place, best);
            }
        }
        self.revive(number);
        if clause.len > 1 && !clause.watched {
            return Ok(()); // a tautology
        }
        match self.lits(number) {
            [] => return Err(Clash::Clause(number)),
            &[first, ref rest @ ..] if rest.first().is_none_or(|&lit| self.is_false(lit)) => {
                if self.is_false(first) {
                    return Err(Clash::Clause(number));
                }
                if !self.is_true(first) {
                    self.assign(first, number);
                }
            }
            _ => {}
        }
        self.propagate()
    }

    fn add_pair(&mut self, number: ClauseNumber) -> Result<(), Clash> {
        let (mut open, mut other) = (self.lits(number)[0], self.lits(number)[1]);
        if self.is_false(open) {
            (open, other) = (other, open);
        }
        if !self.is_false(other) || self.is_true(open) {
            return Ok(());
        }
        if self.is_false(open) {
            return Err(Clash::Clause(number));
        }
        self.assign(open, number);
        self.propagate()
    }

    /// Makes room for the watches of the clauses stored so far.
    pub(super) fn reserve(&mut self) {
        let mut counts = vec![0u32; self.watches.len()];
        for clause in self.clauses.iter().filter(|clause| clause.watched) {
            for lit in &self.lits[clause.start..clause.start + 2] {
                counts[lit.index()] += 1;
            }
        }
        for (list, count) in self.watches.iter_mut().zip(counts) {
            list.reserve_exact(count as usize);
        }
    }

    /// Makes a clause alive that was so before, at a time when the same literals were true.
    pub(super) fn revive(&mut self, number: ClauseNumber) {
        let clause = &mut self.clauses[number as usize];
        clause.alive = true;
        if clause.watched {
            let pair = if clause.len == 2 { PAIR } else { 0 };
            let word = number | pair | if clause.core { CORE } else { 0 };
            let (a, b) = (self.lits(number)[0], self.lits(number)[1]);
            self.watches[a.index()].push(Watch { blocker: b, word });
            self.watches[b.index()].push(Watch { blocker: a, word });
        }
    }

    /// Takes a clause out.
    pub(super) fn kill(&mut self, number: ClauseNumber) {
        let clause = &mut self.clauses[number as usize];
        clause.alive = false;
        if clause.watched {
            for place in 0..2 {
                let lit = self.lits(number)[place];
                let list = &mut self.watches[lit.index()];
                if let Some(at) = list.iter().rposition(|watch| watch.clause() == number) {
                    list.swap_remove(at);
                }
            }
        }
    }

    /// Whether a literal on the trail rests on this clause.
    pub(super) fn is_reason(&self, number: ClauseNumber) -> bool {
        // A pair is not turned round where its second literal follows.
        let mut front = self.lits(number).iter().take(2);
        front.any(|&lit| self.is_true(lit) && self.reasons[lit.var().index()] == number)
    }

    /// Marks a clause as needed.
    pub(super) fn mark(&mut self, number: ClauseNumber) {
        let clause = &mut self.clauses[number as usize];
        if std::mem::replace(&mut clause.core, true) || !clause.alive || !clause.watched {
            return;
        }
        for place in 0..2 {
            let lit = self.lits(number)[place];
            let mut watches = self.watches[lit.index()].iter_mut().rev();
            if let Some(watch) = watches.find(|watch| watch.clause() == number) {
                watch.word |= CORE;
            }
        }
    }

    fn assign(&mut self, lit: Lit, reason: ClauseNumber) {
        self.values[lit.index()] = true;
        self.reasons[lit.var().index()] = reason;
        self.trail.push(lit);
    }

    /// Takes back what was assigned after the trail had this length. It must have been propagated then.
    pub(super) fn undo(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = false;
        }
        self.head = len;
        self.core_head = len;
    }

    /// Assumes the negations of these literals and draws what follows.
    pub(super) fn deny(&mut self, lits: impl IntoIterator<Item = Lit>) -> Result<(), Clash> {
        for lit in lits {
            if self.is_true(lit) {
                return Err(Clash::Literal(lit));
            }
            if !self.is_false(lit) {
                self.assign(!lit, NONE);
            }
        }
        self.propagate()
    }

    fn propagate(&mut self) -> Result<(), Clash> {
        if !self.core_first {
            while self.head < self.trail.len() {
                self.head += 1;
                self.visit(self.trail[self.head - 1], Visit::All)?;
            }
            self.core_head = self.head;
            return Ok(());
        }
        loop {
            while self.core_head < self.trail.len() {
                self.core_head += 1;
                self.visit(self.trail[self.core_head - 1], Visit::Core)?;
            }
            if self.head == self.trail.len() {
                return Ok(());
            }
            self.head += 1;
            self.visit(self.trail[self.head - 1], Visit::Others)?;
        }
    }

    fn visit(&mut self, lit: Lit, which: Visit) -> Result<(), Clash> {
        let gone = !lit;
        let mut list = std::mem::take(&mut self.watches[gone.index()]);
        let mut kept = 0;
        let mut result = Ok(());
        for at in 0..list.len() {
            if result.is_err() {
                list.copy_within(at.., kept);
                kept += list.len() - at;
                break;
            }
            let mut watch = list[at];
            let skip = match which {
                Visit::All => false,
                Visit::Core => !watch.is_core(),
                Visit::Others => watch.is_core(),
            };
            if skip || self.values[watch.blocker.index()] {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            if watch.is_pair() {
                list[kept] = watch;
                kept += 1;
                if self.is_false(watch.blocker) {
                    result = Err(Clash::Clause(watch.clause()));
                } else {
                    self.assign(watch.blocker, watch.clause());
                }
                continue;
            }
            let clause = &self.clauses[watch.clause() as usize];
            let lits = &mut self.lits[clause.start..clause.start + clause.len as usize];
            if lits[0] == gone {
                lits.swap(0, 1);
            }
            let first = lits[0];
            watch.blocker = first;
            if !self.values[first.index()]
                && let Some(place) = (2..lits.len()).find(|&place| !self.values[(!lits[place]).index()])
            {
                lits.swap(1, place);
                self.watches[lits[1].index()].push(watch);
                continue;
            }
            list[kept] = watch;
            kept += 1;
            if self.is_false(first) {
                result = Err(Clash::Clause(watch.clause()));
            } else if !self.is_true(first) {
                self.assign(first, watch.clause());
            }
        }
        list.truncate(kept);
        self.watches[gone.index()] = list;
        result
    }

    /// Marks the clauses that a contradiction rests on, and appends them to `hints` in the order in which they become
    /// unit, the false one last.
    pub(super) fn explain(&mut self, clash: Clash, hints: &mut Vec<ClauseNumber>) {
        let from = hints.len();
        let mut open = 0;
        match clash {
            Clash::Literal(lit) => {
                self.seen[lit.var().index()] = true;
                open = 1;
            }
            Clash::Clause(number) => {
                hints.push(number);
                self.mark(number);
                open += self.see(number);
            }
        }
        for at in (0..self.trail.len()).rev() {
            if open == 0 {
                break;
            }
            let var = self.trail[at].var().index();
            if std::mem::take(&mut self.seen[var]) {
                open -= 1;
                let reason = self.reasons[var];
                if reason != NONE {
                    hints.push(reason);
                    self.mark(reason);
                    self.seen[var] = true; // so that it is not counted again
                    open += self.see(reason);
                    self.seen[var] = false;
                }
            }
        }
        hints[from..].reverse();
    }

    fn see(&mut self, number: ClauseNumber) -> usize {
        let clause = self.clauses[number as usize];
        let mut fresh = 0;
        for place in clause.start..clause.start + clause.len as usize {
            let seen = &mut self.seen[self.lits[place].var().index()];
            fresh += usize::from(!std::mem::replace(seen, true));
        }
        fresh
    }

    /// Forgets all assignments and takes every clause out; what is stored stays.
    pub(super) fn reset(&mut self) {
        self.undo(0);
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in &mut self.clauses {
            clause.alive = false;
            clause.core = false;
        }
    }

    /// The clauses alive that contain a literal.
    pub(super) fn alive_with(&self, lit: Lit) -> Vec<ClauseNumber> {
        let all = 0..self.clauses.len() as ClauseNumber;
        all.filter(|&number| self.clauses[number as usize].alive && self.lits(number).contains(&lit))
            .collect()
    }

    /// The first literal to the front, as the proof has it.
    pub(super) fn written(&self, number: ClauseNumber) -> Vec<Lit> {
        let mut lits = self.lits(number).to_vec();
        let place = self.pivot(number).and_then(|pivot| lits.iter().position(|&lit| lit == pivot));
        if let Some(place) = place {
            lits.swap(0, place);
        }
        lits
    }
}
