//! The `exactone` command.
fn main() {}
