//! The puzzles of all inputs, one after the other, each with its place.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use exactone::lanes::{CHUNK, clean_lines};
use exactone::{Given, PuzzleReader};

use super::columns::{Columns, Table};
use super::compressed::peek_while;
use super::item::{Item, PuzzleItem, Unreadable, text_error};
use super::reading::Reading;
use super::source::{Source, nearly_a_puzzle};
use crate::output::messages::Place;

/// Reads one input after the other.
pub struct PuzzleStream {
    reading: Reading,
    sources: std::vec::IntoIter<Source>,
    open: Option<Open>,
    consumed: Arc<AtomicU64>,
}

/// The input that is being read.
struct Open {
    input: Arc<str>,
    text: Text,
    /// Whether anything was found in it.
    any: bool,
    /// Bytes of the inputs before it.
    before: u64,
    own: Arc<AtomicU64>,
}

enum Text {
    Lines(Box<Lines>),
    Table(Table),
}

impl Text {
    /// The line that is being read.
    fn line(&self) -> u64 {
        match self {
            Text::Lines(lines) => lines.reader.line_number(),
            Text::Table(table) => table.line(),
        }
    }
}

impl PuzzleStream {
    /// A stream over these inputs.
    pub fn new(sources: Vec<Source>, reading: Reading) -> PuzzleStream {
        PuzzleStream { reading, sources: sources.into_iter(), open: None, consumed: Arc::default() }
    }

    /// Leaves the rest of the input that is being read, if that is its name.
    pub fn skip_input_named(&mut self, name: &str) {
        if self.open.as_ref().is_some_and(|open| &*open.input == name) {
            self.open = None;
        }
    }

    /// How many bytes of the inputs have been read, as they lie on disk.
    pub fn consumed(&self) -> Arc<AtomicU64> {
        self.consumed.clone()
    }

    fn open(&mut self, source: &Source) -> Result<Open, Item> {
        let input: Arc<str> = source.to_string().into();
        let unreadable = |cause| Item::Unreadable { place: Place::whole(&input), cause };
        let system = |error: io::Error| unreadable(Unreadable::System(error.kind(), error.to_string()));
        let opened = source.open().map_err(|error| match nearly_a_puzzle(&input) {
            Some((found, expected)) if error.kind() == io::ErrorKind::NotFound => {
                unreadable(Unreadable::NeitherFileNorPuzzle { found, expected })
            }
            _ => system(error),
        })?;
        let (start, text) = peek_while(opened.text, no_line_yet, 1 << 12).map_err(system)?;
        let column = self.reading.column.as_deref();
        let text = match Columns::find(&start, column) {
            Ok(Some((columns, delimiter))) => Text::Table(Table::new(text, columns, delimiter)),
            Ok(None) => Text::Lines(Box::new(Lines::new(text, &self.reading))),
            Err(there) => {
                let wanted = column.unwrap_or_default().to_owned();
                return Err(unreadable(Unreadable::NoColumn { wanted, there }));
            }
        };
        let before = self.consumed.load(Ordering::Relaxed);
        Ok(Open { input, text, any: false, before, own: opened.consumed })
    }
}

impl Iterator for PuzzleStream {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            let Some(open) = &mut self.open else {
                let source = self.sources.next()?;
                match self.open(&source) {
                    Ok(open) => self.open = Some(open),
                    Err(item) => return Some(item),
                }
                continue;
            };
            let found = match &mut open.text {
                Text::Lines(lines) => lines.next(&open.input),
                Text::Table(table) => table.next(&open.input, &self.reading),
            };
            self.consumed.store(open.before + open.own.load(Ordering::Relaxed), Ordering::Relaxed);
            let place = Place::whole(&open.input);
            match found {
                Ok(Some(item)) => {
                    open.any = true;
                    return Some(item);
                }
                Ok(None) => {
                    let any = open.any;
                    self.open = None;
                    if !any {
                        return Some(Item::Unreadable { place, cause: Unreadable::Empty });
                    }
                }
                Err(error) => {
                    let place = Place { line: open.text.line(), ..place };
                    self.open = None;
                    let cause = Unreadable::System(error.kind(), error.to_string());
                    return Some(Item::Unreadable { place, cause });
                }
            }
        }
    }
}

