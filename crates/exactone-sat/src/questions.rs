//! Questions about formulas: is it satisfiable, valid, equivalent to another, what are its models and how many.
//!
//! Two solvers work together: one has the formula and finds models, the other has its negation and says which
//! literals of a model matter: those whose assumption already contradicts the negation.

use std::collections::HashMap;
use std::fmt;
use std::ops::{ControlFlow, Deref};

use crate::cdcl::Cdcl;
use crate::count::{Counted, Counter};
use crate::expr::Expr;
use crate::lit::{Lit, Var};
use crate::minimise::bdd::{Bdd, FALSE, Root, TRUE, order_of_appearance};
use crate::names::{Names, ShowNamed};
use crate::natural::Natural;
use crate::normal_form::circuit::Circuit;
use crate::normal_form::encode::{Encoder, Style};
use crate::sink::ClauseSink;
use crate::solver::{Outcome, Query, Solver, Stopped};

/// Literals that make a formula true whatever the other variables are. Derefs to the literals, in order.
///
/// ```
/// use exactone_sat::{Expr, Query};
/// let told: Expr = "exactly_one(~x1, x4, x2, ~x4)".parse().unwrap();
/// let model = told.satisfying(&Query::new()).unwrap().unwrap();
/// assert_eq!(model.to_string(), "[1, -2]");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartialModel {
    lits: Vec<Lit>,
}

impl PartialModel {
    fn new(mut lits: Vec<Lit>) -> PartialModel {
        lits.sort_unstable();
        PartialModel { lits }
    }

    /// Every assignment of `vars` that this one stands for: the variables of `vars` that it leaves open take all
    /// values. Each comes in the order of `vars`.
    ///
    /// ```
    /// use exactone_sat::{Expr, Query, Var};
    /// let model = Expr::from(Var::new(2)).satisfying(&Query::new()).unwrap().unwrap();
    /// let all: Vec<String> = model.expand(&[1, 2].map(Var::new)).map(|lits| format!("{lits:?}")).collect();
    /// assert_eq!(all, ["[-1, 2]", "[1, 2]"]);
    /// ```
    pub fn expand<'a>(&'a self, vars: &'a [Var]) -> impl Iterator<Item = Vec<Lit>> + 'a {
        let value = |var: Var| self.lits.iter().find(|lit| lit.var() == var).map(|lit| lit.polarity());
        let open: Vec<Var> = vars.iter().copied().filter(|&var| value(var).is_none()).collect();
        let place: HashMap<Var, usize> =
            open.iter().enumerate().map(|(place, &var)| (var, open.len() - 1 - place)).collect();
        // Beyond 2^127 nobody sees the last one.
        let count = 1u128.checked_shl(open.len() as u32).filter(|_| open.len() < 128).unwrap_or(u128::MAX);
        let mut row = 0u128;
        std::iter::from_fn(move || {
            if row >= count {
                return None;
            }
            let lits = vars.iter().map(|&var| {
                var.lit(
                    value(var).unwrap_or_else(|| row.checked_shr(place[&var] as u32).unwrap_or(0) & 1 == 1),
                )
            });
            let lits = lits.collect();
            row += 1;
            Some(lits)
        })
    }
}

impl Deref for PartialModel {
    type Target = [Lit];

    fn deref(&self) -> &[Lit] {
        &self.lits
    }
}

impl fmt::Display for PartialModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.lits).finish()
    }
}

impl ShowNamed for PartialModel {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lits.write_named(names, f)
    }
}

/// How many models there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelCount {
    /// Just so many.
    Exactly(Natural),
    /// So many were found before the budget ended.
    AtLeast(Natural, Stopped),
}

impl fmt::Display for ModelCount {
    /// The number, with a `+` behind it if there may be more.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelCount::Exactly(count) => write!(f, "{count}"),
            ModelCount::AtLeast(count, _) => write!(f, "{count}+"),
        }
    }
}

/// Of the query, the budget (for each call of a solver) and the stop flag count. What is to be assumed belongs into
/// the formula.
impl Expr {
    /// A model with only the variables that matter: leave out one more literal, and the formula no longer follows.
    /// `None` if there is no model.
    ///
    /// # Errors
    /// Why the solver stopped early.
    pub fn satisfying(&self, query: &Query<'_>) -> Result<Option<PartialModel>, Stopped> {
        FormulaModels::new(self, &self.vars(), *query).next().transpose()
    }

