//! Puzzle text as a stream: bytes go in, puzzles and errors come out in their order.
//!
//! Always holds: what is kept is at most one line and one block of lines, each of at most [`PuzzleReader::LIMIT`]
//! bytes, and the entries not yet taken.

use std::collections::VecDeque;

use crate::grid::block::{BlockLine, read_block};
use crate::grid::line::{Look, fits, lone_line_error, look, read_single, tokens};
use crate::grid::{Given, GridError, GridProblem, SymbolSet, TextLayout, TextOptions};

/// A puzzle of a text, or what is wrong where one was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The puzzle, or the error with its place.
    pub given: Result<Given, GridError>,
    /// What stands on the line after a puzzle and a blank, comma, semicolon or tab.
    pub trailing: String,
}

/// Cuts puzzle text into puzzles, as it comes, in constant memory.
///
/// - A line of n * n characters is a puzzle (16, 36, 64, 81, ...; `1`-`9`, then letters; `.`, `0`, `_`, `*`, `-` or
///   `?` for an empty cell), also n * n numbers separated by blanks or commas; 729 characters are the pencilmarks of
///   a 9x9. Other text may follow after a blank, comma, semicolon or tab.
/// - A block of n lines of n cells, bounded by blank lines, `Grid NN` lines or the ends of the text, is one grid,
///   drawn with bars and rules or not. Where such a line could also be a puzzle (16 characters: a 4x4, or the row of
///   a 16x16), the block is one grid if it has exactly n lines and its symbols do not fit the small size.
/// - Blank lines and lines that begin with `#` give nothing. Line feed, carriage return and both end a line.
///
/// ```
/// use exactone::{PuzzleReader, TextOptions};
/// let mut reader = PuzzleReader::new(TextOptions::default());
/// reader.feed(b"# two puzzles and a typo\n1...23...4");
/// reader.feed(b".1.2.. easy\n1...23...4.1.2\n.............1..");
/// reader.finish();
/// let entries: Vec<_> = reader.collect();
/// assert_eq!(entries.len(), 3);
/// assert_eq!((entries[0].line, &*entries[0].trailing), (2, "easy"));
/// assert_eq!(
///     entries[1].given.as_ref().unwrap_err().to_string(),
///     "line 3, column 15: saw 14 characters, expected 16 (a 4x4 grid)"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleReader {
    options: TextOptions,
    line: Vec<u8>,
    line_number: u64,
    overlong: bool,
    after_return: bool,
    block: Vec<BlockLine>,
    block_bytes: usize,
    /// Lines of this many cells have turned out to be puzzles of their own, not rows.
    running: Option<usize>,
    ready: VecDeque<Entry>,
}

impl PuzzleReader {
    /// The longest line, and the longest block of lines, in bytes. No puzzle comes near it.
    pub const LIMIT: usize = 1 << 20;

    /// The most lines of a block: rows, and rules between them.
    const BLOCK_LINES: usize = 520;

    /// A reader at the start of a text.
    pub fn new(options: TextOptions) -> PuzzleReader {
        PuzzleReader {
            options,
            line: Vec::new(),
            line_number: 1,
            overlong: false,
            after_return: false,
            block: Vec::new(),
            block_bytes: 0,
            running: None,
            ready: VecDeque::new(),
        }
    }

