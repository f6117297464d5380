//! Puzzles made from a seed with the project's own engine, for machines without the public lists, and the subcommand
//! `puzzles` that prints them.
//!
//! A full grid: the three boxes of the diagonal are filled at random (they do not see each other) and the engine's
//! first solution, relabelled at random, is taken. Then clues are taken away in random order as long as one solution is left.

use exactone::lanes::{Answer, Engine, Givens};

use crate::Command;
use crate::arguments::Arguments;
use crate::rng::Rng;

pub const COMMAND: Command = Command {
    name: "puzzles",
    about: "prints --limit generated 9x9 puzzles of --seed, about 24 clues each",
    run,
};

/// `count` minimal puzzles with one solution each; the same for the same seed.
pub fn minimal(count: usize, seed: u64) -> Vec<String> {
    let mut engine = Engine::new();
    let mut rng = Rng::new(seed);
    (0..count).map(|_| show(&one(&mut engine, &mut rng))).collect()
}

fn one(engine: &mut Engine, rng: &mut Rng) -> [u8; 81] {
    let mut grid = full(engine, rng);
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let digit = std::mem::take(&mut grid[cell]);
        if !matches!(solve(engine, grid), Answer::Unique(_)) {
            grid[cell] = digit;
        }
    }
    grid
}

fn full(engine: &mut Engine, rng: &mut Rng) -> [u8; 81] {
    let mut seeds = [0; 81];
    for band in 0..3 {
        let mut digits: Vec<u8> = (1..=9).collect();
        rng.shuffle(&mut digits);
        for (i, digit) in digits.into_iter().enumerate() {
            seeds[(band * 3 + i / 3) * 9 + band * 3 + i % 3] = digit;
        }
    }
    let solution = match solve(engine, seeds) {
        Answer::Unique(grid) => grid,
        Answer::Several(first, _) => first,
        Answer::None | Answer::Unknown(_) => {
            unreachable!("three boxes of a diagonal can always be completed")
        }
    };
    // The engine prefers some completions: turn rows and columns within their bands.
    let mut rows = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let mut columns = rows;
    for lines in [&mut rows, &mut columns] {
        for band in lines.chunks_mut(3) {
            rng.shuffle(band);
        }
    }
    std::array::from_fn(|cell| solution[rows[cell / 9] * 9 + columns[cell % 9]])
}

fn solve(engine: &mut Engine, digits: [u8; 81]) -> Answer {
    engine.solve_one(&Givens::new(digits).expect("digits up to 9"))
}

fn show(digits: &[u8; 81]) -> String {
    digits.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let count = arguments.number("limit", 10)?;
    let seed = arguments.number("seed", 1)? as u64;
    for puzzle in minimal(count, seed) {
        println!("{puzzle}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_puzzles_are_unique_minimal_and_the_same_for_a_seed() {
        let puzzles = minimal(3, 5);
        assert_eq!(puzzles, minimal(3, 5));
        assert_ne!(puzzles, minimal(3, 6));
        let mut engine = Engine::new();
        for puzzle in puzzles {
            let givens = Givens::from_text(puzzle.as_bytes()).unwrap();
            assert!(matches!(engine.solve_one(&givens), Answer::Unique(_)));
            for cell in (0..81).filter(|&cell| givens.digits()[cell] != 0) {
                let mut less = *givens.digits();
                less[cell] = 0;
                assert!(matches!(solve(&mut engine, less), Answer::Several(..)), "{puzzle}, cell {cell}");
            }
        }
    }
}
