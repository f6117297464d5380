//! What stands in a cell.

use std::fmt;
use std::num::NonZeroU8;

/// A digit from 1 to 255; a puzzle of size n uses 1 to n. `Option<Digit>` is one byte. Prints as its number.
///
/// ```
/// use exactone::Digit;
/// let twelve = Digit::new(12).unwrap();
/// assert_eq!((twelve.number(), twelve.index(), twelve.symbol()), (12, 11, Some('C')));
/// assert_eq!(Digit::new(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit with this number; `None` for 0.
    pub const fn new(number: u8) -> Option<Digit> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Digit(number)),
            None => None,
        }
    }

    /// The digit at a 0-based position: 0 is digit 1.
    ///
    /// # Panics
    /// If `index` is above 254.
    pub const fn from_index(index: usize) -> Digit {
        assert!(index < 255, "a digit lies between 1 and 255");
        match Digit::new(index as u8 + 1) {
            Some(digit) => digit,
            None => unreachable!(),
        }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Its 0-based position: digit 1 is 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The character for it in puzzle text: `1` to `9`, then `A` (10) to `Z` (35); `None` above.
    pub const fn symbol(self) -> Option<char> {
        match self.0.get() {
            number @ 1..=9 => Some((b'0' + number) as char),
            number @ 10..=35 => Some((b'A' + number - 10) as char),
            _ => None,
        }
    }

    /// The digit that a character stands for: `1` to `9`, `A` or `a` (10) to `Z` or `z` (35).
    pub const fn from_symbol(symbol: char) -> Option<Digit> {
        match symbol {
            '1'..='9' => Digit::new(symbol as u8 - b'0'),
            'A'..='Z' => Digit::new(symbol as u8 - b'A' + 10),
            'a'..='z' => Digit::new(symbol as u8 - b'a' + 10),
            _ => None,
        }
    }

    /// All digits of a puzzle of this size, in order: 1 to `size`.
    ///
    /// # Panics
    /// If `size` is above 255.
    pub fn all(size: usize) -> impl ExactSizeIterator<Item = Digit> + DoubleEndedIterator + Clone {
        assert!(size <= 255, "a digit lies between 1 and 255");
        (0..size).map(Digit::from_index)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_digits_lead_to_each_other() {
        for digit in Digit::all(35) {
            let symbol = digit.symbol().unwrap();
            assert_eq!(Digit::from_symbol(symbol), Some(digit));
            assert_eq!(Digit::from_symbol(symbol.to_ascii_lowercase()), Some(digit));
            assert_eq!(Digit::from_index(digit.index()), digit);
        }
        assert_eq!(Digit::from_index(35).symbol(), None);
        assert_eq!(Digit::from_symbol('0'), None);
        assert_eq!(Digit::from_symbol('.'), None);
    }
}
