//! Bimander: ceil(sqrt n) groups whose sizes differ by at most one, pairwise inside; a true literal spells the number
//! of its group in binary.
//!
//! Nguyen and Mai, "A new method to encode the at-most-one constraint into SAT", SoICT 2015: between pairwise (one
//! group) and bitwise (n groups).

use crate::card::{bitwise, pairwise, product};
use crate::lit::Lit;
use crate::sink::ClauseSink;

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let groups = product::ceil_sqrt(lits.len());
    let (size, larger) = (lits.len() / groups, lits.len() % groups);
    let bits = bitwise::bits(sink, groups);
    let mut rest = lits;
    for number in 0..groups {
        if sink.is_closed() {
            return;
        }
        let (group, others) = rest.split_at(size + usize::from(number < larger));
        rest = others;
        pairwise::encode(sink, group);
        for &lit in group {
            bitwise::spell(sink, lit, number, &bits);
        }
    }
}
