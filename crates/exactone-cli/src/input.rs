//! Where text comes from: files, standard input, an argument; unpacked, decoded, cut into puzzles.
//!
//! Each layer is a `Read` around the one below: [`source`] opens, [`compressed`] unpacks, [`encoding`] turns
//! UTF-16 into UTF-8. Memory stays constant whatever the size of the input.

pub mod source;
pub mod compressed;
pub mod zip;
pub mod encoding;
pub mod table;
pub mod reading;
pub mod item;
pub mod columns;
pub mod puzzles;
pub mod literals;
