//! Where answers go: data to standard output or a file, everything else to standard error.

pub mod status;
pub mod apart;
pub mod sink;
pub mod messages;
pub mod progress;
pub mod draw;
pub mod trace;
