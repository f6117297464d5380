//! The steps of a search, told as they happen.
//!
//! Both solvers tell the same story to an [`Observer`]; the step player, the trace and the proof writer listen.
//! A solver with the observer `()` compiles to one that tells nothing.

use std::fmt;

use crate::lit::Lit;

/// The number of a clause. Original clauses count from 1 in order of arrival as if every group were expanded into
/// its pairs; derived ones have a count of their own, also from 1.
///
/// Pair (i, j), i < j, 0-based, of a group of n literals whose first pair has number b is
/// b + i(2n - i - 1)/2 + (j - i - 1). Clauses that a solver drops (tautologies, satisfied ones) keep their number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseId {
    /// A clause that was given to the solver.
    Original(u64),
    /// A clause that the solver learnt.
    Derived(u64),
    /// The query's temporary clause.
    Constraint,
}

impl fmt::Debug for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseId::Original(number) => write!(f, "c{number}"),
            ClauseId::Derived(number) => write!(f, "d{number}"),
            ClauseId::Constraint => f.write_str("constraint"),
        }
    }
}

/// A clause that made something happen. Of a group it is the one pair that did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause<'a> {
    /// Its number.
    pub id: ClauseId,
    /// Its literals; where it propagated, the propagated literal stands first.
    pub lits: &'a [Lit],
}

/// Hears each step of a search. Every method does nothing unless overridden.
///
/// ```
/// use exactone_sat::{clauses, Cause, Dpll, Lit, Observer, Solver};
/// #[derive(Default)]
/// struct Count(u32);
/// impl Observer for Count {
///     fn propagate(&mut self, _lit: Lit, _because: Cause<'_>) {
///         self.0 += 1;
///     }
/// }
/// let mut solver = Dpll::with_observer(Count::default());
/// clauses![[1], [-1, 2]].pour(&mut solver);
/// assert!(solver.solve().is_sat());
/// assert_eq!(solver.observer().0, 2);
/// ```
pub trait Observer {
    /// Whether anything is heard at all. Solvers do no work for an observer where this is `false`.
    const ACTIVE: bool = true;

    /// Whether `learnt` wants its antecedents, which cost the solver some work to collect.
    const ANTECEDENTS: bool = false;

    /// Whether anything but [`learnt`](Self::learnt) and [`delete`](Self::delete) is heard. A writer of proofs says
    /// `false`, and a solver then need not tell each propagation, nor know the number of its clause.
    const STEPS: bool = true;

    /// An assumption or the branching rule sets `lit`; `level` is the number of decisions then on the trail, from 1.
    fn decide(&mut self, level: u32, lit: Lit) {
        let _ = (level, lit);
    }

    /// `lit` follows: all other literals of the cause are false.
    fn propagate(&mut self, lit: Lit, because: Cause<'_>) {
        let _ = (lit, because);
    }

    /// `lit` is set because its negation occurs in no clause that is still open.
    fn pure(&mut self, lit: Lit) {
        let _ = lit;
    }

    /// All literals of this clause are false.
    fn conflict(&mut self, clause: Cause<'_>) {
        let _ = clause;
    }

    /// A clause was learnt. `antecedents`, where asked for, are the clauses from which unit propagation refutes its
    /// negation, in the order in which they become unit, the falsified one last (the hints of an LRAT step).
    /// What rests on the query's temporary clause is told only to observers that want antecedents, which name it.
    fn learnt(&mut self, clause: Cause<'_>, antecedents: &[ClauseId]) {
        let _ = (clause, antecedents);
    }

    /// Everything above this decision level is taken back.
    fn backtrack(&mut self, level: u32) {
        let _ = level;
    }

    /// The search starts again from the top, keeping what it learnt.
    fn restart(&mut self) {}

    /// A clause is used no more.
    fn delete(&mut self, clause: Cause<'_>) {
        let _ = clause;
    }
}

impl Observer for () {
    const ACTIVE: bool = false;
}

