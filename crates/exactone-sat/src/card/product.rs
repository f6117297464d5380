//! Product: literals on a grid of p rows and q columns; a true one claims its row and its column.
//!
//! Chen, "A new SAT encoding of the at-most-one constraint", 2010. p = ceil(sqrt n), q = ceil(n/p), pairwise among
//! rows and among columns: p + q variables, 2n + p(p-1)/2 + q(q-1)/2 clauses.

use crate::card::pairwise;
use crate::lit::Lit;
use crate::sink::ClauseSink;

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let rows = ceil_sqrt(lits.len());
    let columns = lits.len().div_ceil(rows);
    let rows: Vec<Lit> = (0..rows).map(|_| sink.new_var().positive()).collect();
    let columns: Vec<Lit> = (0..columns).map(|_| sink.new_var().positive()).collect();
    for (position, &lit) in lits.iter().enumerate() {
        if sink.is_closed() {
            return;
        }
        sink.add_clause(&[!lit, rows[position / columns.len()]]);
        sink.add_clause(&[!lit, columns[position % columns.len()]]);
    }
    pairwise::encode(sink, &rows);
    pairwise::encode(sink, &columns);
}

/// The least root with root * root >= n, at least 1.
pub(super) fn ceil_sqrt(n: usize) -> usize {
    let root = n.isqrt();
    (if root * root < n { root + 1 } else { root }).max(1)
}
