//! A weighted sum as a reduced ordered binary decision diagram, one variable a node.
//!
//! Een and Sorensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2006; Abio, Nieuwenhuis, Oliveras,
//! Rodriguez-Carbonell and Mayer-Eichberger, "A new look at BDDs for pseudo-Boolean constraints", JAIR 2012. A node of
//! a level says "the terms from here on add up to at most (exactly) r". Each is kept with the whole interval of r for
//! which it means the same, so that equal nodes are found before they are built.

use std::collections::BTreeMap;

use super::{PseudoBoolean, SumTooLarge};
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// The most nodes of a diagram: some 50 MB while it is built.
pub(super) const MOST_NODES: usize = 1 << 19;

/// Beyond every sum that can occur, and far from overflow.
const INFINITY: i128 = i128::MAX / 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    False,
    True,
    Node(u32),
}

struct Node {
    level: usize,
    taken: Edge,
    left_out: Edge,
}

/// A diagram ready to be written.
pub(super) struct Diagram {
    /// Children before parents; the root is last.
    nodes: Vec<Node>,
    root: Edge,
    exactly: bool,
}

/// Terms in descending order of weight, all positive.
pub(super) fn at_most(terms: &[(i128, Lit)], bound: i128, most: usize) -> Result<Diagram, SumTooLarge> {
    Builder::new(terms, false, most).build(bound)
}

pub(super) fn exactly(terms: &[(i128, Lit)], bound: i128, most: usize) -> Result<Diagram, SumTooLarge> {
    Builder::new(terms, true, most).build(bound)
}

/// An edge and the interval of remaining bounds for which it is the right one.
type Found = (Edge, i128, i128);

struct Builder<'a> {
    terms: &'a [(i128, Lit)],
    /// The sum of the weights from each level on.
    rest: Vec<i128>,
    /// For each level: from the least remaining bound of an interval to its greatest and its edge.
    known: Vec<BTreeMap<i128, (i128, Edge)>>,
    entries: usize,
    nodes: Vec<Node>,
    exactly: bool,
    most: usize,
}

impl<'a> Builder<'a> {
    fn new(terms: &'a [(i128, Lit)], exactly: bool, most: usize) -> Builder<'a> {
        let mut rest = vec![0; terms.len() + 1];
        for level in (0..terms.len()).rev() {
            rest[level] = rest[level + 1] + terms[level].0;
        }
        let known = vec![BTreeMap::new(); terms.len()];
        Builder { terms, rest, known, entries: 0, nodes: Vec::new(), exactly, most }
    }

    fn find(&self, level: usize, bound: i128) -> Option<Found> {
        if bound < 0 {
            return Some((Edge::False, -INFINITY, -1));
        }
        if self.exactly && bound > self.rest[level] {
            return Some((Edge::False, self.rest[level] + 1, INFINITY));
        }
        if !self.exactly && bound >= self.rest[level] {
            return Some((Edge::True, self.rest[level], INFINITY));
        }
        if level == self.terms.len() {
            return Some((Edge::True, 0, 0));
        }
        let (&from, &(to, edge)) = self.known[level].range(..=bound).next_back()?;
        (bound <= to).then_some((edge, from, to))
    }

    /// Depth first with a stack of its own, since a sum may have more terms than the call stack has room for.
    fn build(mut self, bound: i128) -> Result<Diagram, SumTooLarge> {
        let mut open: Vec<(usize, i128)> = vec![(0, bound)];
        while let Some(&(level, bound)) = open.last() {
            if self.find(level, bound).is_some() {
                open.pop();
                continue;
            }
            let weight = self.terms[level].0;
            match (self.find(level + 1, bound - weight), self.find(level + 1, bound)) {
                (Some(taken), Some(left_out)) => {
                    open.pop();
                    self.add(level, taken, left_out)?;
                }
                (taken, left_out) => {
                    if left_out.is_none() {
                        open.push((level + 1, bound));
                    }
                    if taken.is_none() {
                        open.push((level + 1, bound - weight));
                    }
                }
            }
        }
        let root = self.find(0, bound).map_or(Edge::False, |(edge, _, _)| edge);
        Ok(Diagram { nodes: self.nodes, root, exactly: self.exactly })
    }

    fn add(&mut self, level: usize, taken: Found, left_out: Found) -> Result<(), SumTooLarge> {
        let weight = self.terms[level].0;
        let from = (taken.1 + weight).max(left_out.1);
        let to = (taken.2 + weight).min(left_out.2);
        // Intervals without a node take memory too.
        self.entries += 1;
        if self.entries > self.most {
            return Err(SumTooLarge { encoding: PseudoBoolean::Bdd, limit: self.most });
        }
        let edge = if taken.0 == left_out.0 {
            taken.0
        } else {
            self.nodes.push(Node { level, taken: taken.0, left_out: left_out.0 });
            Edge::Node(self.nodes.len() as u32 - 1)
        };
        self.known[level].insert(from, (to, edge));
        Ok(())
    }
}

impl Diagram {
    /// Whether no assignment meets the bound.
    pub(super) fn is_false(&self) -> bool {
        self.root == Edge::False
    }

    /// Each node's variable implies what the node says; the root is asserted, so it needs no variable.
    pub(super) fn write(&self, sink: &mut dyn ClauseSink, terms: &[(i128, Lit)]) {
        let Edge::Node(root) = self.root else {
            if self.is_false() {
                sink.add_clause(&[]);
            }
            return;
        };
        let mut vars: Vec<Option<Lit>> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            if sink.is_closed() {
                return;
            }
            let this = (number != root as usize).then(|| !sink.new_var().positive());
            let lit = terms[node.level].1;
            self.implies(sink, &vars, [this, Some(!lit)], node.taken);
            if self.exactly {
                self.implies(sink, &vars, [this, Some(lit)], node.left_out);
            } else {
                // Taking a term never helps, so the weaker bound holds in both cases.
                self.implies(sink, &vars, [this, None], node.left_out);
            }
            vars.push(this.map(|this| !this));
        }
    }

    fn implies(&self, sink: &mut dyn ClauseSink, vars: &[Option<Lit>], unless: [Option<Lit>; 2], edge: Edge) {
        let target = match edge {
            Edge::True => return,
            Edge::False => None,
            Edge::Node(node) => vars[node as usize],
        };
        let clause: Vec<Lit> = unless.into_iter().chain([target]).flatten().collect();
        sink.add_clause(&clause);
    }
}
