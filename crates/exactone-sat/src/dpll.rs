//! DPLL, the solver to read: unit propagation, pure literals, a branching rule, and chronological backtracking.
//!
//! After M. Davis, G. Logemann, D. Loveland, "A machine program for theorem-proving" (1962); pure literals from
//! Davis and Putnam (1960). The search is a loop over a trail, not a recursion, and no clause is ever copied:
//!
//! ```text
//! loop:  a literal waits?      tell its clauses; some become unit, one may become false   propagate.rs
//!        a clause is false?    the newest decision was wrong: take back, flip it          dpll.rs
//!        an assumption waits?  it goes on the trail first                                 dpll.rs
//!        no open clause?       that is a model
//!        a pure literal?       it is true for free                                        pure.rs
//!        otherwise             decide                                                     branch.rs
//! ```
//!
//! For large formulas use the CDCL solver, which learns from its conflicts. This one is its second opinion and the
//! engine of the step player.

mod formula;
mod trail;
mod propagate;
mod pure;
mod branch;
mod blame;
mod trace;

pub use branch::Branching;

use crate::lit::Lit;
use crate::model::Model;
use crate::observer::{ClauseId, Observer};
use crate::sink::ClauseSink;
use crate::solver::{Core, Outcome, Query, Solver, Stats, Stopped};
use blame::Blame;
use formula::Formula;
use trace::Refuted;
use trail::{Reason, Trail};

/// How many propagated literals may pass before the clock and the stop flag are asked again.
const POLL_INTERVAL: u32 = 256;

/// The switches of [`Dpll`].
///
/// ```
/// use exactone_sat::{Branching, DpllOptions};
/// let options = DpllOptions::default();
/// assert!(options.pure_literals);
/// assert_eq!(options.branching, Branching::Moms);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DpllOptions {
    /// Whether literals whose negation occurs in no open clause are set at once.
    pub pure_literals: bool,
    /// The branching rule.
    pub branching: Branching,
}

impl Default for DpllOptions {
    fn default() -> DpllOptions {
        DpllOptions { pure_literals: true, branching: Branching::default() }
    }
}

/// The Davis-Putnam-Logemann-Loveland procedure: complete, incremental, without learning.
///
/// Takes clauses between calls, assumptions and a temporary clause with each call, and answers with a model or with
/// the assumptions to blame. Tells every step to its [`Observer`]; refuted branches are told as derived clauses.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Solver};
/// let mut solver = Dpll::new();
/// clauses![[1, -4], [1, -2], [1, 4], [-4, -2], [-4, 4], [-2, 4], [-1, 4, 2, -4]].pour(&mut solver);
/// assert_eq!(solver.solve().model().unwrap().to_string(), "[1, -2, -3, -4]");
/// assert_eq!(solver.stats().backtracks, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Dpll<O = ()> {
    options: DpllOptions,
    observer: O,
    formula: Formula,
    trail: Trail,
    blame: Blame,
    stats: Stats,
    /// The number of variables announced; no memory is spent on those that occur in no clause.
    vars: u32,
    /// The number of clauses added, dropped ones included.
    added: u64,
    /// The number of derived clauses told.
    derived: u64,
    /// How many assumptions of the present call have a level of their own.
    assumption_levels: usize,
    refuted: Vec<Refuted>,
    /// Whether the present call tells derived clauses.
    tells_clauses: bool,
    /// The clauses were refuted without any help from a query.
    contradictory: bool,
    /// A call has told the observer of its steps before.
    begun: bool,
    scratch: Vec<Lit>,
}

impl Dpll {
    /// A solver without clauses.
    pub fn new() -> Dpll {
        Dpll::with_observer(())
    }

    /// A solver without clauses and with these switches.
    pub fn with_options(options: DpllOptions) -> Dpll {
        let mut solver = Dpll::new();
        solver.set_options(options);
        solver
    }
}

impl Default for Dpll {
    fn default() -> Dpll {
        Dpll::new()
    }
}

impl<O> Dpll<O> {
    /// A solver without clauses that tells its steps to `observer`.
    pub fn with_observer(observer: O) -> Dpll<O> {
        Dpll {
            options: DpllOptions::default(),
            observer,
            formula: Formula::default(),
            trail: Trail::default(),
            blame: Blame::default(),
            stats: Stats::default(),
            vars: 0,
            added: 0,
            derived: 0,
            assumption_levels: 0,
            refuted: Vec::new(),
            tells_clauses: false,
            contradictory: false,
            begun: false,
            scratch: Vec::new(),
        }
    }

    /// The switches in use.
    pub const fn options(&self) -> DpllOptions {
        self.options
    }

    /// Other switches from the next call on.
    pub const fn set_options(&mut self, options: DpllOptions) {
        self.options = options;
    }

    /// The observer.
    pub const fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, to be changed.
    pub const fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// The observer by value; the solver is gone.
    pub fn into_observer(self) -> O {
        self.observer
    }
}

impl<O> ClauseSink for Dpll<O> {
    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        self.vars = self.vars.max(count);
    }

    /// # Panics
    /// Beyond 2^32 - 1 clauses.
    fn add_clause(&mut self, clause: &[Lit]) {
        self.added += 1;
        self.see(clause);
        self.formula.add(clause, ClauseId::Original(self.added));
    }
}

impl<O> Dpll<O> {
    fn see(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.vars = self.vars.max(lit.var().number());
        }
    }
}

