//! Natural numbers without an upper end, as far as counting needs them: sum, product, power of two, decimal digits.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign};

/// A natural number of any size. Prints in decimal.
///
/// ```
/// use exactone_sat::Natural;
/// let mut factorial = Natural::ONE;
/// for n in 2..=40u64 {
///     factorial = &factorial * &Natural::from(n);
/// }
/// assert_eq!(factorial.to_string(), "815915283247897734345611269596115894272000000000");
/// assert_eq!(factorial.to_u128(), None);
/// assert_eq!(Natural::power_of_two(70).to_u128(), Some(1 << 70));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Natural(Digits);

/// Below 2^128, or the digits to the base 2^64, lowest first, at least three and the last not 0.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Digits {
    Small(u128),
    Large(Vec<u64>),
}

impl Natural {
    /// Zero.
    pub const ZERO: Natural = Natural(Digits::Small(0));
    /// One.
    pub const ONE: Natural = Natural(Digits::Small(1));

    /// 2 to this power.
    pub fn power_of_two(exponent: u32) -> Natural {
        if exponent < 128 {
            return Natural(Digits::Small(1 << exponent));
        }
        let mut digits = vec![0; exponent as usize / 64 + 1];
        digits[exponent as usize / 64] = 1 << (exponent % 64);
        Natural(Digits::Large(digits))
    }

    /// Whether it is zero.
    pub const fn is_zero(&self) -> bool {
        matches!(self.0, Digits::Small(0))
    }

    /// The number, if it is below 2^128.
    pub const fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Digits::Small(value) => Some(value),
            Digits::Large(_) => None,
        }
    }

    /// The number, if it is below 2^64.
    pub const fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Digits::Small(value) if value <= u64::MAX as u128 => Some(value as u64),
            _ => None,
        }
    }

    /// The number of bytes it takes beside its own size.
    pub(crate) fn heap_size(&self) -> usize {
        match &self.0 {
            Digits::Small(_) => 0,
            Digits::Large(digits) => 8 * digits.capacity(),
        }
    }

    fn digits(&self) -> Vec<u64> {
        match &self.0 {
            Digits::Small(value) => vec![*value as u64, (value >> 64) as u64],
            Digits::Large(digits) => digits.clone(),
        }
    }

    fn from_digits(mut digits: Vec<u64>) -> Natural {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.len() > 2 {
            return Natural(Digits::Large(digits));
        }
        let digit = |place: usize| u128::from(digits.get(place).copied().unwrap_or(0));
        Natural(Digits::Small(digit(0) | digit(1) << 64))
    }
}

impl Default for Natural {
    /// Zero.
    fn default() -> Natural {
        Natural::ZERO
    }
}

impl From<u128> for Natural {
    fn from(value: u128) -> Natural {
        Natural(Digits::Small(value))
    }
}

impl From<u64> for Natural {
    fn from(value: u64) -> Natural {
        Natural::from(u128::from(value))
    }
}

impl From<u32> for Natural {
    fn from(value: u32) -> Natural {
        Natural::from(u128::from(value))
    }
}

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        if let (Digits::Small(a), Digits::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            self.0 = Digits::Small(sum);
            return;
        }
        let (mut a, b) = (self.digits(), other.digits());
        a.resize(a.len().max(b.len()) + 1, 0);
        let mut carry = false;
        for (place, digit) in a.iter_mut().enumerate() {
            let (sum, first) = digit.overflowing_add(b.get(place).copied().unwrap_or(0));
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *digit = sum;
            carry = first || second;
        }
        *self = Natural::from_digits(a);
    }
}

impl Add<&Natural> for &Natural {
    type Output = Natural;

    fn add(self, other: &Natural) -> Natural {
        let mut sum = self.clone();
        sum += other;
        sum
    }
}

impl Mul<&Natural> for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        if let (Digits::Small(a), Digits::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Natural(Digits::Small(product));
        }
        let (a, b) = (self.digits(), other.digits());
        let mut product = vec![0u64; a.len() + b.len()];
        for (i, &x) in a.iter().enumerate() {
            let mut carry = 0u128;
            for (j, &y) in b.iter().enumerate() {
                let sum = u128::from(product[i + j]) + u128::from(x) * u128::from(y) + carry;
                product[i + j] = sum as u64;
                carry = sum >> 64;
            }
            product[i + b.len()] = carry as u64;
        }
        Natural::from_digits(product)
    }
}

impl MulAssign<&Natural> for Natural {
    fn mul_assign(&mut self, other: &Natural) {
        *self = &*self * other;
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> Ordering {
        match (&self.0, &other.0) {
            (Digits::Small(a), Digits::Small(b)) => a.cmp(b),
            (Digits::Small(_), Digits::Large(_)) => Ordering::Less,
            (Digits::Large(_), Digits::Small(_)) => Ordering::Greater,
            (Digits::Large(a), Digits::Large(b)) => {
                a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
            }
        }
    }
}

/// The largest power of ten in 64 bits, and its number of zeros.
const CHUNK: u64 = 10_000_000_000_000_000_000;
const CHUNK_DIGITS: usize = 19;

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = match &self.0 {
            Digits::Small(value) => return fmt::Display::fmt(value, f),
            Digits::Large(digits) => digits.clone(),
        };
        let mut chunks = Vec::new();
        while !digits.is_empty() {
            let mut rest = 0u128;
            for digit in digits.iter_mut().rev() {
                rest = rest << 64 | u128::from(*digit);
                *digit = (rest / u128::from(CHUNK)) as u64;
                rest %= u128::from(CHUNK);
            }
            chunks.push(rest as u64);
            while digits.last() == Some(&0) {
                digits.pop();
            }
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:0CHUNK_DIGITS$}"));
        }
        f.pad_integral(true, "", &text)
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn sums_and_products_agree_with_128_bits_and_with_each_other() {
        let mut random = Random::new(9);
        let mut number = |bits: u64| u128::from(random.below(u64::MAX)) << (bits / 2) >> random.below(64);
        for round in 0..2000 {
            let (a, b, c) = (number(round % 128), number(round % 100), number(round % 64));
            let [x, y, z] = [a, b, c].map(Natural::from);
            if let Some(sum) = a.checked_add(b) {
                assert_eq!((&x + &y).to_u128(), Some(sum));
            }
            if let Some(product) = a.checked_mul(b) {
                assert_eq!((&x * &y).to_u128(), Some(product));
            }
            assert_eq!(x.cmp(&y), a.cmp(&b));
            // Laws that hold however long the numbers become.
            let cube = &(&x * &x) * &x;
            assert_eq!(&(&cube + &y) * &z, &(&cube * &z) + &(&y * &z));
            assert_eq!(&cube * &y, &y * &cube);
            assert!(&cube + &Natural::ONE > cube);
        }
    }

    #[test]
    fn decimal_digits_of_long_numbers() {
        let text = Natural::power_of_two(256).to_string();
        assert_eq!(text, "115792089237316195423570985008687907853269984665640564039457584007913129639936");
        let mut power = Natural::ONE;
        for _ in 0..60 {
            power *= &Natural::from(10u32);
        }
        assert_eq!(power.to_string(), format!("1{}", "0".repeat(60)));
        assert_eq!(Natural::ZERO.to_string(), "0");
        assert_eq!(format!("{:>5}", Natural::from(7u32)), "    7");
    }
}
