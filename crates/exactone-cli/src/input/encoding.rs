//! Text as UTF-8: a byte order mark dropped, UTF-16 (as some shells write it) converted while it is read.

use std::io::{self, Read};

use super::compressed::peek;

/// A reader of the same text in UTF-8, without a byte order mark. Text that is neither marked nor shaped like
/// UTF-16 passes unchanged, whatever its bytes.
pub fn decode(bytes: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let (start, mut whole) = peek(bytes, 8)?;
    let mark = match start.as_slice() {
        [0xef, 0xbb, 0xbf, ..] => 3,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => 2,
        _ => 0,
    };
    let order = match start.as_slice() {
        [0xff, 0xfe, ..] => Some(Order::Little),
        [0xfe, 0xff, ..] => Some(Order::Big),
        // Without a mark: text of the ASCII range shows as every other byte being zero.
        [a, 0, b, 0, c, 0, d, 0] if [a, b, c, d].iter().all(|&&byte| byte != 0) => Some(Order::Little),
        [0, a, 0, b, 0, c, 0, d] if [a, b, c, d].iter().all(|&&byte| byte != 0) => Some(Order::Big),
        _ => None,
    };
    io::copy(&mut whole.by_ref().take(mark), &mut io::sink())?;
    Ok(match order {
        None => whole,
        Some(order) => Box::new(Utf16 { inner: whole, order, ..Utf16::default() }),
    })
}

#[derive(Clone, Copy, Default)]
enum Order {
    #[default]
    Little,
    Big,
}

/// UTF-16 in, UTF-8 out. A lone surrogate or half a unit becomes U+FFFD, which no puzzle contains.
struct Utf16 {
    inner: Box<dyn Read + Send>,
    order: Order,
    /// An odd byte that waits for its other half.
    half: Option<u8>,
    /// A high surrogate that waits for its low one.
    high: Option<u16>,
    ready: Vec<u8>,
    given: usize,
}

impl Default for Utf16 {
    fn default() -> Utf16 {
        Utf16 {
            inner: Box::new(io::empty()),
            order: Order::Little,
            half: None,
            high: None,
            ready: Vec::new(),
            given: 0,
        }
    }
}

impl Utf16 {
    fn push(&mut self, symbol: char) {
        self.ready.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn unit(&mut self, unit: u16) {
        if let Some(high) = self.high.take() {
            if (0xdc00..0xe000).contains(&unit) {
                let code = 0x10000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(unit) - 0xdc00);
                self.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                return;
            }
            self.push(char::REPLACEMENT_CHARACTER);
        }
        if (0xd800..0xdc00).contains(&unit) {
            self.high = Some(unit);
        } else {
            self.push(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
    }

    /// Converts one more stretch; `false` at the end of the input.
    fn refill(&mut self) -> io::Result<bool> {
        let mut bytes = [0; 1 << 13];
        let count = self.inner.read(&mut bytes)?;
        self.ready.clear();
        self.given = 0;
        for &byte in &bytes[..count] {
            match self.half.take() {
                None => self.half = Some(byte),
                Some(first) => self.unit(match self.order {
                    Order::Little => u16::from_le_bytes([first, byte]),
                    Order::Big => u16::from_be_bytes([first, byte]),
                }),
            }
        }
        if count == 0 && (self.half.take().is_some() | self.high.take().is_some()) {
            self.push(char::REPLACEMENT_CHARACTER);
            return Ok(true);
        }
        Ok(count > 0)
    }
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() {
            if !self.refill()? {
                return Ok(0);
            }
        }
        let count = buffer.len().min(self.ready.len() - self.given);
        buffer[..count].copy_from_slice(&self.ready[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn text(bytes: Vec<u8>) -> Vec<u8> {
        let mut out = Vec::new();
        decode(Box::new(Cursor::new(bytes))).unwrap().read_to_end(&mut out).unwrap();
        out
    }

    fn utf16(text: &str, unit: fn(u16) -> [u8; 2], mark: bool) -> Vec<u8> {
        mark.then_some(0xfeff).into_iter().chain(text.encode_utf16()).flat_map(unit).collect()
    }

    #[test]
    fn every_form_of_the_same_text_reads_the_same() {
        let plain = "53..7....\r\n甲 😀 ".repeat(2000);
        assert_eq!(text(plain.clone().into_bytes()), plain.as_bytes());
        assert_eq!(text(format!("\u{feff}{plain}").into_bytes()), plain.as_bytes());
        for unit in [u16::to_le_bytes, u16::to_be_bytes] {
            for mark in [true, false] {
                assert_eq!(text(utf16(&plain, unit, mark)), plain.as_bytes());
            }
        }
    }

    #[test]
    fn broken_units_are_replaced_and_nul_bytes_pass() {
        assert_eq!(
            text(vec![0xff, 0xfe, b'1', 0, 0x00, 0xd8, b'2', 0, b'3']),
            "1\u{fffd}2\u{fffd}".as_bytes()
        );
        assert_eq!(text(vec![0; 9]), [0u8; 9]);
        assert_eq!(text(vec![0xff]), [0xffu8]);
        assert!(text(Vec::new()).is_empty());
    }
}
