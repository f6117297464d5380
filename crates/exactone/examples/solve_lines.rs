//! Solves a file of lines of 81 characters with lanes of a given width, in one thread: `solve_lines WIDTH FILE`.
//!
//! The command takes the widest lanes of the machine; here they can be chosen, for instance to count the instructions of the
//! portable ones: `valgrind --tool=callgrind target/release/examples/solve_lines portable FILE`.

use std::error::Error;
use std::io::Write;

use exactone::lanes::{Engine, Width};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(width), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("expected a width (portable, sse2, avx2, avx512) and a file".into());
    };
    let width = match width.as_str() {
        "portable" => Width::Portable,
        "sse2" => Width::Sse2,
        "avx2" => Width::Avx2,
        "avx512" => Width::Avx512,
        _ => return Err(format!("{width}: expected portable, sse2, avx2 or avx512").into()),
    };
    let mut engine = Engine::with_width(width).ok_or("this machine has no such lanes")?;
    let block = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let mut out = Vec::new();
    let tally = engine.solve_lines(&block, &mut out, |_, out| out.extend_from_slice(b"invalid\n"));
    std::io::stdout().write_all(&out)?;
    std::io::stderr().write_all(format!("{tally:?}\n").as_bytes())?;
    Ok(())
}
