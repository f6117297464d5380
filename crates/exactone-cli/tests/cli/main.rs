//! The contracts of the command line, sentence by sentence, on the real binary.
#![allow(clippy::print_stdout)] // a test that skips something says so

mod support;
mod frame;
mod input;
mod evidence;
mod output;
mod solve;
mod count;
mod check;
mod chinese;
mod candidates;
mod clauses;
mod sat;
mod logic;
mod serve;
mod certify;