    /// Whether some assignment makes the formula true.
    ///
    /// # Errors
    /// Why the solver stopped early.
    pub fn is_satisfiable(&self, query: &Query<'_>) -> Result<bool, Stopped> {
        let mut solver = stating(self);
        match solver.solve_query(&Query { assumptions: &[], constraint: None, ..*query }) {
            Outcome::Sat(_) => Ok(true),
            Outcome::Unsat(_) => Ok(false),
            Outcome::Unknown(why) => Err(why),
        }
    }

    /// Whether every assignment makes the formula true.
    ///
    /// ```
    /// use exactone_sat::{Expr, Query};
    /// let formula: Expr = "((x1 -> x2) -> x1) -> x1".parse().unwrap();
    /// assert_eq!(formula.is_valid(&Query::new()), Ok(true));
    /// ```
    ///
    /// # Errors
    /// Why the solver stopped early.
    pub fn is_valid(&self, query: &Query<'_>) -> Result<bool, Stopped> {
        (!self).is_satisfiable(query).map(|satisfiable| !satisfiable)
    }

    /// Whether the other formula holds wherever this one does.
    ///
    /// # Errors
    /// Why the solver stopped early.
    pub fn entails(&self, other: &Expr, query: &Query<'_>) -> Result<bool, Stopped> {
        self.clone().implies(other).is_valid(query)
    }

    /// Whether both formulas have the same value everywhere. A difference, if there is one, is a model of
    /// `self ^ other`.
    ///
    /// # Errors
    /// Why the solver stopped early.
    pub fn is_equivalent(&self, other: &Expr, query: &Query<'_>) -> Result<bool, Stopped> {
        self.clone().iff(other).is_valid(query)
    }

    /// All models over `vars`, each standing for those that differ in variables that do not matter there. No two
    /// overlap. Where the formula has other variables too, models are projected: each assignment of `vars` that can
    /// be completed comes once, with all of `vars`.
    ///
    /// ```
    /// use exactone_sat::{Expr, Query};
    /// let formula: Expr = "x1 | (x2 & x3)".parse().unwrap();
    /// let models: Vec<_> = formula.models(&formula.vars(), Query::new()).collect::<Result<_, _>>().unwrap();
    /// let total: usize = models.iter().map(|model| model.expand(&formula.vars()).count()).sum();
    /// assert_eq!(total, 5);
    /// assert!(models.len() < 5);
    /// ```
    pub fn models<'a>(&self, vars: &[Var], query: Query<'a>) -> FormulaModels<'a> {
        FormulaModels::new(self, vars, query)
    }

    /// How many assignments of `vars` make the formula true (where it has other variables: can be completed).
    ///
    /// Some hundred models are enumerated; beyond, a decision diagram counts, and where that grows too large the
    /// enumeration goes on until the budget ends.
    ///
    /// ```
    /// use exactone_sat::{Expr, Lit, Query, Var};
    /// let half = Expr::exactly(50, (1..=100).map(Lit::from));
    /// let vars: Vec<Var> = Var::range(1..=100).collect();
    /// assert_eq!(half.count_models(&vars, &Query::new()).to_string(), "100891344545564193334812497256");
    /// ```
    pub fn count_models(&self, vars: &[Var], query: &Query<'_>) -> ModelCount {
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        vars.dedup();
        let mut models = FormulaModels::new(self, &vars, *query);
        let mut count = Natural::default();
        let stands_for = |model: &PartialModel| Natural::power_of_two((vars.len() - model.len()) as u32);
        for _ in 0..ENUMERATED {
            match models.next() {
                None => return ModelCount::Exactly(count),
                Some(Ok(model)) => count += &stands_for(&model),
                Some(Err(why)) => return ModelCount::AtLeast(count, why),
            }
        }
        if let Some(count) = self.count_by_diagram(&vars, query) {
            return ModelCount::Exactly(count);
        }
        // Tseitin's new variables are functions of the old ones, and the count is projected besides.
        let mut counter = Counter::new();
        self.tseitin(&mut counter);
        match counter.count_query(vars.iter().copied(), query, &mut |_| ControlFlow::Continue(())) {
            Counted::Exactly(number) => ModelCount::Exactly(number),
            Counted::AtLeast(number, why) => ModelCount::AtLeast(number.max(count), why),
        }
    }

    /// The count by a decision diagram; `None` where it grows too large, the query stops, or a variable is not among
    /// `vars`.
    fn count_by_diagram(&self, vars: &[Var], query: &Query<'_>) -> Option<Natural> {
        /// How deep the diagram's recursions may go.
        const MAX_DEPTH: usize = 1000;
        const MAX_NODES: usize = 500_000;
        let order = order_of_appearance(&[self]);
        if order.len() > MAX_DEPTH || order.iter().any(|var| vars.binary_search(var).is_err()) {
            return None;
        }
        let level: HashMap<Var, u32> =
            order.iter().enumerate().map(|(level, &var)| (var, level as u32)).collect();
        let mut circuit = Circuit::new();
        let signal = circuit.add(self);
        let stopped = || query.stopped().is_some();
        let mut bdd = Bdd::new(MAX_NODES, &stopped);
        let root = bdd.build(&circuit, signal, |var| level[&var]).ok()?;
        let bottom = order.len() as u32;
        let depth = |root: Root| bdd.level(root).min(bottom);
        // Models over the levels from a node's own on. Nodes have higher numbers than those below them.
        let mut counts: HashMap<Root, Natural> =
            HashMap::from([(FALSE, Natural::default()), (TRUE, Natural::ONE)]);
        let mut open = vec![root];
        while let Some(&node) = open.last() {
            if counts.contains_key(&node) {
                open.pop();
                continue;
            }
            let halves = [bdd.low(node), bdd.high(node)];
            let missing: Vec<Root> = halves.into_iter().filter(|half| !counts.contains_key(half)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let mut sum = Natural::default();
            for half in halves {
                let skipped = depth(half).saturating_sub(depth(node) + 1);
                sum += &(&counts[&half] * &Natural::power_of_two(skipped));
            }
            counts.insert(node, sum);
            open.pop();
        }
        let free = depth(root) + (vars.len() - order.len()) as u32;
        Some(&counts.remove(&root)? * &Natural::power_of_two(free))
    }
}

