//! Reduced ordered binary decision diagrams: the canonical form in which primes, irredundant covers and counts are
//! short recursions. R. E. Bryant, "Graph-based algorithms for Boolean function manipulation", 1986.
//!
//! Recursion is as deep as there are levels, never as deep as the formula.

use super::unique::{Halt, Memo, Unique, Watch};
use crate::expr::{Expr, Op};
use crate::lit::Var;
use crate::normal_form::circuit::{Circuit, Gate, Signal};

/// A function: the number of a node. Equal functions have equal numbers.
pub(crate) type Root = u32;

pub(crate) const FALSE: Root = 0;
pub(crate) const TRUE: Root = 1;

/// Level, low half, high half.
type Node = [u32; 3];

/// A diagram that halts when it is full or its clock says so.
pub(crate) struct Bdd<'a> {
    nodes: Unique<Node>,
    known: Memo<[Root; 3], Root>,
    watch: Watch<'a>,
}

/// The level of a constant: below all variables.
const BOTTOM: u32 = u32::MAX;

/// The most results that are remembered: 80 MB.
const REMEMBERED: usize = 1 << 22;

impl<'a> Bdd<'a> {
    pub fn new(max_nodes: usize, expired: &'a dyn Fn() -> bool) -> Bdd<'a> {
        Bdd {
            nodes: Unique::new(&[FALSE, TRUE].map(|root| [BOTTOM, root, root]), max_nodes),
            known: Memo::new(REMEMBERED),
            watch: Watch::new(expired),
        }
    }

    /// The clock, for what is computed beside.
    pub fn watch(&self) -> &Watch<'a> {
        &self.watch
    }

    /// The level of the first variable a function looks at.
    pub fn level(&self, root: Root) -> u32 {
        self.nodes.get(root)[0]
    }

    pub fn low(&self, root: Root) -> Root {
        self.nodes.get(root)[1]
    }

    pub fn high(&self, root: Root) -> Root {
        self.nodes.get(root)[2]
    }

    /// The two halves at a level that is not below the function's first.
    pub fn split(&self, root: Root, level: u32) -> (Root, Root) {
        let [own, low, high] = self.nodes.get(root);
        if own == level { (low, high) } else { (root, root) }
    }

    pub fn node(&mut self, level: u32, low: Root, high: Root) -> Result<Root, Halt> {
        if low == high { Ok(low) } else { self.nodes.add([level, low, high]) }
    }

    /// `g` where `f`, else `h`.
    pub fn ite(&mut self, f: Root, g: Root, h: Root) -> Result<Root, Halt> {
        match (f, g, h) {
            (TRUE, ..) => return Ok(g),
            (FALSE, ..) => return Ok(h),
            (_, TRUE, FALSE) => return Ok(f),
            _ if g == h => return Ok(g),
            _ => {}
        }
        if let Some(known) = self.known.get([f, g, h]) {
            return Ok(known);
        }
        self.watch.tick()?;
        let level = self.level(f).min(self.level(g)).min(self.level(h));
        let ((f0, f1), (g0, g1), (h0, h1)) =
            (self.split(f, level), self.split(g, level), self.split(h, level));
        let low = self.ite(f0, g0, h0)?;
        let high = self.ite(f1, g1, h1)?;
        let root = self.node(level, low, high)?;
        self.known.put([f, g, h], root);
        Ok(root)
    }

    pub fn and(&mut self, f: Root, g: Root) -> Result<Root, Halt> {
        self.ite(f.min(g), f.max(g), FALSE)
    }

    pub fn or(&mut self, f: Root, g: Root) -> Result<Root, Halt> {
        self.ite(f.min(g), TRUE, f.max(g))
    }

    pub fn not(&mut self, f: Root) -> Result<Root, Halt> {
        self.ite(f, FALSE, TRUE)
    }

    /// `f` without what `g` holds.
    pub fn minus(&mut self, f: Root, g: Root) -> Result<Root, Halt> {
        self.ite(g, FALSE, f)
    }