impl<O: Observer + Send> Solver for Dpll<O> {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        self.see(query.assumptions);
        self.see(query.constraint.unwrap_or_default());
        if self.contradictory {
            return Outcome::Unsat(Core::default());
        }
        if O::ACTIVE && std::mem::replace(&mut self.begun, true) {
            self.observer.restart();
        }
        let permanent = self.formula.cnf.len();
        if let Some(clause) = query.constraint {
            self.formula.add(clause, ClauseId::Constraint);
        }
        self.tells_clauses = O::ACTIVE && (query.constraint.is_none() || O::ANTECEDENTS);
        let outcome = self.search(query);
        self.tell_deleted(0);
        self.undo(0);
        self.trail.levels.clear();
        self.assumption_levels = 0;
        self.formula.truncate(permanent);
        // Where the refutation could not be told, a later call must find it again.
        let told = !O::ACTIVE || self.tells_clauses;
        self.contradictory = told && outcome.core().is_some_and(Core::is_empty);
        outcome
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}

impl<O: Observer> Dpll<O> {
    /// The search. Leaves the trail as it is at the end.
    fn search(&mut self, query: &Query<'_>) -> Outcome {
        let vars = self.formula.cnf.var_count().max(largest(query.assumptions));
        self.formula.index(vars);
        self.trail.resize(vars);
        let wanted = !query.assumptions.is_empty() || query.constraint.is_some() || O::ANTECEDENTS;
        self.blame.start(vars, wanted);
        if self.options.pure_literals {
            self.formula.collect_pure_candidates();
        }
        let before = self.stats;
        let mut assumptions = query.assumptions.iter();
        let mut false_clause = (0..self.formula.short().len())
            .find_map(|i| self.propagate_clause(self.formula.short()[i]).err());
        loop {
            if false_clause.is_none() {
                match self.propagate(query, &before) {
                    Ok(()) => {}
                    Err(Halt::Conflict(number)) => false_clause = Some(number),
                    Err(Halt::Stopped(why)) => return Outcome::Unknown(why),
                }
            }
            if let Some(number) = false_clause.take() {
                self.stats.conflicts += 1;
                self.tell_conflict(number);
                self.blame_conflict(number);
                if self.trail.level() == self.assumption_levels {
                    return self.unsat();
                }
                if let Some(why) = self.exhausted(query, &before) {
                    return Outcome::Unknown(why);
                }
                self.flip_last_decision();
            } else if let Some(&lit) = assumptions.next() {
                match self.trail.value(lit) {
                    None => {
                        self.assumption_levels += 1;
                        self.open_level(lit, Reason::Assumption);
                    }
                    Some(true) => {}
                    Some(false) => {
                        self.blame_assumption(lit);
                        return self.unsat();
                    }
                }
            } else if self.formula.open == 0 {
                return Outcome::Sat(self.model());
            } else if self.options.pure_literals
                && let Some(lit) = self.formula.next_pure(&self.trail)
            {
                self.stats.pure_assignments += 1;
                self.trail.push(lit, Reason::Pure);
                self.observer.pure(lit);
            } else if let Some(why) = self.exhausted(query, &before) {
                return Outcome::Unknown(why);
            } else {
                let lit = self.options.branching.choose(&self.formula, &self.trail);
                self.stats.decisions += 1;
                self.open_level(lit, Reason::Decision);
            }
        }
    }

    /// Unit propagation to its end, a false clause, or the end of the budget.
    fn propagate(&mut self, query: &Query<'_>, before: &Stats) -> Result<(), Halt> {
        let mut until_poll = 0;
        while let Some(result) = self.propagate_one() {
            result.map_err(Halt::Conflict)?;
            if until_poll == 0 {
                until_poll = POLL_INTERVAL;
                if let Some(why) = query.stopped() {
                    return Err(Halt::Stopped(why));
                }
            }
            until_poll -= 1;
            if query
                .budget
                .propagations
                .is_some_and(|limit| self.stats.propagations - before.propagations > limit)
            {
                return Err(Halt::Stopped(Stopped::Propagations));
            }
        }
        Ok(())
    }

    /// Why no further branch may be tried, if that is so.
    fn exhausted(&self, query: &Query<'_>, before: &Stats) -> Option<Stopped> {
        if query.budget.conflicts.is_some_and(|limit| self.stats.conflicts - before.conflicts >= limit) {
            return Some(Stopped::Conflicts);
        }
        query.stopped()
    }

    fn open_level(&mut self, lit: Lit, reason: Reason) {
        self.trail.levels.push(self.trail.entries.len());
        self.trail.push(lit, reason);
        if O::ACTIVE {
            self.observer.decide(self.trail.level() as u32, lit);
        }
    }

    /// The newest decision cannot be true: takes it back and makes it false, for good on the level below.
    fn flip_last_decision(&mut self) {
        let level = self.trail.level();
        let decision = self.trail.opener(level);
        let number = self.tell_refuted(level);
        let position = self.trail.levels.pop().expect("a decision stands on the trail");
        self.undo(position);
        self.stats.backtracks += 1;
        if O::ACTIVE {
            self.observer.backtrack(self.trail.level() as u32);
        }
        self.trail.push(!decision, Reason::Flipped(number));
        self.tell_flipped(!decision);
    }

    fn unsat(&mut self) -> Outcome {
        self.tell_core();
        Outcome::Unsat(Core::new(self.blame.assumptions.clone(), self.blame.constraint))
    }

    fn model(&self) -> Model {
        let assigned = self.trail.vars();
        Model::from_fn(self.vars, |var| {
            var.index() < assigned && self.trail.value(var.positive()) == Some(true)
        })
    }
}

enum Halt {
    Conflict(u32),
    Stopped(Stopped),
}

fn largest(lits: &[Lit]) -> u32 {
    lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0)
}
