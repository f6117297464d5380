//! Clauses and terms by distribution: the complete product, nothing simplified but duplicates.
//!
//! Each subformula becomes a set of sets of literals, from the leaves up. For clauses, "and" is the union of its
//! operands' sets and "or" their product; for terms it is the other way round, so terms are the clauses of the
//! negated formula, negated.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::rc::Rc;

use super::Dnf;
use crate::cnf::Cnf;
use crate::expr::{Expr, Op};
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// How to distribute.
///
/// ```
/// use exactone_sat::{DistributeOptions, Lit};
/// let [a, b] = [1, 2].map(Lit::from);
/// let keep = DistributeOptions { keep_tautologies: true, ..DistributeOptions::default() };
/// assert_eq!((a.iff(b)).to_cnf(DistributeOptions::default()).unwrap().len(), 2);
/// assert_eq!(((a & b) | (!a & !b)).to_cnf(keep).unwrap().len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistributeOptions {
    /// Whether clauses with a literal and its negation (terms, in a disjunctive form) are kept. Default: no.
    pub keep_tautologies: bool,
    /// How many distinct clauses or terms there may be, for any subformula. Default: 100,000.
    pub max_clauses: usize,
}

impl Default for DistributeOptions {
    fn default() -> DistributeOptions {
        DistributeOptions { keep_tautologies: false, max_clauses: 100_000 }
    }
}

/// The distributed form would be larger than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    limit: usize,
}

impl TooLarge {
    pub(crate) fn new(limit: usize) -> TooLarge {
        TooLarge { limit }
    }

    /// How much was allowed.
    pub fn limit(&self) -> usize {
        self.limit
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.limit == 1 { "" } else { "s" };
        write!(f, "distribution gives more than {} clause{plural}; Tseitin's form stays linear", self.limit)
    }
}

impl Error for TooLarge {}

/// Why there is no distributed form.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistributeError {
    /// It would be larger than allowed.
    TooLarge(TooLarge),
    /// The time was up.
    Expired,
}

impl fmt::Display for DistributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DistributeError::TooLarge(error) => error.fmt(f),
            DistributeError::Expired => write!(f, "the time was up before the formula was distributed"),
        }
    }
}

impl Error for DistributeError {}

impl From<TooLarge> for DistributeError {
    fn from(error: TooLarge) -> DistributeError {
        DistributeError::TooLarge(error)
    }
}

/// Without a clock only size is an error.
fn timeless<T>(result: Result<T, DistributeError>) -> Result<T, TooLarge> {
    result.map_err(|error| match error {
        DistributeError::TooLarge(error) => error,
        DistributeError::Expired => unreachable!("no clock says that time is up"),
    })
}

impl Expr {
    /// The conjunctive normal form by distribution: clauses in order, literals in order of their variables, each
    /// clause once. No new variable; the size can be exponential.
    ///
    /// # Errors
    /// If there are more clauses than the options allow, or far more products to look at.
    ///
    /// ```
    /// use exactone_sat::{DistributeOptions, Lit};
    /// let [a, b, c] = [1, 2, 3].map(Lit::from);
    /// let cnf = ((a & b) | c).to_cnf(DistributeOptions::default()).unwrap();
    /// assert_eq!(cnf.to_string(), "[1, 3] [2, 3]");
    /// ```
    pub fn to_cnf(&self, options: DistributeOptions) -> Result<Cnf, TooLarge> {
        timeless(self.to_cnf_until(options, &|| false))
    }

    /// As [`to_cnf`](Self::to_cnf), until a clock says that time is up. It is asked every few thousand products.
    ///
    /// # Errors
    /// As [`to_cnf`](Self::to_cnf), and when the time is up.
    pub fn to_cnf_until(
        &self,
        options: DistributeOptions,
        expired: &dyn Fn() -> bool,
    ) -> Result<Cnf, DistributeError> {
        let clauses = distribute(self, options, expired)?;
        let mut cnf = Cnf::new();
        cnf.ensure_vars(self.max_var());
        for clause in clauses.iter() {
            cnf.add_clause(clause);
        }
        Ok(cnf)
    }

