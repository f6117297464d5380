//! Negation normal form: "and" and "or" over literals.

use super::{Expr, Op};

/// Up to this many subsets, a cardinality is written as its subsets; beyond, as a shared grid of n * k steps.
const READABLE_SUBSETS: u64 = 64;

impl Expr {
    /// An equivalent formula of literals, "and", "or" and constants only. Shared subformulas stay shared, so as a
    /// graph it has at most twice as many nodes as this one (n * k more for a cardinality, one step for each
    /// operand of an n-ary "exclusive or"); written out it can be exponentially longer:
    /// look at [`written_size`](Self::written_size) before printing.
    ///
    /// ```
    /// use exactone_sat::Lit;
    /// let [a, b, c] = [1, 2, 3].map(Lit::from);
    /// assert_eq!((!(a.implies(b & c))).to_nnf().to_string(), "x1 & (~x2 | ~x3)");
    /// assert_eq!((a ^ b).to_nnf().to_string(), "(x1 & ~x2) | (~x1 & x2)");
    /// ```
    pub fn to_nnf(&self) -> Expr {
        self.to_nnf_until(&|| false).expect("no clock says that time is up")
    }

    /// As [`to_nnf`](Self::to_nnf), until a clock says that time is up; then `None`.
    pub fn to_nnf_until(&self, expired: &dyn Fn() -> bool) -> Option<Expr> {
        self.nnf_until(READABLE_SUBSETS, expired)
    }

    /// As [`to_nnf_until`](Self::to_nnf_until), with cardinalities written as their subsets where these are at most
    /// so many.
    pub(crate) fn nnf_until(&self, max_subsets: u64, expired: &dyn Fn() -> bool) -> Option<Expr> {
        // Both polarities are made from the leaves up; what is not used costs twice the nodes at most.
        let mut steps = 0u64;
        let made = self.try_fold(|expr, operands: &[Both]| {
            // An operator takes a step for each operand, a cardinality as many as its count makes.
            let look = steps / 4096;
            steps += match expr.op() {
                Op::AtMost(_) | Op::AtLeast(_) | Op::Exactly(_) => 4096,
                _ => 1 + operands.len() as u64,
            };
            if steps / 4096 > look && expired() { Err(()) } else { Ok(both(expr, operands, max_subsets)) }
        });
        made.ok().map(|both| both.yes)
    }
}

/// A formula in negation normal form, and its negation.
#[derive(Clone)]
struct Both {
    yes: Expr,
    no: Expr,
}

impl Both {
    fn flip(self) -> Both {
        Both { yes: self.no, no: self.yes }
    }
}

fn both(expr: &Expr, operands: &[Both], max_subsets: u64) -> Both {
    let at_least = |k: usize| at_least(k, operands, max_subsets);
    let yes = || operands.iter().map(|operand| operand.yes.clone());
    let no = || operands.iter().map(|operand| operand.no.clone());
    match expr.op() {
        Op::Const(value) => Both { yes: value.into(), no: (!value).into() },
        Op::Lit(lit) => Both { yes: expr.clone(), no: (!lit).into() },
        Op::Not => operands[0].clone().flip(),
        Op::And => Both { yes: and(yes()), no: or(no()) },
        Op::Or => Both { yes: or(yes()), no: and(no()) },
        Op::Implies => Both {
            yes: or([operands[0].no.clone(), operands[1].yes.clone()]),
            no: and([operands[0].yes.clone(), operands[1].no.clone()]),
        },
        Op::Iff => xor(&operands[0], &operands[1]).flip(),
        Op::Xor => {
            let (first, rest) = operands.split_first().expect("xor has at least two operands");
            rest.iter().fold(first.clone(), |sum, operand| xor(&sum, operand))
        }
        Op::IfThenElse => {
            let choose = |then: &Expr, otherwise: &Expr| {
                or([
                    and([operands[0].yes.clone(), then.clone()]),
                    and([operands[0].no.clone(), otherwise.clone()]),
                ])
            };
            Both {
                yes: choose(&operands[1].yes, &operands[2].yes),
                no: choose(&operands[1].no, &operands[2].no),
            }
        }
        Op::AtLeast(k) => at_least(k as usize),
        Op::AtMost(k) => at_least(k as usize + 1).flip(),
        Op::Exactly(k) => {
            let (enough, too_many) = (at_least(k as usize), at_least(k as usize + 1));
            Both { yes: and([enough.yes, too_many.no]), no: or([enough.no, too_many.yes]) }
        }
    }
}

