//! `symmetries`: copies of public puzzles under random symmetries, to have as many as one likes.
//!
//! A copy has its rows permuted within bands, bands permuted, the same for columns, the grid transposed or not, and the digits
//! renamed; so it has as many solutions as the original.

use std::io::{BufWriter, Write as _};

use crate::Command;
use crate::arguments::Arguments;
use crate::corpus;
use crate::rng::Rng;

pub const COMMAND: Command = Command {
    name: "symmetries",
    about: "prints --limit copies of the puzzles of --file (17_clue.txt) under symmetries of --seed",
    run,
};

fn run(arguments: &Arguments) -> Result<(), String> {
    let limit = arguments.number("limit", 1_000_000)?;
    let seed = arguments.number("seed", 1)?;
    let file = arguments.word("file", "17_clue.txt");
    let puzzles = corpus::public(file, usize::MAX).ok_or_else(|| format!("{file} is not there"))?;
    write(&puzzles, limit, seed as u64, std::io::stdout().lock()).map_err(|error| error.to_string())
}

/// Writes so many copies, the puzzles one after the other and again from the first.
pub fn write(puzzles: &[String], limit: usize, seed: u64, to: impl std::io::Write) -> std::io::Result<()> {
    let mut to = BufWriter::with_capacity(1 << 20, to);
    let mut rng = Rng::new(seed);
    let mut line = [b'\n'; 82];
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.len() == 81).cycle().take(limit) {
        let (rows, columns) = (lines(&mut rng), lines(&mut rng));
        let mut digits: [u8; 9] = core::array::from_fn(|i| b'1' + i as u8);
        rng.shuffle(&mut digits);
        let turned = rng.below(2) == 1;
        for row in 0..9 {
            for column in 0..9 {
                let (from_row, from_column) =
                    if turned { (columns[column], rows[row]) } else { (rows[row], columns[column]) };
                line[9 * row + column] = match puzzle.as_bytes()[9 * from_row + from_column] {
                    digit @ b'1'..=b'9' => digits[usize::from(digit - b'1')],
                    other => other,
                };
            }
        }
        to.write_all(&line)?;
    }
    to.flush()
}

/// A permutation of nine lines that keeps threes together.
fn lines(rng: &mut Rng) -> [usize; 9] {
    let mut threes = [0, 1, 2];
    rng.shuffle(&mut threes);
    let mut lines = [0; 9];
    for (i, three) in threes.into_iter().enumerate() {
        let mut within = [0, 1, 2];
        rng.shuffle(&mut within);
        for (j, line) in within.into_iter().enumerate() {
            lines[3 * i + j] = 3 * three + line;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactone::lanes::{Answer, Engine, Givens};

    #[test]
    fn copies_have_one_solution_too() {
        let puzzle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
        let mut text = Vec::new();
        write(&[puzzle.to_owned()], 50, 1, &mut text).unwrap();
        let mut copies: Vec<&[u8]> =
            text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
        assert_eq!(copies.len(), 50);
        let mut engine = Engine::new();
        for copy in &copies {
            let answer = engine.solve_one(&Givens::from_text(copy).unwrap());
            assert!(matches!(answer, Answer::Unique(_)));
        }
        copies.sort_unstable();
        copies.dedup();
        assert_eq!(copies.len(), 50);
    }
}
