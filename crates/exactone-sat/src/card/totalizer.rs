//! Totalizer: a binary tree over the literals, each node counting the true ones below it in unary.
//!
//! Bailleux and Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints", CP 2003; cut off at a bound
//! and grown later as by Martins, Joshi, Manquinho and Lynce, "Incremental cardinality constraints for MaxSAT",
//! CP 2014. Output m of a node is "at least m below are true". With a and b the outputs of its two children:
//!
//! ```text
//! upward   (for at most):   a(i) and b(j)          -> out(i + j)
//! downward (for at least):  not a(i+1), not b(j+1) -> not out(i + j + 1)
//! ```
//!
//! where a(0) is true and a(number of leaves + 1) is false. The clauses of out(m) speak of a and b only up to m, so
//! a higher bound adds outputs and clauses and leaves all earlier ones as they are.

use super::at_most::Bounds;
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// A count of literals whose bound can be moved and to which literals can be added, without encoding anything twice.
///
/// Bounds are literals to assume: the same solver answers "at most 5", then "at most 3", then "at most 9". Clauses
/// for higher bounds are written when they are first asked for. All calls on one totalizer must pass the same sink.
///
/// ```
/// use exactone_sat::card::{Bounds, Limit, Totalizer};
/// use exactone_sat::{Dpll, Lit, Solver, Var};
/// let lits: Vec<Lit> = Var::range(1..=6).map(Lit::from).collect();
/// let mut solver = Dpll::new();
/// let mut count = Totalizer::new(&mut solver, &lits, 0, Bounds::Both);
/// let Limit::When(two_at_most) = count.at_most(&mut solver, 2) else { panic!("2 of 6 is a real bound") };
/// let Limit::When(three_at_least) = count.at_least(&mut solver, 3) else { panic!("3 of 6 is a real bound") };
/// assert!(solver.solve_under(&[two_at_most]).is_sat());
/// assert!(solver.solve_under(&[two_at_most, three_at_least]).is_unsat());
/// assert_eq!(count.at_most(&mut solver, 6), Limit::Always);
/// ```
#[derive(Clone, Debug)]
pub struct Totalizer {
    /// Children stand before their parents; the last node is the root.
    nodes: Vec<Node>,
    bounds: Bounds,
}

#[derive(Clone, Debug)]
struct Node {
    /// Output m at index m - 1; as many as were needed so far. A leaf's only output is its literal.
    outputs: Vec<Lit>,
    leaves: usize,
    children: Option<(usize, usize)>,
}

/// What must be assumed for a bound to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nothing: the bound holds whatever the literals are.
    Always,
    /// The bound holds where this literal is true.
    When(Lit),
    /// The bound cannot hold.
    Never,
}

impl Totalizer {
    /// A count of `lits` with outputs up to `bound` (more are added when asked for).
    pub fn new(sink: &mut dyn ClauseSink, lits: &[Lit], bound: usize, bounds: Bounds) -> Totalizer {
        let mut totalizer = Totalizer { nodes: Vec::new(), bounds };
        totalizer.extend(sink, lits);
        totalizer.raise(sink, bound);
        totalizer
    }

    /// The number of literals counted.
    pub fn len(&self) -> usize {
        self.nodes.last().map_or(0, |root| root.leaves)
    }

    /// Whether no literal is counted.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The outputs written so far: entry j (0-based) is "more than j of the literals are true".
    pub fn outputs(&self) -> &[Lit] {
        self.nodes.last().map_or(&[], |root| &root.outputs)
    }

    pub(super) fn into_outputs(mut self) -> Vec<Lit> {
        self.nodes.pop().map_or(Vec::new(), |root| root.outputs)
    }

    /// What to assume so that at most `k` of the literals are true.
    ///
    /// # Panics
    /// If this totalizer was made for [`Bounds::Lower`] only.
    pub fn at_most(&mut self, sink: &mut dyn ClauseSink, k: usize) -> Limit {
        assert!(self.bounds.upper(), "this totalizer was made without upper bounds");
        if k >= self.len() {
            return Limit::Always;
        }
        self.raise(sink, k + 1);
        Limit::When(!self.outputs()[k])
    }

