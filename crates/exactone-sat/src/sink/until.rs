//! A sink with a clock.

use std::cell::Cell;
use std::fmt;

use super::ClauseSink;
use crate::lit::Lit;

/// Passes clauses on until a clock says that time is up; from then on it is [closed](ClauseSink::is_closed), so that
/// encoders stop early, and drops what still comes.
///
/// ```
/// use exactone_sat::{ClauseSink, Cnf, Expr, Lit, Until};
/// let mut cnf = Cnf::new();
/// let late = || true;
/// let mut sink = Until::new(&mut cnf, &late);
/// Expr::exactly(50, (1..=100).map(Lit::from)).tseitin(&mut sink);
/// assert!(sink.is_closed());
/// assert!(cnf.is_empty());
/// ```
pub struct Until<'a> {
    sink: &'a mut dyn ClauseSink,
    expired: &'a dyn Fn() -> bool,
    closed: Cell<bool>,
}

impl<'a> Until<'a> {
    /// A way to this sink until the clock says that time is up.
    pub fn new(sink: &'a mut dyn ClauseSink, expired: &'a dyn Fn() -> bool) -> Until<'a> {
        Until { sink, expired, closed: Cell::new(false) }
    }
}

impl fmt::Debug for Until<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Until").field("closed", &self.closed.get()).finish_non_exhaustive()
    }
}

impl ClauseSink for Until<'_> {
    fn var_count(&self) -> u32 {
        self.sink.var_count()
    }

    fn ensure_vars(&mut self, count: u32) {
        self.sink.ensure_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.closed.get() {
            self.sink.add_clause(clause);
        }
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        if self.closed.get() {
            return;
        }
        if self.sink.keeps_groups() {
            self.sink.at_most_one(lits);
            return;
        }
        for (i, &a) in lits.iter().enumerate() {
            for &b in &lits[i + 1..] {
                if self.is_closed() {
                    return;
                }
                self.sink.add_clause(&[!a, !b]);
            }
        }
    }

    fn exactly_one(&mut self, lits: &[Lit]) {
        match self.sink.keeps_groups() && !self.closed.get() {
            true => self.sink.exactly_one(lits),
            false => {
                self.add_clause(lits);
                self.at_most_one(lits);
            }
        }
    }

    fn is_closed(&self) -> bool {
        // Once is for good, whatever the clock says later: encoders rely on it.
        if !self.closed.get() && ((self.expired)() || self.sink.is_closed()) {
            self.closed.set(true);
        }
        self.closed.get()
    }

    fn keeps_groups(&self) -> bool {
        self.sink.keeps_groups()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{self, AtMostOne, Cardinality, PseudoBoolean, Totalizer};
    use crate::cnf::Cnf;
    use crate::expr::Expr;
    use crate::sink::ClauseSink;

    /// Whatever is encoded, and whenever the sink closes: an encoder ends early and does not panic.
    #[test]
    fn encoders_end_quietly_when_the_sink_closes() {
        let lits: Vec<Lit> = (1..=40).map(Lit::from).collect();
        let terms: Vec<(i64, Lit)> = lits.iter().map(|&lit| (i64::from(lit.var().number()), lit)).collect();
        let formulas: Vec<Expr> = [
            "exactly(3, x1, x2, x3, x4, x5, x6 & x7) | x8",
            "at_least(2, x1, x2, x3, x4) ^ at_most(2, x1, x2, x5, x6)",
            "ite(x1, x2 | (x3 & x4), exactly_one(x5, x6, x7, ~x8))",
        ]
        .map(|text| text.parse().unwrap())
        .into_iter()
        .chain([Expr::exactly(20, lits.iter().copied()), Expr::at_most(20, lits.iter().copied())])
        .collect();
        let encode = |sink: &mut dyn ClauseSink| {
            for encoding in AtMostOne::ALL {
                card::exactly_one(sink, &lits, encoding);
            }
            for encoding in Cardinality::ALL {
                card::exactly(sink, 12, &lits, encoding);
                card::at_most(sink, 12, &lits, encoding);
                card::at_least(sink, 12, &lits, encoding);
            }
            for encoding in PseudoBoolean::ALL {
                let _ = card::sum_at_most(sink, &terms, 100, encoding);
                let _ = card::sum_exactly(sink, &terms, 100, encoding);
            }
            let mut totalizer = Totalizer::new(sink, &lits, 3, card::Bounds::Both);
            let _ = totalizer.at_most(sink, 10);
            let _ = totalizer.at_least(sink, 20);
            for formula in &formulas {
                formula.tseitin(sink);
                formula.plaisted_greenbaum(sink);
                formula.define(sink);
            }
        };
        let mut whole = Cnf::new();
        encode(&mut whole);
        let mut lengths = Vec::new();
        for looks in (0..40).chain((40..6000).step_by(211)) {
            let asked = Cell::new(0);
            let expired = || asked.replace(asked.get() + 1) >= looks;
            let mut cnf = Cnf::new();
            let mut sink = Until::new(&mut cnf, &expired);
            encode(&mut sink);
            assert!(sink.is_closed() && cnf.len() < whole.len());
            assert!(cnf.iter().zip(&whole).all(|(one, other)| one == other), "a beginning of the whole");
            lengths.push(cnf.len());
        }
        assert!(lengths.is_sorted() && lengths.last() > lengths.first());
    }
}
