//! Variables and literals.
//!
//! A variable *is* its DIMACS number (1, 2, 3, ...), a literal is twice that number plus one if it is negated.
//! Neither can be zero, so `Option<Lit>` takes the same four bytes as `Lit`.
//!
//! ```text
//! Lit:  bit 31 ........................... 1 | 0
//!       variable number, 1 ..= Var::MAX      | negated
//! ```

use std::fmt;
use std::num::NonZeroU32;
use std::ops::{Not, RangeInclusive};

/// A propositional variable: the number it has in DIMACS, from 1 to [`Var::MAX_NUMBER`].
///
/// ```
/// use exactone_sat::Var;
/// let x = Var::new(3);
/// assert_eq!(x.number(), 3);
/// assert_eq!(x.index(), 2);
/// assert_eq!(!x.positive(), x.negative());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(NonZeroU32);

impl Var {
    /// The largest variable number, 2^31 - 1: what fits a literal, and the largest that DIMACS tools agree on.
    pub const MAX_NUMBER: u32 = (1 << 31) - 1;

    /// The variable with this number.
    ///
    /// # Panics
    /// If `number` is 0 or above [`Var::MAX_NUMBER`]. [`Var::try_new`] does not.
    #[inline]
    pub const fn new(number: u32) -> Var {
        match Var::try_new(number) {
            Some(var) => var,
            None => panic!("a variable number lies between 1 and 2^31 - 1"),
        }
    }

    /// The variable with this number, or `None` for 0 and for numbers above [`Var::MAX_NUMBER`].
    #[inline]
    pub const fn try_new(number: u32) -> Option<Var> {
        match NonZeroU32::new(number) {
            Some(n) if number <= Var::MAX_NUMBER => Some(Var(n)),
            _ => None,
        }
    }

    /// The variable whose [`index`](Var::index) this is.
    ///
    /// # Panics
    /// If `index` is [`Var::MAX_NUMBER`] or more.
    #[inline]
    pub const fn from_index(index: usize) -> Var {
        assert!(index < Var::MAX_NUMBER as usize, "a variable index is below 2^31 - 1");
        Var::new(index as u32 + 1)
    }

    /// The DIMACS number, 1-based.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0.get()
    }

    /// The number less one, for use as an index into an array with one entry a variable.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The literal that is true when the variable is.
    #[inline]
    pub const fn positive(self) -> Lit {
        self.lit(true)
    }

    /// The literal that is true when the variable is false.
    #[inline]
    pub const fn negative(self) -> Lit {
        self.lit(false)
    }

    /// The literal of this variable that is true when the variable has the given value.
    #[inline]
    pub const fn lit(self, value: bool) -> Lit {
        let code = self.0.get() << 1 | !value as u32;
        match NonZeroU32::new(code) {
            Some(code) => Lit(code),
            None => unreachable!(),
        }
    }

    /// All variables numbered from `first` to `last`, both included.
    ///
    /// ```
    /// use exactone_sat::Var;
    /// assert_eq!(Var::range(2..=4).map(Var::number).collect::<Vec<_>>(), [2, 3, 4]);
    /// ```
    pub fn range(numbers: RangeInclusive<u32>) -> impl DoubleEndedIterator<Item = Var> + Clone {
        numbers.map(Var::new)
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A literal: a variable or its negation. Four bytes, `Copy`, prints as the DIMACS integer.
///
/// ```
/// use exactone_sat::Lit;
/// let a = Lit::from(4);
/// assert_eq!(!a, Lit::from(-4));
/// assert_eq!((!a).to_string(), "-4");
/// assert_eq!(format!("{:?}", [a, !a]), "[4, -4]");
/// assert_eq!(size_of::<Option<Lit>>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Lit(NonZeroU32);

impl Lit {
    /// The literal with this DIMACS integer: `3` is variable 3, `-3` its negation. `None` for 0 and `i32::MIN`.
    #[inline]
    pub const fn from_dimacs(integer: i32) -> Option<Lit> {
        match Var::try_new(integer.unsigned_abs()) {
            Some(var) => Some(var.lit(integer > 0)),
            None => None,
        }
    }

    /// The DIMACS integer: the variable's number, negative for a negated literal.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        let number = self.var().number() as i32;
        if self.is_negated() { -number } else { number }
    }

    /// The variable.
    #[inline]
    pub const fn var(self) -> Var {
        match NonZeroU32::new(self.0.get() >> 1) {
            Some(number) => Var(number),
            None => unreachable!(),
        }
    }

    /// Whether this is the variable itself.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0.get() & 1 == 0
    }

    /// Whether this is the negation of the variable.
    #[inline]
    pub const fn is_negated(self) -> bool {
        self.0.get() & 1 == 1
    }

    /// The value the variable must have for this literal to be true.
    #[inline]
    pub const fn polarity(self) -> bool {
        self.is_positive()
    }

    /// An index into an array with two entries a variable: `2 * var.index()`, plus 1 if negated.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 2
    }

    /// The literal whose [`index`](Lit::index) this is.
    ///
    /// # Panics
    /// If `index` is beyond that of the last variable's negation.
    #[inline]
    pub const fn from_index(index: usize) -> Lit {
        Var::from_index(index >> 1).lit(index & 1 == 0)
    }

    /// The packed form: twice the variable's number, plus 1 if negated.
    #[inline]
    pub const fn code(self) -> u32 {
        self.0.get()
    }

    /// The literal with this packed form, or `None` below 2 (no variable has the number 0).
    #[inline]
    pub const fn from_code(code: u32) -> Option<Lit> {
        if code < 2 {
            return None;
        }
        match NonZeroU32::new(code) {
            Some(code) => Some(Lit(code)),
            None => None,
        }
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(NonZeroU32::new(self.0.get() ^ 1)
            .expect("the code of a literal is at least 2, so flipping bit 0 keeps it from 0"))
    }
}

