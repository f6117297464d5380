//! Random literals and formulas from a seed: SplitMix64.

use exactone_sat::{ClauseSink, Cnf, Lit, Var};

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A literal of one of the variables `1..=vars`.
    pub fn lit(&mut self, vars: u32) -> Lit {
        let var = Var::new(self.below(vars) + 1);
        var.lit(self.below(2) == 0)
    }

    /// Uniform random 3-SAT: three different variables a clause, signs by coin.
    #[allow(dead_code, reason = "not every test that takes this module needs it")]
    pub fn three_sat(&mut self, vars: u32, clauses: usize) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.ensure_vars(vars);
        while cnf.len() < clauses {
            let [a, b, c] = [self.lit(vars), self.lit(vars), self.lit(vars)];
            if a.var() != b.var() && a.var() != c.var() && b.var() != c.var() {
                cnf.add_clause(&[a, b, c]);
            }
        }
        cnf
    }
}
