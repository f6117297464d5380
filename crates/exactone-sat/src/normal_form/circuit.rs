//! A formula as a list of gates in which equal subformulas are one gate.
//!
//! What always holds: a gate's operands stand before it, so loops over the list need no recursion; a constant is an
//! operand of no gate; "or" is an "and" seen from the other side, "if and only if" an "exclusive or"; the operands
//! of "and" are sorted and distinct; a gate equal to an earlier one is that one (equality is that of the operands'
//! numbers, so finding it never walks a formula).

use std::collections::HashMap;
use std::ops::Not;
use std::rc::Rc;

use crate::expr::{Expr, Known, Op};
use crate::lit::{Lit, Var};

/// A gate or its negation: twice the gate's position, plus 1 if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Signal(u32);

impl Signal {
    pub const TRUE: Signal = Signal(0);
    pub const FALSE: Signal = Signal(1);

    pub fn new(gate: usize, negated: bool) -> Signal {
        // Positions are bounded by memory: a gate takes far more than two bytes.
        Signal((gate as u32) << 1 | negated as u32)
    }

    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The constant this is, if it is one.
    pub fn constant(self) -> Option<bool> {
        (self.gate() == 0).then_some(self == Signal::TRUE)
    }

    pub fn flip(self, negate: bool) -> Signal {
        Signal(self.0 ^ negate as u32)
    }
}

impl Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    True,
    Input(Var),
    And(Box<[Signal]>),
    Xor(Signal, Signal),
    Choice(Signal, Signal, Signal),
    /// At least so many of these are true; 2 <= the number < how many they are.
    AtLeast(u32, Box<[Signal]>),
}

/// Gates in order, operands first. Gate 0 is the constant true.
#[derive(Debug)]
pub(crate) struct Circuit {
    gates: Vec<Rc<Gate>>,
    index: HashMap<Rc<Gate>, u32>,
    /// What the formulas that were added share is looked at once.
    known: Known<Signal>,
    /// The largest number of a variable in them, whether or not it is left in a gate.
    largest: u32,
}

impl Circuit {
    pub fn new() -> Circuit {
        let truth = Rc::new(Gate::True);
        let index = HashMap::from([(truth.clone(), 0)]);
        Circuit { gates: vec![truth], index, known: Known::default(), largest: 0 }
    }

    /// The largest number of a variable in the formulas, 0 without any.
    pub fn max_var(&self) -> u32 {
        self.largest
    }

    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn gate(&self, position: usize) -> &Gate {
        &self.gates[position]
    }

    /// The signal of a formula.
    pub fn add(&mut self, expr: &Expr) -> Signal {
        let mut known = std::mem::take(&mut self.known);
        let signal =
            expr.fold_knowing(&mut known, |expr, operands: &[Signal]| self.operator(expr.op(), operands));
        self.known = known;
        signal
    }

    fn operator(&mut self, op: Op, operands: &[Signal]) -> Signal {
        match op {
            Op::Const(value) => Signal::TRUE.flip(!value),
            Op::Lit(lit) => self.lit(lit),
            Op::Not => !operands[0],
            Op::And => self.and(operands.iter().copied()),
            Op::Or => self.or(operands.iter().copied()),
            Op::Implies => self.or([!operands[0], operands[1]]),
            Op::Iff => !self.xor(operands[0], operands[1]),
            Op::Xor => {
                // In order, so that equal sums are one gate and what stands twice cancels.
                let mut sorted = operands.to_vec();
                sorted.sort_unstable();
                sorted.chunk_by(|a, b| a.gate() == b.gate()).fold(Signal::FALSE, |sum, equal| {
                    let own = equal.iter().fold(Signal::FALSE, |own, &operand| self.xor(own, operand));
                    self.xor(sum, own)
                })
            }
            Op::IfThenElse => self.choice(operands[0], operands[1], operands[2]),
            Op::AtLeast(k) => self.at_least(k as usize, operands),
            Op::AtMost(k) => !self.at_least(k as usize + 1, operands),
            Op::Exactly(k) => {
                let enough = self.at_least(k as usize, operands);
                let too_many = self.at_least(k as usize + 1, operands);
                self.and([enough, !too_many])
            }
        }
    }

    fn push(&mut self, gate: Gate) -> Signal {
        let gate = Rc::new(gate);
        if let Some(&position) = self.index.get(&gate) {
            return Signal::new(position as usize, false);
        }
        let position = self.gates.len();
        self.gates.push(gate.clone());
        self.index.insert(gate, position as u32);
        Signal::new(position, false)
    }

