//! Formulas: what people say, before it becomes clauses.
//!
//! An [`Expr`] is a shared, immutable graph. Cloning one copies a pointer; a subformula may stand in many places.
//! What always holds:
//! - `Not` stands over no constant, literal or other `Not`: negating those gives the shorter form at once;
//! - `And`, `Or`, `Xor` have at least two operands, `Implies` and `Iff` two, `IfThenElse` three;
//! - a cardinality with bound `k` over `n` operands has `n >= 1` and `k <= n`; others became constants;
//! - every node keeps a hash of its whole formula, so hashing is one read.
//!
//! Nothing here recurses: a formula of a million nested operators is built, compared, walked and dropped with a
//! constant stack.

mod node;
mod operators;
mod fold;
pub(crate) mod error;
mod lex;
mod parse;
pub(crate) mod statements;
mod print;
mod eval;
mod nnf;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lit::{Lit, Var};

pub(crate) use fold::Known;
pub use print::Printed;

/// A propositional formula. Cheap to clone; `! & | ^` work on `Lit`, `Expr` and `&Expr` in every mix.
///
/// A chain of one operator over values taken by value is one n-ary node: `a & b & c` has three operands. A formula
/// taken by reference, or in parentheses on the right, stays one operand.
///
/// ```
/// use exactone_sat::{Expr, Lit};
/// // Exactly one of the four suspects' statements is true: not A, D, B, not D.
/// let [a, b, d] = [1, 2, 4].map(Lit::from);
/// let (s1, s2, s3, s4) = (!a, d, b, !d);
/// let told = (s1 & !s2 & !s3 & !s4) | (!s1 & s2 & !s3 & !s4) | (!s1 & !s2 & s3 & !s4) | (!s1 & !s2 & !s3 & s4);
/// assert!(told.eval(|var| var.number() == 1));
/// assert!(!told.eval(|var| var.number() == 2));
/// assert_eq!(Expr::exactly_one([s1, s2, s3, s4]).to_string(), "exactly_one(~x1, x4, x2, ~x4)");
/// ```
#[derive(Clone)]
pub struct Expr(Arc<Node>);

struct Node {
    op: Op,
    operands: Vec<Expr>,
    hash: u64,
    size: u64,
}

/// What stands at the top of a formula.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Always true or always false.
    Const(bool),
    /// A variable or its negation.
    Lit(Lit),
    /// The operand is false.
    Not,
    /// All operands are true.
    And,
    /// At least one operand is true.
    Or,
    /// An odd number of operands is true.
    Xor,
    /// If the first operand is true, the second is.
    Implies,
    /// Both operands are true or both false.
    Iff,
    /// The second operand if the first is true, else the third.
    IfThenElse,
    /// At most this many operands are true.
    AtMost(u32),
    /// At least this many operands are true.
    AtLeast(u32),
    /// Exactly this many operands are true.
    Exactly(u32),
}

impl Expr {
    /// The formula that is always `value`.
    pub fn constant(value: bool) -> Expr {
        Expr::node(Op::Const(value), Vec::new())
    }

    /// All of these: an n-ary "and". Of none it is `true`, of one that one.
    ///
    /// ```
    /// use exactone_sat::{Expr, Lit};
    /// assert_eq!(Expr::all([1, -2, 3].map(Lit::from)).to_string(), "x1 & ~x2 & x3");
    /// ```
    pub fn all<E: Into<Expr>>(operands: impl IntoIterator<Item = E>) -> Expr {
        Expr::nary(Op::And, operands.into_iter().map(Into::into).collect())
    }

    /// At least one of these: an n-ary "or". Of none it is `false`, of one that one.
    pub fn any<E: Into<Expr>>(operands: impl IntoIterator<Item = E>) -> Expr {
        Expr::nary(Op::Or, operands.into_iter().map(Into::into).collect())
    }

    /// An odd number of these: an n-ary "exclusive or". Of none it is `false`, of one that one.
    pub fn odd<E: Into<Expr>>(operands: impl IntoIterator<Item = E>) -> Expr {
        Expr::nary(Op::Xor, operands.into_iter().map(Into::into).collect())
    }

    /// `self -> then`.
    pub fn implies(self, then: impl Into<Expr>) -> Expr {
        Expr::node(Op::Implies, vec![self, then.into()])
    }

    /// `self <-> other`.
    pub fn iff(self, other: impl Into<Expr>) -> Expr {
        Expr::node(Op::Iff, vec![self, other.into()])
    }

    /// `then` where `condition` is true, `otherwise` where it is false.
    pub fn ite(condition: impl Into<Expr>, then: impl Into<Expr>, otherwise: impl Into<Expr>) -> Expr {
        Expr::node(Op::IfThenElse, vec![condition.into(), then.into(), otherwise.into()])
    }

    /// At most `k` of these are true. Operands that stand twice count twice. From `k` > n on it is `true`.
    pub fn at_most<E: Into<Expr>>(k: u32, operands: impl IntoIterator<Item = E>) -> Expr {
        Expr::cardinality(Op::AtMost(k), operands.into_iter().map(Into::into).collect())
    }

    /// At least `k` of these are true. From `k` > n on it is `false`.
    pub fn at_least<E: Into<Expr>>(k: u32, operands: impl IntoIterator<Item = E>) -> Expr {
        Expr::cardinality(Op::AtLeast(k), operands.into_iter().map(Into::into).collect())
    }