impl<O: Observer> Observer for &mut O {
    const ACTIVE: bool = O::ACTIVE;
    const ANTECEDENTS: bool = O::ANTECEDENTS;
    const STEPS: bool = O::STEPS;

    fn decide(&mut self, level: u32, lit: Lit) {
        (**self).decide(level, lit);
    }
    fn propagate(&mut self, lit: Lit, because: Cause<'_>) {
        (**self).propagate(lit, because);
    }
    fn pure(&mut self, lit: Lit) {
        (**self).pure(lit);
    }
    fn conflict(&mut self, clause: Cause<'_>) {
        (**self).conflict(clause);
    }
    fn learnt(&mut self, clause: Cause<'_>, antecedents: &[ClauseId]) {
        (**self).learnt(clause, antecedents);
    }
    fn backtrack(&mut self, level: u32) {
        (**self).backtrack(level);
    }
    fn restart(&mut self) {
        (**self).restart();
    }
    fn delete(&mut self, clause: Cause<'_>) {
        (**self).delete(clause);
    }
}

/// One step of a search as a value.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A literal was chosen or assumed.
    Decide {
        /// The number of decisions on the trail, this one included.
        level: u32,
        /// The literal made true.
        lit: Lit,
    },
    /// A literal followed from a clause.
    Propagate {
        /// The literal made true.
        lit: Lit,
        /// The clause it followed from.
        id: ClauseId,
        /// That clause's literals, the propagated one first.
        clause: Vec<Lit>,
    },
    /// A literal was set because its negation no longer occurs.
    Pure {
        /// The literal made true.
        lit: Lit,
    },
    /// A clause was found false.
    Conflict {
        /// The false clause.
        id: ClauseId,
        /// Its literals.
        clause: Vec<Lit>,
    },
    /// A clause was learnt.
    Learnt {
        /// Its number.
        id: ClauseId,
        /// Its literals.
        clause: Vec<Lit>,
    },
    /// Decisions were taken back.
    Backtrack {
        /// The number of decisions that remain.
        level: u32,
    },
    /// The search began again from the top.
    Restart,
    /// A clause was deleted.
    Delete {
        /// Its number.
        id: ClauseId,
    },
}

/// An observer that hands every [`Step`] to a function: the step trace.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Solver, Step, Tracer};
/// let mut steps = Vec::new();
/// let mut solver = Dpll::with_observer(Tracer::new(|step| steps.push(step)));
/// clauses![[1], [-1, 2]].pour(&mut solver);
/// assert!(solver.solve().is_sat());
/// drop(solver);
/// assert!(matches!(steps[0], Step::Propagate { lit, .. } if lit == 1));
/// ```
#[derive(Clone)]
pub struct Tracer<F>(F);

impl<F: FnMut(Step)> Tracer<F> {
    /// A tracer that calls `each` with every step.
    pub fn new(each: F) -> Tracer<F> {
        Tracer(each)
    }
}

impl<F> fmt::Debug for Tracer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tracer")
    }
}

impl<F: FnMut(Step)> Observer for Tracer<F> {
    fn decide(&mut self, level: u32, lit: Lit) {
        (self.0)(Step::Decide { level, lit });
    }
    fn propagate(&mut self, lit: Lit, because: Cause<'_>) {
        (self.0)(Step::Propagate { lit, id: because.id, clause: because.lits.to_vec() });
    }
    fn pure(&mut self, lit: Lit) {
        (self.0)(Step::Pure { lit });
    }
    fn conflict(&mut self, clause: Cause<'_>) {
        (self.0)(Step::Conflict { id: clause.id, clause: clause.lits.to_vec() });
    }
    fn learnt(&mut self, clause: Cause<'_>, _antecedents: &[ClauseId]) {
        (self.0)(Step::Learnt { id: clause.id, clause: clause.lits.to_vec() });
    }
    fn backtrack(&mut self, level: u32) {
        (self.0)(Step::Backtrack { level });
    }
    fn restart(&mut self) {
        (self.0)(Step::Restart);
    }
    fn delete(&mut self, clause: Cause<'_>) {
        (self.0)(Step::Delete { id: clause.id });
    }
}
