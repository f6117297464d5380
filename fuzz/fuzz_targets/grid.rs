//! Puzzle text: every puzzle that is read prints as a line that reads back, and the pieces in which text comes do not matter.
#![no_main]

use exactone::{PuzzleReader, TextOptions, read_puzzles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let options = TextOptions::default();
    let whole = read_puzzles(text, &options);
    let mut reader = PuzzleReader::new(options);
    for piece in text.chunks(7) {
        reader.feed(piece);
    }
    reader.finish();
    let pieces: Vec<_> = reader.collect();
    assert_eq!(whole.len(), pieces.len());
    for (a, b) in whole.iter().zip(&pieces) {
        assert_eq!((a.line, &a.given, &a.trailing), (b.line, &b.given, &b.trailing));
        match &a.given {
            Ok(given) => {
                // Boxes are not part of a line; sizes that no line says by its length have other ways to be told.
                let line = given.to_line();
                let read = read_puzzles(line.as_bytes(), &options);
                if let [entry] = &read[..]
                    && let Ok(again) = &entry.given
                {
                    assert_eq!(again.to_line(), line);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