    /// Exactly `k` of these are true. From `k` > n on it is `false`.
    ///
    /// ```
    /// use exactone_sat::{Expr, Lit};
    /// let two = Expr::exactly(2, [1, 2, 3].map(Lit::from));
    /// assert!(two.eval(|var| var.number() != 2));
    /// assert!(!two.eval(|_| true));
    /// assert_eq!(Expr::exactly(4, [1, 2, 3].map(Lit::from)), Expr::constant(false));
    /// ```
    pub fn exactly<E: Into<Expr>>(k: u32, operands: impl IntoIterator<Item = E>) -> Expr {
        Expr::cardinality(Op::Exactly(k), operands.into_iter().map(Into::into).collect())
    }

    /// Exactly one of these is true.
    pub fn exactly_one<E: Into<Expr>>(operands: impl IntoIterator<Item = E>) -> Expr {
        Expr::exactly(1, operands)
    }

    /// What stands at the top.
    pub fn op(&self) -> Op {
        self.0.op
    }

    /// The operands, left to right; empty for constants and literals.
    pub fn operands(&self) -> &[Expr] {
        &self.0.operands
    }

    /// The literal that this formula is, if it is one.
    pub fn as_lit(&self) -> Option<Lit> {
        match self.0.op {
            Op::Lit(lit) => Some(lit),
            _ => None,
        }
    }

    /// The number of operators and leaves when written out, a shared subformula counted wherever it stands.
    /// Stops at `u64::MAX`.
    pub fn written_size(&self) -> u64 {
        self.0.size
    }

    /// The variables that occur, in order.
    pub fn vars(&self) -> Vec<Var> {
        let mut vars = BTreeSet::new();
        self.walk(|expr| {
            if let Op::Lit(lit) = expr.op() {
                vars.insert(lit.var());
            }
        });
        vars.into_iter().collect()
    }

    /// The largest variable number that occurs; 0 where none does.
    pub fn max_var(&self) -> u32 {
        let mut largest = 0;
        self.walk(|expr| {
            if let Op::Lit(lit) = expr.op() {
                largest = largest.max(lit.var().number());
            }
        });
        largest
    }

    /// The formula with variables replaced: where `replacement` gives a formula, it stands for the variable.
    /// What is shared stays shared.
    ///
    /// ```
    /// use exactone_sat::{Expr, Lit, Var};
    /// let [a, b, c] = [1, 2, 3].map(Lit::from);
    /// let formula = (a | b) & !Expr::from(a);
    /// let replaced = formula.substitute(|var| (var == Var::new(1)).then(|| b & c));
    /// assert_eq!(replaced.to_string(), "((x2 & x3) | x2) & ~(x2 & x3)");
    /// ```
    pub fn substitute(&self, mut replacement: impl FnMut(Var) -> Option<Expr>) -> Expr {
        self.fold(|expr, operands: &[Expr]| match expr.op() {
            Op::Lit(lit) => match replacement(lit.var()) {
                Some(new) if lit.is_positive() => new,
                Some(new) => !new,
                None => expr.clone(),
            },
            Op::Const(_) => expr.clone(),
            Op::Not => !&operands[0],
            op if operands.iter().zip(expr.operands()).all(|(new, old)| new.same(old)) => {
                debug_assert!(op != Op::Not);
                expr.clone()
            }
            op => Expr::node(op, operands.to_vec()),
        })
    }

    pub(crate) fn nary(op: Op, mut operands: Vec<Expr>) -> Expr {
        match operands.len() {
            0 => Expr::constant(op == Op::And),
            1 => operands.pop().expect("there is one operand"),
            _ => Expr::node(op, operands),
        }
    }

    pub(crate) fn cardinality(op: Op, operands: Vec<Expr>) -> Expr {
        let n = operands.len();
        let (Op::AtMost(k) | Op::AtLeast(k) | Op::Exactly(k)) = op else {
            unreachable!("only cardinalities are built here")
        };
        let fits = k as usize <= n;
        match op {
            Op::AtMost(_) if !fits || n == 0 => Expr::constant(true),
            _ if !fits => Expr::constant(false),
            _ if n == 0 => Expr::constant(true),
            _ => Expr::node(op, operands),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_no_danger() {
        let mut left = Expr::from(Lit::from(1));
        let mut right = left.clone();
        for number in 0..100_000 {
            let lit = Lit::from(number % 7 + 1);
            left = !(left.implies(lit));
            right = !(right.implies(lit));
        }
        assert_eq!(left, right);
        assert_eq!(left.max_var(), 7);
        let replaced = left.substitute(|var| (var.number() == 1).then(|| Expr::constant(true)));
        assert_eq!(replaced.max_var(), 7);
        drop(right);
    }

    #[test]
    fn impossible_and_empty_cardinalities_are_constants() {
        let two = [1, 2].map(Lit::from);
        let none: [Lit; 0] = [];
        assert_eq!(Expr::at_least(3, two), Expr::constant(false));
        assert_eq!(Expr::at_most(3, two), Expr::constant(true));
        assert_eq!(Expr::exactly(0, none), Expr::constant(true));
        assert_eq!(Expr::exactly(1, none), Expr::constant(false));
        assert_eq!(Expr::at_most(0, none), Expr::constant(true));
        assert_eq!(Expr::all(none), Expr::constant(true));
        assert_eq!(Expr::odd(none), Expr::constant(false));
    }
}
