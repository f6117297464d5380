//! Generalized totalizer: a tree over the terms; a node has one output for each sum that its leaves can reach.
//!
//! Joshi, Martins and Manquinho, "Generalized totalizer encoding for pseudo-Boolean constraints", CP 2015. Output s of
//! a node is true if the true leaves below add up to s; true inputs force true outputs. Two sums that are too much
//! together are forbidden where they meet, so the root needs no outputs at all.

use super::{PseudoBoolean, SumTooLarge};
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// The most clauses of a tree.
const MOST_CLAUSES: usize = 1 << 22;
/// The most sums of all nodes together.
const MOST_SUMS: usize = 1 << 20;

/// The sums of all nodes, worked out before anything is written.
pub(super) struct Tree {
    /// Children before parents; the root is last.
    nodes: Vec<Node>,
    bound: i128,
}

struct Node {
    /// Ascending, from 1 to the bound: the sums of the leaves below, except 0.
    sums: Vec<i128>,
    kind: Kind,
}

enum Kind {
    Leaf(Lit),
    Inner(usize, usize),
}

impl Tree {
    /// Weights are positive and at most the bound.
    pub(super) fn new(terms: &[(i128, Lit)], bound: i128) -> Result<Tree, SumTooLarge> {
        let too_large = |limit| SumTooLarge { encoding: PseudoBoolean::GeneralizedTotalizer, limit };
        let mut nodes: Vec<Node> = Vec::with_capacity(2 * terms.len());
        // Equal weights are neighbours, and together they reach few sums.
        let mut level: Vec<usize> = (0..terms.len()).collect();
        nodes.extend(terms.iter().map(|&(weight, lit)| Node {
            sums: if weight <= bound { vec![weight] } else { Vec::new() },
            kind: Kind::Leaf(lit),
        }));
        let (mut clauses, mut all_sums) = (0usize, 0usize);
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                let &[left, right] = pair else {
                    next.extend(pair);
                    continue;
                };
                let (a, b) = (&nodes[left].sums, &nodes[right].sums);
                clauses = clauses.saturating_add(a.len().saturating_mul(b.len()) + a.len() + b.len());
                if clauses > MOST_CLAUSES {
                    return Err(too_large(MOST_CLAUSES));
                }
                let mut sums = [&a[..], &b[..]].concat();
                for u in a {
                    sums.extend(b.iter().map(|v| u + v).take_while(|&sum| sum <= bound));
                }
                sums.sort_unstable();
                sums.dedup();
                all_sums += sums.len();
                if all_sums > MOST_SUMS {
                    return Err(too_large(MOST_SUMS));
                }
                nodes.push(Node { sums, kind: Kind::Inner(left, right) });
                next.push(nodes.len() - 1);
            }
            level = next;
        }
        Ok(Tree { nodes, bound })
    }

    /// Whether some of the weights add up to exactly this, at most the bound.
    pub(super) fn reaches(&self, sum: i128) -> bool {
        sum == 0 || self.nodes.last().is_some_and(|root| root.sums.binary_search(&sum).is_ok())
    }

    /// Forbids every sum above the bound.
    pub(super) fn write(&self, sink: &mut dyn ClauseSink) {
        let mut outputs: Vec<Vec<Lit>> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            if sink.is_closed() {
                return;
            }
            let is_root = number + 1 == self.nodes.len();
            outputs.push(match node.kind {
                Kind::Leaf(lit) if node.sums.is_empty() => {
                    sink.add_clause(&[!lit]);
                    Vec::new()
                }
                Kind::Leaf(lit) => vec![lit],
                Kind::Inner(left, right) => {
                    let own: Vec<Lit> = match is_root {
                        true => Vec::new(),
                        false => node.sums.iter().map(|_| sink.new_var().positive()).collect(),
                    };
                    self.join(sink, &outputs, (left, right), &node.sums, &own);
                    own
                }
            });
        }
    }

    /// The clauses of one node; the root has no outputs of its own.
    fn join(
        &self,
        sink: &mut dyn ClauseSink,
        outputs: &[Vec<Lit>],
        (left, right): (usize, usize),
        sums: &[i128],
        own: &[Lit],
    ) {
        let output =
            |sum: &i128| sums.binary_search(sum).ok().and_then(|position| own.get(position)).copied();
        for child in [left, right] {
            for (sum, &lit) in self.nodes[child].sums.iter().zip(&outputs[child]) {
                if let Some(output) = output(sum) {
                    sink.add_clause(&[!lit, output]);
                }
            }
        }
        for (u, &a) in self.nodes[left].sums.iter().zip(&outputs[left]) {
            for (v, &b) in self.nodes[right].sums.iter().zip(&outputs[right]) {
                if u + v > self.bound {
                    sink.add_clause(&[!a, !b]);
                } else if let Some(output) = output(&(u + v)) {
                    sink.add_clause(&[!a, !b, output]);
                }
            }
        }
    }
}
