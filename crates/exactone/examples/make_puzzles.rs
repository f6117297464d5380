//! Makes the puzzles of the files `examples/puzzles.txt` and `examples/other-sizes.txt`: full grids at random, then
//! clues taken away as long as the puzzle keeps its level.
//!
//! `cargo run --release -p exactone --example make_puzzles -- [other-sizes]`. The same program gives the same files.
//!
//! A level says what solves the puzzle without a single guess: unit propagation on the efficient encoding, on the
//! extended one, on the triads, or nothing of that kind.
#![allow(clippy::print_stdout)] // it prints the file

use exactone::prelude::*;

/// Numbers from a seed (Steele, Lea and Flood's SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A full grid: cells in random order, each with a random digit that still leaves a solution.
fn full_grid(shape: Shape, random: &mut Random) -> Grid {
    let mut solver = Cdcl::new();
    let empty = Puzzle::classic(Grid::empty(shape));
    empty.encode(&mut solver, &EncodeOptions::default()).expect("the usual encoding fits");
    let mut cells: Vec<Cell> = shape.cells().collect();
    random.shuffle(&mut cells);
    let mut assumed: Vec<Lit> = Vec::new();
    for cell in cells {
        let mut digits: Vec<Digit> = shape.digits().collect();
        random.shuffle(&mut digits);
        for digit in digits {
            assumed.push(shape.literal(cell, digit));
            if solver.solve_under(&assumed).is_sat() {
                break;
            }
            assumed.pop();
        }
    }
    let outcome = solver.solve_under(&assumed);
    empty.decode(outcome.model().expect("each digit left a solution")).expect("a grid")
}

/// What a level asks of a puzzle.
enum Level {
    /// Propagation on this encoding solves it.
    Propagation(Box<Propagator>),
    /// It has one solution.
    Unique(Box<PuzzleSolver>),
}

impl Level {
    fn propagation(shape: Shape, encoding: Encoding) -> Level {
        let mut propagator = Propagator::new();
        let options = EncodeOptions::new(encoding).clues(Clues::Assumptions);
        Puzzle::classic(Grid::empty(shape)).encode(&mut propagator, &options).expect("the encoding fits");
        Level::Propagation(Box::new(propagator))
    }

    fn holds(&mut self, puzzle: &Puzzle) -> bool {
        match self {
            Level::Propagation(propagator) => {
                let vars = puzzle.shape().var_count();
                propagator.propagate(&puzzle.clue_literals()).is_ok_and(|lits| {
                    let digits = lits.iter().filter(|lit| lit.is_positive() && lit.var().number() <= vars);
                    digits.count() == puzzle.shape().cell_count()
                })
            }
            Level::Unique(solver) => {
                let verdict = solver.solve(puzzle, &Limits::NONE).expect("an answer");
                verdict.status() == Status::Unique
            }
        }
    }
}

/// Takes clues away, two that face each other at a time, as long as the level holds.
fn puzzle(shape: Shape, level: &mut Level, random: &mut Random) -> Grid {
    let mut grid = full_grid(shape, random);
    let mut cells: Vec<Cell> = shape.cells().take(shape.cell_count().div_ceil(2)).collect();
    random.shuffle(&mut cells);
    for cell in cells {
        let facing = Cell::new(shape.size() - 1 - cell.row(), shape.size() - 1 - cell.col());
        let mut fewer = grid.clone();
        for cell in [cell, facing] {
            fewer.set(cell, None).expect("the cell lies inside");
        }
        if level.holds(&Puzzle::classic(fewer.clone())) {
            grid = fewer;
        }
    }
    grid
}

fn print(shape: Shape, seed: u64, count: usize) {
    let random = &mut Random(seed);
    let mut levels = [Encoding::Efficient, Encoding::Extended, Encoding::Triads]
        .map(|encoding| (encoding.name(), Level::propagation(shape, encoding)))
        .into_iter()
        .collect::<Vec<_>>();
    levels.push(("search", Level::Unique(Box::default())));
    for index in 0..levels.len() {
        let mut found = 0;
        for _ in 0..1000 {
            if found == count {
                break;
            }
            let grid = puzzle(shape, &mut levels[index].1, random);
            // What an easier level solves is not of this one.
            let one = Puzzle::classic(grid.clone());
            if index > 0 && levels[index - 1].1.holds(&one) {
                continue;
            }
            println!("{} {}, {} clues", grid.to_line(), levels[index].0, grid.clue_count());
            found += 1;
        }
    }
}

fn main() {
    let shape = |rows, cols| Shape::new(rows, cols).expect("a shape");
    let notes = "# Made by this project (seed {}, `cargo run --release -p exactone --example make_puzzles`).\n\
        # After each puzzle: what solves it without a guess, unit propagation on the named encoding or only search.";
    if std::env::args().nth(1).as_deref() == Some("other-sizes") {
        println!("{}", notes.replace("{}", "2, 3, 5"));
        for (seed, rows, cols, count) in [(2, 2, 2, 1), (3, 2, 3, 1), (5, 4, 4, 1)] {
            println!("# {}x{}", rows * cols, rows * cols);
            print(shape(rows, cols), seed, count);
        }
    } else {
        println!("{}", notes.replace("{}", "20261"));
        print(Shape::CLASSIC, 20261, 4);
    }
}
