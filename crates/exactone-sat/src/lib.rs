//! Literals, CNF and solvers, built around statements of the form *exactly one of these is true*.

mod lit;
mod sink;
mod cnf;
mod model;
mod names;
pub mod card;
mod solver;
mod observer;
mod dpll;

pub use cnf::{Clauses, Cnf};
pub use dpll::{Branching, Dpll, DpllOptions};
pub use lit::{Lit, Var};
pub use model::Model;
pub use names::{Names, ShowNamed, Shown};
pub use observer::{Cause, ClauseId, Observer, Step, Tracer};
pub use sink::{ClauseCounter, ClauseSink};
pub use solver::{Budget, Core, Outcome, Query, Solver, Stats, Stopped};
