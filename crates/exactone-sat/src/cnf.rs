//! A formula in conjunctive normal form, kept flat.
//!
//! All literals lie in one buffer and each clause is the stretch between two ends, because a `Vec<Vec<Lit>>`
//! takes about six times as long to build and forty times as long to clone. A clause is simply a `&[Lit]`.

use std::fmt;

use crate::lit::Lit;
use crate::sink::ClauseSink;

/// A list of clauses over variables `1..=var_count`. Keeps order and duplicates; changes nothing it is given.
///
/// ```
/// use exactone_sat::{clauses, ClauseSink, Cnf};
/// let mut cnf = clauses![[1, -4], [1]];
/// cnf.add_clause(&[]);
/// assert_eq!(cnf.len(), 3);
/// assert_eq!(cnf.var_count(), 4);
/// assert_eq!(cnf.to_string(), "[1, -4] [1] []");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Cnf {
    lits: Vec<Lit>,
    ends: Vec<usize>,
    vars: u32,
}

impl Cnf {
    /// The empty formula: no variable, no clause, true.
    pub const fn new() -> Cnf {
        Cnf { lits: Vec::new(), ends: Vec::new(), vars: 0 }
    }

    /// An empty formula with room for `clauses` clauses of `literals` literals in all.
    pub fn with_capacity(clauses: usize, literals: usize) -> Cnf {
        Cnf { lits: Vec::with_capacity(literals), ends: Vec::with_capacity(clauses), vars: 0 }
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause at all.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause at `position`, 0-based.
    pub fn get(&self, position: usize) -> Option<&[Lit]> {
        let end = *self.ends.get(position)?;
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        Some(&self.lits[start..end])
    }

    /// The clauses in order.
    pub fn iter(&self) -> Clauses<'_> {
        Clauses { lits: &self.lits, ends: self.ends.iter(), start: 0 }
    }

    /// All literals, clause after clause.
    pub fn literals(&self) -> &[Lit] {
        &self.lits
    }

    /// Pours all clauses and the number of variables into another sink.
    ///
    /// ```
    /// use exactone_sat::{clauses, Cnf};
    /// let mut all = clauses![[1, 2]];
    /// clauses![[-1], [-2]].pour(&mut all);
    /// assert_eq!(all.len(), 3);
    /// ```
    pub fn pour<S: ClauseSink + ?Sized>(&self, sink: &mut S) {
        sink.ensure_vars(self.vars);
        for clause in self {
            if sink.is_closed() {
                return;
            }
            sink.add_clause(clause);
        }
    }

    /// Whether an assignment of all variables makes every clause true.
    ///
    /// ```
    /// use exactone_sat::{clauses, Lit};
    /// let cnf = clauses![[1, 2], [-1, -2]];
    /// assert!(cnf.eval(|var| var.number() == 1));
    /// assert!(!cnf.eval(|_| true));
    /// ```
    pub fn eval(&self, value: impl Fn(crate::Var) -> bool) -> bool {
        self.iter().all(|clause| clause.iter().any(|lit| value(lit.var()) == lit.polarity()))
    }

    /// Removes all clauses and variables, keeping the memory.
    pub fn clear(&mut self) {
        self.lits.clear();
        self.ends.clear();
        self.vars = 0;
    }

    /// Keeps the first `len` clauses. The number of variables stays.
    pub fn truncate(&mut self, len: usize) {
        if len < self.ends.len() {
            self.ends.truncate(len);
            self.lits.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }
}

impl ClauseSink for Cnf {
    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        assert!(count <= crate::Var::MAX_NUMBER, "a variable number lies between 1 and 2^31 - 1");
        self.vars = self.vars.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        for &lit in clause {
            self.vars = self.vars.max(lit.var().number());
        }
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }
}

/// The clauses of a [`Cnf`] in order, each a slice of literals.
#[derive(Clone, Debug)]
pub struct Clauses<'a> {
    lits: &'a [Lit],
    ends: std::slice::Iter<'a, usize>,
    start: usize,
}

