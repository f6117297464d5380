//! Text to puzzle, and the page's puzzle to the library's.

use exactone::words::Say;
use exactone::{Candidates, Given, Grid, Puzzle, Shape, SymbolSet, TextOptions, read_puzzles};

use crate::protocol::{self, Failure};
use crate::speech;

/// Reads the first puzzle of a text in any of the forms that the command line takes; `boxes`, rows and columns, says which
/// boxes a line of characters has, zeros that it is not known; `symbols` is `hex`, `letters` or empty (see [`SymbolSet`]).
///
/// A 16x16 text that has both noughts and another sign for empty cells, and no `G`, counts its digits from nought.
pub(crate) fn read(text: &str, boxes: (usize, usize), symbols: &str, language: &str) -> protocol::Reading {
    let language = speech::language(language);
    let noughts = symbols.is_empty()
        && text.contains('0')
        && text.contains(['.', '_', '*', '?'])
        && !text.contains(['g', 'G'])
        && text.chars().filter(char::is_ascii_hexdigit).count() <= 256
        && text.contains(['a', 'b', 'c', 'd', 'e', 'f', 'A', 'B', 'C', 'D', 'E', 'F']);
    let symbols = if noughts || symbols == "hex" { SymbolSet::Hex } else { SymbolSet::Letters };
    let options = TextOptions { boxes: Shape::new(boxes.0, boxes.1), symbols, ..TextOptions::default() };
    let none = protocol::Reading { puzzle: None, line: String::new(), message: String::new() };
    match read_puzzles(text.as_bytes(), &options).into_iter().next().map(|entry| entry.given) {
        Some(Ok(given)) => protocol::Reading {
            line: given.to_line(),
            puzzle: Some(protocol::Puzzle::from(&given)),
            message: String::new(),
        },
        Some(Err(error)) => protocol::Reading { message: error.say(language), ..none },
        None => protocol::Reading { message: exactone::GridProblem::Nothing.say(language), ..none },
    }
}

impl From<&Given> for protocol::Puzzle {
    fn from(given: &Given) -> protocol::Puzzle {
        let shape = given.shape();
        let (cells, allowed) = match given {
            Given::Grid(grid) => (grid.digits().to_vec(), None),
            Given::Candidates(marks) => {
                let place = |cell| shape.digits().map(move |digit| marks.allows(cell, digit));
                (vec![0; shape.cell_count()], Some(shape.cells().flat_map(place).collect()))
            }
        };
        protocol::Puzzle { box_rows: shape.box_rows(), box_columns: shape.box_cols(), cells, allowed }
    }
}

/// The library's puzzle.
///
/// # Errors
/// If the message holds no puzzle.
pub(crate) fn puzzle_of(message: &protocol::Puzzle) -> Result<Puzzle, Failure> {
    let shape = Shape::new(message.box_rows, message.box_columns)
        .ok_or_else(|| Failure::new("no such shape", "没有这样的形状"))?;
    match &message.allowed {
        None => Ok(Puzzle::classic(Grid::from_digits(shape, &message.cells)?)),
        Some(allowed) => {
            let mut marks = Candidates::none(shape);
            let places = shape.cells().flat_map(|cell| shape.digits().map(move |digit| (cell, digit)));
            for ((cell, digit), _) in places.zip(allowed).filter(|&(_, &allowed)| allowed) {
                marks.insert(cell, digit);
            }
            Ok(Puzzle::classic_candidates(marks))
        }
    }
}

#[cfg(test)]
pub(crate) fn example(text: &str) -> protocol::Puzzle {
    read(text, (0, 0), "", "en").puzzle.expect(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_the_same_puzzle_as_in_the_library() {
        let text = "1..43.........21";
        let reading = read(text, (0, 0), "", "en");
        assert_eq!((reading.line.as_str(), reading.message.as_str()), (text, ""));
        let puzzle = reading.puzzle.unwrap();
        assert_eq!((puzzle.box_rows, puzzle.box_columns, puzzle.cells[3]), (2, 2, 4));
        assert_eq!(puzzle_of(&puzzle).unwrap().to_line(), text);
    }

    #[test]
    fn sixteen_by_sixteen_counts_from_one_or_from_nought() {
        let first = |text: &str, symbols: &str| {
            let puzzle = read(&format!("{text}{}", ".".repeat(256 - text.len())), (0, 0), symbols, "en")
                .puzzle
                .unwrap();
            puzzle.cells[..4].to_vec()
        };
        assert_eq!(first("1.FG", ""), [1, 0, 15, 16]);
        assert_eq!(first("01.F", ""), [1, 2, 0, 16]);
        assert_eq!(first("01.F", "letters"), [0, 1, 0, 15]);
        assert_eq!(first("1..F", "hex"), [2, 0, 0, 16]);
        assert!(read(&"G".repeat(256), (0, 0), "hex", "en").message.contains("0-9 or A-F"));
        // Nine by nine knows no such digits.
        let nine = read(&format!("01.{}", ".".repeat(78)), (0, 0), "", "en").puzzle.unwrap();
        assert_eq!(nine.cells[..3], [0, 1, 0]);
    }

    #[test]
    fn boxes_can_be_said() {
        let tall = read(&".".repeat(36), (3, 2), "", "en").puzzle.unwrap();
        assert_eq!((tall.box_rows, tall.box_columns), (3, 2));
        let usual = read(&".".repeat(36), (0, 0), "", "en").puzzle.unwrap();
        assert_eq!((usual.box_rows, usual.box_columns), (2, 3));
    }

    #[test]
    fn pencilmarks_come_back_as_pencilmarks() {
        let marks = "1..4".repeat(16);
        let shape = Shape::new(2, 2).unwrap();
        let places = marks.chars().map(|character| character != '.').collect();
        let message =
            protocol::Puzzle { box_rows: 2, box_columns: 2, cells: vec![0; 16], allowed: Some(places) };
        let puzzle = puzzle_of(&message).unwrap();
        assert_eq!(puzzle.shape(), shape);
        let total = puzzle.candidates().unwrap().total();
        assert_eq!(total, 32);
    }

    #[test]
    fn garbage_is_answered_in_words() {
        let noise = "🙂<script>".repeat(10_000);
        for text in ["", "   \n", "<b>5</b>", &noise, "12345"] {
            for language in ["en", "zh"] {
                let reading = read(text, (0, 0), "", language);
                assert!(reading.puzzle.is_none() && !reading.message.is_empty(), "{reading:?}");
            }
        }
        let message = protocol::Puzzle { box_rows: 3, box_columns: 3, cells: vec![1; 80], allowed: None };
        assert!(puzzle_of(&message).is_err());
        let message = protocol::Puzzle { box_rows: 0, box_columns: 3, cells: vec![], allowed: None };
        assert!(puzzle_of(&message).is_err());
    }
}
