//! Pairwise: not this one and that one, for each pair. n(n-1)/2 clauses, no new variable.

use crate::lit::Lit;
use crate::sink::ClauseSink;

/// The pairs as one group, so that a solver with native groups keeps n literals instead of n(n-1)/2 clauses.
pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    sink.at_most_one(lits);
}
