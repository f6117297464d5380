//! A buffered output that keeps its first error and drops what comes after it.

use std::io::{self, Write};

/// The buffer is handed on when it has grown to this many bytes.
const BLOCK: usize = 1 << 16;

#[derive(Debug)]
pub(crate) struct Latched<W: Write> {
    out: W,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

impl<W: Write> Latched<W> {
    pub(crate) fn new(out: W) -> Latched<W> {
        Latched { out, buffer: Vec::with_capacity(BLOCK + 64), error: None }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BLOCK {
            self.hand_on();
        }
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.bytes(&[byte]);
    }

    /// A number in decimal and a blank.
    pub(crate) fn integer(&mut self, integer: i64) {
        push_integer(&mut self.buffer, integer);
        self.byte(b' ');
    }

    /// Keeps an error of the caller's own, unless there is one already.
    pub(crate) fn fail(&mut self, error: io::Error) {
        self.error.get_or_insert(error);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.error.is_some()
    }

    /// Writes what is left and gives the output back, or the first error.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.hand_on();
        if let Some(error) = self.error {
            return Err(error);
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn hand_on(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }
}

/// Appends a number in decimal.
pub(crate) fn push_integer(buffer: &mut Vec<u8>, integer: i64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = integer.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if integer < 0 {
        buffer.push(b'-');
    }
    buffer.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_printed_as_the_standard_library_does() {
        for integer in [0, 7, -7, 10, 100, -2_147_483_647, i64::MAX, i64::MIN] {
            let mut buffer = Vec::new();
            push_integer(&mut buffer, integer);
            assert_eq!(buffer, integer.to_string().into_bytes());
        }
    }
}
