//! The functions of formulas: `exactly(k, ...)`, `ite(...)`, and the operators by name as SymPy prints them.

use crate::expr::{Expr, Op};

/// A function, by what it makes of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    AtMost,
    AtLeast,
    Exactly,
    /// A cardinality whose number stands in its name.
    One(Op),
    IfThenElse,
    Not,
    Nary(Op),
    NegatedNary(Op),
    Implies,
    Equivalent,
}

impl Function {
    /// The function of this name.
    pub(super) fn named(word: &str) -> Option<Function> {
        Some(match word {
            "exactly" => Function::Exactly,
            "at_most" | "atmost" => Function::AtMost,
            "at_least" | "atleast" => Function::AtLeast,
            "exactly_one" | "exactlyone" => Function::One(Op::Exactly(1)),
            "at_most_one" => Function::One(Op::AtMost(1)),
            "at_least_one" => Function::One(Op::AtLeast(1)),
            "ite" | "ITE" => Function::IfThenElse,
            "Not" => Function::Not,
            "And" => Function::Nary(Op::And),
            "Or" => Function::Nary(Op::Or),
            "Xor" => Function::Nary(Op::Xor),
            "Nand" => Function::NegatedNary(Op::And),
            "Nor" => Function::NegatedNary(Op::Or),
            "Xnor" => Function::NegatedNary(Op::Xor),
            "Implies" => Function::Implies,
            "Equivalent" => Function::Equivalent,
            _ => return None,
        })
    }

    /// Whether its first operand is a number.
    pub(super) fn counts(self) -> bool {
        matches!(self, Function::AtMost | Function::AtLeast | Function::Exactly)
    }

    /// How many operands it must have, where that is fixed.
    pub(super) fn operands(self) -> Option<usize> {
        match self {
            Function::Not => Some(1),
            Function::Implies => Some(2),
            Function::IfThenElse => Some(3),
            _ => None,
        }
    }

    /// The function of these operands, as many as it must have; `k` is its number, if it has one.
    pub(super) fn of(self, k: u32, mut operands: Vec<Expr>) -> Expr {
        match self {
            Function::AtMost => Expr::cardinality(Op::AtMost(k), operands),
            Function::AtLeast => Expr::cardinality(Op::AtLeast(k), operands),
            Function::Exactly => Expr::cardinality(Op::Exactly(k), operands),
            Function::One(op) => Expr::cardinality(op, operands),
            Function::Not => !operands.swap_remove(0),
            Function::Nary(op) => Expr::nary(op, operands),
            Function::NegatedNary(op) => !Expr::nary(op, operands),
            Function::Implies | Function::IfThenElse => {
                Expr::node(if self == Function::Implies { Op::Implies } else { Op::IfThenElse }, operands)
            }
            // All are equal: each is equal to the next.
            Function::Equivalent => Expr::all(operands.windows(2).map(|pair| pair[0].clone().iff(&pair[1]))),
        }
    }
}
