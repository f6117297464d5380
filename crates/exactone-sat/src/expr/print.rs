//! Formulas as text that reads back: every operator inside another stands in parentheses.

use std::fmt;

use super::lex::is_name;
use super::{Expr, Op};
use crate::lit::Lit;
use crate::names::{Names, ShowNamed};

/// The signs of one way of writing.
struct Signs {
    not: &'static str,
    and: &'static str,
    or: &'static str,
    xor: &'static str,
    implies: &'static str,
    iff: &'static str,
}

const ASCII: Signs = Signs { not: "~", and: " & ", or: " | ", xor: " ^ ", implies: " -> ", iff: " <-> " };
const UNICODE: Signs =
    Signs { not: "¬", and: " ∧ ", or: " ∨ ", xor: " ⊕ ", implies: " → ", iff: " ↔ " };

impl fmt::Display for Expr {
    /// With variables as `x1`, `x2`, ...; reads back through [`str::parse`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, None, &ASCII, f)
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More than anybody reads, and less than a shared formula could print.
        const LONGEST: u64 = 10_000;
        if self.written_size() > LONGEST {
            return write!(
                f,
                "Expr({:?} over {} operands, size {})",
                self.op(),
                self.operands().len(),
                self.0.size
            );
        }
        write!(f, "Expr({self})")
    }
}

impl ShowNamed for Expr {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, Some(names), &ASCII, f)
    }
}

/// A formula that prints with words and, if asked, with mathematical signs. Made by [`Expr::printed`].
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    expr: &'a Expr,
    names: &'a Names,
    unicode: bool,
}

impl Printed<'_> {
    /// With `¬ ∧ ∨ ⊕ → ↔` instead of `~ & | ^ -> <->`.
    pub fn unicode(self, unicode: bool) -> Self {
        Printed { unicode, ..self }
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.expr, Some(self.names), if self.unicode { &UNICODE } else { &ASCII }, f)
    }
}

impl Expr {
    /// The formula with the words of `names` for its variables; reads back through [`Expr::parse`] with the same
    /// names. A word that is no name of the language stands in backquotes, a variable without a word is `x` and
    /// its number.
    ///
    /// ```
    /// use exactone_sat::{Expr, Names};
    /// let mut names = Names::new();
    /// let formula = Expr::parse("~a & b -> exactly(2, a, b, c)", &mut names).unwrap();
    /// assert_eq!(formula.printed(&names).to_string(), "(~a & b) -> exactly(2, a, b, c)");
    /// assert_eq!(formula.printed(&names).unicode(true).to_string(), "(¬a ∧ b) → exactly(2, a, b, c)");
    /// ```
    pub fn printed<'a>(&'a self, names: &'a Names) -> Printed<'a> {
        Printed { expr: self, names, unicode: false }
    }
}

/// What is still to be written, the next on top.
enum Piece<'a> {
    /// A formula where none but itself stands: no parentheses.
    Whole(&'a Expr),
    /// A formula as an operand of an operator.
    Operand(&'a Expr),
    Text(&'static str),
}

fn write(expr: &Expr, names: Option<&Names>, signs: &Signs, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut open = vec![Piece::Whole(expr)];
    while let Some(piece) = open.pop() {
        let (expr, whole) = match piece {
            Piece::Text(text) => {
                f.write_str(text)?;
                continue;
            }
            Piece::Whole(expr) => (expr, true),
            Piece::Operand(expr) => (expr, false),
        };
        let operands = expr.operands();
        let sign = match expr.op() {
            Op::Const(value) => {
                write!(f, "{value}")?;
                continue;
            }
            Op::Lit(lit) => {
                write_lit(lit, names, signs, f)?;
                continue;
            }
            Op::Not => {
                f.write_str(signs.not)?;
                open.push(Piece::Operand(&operands[0]));
                continue;
            }
            Op::And => signs.and,
            Op::Or => signs.or,
            Op::Xor => signs.xor,
            Op::Implies => signs.implies,
            Op::Iff => signs.iff,
            op => {
                match op {
                    Op::IfThenElse => f.write_str("ite(")?,
                    Op::Exactly(1) => f.write_str("exactly_one(")?,
                    Op::Exactly(k) => write!(f, "exactly({k}, ")?,
                    Op::AtMost(k) => write!(f, "at_most({k}, ")?,
                    Op::AtLeast(k) => write!(f, "at_least({k}, ")?,
                    _ => unreachable!("operators written between their operands are handled above"),
                }
                open.push(Piece::Text(")"));
                for (position, operand) in operands.iter().enumerate().rev() {
                    open.push(Piece::Whole(operand));
                    if position > 0 {
                        open.push(Piece::Text(", "));
                    }
                }
                continue;
            }
        };
        if !whole {
            f.write_str("(")?;
            open.push(Piece::Text(")"));
        }
        for (position, operand) in operands.iter().enumerate().rev() {
            open.push(Piece::Operand(operand));
            if position > 0 {
                open.push(Piece::Text(sign));
            }
        }
    }
    Ok(())
}

fn write_lit(lit: Lit, names: Option<&Names>, signs: &Signs, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if lit.is_negated() {
        f.write_str(signs.not)?;
    }
    match names.and_then(|names| names.word(lit.var())) {
        Some(word) if is_name(word) => f.write_str(word),
        Some(word) => write!(f, "`{word}`"),
        None => write!(f, "x{}", lit.var()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lit::Var;

    #[test]
    fn operators_inside_operators_stand_in_parentheses() {
        let [a, b, c] = [1, 2, 3].map(Lit::from);
        let formula = (a & b & !c) | (!(a ^ b)).iff(c) | Expr::ite(a & b, c, true);
        assert_eq!(formula.to_string(), "(x1 & x2 & ~x3) | (~(x1 ^ x2) <-> x3) | ite(x1 & x2, x3, true)");
        assert_eq!((!(!(a & b) & c)).to_string(), "~(~(x1 & x2) & x3)");
        assert_eq!(format!("{:?}", a & b), "Expr(x1 & x2)");
    }

    #[test]
    fn a_formula_too_long_to_print_is_described() {
        let mut formula = Expr::from(Lit::from(1));
        for _ in 0..100 {
            formula = &formula & &formula;
        }
        assert_eq!(format!("{formula:?}"), format!("Expr(And over 2 operands, size {})", u64::MAX));
    }

    #[test]
    fn odd_words_are_quoted() {
        let mut names = Names::new();
        for (number, word) in ["r1 c2", "true", "甲", "12", "1a"].into_iter().enumerate() {
            assert!(names.set(word, Var::from_index(number)));
        }
        let formula = Expr::all((1..=6).map(Lit::from));
        assert_eq!(names.show(&formula).to_string(), "`r1 c2` & `true` & 甲 & `12` & 1a & x6");
        assert_eq!(Expr::parse(&names.show(&formula).to_string(), &mut names.clone()).unwrap(), formula);
    }
}