/// Whether a text does not reach to the end of its first line that matters: neither blank nor a comment.
fn no_line_yet(start: &[u8]) -> bool {
    let mut lines = start.split_inclusive(|&byte| byte == b'\n');
    let matters = |line: &[u8]| {
        let text = line.trim_ascii();
        line.ends_with(b"\n") && !text.is_empty() && !text.starts_with(b"#")
    };
    start.len() < 1 << 16 && !lines.any(matters)
}

/// Puzzle text that is no table.
struct Lines {
    from: Box<dyn Read + Send>,
    reader: PuzzleReader,
    buffer: Vec<u8>,
    /// What of the buffer has been read and not yet been used.
    unused: Range<usize>,
    /// The input has been read to its end, or as far as it can be read.
    ended: bool,
    /// Why it cannot be read any further; told behind the lines that came before.
    broken: Option<io::Error>,
    /// The reader has been told so.
    finished: bool,
    /// The lines that entries may still speak of, from this number on; kept only where their text is wanted.
    texts: Option<(u64, VecDeque<Vec<u8>>)>,
    /// Whether lines of 81 characters are given as blocks.
    blocks: bool,
    /// A block behind entries that the reader still has.
    pending: Option<Item>,
}

impl Lines {
    /// As many lines back an entry can begin: a block of them is one grid.
    const BACK: usize = 600;
    /// What is kept of a line.
    const KEPT: usize = 1 << 10;
    /// What is read at once where lines are given as blocks: about as many as the engine likes to have.
    const AT_ONCE: usize = CHUNK * 82;
    /// What there is before a block is cut, unless the input ends: more than a line of a puzzle.
    const AHEAD: usize = 100;

    fn new(from: Box<dyn Read + Send>, reading: &Reading) -> Lines {
        Lines {
            from,
            reader: PuzzleReader::new(reading.options),
            buffer: vec![0; if reading.blocks { Lines::AT_ONCE } else { 1 << 16 }],
            unused: 0..0,
            ended: false,
            broken: None,
            finished: false,
            texts: reading.keep_text.then(|| (1, VecDeque::from([Vec::new()]))),
            blocks: reading.blocks,
            pending: None,
        }
    }

    fn next(&mut self, input: &Arc<str>) -> io::Result<Option<Item>> {
        loop {
            if let Some(entry) = self.reader.next() {
                let place = Place { input: input.clone(), line: entry.line, column: 1 };
                let text = self.text_of(entry.line, entry.given.as_ref().ok());
                let given = entry.given.map_err(|error| text_error(error, &place));
                let item = PuzzleItem { place, text, given, solution: None, record: None };
                return Ok(Some(Item::Puzzle(Box::new(item))));
            }
            if self.pending.is_some() {
                return Ok(self.pending.take());
            }
            if self.finished {
                return self.broken.take().map_or(Ok(None), Err);
            }
            if self.blocks {
                // The buffer is filled to its end, so that blocks do not depend on how the input arrives.
                if self.unused.len() < Lines::AHEAD {
                    self.fill();
                }
                self.pending = self.block();
                if self.pending.is_some() {
                    // First what the reader held back.
                    continue;
                }
            } else if !self.buffer[self.unused.clone()].contains(&b'\n') {
                self.fill();
            }
            self.feed();
        }
    }

    /// Reads once into what is free of the buffer; until it is full where lines are given as blocks.
    fn fill(&mut self) {
        if self.ended {
            return;
        }
        self.buffer.copy_within(self.unused.clone(), 0);
        self.unused = 0..self.unused.len();
        loop {
            let count = match self.from.read(&mut self.buffer[self.unused.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.broken = Some(error);
                    // The line in which it breaks off is none.
                    let whole = self.buffer[..self.unused.end].iter().rposition(|&byte| byte == b'\n');
                    self.unused.end = whole.map_or(0, |at| at + 1);
                    0
                }
                Ok(count) => count,
            };
            self.unused.end += count;
            self.ended = count == 0;
            if self.ended || !self.blocks || self.unused.end == self.buffer.len() {
                return;
            }
        }
    }

