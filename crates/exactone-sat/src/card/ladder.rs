//! Ladder: y(i) is true if and only if one of the first i literals is. n+1 variables, 4n clauses.
//!
//! Gent and Nightingale, "A new encoding of AllDifferent into SAT", 2004; Ansotegui and Manya, 2004. With both
//! directions every y is a function of the inputs, so model counts are kept. The textbook's ladder needs n-1
//! variables; the form written here has the size of the one that PySAT users know, whose rung n+1 repeats rung n.

use crate::lit::Lit;
use crate::sink::ClauseSink;

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let Some((&first, rest)) = lits.split_first() else { return };
    let mut rung = sink.new_var().positive();
    sink.add_clause(&[!first, rung]);
    sink.add_clause(&[first, !rung]);
    for &lit in rest {
        if sink.is_closed() {
            return;
        }
        let next = sink.new_var().positive();
        sink.add_clause(&[!lit, next]);
        sink.add_clause(&[!rung, next]);
        sink.add_clause(&[lit, rung, !next]);
        sink.add_clause(&[!lit, !rung]);
        rung = next;
    }
    let last = sink.new_var().positive();
    sink.add_clause(&[!rung, last]);
    sink.add_clause(&[rung, !last]);
}