/// How many models are enumerated before a diagram is tried.
const ENUMERATED: usize = 32;

fn stating(formula: &Expr) -> Cdcl {
    let mut solver = Cdcl::new();
    let mut encoder = Encoder::new(Style::PlaistedGreenbaum).with_groups();
    encoder.state(formula);
    encoder.finish(&mut solver);
    solver
}

/// The models of a formula, made by [`Expr::models`]. Ends after the last one, or after an error.
pub struct FormulaModels<'a> {
    finder: Box<dyn Solver>,
    /// Has the negation; `None` where the formula has variables that are projected away.
    denier: Option<Box<dyn Solver>>,
    vars: Vec<Var>,
    found: Vec<PartialModel>,
    query: Query<'a>,
    over: bool,
}

impl fmt::Debug for FormulaModels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormulaModels")
            .field("vars", &self.vars)
            .field("found", &self.found.len())
            .finish_non_exhaustive()
    }
}

impl<'a> FormulaModels<'a> {
    fn new(formula: &Expr, vars: &[Var], query: Query<'a>) -> FormulaModels<'a> {
        FormulaModels::with_solvers(formula, vars, query, || Box::new(Cdcl::new()))
    }

    /// As [`Expr::models`], by solvers of another kind. `solver` makes one without clauses; two are needed.
    pub fn with_solvers(
        formula: &Expr,
        vars: &[Var],
        query: Query<'a>,
        solver: impl Fn() -> Box<dyn Solver>,
    ) -> FormulaModels<'a> {
        let state = |formula: &Expr| {
            let mut solver = solver();
            let mut encoder = Encoder::new(Style::PlaistedGreenbaum).with_groups();
            encoder.state(formula);
            encoder.finish(&mut solver);
            solver
        };
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        vars.dedup();
        let own = formula.vars();
        let projected = own.iter().any(|var| vars.binary_search(var).is_err());
        if !projected {
            vars = own; // the others never matter
        }
        let mut finder = state(formula);
        finder.ensure_vars(vars.last().map_or(0, |var| var.number()));
        FormulaModels {
            finder,
            denier: (!projected).then(|| state(&!formula)),
            vars,
            found: Vec::new(),
            query: Query { assumptions: &[], constraint: None, ..query },
            over: false,
        }
    }

    /// Whether a cube has a literal against each model found before.
    fn is_new(&self, cube: &[Lit]) -> bool {
        self.found.iter().all(|old| cube.iter().any(|lit| old.binary_search(&!*lit).is_ok()))
    }

