//! Whole numbers without a limit, for counts of models.

use std::fmt;

/// A whole number from 0 on, as large as memory holds. Adds, doubles, compares and prints; that is all counting needs.
///
/// ```
/// use exactone_sat::Natural;
/// let mut count = Natural::from(1);
/// (0..100).for_each(|_| count.double());
/// assert_eq!(count.to_string(), "1267650600228229401496703205376");
/// assert_eq!(count.to_u64(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// Digits in base 10^9, the lowest first, none of them leading zeros.
    digits: Vec<u32>,
}

const BASE: u64 = 1_000_000_000;

impl Natural {
    /// Twice as much.
    pub fn double(&mut self) {
        let mut carry = 0;
        for digit in &mut self.digits {
            let sum = u64::from(*digit) * 2 + carry;
            *digit = (sum % BASE) as u32;
            carry = sum / BASE;
        }
        if carry > 0 {
            self.digits.push(carry as u32);
        }
    }

    /// Adds another number.
    pub fn add(&mut self, other: &Natural) {
        let mut carry = 0;
        for position in 0..self.digits.len().max(other.digits.len()) {
            if position == self.digits.len() {
                self.digits.push(0);
            }
            let own = u64::from(self.digits[position]);
            let sum = own + other.digits.get(position).map_or(0, |&digit| u64::from(digit)) + carry;
            self.digits[position] = (sum % BASE) as u32;
            carry = sum / BASE;
        }
        if carry > 0 {
            self.digits.push(carry as u32);
        }
    }

    /// Two to this power.
    pub fn power_of_two(exponent: usize) -> Natural {
        let mut power = Natural::from(1);
        (0..exponent).for_each(|_| power.double());
        power
    }

    /// The number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.digits
            .iter()
            .rev()
            .try_fold(0u64, |value, &digit| value.checked_mul(BASE)?.checked_add(u64::from(digit)))
    }
}

impl From<u32> for Natural {
    fn from(value: u32) -> Natural {
        let mut number = Natural::default();
        let mut rest = u64::from(value);
        while rest > 0 {
            number.digits.push((rest % BASE) as u32);
            rest /= BASE;
        }
        number
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (position, digit) in self.digits.iter().rev().enumerate() {
            text += &if position == 0 { digit.to_string() } else { format!("{digit:09}") };
        }
        f.pad_integral(true, "", if text.is_empty() { "0" } else { &text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_powers_agree_with_machine_numbers() {
        for exponent in 0..127 {
            let mut power = Natural::power_of_two(exponent);
            assert_eq!(power.to_string(), (1u128 << exponent).to_string());
            assert_eq!(power.to_u64(), u64::try_from(1u128 << exponent).ok());
            power.add(&Natural::from(u32::MAX));
            assert_eq!(power.to_string(), ((1u128 << exponent) + u128::from(u32::MAX)).to_string());
        }
        assert_eq!(Natural::default().to_string(), "0");
    }
}
