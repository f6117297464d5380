//! Bitwise: a true literal spells its 0-based position on ceil(log2 n) shared variables, so two cannot be true.
//!
//! Prestwich, "Finding large cliques using SAT local search", 2007; Frisch, Peugniez, Doggett and Nightingale, 2001.

use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let bits = bits(sink, lits.len());
    for (number, &lit) in lits.iter().enumerate() {
        if sink.is_closed() {
            return;
        }
        spell(sink, lit, number, &bits);
    }
}

/// As many fresh variables as it takes to tell `count` numbers apart, lowest bit first.
pub(super) fn bits(sink: &mut dyn ClauseSink, count: usize) -> Vec<Var> {
    let width = count.next_power_of_two().trailing_zeros();
    (0..width).map(|_| sink.new_var()).collect()
}

/// If `lit` is true, `bits` hold `number`.
pub(super) fn spell(sink: &mut dyn ClauseSink, lit: Lit, number: usize, bits: &[Var]) {
    for (position, bit) in bits.iter().enumerate() {
        sink.add_clause(&[!lit, bit.lit(number >> position & 1 == 1)]);
    }
}