impl<'a> Iterator for Clauses<'a> {
    type Item = &'a [Lit];

    fn next(&mut self) -> Option<&'a [Lit]> {
        let end = *self.ends.next()?;
        let clause = &self.lits[self.start..end];
        self.start = end;
        Some(clause)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
    }
}

impl ExactSizeIterator for Clauses<'_> {}

impl<'a> IntoIterator for &'a Cnf {
    type Item = &'a [Lit];
    type IntoIter = Clauses<'a>;

    fn into_iter(self) -> Clauses<'a> {
        self.iter()
    }
}

impl<C: AsRef<[Lit]>> Extend<C> for Cnf {
    fn extend<I: IntoIterator<Item = C>>(&mut self, clauses: I) {
        for clause in clauses {
            self.add_clause(clause.as_ref());
        }
    }
}

impl<C: AsRef<[Lit]>> FromIterator<C> for Cnf {
    fn from_iter<I: IntoIterator<Item = C>>(clauses: I) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.extend(clauses);
        cnf
    }
}

impl std::ops::Index<usize> for Cnf {
    type Output = [Lit];

    /// The clause at `position`, 0-based.
    ///
    /// # Panics
    /// If there are not that many. [`Cnf::get`] does not.
    fn index(&self, position: usize) -> &[Lit] {
        self.get(position).expect("a clause number is below the number of clauses")
    }
}

impl fmt::Display for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, clause) in self.iter().enumerate() {
            if position > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{clause:?}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cnf({} variables: {self})", self.vars)
    }
}

/// Clauses written as DIMACS integers: `clauses![[1, -4], [1]]`.
///
/// An element may be anything that turns into a [`Lit`](crate::Lit): an integer, a literal, a variable.
///
/// ```
/// use exactone_sat::{clauses, Var};
/// let x = Var::new(9);
/// assert_eq!(clauses![[1, -4], [], [!x, x]].to_string(), "[1, -4] [] [-9, 9]");
/// ```
///
/// # Panics
/// If an integer is 0.
#[macro_export]
macro_rules! clauses {
    ($([$($lit:expr),* $(,)?]),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut cnf = $crate::Cnf::new();
        $($crate::ClauseSink::add_clause(&mut cnf, &[$($crate::Lit::from($lit)),*]);)*
        cnf
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let cnf = clauses![[1, -2], [], [3, 3], [-9]];
        let back: Vec<Vec<i32>> =
            cnf.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect();
        assert_eq!(back, [vec![1, -2], vec![], vec![3, 3], vec![-9]]);
        assert_eq!(cnf.iter().len(), 4);
        assert_eq!(&cnf[2], [3, 3].map(Lit::from));
        assert_eq!(cnf.get(4), None);
        assert_eq!(cnf.var_count(), 9);
        assert_eq!(cnf.iter().collect::<Cnf>(), cnf);
    }

    #[test]
    fn truncate_drops_the_newest_clauses() {
        let mut cnf = clauses![[1, -2], [], [3]];
        cnf.truncate(5);
        assert_eq!(cnf.len(), 3);
        cnf.truncate(1);
        assert_eq!(cnf.to_string(), "[1, -2]");
        cnf.add_clause(&[Lit::from(4)]);
        assert_eq!(cnf.to_string(), "[1, -2] [4]");
        cnf.truncate(0);
        assert!(cnf.is_empty());
        assert_eq!(cnf.var_count(), 4);
    }

    #[test]
    fn the_hand_made_clauses_of_the_four_suspects() {
        let cnf = clauses![[1, -4], [1, -2], [1, 4], [-4, -2], [-4, 4], [-2, 4], [-1, 4, 2, -4]];
        let models = (0..16u32).filter(|bits| cnf.eval(|var| bits >> var.index() & 1 == 1)).count();
        assert_eq!(models, 4);
    }
}
