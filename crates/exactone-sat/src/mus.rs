//! Who is to blame: minimal and smallest unsatisfiable sets, and minimal corrections, over named groups of clauses.
//!
//! A contradiction is seldom the fault of single clauses: a rule of a puzzle is dozens of them. So clauses come in
//! groups; each group counts as one, and clauses outside every group (the background) are never blamed.
//!
//! - A *minimal unsatisfiable set* (MUS) contradicts itself, but no longer does once any one group is dropped.
//! - A *smallest* one (SMUS) has the fewest groups of all.
//! - A *minimal correction set* (MCS) is a set of groups without which the rest is satisfiable, none of them in vain.
//!
//! ```
//! use exactone_sat::mus::{Blame, GroupedCnf};
//! use exactone_sat::{ClauseSink, Lit, Query};
//! let mut formula = GroupedCnf::new();
//! formula.add_clause(&[1, 2].map(Lit::from)); // background: it was A or B
//! for (name, lit) in [("A denies", -1), ("B denies", -2), ("C was away", -3)] {
//!     formula.group(name);
//!     formula.add_clause(&[Lit::from(lit)]);
//! }
//! let Blame::Minimal(groups) = formula.blame(&Query::new()) else { panic!("they contradict each other") };
//! let names: Vec<&str> = groups.iter().map(|&group| formula.name(group)).collect();
//! assert_eq!(names, ["A denies", "B denies"]);
//! ```

mod explore;
mod marco;
mod shrink;
mod smallest;

pub use marco::Found;
pub use smallest::Smallest;

use crate::cdcl::Cdcl;
use crate::cnf::Cnf;
use crate::lit::Lit;
use crate::model::Model;
use crate::sink::ClauseSink;
use crate::solver::{Query, Solver, Stopped};
use explore::Explorer;

/// The number of a group, 0-based, in the order in which they were begun.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group(u32);

impl Group {
    /// The group with this number.
    ///
    /// # Panics
    /// If the number does not fit 32 bits.
    pub fn new(index: usize) -> Group {
        Group(u32::try_from(index).expect("there are fewer than 2^32 groups"))
    }

    /// The number, for use as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A formula whose clauses belong to named groups or to the background.
///
/// It is a [`ClauseSink`], so every encoder writes into it: [`group`](Self::group) says where the clauses go that
/// follow. Its questions are answered by a [`Cdcl`], or by any other solver through the `_with` forms, which take a
/// solver without clauses.
#[derive(Clone, Debug, Default)]
pub struct GroupedCnf {
    cnf: Cnf,
    /// For each clause its group plus one, or 0 for the background.
    owners: Vec<u32>,
    names: Vec<Box<str>>,
    current: u32,
}

/// Which groups contradict each other.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blame {
    /// All groups can hold together.
    Satisfiable(Model),
    /// These groups, in order, contradict each other, and every one of them is needed. None if the background (with
    /// the query's assumptions) contradicts itself.
    Minimal(Vec<Group>),
    /// Stopped early. These groups contradict each other, but perhaps not all are needed; `None` if not even that is
    /// known.
    Unknown(Stopped, Option<Vec<Group>>),
}

/// What to drop so that the rest can hold.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Correction {
    /// Without these groups the rest has this model, and none of them can be put back. None if all can hold.
    Minimal(Vec<Group>, Model),
    /// The background alone contradicts itself.
    Impossible,
    /// Stopped early.
    Unknown(Stopped),
}

impl GroupedCnf {
    /// No clause and no group.
    pub fn new() -> GroupedCnf {
        GroupedCnf::default()
    }

    /// Begins a new group: the clauses that follow belong to it. Names need not differ.
    pub fn group(&mut self, name: &str) -> Group {
        let group = Group::new(self.names.len());
        self.names.push(name.into());
        self.current = group.0 + 1;
        group
    }

    /// The clauses that follow belong to a group that was begun earlier.
    pub fn resume(&mut self, group: Group) {
        assert!(group.index() < self.names.len(), "the group has been begun");
        self.current = group.0 + 1;
    }

    /// The clauses that follow belong to no group.
    pub fn background(&mut self) {
        self.current = 0;
    }

    /// Each clause of a formula as a group of its own, called by its number from 1.
    ///
    /// ```
    /// use exactone_sat::mus::{Blame, Group, GroupedCnf};
    /// use exactone_sat::{Query, clauses};
    /// let formula = GroupedCnf::from_clauses(&clauses![[1], [2, 3], [-1]]);
    /// assert_eq!(formula.blame(&Query::new()), Blame::Minimal(vec![Group::new(0), Group::new(2)]));
    /// ```
    pub fn from_clauses(cnf: &Cnf) -> GroupedCnf {
        let mut formula = GroupedCnf::new();
        formula.ensure_vars(cnf.var_count());
        for (position, clause) in cnf.iter().enumerate() {
            formula.group(&(position + 1).to_string());
            formula.add_clause(clause);
        }
        formula
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All groups in order.
    pub fn groups(&self) -> impl DoubleEndedIterator<Item = Group> + ExactSizeIterator {
        (0..self.names.len()).map(Group::new)
    }

    /// The name of a group.
    ///
    /// # Panics
    /// If it is no group of this formula.
    pub fn name(&self, group: Group) -> &str {
        &self.names[group.index()]
    }

    /// All clauses with the group they belong to, `None` for the background, in order of arrival.
    pub fn clauses(&self) -> impl Iterator<Item = (Option<Group>, &[Lit])> + '_ {
        self.owners.iter().map(|owner| owner.checked_sub(1).map(Group)).zip(&self.cnf)
    }

