//! The commands about one puzzle: reading just one, and saying what is wrong with it.

use exactone::Puzzle;

use crate::face::Face;
use crate::input::item::{Item, PuzzleItem};
use crate::input::puzzles::PuzzleStream;
use crate::input::reading::Reading;
use crate::input::source::Source;
use crate::output::status::Failure;
use crate::words;

/// The one puzzle of a source. What is wrong with it is said on the way; `None` means that all is said.
pub fn puzzle(
    source: Source,
    reading: Reading,
    face: &mut Face,
) -> Result<Option<(PuzzleItem, Puzzle)>, Failure> {
    let name = source.to_string();
    let mut found: Option<PuzzleItem> = None;
    for item in PuzzleStream::new(vec![source], reading) {
        match item {
            Item::Header { .. } | Item::Block { .. } => {}
            Item::Unreadable { place, cause } => {
                face.messages.at("unreadable", &place, &words::unreadable(&cause, face.language()));
                return Ok(None);
            }
            Item::Puzzle(_) if found.is_some() => {
                let language = face.language();
                return Err(Failure::new(format!(
                    "{name}: {}",
                    language.pick("more than one puzzle, expected one", "不止一道题，应当只有一道")
                )));
            }
            Item::Puzzle(item) => found = Some(*item),
        }
    }
    let Some(item) = found else { return Ok(None) };
    match &item.given {
        Ok(given) => {
            let puzzle = Puzzle::from(given.clone());
            Ok(Some((item, puzzle)))
        }
        Err(bad) => {
            let text = words::problem(&bad.problem, face.language());
            face.messages.at(words::kind_of(&bad.problem), &bad.place, &text);
            Ok(None)
        }
    }
}
