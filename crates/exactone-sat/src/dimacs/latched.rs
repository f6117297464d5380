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
    #[inline]
    pub(crate) fn integer(&mut self, integer: i64) {
        let buffer = &mut self.buffer;
        if integer < 0 {
            buffer.push(b'-');
        }
        // Most numbers of a proof have up to five digits; arrays of a known length are copied without a call.
        let rest = integer.unsigned_abs();
        let small = rest.min(99_999) as u32;
        let digit = |place: u32| b'0' + (small / place % 10) as u8;
        match rest {
            0..=9 => buffer.extend_from_slice(&[digit(1), b' ']),
            10..=99 => buffer.extend_from_slice(&[digit(10), digit(1), b' ']),
            100..=999 => buffer.extend_from_slice(&[digit(100), digit(10), digit(1), b' ']),
            1000..=9999 => {
                buffer.extend_from_slice(&[digit(1000), digit(100), digit(10), digit(1), b' ']);
            }
            10_000..=99_999 => {
                buffer.extend_from_slice(&[
                    digit(10_000),
                    digit(1000),
                    digit(100),
                    digit(10),
                    digit(1),
                    b' ',
                ]);
            }
            _ => {
                push_unsigned(buffer, rest);
                buffer.push(b' ');
            }
        }
        if self.buffer.len() >= BLOCK {
            self.hand_on();
        }
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
    if integer < 0 {
        buffer.push(b'-');
    }
    push_unsigned(buffer, integer.unsigned_abs());
}

fn push_unsigned(buffer: &mut Vec<u8>, mut rest: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
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
        let powers = (0..19).map(|power| 10i64.pow(power));
        for integer in
            powers.flat_map(|power| [power - 1, power, power + 1, 1 - power, -power, 9 * power / 8])
        {
            let mut out = Latched::new(Vec::new());
            out.integer(integer);
            assert_eq!(out.finish().unwrap(), format!("{integer} ").into_bytes());
        }
    }
}