    /// The disjunctive normal form by distribution: terms in order, each once.
    ///
    /// # Errors
    /// If there are more terms than the options allow, or far more products to look at.
    ///
    /// ```
    /// use exactone_sat::{DistributeOptions, Lit};
    /// let [a, b, c] = [1, 2, 3].map(Lit::from);
    /// let dnf = ((a | b) & c).to_dnf(DistributeOptions::default()).unwrap();
    /// assert_eq!(dnf.to_expr().to_string(), "(x1 & x3) | (x2 & x3)");
    /// ```
    pub fn to_dnf(&self, options: DistributeOptions) -> Result<Dnf, TooLarge> {
        timeless(self.to_dnf_until(options, &|| false))
    }

    /// As [`to_dnf`](Self::to_dnf), until a clock says that time is up. It is asked every few thousand products.
    ///
    /// # Errors
    /// As [`to_dnf`](Self::to_dnf), and when the time is up.
    pub fn to_dnf_until(
        &self,
        options: DistributeOptions,
        expired: &dyn Fn() -> bool,
    ) -> Result<Dnf, DistributeError> {
        let terms = distribute(&!self, options, expired)?;
        let mut dnf: Vec<Vec<Lit>> =
            terms.iter().map(|clause| clause.iter().map(|&lit| !lit).collect()).collect();
        dnf.sort_unstable();
        Ok(dnf.into_iter().collect())
    }
}

/// Sorted clauses, each a sorted list without duplicates.
type Clauses = BTreeSet<Vec<Lit>>;

/// How many products are looked at for each clause that is allowed: most may be duplicates.
const WORK_PER_CLAUSE: usize = 100;

/// After how much work the clock is looked at.
const WORK_PER_LOOK: usize = 4096;

/// What a product of two clauses costs, in units of work: longer ones more, as they take more time and memory.
const LITERALS_PER_WORK: usize = 32;

fn distribute(
    formula: &Expr,
    options: DistributeOptions,
    expired: &dyn Fn() -> bool,
) -> Result<Rc<Clauses>, DistributeError> {
    let too_large = TooLarge::new(options.max_clauses);
    let mut work = options.max_clauses.saturating_mul(WORK_PER_CLAUSE).saturating_add(1_000_000);
    let mut unseen = 0;
    let mut spend = |amount: usize| -> Result<(), DistributeError> {
        work = work.checked_sub(amount).ok_or(too_large)?;
        unseen += amount + 1;
        if unseen > WORK_PER_LOOK {
            unseen = 0;
            if expired() {
                return Err(DistributeError::Expired);
            }
        }
        Ok(())
    };
    let fits = |clauses: &Clauses| if clauses.len() > options.max_clauses { Err(too_large) } else { Ok(()) };
    let formula = formula.nnf_until(options.max_clauses as u64, expired).ok_or(DistributeError::Expired)?;
    let clauses = formula.try_fold(|expr, operands: &[Rc<Clauses>]| {
        let clauses = match expr.op() {
            Op::Const(true) => Clauses::new(),
            Op::Const(false) => Clauses::from([Vec::new()]),
            Op::Lit(lit) => Clauses::from([vec![lit]]),
            Op::And => {
                let mut all = Clauses::new();
                for operand in operands {
                    spend(operand.len())?;
                    all.extend(operand.iter().cloned());
                    fits(&all)?;
                }
                all
            }
            Op::Or => {
                // What is one clause joins the others at once: literals one by one would be a walk for each.
                let (single, several): (Vec<_>, Vec<_>) = operands.iter().partition(|one| one.len() == 1);
                let mut product: Clauses =
                    union(single.into_iter().flat_map(|one| one.iter().flatten()), options.keep_tautologies)
                        .into_iter()
                        .collect();
                for operand in several {
                    let mut next = Clauses::new();
                    let longest = operand.iter().map(Vec::len).max().unwrap_or(0);
                    for left in &product {
                        spend(operand.len() * (1 + (left.len() + longest) / LITERALS_PER_WORK))?;
                        for right in operand.iter() {
                            if let Some(clause) = joined(left, right, options.keep_tautologies) {
                                next.insert(clause);
                            }
                        }
                        fits(&next)?;
                    }
                    product = next;
                }
                product
            }
            op => unreachable!("{op:?} is in no negation normal form"),
        };
        Ok::<_, DistributeError>(Rc::new(clauses))
    })?;
    fits(&clauses)?;
    Ok(clauses)
}

