//! The tree of decisions that a search has walked.

use super::recording::{Recording, StepKind};
use crate::lit::Lit;

/// How a branch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeEnd {
    /// Something else was decided below it, or the search left it with a restart.
    Inner,
    /// A clause became false there.
    Conflict,
    /// The recording ends there.
    Last,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The number of the node above it; the root, number 0, has none.
    pub parent: Option<usize>,
    /// The literal that was decided; the root has none.
    pub lit: Option<Lit>,
    /// The number of decisions down to it.
    pub level: u32,
    /// The step at which it was decided (0 for the root).
    pub step: usize,
    /// The step at which its last event happened.
    pub last: usize,
    /// How many literals followed at it.
    pub propagations: u32,
    /// How it ended.
    pub end: NodeEnd,
}

/// The decisions of a recording as a tree: a node a decision, its parent the decision below which it was made.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Solver};
/// use exactone_sat::replay::{NodeEnd, Recorder, SearchTree};
/// let mut solver = Dpll::with_observer(Recorder::new(1000));
/// clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]].pour(&mut solver);
/// assert!(solver.solve().is_unsat());
/// let tree = SearchTree::new(&solver.into_observer().finish());
/// assert_eq!(tree.nodes().len(), 2, "the root and one decision");
/// assert_eq!(tree.nodes()[1].end, NodeEnd::Conflict);
/// ```
#[derive(Clone, Debug)]
pub struct SearchTree {
    nodes: Vec<TreeNode>,
}

impl SearchTree {
    /// The tree of a whole recording. A node whose [`step`](TreeNode::step) is not yet reached is yet to come.
    pub fn new(recording: &Recording) -> SearchTree {
        let root = TreeNode {
            parent: None,
            lit: None,
            level: 0,
            step: 0,
            last: 0,
            propagations: 0,
            end: NodeEnd::Inner,
        };
        let mut nodes = vec![root];
        let mut path = vec![0usize];
        for (step, view) in recording.iter().enumerate() {
            let here = *path.last().expect("the root is never taken back");
            nodes[here].last = step;
            match view.kind {
                StepKind::Decide => {
                    let level = path.len() as u32;
                    path.push(nodes.len());
                    let lit = view.lit;
                    let end = NodeEnd::Inner;
                    let node =
                        TreeNode { parent: Some(here), lit, level, step, last: step, propagations: 0, end };
                    nodes.push(node);
                }
                StepKind::Propagate | StepKind::Pure => nodes[here].propagations += 1,
                StepKind::Conflict => nodes[here].end = NodeEnd::Conflict,
                StepKind::Backtrack => path.truncate(view.level as usize + 1),
                StepKind::Restart => path.truncate(1),
                StepKind::Learnt | StepKind::Delete => {}
            }
        }
        let here = *path.last().expect("the root is never taken back");
        if nodes[here].end == NodeEnd::Inner {
            nodes[here].end = NodeEnd::Last;
        }
        SearchTree { nodes }
    }

    /// The nodes in the order in which they were decided; the root is the first.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Cause, ClauseId, Observer};
    use crate::replay::Recorder;

    #[test]
    fn a_decision_after_backtracking_hangs_where_the_search_went_back_to() {
        let mut recorder = Recorder::new(100);
        let [a, b, c] = [1, 2, 3].map(Lit::from);
        recorder.decide(1, a);
        recorder.decide(2, b);
        recorder.conflict(Cause { id: ClauseId::Original(1), lits: &[!a, !b] });
        recorder.backtrack(1);
        recorder.propagate(!b, Cause { id: ClauseId::Derived(1), lits: &[!b, !a] });
        recorder.decide(2, c);
        recorder.restart();
        recorder.decide(1, c);
        let tree = SearchTree::new(&recorder.finish());
        let parents: Vec<_> = tree.nodes().iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(0)]);
        let ends: Vec<_> = tree.nodes().iter().map(|node| node.end).collect();
        use NodeEnd::*;
        assert_eq!(ends, [Inner, Inner, Conflict, Inner, Last]);
        assert_eq!(tree.nodes()[1].propagations, 1);
    }
}
