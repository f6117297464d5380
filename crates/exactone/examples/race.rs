//! The same puzzles under all four encodings: what unit propagation alone does, and what is left for the search.
//!
//! `cargo run --example race PUZZLE...` prints, for each puzzle and encoding: variables, clauses, cells filled and
//! literals fixed by propagation alone, decisions and conflicts until the first solution.

use exactone::{Clues, EncodeOptions, Encoding, Grid, Puzzle};
use exactone_sat::{Cdcl, ClauseCounter, Propagator, Solver};

const ENCODINGS: [Encoding; 4] =
    [Encoding::Minimal, Encoding::Efficient, Encoding::Extended, Encoding::Triads];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for text in std::env::args().skip(1) {
        let puzzle = Puzzle::classic(text.parse::<Grid>()?);
        println!("{text}");
        for encoding in ENCODINGS {
            println!("  {encoding} {}", line(&puzzle, encoding)?);
        }
    }
    Ok(())
}

fn line(puzzle: &Puzzle, encoding: Encoding) -> Result<String, Box<dyn std::error::Error>> {
    let apart = EncodeOptions::new(encoding).clues(Clues::Assumptions);
    let mut size = ClauseCounter::new();
    puzzle.encode(&mut size, &apart)?;

    let mut propagator = Propagator::new();
    puzzle.encode(&mut propagator, &apart)?;
    let cells = puzzle.shape().var_count();
    let (mut filled, mut fixed) = (0, 0);
    // A contradiction by propagation alone fixes nothing.
    for lit in propagator.propagate(&puzzle.clue_literals()).unwrap_or_default() {
        if lit.var().number() <= cells {
            fixed += 1;
            filled += u32::from(lit.is_positive());
        }
    }

    let mut solver = Cdcl::new();
    puzzle.encode(&mut solver, &EncodeOptions::new(encoding))?;
    let _ = solver.solve();
    let stats = solver.stats();
    Ok(format!("{} {} {filled} {fixed} {} {}", size.vars(), size.clauses(), stats.decisions, stats.conflicts))
}