/// One clause of all these literals; `None` for a tautology that is not kept.
fn union<'a>(lits: impl Iterator<Item = &'a Lit>, keep_tautologies: bool) -> Option<Vec<Lit>> {
    let mut clause: Vec<Lit> = lits.copied().collect();
    clause.sort_unstable();
    clause.dedup();
    // A variable's two literals are neighbours in order.
    let is_kept = keep_tautologies || !clause.windows(2).any(|pair| pair[0] == !pair[1]);
    is_kept.then_some(clause)
}

/// The literals of both, in order; `None` for a tautology that is not kept.
fn joined(left: &[Lit], right: &[Lit], keep_tautologies: bool) -> Option<Vec<Lit>> {
    let mut clause = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() || j < right.len() {
        let from_left = j == right.len() || (i < left.len() && left[i] <= right[j]);
        let lit = if from_left { left[i] } else { right[j] };
        *(if from_left { &mut i } else { &mut j }) += 1;
        if clause.last() == Some(&lit) {
            continue;
        }
        // A variable's two literals are neighbours in order.
        if !keep_tautologies && clause.last() == Some(&!lit) {
            return None;
        }
        clause.push(lit);
    }
    Some(clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suspects() -> Expr {
        let [a, b, d] = [1, 2, 4].map(Lit::from);
        let says = [!a, d, b, !d];
        Expr::any((0..4).map(|one| Expr::all((0..4).map(|i| if i == one { says[i] } else { !says[i] }))))
    }

    #[test]
    fn the_four_suspects_distribute_into_41_clauses_of_which_30_are_tautologies() {
        let keep = DistributeOptions { keep_tautologies: true, ..DistributeOptions::default() };
        assert_eq!(suspects().to_cnf(keep).unwrap().len(), 41);
        let cnf = suspects().to_cnf(DistributeOptions::default()).unwrap();
        assert_eq!(cnf.len(), 11);
        let models = (0..16u32).filter(|row| cnf.eval(|var| row >> var.index() & 1 == 1)).count();
        assert_eq!(models, 4);
    }

    #[test]
    fn sizes_are_limited() {
        let wide = Expr::any((0..20).map(|i| Lit::from(2 * i + 1) & Lit::from(2 * i + 2)));
        let error = wide.to_cnf(DistributeOptions::default()).unwrap_err();
        assert_eq!(error.limit(), 100_000);
        assert!(error.to_string().contains("100000"), "{error}");
        assert!(Expr::exactly(10, (1..=20).map(Lit::from)).to_cnf(DistributeOptions::default()).is_err());
        assert_eq!(
            Expr::odd((1..=12).map(Lit::from)).to_cnf(DistributeOptions::default()).unwrap().len(),
            2048
        );
        assert_eq!(wide.to_dnf(DistributeOptions::default()).unwrap().len(), 20);
        let none = DistributeOptions { max_clauses: 0, ..DistributeOptions::default() };
        assert!(Expr::from(Lit::from(1)).to_cnf(none).is_err());
        assert!(Expr::constant(true).to_cnf(none).is_ok() && Expr::constant(false).to_dnf(none).is_ok());
        let long = Expr::any((1..=100_000).map(Lit::from));
        assert_eq!(long.to_cnf(DistributeOptions::default()).unwrap().len(), 1);
    }

    #[test]
    fn the_clock_is_heard() {
        let asked = std::cell::Cell::new(0);
        let expired = || asked.replace(asked.get() + 1) >= 20;
        let wide = Expr::any((0..30).map(|i| Lit::from(2 * i + 1) & Lit::from(2 * i + 2)));
        let options = DistributeOptions { max_clauses: usize::MAX, ..DistributeOptions::default() };
        assert_eq!(wide.to_cnf_until(options, &expired), Err(DistributeError::Expired));
        assert_eq!(asked.get(), 21);
    }

    #[test]
    fn cardinalities_become_their_subsets() {
        let five = || (1..=5).map(Lit::from);
        let options = DistributeOptions::default();
        assert_eq!(Expr::exactly_one(five()).to_cnf(options).unwrap().len(), 11);
        assert_eq!(Expr::exactly_one(five()).to_dnf(options).unwrap().len(), 5);
        assert_eq!(Expr::at_least(2, five()).to_dnf(options).unwrap().len(), 10);
        assert_eq!(Expr::constant(false).to_cnf(options).unwrap().to_string(), "[]");
        assert_eq!(Expr::constant(true).to_dnf(options).unwrap().to_expr(), Expr::constant(true));
    }
}