    /// A minimal unsatisfiable set of groups. The query's assumptions belong to the background, its budget is that of
    /// each single call of the solver, its temporary clause is ignored.
    ///
    /// Deletion with refinement by failed assumptions (Dershowitz, Hanna and Nadel 2006; Marques-Silva and Lynce
    /// 2011), so never more calls than groups and two.
    pub fn blame(&self, query: &Query<'_>) -> Blame {
        self.blame_with(&mut Cdcl::new(), query)
    }

    /// As [`blame`](Self::blame), by this solver, which must have no clauses yet.
    pub fn blame_with(&self, solver: &mut dyn Solver, query: &Query<'_>) -> Blame {
        let mut explorer = Explorer::new(self, solver, query);
        shrink::blame(&mut explorer, self.groups().collect())
    }

    /// A smallest unsatisfiable set of groups, with a proof that none is smaller, or the best known and how much
    /// smaller it could still be.
    ///
    /// Implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal
    /// hitting set dualization", CP 2015): every unsatisfiable set hits every correction set, so a smallest set that
    /// hits all known ones is no larger than the answer, and is the answer as soon as it is unsatisfiable itself.
    ///
    /// ```
    /// use exactone_sat::mus::GroupedCnf;
    /// use exactone_sat::{Query, clauses};
    /// // 1 -> 2 -> 3 -> 4 and not 4, or directly not 1.
    /// let formula = GroupedCnf::from_clauses(&clauses![[1], [-1, 2], [-2, 3], [-3, 4], [-4], [-1]]);
    /// let smallest = formula.smallest(&Query::new());
    /// assert_eq!(smallest.best().unwrap().len(), 2);
    /// assert_eq!(smallest.lower_bound(), 2);
    /// ```
    pub fn smallest(&self, query: &Query<'_>) -> Smallest {
        self.smallest_with(&mut Cdcl::new(), query)
    }

    /// As [`smallest`](Self::smallest), by this solver, which must have no clauses yet.
    pub fn smallest_with(&self, solver: &mut dyn Solver, query: &Query<'_>) -> Smallest {
        let mut explorer = Explorer::new(self, solver, query);
        smallest::smallest(&mut explorer, self.len())
    }

    /// A minimal correction set: groups without which the rest can hold, none of them dropped in vain. Later groups
    /// are dropped rather than earlier ones.
    ///
    /// ```
    /// use exactone_sat::mus::{Correction, Group, GroupedCnf};
    /// use exactone_sat::{Query, clauses};
    /// let formula = GroupedCnf::from_clauses(&clauses![[1], [2, 3], [-1]]);
    /// let Correction::Minimal(dropped, model) = formula.correction(&Query::new()) else { panic!() };
    /// assert_eq!(dropped, [Group::new(2)]);
    /// assert!(model.is_true(1));
    /// ```
    pub fn correction(&self, query: &Query<'_>) -> Correction {
        let mut solver = Cdcl::new();
        let mut explorer = Explorer::new(self, &mut solver, query);
        shrink::correction(&mut explorer)
    }

    /// Every minimal unsatisfiable set and every minimal correction set, each once, until `each` says to stop.
    ///
    /// There can be exponentially many of both. Returns whether all were found. MARCO (Liffiton, Previti, Malik and
    /// Marques-Silva, "Fast, flexible MUS enumeration", Constraints 2016).
    ///
    /// ```
    /// use exactone_sat::mus::{Found, GroupedCnf};
    /// use exactone_sat::{Query, clauses};
    /// use std::ops::ControlFlow;
    /// let formula = GroupedCnf::from_clauses(&clauses![[1], [-1], [-1, 2], [-2]]);
    /// let mut sizes = Vec::new();
    /// let complete = formula.enumerate(&Query::new(), |found| {
    ///     if let Found::Mus(groups) = found {
    ///         sizes.push(groups.len());
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// sizes.sort();
    /// assert_eq!((complete, sizes), (Ok(true), vec![2, 3]));
    /// ```
    ///
    /// # Errors
    /// Why a call of the solver stopped early; what was found until then has been told.
    pub fn enumerate(
        &self,
        query: &Query<'_>,
        mut each: impl FnMut(Found<'_>) -> std::ops::ControlFlow<()>,
    ) -> Result<bool, Stopped> {
        let mut solver = Cdcl::new();
        let mut explorer = Explorer::new(self, &mut solver, query);
        marco::enumerate(&mut explorer, &mut each)
    }
}

impl ClauseSink for GroupedCnf {
    fn var_count(&self) -> u32 {
        self.cnf.var_count()
    }

    fn ensure_vars(&mut self, count: u32) {
        self.cnf.ensure_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.cnf.add_clause(clause);
        self.owners.push(self.current);
    }
}

#[cfg(test)]
mod tests;