    /// The lines that come next, if they are just a puzzle each.
    fn block(&mut self) -> Option<Item> {
        if !self.reader.takes_line_puzzles() {
            return None;
        }
        let (bytes, lines) = clean_lines(&self.buffer[self.unused.clone()]);
        if lines == 0 {
            return None;
        }
        let text = self.buffer[self.unused.start..self.unused.start + bytes].to_vec();
        self.unused.start += bytes;
        self.reader.skip_line_puzzles(lines as u64);
        Some(Item::Block { text, lines: lines as u64 })
    }

    /// Gives the reader the lines that have been read; only one where the next one may begin a block. The beginning of
    /// a line waits for the rest, as long as the buffer has room for it.
    fn feed(&mut self) {
        let text = &self.buffer[self.unused.clone()];
        let is_end = |&byte: &u8| byte == b'\n';
        let lines = if self.blocks { text.iter().position(is_end) } else { text.iter().rposition(is_end) };
        let count = match lines {
            Some(end) => end + 1,
            None if self.ended || text.len() == self.buffer.len() => text.len(),
            None => return,
        };
        if count == 0 {
            self.finished = true;
            return self.reader.finish();
        }
        self.keep(self.unused.start..self.unused.start + count);
        self.reader.feed(&self.buffer[self.unused.start..self.unused.start + count]);
        self.unused.start += count;
    }

    fn keep(&mut self, fed: Range<usize>) {
        let Some((first, texts)) = &mut self.texts else { return };
        // Entries of what was fed before are all taken: only a block that is still open looks back.
        while texts.len() > Lines::BACK {
            texts.pop_front();
            *first += 1;
        }
        for part in self.buffer[fed].split_inclusive(|&byte| byte == b'\n') {
            let line = texts.back_mut().expect("there is always a last line");
            let room = Lines::KEPT.saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") {
                texts.push_back(Vec::new());
            }
        }
    }

    /// The text of the puzzle on this line: what stands before a blank or comma if that has a character a cell,
    /// the whole line where it is no puzzle, else the puzzle's own line form.
    fn text_of(&self, line: u64, given: Option<&Given>) -> String {
        let Some((first, texts)) = &self.texts else { return String::new() };
        let kept = line.checked_sub(*first).and_then(|at| texts.get(at as usize));
        let written = String::from_utf8_lossy(kept.map_or(&[][..], Vec::as_slice)).trim().to_owned();
        as_written(&written, given)
    }
}

