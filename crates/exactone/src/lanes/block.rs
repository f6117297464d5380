//! A block of lines as the search sees it: puzzles that come one after the other, and rows for their answers.

use super::engine::CHUNK;
use super::limits::Limits;
use super::machine::Machine;
use super::node::{Node, from_masks};
use super::search::{Desk, Found};

/// The answer to a line: 81 bytes, then a line feed where the solution is the only one, else one of the marks below.
pub(super) type Row = [u8; 82];

/// So many rows are made at once.
pub(super) const SOME: usize = 64;

/// A line that is a puzzle or should be one.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Where it begins in the block.
    pub(super) at: usize,
    /// Its number.
    pub(super) number: usize,
}

pub(super) const UNIQUE: u8 = b'\n';
pub(super) const SEVERAL: u8 = 1;
pub(super) const NONE: u8 = 2;
pub(super) const INVALID: u8 = 3;
pub(super) const UNKNOWN: u8 = 4;
pub(super) const UNKNOWN_WITH: u8 = 5;

/// A block being read, a chunk of lines at a time.
pub(super) struct Block<'a, 'l, M> {
    pub(super) machine: M,
    pub(super) block: &'a [u8],
    /// Where the next line starts, and its number.
    pub(super) at: usize,
    pub(super) number: usize,
    pub(super) places: &'a mut Vec<Place>,
    /// The rows, one for each place, from `start` on.
    pub(super) out: &'a mut Vec<u8>,
    pub(super) start: usize,
    /// Rows that are not simply the one solution.
    pub(super) odd: usize,
    pub(super) limits: &'a Limits<'l>,
}

/// The line that begins there, without its end.
pub(super) fn line_at(block: &[u8], at: usize) -> &[u8] {
    let rest = &block[at..];
    let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let line = &rest[..length];
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A line up to where other text may begin.
pub(super) fn word(line: &[u8]) -> &[u8] {
    &line[..line.iter().position(|byte| b" \t,;".contains(byte)).unwrap_or(line.len())]
}

impl<M: Machine> Block<'_, '_, M> {
    /// A row for the next line; it must be able to become [`UNIQUE`].
    #[inline]
    fn add(&mut self, at: usize, number: usize, mark: u8) {
        let row = self.places.len();
        self.places.push(Place { at, number });
        let end = self.start + 82 * (row + 1);
        if self.out.len() < end {
            // A few at a time: cleared when they will be needed soon, they are still in the cache then.
            self.out.resize(end + 82 * (SOME - 1), 0);
        }
        self.row(row)[81] = mark;
        self.odd += 1;
    }

    #[inline]
    fn row(&mut self, number: usize) -> &mut Row {
        let at = self.start + 82 * number;
        self.out[at..].first_chunk_mut().expect("made by `add`")
    }

    /// The slow way, for a line that is not simply 81 characters and its end: whether it is a puzzle.
    #[cold]
    fn other(&mut self, at: usize, number: usize, node: &mut Node) -> bool {
        let line = line_at(self.block, at);
        if line.starts_with(b"#") || line.iter().all(u8::is_ascii_whitespace) {
            return false;
        }
        let text = word(line);
        let good = match text.try_into() {
            Ok(text) => self.machine.read_text(text, node),
            Err(_) => marks(text).is_some_and(|masks| {
                *node = from_masks(&masks);
                true
            }),
        };
        if !good {
            self.add(at, number, INVALID);
        }
        good
    }
}

/// The candidate sets of 729 characters: the digit itself, `.` or `0` where it is gone.
pub(super) fn marks(text: &[u8]) -> Option<[u16; 81]> {
    if text.len() != 729 {
        return None;
    }
    let mut masks = [0; 81];
    for (i, &byte) in text.iter().enumerate() {
        let digit = i % 9;
        match byte {
            b'.' | b'0' => {}
            _ if byte == b'1' + digit as u8 => masks[i / 9] |= 1 << digit,
            _ => return None,
        }
    }
    Some(masks)
}

impl<M: Machine> Desk for Block<'_, '_, M> {
    #[inline]
    fn next(&mut self, node: &mut Node) -> Option<u32> {
        while self.at < self.block.len() && self.places.len() < CHUNK {
            let (at, number) = (self.at, self.number);
            self.number += 1;
            let rest = &self.block[at..];
            let end = match rest.get(81..) {
                Some([b'\n', ..]) => 1,
                Some([b'\r', b'\n', ..]) => 2,
                _ => 0,
            };
            let quick = match rest.first_chunk() {
                Some(text) if end > 0 => self.machine.read_text(text, node),
                _ => false,
            };
            let good = if quick {
                self.at += 81 + end;
                true
            } else {
                let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                self.at += length + 1;
                self.other(at, number, node)
            };
            if good {
                self.add(at, number, UNKNOWN);
                return Some(self.places.len() as u32 - 1);
            }
        }
        None
    }

    #[inline]
    fn answer(&mut self, number: u32, found: Found<'_>) {
        let machine = self.machine;
        let row = self.row(number as usize);
        let [first, second] = found.solutions;
        if let Some(node) = first {
            machine.write_grid(node, b'0', row.first_chunk_mut().expect("a row is longer than a grid"));
        }
        row[81] = match (first, second) {
            (None, _) => NONE,
            (Some(_), None) => UNIQUE,
            (Some(_), Some(_)) => SEVERAL,
        };
        self.odd -= usize::from(second.is_none() && first.is_some());
    }

    fn give_up(&mut self, number: u32, solution: Option<&Node>) {
        let machine = self.machine;
        let row = self.row(number as usize);
        if let Some(node) = solution {
            machine.write_grid(node, b'0', row.first_chunk_mut().expect("a row is longer than a grid"));
            row[81] = UNKNOWN_WITH;
        }
    }

    fn stop(&mut self, _: u64) -> bool {
        self.limits.stopped()
    }
}
