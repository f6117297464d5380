//! Sets of groups and whether they can hold together, asked of one incremental solver.
//!
//! Each group has a selector, a fresh variable above those of the formula: its clauses hold where the selector is
//! assumed. One solver sees all clauses once and keeps what it learns from set to set.

use super::{Group, GroupedCnf};
use crate::lit::Lit;
use crate::model::Model;
use crate::sink::ClauseSink;
use crate::solver::{Outcome, Query, Solver, Stopped};

pub(super) struct Explorer<'a> {
    formula: &'a GroupedCnf,
    solver: &'a mut dyn Solver,
    query: &'a Query<'a>,
    selectors: Vec<Lit>,
    assumptions: Vec<Lit>,
}

/// The answer about one set.
pub(super) enum Answer {
    /// It can hold.
    Sat(Model),
    /// Already these of its groups cannot, in ascending order.
    Unsat(Vec<Group>),
}

impl<'a> Explorer<'a> {
    pub(super) fn new(
        formula: &'a GroupedCnf,
        solver: &'a mut dyn Solver,
        query: &'a Query<'a>,
    ) -> Explorer<'a> {
        let named = query.assumptions.iter().map(|lit| lit.var().number()).max().unwrap_or(0);
        solver.ensure_vars(formula.var_count().max(named));
        let selectors: Vec<Lit> = formula.groups().map(|_| solver.new_var().positive()).collect();
        let mut selected = Vec::new();
        for (group, clause) in formula.clauses() {
            selected.clear();
            selected.extend(group.map(|group| !selectors[group.index()]));
            selected.extend_from_slice(clause);
            solver.add_clause(&selected);
        }
        Explorer { formula, solver, query, selectors, assumptions: Vec::new() }
    }

    /// The limits under which everything is asked.
    pub(super) fn query(&self) -> &'a Query<'a> {
        self.query
    }

    pub(super) fn group_count(&self) -> usize {
        self.selectors.len()
    }

    /// Whether these groups can hold together with the background.
    pub(super) fn ask(&mut self, groups: impl IntoIterator<Item = Group>) -> Result<Answer, Stopped> {
        self.assumptions.clear();
        self.assumptions.extend_from_slice(self.query.assumptions);
        let selectors = &self.selectors;
        self.assumptions.extend(groups.into_iter().map(|group| selectors[group.index()]));
        let query = Query { assumptions: &self.assumptions, constraint: None, ..*self.query };
        match self.solver.solve_query(&query) {
            Outcome::Sat(model) => Ok(Answer::Sat(model)),
            Outcome::Unsat(core) => {
                let first = selectors.first().map_or(0, |lit| lit.var().index());
                let mut groups: Vec<Group> = core
                    .lits()
                    .iter()
                    .filter_map(|lit| lit.var().index().checked_sub(first))
                    .filter(|&index| index < selectors.len())
                    .map(Group::new)
                    .collect();
                groups.sort();
                groups.dedup();
                Ok(Answer::Unsat(groups))
            }
            Outcome::Unknown(why) => Err(why),
        }
    }

    /// For each group whether all its clauses are true under a model, selected or not.
    pub(super) fn satisfied(&self, model: &Model) -> Vec<bool> {
        let mut satisfied = vec![true; self.group_count()];
        for (group, clause) in self.formula.clauses() {
            if let Some(group) = group
                && satisfied[group.index()]
                && !model.satisfies(clause)
            {
                satisfied[group.index()] = false;
            }
        }
        satisfied
    }

    /// The model without the selectors.
    pub(super) fn cut(&self, model: &Model) -> Model {
        Model::from_fn(self.formula.var_count(), |var| model.value(var))
    }
}
