//! CDCL, the solver to run: conflict-driven clause learning with native exactly-one groups.
//!
//! The search is the usual one (Marques-Silva, Lynce and Malik, Conflict-driven clause learning SAT solvers, Handbook
//! of Satisfiability): propagate, and at a conflict learn a clause and jump back, else decide. What is not usual:
//!
//! - A group ("at most one of these") is one record of n literals. It stands for n(n-1)/2 binary clauses, and the
//!   reason of each literal it makes false is one of those, so everything else in the solver, proofs included, sees
//!   ordinary resolution on the pairwise formula.
//! - All assumptions share decision level 1, and what two successive queries begin with alike is not undone.
//!
//! Always true between calls: every literal on the trail has been propagated, or lies behind `trail.head`; the first
//! literal of a clause that is a reason is the one it propagated; a long clause that does not
//! count (`counted.rs`) is in the lists of its first two.

mod options;
mod lists;
mod clause_db;
mod group;
mod counted;
pub(crate) mod recognise;
mod trail;
mod propagate;
mod search;
mod add;
mod evidence;
mod decide;
mod first_fail;
mod queue;
mod phases;
mod analyze;
mod bump;
mod minimize;
mod shrink;
mod restart;
mod reduce;
mod inprocess;
mod vivify;
mod walk;
mod assume;
mod ask;
mod passing;
mod residue;
mod models;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::observer::{ClauseId, Observer};
use crate::sink::ClauseSink;
use crate::solver::{Core, Outcome, Query, Solver, Stats, Stopped};

pub use models::Models;
pub use options::CdclOptions;

use analyze::Levels;
use assume::Assumed;
use clause_db::{ClauseDb, ClauseRef};
use counted::Counted;
use decide::Activity;
use first_fail::FirstFail;
use group::GroupOrigin;
use inprocess::Inprocessing;
use lists::Lists;
use passing::Passing;
use phases::Phases;
use propagate::Watch;
use queue::Queue;
use reduce::Reductions;
use restart::Restarts;
use trail::{Reason, Trail};

/// The share of variables whose first value a seed turns around.
const ODD_PHASES: f64 = 1.0 / 64.0;

/// A CDCL solver that keeps [`at_most_one`](ClauseSink::at_most_one) and [`exactly_one`](ClauseSink::exactly_one)
/// groups whole: one record of n literals in the place of n(n-1)/2 clauses.
///
/// Incremental: clauses may be added between calls, a query may carry assumptions and one temporary clause. Equal
/// beginnings of successive lists of assumptions keep their part of the trail, so put what changes least first. An
/// [`Observer`] hears every step; with the observer `()` none is told.
///
/// ```
/// use exactone_sat::{Cdcl, ClauseSink, Lit, Query, Solver};
/// let mut solver = Cdcl::new();
/// solver.exactly_one(&[1, 2, 3].map(Lit::from));
/// let model = solver.solve_under(&[Lit::from(-1)]).into_model().unwrap();
/// assert!(model.is_true(2) != model.is_true(3));
/// let outcome = solver.solve_under(&[2, 3].map(Lit::from));
/// assert_eq!(outcome.core().unwrap().lits().len(), 2);
/// ```
pub struct Cdcl<O: Observer = ()> {
    observer: O,
    options: CdclOptions,
    stats: Stats,
    /// False once the clauses are known to have no model.
    ok: bool,

    // Variables: `vars` are announced, only the first `known` take memory.
    vars: u32,
    known: usize,
    trail: Trail,
    phases: Phases,
    queue: Queue,
    activity: Activity,
    first_fail: FirstFail,
    random: u64,

    // Clauses.
    /// Clauses among which groups will be looked for.
    plain: Option<Cnf>,
    db: ClauseDb,
    learnts: Vec<ClauseRef>,
    binaries: Lists<Lit>,
    members: Lists<ClauseRef>,
    watches: Lists<Watch>,
    counted: Counted,

    // Search.
    assuming: bool,
    assumed: Vec<Assumed>,
    /// Without learning: the clauses that are reasons now.
    passing: Vec<Passing>,
    restarts: Restarts,
    reductions: Reductions,
    inprocessing: Inprocessing,
    units_seen: usize,
    /// A measure of work: roughly the cache lines that propagation touches.
    ticks: u64,

