//! The simplest form of a formula, with the proof that there is none simpler.
//!
//! As W. V. Quine and E. J. McCluskey did it: all prime implicants, then the fewest that cover the function. Primes
//! come from a decision diagram, so that wide but regular functions are no trouble; the covering is decided by
//! reduction, a Lagrangian bound and our SAT solver. Where the rows to be covered are too many to be written down,
//! they are added as they are needed: cover those so far, find an assignment left out, go on.
//!
//! The simplest clauses are the simplest terms of the negation.

mod unique;
mod bits;
pub(crate) mod bdd;
mod cube;
mod cube_set;
mod least;
mod cover;
mod lagrange;
mod function;
mod error;

use function::Function;

use crate::cnf::Cnf;
use crate::expr::Expr;
use crate::lit::Lit;
use crate::normal_form::Dnf;
use crate::sink::ClauseSink;
use crate::solver::Budget;

pub use error::SimplifyError;

/// Terms (or clauses), and the literals in them. Sizes compare by terms first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The number of terms or clauses.
    pub terms: usize,
    /// The number of literals in all of them.
    pub literals: usize,
}

impl Size {
    pub(crate) fn plus(self, other: Size) -> Size {
        Size {
            terms: self.terms.saturating_add(other.terms),
            literals: self.literals.saturating_add(other.literals),
        }
    }
}

/// A simplified form and what is known about simpler ones.
///
/// ```
/// use exactone_sat::{Budget, Expr, Simplified};
/// let formula: Expr = "(x1 & x2) | (x1 & ~x2) | (x2 & x3)".parse().unwrap();
/// let Simplified::Minimum(dnf) = formula.minimal_dnf(Budget::new()).unwrap() else { panic!("it is small") };
/// assert_eq!(dnf.to_expr().to_string(), "x1 | (x2 & x3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Simplified<F> {
    /// No equivalent form has fewer terms, and none with as many terms has fewer literals.
    Minimum(F),
    /// The best form found within the budget. It is irredundant: no term can be left out.
    Bounded {
        /// That form.
        best: F,
        /// No equivalent form has fewer terms than this; if it has just as many, not fewer literals.
        lower: Size,
    },
}

impl<F> Simplified<F> {
    /// The form, proved or not.
    pub fn form(&self) -> &F {
        match self {
            Simplified::Minimum(form) | Simplified::Bounded { best: form, .. } => form,
        }
    }

    /// Whether it is proved that there is none simpler.
    pub fn is_minimum(&self) -> bool {
        matches!(self, Simplified::Minimum(_))
    }

    fn map<G>(self, change: impl FnOnce(F) -> G) -> Simplified<G> {
        match self {
            Simplified::Minimum(form) => Simplified::Minimum(change(form)),
            Simplified::Bounded { best, lower } => Simplified::Bounded { best: change(best), lower },
        }
    }
}

impl Expr {
    /// The disjunctive normal form with the fewest terms, and among those one with the fewest literals.
    ///
    /// Proved for every function of up to 8 variables, and beyond wherever the proof ends within the budget's
    /// deadline; else the best form found with a proved lower bound. Terms come in order. Memory stays below half a
    /// gigabyte.
    ///
    /// # Errors
    /// Beyond 64 variables; where the function has no decision diagram of two million nodes, or no form is found
    /// within the deadline; where that form has more than a million literals.
    pub fn minimal_dnf(&self, budget: Budget<'_>) -> Result<Simplified<Dnf>, SimplifyError> {
        self.minimal_dnf_with(&Expr::constant(false), budget)
    }

    /// As [`minimal_dnf`](Self::minimal_dnf), where assignments that make `do_not_care` true may be in or out.
    ///
    /// ```
    /// use exactone_sat::{Budget, Lit};
    /// let [a, b] = [1, 2].map(Lit::from);
    /// let simplest = (a & b).minimal_dnf_with(&(a & !b), Budget::new()).unwrap();
    /// assert_eq!(simplest.form().to_string(), "[1]");
    /// ```
    ///
    /// # Errors
    /// As [`minimal_dnf`](Self::minimal_dnf).
    pub fn minimal_dnf_with(
        &self,
        do_not_care: &Expr,
        budget: Budget<'_>,
    ) -> Result<Simplified<Dnf>, SimplifyError> {
        let expired = || budget.expired.is_some_and(|expired| expired());
        Function::new(self, do_not_care, &expired)?.minimal(budget)
    }

