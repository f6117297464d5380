//! A function with assignments that do not matter, and how its smallest cover by primes is found.

use super::bdd::{Bdd, FALSE, Root, TRUE, order_of_appearance};
use super::cover::{Cover, Covering};
use super::cube::{Cube, MAX_LEVELS, coverable_with};
use super::cube_set::{CubeSets, irredundant, primes};
use super::error::SimplifyError;
use super::least::least;
use super::unique::Halt;
use super::{Simplified, Size};
use crate::expr::Expr;
use crate::lit::{Lit, Var};
use crate::normal_form::Dnf;
use crate::normal_form::circuit::Circuit;
use crate::solver::Budget;

/// The most nodes of a decision diagram.
pub(super) const MAX_NODES: usize = 2_000_000;

/// The most literals of a form: far more than people read, and a tenth of a gigabyte as a formula.
const MAX_LITERALS: usize = 1_000_000;

/// The most primes a covering is made of.
const MAX_PRIMES: usize = 50_000;

/// The most bits, rows times columns, of a covering: 64 MB.
const MAX_COVERING: usize = 1 << 29;

/// Up to so many variables, every assignment is a row of the covering.
const MAX_ROW_VARS: usize = 12;

/// What must be true, and what may be.
pub(super) struct Function<'a> {
    bdd: Bdd<'a>,
    order: Vec<Var>,
    lower: Root,
    upper: Root,
}

impl<'a> Function<'a> {
    /// The function of a formula, unless it is too large or the time is up.
    pub(super) fn new(
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

    /// All primes, if there are no more than `limit`.
    pub(super) fn primes(mut self, limit: usize) -> Result<Dnf, SimplifyError> {
        let mut sets = CubeSets::new(MAX_NODES);
        let set = primes(&mut self.bdd, &mut sets, self.upper)?;
        if sets.size(set).terms > limit {
            return Err(SimplifyError::Primes { limit });
        }
        Ok(self.dnf(&sets.list(set)))
    }

    /// The fewest terms, or what is known of them when the limits end.
    pub(super) fn minimal(mut self, budget: Budget<'_>) -> Result<Simplified<Dnf>, SimplifyError> {
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