    // Numbers of clauses; all but the first stay empty without an active observer.
    next_original: u64,
    derived: u64,
    reason_ids: Vec<u64>,
    binary_ids: Lists<u64>,
    origins: Vec<GroupOrigin>,
    conflict_id: u64,
    antecedents: Vec<ClauseId>,
    chain_marks: Vec<u8>,
    chain_open: Vec<Var>,
    chain_units: Vec<Var>,
    chain_way: Vec<ClauseId>,

    // For a `Propagator`, which must name clauses as they were given: false literals are not dropped.
    whole: bool,
    whole_reasons: Vec<(Lit, Vec<Lit>)>,
    final_clause: Option<(u64, Vec<Lit>)>,

    // Memory of the analysis, empty or zero between uses.
    seen: Vec<u8>,
    marked: Vec<Var>,
    learnt: Vec<Lit>,
    shrunk: Vec<Lit>,
    open: Vec<Var>,
    stack: Vec<(Lit, usize)>,
    scratch: Vec<Lit>,
    keys: Vec<u64>,
    levels: Levels,
}

impl Cdcl {
    /// A solver without clauses, with the default settings.
    pub fn new() -> Cdcl {
        Cdcl::with_options(CdclOptions::new())
    }

    /// A solver without clauses, with these settings.
    pub fn with_options(options: CdclOptions) -> Cdcl {
        Cdcl::with_options_and_observer(options, ())
    }
}

impl Default for Cdcl {
    fn default() -> Cdcl {
        Cdcl::new()
    }
}

impl<O: Observer> Cdcl<O> {
    /// A solver without clauses that tells its steps to `observer`.
    pub fn with_observer(observer: O) -> Cdcl<O> {
        Cdcl::with_options_and_observer(CdclOptions::new(), observer)
    }

    /// A solver without clauses, with these settings, that tells its steps to `observer`.
    pub fn with_options_and_observer(options: CdclOptions, observer: O) -> Cdcl<O> {
        let filler = Lit::from_index(0);
        Cdcl {
            observer,
            options,
            stats: Stats::default(),
            ok: true,
            vars: 0,
            known: 0,
            trail: Trail::new(),
            phases: Phases::new(),
            queue: Queue::new(),
            activity: Activity::new(),
            first_fail: FirstFail::new(options.seed),
            random: options.seed,
            plain: options.recognise_groups.then(Cnf::new),
            db: ClauseDb::new(O::ACTIVE),
            learnts: Vec::new(),
            binaries: Lists::new(2, filler),
            members: Lists::new(4, ClauseRef(0)),
            watches: Lists::new(4, Watch { blocker: filler, clause: ClauseRef(0) }),
            counted: Counted::new(),
            assuming: false,
            assumed: Vec::new(),
            passing: Vec::new(),
            restarts: Restarts::new(),
            reductions: Reductions::new(),
            inprocessing: Inprocessing::new(options.inprocess_from),
            units_seen: 0,
            ticks: 0,
            next_original: 1,
            derived: 0,
            reason_ids: Vec::new(),
            binary_ids: Lists::new(2, 0),
            origins: Vec::new(),
            conflict_id: 0,
            antecedents: Vec::new(),
            chain_marks: Vec::new(),
            chain_open: Vec::new(),
            chain_units: Vec::new(),
            chain_way: Vec::new(),
            whole: false,
            whole_reasons: Vec::new(),
            final_clause: None,
            seen: Vec::new(),
            marked: Vec::new(),
            learnt: Vec::new(),
            shrunk: Vec::new(),
            open: Vec::new(),
            stack: Vec::new(),
            scratch: Vec::new(),
            keys: Vec::new(),
            levels: Levels::default(),
        }
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, to be changed.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Gives the observer back and drops the solver.
    pub fn into_observer(self) -> O {
        self.observer
    }

    /// How many clauses were given so far, every group counted as its pairs: the number of the latest.
    pub fn clause_count(&self) -> u64 {
        self.next_original - 1 + self.plain.as_ref().map_or(0, |cnf| cnf.len() as u64)
    }

    /// Makes room for `vars` variables.
    fn grow(&mut self, vars: usize) {
        assert!(vars < 1 << 30, "the CDCL solver holds fewer than 2^30 variables");
        self.trail.grow(vars);
        self.seen.resize(vars, 0);
        let (seed, phase, random) = (self.options.seed, self.options.phase, &mut self.random);
        self.phases.grow(vars, || phase ^ (seed != 0 && next_random(random) < ODD_PHASES));
        self.queue.grow(vars);
        if self.restarts.stable {
            self.activity.grow(vars);
        }
        self.binaries.grow(2 * vars);
        self.members.grow(2 * vars);
        self.counted.grow(2 * vars);
        self.watches.grow(2 * vars);
        if O::ACTIVE {
            self.reason_ids.resize(vars, 0);
            self.binary_ids.grow(2 * vars);
        }
        self.known = vars;
    }

    /// Opens a level above that of the assumptions, or stays in it, and makes a literal true.
    fn decide(&mut self, lit: Lit) {
        self.stats.decisions += 1;
        self.trail.assign(lit, Reason::NONE);
        if O::ACTIVE {
            let level = self.decisions_at(self.trail.level());
            self.observer.decide(level, lit);
        }
    }

    /// Takes the literals of the trail from place `keep` on back.
    fn shorten(&mut self, keep: usize) {
        if !self.counted.is_empty() {
            self.counted.take_back(&self.trail, keep);
        }
        let Cdcl { trail, phases, queue, activity, .. } = self;
        let stable = self.restarts.stable;
        let save = !self.inprocessing.active;
        trail.shorten(keep, |lit| {
            if save {
                phases.save(lit);
            }
            let index = lit.var().index();
            if stable {
                activity.insert(index);
            } else {
                queue.unassigned(index);
            }
        });
    }

    /// Takes everything above a level back.
    fn backtrack(&mut self, level: u32) {
        if self.trail.level() <= level {
            return;
        }
        let keep = self.trail.start_of(level + 1);
        self.shorten(keep);
        self.trail.close_levels(level);
        if level == 0 {
            self.assumed.clear();
        }
        if O::ACTIVE {
            let decisions = self.decisions_at(level);
            self.observer.backtrack(decisions);
        }
        if !self.options.learning {
            self.forget_passing();
        }
    }
}

/// A number in [0, 1) by splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
fn next_random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    (scramble(*state) >> 11) as f64 / (1u64 << 53) as f64
}