    pub fn lit(&mut self, lit: Lit) -> Signal {
        self.largest = self.largest.max(lit.var().number());
        self.push(Gate::Input(lit.var())).flip(lit.is_negated())
    }

    pub fn and(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        let mut kept: Vec<Signal> = operands.into_iter().filter(|&operand| operand != Signal::TRUE).collect();
        kept.sort_unstable();
        kept.dedup();
        // A signal and its negation are neighbours in order.
        if kept.first() == Some(&Signal::FALSE) || kept.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Signal::FALSE;
        }
        match kept[..] {
            [] => Signal::TRUE,
            [one] => one,
            _ => self.push(Gate::And(kept.into())),
        }
    }

    pub fn or(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        !self.and(operands.into_iter().map(|operand| !operand))
    }

    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.flip(a.is_negated()), b.flip(b.is_negated()));
        let (a, b) = (a.min(b), a.max(b));
        let sum = match a {
            _ if a == b => Signal::FALSE,
            Signal::TRUE => !b,
            _ => self.push(Gate::Xor(a, b)),
        };
        sum.flip(negated)
    }

    pub fn choice(&mut self, condition: Signal, then: Signal, otherwise: Signal) -> Signal {
        if condition.is_negated() {
            return self.choice(!condition, otherwise, then);
        }
        if then.is_negated() && then.gate() != 0 {
            return !self.choice(condition, !then, !otherwise);
        }
        match (then, otherwise) {
            _ if condition == Signal::TRUE => then,
            _ if then == otherwise => then,
            _ if then == !otherwise => !self.xor(condition, then),
            _ if then == Signal::TRUE || then == condition => self.or([condition, otherwise]),
            _ if then == Signal::FALSE || then == !condition => self.and([!condition, otherwise]),
            (_, Signal::FALSE) => self.and([condition, then]),
            (_, Signal::TRUE) => self.or([!condition, then]),
            _ if otherwise == condition => self.and([condition, then]),
            _ if otherwise == !condition => self.or([!condition, then]),
            _ => self.push(Gate::Choice(condition, then, otherwise)),
        }
    }

    /// At least `k` of a multiset of signals.
    pub fn at_least(&mut self, k: usize, operands: &[Signal]) -> Signal {
        let given = operands.iter().filter(|&&operand| operand == Signal::TRUE).count();
        let mut open: Vec<Signal> =
            operands.iter().copied().filter(|operand| operand.constant().is_none()).collect();
        open.sort_unstable();
        let Some(k) = k.checked_sub(given).filter(|&k| k > 0) else { return Signal::TRUE };
        match k {
            _ if k > open.len() => Signal::FALSE,
            _ if k == open.len() => self.and(open),
            1 => self.or(open),
            _ => self.push(Gate::AtLeast(k as u32, open.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_subformulas_are_one_gate() {
        let [a, b, c] = [1, 2, 3].map(Lit::from);
        let mut circuit = Circuit::new();
        let first = circuit.add(&((a & b) | (b & a & c)));
        let size = circuit.len();
        assert_eq!(circuit.add(&!((!a | !b) & !(c & b & a))), first);
        assert_eq!(circuit.len(), size);
        assert_eq!(circuit.add(&(a & !a)), Signal::FALSE);
        assert_eq!(circuit.add(&(a ^ !a)), Signal::TRUE);
        let xor = circuit.add(&(a ^ b));
        assert_eq!(circuit.add(&(!a).iff(b)), xor);
        assert_eq!(circuit.add(&Expr::ite(a, !b, b)), xor);
    }

    #[test]
    fn constants_fold_away() {
        let mut circuit = Circuit::new();
        let all = |circuit: &mut Circuit, text: &str| circuit.add(&text.parse().unwrap());
        let x = all(&mut circuit, "x1");
        for text in [
            "ite(true, x1, x2)",
            "ite(x2, x1, x1)",
            "ite(x1, true, x1)",
            "ite(x1, true, false)",
            "ite(~x1, false, true)",
            "at_least(2, true, x1, false)",
            "exactly(1, x1, false)",
            "at_most(1, ~x1, true, false)",
            "x1 ^ false ^ x2 ^ x2",
            "true -> x1",
        ] {
            assert_eq!(all(&mut circuit, text), x, "{text}");
        }
        assert!(circuit.len() <= 3);
    }
}