    /// The function of a signal of a circuit.
    pub fn build(
        &mut self,
        circuit: &Circuit,
        signal: Signal,
        level: impl Fn(Var) -> u32,
    ) -> Result<Root, Halt> {
        // Only what the signal depends on.
        let mut needed = vec![false; circuit.len()];
        needed[signal.gate()] = true;
        for position in (0..circuit.len()).rev() {
            if !needed[position] {
                continue;
            }
            match *circuit.gate(position) {
                Gate::True | Gate::Input(_) => {}
                Gate::And(ref operands) | Gate::AtLeast(_, ref operands) => {
                    operands.iter().for_each(|operand| needed[operand.gate()] = true);
                }
                Gate::Xor(a, b) => [a, b].iter().for_each(|operand| needed[operand.gate()] = true),
                Gate::Choice(c, a, b) => [c, a, b].iter().for_each(|operand| needed[operand.gate()] = true),
            }
        }
        let mut roots = vec![FALSE; circuit.len()];
        for position in 0..circuit.len() {
            if !needed[position] {
                continue;
            }
            roots[position] = match *circuit.gate(position) {
                Gate::True => TRUE,
                Gate::Input(var) => self.node(level(var), FALSE, TRUE)?,
                Gate::And(ref operands) => {
                    // Two by two, as a tree: the operands in between stay small.
                    let mut parts = Vec::with_capacity(operands.len());
                    for &operand in operands {
                        parts.push(self.signal(&roots, operand)?);
                    }
                    while parts.len() > 1 {
                        let mut next = Vec::with_capacity(parts.len().div_ceil(2));
                        for pair in parts.chunks(2) {
                            next.push(match *pair {
                                [a, b] => self.and(a, b)?,
                                _ => pair[0],
                            });
                        }
                        parts = next;
                    }
                    parts[0]
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (self.signal(&roots, a)?, self.signal(&roots, b)?);
                    let not_b = self.not(b)?;
                    self.ite(a, not_b, b)?
                }
                Gate::Choice(c, a, b) => {
                    let (c, a, b) =
                        (self.signal(&roots, c)?, self.signal(&roots, a)?, self.signal(&roots, b)?);
                    self.ite(c, a, b)?
                }
                Gate::AtLeast(k, ref operands) => {
                    let mut reached = vec![FALSE; k as usize + 1];
                    reached[0] = TRUE;
                    for &operand in operands {
                        let operand = self.signal(&roots, operand)?;
                        for j in (1..reached.len()).rev() {
                            reached[j] = self.ite(operand, reached[j - 1], reached[j])?;
                        }
                    }
                    reached[k as usize]
                }
            };
        }
        self.signal(&roots, signal)
    }

    fn signal(&mut self, roots: &[Root], signal: Signal) -> Result<Root, Halt> {
        let root = roots[signal.gate()];
        if signal.is_negated() { self.not(root) } else { Ok(root) }
    }

    /// Some assignment that makes the function true, as the set of levels (below 64) that are true; the others are
    /// false. The function must not be `FALSE`.
    pub fn some_minterm(&self, mut root: Root) -> u64 {
        let mut minterm = 0;
        while root > TRUE {
            let [level, low, high] = self.nodes.get(root);
            if low == FALSE {
                minterm |= 1 << level;
                root = high;
            } else {
                root = low;
            }
        }
        minterm
    }

    /// The value for an assignment, given as the set of true levels.
    pub fn eval(&self, mut root: Root, minterm: u64) -> bool {
        while root > TRUE {
            let [level, low, high] = self.nodes.get(root);
            root = if minterm >> level & 1 == 1 { high } else { low };
        }
        root == TRUE
    }
}

/// The variables of formulas in the order in which they first stand in them, which keeps diagrams of what people
/// write small.
pub(crate) fn order_of_appearance(formulas: &[&Expr]) -> Vec<Var> {
    let mut order = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for formula in formulas {
        formula.walk(|expr| {
            if let Op::Lit(lit) = expr.op()
                && seen.insert(lit.var())
            {
                order.push(lit.var());
            }
        });
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_one_node() {
        let mut circuit = Circuit::new();
        let mut bdd = Bdd::new(1000, &|| false);
        let mut root = |text: &str| {
            let signal = circuit.add(&text.parse().unwrap());
            bdd.build(&circuit, signal, |var| var.number()).unwrap()
        };
        assert_eq!(root("exactly(2, x1, x2, x3)"), root("(x1 & x2 | x1 & x3 | x2 & x3) & ~(x1 & x2 & x3)"));
        assert_eq!(root("x1 ^ x2 ^ x3"), root("ite(x1, x2 <-> x3, x2 ^ x3)"));
        assert_eq!(root("x1 | ~x1"), TRUE);
        let parity = root("x1 ^ x2 ^ x3 ^ x4");
        for minterm in 0..16u64 {
            assert_eq!(bdd.eval(parity, minterm << 1), minterm.count_ones() % 2 == 1);
        }
        assert!(bdd.eval(parity, bdd.some_minterm(parity)));
        let signal = circuit.add(&"x1 ^ x2 ^ x3 ^ x4".parse().unwrap());
        assert_eq!(Bdd::new(5, &|| false).build(&circuit, signal, |var| var.number()), Err(Halt::Full));
    }
}
