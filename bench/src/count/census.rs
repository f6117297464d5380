//! The census of the 4x4: of every grid every set of clues, and whether it has one solution and needs all its clues.

use std::time::Instant;

use exactone::{EncodeOptions, Encoding, Grid, Limits, Puzzle, PuzzleSolver, Shape, Verdict};
use exactone_sat::{Cdcl, Var};

use crate::measure::show;
use crate::record::Record;
use crate::rng::Rng;

const CELLS: usize = 16;

/// Puzzles with one solution, by clues from 4 to 16.
const UNIQUE: [u64; 13] = [
    25_728, 284_160, 1_041_408, 2_141_184, 2_961_024, 2_958_336, 2_204_928, 1_239_552, 522_624, 161_280,
    34_560, 4608, 288,
];

/// Those that need all their clues, by clues from 4 to 6.
const MINIMAL: [u64; 3] = [25_728, 58_368, 1536];

/// All grids, as the CDCL lists them.
fn grids() -> Result<Vec<[u8; CELLS]>, String> {
    let puzzle = Puzzle::classic(Grid::empty(Shape::new(2, 2).expect("a size with boxes")));
    let mut solver = Cdcl::new();
    puzzle.encode(&mut solver, &EncodeOptions::new(Encoding::Extended)).map_err(|error| error.to_string())?;
    let mut models = solver.models(Var::range(1..=64));
    let mut grids = Vec::new();
    while let Some(model) = models.advance() {
        grids.push(std::array::from_fn(|cell| {
            (0..4).find(|digit| model.is_true(cell as i32 * 4 + digit + 1)).expect("a digit in each cell")
                as u8
        }));
    }
    Ok(grids)
}

/// For each set of cells of one grid whether another grid agrees on all of them. Two grids that differ exactly on D
/// agree on a set exactly if it is part of D's complement, so "ambiguous" is inherited by parts.
fn ambiguous(grid: &[u8; CELLS], grids: &[[u8; CELLS]]) -> Vec<bool> {
    let mut ambiguous = vec![false; 1 << CELLS];
    for other in grids.iter().filter(|&other| other != grid) {
        let same =
            (0..CELLS).filter(|&cell| grid[cell] == other[cell]).fold(0usize, |set, cell| set | 1 << cell);
        ambiguous[same] = true;
    }
    for cell in 0..CELLS {
        for set in (0..1 << CELLS).rev() {
            if set >> cell & 1 == 0 && ambiguous[set | 1 << cell] {
                ambiguous[set] = true;
            }
        }
    }
    ambiguous
}

pub fn run(record: &mut Record) -> Result<(), String> {
    let start = Instant::now();
    let grids = grids()?;
    let (mut unique, mut minimal) = ([0u64; CELLS + 1], [0u64; CELLS + 1]);
    let mut rng = Rng::new(4);
    let mut sample = Vec::new();
    for grid in &grids {
        let ambiguous = ambiguous(grid, &grids);
        for set in 0..1usize << CELLS {
            if !ambiguous[set] {
                let clues = set.count_ones() as usize;
                unique[clues] += 1;
                let needed =
                    (0..CELLS).filter(|cell| set >> cell & 1 == 1).all(|cell| ambiguous[set & !(1 << cell)]);
                minimal[clues] += u64::from(needed);
            }
        }
        for _ in 0..10 {
            let set = rng.below(1 << CELLS);
            sample.push((*grid, set, !ambiguous[set]));
        }
    }
    let time = start.elapsed();
    if unique[4..] != UNIQUE || minimal[4..7] != MINIMAL || unique[..4] != [0; 4] || minimal[7..] != [0; 10] {
        return Err(format!("4x4 census: unique {unique:?}, minimal {minimal:?}"));
    }
    // The second meaning: a random part of them asked of the solver, clue by clue.
    let mut solver = PuzzleSolver::default();
    for (grid, set, expected) in &sample {
        let text: String = (0..CELLS)
            .map(|cell| if set >> cell & 1 == 1 { char::from(b'1' + grid[cell]) } else { '.' })
            .collect();
        let puzzle = Puzzle::classic(text.parse::<Grid>().map_err(|error| error.to_string())?);
        let verdict = solver.solve(&puzzle, &Limits::NONE).map_err(|error| error.to_string())?;
        if matches!(verdict, Verdict::Unique(_)) != *expected {
            return Err(format!("4x4 census: {text} is {verdict:?}"));
        }
    }
    eprintln!("4x4 census: {}", show(time));
    record.say(&format!(
        "## The census of the 4x4\n\nAll {} grids, all 65,536 sets of clues of each, in {}: {} puzzles with one solution, {} of \
         which need all their clues. {} random ones were also solved one by one, with the same verdicts.",
        grids.len(),
        show(time),
        unique.iter().sum::<u64>(),
        minimal.iter().sum::<u64>(),
        sample.len(),
    ));
    let rows: Vec<Vec<String>> = (4..=CELLS)
        .map(|clues| vec![clues.to_string(), unique[clues].to_string(), minimal[clues].to_string()])
        .collect();
    record.table(&["clues", "one solution", "and minimal"], &rows);
    Ok(())
}
