//! The simplest form of a formula, with the proof that there is none simpler.
//!
//! As W. V. Quine and E. J. McCluskey did it: all prime implicants, then the fewest that cover the function. Primes
//! come from a decision diagram, so that wide but regular functions are no trouble; the covering is decided by
//! reduction, a Lagrangian bound and our SAT solver. Where the rows to be covered are too many to be written down,
//! they are added as they are needed: cover those so far, find an assignment left out, go on.
//!
//! The simplest clauses are the simplest terms of the negation.

mod bits;
pub(crate) mod bdd;
mod cube;
mod cover;
mod lagrange;

use std::error::Error;
use std::fmt;

use bdd::{Bdd, FALSE, Full, Root, TRUE, order_of_appearance};
use cover::{Cover, Covering};
use cube::{Cube, MAX_LEVELS, NoPrimes, Primes, coverable_with, irredundant};

use crate::cnf::Cnf;
use crate::expr::Expr;
use crate::lit::{Lit, Var};
use crate::normal_form::Dnf;
use crate::normal_form::circuit::Circuit;
use crate::sink::ClauseSink;
use crate::solver::Budget;

/// The most nodes of a decision diagram.
const MAX_NODES: usize = 2_000_000;

/// The most primes a covering is made of.
const MAX_PRIMES: usize = 50_000;

/// Up to so many variables, every assignment is a row of the covering.
const MAX_ROW_VARS: usize = 12;

/// Terms (or clauses), and the literals in them. Sizes compare by terms first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The number of terms or clauses.
    pub terms: usize,
    /// The number of literals in all of them.
    pub literals: usize,
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

/// Why a formula cannot be simplified.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplifyError {
    /// It has more variables than are simplified.
    Variables {
        /// How many it has.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Its decision diagram has more nodes than fit.
    Diagram {
        /// How many there may be.
        limit: usize,
    },
    /// It has more prime implicants than asked for.
    Primes {
        /// How many there may be.
        limit: usize,
    },
    /// The time was up before there was any answer.
    Expired,
}

impl fmt::Display for SimplifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimplifyError::Variables { found, limit } => {
                write!(f, "{found} variables are too many to simplify: the limit is {limit}")
            }
            SimplifyError::Diagram { limit } => {
                write!(f, "too complex to simplify: its decision diagram has more than {limit} nodes")
            }
            SimplifyError::Primes { limit } => write!(f, "there are more than {limit} prime implicants"),
            SimplifyError::Expired => write!(f, "the time was up before all prime implicants were known"),
        }
    }
}

impl Error for SimplifyError {}

impl From<Full> for SimplifyError {
    fn from(_: Full) -> SimplifyError {
        SimplifyError::Diagram { limit: MAX_NODES }
    }
}

impl Expr {
    /// The disjunctive normal form with the fewest terms, and among those one with the fewest literals.
    ///
    /// Proved for every function of up to 8 variables, and beyond wherever the proof ends within the budget's
    /// deadline; else the best form found with a proved lower bound. Terms come in order.
    ///
    /// # Errors
    /// Beyond 64 variables, or where the function has no decision diagram of two million nodes.
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
        Function::new(self, do_not_care)?.minimal(budget)
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
        let mut function = Function::new(self, &Expr::constant(false))?;
        let primes = Primes::new(&mut function.bdd, limit, &|| false).of(function.upper);
        let primes = primes.map_err(|why| match why {
            NoPrimes::TooMany => SimplifyError::Primes { limit },
            NoPrimes::Expired => SimplifyError::Expired,
            NoPrimes::Full => Full.into(),
        })?;
        Ok(function.dnf(&primes))
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

/// What must be true, and what may be.
struct Function {
    bdd: Bdd,
    order: Vec<Var>,
    lower: Root,
    upper: Root,
}

impl Function {
    fn new(formula: &Expr, do_not_care: &Expr) -> Result<Function, SimplifyError> {
        let order = order_of_appearance(&[formula, do_not_care]);
        if order.len() > MAX_LEVELS {
            return Err(SimplifyError::Variables { found: order.len(), limit: MAX_LEVELS });
        }
        let mut circuit = Circuit::new();
        let (formula, care_not) = (circuit.add(formula), circuit.add(do_not_care));
        let (lower, upper) = (circuit.and([formula, !care_not]), circuit.or([formula, care_not]));
        let mut bdd = Bdd::new(MAX_NODES);
        let level =
            |var| order.iter().position(|&one| one == var).expect("every variable is in the order") as u32;
        let lower = bdd.build(&circuit, lower, level)?;
        let upper = bdd.build(&circuit, upper, level)?;
        Ok(Function { bdd, order, lower, upper })
    }

    fn dnf(&self, cubes: &[Cube]) -> Dnf {
        let term = |cube: &Cube| {
            let mut term: Vec<Lit> = (0..self.order.len())
                .filter(|level| (cube.positive | cube.negative) >> level & 1 == 1)
                .map(|level| self.order[level].lit(cube.positive >> level & 1 == 1))
                .collect();
            term.sort_unstable();
            term
        };
        let mut terms: Vec<Vec<Lit>> = cubes.iter().map(term).collect();
        terms.sort_unstable();
        terms.into_iter().collect()
    }

