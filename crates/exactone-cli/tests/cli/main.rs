//! The contracts of the command line, sentence by sentence, on the real binary.

#[allow(dead_code)] // the tests of the commands come with them
mod support;
mod frame;
mod input;