/// The puzzle as a person wrote it, where it was written as one word.
fn as_written(written: &str, given: Option<&Given>) -> String {
    let Some(given) = given else { return written.to_owned() };
    let line = given.to_line();
    let word = written.split([' ', ',', ';', '\t']).next().unwrap_or_default();
    if word.chars().count() == line.chars().count() { word.to_owned() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::item::Solution;

    fn items(text: &str, reading: Reading) -> Vec<Item> {
        PuzzleStream::new(vec![Source::Argument(text.to_owned())], reading).collect()
    }

    fn puzzles(text: &str) -> Vec<PuzzleItem> {
        let reading = Reading { keep_text: true, solutions: true, ..Reading::default() };
        items(text, reading)
            .into_iter()
            .filter_map(|item| match item {
                Item::Puzzle(puzzle) => Some(*puzzle),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn lines_keep_their_place_and_their_text() {
        let found =
            puzzles("# four\n1___23...4.1.2.. easy\nwhat is this\n\n12|34\n34|12\n--+--\n21|43\n43|21\n");
        let seen: Vec<_> =
            found.iter().map(|item| (item.place.line, item.text.as_str(), item.given.is_ok())).collect();
        assert_eq!(
            seen,
            [(2, "1___23...4.1.2..", true), (3, "what is this", false), (5, "1234341221434321", true)]
        );
        assert_eq!(found[1].given.as_ref().unwrap_err().place.line, 3);
    }

    #[test]
    fn blocks_hold_the_same_puzzles() {
        let good = |digit: usize| format!("{digit}{}", ".".repeat(80));
        let many = |count: usize| (0..count).map(|i| good(i % 9 + 1) + "\n").collect::<String>();
        let dashes = "-".repeat(81);
        let letters = format!("A{}\n", &good(1)[1..]);
        let grid = "12|34\n34|12\n--+--\n21|43\n43|21\n";
        for text in [
            many(1),
            many(80) + "\n" + &many(3),
            many(80) + &letters,
            many(81) + &letters,
            many(82) + &letters + &many(90),
            format!("{grid}{}\n{grid}\n{}{grid}", many(100), many(100)),
            many(100) + "junk\n" + &many(700),
            many(90) + "# note\n" + &many(90) + "\r\n" + &many(5).replace('\n', "\r\n"),
            format!("{}{dashes}\n{}{dashes}\n{dashes}", many(20), many(90)),
            many(200).trim_end().to_owned(),
            many(100) + &good(1) + " easy\n" + &many(3) + "12\r" + &many(9),
            many(20_000),
        ] {
            let seen = |blocks: bool| -> Vec<(u64, Result<String, String>)> {
                let mut seen = Vec::new();
                for item in items(&text, Reading { blocks, ..Reading::default() }) {
                    match item {
                        Item::Puzzle(puzzle) => {
                            let given = puzzle.given.map(|given| given.to_line());
                            seen.push((puzzle.place.line, given.map_err(|bad| format!("{bad:?}"))));
                        }
                        Item::Block { text, lines } => {
                            assert!(blocks);
                            assert_eq!(text.split_inclusive(|&byte| byte == b'\n').count() as u64, lines);
                            for text in String::from_utf8(text).unwrap().lines() {
                                let given = Given::parse(text, &Default::default()).unwrap();
                                seen.push((0, Ok(given.to_line())));
                            }
                        }
                        other => panic!("{other:?}"),
                    }
                }
                seen
            };
            let (lines, blocks) = (seen(false), seen(true));
            assert_eq!(lines.len(), blocks.len());
            for (one, other) in lines.iter().zip(&blocks) {
                assert!(other.0 == 0 || other.0 == one.0, "{one:?} {other:?}");
                assert_eq!(one.1, other.1);
            }
            if text.len() > 100_000 {
                assert!(blocks.iter().all(|(line, _)| *line == 0));
            }
        }
    }

    #[test]
    fn a_table_is_known_by_its_header() {
        let text = "id;Quizzes;solutions\n7;1...23...4.1.2..;1...23...4.1.2..\n8;1...23...4.1.2.x;\n9\n";
        let all = items(text, Reading::default());
        assert!(matches!(&all[0], Item::Header { delimiter: b';', .. }));
        let found = puzzles(text);
        assert_eq!(found.len(), 3);
        assert!(matches!(found[0].solution, Some(Solution::Given(_))));
        assert_eq!(found[0].record.as_ref().unwrap().raw, b"7;1...23...4.1.2..;1...23...4.1.2..");
        assert!(matches!(found[1].solution, Some(Solution::Missing)));
        assert_eq!(found[1].given.as_ref().unwrap_err().place.to_string(), "<argument>:3:18");
        assert_eq!(found[2].place.to_string(), "<argument>:4:1");
        assert!(found[2].given.is_err());
    }

    #[test]
    fn a_column_that_was_asked_for_must_be_there() {
        let reading = |column: &str| Reading { column: Some(column.to_owned()), ..Reading::default() };
        let text = "grid,id\n1...23...4.1.2..,1\n";
        assert_eq!(items(text, reading("grid")).len(), 2);
        let missing = items(text, reading("other"));
        let [Item::Unreadable { cause: Unreadable::NoColumn { there, .. }, .. }] = &missing[..] else {
            panic!("{missing:?}");
        };
        assert_eq!(there, &["grid", "id"]);
    }

    #[test]
    fn inputs_that_cannot_be_read_are_items_too() {
        let sources = vec![
            Source::File("no/such.txt".into()),
            Source::Argument("# nothing\n".into()),
            Source::Argument("1...23...4.1.2..".into()),
        ];
        let all: Vec<Item> = PuzzleStream::new(sources, Reading::default()).collect();
        assert!(matches!(
            &all[0],
            Item::Unreadable { cause: Unreadable::System(io::ErrorKind::NotFound, _), .. }
        ));
        assert!(matches!(&all[1], Item::Unreadable { cause: Unreadable::Empty, .. }));
        assert!(matches!(&all[2], Item::Puzzle(puzzle) if puzzle.given.is_ok()));
    }
}
