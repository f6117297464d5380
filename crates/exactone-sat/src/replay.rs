//! A search kept as a recording, to be stepped through forwards and backwards.
//!
//! A [`Recorder`] listens to a solver and keeps its steps in a compact form; a [`Replay`] shows the state after any of
//! them: the trail with its levels and reasons, the clause that was false, the counters. Stepping back restores the
//! nearest snapshot and replays from there, so no step needs an inverse. [`SearchTree`] and [`ImplicationGraph`] are
//! two pictures of the same recording.

mod recording;
mod state;
mod tree;
mod graph;

pub use graph::{GraphNode, ImplicationGraph, Side};
pub use recording::{Recorder, Recording, StepKind, StepView};
pub use state::{Assigned, Counters, Replay, State};
pub use tree::{NodeEnd, SearchTree, TreeNode};