fn xor(a: &Both, b: &Both) -> Both {
    let differ = or([and([a.yes.clone(), b.no.clone()]), and([a.no.clone(), b.yes.clone()])]);
    let equal = or([and([a.yes.clone(), b.yes.clone()]), and([a.no.clone(), b.no.clone()])]);
    Both { yes: differ, no: equal }
}

/// "and" without constants.
fn and(operands: impl IntoIterator<Item = Expr>) -> Expr {
    join(Op::And, operands)
}

fn or(operands: impl IntoIterator<Item = Expr>) -> Expr {
    join(Op::Or, operands)
}

fn join(op: Op, operands: impl IntoIterator<Item = Expr>) -> Expr {
    // In an "and", true disappears and false decides.
    let neutral = op == Op::And;
    let mut kept = Vec::new();
    for operand in operands {
        match operand.op() {
            Op::Const(value) if value == neutral => {}
            Op::Const(_) => return operand,
            _ => kept.push(operand),
        }
    }
    Expr::nary(op, kept)
}

/// At least `k` of the operands, and at most `k - 1` of them.
fn at_least(k: usize, operands: &[Both], max_subsets: u64) -> Both {
    let n = operands.len();
    if k == 0 || k > n {
        return Both { yes: (k == 0).into(), no: (k != 0).into() };
    }
    let few = |k: usize| crate::normal_form::binomial(n, k).is_some_and(|count| count <= max_subsets);
    if few(k) && few(n - k + 1) {
        // At least k are true: of any n - k + 1, one is. Not: of any k, one is false.
        let clauses = |size: usize, side: fn(&Both) -> &Expr| {
            and(crate::normal_form::subsets(n, size)
                .map(|subset| or(subset.into_iter().map(|position| side(&operands[position]).clone()))))
        };
        return Both { yes: clauses(n - k + 1, |both| &both.yes), no: clauses(k, |both| &both.no) };
    }
    // reached[j]: at least j of the operands so far; the row for the next operand is made of this one.
    let mut reached: Vec<Both> =
        (0..=k).map(|j| Both { yes: (j == 0).into(), no: (j != 0).into() }).collect();
    for operand in operands {
        for j in (1..=k).rev() {
            let (same, below) = (&reached[j], &reached[j - 1]);
            reached[j] = Both {
                yes: or([same.yes.clone(), and([operand.yes.clone(), below.yes.clone()])]),
                no: and([same.no.clone(), or([operand.no.clone(), below.no.clone()])]),
            };
        }
    }
    reached.swap_remove(k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lit::Lit;

    fn is_nnf(formula: &Expr) -> bool {
        let mut fits = true;
        formula.walk(|expr| fits &= matches!(expr.op(), Op::And | Op::Or | Op::Lit(_) | Op::Const(_)));
        fits
    }

    #[test]
    fn cardinalities_keep_their_meaning_both_ways() {
        let lits: Vec<Lit> = (1..=9).map(Lit::from).collect();
        for n in 1..=9 {
            for k in 0..=n as u32 {
                let lits = &lits[..n];
                for formula in [
                    Expr::at_most(k, lits.iter().copied()),
                    Expr::at_least(k, lits.iter().copied()),
                    Expr::exactly(k, lits.iter().copied()),
                ] {
                    for formula in [formula.clone(), !formula] {
                        let nnf = formula.to_nnf();
                        assert!(is_nnf(&nnf), "{nnf}");
                        for row in 0..1u32 << n {
                            let value = |var: crate::Var| row >> var.index() & 1 == 1;
                            assert_eq!(nnf.eval(value), formula.eval(value), "{formula}, row {row}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_chain_stays_linear_as_a_graph() {
        let formula = Expr::odd((1..=1000).map(Lit::from)).to_nnf();
        let mut nodes = 0u32;
        formula.walk(|expr| nodes += !expr.operands().is_empty() as u32);
        assert!(nodes < 7000, "{nodes}");
        assert!(is_nnf(&formula));
        let wide = Expr::exactly(20, (1..=60).map(Lit::from)).to_nnf();
        assert!(wide.eval(|var| var.number() <= 20));
        assert!(!wide.eval(|var| var.number() <= 21));
    }
}