impl Not for Var {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        self.negative()
    }
}

impl From<Var> for Lit {
    #[inline]
    fn from(var: Var) -> Lit {
        var.positive()
    }
}

impl From<i32> for Lit {
    /// The literal with this DIMACS integer.
    ///
    /// # Panics
    /// For 0, which ends a clause in DIMACS and names no literal, and for `i32::MIN`. [`Lit::from_dimacs`] does not.
    #[inline]
    fn from(integer: i32) -> Lit {
        Lit::from_dimacs(integer).expect("a literal is a DIMACS integer other than 0 and i32::MIN")
    }
}

impl From<Lit> for i32 {
    #[inline]
    fn from(lit: Lit) -> i32 {
        lit.to_dimacs()
    }
}

impl PartialEq<i32> for Lit {
    #[inline]
    fn eq(&self, integer: &i32) -> bool {
        self.to_dimacs() == *integer
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_dimacs(), f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_of_a_literal_leads_back_to_it() {
        for integer in [1, -1, 2, -2, 729, -729, i32::MAX, -i32::MAX] {
            let lit = Lit::from(integer);
            assert_eq!(lit.to_dimacs(), integer);
            assert_eq!(lit.var().lit(lit.polarity()), lit);
            assert_eq!(Lit::from_index(lit.index()), lit);
            assert_eq!(Lit::from_code(lit.code()), Some(lit));
            assert_eq!(!!lit, lit);
            assert_eq!((!lit).to_dimacs(), -integer);
            assert_eq!(lit.is_negated(), integer < 0);
        }
    }

    #[test]
    fn what_is_no_literal_is_none() {
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        assert_eq!(Lit::from_code(0), None);
        assert_eq!(Lit::from_code(1), None);
        assert_eq!(Var::try_new(0), None);
        assert_eq!(Var::try_new(1 << 31), None);
        assert!(Var::try_new(Var::MAX_NUMBER).is_some());
    }

    #[test]
    fn order_is_by_variable_then_positive_first() {
        let mut lits = [-2, 1, 2, -1].map(Lit::from);
        lits.sort();
        assert_eq!(lits, [1, -1, 2, -2].map(Lit::from));
    }
}
