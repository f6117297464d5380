//! The meaning of a formula without any search: every assignment is tried.
//! Also the random formulas on which solvers are held against it. Up to 16 variables.

#![allow(dead_code)] // each test uses its part

use exactone_sat::{ClauseSink, Cnf, Lit, Var};

/// Whether some assignment of the variables makes every clause true.
pub fn satisfiable(cnf: &Cnf) -> bool {
    assert!(cnf.var_count() <= 16, "a truth table has one line an assignment");
    (0..1u32 << cnf.var_count()).any(|bits| cnf.eval(|var| bits >> var.index() & 1 == 1))
}

/// The formula with further clauses of one literal each.
pub fn with_units(cnf: &Cnf, lits: &[Lit]) -> Cnf {
    let mut all = cnf.clone();
    all.extend(lits.iter().map(|&lit| [lit]));
    all
}

/// Pseudo-random numbers, the same on every machine (splitmix64, Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit)) as u32
    }

    pub fn lit(&mut self, vars: u32) -> Lit {
        let value = self.below(2) == 0;
        Var::new(1 + self.below(vars)).lit(value)
    }

    /// `len` literals, with repetitions and contradictions.
    pub fn lits(&mut self, vars: u32, len: u32) -> Vec<Lit> {
        (0..len).map(|_| self.lit(vars)).collect()
    }

    /// A clause of mostly two to four literals, seldom one, very seldom none.
    pub fn clause(&mut self, vars: u32) -> Vec<Lit> {
        let len = match self.below(200) {
            0 => 0,
            1..=9 => 1,
            10..=79 => 2,
            80..=169 => 3,
            _ => 4,
        };
        self.lits(vars, len)
    }
}
