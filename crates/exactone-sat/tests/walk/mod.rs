//! The parts of the walks: what a step is, who judges it, how a failure is shrunk.

pub mod judge;
pub mod shrink;
pub mod step;