/// The mixing of splitmix64: another number for each number, 0 for 0.
fn scramble(number: u64) -> u64 {
    let mut z = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl<O: Observer> ClauseSink for Cdcl<O> {
    fn keeps_groups(&self) -> bool {
        true
    }

    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        assert!(count <= Var::MAX_NUMBER, "a variable number lies between 1 and 2^31 - 1");
        self.vars = self.vars.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(plain) = &mut self.plain {
            plain.add_clause(clause);
            self.vars = self.vars.max(plain.var_count());
            return;
        }
        self.take_clause(clause);
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        if let Some(plain) = self.plain.take() {
            for clause in &plain {
                self.take_clause(clause);
            }
        }
        self.take_group(lits);
    }

    fn exactly_one(&mut self, lits: &[Lit]) {
        if self.plain.is_some() {
            self.add_clause(lits);
            return self.at_most_one(lits);
        }
        self.take_exactly_one(lits);
    }
}

impl<O: Observer + Send> Solver for Cdcl<O> {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        if let Some(plain) = self.plain.take()
            && self.take_plain(&plain, &|| query.stopped().is_some()).is_none()
        {
            self.plain = Some(plain);
            return Outcome::Unknown(query.stopped().unwrap_or(Stopped::Interrupted));
        }
        self.know(query.assumptions);
        self.know(query.constraint.unwrap_or(&[]));
        if !self.ok {
            return Outcome::Unsat(Core::default());
        }
        if let Some(why) = query.stopped() {
            return Outcome::Unknown(why);
        }
        self.keep_common(query.assumptions);
        self.phases.forget_target();
        let outcome = self.search(query);
        if !self.options.learning {
            self.rest();
        }
        outcome
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}

impl<O: Observer> fmt::Debug for Cdcl<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cdcl")
            .field("vars", &self.vars)
            .field("clauses", &self.clause_count())
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}
