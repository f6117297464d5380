//! Random formulas from a fixed seed.
#![allow(dead_code, reason = "each test binary uses its part")]

use exactone_sat::{Expr, Lit, Op, Var};

/// How many variables random formulas are over.
pub const VARS: u32 = 8;

/// A small generator (splitmix64), so that the formulas are the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() >> 32) as u32 % bound
    }

    /// A formula at most `depth` operators deep.
    pub fn formula(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.below(6) == 0 {
            if self.below(40) == 0 {
                return Expr::constant(self.below(2) == 0);
            }
            return Expr::from(Var::new(1 + self.below(VARS)).lit(self.below(2) == 0));
        }
        let operator = self.below(12);
        let count = match operator {
            0 => 1,
            1 | 2 => 2,
            3 => 3,
            _ => 2 + self.below(3) as usize,
        };
        // One deep operand is enough for depth; the others are shallow, so that size stays in hand.
        let deep = self.below(count as u32) as usize;
        let mut operands: Vec<Expr> = (0..count)
            .map(|position| {
                let below = if position == deep { depth - 1 } else { self.below(depth.min(3)) };
                self.formula(below)
            })
            .collect();
        let k = self.below(count as u32 + 1);
        match operator {
            0 => !operands.swap_remove(0),
            1 => operands[0].clone().implies(&operands[1]),
            2 => operands[0].clone().iff(&operands[1]),
            3 => Expr::ite(&operands[0], &operands[1], &operands[2]),
            4 | 5 => Expr::all(operands),
            6 | 7 => Expr::any(operands),
            8 => Expr::odd(operands),
            9 => Expr::at_most(k, operands),
            10 => Expr::at_least(k, operands),
            _ => Expr::exactly(k, operands),
        }
    }
}

/// So many random formulas, the same each time.
pub fn formulas(count: usize) -> impl Iterator<Item = Expr> {
    let mut random = Random::new(2026);
    (0..count).map(move |_| random.formula(8))
}

/// The literals 1 to n.
pub fn lits(n: i32) -> Vec<Lit> {
    (1..=n).map(Lit::from).collect()
}

/// The truth table by a meaning of its own: one bit a row, variable `v` is bit `v - 1` of the row, all rows at once.
pub fn table(formula: &Expr) -> [u64; 4] {
    let operands: Vec<[u64; 4]> = formula.operands().iter().map(table).collect();
    std::array::from_fn(|word| {
        let column = |position: usize| operands[position][word];
        // ones[j]: the rows in which at least j of the operands so far are true.
        let at_least = |k: usize| {
            let mut reached = vec![0u64; operands.len() + 2];
            reached[0] = !0;
            for operand in &operands {
                for j in (1..reached.len()).rev() {
                    reached[j] |= reached[j - 1] & operand[word];
                }
            }
            reached[k]
        };
        match formula.op() {
            Op::Const(value) => 0u64.wrapping_sub(value as u64),
            Op::Lit(lit) => {
                let rows = match lit.var().index() {
                    0 => 0xAAAA_AAAA_AAAA_AAAA,
                    1 => 0xCCCC_CCCC_CCCC_CCCC,
                    2 => 0xF0F0_F0F0_F0F0_F0F0,
                    3 => 0xFF00_FF00_FF00_FF00,
                    4 => 0xFFFF_0000_FFFF_0000,
                    5 => 0xFFFF_FFFF_0000_0000,
                    index => 0u64.wrapping_sub((word >> (index - 6) & 1) as u64),
                };
                if lit.is_positive() { rows } else { !rows }
            }
            Op::Not => !column(0),
            Op::And => operands.iter().fold(!0, |rows, operand| rows & operand[word]),
            Op::Or => operands.iter().fold(0, |rows, operand| rows | operand[word]),
            Op::Xor => operands.iter().fold(0, |rows, operand| rows ^ operand[word]),
            Op::Implies => !column(0) | column(1),
            Op::Iff => !(column(0) ^ column(1)),
            Op::IfThenElse => column(0) & column(1) | !column(0) & column(2),
            Op::AtLeast(k) => at_least(k as usize),
            Op::AtMost(k) => !at_least(k as usize + 1),
            Op::Exactly(k) => at_least(k as usize) & !at_least(k as usize + 1),
            op => panic!("{op:?} has no meaning here"),
        }
    })
}