    fn minimal(mut self, budget: Budget<'_>) -> Result<Simplified<Dnf>, SimplifyError> {
        if self.lower == FALSE {
            return Ok(Simplified::Minimum(Dnf::new()));
        }
        if self.upper == TRUE {
            return Ok(Simplified::Minimum([Vec::new()].into_iter().collect()));
        }
        let expired = || budget.expired.is_some_and(|expired| expired());
        let primes = Primes::new(&mut self.bdd, MAX_PRIMES, &expired).of(self.upper);
        let (cubes, lower) = match primes {
            Ok(primes) => match self.cover(&primes, budget) {
                Ok((cubes, lower)) => (cubes, lower),
                Err(lower) => (self.fallback()?, lower),
            },
            Err(_) => {
                let cubes = self.fallback()?;
                let terms = self.independent(&expired)?;
                (cubes, Size { terms, literals: terms })
            }
        };
        let size =
            Size { terms: cubes.len(), literals: cubes.iter().map(|cube| cube.literals() as usize).sum() };
        let best = self.dnf(&cubes);
        Ok(if size == lower { Simplified::Minimum(best) } else { Simplified::Bounded { best, lower } })
    }

    /// An irredundant form without looking for the smallest.
    fn fallback(&mut self) -> Result<Vec<Cube>, SimplifyError> {
        Ok(irredundant(&mut self.bdd, self.lower, self.upper)?.0)
    }

    /// So many assignments, no two of which one term can cover.
    fn independent(&mut self, expired: &dyn Fn() -> bool) -> Result<usize, SimplifyError> {
        let (mut open, mut count) = (self.lower, 0);
        while open != FALSE && (count == 0 || !expired()) {
            let minterm = self.bdd.some_minterm(open);
            let together = coverable_with(&mut self.bdd, self.upper, minterm)?;
            open = self.bdd.minus(open, together)?;
            count += 1;
        }
        Ok(count)
    }

    /// A smallest cover by these primes and the least size there can be; only the latter if the time is up before
    /// everything is covered.
    fn cover(&mut self, primes: &[Cube], budget: Budget<'_>) -> Result<(Vec<Cube>, Size), Size> {
        let literals: Vec<u32> = primes.iter().map(|cube| cube.literals()).collect();
        let chosen =
            |cover: &Cover| cover.columns.iter().map(|&column| primes[column]).collect::<Vec<Cube>>();
        if self.order.len() <= MAX_ROW_VARS {
            let rows = (0..1u64 << self.order.len())
                .filter(|&minterm| self.bdd.eval(self.lower, minterm))
                .map(|minterm| covering(primes, minterm))
                .collect();
            let cover = Covering { rows, literals }.solve(budget);
            return Ok((chosen(&cover), cover.lower));
        }
        let expired = || budget.expired.is_some_and(|expired| expired());
        let mut problem = Covering { rows: Vec::new(), literals };
        let mut cover = Cover { columns: Vec::new(), lower: Size::default() };
        loop {
            match self.add_rows(primes, &cover, &mut problem, &expired) {
                Ok(true) => {}
                Ok(false) => return Ok((chosen(&cover), cover.lower)),
                Err(_) => return Err(cover.lower),
            }
            let next = problem.solve(budget);
            // Rows only come, so an earlier bound still holds.
            cover = Cover { lower: next.lower.max(cover.lower), columns: next.columns };
        }
    }

    /// Adds rows for assignments that the cover leaves out, no two of them with a common column; whether there were
    /// any.
    fn add_rows(
        &mut self,
        primes: &[Cube],
        cover: &Cover,
        problem: &mut Covering,
        expired: &dyn Fn() -> bool,
    ) -> Result<bool, Full> {
        let mut open = self.lower;
        for &column in &cover.columns {
            let root = primes[column].root(&mut self.bdd)?;
            open = self.bdd.minus(open, root)?;
        }
        let any = open != FALSE;
        while open != FALSE {
            if expired() {
                return Err(Full);
            }
            // As few columns as possible: leave out each prime in turn where an assignment remains.
            let mut rest = open;
            let mut minterm = self.bdd.some_minterm(rest);
            for cube in primes {
                if cube.holds(minterm) {
                    let root = cube.root(&mut self.bdd)?;
                    let without = self.bdd.minus(rest, root)?;
                    if without != FALSE {
                        rest = without;
                        minterm = self.bdd.some_minterm(rest);
                    }
                }
            }
            let row = covering(primes, minterm);
            for &column in &row {
                let root = primes[column].root(&mut self.bdd)?;
                open = self.bdd.minus(open, root)?;
            }
            problem.rows.push(row);
        }
        Ok(any)
    }
}

/// The primes in which an assignment lies.
fn covering(primes: &[Cube], minterm: u64) -> Vec<usize> {
    (0..primes.len()).filter(|&column| primes[column].holds(minterm)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let late = || true;
        let simplified = many.minimal_dnf(Budget::new().deadline(&late)).unwrap();
        let Simplified::Bounded { best, lower } = simplified else { panic!("there was no time to prove it") };
        assert_eq!(best.len(), 3003);
        assert!(lower.terms >= 1 && lower.terms <= 3003);
    }
}
