//! Binary adders: the literals of each bit are added three at a time until one is left, then the number is compared.
//!
//! Warners, "A linear-time transformation of linear inequalities into conjunctive normal form", 1998; Een and
//! Sorensson, JSAT 2006, section 5.2. Sum and carry are functions of the inputs.

use std::collections::VecDeque;

use crate::lit::Lit;
use crate::sink::ClauseSink;

/// The sum is at most `bound`, which is not negative.
pub(super) fn at_most(sink: &mut dyn ClauseSink, terms: &[(i128, Lit)], bound: i128) {
    let bits = add(sink, terms);
    // A bit above the bound's own is allowed only where a higher one of the bound is missing.
    let mut missing: Vec<Lit> = Vec::new();
    for (position, &bit) in bits.iter().enumerate().rev() {
        let Some(bit) = bit else {
            if bound >> position & 1 == 1 {
                return; // a higher bit of the bound is certainly missing: smaller for good
            }
            continue;
        };
        if bound >> position & 1 == 1 {
            missing.push(!bit);
        } else {
            missing.push(!bit);
            sink.add_clause(&missing);
            missing.pop();
        }
    }
}

/// The sum is exactly `bound`, which lies between 0 and the sum of all weights.
pub(super) fn exactly(sink: &mut dyn ClauseSink, terms: &[(i128, Lit)], bound: i128) {
    for (position, bit) in add(sink, terms).into_iter().enumerate() {
        match (bit, bound >> position & 1 == 1) {
            (Some(bit), wanted) => sink.add_clause(&[if wanted { bit } else { !bit }]),
            (None, true) => sink.add_clause(&[]),
            (None, false) => {}
        }
    }
}

/// The bits of the sum, lowest first; `None` is 0. As many as the largest possible sum has.
fn add(sink: &mut dyn ClauseSink, terms: &[(i128, Lit)]) -> Vec<Option<Lit>> {
    let total: i128 = terms.iter().map(|&(weight, _)| weight).sum();
    let width = (i128::BITS - total.leading_zeros()) as usize;
    let mut columns: Vec<VecDeque<Lit>> = vec![VecDeque::new(); width + 1];
    for &(weight, lit) in terms {
        for (position, column) in columns.iter_mut().enumerate().take(width) {
            if weight >> position & 1 == 1 {
                column.push_back(lit);
            }
        }
    }
    let mut bits = Vec::with_capacity(width);
    for position in 0..width {
        // First in, first out, so that the adders form a tree and not a chain.
        while columns[position].len() > 1 {
            if sink.is_closed() {
                return Vec::new();
            }
            let a = columns[position].pop_front().expect("more than one is left");
            let b = columns[position].pop_front().expect("more than one was left");
            let c = columns[position].pop_front();
            let (sum, carry) = match c {
                Some(c) => full_adder(sink, a, b, c),
                None => half_adder(sink, a, b),
            };
            columns[position].push_back(sum);
            columns[position + 1].push_back(carry);
        }
        bits.push(columns[position].pop_front());
    }
    // The sum never reaches 2^width, so a carry out of the last column is 0.
    columns[width].iter().for_each(|&carry| sink.add_clause(&[!carry]));
    bits
}

fn full_adder(sink: &mut dyn ClauseSink, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
    let (sum, carry) = (sink.new_var().positive(), sink.new_var().positive());
    for clause in [
        [a, b, c, !sum],
        [a, !b, !c, !sum],
        [!a, b, !c, !sum],
        [!a, !b, c, !sum],
        [!a, !b, !c, sum],
        [!a, b, c, sum],
        [a, !b, c, sum],
        [a, b, !c, sum],
    ] {
        sink.add_clause(&clause);
    }
    for clause in
        [[!a, !b, carry], [!a, !c, carry], [!b, !c, carry], [a, b, !carry], [a, c, !carry], [b, c, !carry]]
    {
        sink.add_clause(&clause);
    }
    (sum, carry)
}

fn half_adder(sink: &mut dyn ClauseSink, a: Lit, b: Lit) -> (Lit, Lit) {
    let (sum, carry) = (sink.new_var().positive(), sink.new_var().positive());
    for clause in [[a, b, !sum], [!a, !b, !sum], [a, !b, sum], [!a, b, sum], [!a, !b, carry]] {
        sink.add_clause(&clause);
    }
    sink.add_clause(&[a, !carry]);
    sink.add_clause(&[b, !carry]);
    (sum, carry)
}
