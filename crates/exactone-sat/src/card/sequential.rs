//! Sequential counter for at most one: s(i) is true if one of the first i literals is. n-1 variables, 3n-4 clauses.
//!
//! Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005, section 2. Only the direction
//! that "at most one" needs is written, so s may be true too early and model counts double.

use crate::lit::Lit;
use crate::sink::ClauseSink;

/// `lits` has at least two literals.
pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let (first, last, middle) = match lits {
        [first, middle @ .., last] => (*first, *last, middle),
        _ => return,
    };
    let mut so_far = sink.new_var();
    sink.add_clause(&[!first, so_far.positive()]);
    for &lit in middle {
        if sink.is_closed() {
            return;
        }
        let next = sink.new_var();
        sink.add_clause(&[!lit, next.positive()]);
        sink.add_clause(&[so_far.negative(), next.positive()]);
        sink.add_clause(&[!lit, so_far.negative()]);
        so_far = next;
    }
    sink.add_clause(&[!last, so_far.negative()]);
}
