//! From formulas to clauses and terms.

pub(crate) mod circuit;
pub(crate) mod encode;
pub(crate) mod distribute;
mod tseitin;
mod plaisted_greenbaum;

use std::collections::HashMap;
use std::fmt;

use crate::cnf::{Clauses, Cnf};
use crate::expr::Expr;
use crate::lit::{Lit, Var};
use crate::names::{Names, ShowNamed};
use crate::sink::ClauseSink;

/// A formula in disjunctive normal form: at least one of these terms holds; a term is a list of literals that all
/// hold. Without terms it is false, an empty term is true.
///
/// ```
/// use exactone_sat::{Dnf, Lit, Names};
/// let dnf: Dnf = [vec![1, -2], vec![3]].iter().map(|term| term.iter().map(|&n| Lit::from(n)).collect::<Vec<_>>()).collect();
/// assert_eq!(dnf.len(), 2);
/// assert_eq!(dnf.to_string(), "[1, -2] [3]");
/// assert_eq!(dnf.to_expr().to_string(), "(x1 & ~x2) | x3");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Dnf {
    terms: Cnf,
}

impl Dnf {
    /// No term: false.
    pub const fn new() -> Dnf {
        Dnf { terms: Cnf::new() }
    }

    /// Adds a term.
    pub fn add_term(&mut self, term: &[Lit]) {
        self.terms.add_clause(term);
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The number of literals in all terms.
    pub fn literal_count(&self) -> usize {
        self.terms.literals().len()
    }

    /// The terms in order.
    pub fn iter(&self) -> Clauses<'_> {
        self.terms.iter()
    }

    /// The value where each variable has the value `value(var)`.
    pub fn eval(&self, value: impl Fn(Var) -> bool) -> bool {
        self.iter().any(|term| term.iter().all(|lit| value(lit.var()) == lit.polarity()))
    }

    /// The terms as a formula.
    pub fn to_expr(&self) -> Expr {
        let mut leaves = Leaves::default();
        Expr::any(self.iter().map(|term| Expr::all(term.iter().map(|&lit| leaves.of(lit)))))
    }
}

impl<'a> IntoIterator for &'a Dnf {
    type Item = &'a [Lit];
    type IntoIter = Clauses<'a>;

    fn into_iter(self) -> Clauses<'a> {
        self.iter()
    }
}

impl<T: AsRef<[Lit]>> FromIterator<T> for Dnf {
    fn from_iter<I: IntoIterator<Item = T>>(terms: I) -> Dnf {
        Dnf { terms: terms.into_iter().collect() }
    }
}

impl fmt::Display for Dnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms.fmt(f)
    }
}

impl fmt::Debug for Dnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dnf({self})")
    }
}

impl ShowNamed for Dnf {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms.write_named(names, f)
    }
}

impl Cnf {
    /// The clauses as a formula.
    ///
    /// ```
    /// use exactone_sat::clauses;
    /// assert_eq!(clauses![[1, -2], [3]].to_expr().to_string(), "(x1 | ~x2) & x3");
    /// ```
    pub fn to_expr(&self) -> Expr {
        let mut leaves = Leaves::default();
        Expr::all(self.iter().map(|clause| Expr::any(clause.iter().map(|&lit| leaves.of(lit)))))
    }
}

/// Literals as formulas, each made once: millions of clauses have few literals.
#[derive(Default)]
struct Leaves(HashMap<Lit, Expr>);

impl Leaves {
    fn of(&mut self, lit: Lit) -> Expr {
        self.0.entry(lit).or_insert_with(|| Expr::from(lit)).clone()
    }
}

/// The number of ways to choose `k` of `n`, if it fits.
pub(crate) fn binomial(n: usize, k: usize) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    // Each step divides evenly: after i steps it is the number of ways to choose i.
    (0..k.min(n - k) as u64)
        .try_fold(1u64, |ways, i| ways.checked_mul(n as u64 - i).map(|ways| ways / (i + 1)))
}

/// All subsets of `0..n` with `size` elements, in lexicographic order.
pub(crate) fn subsets(n: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= n).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let current = next.take()?;
        // The last position that can still move up does; those behind it follow closely.
        if let Some(place) = (0..size).rfind(|&place| current[place] < n - size + place) {
            let mut following = current.clone();
            let start = current[place] + 1;
            for (offset, value) in following[place..].iter_mut().enumerate() {
                *value = start + offset;
            }
            next = Some(following);
        }
        Some(current)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_and_in_order() {
        for n in 0..7 {
            for size in 0..=n + 1 {
                let all: Vec<Vec<usize>> = subsets(n, size).collect();
                assert_eq!(Some(all.len() as u64), binomial(n, size));
                assert!(all.is_sorted());
                assert!(all.iter().all(|subset| subset.is_sorted() && subset.len() == size));
            }
        }
        assert_eq!(binomial(60, 30), Some(118_264_581_564_861_424));
        assert_eq!(binomial(200, 100), None);
    }
}
