//! A lower bound for sums of products from the diagram alone.
//!
//! Let a sum lie between `l` and `u`, and split it at a variable x into the terms with `~x`, with `x`, and without
//! either. The last ones lie in both halves of `u`, so assignments of `l1` outside `u0` need terms with `x`; and the
//! assignments of `l0` need terms without it. These are different terms, so
//! `N(l, u) >= N(l1 - u0, u1) + N(l0, u0)`, and likewise with the halves exchanged. Literals are counted along: those
//! of both sets of terms, one more for each with `x`, and one more for each term with `~x`, of which there are
//! `N(l0 - u1, u0)`. For parities, thresholds and other functions whose primes are all needed this is exact.

use std::collections::HashMap;

use super::Size;
use super::bdd::{Bdd, FALSE, Root, TRUE};
use super::unique::Halt;

/// How many pairs of functions are looked at.
const STEPS: usize = 100_000;

/// No sum of products between `lower` and `upper` has fewer terms, or fewer literals, than this.
pub(crate) fn least(bdd: &mut Bdd<'_>, lower: Root, upper: Root) -> Size {
    Least { known: HashMap::new(), halted: false }.between(bdd, lower, upper)
}

struct Least {
    known: HashMap<(Root, Root), Size>,
    /// From now on the simplest bound does.
    halted: bool,
}

impl Least {
    fn between(&mut self, bdd: &mut Bdd<'_>, lower: Root, upper: Root) -> Size {
        if lower == FALSE {
            return Size { terms: 0, literals: 0 };
        }
        if upper == TRUE {
            return Size { terms: 1, literals: 0 };
        }
        if let Some(&known) = self.known.get(&(lower, upper)) {
            return known;
        }
        if self.known.len() >= STEPS || bdd.watch().tick().is_err() {
            self.halted = true;
        }
        let something = Size { terms: 1, literals: 1 };
        if self.halted {
            return something;
        }
        let Ok(size) = self.halves(bdd, lower, upper) else {
            self.halted = true;
            return something;
        };
        self.known.insert((lower, upper), size);
        size
    }

    fn halves(&mut self, bdd: &mut Bdd<'_>, lower: Root, upper: Root) -> Result<Size, Halt> {
        let level = bdd.level(lower).min(bdd.level(upper));
        let ((l0, l1), (u0, u1)) = (bdd.split(lower, level), bdd.split(upper, level));
        let (only0, only1) = (bdd.minus(l0, u1)?, bdd.minus(l1, u0)?);
        let (with0, with1) = (self.between(bdd, only0, u0), self.between(bdd, only1, u1));
        let (half0, half1) = (self.between(bdd, l0, u0), self.between(bdd, l1, u1));
        let split = Size { terms: 0, literals: with0.terms.saturating_add(with1.terms) };
        let (one, other) = (with1.plus(half0).plus(split), with0.plus(half1).plus(split));
        Ok(Size { terms: one.terms.max(other.terms), literals: one.literals.max(other.literals) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::cube::tests::{root_of, tables};
    use super::*;
    use crate::expr::Expr;
    use crate::lit::Lit;
    use crate::solver::Budget;

    #[test]
    fn no_form_is_smaller() {
        for table in tables(300) {
            let mut bdd = Bdd::new(100_000, &|| false);
            let root = root_of(&mut bdd, 5, table);
            let rows = (0..32u32).filter(|row| table >> row & 1 == 1);
            let formula =
                Expr::any(rows.map(|row| {
                    Expr::all((0..5).map(|bit| crate::Var::new(bit + 1).lit(row >> bit & 1 == 1)))
                }));
            let minimum = formula.minimal_dnf(Budget::new()).unwrap();
            let bound = least(&mut bdd, root, root);
            assert!(bound.terms <= minimum.form().len(), "{table:x}");
            assert!(bound.literals <= minimum.form().literal_count(), "{table:x}");
            assert!(2 * bound.terms >= minimum.form().len(), "{table:x}");
        }
    }

    #[test]
    fn parities_and_thresholds_are_bounded_exactly() {
        let lits = || (1..=12).map(Lit::from);
        for (formula, terms, literals) in [
            (Expr::odd(lits()), 2048, 2048 * 12),
            (Expr::at_least(6, lits()), 924, 924 * 6),
            (Expr::exactly(3, lits()), 220, 220 * 12),
        ] {
            let minimum = formula.minimal_dnf(Budget::new()).unwrap();
            assert!(minimum.is_minimum());
            assert_eq!((minimum.form().len(), minimum.form().literal_count()), (terms, literals));
        }
    }
}
