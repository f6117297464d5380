//! Cardinality constraints as clauses: at most, at least, exactly so many of these literals are true.
//!
//! Every encoder writes into a [`ClauseSink`](crate::ClauseSink) and takes literals of either sign. Literals are a
//! multiset, as in [`ClauseSink::at_most_one`](crate::ClauseSink::at_most_one): one that stands twice counts twice.
//!
//! ```
//! use exactone_sat::card::{self, AtMostOne};
//! use exactone_sat::{Cnf, Lit, Var};
//! let suspects: Vec<Lit> = Var::range(1..=9).map(Lit::from).collect();
//! let mut cnf = Cnf::new();
//! card::exactly_one(&mut cnf, &suspects, AtMostOne::Product);
//! assert_eq!((cnf.var_count(), cnf.len()), (9 + 6, 1 + 24));
//! # use exactone_sat::ClauseSink;
//! ```

mod at_most_one;
mod pairwise;
mod bitwise;
mod sequential;
mod ladder;
mod product;
mod commander;
mod bimander;
mod at_most;
mod totalizer;
mod network;
mod weighted;

#[cfg(test)]
mod testing;

pub use at_most::{Bounds, Cardinality, at_least, at_most, counts, exactly};
pub use at_most_one::{AtMostOne, UnknownEncoding, at_most_one, exactly_one};
pub use totalizer::{Limit, Totalizer};
pub use weighted::{PseudoBoolean, SumTooLarge, sum_at_least, sum_at_most, sum_exactly};
