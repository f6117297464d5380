//! A model against a formula, clause by clause as they are poured in.

use crate::lit::Lit;
use crate::model::Model;
use crate::sink::ClauseSink;

/// A sink that evaluates each clause under a model and remembers the first false one. Keeps no clause.
///
/// ```
/// use exactone_sat::{check::ModelChecker, clauses, Model};
/// let model = Model::from_fn(2, |var| var.number() == 1);
/// let mut checker = ModelChecker::new(&model);
/// clauses![[1, 2], [-1, 2], [-1]].pour(&mut checker);
/// let wrong = checker.first_false().unwrap();
/// assert_eq!((wrong.number, wrong.clause.len(), checker.false_clauses()), (2, 2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct ModelChecker<'a> {
    model: &'a Model,
    vars: u32,
    clauses: u64,
    false_clauses: u64,
    first: Option<FalseClause>,
}

/// A clause that a model makes false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalseClause {
    /// Its number, from 1.
    pub number: u64,
    /// Its literals.
    pub clause: Vec<Lit>,
}

impl<'a> ModelChecker<'a> {
    /// A checker of this model.
    pub fn new(model: &'a Model) -> ModelChecker<'a> {
        ModelChecker { model, vars: 0, clauses: 0, false_clauses: 0, first: None }
    }

    /// The first clause that is false, if there is one.
    pub fn first_false(&self) -> Option<&FalseClause> {
        self.first.as_ref()
    }

    /// How many clauses are false.
    pub const fn false_clauses(&self) -> u64 {
        self.false_clauses
    }

    /// How many clauses there were.
    pub const fn clauses(&self) -> u64 {
        self.clauses
    }
}

impl ClauseSink for ModelChecker<'_> {
    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        self.vars = self.vars.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        for lit in clause {
            self.vars = self.vars.max(lit.var().number());
        }
        if !self.model.satisfies(clause) {
            self.false_clauses += 1;
            if self.first.is_none() {
                self.first = Some(FalseClause { number: self.clauses, clause: clause.to_vec() });
            }
        }
    }
}