    /// The conjunctive normal form with the fewest clauses, and among those one with the fewest literals.
    ///
    /// ```
    /// use exactone_sat::{Budget, Expr, Lit};
    /// let one = Expr::exactly_one((1..=12).map(Lit::from));
    /// let simplest = one.minimal_cnf(Budget::new()).unwrap();
    /// assert!(simplest.is_minimum());
    /// assert_eq!(simplest.form().len(), 12 * 11 / 2 + 1);
    /// ```
    ///
    /// # Errors
    /// As [`minimal_dnf`](Self::minimal_dnf).
    pub fn minimal_cnf(&self, budget: Budget<'_>) -> Result<Simplified<Cnf>, SimplifyError> {
        self.minimal_cnf_with(&Expr::constant(false), budget)
    }

    /// As [`minimal_cnf`](Self::minimal_cnf), where assignments that make `do_not_care` true may be in or out.
    ///
    /// # Errors
    /// As [`minimal_dnf`](Self::minimal_dnf).
    pub fn minimal_cnf_with(
        &self,
        do_not_care: &Expr,
        budget: Budget<'_>,
    ) -> Result<Simplified<Cnf>, SimplifyError> {
        // Of the negation, what does not matter still does not; assignments that do not matter are left out of it.
        let negation = !self & !do_not_care;
        let vars = self.max_var();
        Ok(negation.minimal_dnf_with(do_not_care, budget)?.map(|dnf| negated(&dnf, vars)))
    }

    /// All prime implicants: terms that make the formula true, none of whose literals can be left out.
    ///
    /// # Errors
    /// If there are more than `limit`; as [`minimal_dnf`](Self::minimal_dnf).
    ///
    /// ```
    /// use exactone_sat::Lit;
    /// let [a, b, c] = [1, 2, 3].map(Lit::from);
    /// let primes = ((a & b) | (!a & c)).prime_implicants(100).unwrap();
    /// assert_eq!(primes.to_string(), "[1, 2] [-1, 3] [2, 3]");
    /// ```
    pub fn prime_implicants(&self, limit: usize) -> Result<Dnf, SimplifyError> {
        Function::new(self, &Expr::constant(false), &|| false)?.primes(limit)
    }

    /// All prime implicates: clauses that follow from the formula, none of whose literals can be left out.
    ///
    /// # Errors
    /// As [`prime_implicants`](Self::prime_implicants).
    ///
    /// ```
    /// use exactone_sat::{Expr, Lit};
    /// let one = Expr::exactly_one((1..=20).map(Lit::from));
    /// assert_eq!(one.prime_implicates(1000).unwrap().len(), 191);
    /// ```
    pub fn prime_implicates(&self, limit: usize) -> Result<Cnf, SimplifyError> {
        Ok(negated(&(!self).prime_implicants(limit)?, self.max_var()))
    }
}