    /// What to assume so that at least `k` of the literals are true.
    ///
    /// # Panics
    /// If this totalizer was made for [`Bounds::Upper`] only.
    pub fn at_least(&mut self, sink: &mut dyn ClauseSink, k: usize) -> Limit {
        assert!(self.bounds.lower(), "this totalizer was made without lower bounds");
        if k == 0 {
            return Limit::Always;
        }
        if k > self.len() {
            return Limit::Never;
        }
        self.raise(sink, k);
        Limit::When(self.outputs()[k - 1])
    }

    /// Makes sure that there are outputs up to `bound`, or up to the number of literals if that is less.
    pub fn raise(&mut self, sink: &mut dyn ClauseSink, bound: usize) {
        if self.outputs().len() >= bound.min(self.len()) {
            return;
        }
        for parent in 0..self.nodes.len() {
            self.raise_node(sink, parent, bound);
        }
    }

    /// Counts these literals too. Limits that were asked for earlier still speak of the literals they were asked for.
    ///
    /// ```
    /// use exactone_sat::card::{Bounds, Totalizer};
    /// use exactone_sat::{Cnf, Lit};
    /// let mut cnf = Cnf::new();
    /// let mut count = Totalizer::new(&mut cnf, &[1, 2].map(Lit::from), 2, Bounds::Both);
    /// count.extend(&mut cnf, &[-3, 4, 5].map(Lit::from));
    /// assert_eq!((count.len(), count.outputs().len()), (5, 2));
    /// ```
    pub fn extend(&mut self, sink: &mut dyn ClauseSink, lits: &[Lit]) {
        if lits.is_empty() {
            return;
        }
        sink.ensure_vars(lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0));
        let bound = self.outputs().len();
        let old_root = self.nodes.len().checked_sub(1);
        let mut level: Vec<usize> = lits
            .iter()
            .map(|&lit| {
                self.nodes.push(Node { outputs: vec![lit], leaves: 1, children: None });
                self.nodes.len() - 1
            })
            .collect();
        // Pairs of neighbours, level by level: balanced, and the depth is bounded without recursion.
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match *pair {
                    [left, right] => self.join(left, right),
                    _ => pair[0],
                })
                .collect();
        }
        if let Some(old_root) = old_root {
            self.join(old_root, level[0]);
        }
        self.raise(sink, bound);
    }

    /// Counts the literals of another totalizer too, keeping what it has encoded. Both must write to the same sink
    /// and have been made for the same bounds.
    ///
    /// # Panics
    /// If they were made for different bounds.
    pub fn merge(&mut self, sink: &mut dyn ClauseSink, other: Totalizer) {
        assert!(self.bounds == other.bounds, "only totalizers for the same bounds can be merged");
        let (Some(mine), false) = (self.nodes.len().checked_sub(1), other.is_empty()) else {
            self.nodes.extend(other.nodes);
            return;
        };
        let bound = self.outputs().len().max(other.outputs().len());
        let shift = self.nodes.len();
        self.nodes.extend(other.nodes.into_iter().map(|node| Node {
            children: node.children.map(|(left, right)| (left + shift, right + shift)),
            ..node
        }));
        self.join(mine, self.nodes.len() - 1);
        self.raise(sink, bound);
    }

    fn join(&mut self, left: usize, right: usize) -> usize {
        let leaves = self.nodes[left].leaves + self.nodes[right].leaves;
        self.nodes.push(Node { outputs: Vec::new(), leaves, children: Some((left, right)) });
        self.nodes.len() - 1
    }

    /// Adds the outputs of one node from what it has to `bound`; its children come first.
    fn raise_node(&mut self, sink: &mut dyn ClauseSink, parent: usize, bound: usize) {
        let Some((left, right)) = self.nodes[parent].children else { return };
        let have = self.nodes[parent].outputs.len();
        let want = bound.min(self.nodes[parent].leaves);
        for m in have + 1..=want {
            let output = sink.new_var().positive();
            self.nodes[parent].outputs.push(output);
            // Outputs are there even if nobody takes their clauses: whoever asks for one finds it.
            if sink.is_closed() {
                continue;
            }
            let (a, b) = (&self.nodes[left], &self.nodes[right]);
            if self.bounds.upper() {
                for i in m.saturating_sub(b.leaves)..=m.min(a.leaves) {
                    add(
                        sink,
                        [a.at_least(i).map(|lit| !lit), b.at_least(m - i).map(|lit| !lit), Some(output)],
                    );
                }
            }
            if self.bounds.lower() {
                // a < i and b < m - i + 1 together make fewer than m.
                for i in (m - 1).saturating_sub(b.leaves) + 1..=m.min(a.leaves + 1) {
                    add(sink, [a.at_least_or_false(i), b.at_least_or_false(m + 1 - i), Some(!output)]);
                }
            }
        }
    }
}

