//! Why a clause became false: the implication graph down to the first unique implication point.
//!
//! J. Marques-Silva, K. Sakallah, "GRASP: a search algorithm for propositional satisfiability" (1999); the first
//! UIP scheme: L. Zhang, C. Madigan, M. Moskewicz, S. Malik, "Efficient conflict driven learning" (2001). Computed
//! from the recorded trail and reasons alone, by its own short code: what a CDCL solver claims to have learnt can be
//! compared with it.

use super::recording::Recording;
use super::state::State;
use crate::lit::Lit;

/// On which side of the cut a literal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Between the cut and the conflict.
    Conflict,
    /// The first unique implication point: every path from the last decision to the conflict goes through it.
    Uip,
    /// Set on an earlier level (or a decision or assumption), and part of the learnt clause.
    Reason,
    /// Set on level 0: always true, so no part of the learnt clause.
    Always,
}

/// One true literal of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphNode {
    /// The literal that is true.
    pub lit: Lit,
    /// The number of decisions up to it.
    pub level: u32,
    /// The step that set it.
    pub step: usize,
    /// Its side of the cut.
    pub side: Side,
}

/// The literals that made a clause false, and which followed from which.
///
/// ```
/// use exactone_sat::{Cause, ClauseId, Lit, Observer};
/// use exactone_sat::replay::{ImplicationGraph, Recorder, Replay};
/// // 1 is decided; 2 follows, then 3 and 4, which contradict each other: 2 is the first UIP.
/// let [a, b, c, d] = [1, 2, 3, 4].map(Lit::from);
/// let mut recorder = Recorder::new(100);
/// let id = ClauseId::Original(1);
/// recorder.decide(1, a);
/// recorder.propagate(b, Cause { id, lits: &[b, !a] });
/// recorder.propagate(c, Cause { id, lits: &[c, !b] });
/// recorder.propagate(d, Cause { id, lits: &[d, !b] });
/// recorder.conflict(Cause { id, lits: &[!c, !d] });
/// let mut replay = Replay::new(recorder.finish());
/// replay.go_to(5);
/// let graph = ImplicationGraph::new(replay.recording(), replay.state()).unwrap();
/// assert_eq!(graph.learnt(), [!b]);
/// ```
#[derive(Clone, Debug)]
pub struct ImplicationGraph {
    nodes: Vec<GraphNode>,
    edges: Vec<(usize, usize)>,
    conflict: Vec<usize>,
    learnt: Vec<Lit>,
}

impl ImplicationGraph {
    /// The graph of the conflict that `state` shows, or `None` where it shows none.
    /// `state` must be a state of this recording.
    pub fn new(recording: &Recording, state: &State) -> Option<ImplicationGraph> {
        let clause = recording.get(state.conflict()?)?.clause;
        let places: Vec<usize> = clause.iter().filter_map(|lit| state.position(lit.var())).collect();
        let top = places.iter().map(|&place| state.trail()[place].level).max().unwrap_or(0);

        // Walk the trail from its end; a literal of the top level is replaced by its reason until one is left.
        let mut wanted: std::collections::BTreeSet<usize> = places.iter().copied().collect();
        let mut edges = Vec::new();
        let mut sides: Vec<(usize, Side)> = Vec::new();
        while let Some(place) = wanted.pop_last() {
            let set = state.trail()[place];
            let rest_on_top = wanted.last().is_some_and(|&next| state.trail()[next].level == top);
            let reason = recording.get(set.step).map_or(&[][..], |step| step.clause);
            let side = match set.level {
                0 => Side::Always,
                level if level < top => Side::Reason,
                _ if !rest_on_top && sides.iter().all(|&(_, side)| side != Side::Uip) => Side::Uip,
                _ if reason.is_empty() => Side::Reason,
                _ => Side::Conflict,
            };
            sides.push((place, side));
            if side == Side::Conflict {
                for from in reason.iter().filter(|&&lit| lit != set.lit) {
                    if let Some(from) = state.position(from.var()) {
                        edges.push((from, place));
                        wanted.insert(from);
                    }
                }
            }
        }

        sides.reverse();
        let number = |place: usize| sides.binary_search_by_key(&place, |&(place, _)| place).ok();
        let both = |(from, to): (usize, usize)| Some((number(from)?, number(to)?));
        let edges = edges.into_iter().filter_map(both).collect();
        let conflict = places.into_iter().filter_map(number).collect();
        let nodes: Vec<GraphNode> = sides
            .iter()
            .map(|&(place, side)| {
                let set = state.trail()[place];
                GraphNode { lit: set.lit, level: set.level, step: set.step, side }
            })
            .collect();
        let in_learnt = |side| matches!(side, Side::Uip | Side::Reason);
        let learnt = nodes.iter().rev().filter(|node| in_learnt(node.side)).map(|node| !node.lit).collect();
        Some(ImplicationGraph { nodes, edges, conflict, learnt })
    }

    /// The literals in the order of the trail.
    pub fn nodes(&self) -> &[GraphNode] {
        &self.nodes
    }

    /// Pairs of node numbers: the second followed from the first (and others).
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The nodes whose literals make the conflicting clause false.
    pub fn conflict(&self) -> &[usize] {
        &self.conflict
    }

    /// The clause of the cut, not minimised: the negated UIP first, then the negated reasons, the newest first.
    pub fn learnt(&self) -> &[Lit] {
        &self.learnt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Cause, ClauseId, Observer};
    use crate::replay::{Recorder, Replay};

    #[test]
    fn earlier_levels_are_cut_off_and_level_zero_is_left_out() {
        let [a, b, c, d, e, f] = [1, 2, 3, 4, 5, 6].map(Lit::from);
        let mut recorder = Recorder::new(100);
        let id = ClauseId::Original(1);
        recorder.propagate(f, Cause { id, lits: &[f] });
        recorder.decide(1, a);
        recorder.propagate(b, Cause { id, lits: &[b, !a] });
        recorder.decide(2, c);
        recorder.propagate(d, Cause { id, lits: &[d, !c, !b, !f] });
        recorder.propagate(e, Cause { id, lits: &[e, !c] });
        recorder.conflict(Cause { id, lits: &[!e, !d] });
        recorder.backtrack(1);
        let mut replay = Replay::new(recorder.finish());
        assert!(ImplicationGraph::new(replay.recording(), replay.state()).is_none());
        replay.go_to(7);
        let graph = ImplicationGraph::new(replay.recording(), replay.state()).unwrap();
        let sides: Vec<_> = graph.nodes().iter().map(|node| (node.lit, node.side)).collect();
        use Side::*;
        assert_eq!(sides, [(f, Always), (b, Reason), (c, Uip), (d, Conflict), (e, Conflict)]);
        assert_eq!(graph.learnt(), [!c, !b]);
        let mut edges = graph.edges().to_vec();
        edges.sort();
        assert_eq!(edges, [(0, 3), (1, 3), (2, 3), (2, 4)]);
        assert_eq!(graph.conflict(), [4, 3]);
        replay.go_to(8);
        assert!(ImplicationGraph::new(replay.recording(), replay.state()).is_none());
    }
}