    /// Takes the next bytes of the text, cut anywhere. What is complete then comes out of the iterator.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_return) && bytes[0] == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = bytes.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if self.line.len() + part.len() > Self::LIMIT {
                self.overlong = true;
            } else if !self.overlong {
                self.line.extend_from_slice(part);
            }
            let Some(end) = end else { return };
            self.after_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            self.end_line();
        }
    }

    /// Whether a line of just 81 puzzle characters (and not 81 dashes) would be a puzzle here: for who reads such lines quicker
    /// than this reader, and then [skips](Self::skip_line_puzzles) them. Not so in the middle of a line, and where options ask
    /// for something else.
    pub fn takes_line_puzzles(&self) -> bool {
        self.line.is_empty()
            && !self.overlong
            && !self.after_return
            && self.options.boxes.is_none()
            && self.options.symbols == SymbolSet::Letters
            && self.options.layout != TextLayout::Grids
    }

    /// Goes on behind so many lines that [are puzzles](Self::takes_line_puzzles). What was held back before them is complete
    /// then.
    pub fn skip_line_puzzles(&mut self, lines: u64) {
        let running = self.running;
        self.end_block();
        self.running = running;
        self.line_number += lines;
    }

    /// The text is at its end: what is still open is closed.
    pub fn finish(&mut self) {
        if !self.line.is_empty() || self.overlong {
            self.end_line();
        }
        self.end_block();
    }

    /// The number of the line that is being read, from 1.
    pub const fn line_number(&self) -> u64 {
        self.line_number
    }

    fn end_line(&mut self) {
        let mut bytes = std::mem::take(&mut self.line);
        let number = self.line_number;
        self.line_number += 1;
        if std::mem::take(&mut self.overlong) {
            self.fail(number, 1, GridProblem::TooLong { limit: Self::LIMIT });
        } else {
            let mark: &[u8] = "\u{FEFF}".as_bytes();
            let text = if number == 1 { bytes.strip_prefix(mark).unwrap_or(&bytes) } else { &bytes };
            match std::str::from_utf8(text) {
                Ok(text) => self.take_line(number, text),
                Err(error) => {
                    let (good, bad) = text.split_at(error.valid_up_to());
                    let column = String::from_utf8_lossy(good).chars().count() + 1;
                    self.fail(number, column, GridProblem::NotText { byte: bad[0] });
                }
            }
        }
        bytes.clear();
        self.line = bytes; // keeps its memory
    }

    fn fail(&mut self, line: u64, column: usize, problem: GridProblem) {
        self.end_block();
        self.give(line, Err(GridError::text(line, column, problem)), String::new());
    }

    fn give(&mut self, line: u64, given: Result<Given, GridError>, trailing: String) {
        self.ready.push_back(Entry { line, given, trailing });
    }

    fn take_line(&mut self, number: u64, text: &str) {
        if let Some((at, c)) = text.chars().enumerate().find(|(_, c)| c.is_control() && *c != '\t') {
            // All control characters of one byte; those of two are no symbols and are named as such later.
            if let Ok(byte) = u8::try_from(u32::from(c)) {
                return self.fail(number, at + 1, GridProblem::NotText { byte });
            }
        }
        let trimmed = text.trim();
        if trimmed.starts_with('#') {
            return;
        }
        if trimmed.is_empty() || is_heading(trimmed) {
            return self.end_block();
        }
        let tokens = tokens(text);
        let look = look(text, &tokens, &self.options);
        match look {
            Look::Single(found) => {
                let as_row = found.as_row.filter(|_| self.running != found.as_row);
                let (block_is_rows, open) = (self.rows_of(), !self.block.is_empty());
                if as_row.is_none() && !(open && found.as_row.is_some()) {
                    if open {
                        let running = self.running;
                        self.end_block();
                        self.running = running;
                    }
                    let (given, trailing) = read_single(&tokens, text, number, found, &self.options);
                    return self.give(number, given, trailing);
                }
                self.keep(number, text, look);
                // One line more than a grid of such rows has: they are puzzles.
                if block_is_rows.is_some() && block_is_rows == as_row && Some(self.block.len()) > as_row {
                    self.end_block();
                    self.running = as_row;
                }
            }
            Look::Neither => {
                self.end_block();
                let error = lone_line_error(&tokens, number, &self.options);
                self.give(number, Err(error), String::new());
            }
            _ => {
                self.running = None;
                self.keep(number, text, look);
            }
        }
    }

    fn keep(&mut self, number: u64, text: &str, look: Look) {
        if self.block_bytes + text.len() > Self::LIMIT || self.block.len() >= Self::BLOCK_LINES {
            self.end_block();
        }
        self.block_bytes += text.len();
        self.block.push(BlockLine { number, text: text.to_owned(), look });
    }

    /// The number of cells if all lines of the block are rows, of that many cells, that could also be puzzles.
    fn rows_of(&self) -> Option<usize> {
        let row = |line: &BlockLine| match line.look {
            Look::Single(found) | Look::Dashes(Some(found)) => found.as_row,
            _ => None,
        };
        let first = row(self.block.first()?)?;
        self.block.iter().all(|line| row(line) == Some(first)).then_some(first)
    }

    fn end_block(&mut self) {
        self.running = None;
        self.block_bytes = 0;
        let block = std::mem::take(&mut self.block);
        if block.is_empty() {
            return;
        }
        if self.is_grid(&block) {
            let given = read_block(&block, &self.options);
            return self.give(block[0].number, given, String::new());
        }
        for line in &block {
            let tokens = tokens(&line.text);
            let (given, trailing) = match line.look {
                Look::Single(found) | Look::Dashes(Some(found)) => {
                    read_single(&tokens, &line.text, line.number, found, &self.options)
                }
                _ => (Err(lone_line_error(&tokens, line.number, &self.options)), String::new()),
            };
            self.give(line.number, given, trailing);
        }
    }

    /// Whether a block is one grid (perhaps a wrong one) rather than lines that are puzzles of their own.
    fn is_grid(&self, block: &[BlockLine]) -> bool {
        if block.iter().any(|line| matches!(line.look, Look::Rule | Look::Row { framed: true })) {
            return true;
        }
        let singles = block.iter().filter_map(|line| match line.look {
            Look::Single(found) | Look::Dashes(Some(found)) => Some((line, found)),
            _ => None,
        });
        match singles.clone().next() {
            None => block.len() < Self::BLOCK_LINES,
            Some((_, first)) => {
                let rows = first.as_row == Some(block.len());
                let forced = self.options.layout == TextLayout::Grids;
                rows && (forced
                    || singles.clone().any(|(line, found)| !fits(&tokens(&line.text), found, &self.options)))
            }
        }
    }
}

impl Iterator for PuzzleReader {
    type Item = Entry;

    /// The next entry that is complete. `None` may be followed by more after the next [`feed`](PuzzleReader::feed)
    /// or [`finish`](PuzzleReader::finish).
    fn next(&mut self) -> Option<Entry> {
        self.ready.pop_front()
    }
}

/// `Grid 01`, as Project Euler and others title their puzzles.
fn is_heading(line: &str) -> bool {
    let Some(head) = line.get(..4) else { return false };
    head.eq_ignore_ascii_case("grid")
        && line[4..].chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ':' | '#' | '.'))
}

/// All puzzles of a text, and the errors between them.
///
/// ```
/// use exactone::{TextOptions, read_puzzles};
/// let text = "Grid 01\n12|34\n34|12\n--+--\n21|43\n43|21\n";
/// let entries = read_puzzles(text.as_bytes(), &TextOptions::default());
/// assert_eq!(entries[0].given.as_ref().unwrap().to_line(), "1234341221434321");
/// ```
pub fn read_puzzles(text: &[u8], options: &TextOptions) -> Vec<Entry> {
    let mut reader = PuzzleReader::new(*options);
    reader.feed(text);
    reader.finish();
    reader.collect()
}
