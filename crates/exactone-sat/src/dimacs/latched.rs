//! A buffered output that keeps its first error and drops what comes after it.

use std::io::{self, Write};

/// The buffer is handed on when it has so many bytes.
const BLOCK: usize = 1 << 14;
/// What fits behind that.
const MARGIN: usize = 64;

#[derive(Debug)]
pub(crate) struct Latched<W: Write> {
    out: W,
    /// Always `BLOCK + MARGIN` bytes, of which `len` are to be written: a few bytes are stored without a call.
    buffer: Box<[u8]>,
    len: usize,
    error: Option<io::Error>,
}

impl<W: Write> Latched<W> {
    pub(crate) fn new(out: W) -> Latched<W> {
        Latched { out, buffer: vec![0; BLOCK + MARGIN].into(), len: 0, error: None }
    }

    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(MARGIN) {
            self.buffer[self.len..self.len + part.len()].copy_from_slice(part);
            self.wrote(part.len());
        }
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.few([byte], 1);
    }

    /// The first `len` of a few bytes.
    #[inline]
    fn few<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        const { assert!(N <= MARGIN) };
        self.buffer[self.len..self.len + N].copy_from_slice(&bytes);
        self.wrote(len);
    }

    #[inline]
    fn wrote(&mut self, len: usize) {
        self.len += len;
        if self.len >= BLOCK {
            self.hand_on();
        }
    }

    /// A number in decimal and a blank.
    #[inline]
    pub(crate) fn integer(&mut self, integer: i64) {
        if integer < 0 {
            self.byte(b'-');
        }
        self.number(integer.unsigned_abs());
    }

    /// A number in decimal and a blank.
    #[inline]
    pub(crate) fn number(&mut self, number: u64) {
        if number < 10_000_000 {
            let (text, len) = seven_digits(number);
            self.few(text.to_le_bytes(), len);
        } else {
            self.large_number(number);
        }
    }

    #[cold]
    fn large_number(&mut self, number: u64) {
        let mut text = Vec::new();
        push_unsigned(&mut text, number);
        self.bytes(&text);
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
            self.error = self.out.write_all(&self.buffer[..self.len]).err();
        }
        self.len = 0;
    }
}

/// The decimal digits of a number below 10,000,000 and a blank behind them, first byte lowest, and how many bytes. All
/// digits are found side by side in one word: halves of four, then of two, then single ones.
#[inline]
fn seven_digits(number: u64) -> (u64, usize) {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    let ones = tens | ((twos - tens * 10) << 8);
    let zeros = (ones | (1 << 56)).trailing_zeros() & !7; // in front; the last digit stays
    let text = ((ones | 0x3030_3030_3030_3030) >> zeros) | (0x20 << (64 - zeros));
    (text, 9 - zeros as usize / 8)
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
        for number in (0..10_000_000).step_by(7).chain(0..20_000) {
            let (text, len) = seven_digits(number);
            assert_eq!(text.to_le_bytes()[..len], *format!("{number} ").as_bytes());
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
