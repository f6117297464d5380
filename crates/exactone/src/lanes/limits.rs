//! When a search is given up: after so much work on one puzzle, or when whoever asked wants no more.

use std::fmt;

/// How much work each puzzle may take, and how to stop. Without limits every puzzle gets its answer.
///
/// ```
/// use exactone::lanes::{Answer, Engine, Givens, Limits};
/// let mut engine = Engine::new();
/// let empty = Givens::default();
/// let stopped = engine.solve_within(&[empty; 2], &Limits::NONE.stop(&|| true));
/// assert!(stopped.iter().all(|answer| matches!(answer, Answer::Unknown(_))));
/// let few = engine.solve_within(&[empty], &Limits::NONE.nodes(3));
/// assert_eq!(few, [Answer::Unknown(None)]);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    nodes: Option<u32>,
    stop: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Limits<'a> {
    /// No limit.
    pub const NONE: Limits<'static> = Limits { nodes: None, stop: None };

    /// Gives a puzzle up when more than `nodes` nodes of its search would have to be split. Whether that is so depends on the
    /// puzzle alone. (Of the hardest public puzzles with clues, few need more than a thousand.)
    #[must_use]
    pub fn nodes(self, nodes: u32) -> Limits<'a> {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Asks `stop` every millisecond or so: when it says yes, every puzzle that has no answer yet is given up.
    #[must_use]
    pub fn stop(self, stop: &'a dyn Fn() -> bool) -> Limits<'a> {
        Limits { stop: Some(stop), ..self }
    }

    /// The most nodes that may be split.
    pub(super) fn most_nodes(&self) -> u32 {
        self.nodes.unwrap_or(u32::MAX)
    }

    /// Whether no more work is wanted.
    pub(super) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("nodes", &self.nodes).field("stop", &self.stop.is_some()).finish()
    }
}
