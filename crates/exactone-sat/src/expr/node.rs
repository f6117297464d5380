//! The nodes of a formula: made with the hash of all that is below, compared by it, and dropped without recursion.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Expr, Node, Op};

impl Expr {
    pub(crate) fn node(op: Op, operands: Vec<Expr>) -> Expr {
        let (mut hash, mut size) = (op_hash(op), 1u64);
        for operand in &operands {
            hash = mix(hash, operand.0.hash);
            size = size.saturating_add(operand.0.size);
        }
        Expr(Arc::new(Node { op, operands, hash, size }))
    }

    /// `left op right` where a left chain of the same operator, owned, is continued in place.
    pub(super) fn chain(op: Op, mut left: Expr, right: Expr) -> Expr {
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

    /// Whether both are the same node, which is a quick and sufficient sign of equality.
    pub(crate) fn same(&self, other: &Expr) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lit::Lit;

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
}
