//! Random formulas and all their assignments, for tests.

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;

/// A small random number generator, so that tests repeat (Steele, Lea and Flood, OOPSLA 2014: SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % limit
    }

    pub(crate) fn lit(&mut self, vars: u32) -> Lit {
        Var::new(1 + self.below(vars.into()) as u32).lit(self.below(2) == 0)
    }
}

/// A random formula over variables `1..=vars`: clauses of one to four literals, now and then a group.
pub(crate) fn random_cnf(random: &mut Random, vars: u32) -> Cnf {
    let mut cnf = Cnf::new();
    random_clauses(random, vars, &mut cnf);
    cnf
}

/// Pours a random formula over variables `1..=vars` into a sink, its groups as groups.
pub(crate) fn random_clauses(random: &mut Random, vars: u32, sink: &mut dyn ClauseSink) {
    sink.ensure_vars(vars);
    for _ in 0..random.below(3 * u64::from(vars) + 1) {
        let group = random.below(8) == 0;
        let len = 1 + random.below(if group { 5 } else { 4 });
        let lits: Vec<Lit> = (0..len).map(|_| random.lit(vars)).collect();
        match (group, random.below(2)) {
            (false, _) if len == 1 && random.below(3) > 0 => {}
            (false, _) => sink.add_clause(&lits),
            (true, 0) => sink.at_most_one(&lits),
            (true, _) => sink.exactly_one(&lits),
        }
    }
}

/// All models over variables `1..=vars`; bit i is the value of variable i + 1.
pub(crate) fn models(cnf: &Cnf, vars: u32) -> impl Iterator<Item = u32> + '_ {
    (0..1u32 << vars).filter(|set| cnf.eval(|var| set >> var.index() & 1 == 1))
}
