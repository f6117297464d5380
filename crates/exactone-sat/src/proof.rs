//! Proofs of unsatisfiability: observers that write down what a solver derives, for a checker to follow.
//!
//! ```text
//! DRAT    1 -3 0          a clause that follows         (binary: a, then each literal in 7-bit groups, then 0)
//!         d 1 2 3 0       a clause that is used no more (binary: d ...)
//! LRAT    9 1 -3 0 4 7 0  clause 9, which follows from clauses 4 and 7 in this order
//!         9 d 2 5 0       clauses 2 and 5 are used no more
//! ```
//!
//! Clauses have the numbers that [`ClauseId`](crate::ClauseId) gives them: groups count as their pairs, so the proof
//! is about the pairwise formula although no solver stores it. Under assumptions the last clause says that the core
//! cannot hold; [`conclude`](LratWriter::conclude) adds the empty clause for those who check the formula *with* the
//! assumptions as unit clauses after its own.
//!
//! What rests on a query's temporary clause is left out: it does not follow from the formula.
//!
//! N. Wetzler, M. Heule, W. Hunt, "DRAT-trim" (2014); L. Cruz-Filipe and others, "Efficient certified RAT
//! verification" (2017).
//!
//! ```
//! use exactone_sat::{clauses, Dpll, Solver, proof::LratWriter};
//! let formula = clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]];
//! let mut solver = Dpll::with_observer(LratWriter::new(Vec::new(), formula.len() as u64));
//! formula.pour(&mut solver);
//! assert!(solver.solve().is_unsat());
//! let proof = solver.into_observer().finish()?;
//! assert_eq!(String::from_utf8(proof).unwrap(), "5 -1 0 3 4 0\n6 0 5 1 2 0\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod drat;
mod lrat;

pub use drat::{DratForm, DratWriter};
pub use lrat::LratWriter;
