//! `! & | ^` on variables, literals and formulas, and what is taken for a formula.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Expr, Op};
use crate::lit::{Lit, Var};

impl From<bool> for Expr {
    fn from(value: bool) -> Expr {
        Expr::constant(value)
    }
}

impl From<Lit> for Expr {
    fn from(lit: Lit) -> Expr {
        Expr::node(Op::Lit(lit), Vec::new())
    }
}

impl From<Var> for Expr {
    fn from(var: Var) -> Expr {
        Expr::from(var.positive())
    }
}

impl From<&Expr> for Expr {
    fn from(expr: &Expr) -> Expr {
        expr.clone()
    }
}

impl Not for Expr {
    type Output = Expr;

    fn not(self) -> Expr {
        match self.0.op {
            Op::Const(value) => Expr::constant(!value),
            Op::Lit(lit) => Expr::from(!lit),
            Op::Not => self.operands()[0].clone(),
            _ => Expr::node(Op::Not, vec![self]),
        }
    }
}

impl Not for &Expr {
    type Output = Expr;

    fn not(self) -> Expr {
        !self.clone()
    }
}

/// How an operand enters an operator: owned chains are continued, anything else is one operand.
trait Operand {
    fn joined(self, op: Op, right: Expr) -> Expr;
}

impl Operand for Expr {
    fn joined(self, op: Op, right: Expr) -> Expr {
        Expr::chain(op, self, right)
    }
}

macro_rules! one_operand {
    ($($kind:ty),*) => {$(
        impl Operand for $kind {
            fn joined(self, op: Op, right: Expr) -> Expr {
                Expr::node(op, vec![Expr::from(self), right])
            }
        }
    )*};
}
one_operand!(&Expr, Lit, Var);

macro_rules! operators {
    ($left:ty: $($right:ty),*) => {$(
        impl BitAnd<$right> for $left {
            type Output = Expr;
            fn bitand(self, right: $right) -> Expr {
                self.joined(Op::And, Expr::from(right))
            }
        }
        impl BitOr<$right> for $left {
            type Output = Expr;
            fn bitor(self, right: $right) -> Expr {
                self.joined(Op::Or, Expr::from(right))
            }
        }
        impl BitXor<$right> for $left {
            type Output = Expr;
            fn bitxor(self, right: $right) -> Expr {
                self.joined(Op::Xor, Expr::from(right))
            }
        }
    )*};
}
operators!(Expr: Expr, &Expr, Lit, Var);
operators!(&Expr: Expr, &Expr, Lit, Var);
operators!(Lit: Expr, &Expr, Lit, Var);
operators!(Var: Expr, &Expr, Lit, Var);

impl Lit {
    /// The formula `self -> then`.
    ///
    /// ```
    /// use exactone_sat::Lit;
    /// let [rain, wet] = [1, 2].map(Lit::from);
    /// assert_eq!(rain.implies(wet).to_string(), "x1 -> x2");
    /// ```
    pub fn implies(self, then: impl Into<Expr>) -> Expr {
        Expr::from(self).implies(then)
    }

    /// The formula `self <-> other`.
    pub fn iff(self, other: impl Into<Expr>) -> Expr {
        Expr::from(self).iff(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_take_every_mix() {
        let (a, v) = (Lit::from(1), Var::new(2));
        let (e, f) = (a | v, a ^ v);
        let all = [&e & &f, &e & f.clone(), e.clone() & &f, e.clone() & f.clone()];
        assert!(all.iter().all(|one| *one == all[0]));
        assert_eq!((a & &e).operands()[1], e);
        assert_eq!((&e | a).operands()[0], e);
        assert_eq!((v ^ e.clone()).operands().len(), 2);
        assert_eq!(!!e.clone(), e);
        assert_eq!((!v & a).to_string(), "~x2 & x1");
    }

    #[test]
    fn chains_are_flat_and_what_is_referred_to_is_not() {
        let [a, b, c] = [1, 2, 3].map(Lit::from);
        let flat = a & b & c;
        assert_eq!(flat.operands().len(), 3);
        let kept = a & b;
        assert_eq!((&kept & c).operands().len(), 2);
        let shared = kept.clone();
        assert_eq!(shared & c, flat, "an owned chain is continued even if somebody else holds it");
        assert_eq!(kept.operands().len(), 2);
        assert_eq!(Expr::all([a, b, c]), flat);
    }
}