impl Node {
    /// Output `m`, or `None` for m = 0, which is true.
    fn at_least(&self, m: usize) -> Option<Lit> {
        (m > 0).then(|| self.outputs[m - 1])
    }

    /// Output `m`, or `None` for one more than there are leaves, which is false.
    fn at_least_or_false(&self, m: usize) -> Option<Lit> {
        (m <= self.leaves).then(|| self.outputs[m - 1])
    }
}

fn add(sink: &mut dyn ClauseSink, lits: [Option<Lit>; 3]) {
    let mut clause = [Lit::from(1); 3];
    let mut len = 0;
    for lit in lits.into_iter().flatten() {
        clause[len] = lit;
        len += 1;
    }
    sink.add_clause(&clause[..len]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cnf;
    use crate::card::testing::{inputs, propagate, total};

    /// Under any total input, propagation must fix output j to "more than j are true".
    fn check(cnf: &Cnf, totalizer: &mut Totalizer, n: u32, what: &str) {
        for set in 0..1u32 << n {
            let fixed = propagate(cnf, &total(set, n)).expect("a count refuses no input");
            for (position, &output) in totalizer.outputs().iter().enumerate() {
                let more = set.count_ones() as usize > position;
                assert!(
                    fixed.contains(&if more { output } else { !output }),
                    "{what}: {set:b}, output {position}"
                );
            }
        }
    }

    #[test]
    fn bounds_can_be_raised_step_by_step_with_the_same_clauses_in_the_end() {
        for n in 1..=7u32 {
            let mut at_once = Cnf::new();
            Totalizer::new(&mut at_once, &inputs(n), n as usize, Bounds::Both);
            let mut by_steps = Cnf::new();
            let mut totalizer = Totalizer::new(&mut by_steps, &inputs(n), 0, Bounds::Both);
            assert!(by_steps.is_empty());
            for bound in 1..=n as usize {
                totalizer.raise(&mut by_steps, bound);
                check(&by_steps, &mut totalizer, n, "raised");
            }
            assert_eq!((by_steps.len(), by_steps.var_count()), (at_once.len(), at_once.var_count()));
        }
    }

    #[test]
    fn literals_can_be_added_one_at_a_time_or_as_another_totalizer() {
        let mut cnf = Cnf::new();
        cnf.ensure_vars(7);
        let mut totalizer = Totalizer::new(&mut cnf, &[], 3, Bounds::Both);
        for (position, &lit) in inputs(5).iter().enumerate() {
            totalizer.extend(&mut cnf, &[lit]);
            totalizer.raise(&mut cnf, 2);
            assert_eq!(totalizer.len(), position + 1);
            check(&cnf, &mut totalizer, position as u32 + 1, "extended");
        }
        let other = Totalizer::new(&mut cnf, &inputs(7)[5..], 2, Bounds::Both);
        totalizer.merge(&mut cnf, other);
        totalizer.raise(&mut cnf, 7);
        check(&cnf, &mut totalizer, 7, "merged");
        assert_eq!(totalizer.outputs().len(), 7);
    }

    #[test]
    fn a_thousand_additions_do_not_overflow_the_stack() {
        let mut cnf = Cnf::new();
        let mut totalizer = Totalizer::new(&mut cnf, &[], 0, Bounds::Upper);
        for lit in inputs(1000) {
            totalizer.extend(&mut cnf, &[lit]);
        }
        assert!(matches!(totalizer.at_most(&mut cnf, 1), Limit::When(_)));
        assert_eq!(totalizer.at_most(&mut cnf, 1000), Limit::Always);
    }

    #[test]
    fn limits_that_say_nothing_or_cannot_hold() {
        let mut cnf = Cnf::new();
        let mut totalizer = Totalizer::new(&mut cnf, &inputs(3), 0, Bounds::Both);
        assert_eq!(totalizer.at_most(&mut cnf, 3), Limit::Always);
        assert_eq!(totalizer.at_least(&mut cnf, 0), Limit::Always);
        assert_eq!(totalizer.at_least(&mut cnf, 4), Limit::Never);
        assert!(cnf.is_empty());
    }
}