    /// Leaves out what does not matter, one literal after the other.
    fn shorten(&mut self, model: Vec<Lit>) -> Result<Vec<Lit>, Stopped> {
        let Some(mut denier) = self.denier.take() else { return Ok(model) };
        let mut denied = |lits: &[Lit]| match denier.solve_query(&Query { assumptions: lits, ..self.query }) {
            Outcome::Unsat(core) => Ok(Some(core.lits().to_vec())),
            Outcome::Sat(_) => Ok(None),
            Outcome::Unknown(why) => Err(why),
        };
        let mut cube = model;
        let result = (|| {
            let mut next = 0;
            while next < cube.len() {
                let mut shorter = cube.clone();
                shorter.remove(next);
                match denied(&shorter)? {
                    Some(core) if self.is_new(&shorter) => {
                        // The core may be shorter still.
                        cube = match self.is_new(&core) {
                            true => shorter.into_iter().filter(|lit| core.contains(lit)).collect(),
                            false => shorter,
                        };
                        // Literals before this place were needed and stay needed.
                        next = next.min(cube.len());
                    }
                    _ => next += 1,
                }
            }
            Ok(cube)
        })();
        self.denier = Some(denier);
        result
    }
}

impl Iterator for FormulaModels<'_> {
    type Item = Result<PartialModel, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let shortened = match self.finder.solve_query(&self.query) {
            Outcome::Sat(model) => {
                let lits = self.vars.iter().map(|&var| var.lit(model.value(var))).collect();
                self.shorten(lits)
            }
            Outcome::Unsat(_) => {
                self.over = true;
                return None;
            }
            Outcome::Unknown(why) => Err(why),
        };
        match shortened {
            Ok(cube) => {
                let blocking: Vec<Lit> = cube.iter().map(|&lit| !lit).collect();
                self.finder.add_clause(&blocking);
                let model = PartialModel::new(cube);
                self.found.push(model.clone());
                Some(Ok(model))
            }
            Err(why) => {
                self.over = true;
                Some(Err(why))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dpll::Dpll;

    fn formula(text: &str) -> Expr {
        text.parse().unwrap()
    }

    #[test]
    fn models_are_all_and_do_not_overlap() {
        for text in [
            "x1 ^ x2 ^ x3",
            "x1 | x2 | x3 | x4",
            "exactly(2, x1, x2, x3, x4)",
            "x1 & ~x1",
            "true",
            "x2 -> x4",
        ] {
            let formula = formula(text);
            let vars: Vec<Var> = Var::range(1..=4).collect();
            for solvers in [true, false] {
                let models = match solvers {
                    true => formula.models(&vars, Query::new()),
                    false => {
                        FormulaModels::with_solvers(&formula, &vars, Query::new(), || Box::new(Dpll::new()))
                    }
                };
                let mut rows = [0; 16];
                for model in models {
                    for lits in model.unwrap().expand(&vars) {
                        let row = lits
                            .iter()
                            .enumerate()
                            .map(|(bit, lit)| (lit.polarity() as usize) << bit)
                            .sum::<usize>();
                        rows[row] += 1;
                    }
                }
                for (row, &times) in rows.iter().enumerate() {
                    assert_eq!(times, formula.eval(|var| row >> var.index() & 1 == 1) as usize, "{text}");
                }
            }
            let count = formula.count_models(&vars, &Query::new());
            let by_table = (0..16).filter(|row| formula.eval(|var| row >> var.index() & 1 == 1)).count();
            assert_eq!(count.to_string(), by_table.to_string());
            assert_eq!(
                formula.count_by_diagram(&vars, &Query::new()).unwrap().to_string(),
                by_table.to_string()
            );
        }
    }

    #[test]
    fn projected_models_come_once() {
        let formula = formula("(x1 | x3) & (x2 | x4)");
        let vars = [1, 2].map(Var::new);
        assert_eq!(formula.models(&vars, Query::new()).count(), 4);
        assert_eq!(formula.count_models(&vars, &Query::new()).to_string(), "4");
    }

    #[test]
    fn yes_or_no() {
        let (query, and, or) = (Query::new(), formula("x1 & x2"), formula("x1 | x2"));
        assert_eq!(and.entails(&or, &query), Ok(true));
        assert_eq!(or.entails(&and, &query), Ok(false));
        assert_eq!(or.is_equivalent(&formula("~(~x1 & ~x2)"), &query), Ok(true));
        assert_eq!(or.is_equivalent(&and, &query), Ok(false));
        assert_eq!(formula("x1 & ~x1").satisfying(&query), Ok(None));
        assert_eq!(formula("x1 & x2 | x1 & ~x2").satisfying(&query).unwrap().unwrap().to_string(), "[1]");
    }

    #[test]
    fn an_early_end_is_told() {
        let late = || true;
        let query = Query::new().budget(crate::Budget::new().deadline(&late));
        assert!(formula("x1 ^ x2").is_satisfiable(&query).is_err());
        let ModelCount::AtLeast(count, _) = formula("x1 ^ x2").count_models(&[], &query) else { panic!() };
        assert_eq!(count, Natural::default());
    }
}
