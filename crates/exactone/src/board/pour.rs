//! Between a board and its sink: counts what goes through, and can leave out what known values settle.

use exactone_sat::{ClauseSink, Lit};

/// The variables whose values are known, as far as a puzzle's clues say directly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixed {
    values: Vec<Option<bool>>,
    clash: bool,
}

impl Fixed {
    pub(crate) fn new(vars: u32) -> Fixed {
        Fixed { values: vec![None; vars as usize], clash: false }
    }

    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.values.get(lit.var().index()).copied().flatten().map(|value| value == lit.polarity())
    }

    /// Fixes a literal; a literal that is fixed the other way already is a contradiction.
    pub(crate) fn set(&mut self, lit: Lit) {
        match self.value(lit) {
            Some(false) => self.clash = true,
            Some(true) => {}
            None => {
                if let Some(value) = self.values.get_mut(lit.var().index()) {
                    *value = Some(lit.polarity());
                }
            }
        }
    }

    /// The number of variables without a value.
    pub(crate) fn free(&self) -> usize {
        self.values.iter().filter(|value| value.is_none()).count()
    }
}

/// Collects what the clues say directly: of a group in which one is true, the others are false.
#[derive(Debug)]
pub(crate) struct Implied {
    clues: Fixed,
    pub(crate) fixed: Fixed,
}

impl Implied {
    pub(crate) fn new(clues: Fixed) -> Implied {
        Implied { fixed: clues.clone(), clues }
    }
}

impl ClauseSink for Implied {
    fn var_count(&self) -> u32 {
        self.clues.values.len() as u32
    }

    fn ensure_vars(&mut self, _count: u32) {}

    fn add_clause(&mut self, _clause: &[Lit]) {}

    fn at_most_one(&mut self, lits: &[Lit]) {
        for (at, &lit) in lits.iter().enumerate() {
            if self.clues.value(lit) == Some(true) {
                for (_, &other) in lits.iter().enumerate().filter(|&(place, _)| place != at) {
                    self.fixed.set(!other);
                }
            }
        }
    }
}

pub(crate) struct Pour<'s> {
    sink: &'s mut dyn ClauseSink,
    written: u64,
    fixed: Option<Fixed>,
    scratch: Vec<Lit>,
}

impl<'s> Pour<'s> {
    pub(crate) fn new(sink: &'s mut dyn ClauseSink) -> Pour<'s> {
        Pour { sink, written: 0, fixed: None, scratch: Vec::new() }
    }

    pub(crate) fn substitute(&mut self, fixed: Fixed) {
        if fixed.clash {
            self.written += 1;
            self.sink.add_clause(&[]);
        }
        self.fixed = Some(fixed);
    }

    pub(crate) fn written(&self) -> u64 {
        self.written
    }
}

impl ClauseSink for Pour<'_> {
    fn keeps_groups(&self) -> bool {
        self.sink.keeps_groups()
    }

    fn var_count(&self) -> u32 {
        self.sink.var_count()
    }

    fn ensure_vars(&mut self, count: u32) {
        self.sink.ensure_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let Some(fixed) = &self.fixed else {
            self.written += 1;
            return self.sink.add_clause(clause);
        };
        if clause.iter().any(|&lit| fixed.value(lit) == Some(true)) {
            return;
        }
        self.scratch.clear();
        self.scratch.extend(clause.iter().filter(|&&lit| fixed.value(lit).is_none()));
        self.written += 1;
        self.sink.add_clause(&self.scratch);
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        let pairs = |count: usize| count as u64 * count.saturating_sub(1) as u64 / 2;
        let Some(fixed) = &self.fixed else {
            self.written += pairs(lits.len());
            return self.sink.at_most_one(lits);
        };
        let free: Vec<Lit> = lits.iter().copied().filter(|&lit| fixed.value(lit).is_none()).collect();
        let met = lits.iter().filter(|&&lit| fixed.value(lit) == Some(true)).count();
        // A pair of two true literals is an empty clause; of a true and a free one, a unit clause.
        for _ in 0..pairs(met) {
            self.written += 1;
            self.sink.add_clause(&[]);
        }
        for _ in 0..met {
            for &lit in &free {
                self.written += 1;
                self.sink.add_clause(&[!lit]);
            }
        }
        self.written += pairs(free.len());
        self.sink.at_most_one(&free);
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}
