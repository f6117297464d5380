//! Values computed from the leaves of a formula up, once for each node that is shared.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use super::{Expr, Node};

impl Expr {
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
