//! Literals, CNF and solvers, built around statements of the form *exactly one of these is true*.

mod lit;
mod sink;
mod cnf;
mod model;
mod names;
mod printable;
mod natural;
mod array;
mod expr;
pub mod card;
mod normal_form;
pub mod dimacs;
mod solver;
mod observer;
pub mod proof;
pub mod check;
mod dpll;
pub mod replay;
mod cdcl;
mod propagator;
mod backbone;
pub mod mus;
mod count;
mod minimise;
mod questions;
pub mod coming_from;

#[cfg(test)]
mod testing;

pub use array::{
    LitArray, Rearrange, ShapeError, at_least_one, at_least_one_each, at_most_one, at_most_one_each,
    exactly_one, exactly_one_each, literals,
};
pub use backbone::{Backbone, backbone};
pub use cdcl::{Cdcl, CdclOptions, Models};
pub use cnf::{Clauses, Cnf};
pub use count::{CountProgress, Counted, Counter};
pub use dpll::{Branching, Dpll, DpllOptions};
pub use expr::error::{Expected, ExprError, ExprErrorKind, Found};
pub use expr::statements::{Statement, Statements};
pub use expr::{Expr, Op, Printed};
pub use lit::{Lit, Var};
pub use minimise::{Simplified, SimplifyError, Size};
pub use model::Model;
pub use names::{Names, ShowNamed, Shown};
pub use natural::Natural;
pub use ndarray;
pub use normal_form::Dnf;
pub use normal_form::distribute::{DistributeError, DistributeOptions, TooLarge};
pub use observer::{Cause, ClauseId, Observer, Step, Tracer};
pub use printable::is_printable;
pub use propagator::{Clash, Propagator};
pub use questions::{FormulaModels, ModelCount, PartialModel};
pub use sink::{ClauseCounter, ClauseSink, Until};
pub use solver::{Budget, Core, Outcome, Query, Solver, Stats, Stopped};
