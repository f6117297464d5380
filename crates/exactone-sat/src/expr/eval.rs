//! The value of a formula, and its truth table.

use std::fmt::Write;

use super::{Expr, Op};
use crate::lit::Var;
use crate::names::Names;

/// The most variables a [truth table](Expr::truth_table) is written for: 2^16 lines.
const MAX_TABLE_VARS: usize = 16;

impl Expr {
    /// The value of the formula where each variable has the value `value(var)`.
    ///
    /// ```
    /// use exactone_sat::Lit;
    /// let [a, b] = [1, 2].map(Lit::from);
    /// assert!((a ^ b).eval(|var| var.number() == 2));
    /// ```
    pub fn eval(&self, value: impl Fn(Var) -> bool) -> bool {
        self.fold(|expr, operands: &[bool]| apply(expr.op(), operands, &value))
    }

    /// The truth table as text: a column for each variable, the last one for the formula, a line for each
    /// assignment, counting up with the first variable as the highest digit. `None` beyond 16 variables.
    ///
    /// Variables come in order; a variable without a word in `names` is called `x` and its number.
    ///
    /// ```
    /// use exactone_sat::{Expr, Names};
    /// let mut names = Names::new();
    /// let formula = Expr::parse("a -> b", &mut names).unwrap();
    /// assert_eq!(formula.truth_table(&names).unwrap(), "\
    /// a b | a -> b
    /// 0 0 | 1
    /// 0 1 | 1
    /// 1 0 | 0
    /// 1 1 | 1
    /// ");
    /// ```
    pub fn truth_table(&self, names: &Names) -> Option<String> {
        self.truth_table_over(&self.vars(), names)
    }

    /// As [`truth_table`](Self::truth_table), with the columns `vars`. Variables of the formula that are not among
    /// them are false.
    pub fn truth_table_over(&self, vars: &[Var], names: &Names) -> Option<String> {
        if vars.len() > MAX_TABLE_VARS {
            return None;
        }
        let mut table = String::new();
        let mut widths = Vec::new();
        for &var in vars {
            let word = names.show(&Expr::from(var)).to_string();
            widths.push(word.chars().map(super::error::columns).sum::<usize>().max(1));
            table.push_str(&word);
            table.push(' ');
        }
        // The result column is named by the formula where that is short.
        match self.written_size() < 40 {
            true => writeln!(table, "| {}", names.show(self)),
            false => writeln!(table, "| value"),
        }
        .expect("writing to a string cannot fail");
        for row in 0..1usize << vars.len() {
            let bit = |position: usize| row >> (vars.len() - 1 - position) & 1 == 1;
            for (position, &width) in widths.iter().enumerate() {
                table.push(if bit(position) { '1' } else { '0' });
                table.extend(std::iter::repeat_n(' ', width));
            }
            let value = self.eval(|var| vars.iter().position(|&column| column == var).is_some_and(bit));
            writeln!(table, "| {}", value as u8).expect("writing to a string cannot fail");
        }
        Some(table)
    }
}

fn apply(op: Op, operands: &[bool], value: impl Fn(Var) -> bool) -> bool {
    let count = || operands.iter().filter(|&&operand| operand).count() as u64;
    match op {
        Op::Const(constant) => constant,
        Op::Lit(lit) => value(lit.var()) == lit.polarity(),
        Op::Not => !operands[0],
        Op::And => operands.iter().all(|&operand| operand),
        Op::Or => operands.iter().any(|&operand| operand),
        Op::Xor => count() % 2 == 1,
        Op::Implies => !operands[0] || operands[1],
        Op::Iff => operands[0] == operands[1],
        Op::IfThenElse => operands[if operands[0] { 1 } else { 2 }],
        Op::AtMost(k) => count() <= k as u64,
        Op::AtLeast(k) => count() >= k as u64,
        Op::Exactly(k) => count() == k as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lit::Lit;

    fn rows(formula: Expr) -> String {
        let bits = 0..1u32 << formula.vars().len();
        bits.map(|row| if formula.eval(|var| row >> var.index() & 1 == 1) { '1' } else { '0' }).collect()
    }

    #[test]
    fn every_operator_has_its_table() {
        let [a, b, c] = [1, 2, 3].map(Lit::from);
        // The first variable is the lowest bit of the row.
        assert_eq!(rows(a & b), "0001");
        assert_eq!(rows(a | b), "0111");
        assert_eq!(rows(a ^ b), "0110");
        assert_eq!(rows(a.implies(b)), "1011");
        assert_eq!(rows(a.iff(b)), "1001");
        assert_eq!(rows(!(a & b)), "1110");
        assert_eq!(rows(a ^ b ^ c), "01101001");
        assert_eq!(rows(Expr::ite(a, b, c)), "00011011");
        assert_eq!(rows(Expr::at_most(1, [a, b, c])), "11101000");
        assert_eq!(rows(Expr::at_least(2, [a, b, c])), "00010111");
        assert_eq!(rows(Expr::exactly(2, [a, b, c])), "00010110");
        assert_eq!(rows(Expr::exactly(2, [a, a, b])), "0100", "an operand that stands twice counts twice");
    }

    #[test]
    fn shared_formulas_are_evaluated_once() {
        let mut formula = Expr::from(Lit::from(1));
        for _ in 0..200 {
            formula = &formula & &formula;
        }
        assert!(formula.eval(|_| true));
    }

    #[test]
    fn a_table_has_columns_as_wide_as_the_words() {
        let mut names = Names::new();
        let formula = Expr::parse("甲 & rain", &mut names).unwrap();
        let table = formula.truth_table(&names).unwrap();
        assert_eq!(table.lines().nth(4), Some("1  1    | 1"));
        assert_eq!(Expr::all((1..=17).map(Lit::from)).truth_table(&names), None);
    }
}
