//! Commander: consecutive groups of three, pairwise inside; a commander is true if and only if one of its group is;
//! then at most one of the commanders, the same way, until three or fewer are left.
//!
//! Klieber and Kwon, "Efficient CNF encoding for selecting 1 from N objects", 2007. A last group of one passes its
//! literal up unchanged. The "only if" makes every commander a function of the inputs, so model counts are kept.

use crate::card::pairwise;
use crate::lit::Lit;
use crate::sink::ClauseSink;

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let mut soldiers = lits.to_vec();
    let mut clause = Vec::with_capacity(4);
    while soldiers.len() > 3 {
        let mut commanders = Vec::with_capacity(soldiers.len().div_ceil(3));
        for group in soldiers.chunks(3) {
            if sink.is_closed() {
                return;
            }
            if let [alone] = *group {
                commanders.push(alone);
                continue;
            }
            let commander = sink.new_var().positive();
            pairwise::encode(sink, group);
            for &soldier in group {
                sink.add_clause(&[!soldier, commander]);
            }
            clause.clear();
            clause.push(!commander);
            clause.extend_from_slice(group);
            sink.add_clause(&clause);
            commanders.push(commander);
        }
        soldiers = commanders;
    }
    pairwise::encode(sink, &soldiers);
}
