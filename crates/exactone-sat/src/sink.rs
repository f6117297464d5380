//! Where clauses go: a formula in memory, a solver, a file, or a counter of clauses.

mod until;

use crate::lit::{Lit, Var};

pub use until::Until;

/// Something that takes variables and clauses.
///
/// An encoder writes into `&mut dyn ClauseSink` and does not care whether a [`Cnf`](crate::Cnf), a solver or a
/// DIMACS writer stands behind it. The two group methods exist so that a sink which has a shorter form for
/// "at most one" (a solver with native groups) receives it whole; what they *mean* is what their defaults do.
///
/// ```
/// use exactone_sat::{ClauseSink, Cnf, Lit};
/// let mut cnf = Cnf::new();
/// cnf.exactly_one(&[1, 2, 3].map(Lit::from));
/// assert_eq!(cnf.to_string(), "[1, 2, 3] [-1, -2] [-1, -3] [-2, -3]");
/// ```
pub trait ClauseSink {
    /// The number of variables so far; the largest variable has this number.
    fn var_count(&self) -> u32;

    /// Raises the number of variables to at least `count`. Never lowers it.
    ///
    /// # Panics
    /// May panic if `count` is above [`Var::MAX_NUMBER`].
    fn ensure_vars(&mut self, count: u32);

    /// Takes one clause: at least one of these literals is true. The empty clause cannot be satisfied.
    /// Variables need not have been announced: the count rises to the largest one.
    fn add_clause(&mut self, clause: &[Lit]);

    /// A fresh variable, numbered one above the present count.
    ///
    /// # Panics
    /// If all [`Var::MAX_NUMBER`] variables are taken.
    fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.var_count() as usize);
        self.ensure_vars(var.number());
        var
    }

    /// Not two of these literals are true: the clauses `[!a, !b]` for each pair, in lexicographic order of positions.
    /// The literals are a multiset: a literal that stands twice is false (its pair is `[!a, !a]`).
    fn at_most_one(&mut self, lits: &[Lit]) {
        for (i, &a) in lits.iter().enumerate() {
            for &b in &lits[i + 1..] {
                if self.is_closed() {
                    return;
                }
                self.add_clause(&[!a, !b]);
            }
        }
    }

    /// Exactly one of these literals is true: the clause of all of them, then [`at_most_one`](Self::at_most_one).
    fn exactly_one(&mut self, lits: &[Lit]) {
        self.add_clause(lits);
        self.at_most_one(lits);
    }

    /// At least one of these literals is true: another name for [`add_clause`](Self::add_clause), for symmetry.
    fn at_least_one(&mut self, lits: &[Lit]) {
        self.add_clause(lits);
    }

    /// Whether more clauses would be lost: a writer whose disk is full or whose pipe is closed.
    /// Encoders ask between groups and stop early; the writer itself reports the error.
    fn is_closed(&self) -> bool {
        false
    }

    /// Whether [`at_most_one`](Self::at_most_one) keeps a group whole instead of writing out its pairs, so that no
    /// other encoding is worth its new variables. [`AtMostOne::Auto`](crate::card::AtMostOne::Auto) asks it.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, ClauseSink, Cnf};
    /// assert!(Cdcl::new().keeps_groups() && !Cnf::new().keeps_groups());
    /// ```
    fn keeps_groups(&self) -> bool {
        false
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    fn var_count(&self) -> u32 {
        (**self).var_count()
    }
    fn ensure_vars(&mut self, count: u32) {
        (**self).ensure_vars(count);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }
    fn at_most_one(&mut self, lits: &[Lit]) {
        (**self).at_most_one(lits);
    }
    fn exactly_one(&mut self, lits: &[Lit]) {
        (**self).exactly_one(lits);
    }
    fn at_least_one(&mut self, lits: &[Lit]) {
        (**self).at_least_one(lits);
    }
    fn is_closed(&self) -> bool {
        (**self).is_closed()
    }
    fn keeps_groups(&self) -> bool {
        (**self).keeps_groups()
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for Box<S> {
    fn var_count(&self) -> u32 {
        (**self).var_count()
    }
    fn ensure_vars(&mut self, count: u32) {
        (**self).ensure_vars(count);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }
    fn at_most_one(&mut self, lits: &[Lit]) {
        (**self).at_most_one(lits);
    }
    fn exactly_one(&mut self, lits: &[Lit]) {
        (**self).exactly_one(lits);
    }
    fn at_least_one(&mut self, lits: &[Lit]) {
        (**self).at_least_one(lits);
    }
    fn is_closed(&self) -> bool {
        (**self).is_closed()
    }
    fn keeps_groups(&self) -> bool {
        (**self).keeps_groups()
    }
}

/// A sink that keeps only the size of what passes through it: variables, clauses, literals.
///
/// DIMACS names the number of clauses before the first one, so an encoder runs twice: into a counter, then into
/// the writer. Groups are counted by formula, without looking at their pairs.
///
/// ```
/// use exactone_sat::{ClauseCounter, ClauseSink, Lit};
/// let mut size = ClauseCounter::new();
/// size.exactly_one(&[1, 2, 3, 4].map(Lit::from));
/// assert_eq!((size.vars(), size.clauses(), size.literals()), (4, 7, 16));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClauseCounter {
    vars: u32,
    clauses: u64,
    literals: u64,
}

impl ClauseCounter {
    /// A counter at zero.
    pub const fn new() -> ClauseCounter {
        ClauseCounter { vars: 0, clauses: 0, literals: 0 }
    }

    /// The number of variables seen or announced.
    pub const fn vars(&self) -> u32 {
        self.vars
    }

    /// The number of clauses, every group expanded into its pairs.
    pub const fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The number of literals in those clauses.
    pub const fn literals(&self) -> u64 {
        self.literals
    }

    fn see(&mut self, lits: &[Lit]) {
        let largest = lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0);
        self.vars = self.vars.max(largest);
    }
}

impl ClauseSink for ClauseCounter {
    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        self.vars = self.vars.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.see(clause);
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        if lits.len() < 2 {
            return; // no pair, so no clause that would announce the variable
        }
        self.see(lits);
        let n = lits.len() as u64;
        self.clauses += n * (n - 1) / 2;
        self.literals += n * (n - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;

    #[test]
    fn the_counter_counts_what_a_formula_holds() {
        for n in 0..6 {
            let lits: Vec<Lit> = (1..=n).map(Lit::from).collect();
            let (mut cnf, mut size) = (Cnf::new(), ClauseCounter::new());
            for sink in [&mut cnf as &mut dyn ClauseSink, &mut size] {
                sink.at_most_one(&lits);
                sink.exactly_one(&lits);
                sink.at_least_one(&lits);
            }
            assert_eq!(size.vars(), cnf.var_count());
            assert_eq!(size.clauses(), cnf.len() as u64);
            assert_eq!(size.literals(), cnf.iter().map(|clause| clause.len() as u64).sum::<u64>());
        }
    }

    #[test]
    fn a_literal_that_stands_twice_in_a_group_is_false() {
        let mut cnf = Cnf::new();
        cnf.at_most_one(&[1, 1].map(Lit::from));
        assert_eq!(cnf.to_string(), "[-1, -1]");
    }

    #[test]
    fn fresh_variables_follow_the_largest_seen() {
        let mut cnf = Cnf::new();
        cnf.add_clause(&[Lit::from(-7)]);
        assert_eq!(cnf.new_var().number(), 8);
        assert_eq!(cnf.var_count(), 8);
    }
}
