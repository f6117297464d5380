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

pub(crate) mod error;
pub(crate) mod lex;
pub(crate) mod parse;
pub(crate) mod statements;
mod print;
mod eval;
mod nnf;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::sync::Arc;

use crate::lit::{Lit, Var};

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

    /// Whether both are the same node, which is a quick and sufficient sign of equality.
    pub(crate) fn same(&self, other: &Expr) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
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

    pub(crate) fn node(op: Op, operands: Vec<Expr>) -> Expr {
        let (mut hash, mut size) = (op_hash(op), 1u64);
        for operand in &operands {
            hash = mix(hash, operand.0.hash);
            size = size.saturating_add(operand.0.size);
        }
        Expr(Arc::new(Node { op, operands, hash, size }))
    }

    /// `left op right` where a left chain of the same operator, owned, is continued in place.
    fn chain(op: Op, mut left: Expr, right: Expr) -> Expr {
        if left.0.op != op {
            return Expr::node(op, vec![left, right]);
        }
        if let Some(node) = Arc::get_mut(&mut left.0) {
            node.hash = mix(node.hash, right.0.hash);
            node.size = node.size.saturating_add(right.0.size);
            node.operands.push(right);
            return left;
        }
        let mut operands = left.operands().to_vec();
        operands.push(right);
        Expr::node(op, operands)
    }

    /// Visits each distinct node once, operands before what is made of them.
    pub(crate) fn walk(&self, mut visit: impl FnMut(&Expr)) {
        self.fold(|expr, _: &[()]| visit(expr));
    }

    /// Computes a value from the leaves up, once for each shared node.
    pub(crate) fn fold<T: Clone>(&self, mut combine: impl FnMut(&Expr, &[T]) -> T) -> T {
        match self.try_fold(|expr, values| Ok::<T, Infallible>(combine(expr, values))) {
            Ok(value) => value,
        }
    }

    /// As [`fold`](Self::fold); the first error ends it.
    pub(crate) fn try_fold<T: Clone, E>(
        &self,
        combine: impl FnMut(&Expr, &[T]) -> Result<T, E>,
    ) -> Result<T, E> {
        self.try_fold_knowing(&mut Known::default(), combine)
    }

    /// As [`fold`](Self::fold) over several formulas: what they share is computed once for all.
    pub(crate) fn fold_knowing<T: Clone>(
        &self,
        known: &mut Known<T>,
        mut combine: impl FnMut(&Expr, &[T]) -> T,
    ) -> T {
        known.roots.push(self.clone());
        match self.try_fold_knowing(known, |expr, values| Ok::<T, Infallible>(combine(expr, values))) {
            Ok(value) => value,
        }
    }

    fn try_fold_knowing<T: Clone, E>(
        &self,
        known: &mut Known<T>,
        mut combine: impl FnMut(&Expr, &[T]) -> Result<T, E>,
    ) -> Result<T, E> {
        let memo = &mut known.values;
        let mut frames: Vec<(&Expr, usize)> = vec![(self, 0)];
        let mut values: Vec<T> = Vec::new();
        while let Some(&mut (expr, ref mut next)) = frames.last_mut() {
            let operands = expr.operands();
            let shared = !operands.is_empty() && Arc::strong_count(&expr.0) > 1;
            if *next == 0
                && shared
                && let Some(value) = memo.get(&Arc::as_ptr(&expr.0))
            {
                values.push(value.clone());
                frames.pop();
                continue;
            }
            if let Some(operand) = operands.get(*next) {
                *next += 1;
                frames.push((operand, 0));
                continue;
            }
            let start = values.len() - operands.len();
            let value = combine(expr, &values[start..])?;
            if shared {
                memo.insert(Arc::as_ptr(&expr.0), value.clone());
            }
            values.truncate(start);
            values.push(value);
            frames.pop();
        }
        Ok(values.pop().expect("a fold leaves one value"))
    }
}

/// What was computed for the shared nodes of formulas.
#[derive(Debug)]
pub(crate) struct Known<T> {
    values: HashMap<*const Node, T>,
    /// These keep the nodes alive.
    roots: Vec<Expr>,
}

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known { values: HashMap::new(), roots: Vec::new() }
    }
}

fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

fn op_hash(op: Op) -> u64 {
    let (kind, value) = match op {
        Op::Const(value) => (1, value as u64),
        Op::Lit(lit) => (2, lit.code() as u64),
        Op::Not => (3, 0),
        Op::And => (4, 0),
        Op::Or => (5, 0),
        Op::Xor => (6, 0),
        Op::Implies => (7, 0),
        Op::Iff => (8, 0),
        Op::IfThenElse => (9, 0),
        Op::AtMost(k) => (10, k as u64),
        Op::AtLeast(k) => (11, k as u64),
        Op::Exactly(k) => (12, k as u64),
    };
    mix(mix(0x2545_F491_4F6C_DD1D, kind), value)
}

impl Drop for Node {
    fn drop(&mut self) {
        if self.operands.iter().all(|operand| operand.operands().is_empty()) {
            return;
        }
        let mut open = std::mem::take(&mut self.operands);
        while let Some(expr) = open.pop() {
            // Just one of several threads that let go at the same time gets the node.
            if let Some(mut node) = Arc::into_inner(expr.0) {
                open.append(&mut node.operands);
            }
        }
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        let mut open = vec![(self, other)];
        let mut seen = HashSet::new();
        while let Some((a, b)) = open.pop() {
            if a.same(b) {
                continue;
            }
            let (x, y) = (&a.0, &b.0);
            if x.hash != y.hash || x.op != y.op || x.operands.len() != y.operands.len() {
                return false;
            }
            let shared = Arc::strong_count(x) > 1 && Arc::strong_count(y) > 1;
            if !x.operands.is_empty() && (!shared || seen.insert((Arc::as_ptr(x), Arc::as_ptr(y)))) {
                open.extend(x.operands.iter().zip(&y.operands));
            }
        }
        true
    }
}

impl Eq for Expr {}

impl Hash for Expr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

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

    #[test]
    fn hashes_and_equality_do_not_look_at_sharing() {
        let mut left = Expr::from(Lit::from(1));
        let mut right = left.clone();
        for number in 2..60 {
            left = &left ^ &left | Lit::from(number);
            right = &right ^ &right | Lit::from(number);
        }
        assert!(!left.same(&right));
        assert_eq!(left, right, "2^58 paths, and it ends");
        assert_ne!(left, right & Lit::from(1));
        assert!(left.written_size() > 1 << 57);
        assert_eq!(left.vars().len(), 59);
    }

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
