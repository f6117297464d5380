//! The backbone: the literals that are true in every model.
//!
//! Every model shrinks the list of candidates; the temporary clause of a [`Query`] then asks for a model in which one
//! of those that are left is false (Marques-Silva, Janota and Lynce, "On computing backbones of propositional
//! theories", ECAI 2010, algorithm 4, without its activation variables). When there is none, all that are left are
//! forced.

use crate::lit::{Lit, Var};
use crate::solver::{Core, Outcome, Query, Solver, Stopped};

/// What [`backbone`] found out.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Backbone {
    /// The forced literals of the variables asked about, in the order in which those were named.
    Forced(Vec<Lit>),
    /// There is no model, so every literal is forced; already these assumptions contradict the clauses.
    Unsat(Core),
    /// Stopped early. What is forced is among these literals, which held in every model found so far; `None` if no
    /// model was found in time.
    Unknown(Stopped, Option<Vec<Lit>>),
}

impl Backbone {
    /// The forced literals, if they are known.
    pub fn forced(&self) -> Option<&[Lit]> {
        match self {
            Backbone::Forced(lits) => Some(lits),
            _ => None,
        }
    }
}

/// Which literals of `vars` are true in every model of the solver's clauses and the query's assumptions.
///
/// The query's budget is that of each single call of the solver. Its temporary clause, if any, is ignored: the
/// question needs that place for itself.
///
/// ```
/// use exactone_sat::{Cdcl, Query, Var, backbone, clauses};
/// let mut solver = Cdcl::new();
/// clauses![[1, -4], [1, -2], [1, 4], [-4, -2], [-4, 4], [-2, 4], [-1, 4, 2, -4]].pour(&mut solver);
/// let answer = backbone(&mut solver, Var::range(1..=4), &Query::new());
/// assert_eq!(format!("{:?}", answer.forced().unwrap()), "[1, -2]");
/// ```
pub fn backbone(solver: &mut dyn Solver, vars: impl IntoIterator<Item = Var>, query: &Query<'_>) -> Backbone {
    let query = Query { constraint: None, ..*query };
    let mut candidates: Vec<Lit> = match solver.solve_query(&query) {
        Outcome::Sat(model) => vars.into_iter().map(|var| var.lit(model.value(var))).collect(),
        Outcome::Unsat(core) => return Backbone::Unsat(core),
        Outcome::Unknown(why) => return Backbone::Unknown(why, None),
    };
    loop {
        // Each model costs as much as there are candidates, whatever the solver finds easy.
        if let Some(why) = query.stopped() {
            return Backbone::Unknown(why, Some(candidates));
        }
        let another: Vec<Lit> = candidates.iter().map(|&lit| !lit).collect();
        match solver.solve_query(&query.constraint(&another)) {
            Outcome::Sat(model) => candidates.retain(|&lit| model.is_true(lit)),
            Outcome::Unsat(_) => return Backbone::Forced(candidates),
            Outcome::Unknown(why) => return Backbone::Unknown(why, Some(candidates)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, models, random_cnf};
    use crate::{Budget, Cdcl, ClauseSink, Cnf, Dpll, clauses};

    #[test]
    fn it_is_what_all_models_share() {
        let mut random = Random::new(11);
        let mut forced_in_all = 0;
        for round in 0..3000 {
            let vars = 1 + random.below(9) as u32;
            let cnf = random_cnf(&mut random, vars);
            let assumptions: Vec<Lit> = (0..random.below(3)).map(|_| random.lit(vars)).collect();
            let models: Vec<u32> = models(&cnf, vars)
                .filter(|&set| {
                    assumptions.iter().all(|lit| (set >> lit.var().index() & 1 == 1) == lit.polarity())
                })
                .collect();
            let expected: Vec<Lit> = Var::range(1..=vars)
                .flat_map(|var| [var.positive(), var.negative()])
                .filter(|lit| models.iter().all(|set| (set >> lit.var().index() & 1 == 1) == lit.polarity()))
                .collect();
            for mut solver in [Box::new(Cdcl::new()) as Box<dyn Solver>, Box::new(Dpll::new())] {
                cnf.pour(&mut solver);
                for _ in 0..2 {
                    let answer =
                        backbone(&mut solver, Var::range(1..=vars), &Query::new().assume(&assumptions));
                    match answer {
                        Backbone::Unsat(_) => assert!(models.is_empty(), "round {round}"),
                        answer => assert_eq!(answer, Backbone::Forced(expected.clone()), "round {round}"),
                    }
                }
            }
            forced_in_all += usize::from(!models.is_empty()) * expected.len();
        }
        assert!(forced_in_all > 500);
    }

    struct Heedless(Cdcl);

    impl ClauseSink for Heedless {
        fn var_count(&self) -> u32 {
            self.0.var_count()
        }
        fn ensure_vars(&mut self, count: u32) {
            self.0.ensure_vars(count);
        }
        fn add_clause(&mut self, clause: &[Lit]) {
            self.0.add_clause(clause);
        }
    }

    impl Solver for Heedless {
        fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
            self.0.solve_query(&Query { budget: Budget::new(), ..*query })
        }
        fn stats(&self) -> crate::Stats {
            self.0.stats()
        }
    }

    #[test]
    fn without_a_variable_or_a_budget() {
        let mut solver = Cdcl::new();
        clauses![[1, 2]].pour(&mut solver);
        assert_eq!(backbone(&mut solver, [], &Query::new()), Backbone::Forced(vec![]));
        let late = || true;
        let query = Query::new().budget(Budget::new().deadline(&late));
        assert_eq!(
            backbone(&mut solver, Var::range(1..=2), &query),
            Backbone::Unknown(Stopped::Deadline, None)
        );
        // A solver may find its models without a look at the clock: it is asked between them.
        let mut heedless = Heedless(Cdcl::new());
        heedless.ensure_vars(2);
        let answer = backbone(&mut heedless, Var::range(1..=2), &query);
        assert!(matches!(answer, Backbone::Unknown(Stopped::Deadline, Some(lits)) if lits.len() == 2));
        let mut never = Cnf::new();
        never.add_clause(&[]);
        never.pour(&mut solver);
        assert_eq!(backbone(&mut solver, [], &Query::new()), Backbone::Unsat(Core::default()));
    }
}