/// The clauses that deny each term.
fn negated(dnf: &Dnf, vars: u32) -> Cnf {
    let mut clauses: Vec<Vec<Lit>> = dnf.iter().map(|term| term.iter().map(|&lit| !lit).collect()).collect();
    clauses.sort_unstable();
    let mut cnf: Cnf = clauses.into_iter().collect();
    cnf.ensure_vars(vars);
    cnf
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lit::Var;

    fn minimum(text: &str) -> String {
        let formula: Expr = text.parse().unwrap();
        let simplified = formula.minimal_dnf(Budget::new()).unwrap();
        assert!(simplified.is_minimum());
        simplified.form().to_expr().to_string()
    }

    #[test]
    fn well_known_forms() {
        assert_eq!(minimum("x1 & ~x1"), "false");
        assert_eq!(minimum("x1 | ~x1"), "true");
        assert_eq!(minimum("x1 & x2 | x1 & ~x2"), "x1");
        assert_eq!(minimum("x1 ^ x2"), "(x1 & ~x2) | (~x1 & x2)");
        assert_eq!(minimum("(x1 & x2) | (~x1 & x3) | (x2 & x3)"), "(x1 & x2) | (~x1 & x3)");
        // The cyclic core that greedy choice gets wrong: three terms do, not four.
        assert_eq!(minimum("at_least(1, x1, x2, x3) & ~(x1 & x2 & x3)").matches('&').count(), 3);
    }

    #[test]
    fn the_four_suspects() {
        let told: Expr = "exactly_one(~x1, x4, x2, ~x4)".parse().unwrap();
        let simplest = told.minimal_cnf(Budget::new()).unwrap();
        assert_eq!(simplest.form().to_expr().to_string(), "x1 & ~x2");
        assert_eq!(told.prime_implicants(10).unwrap().to_string(), "[1, -2]");
    }

    #[test]
    fn exactly_one_of_many_has_all_its_pairs() {
        for n in [1usize, 2, 5, 12, 16] {
            let one = Expr::exactly_one((1..=n as i32).map(Lit::from));
            let simplest = one.minimal_cnf(Budget::new()).unwrap();
            assert!(simplest.is_minimum());
            assert_eq!(simplest.form().len(), n * (n - 1) / 2 + 1);
        }
    }

    #[test]
    fn what_does_not_matter_is_used() {
        // A digit's segment: rows 10 to 15 do not occur.
        let digits = |rows: &[u32]| {
            Expr::any(
                rows.iter()
                    .map(|row| Expr::all((0..4).map(|bit| Var::new(bit + 1).lit(row >> bit & 1 == 1)))),
            )
        };
        let simplest =
            digits(&[8, 9]).minimal_dnf_with(&digits(&[10, 11, 12, 13, 14, 15]), Budget::new()).unwrap();
        assert_eq!(simplest.form().to_string(), "[4]");
        let clauses =
            digits(&[8, 9]).minimal_cnf_with(&digits(&[10, 11, 12, 13, 14, 15]), Budget::new()).unwrap();
        assert_eq!(clauses.form().to_string(), "[4]");
    }

    #[test]
    fn limits_are_errors_and_lateness_is_a_bound() {
        let wide = Expr::any((1..=70).map(Lit::from));
        assert_eq!(wide.minimal_dnf(Budget::new()), Err(SimplifyError::Variables { found: 70, limit: 64 }));
        let many = Expr::exactly(6, (1..=14).map(Lit::from));
        assert_eq!(many.prime_implicants(100), Err(SimplifyError::Primes { limit: 100 }));
        // Parities are too many for anything but to be told so; a cycle leaves a gap where there is no time.
        let parity = |n| Expr::odd((1..=n).map(Lit::from));
        assert_eq!(parity(16).minimal_cnf(Budget::new()).unwrap().form().len(), 1 << 15);
        let Err(SimplifyError::Form { found, .. }) = parity(40).minimal_cnf(Budget::new()) else { panic!() };
        assert_eq!(found, Size { terms: 1 << 39, literals: 40 << 39 });
        let late = || true;
        let mut bounded = 0;
        for seed in 1..=10u64 {
            let rows = 0x9E37_79B9_7F4A_7C15u64.wrapping_mul(2 * seed + 1);
            let random = Expr::any(
                (0..64)
                    .filter(|row| rows >> row & 1 == 1)
                    .map(|row: u32| Expr::all((0..6).map(|bit| Var::new(bit + 1).lit(row >> bit & 1 == 1)))),
            );
            let simplified = random.minimal_dnf(Budget::new().deadline(&late)).unwrap();
            if let Simplified::Bounded { best, lower } = simplified {
                assert!(lower.terms > 1 && lower.terms <= best.len());
                assert!(
                    (0..64).all(
                        |row: u32| best.eval(|var| row >> var.index() & 1 == 1) == (rows >> row & 1 == 1)
                    )
                );
                bounded += 1;
            }
        }
        assert!(bounded > 0, "there was no time to prove them all");
    }
}
