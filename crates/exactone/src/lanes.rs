//! The bit-parallel 9x9 engine: one search node in each bit of a vector register.
//!
//! Solvers that take one puzzle at a time wait: for the last instruction, for a mispredicted branch. Here 128, 256 or 512
//! search nodes (of as many puzzles) sit in the bits of a register, "digit 4 in row 3, column 7" is one vector, and every rule of
//! the SAT model is a few AND and OR on whole vectors, without a branch. It is SAT: run to a fixpoint without the cardinality
//! rule, the passes are unit propagation on the triad encoding.
//!
//! [`Engine`] is the face: it finds the widest registers of the machine by itself, and says of each puzzle whether it has
//! no, one or several solutions, with the grids. It is built for many puzzles at once.
//!
//! ```
//! use exactone::lanes::{Answer, Givens, Engine};
//!
//! let mut engine = Engine::new();
//! let line = b"000000185007030000000021400800000020003905600050000004004860000000040300931000000";
//! let puzzle = Givens::from_text(line).unwrap();
//! let Answer::Unique(grid) = engine.solve_one(&puzzle) else { panic!("it has one solution") };
//! assert_eq!(grid[..9], [3, 6, 2, 7, 9, 4, 1, 8, 5]);
//! ```

mod vector;
mod pass;
mod triad;
mod choice;
mod transpose;
mod node;
mod machine;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod vbmi;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod pool;
mod search;
mod lone;
mod position;
mod limits;
mod engine;
mod clean;
mod block;
mod lines;

#[cfg(test)]
mod oracle;
#[cfg(test)]
#[allow(clippy::print_stdout, reason = "says what is skipped")]
mod tests;
#[cfg(test)]
mod unit_propagation;

pub use clean::clean_lines;
pub use engine::{Answer, Answers, CHUNK, Count, Engine, Width};
pub use limits::Limits;
pub use lines::{OddLine, Tally, Why};
pub use position::{Givens, Marks, Position, PositionError};
