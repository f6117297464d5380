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

use std::error::Error;
use std::fmt;

use bdd::{Bdd, FALSE, Root, TRUE, order_of_appearance};
use cover::{Cover, Covering};
use cube::{Cube, MAX_LEVELS, coverable_with};
use cube_set::{CubeSets, irredundant, primes};
use least::least;
use unique::Halt;

use crate::cnf::Cnf;
use crate::expr::Expr;
use crate::lit::{Lit, Var};
use crate::normal_form::Dnf;
use crate::normal_form::circuit::Circuit;
use crate::sink::ClauseSink;
use crate::solver::Budget;

/// The most nodes of a decision diagram.
const MAX_NODES: usize = 2_000_000;

/// The most literals of a form: far more than people read, and a tenth of a gigabyte as a formula.
const MAX_LITERALS: usize = 1_000_000;

/// The most primes a covering is made of.
const MAX_PRIMES: usize = 50_000;

/// The most bits, rows times columns, of a covering: 64 MB.
const MAX_COVERING: usize = 1 << 29;

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
    /// The form that was found is longer than any that is written down.
    Form {
        /// How long it is; `usize::MAX` stands for more than that.
        found: Size,
        /// How many literals a form may have.
        limit: usize,
    },
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
            SimplifyError::Expired => write!(f, "the time was up before any simpler form was found"),
            SimplifyError::Form { found: Size { literals: usize::MAX, .. }, limit } => {
                write!(f, "too large to simplify: the form found has far more than {limit} literals")
            }
            SimplifyError::Form { found: Size { terms, literals }, limit } => write!(
                f,
                "too large to simplify: the form found has {terms} parts with {literals} literals, and {limit} \
                 literals are the limit"
            ),
        }
    }
}

impl Error for SimplifyError {}

impl From<Halt> for SimplifyError {
    fn from(halt: Halt) -> SimplifyError {
        match halt {
            Halt::Full => SimplifyError::Diagram { limit: MAX_NODES },
            Halt::Late => SimplifyError::Expired,
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
        let mut function = Function::new(self, &Expr::constant(false), &|| false)?;
        let mut sets = CubeSets::new(MAX_NODES);
        let set = primes(&mut function.bdd, &mut sets, function.upper)?;
        if sets.size(set).terms > limit {
            return Err(SimplifyError::Primes { limit });
        }
        Ok(function.dnf(&sets.list(set)))
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
struct Function<'a> {
    bdd: Bdd<'a>,
    order: Vec<Var>,
    lower: Root,
    upper: Root,
}

impl<'a> Function<'a> {
    fn new(
        formula: &Expr,
        do_not_care: &Expr,
        expired: &'a dyn Fn() -> bool,
    ) -> Result<Function<'a>, SimplifyError> {
        let order = order_of_appearance(&[formula, do_not_care]);
        if order.len() > MAX_LEVELS {
            return Err(SimplifyError::Variables { found: order.len(), limit: MAX_LEVELS });
        }
        let mut circuit = Circuit::new();
        let (formula, care_not) = (circuit.add(formula), circuit.add(do_not_care));
        let (lower, upper) = (circuit.and([formula, !care_not]), circuit.or([formula, care_not]));
        let mut bdd = Bdd::new(MAX_NODES, expired);
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
        let mut sets = CubeSets::new(MAX_NODES);
        let (form, _) = irredundant(&mut self.bdd, &mut sets, self.lower, self.upper)?;
        let found = sets.size(form);
        if found.literals > MAX_LITERALS {
            return Err(SimplifyError::Form { found, limit: MAX_LITERALS });
        }
        let mut best = sets.list(form);
        let mut lower = least(&mut self.bdd, self.lower, self.upper);
        if size(&best) > lower
            && let Ok(set) = primes(&mut self.bdd, &mut sets, self.upper)
            && sets.size(set).terms <= MAX_PRIMES
        {
            let primes = sets.list(set);
            drop(sets);
            let (cover, bound) = self.cover(&primes, budget);
            lower = lower.max(bound);
            best = cover.into_iter().chain([best]).min_by_key(|cubes| size(cubes)).unwrap_or_default();
        }
        if size(&best) > lower {
            let terms = self.independent();
            lower = lower.max(Size { terms, literals: terms });
        }
        let (proved, best) = (size(&best) == lower, self.dnf(&best));
        Ok(if proved { Simplified::Minimum(best) } else { Simplified::Bounded { best, lower } })
    }

    /// So many assignments, no two of which one term can cover: as many as can be found in time.
    fn independent(&mut self) -> usize {
        let (mut open, mut count) = (self.lower, 0);
        while open != FALSE && self.bdd.watch().now().is_ok() {
            let minterm = self.bdd.some_minterm(open);
            count += 1;
            let together = coverable_with(&mut self.bdd, self.upper, minterm);
            match together.and_then(|together| self.bdd.minus(open, together)) {
                Ok(rest) => open = rest,
                Err(_) => break,
            }
        }
        count
    }

    /// A smallest cover by these primes, unless the limits end before everything is covered; and the least size that
    /// any has.
    fn cover(&mut self, primes: &[Cube], budget: Budget<'_>) -> (Option<Vec<Cube>>, Size) {
        let literals: Vec<u32> = primes.iter().map(|cube| cube.literals()).collect();
        let chosen =
            |cover: &Cover| cover.columns.iter().map(|&column| primes[column]).collect::<Vec<Cube>>();
        let mut problem = Covering { rows: Vec::new(), literals };
        if self.order.len() <= MAX_ROW_VARS {
            for minterm in 0..1u64 << self.order.len() {
                if self.bdd.eval(self.lower, minterm) {
                    if self.bdd.watch().now().is_err() {
                        return (None, Size::default());
                    }
                    problem.rows.push(covering(primes, minterm));
                }
            }
            let cover = problem.solve(budget);
            return (Some(chosen(&cover)), cover.lower);
        }
        let mut cover = Cover { columns: Vec::new(), lower: Size::default() };
        loop {
            match self.add_rows(primes, &cover, &mut problem) {
                Ok(true) => {}
                Ok(false) => return (Some(chosen(&cover)), cover.lower),
                Err(_) => return (None, cover.lower),
            }
            let next = problem.solve(budget);
            // Rows only come, so an earlier bound still holds.
            cover = Cover { lower: next.lower.max(cover.lower), columns: next.columns };
        }
    }

    /// Adds rows for assignments that the cover leaves out, no two of them with a common column; whether there were
    /// any.
    fn add_rows(&mut self, primes: &[Cube], cover: &Cover, problem: &mut Covering) -> Result<bool, Halt> {
        let mut open = self.lower;
        for &column in &cover.columns {
            let root = primes[column].root(&mut self.bdd)?;
            open = self.bdd.minus(open, root)?;
        }
        let any = open != FALSE;
        while open != FALSE {
            self.bdd.watch().now()?;
            if problem.rows.len() * primes.len() > MAX_COVERING {
                return Err(Halt::Full);
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

fn size(cubes: &[Cube]) -> Size {
    Size { terms: cubes.len(), literals: cubes.iter().map(|cube| cube.literals() as usize).sum() }
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
