//! Bytes and words of the input with their places. Keeps one block of it in memory, however long a line is.

use std::io::{ErrorKind, Read};

use super::error::{DimacsError, DimacsErrorKind};
use crate::printable::is_printable;

const BLOCK: usize = 1 << 16;

/// How much of a word is kept for an error message.
const SHOWN: usize = 24;

#[derive(Debug)]
pub(crate) struct Scanner<R> {
    input: R,
    block: Box<[u8]>,
    at: usize,
    end: usize,
    /// Bytes in earlier blocks.
    before: u64,
    line: u64,
    /// Offset in the input of the present line's first byte.
    line_start: u64,
}

/// A place in the input: line and column, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Place {
    pub(crate) fn error(self, kind: DimacsErrorKind) -> DimacsError {
        DimacsError { line: self.line, column: self.column, kind }
    }
}

/// An integer that may be larger than any number that makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integer {
    Value(i64),
    TooLarge,
}

impl<R: Read> Scanner<R> {
    /// A scanner at the first byte after a byte order mark, if there is one.
    pub(crate) fn new(input: R) -> Result<Scanner<R>, DimacsError> {
        let mut scanner = Scanner::of_bytes(input);
        // The mark's three bytes may come in three pieces.
        while scanner.end < 3 && scanner.fill()? {}
        if scanner.block[..scanner.end].starts_with(b"\xEF\xBB\xBF") {
            scanner.at = 3;
            scanner.line_start = 3;
        }
        Ok(scanner)
    }

    /// A scanner at the very first byte.
    pub(crate) fn of_bytes(input: R) -> Scanner<R> {
        let block = vec![0; BLOCK].into_boxed_slice();
        Scanner { input, block, at: 0, end: 0, before: 0, line: 1, line_start: 0 }
    }

    /// Reads more behind what is there; `false` at the end of the input.
    fn fill(&mut self) -> Result<bool, DimacsError> {
        loop {
            match self.input.read(&mut self.block[self.end..]) {
                Ok(count) => {
                    self.end += count;
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.place().error(DimacsErrorKind::Io(error))),
            }
        }
    }

    /// The next byte, left where it is; `None` at the end of the input.
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, DimacsError> {
        if self.at == self.end {
            self.before += self.end as u64;
            (self.at, self.end) = (0, 0);
            if !self.fill()? {
                return Ok(None);
            }
        }
        Ok(Some(self.block[self.at]))
    }

    /// Passes the byte that [`peek`](Self::peek) returned.
    pub(crate) fn pass(&mut self) {
        self.at += 1;
        if self.block[self.at - 1] == b'\n' {
            self.line += 1;
            self.line_start = self.offset();
        }
    }

    /// How many bytes were passed.
    pub(crate) fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    pub(crate) fn place(&self) -> Place {
        Place { line: self.line, column: self.offset() - self.line_start + 1 }
    }

    /// Passes blanks, line ends included if `lines`; the byte after them.
    pub(crate) fn skip_blanks(&mut self, lines: bool) -> Result<Option<u8>, DimacsError> {
        while let Some(byte) = self.peek()? {
            if !(is_blank(byte) && (lines || byte != b'\n')) {
                return Ok(Some(byte));
            }
            self.pass();
        }
        Ok(None)
    }

    /// Passes the rest of the line, its end included.
    pub(crate) fn skip_line(&mut self) -> Result<(), DimacsError> {
        while let Some(byte) = self.peek()? {
            self.pass();
            if byte == b'\n' {
                break;
            }
        }
        Ok(())
    }

    /// Passes a word, to the next blank, and returns its beginning.
    pub(crate) fn word(&mut self) -> Result<Vec<u8>, DimacsError> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            if is_blank(byte) {
                break;
            }
            if word.len() <= SHOWN {
                word.push(byte);
            }
            self.pass();
        }
        Ok(word)
    }

    /// Passes blanks and the integer behind them, if it is an ordinary one: on this line, at most so large, followed by a
    /// blank, and all of it in memory. Else nothing is passed, and [`integer`](Self::integer) tells what there is.
    #[inline]
    pub(crate) fn quick_integer(&mut self, limit: u32) -> Option<i64> {
        let bytes = &self.block[self.at..self.end];
        let mut at = 0;
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let negative = bytes.get(at) == Some(&b'-');
        at += usize::from(negative);
        let digits = at;
        let mut value = 0u32;
        while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
        {
            if at == digits + 9 {
                return None;
            }
            value = value * 10 + u32::from(digit);
            at += 1;
        }
        if at == digits || value > limit || !matches!(bytes.get(at), Some(b' ' | b'\n')) {
            return None;
        }
        self.at += at;
        Some(if negative { -i64::from(value) } else { i64::from(value) })
    }

    /// Passes an integer of digits after an optional sign, to the next blank.
    pub(crate) fn integer(&mut self, expected: &'static str) -> Result<Integer, DimacsError> {
        let place = self.place();
        let mut word = [0; SHOWN + 1];
        let mut len = 0;
        let mut value = 0i64;
        let (mut digits, mut negative, mut wrong, mut large) = (false, false, false, false);
        while let Some(byte) = self.peek()? {
            match byte {
                b'0'..=b'9' => {
                    digits = true;
                    value = value * 10 + i64::from(byte - b'0');
                    if value > i64::from(u32::MAX) * 1000 {
                        (value, large) = (0, true);
                    }
                }
                b'-' | b'+' if len == 0 => negative = byte == b'-',
                _ if is_blank(byte) => break,
                _ => wrong = true,
            }
            if len < word.len() {
                word[len] = byte;
                len += 1;
            }
            self.pass();
        }
        if wrong || !digits {
            let seen = if len == 0 { "the end of the input".to_string() } else { shown(&word[..len]) };
            return Err(place.error(DimacsErrorKind::Unexpected { seen, expected }));
        }
        if large {
            return Ok(Integer::TooLarge);
        }
        Ok(Integer::Value(if negative { -value } else { value }))
    }

    /// What stands here, for an error message; passes it.
    pub(crate) fn unexpected(&mut self, expected: &'static str) -> Result<DimacsError, DimacsError> {
        let place = self.place();
        let seen = match self.peek()? {
            None => "the end of the input".to_string(),
            Some(b'\n' | b'\r') => "the end of the line".to_string(),
            Some(_) => shown(&self.word()?),
        };
        Ok(place.error(DimacsErrorKind::Unexpected { seen, expected }))
    }
}

pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0B' | b'\x0C')
}

/// A word for an error message: shortened, and safe to print whatever its bytes are.
pub(crate) fn shown(word: &[u8]) -> String {
    let beginning = &word[..word.len().min(SHOWN)];
    let dots = if word.len() > SHOWN { "..." } else { "" };
    match std::str::from_utf8(beginning) {
        Ok(text) if text.chars().all(is_printable) => format!("`{text}{dots}`"),
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 && !dots.is_empty() => {
            // Only cut in the middle of a character.
            format!("`{}{dots}`", beginning[..error.valid_up_to()].escape_ascii())
        }
        _ => format!("`{}{dots}`", beginning.escape_ascii()),
    }
}
