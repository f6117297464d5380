//! Tseitin's form: a variable for each operator, defined in both directions.
//!
//! G. S. Tseitin, "On the complexity of derivation in propositional calculus", 1968.

use super::encode::{Encoder, Style};
use crate::expr::Expr;
use crate::lit::Lit;
use crate::sink::ClauseSink;

impl Expr {
    /// States this formula as clauses, with a new variable for each operator that is not stated itself.
    ///
    /// The size is linear in the number of distinct subformulas (a cardinality of n operands adds what
    /// [`counts`](crate::card::counts) needs). New variables follow all variables of the formula and all the sink
    /// has; each is a function of the named ones, so the clauses have exactly the models of the formula: the same
    /// number, and the same values of the named variables.
    ///
    /// ```
    /// use exactone_sat::{Cnf, Lit};
    /// let [a, b, c] = [1, 2, 3].map(Lit::from);
    /// let mut cnf = Cnf::new();
    /// ((a & b) | c).tseitin(&mut cnf);
    /// assert_eq!(cnf.to_string(), "[-4, 1] [-4, 2] [4, -1, -2] [4, 3]");
    /// ```
    pub fn tseitin<S: ClauseSink + ?Sized>(&self, sink: &mut S) {
        let mut encoder = Encoder::new(Style::Tseitin);
        encoder.state(self);
        encoder.finish(sink);
    }

    /// A literal that is true exactly when this formula holds, with the clauses that say so. The formula itself is
    /// not stated: assume the literal, or its negation, or use it in other clauses.
    ///
    /// ```
    /// use exactone_sat::{Dpll, Lit, Solver};
    /// let [a, b] = [1, 2].map(Lit::from);
    /// let mut solver = Dpll::new();
    /// let both = (a & b).define(&mut solver);
    /// assert!(solver.solve_under(&[both, !a]).is_unsat());
    /// assert!(solver.solve_under(&[!both, !a]).is_sat());
    /// ```
    pub fn define<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Lit {
        let mut encoder = Encoder::new(Style::Tseitin);
        let place = encoder.define(self);
        encoder.finish(sink)[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;

    #[test]
    fn a_clause_and_a_conjunction_of_clauses_stay_as_they_are() {
        let mut cnf = Cnf::new();
        "(x1 | ~x2 | x3) & ~(x4 & x5) & ~x6 & exactly_one(x1, x2)".parse::<Expr>().unwrap().tseitin(&mut cnf);
        assert_eq!(cnf.to_string(), "[1, -2, 3] [-4, -5] [-6] [1, 2] [-1, -2]");
    }

    #[test]
    fn constants_are_no_clause_or_the_empty_one() {
        for (value, text) in [(true, ""), (false, "[]")] {
            let mut cnf = Cnf::new();
            Expr::constant(value).tseitin(&mut cnf);
            assert_eq!(cnf.to_string(), text);
            let lit = Expr::constant(value).define(&mut cnf);
            assert!(cnf.iter().any(|clause| *clause == [if value { lit } else { !lit }]));
        }
    }

    #[test]
    fn a_hundred_thousand_nested_operators_give_linearly_many_clauses() {
        let mut formula = Expr::from(Lit::from(1));
        for step in 0..100_000 {
            formula = match step % 3 {
                0 => formula.implies(Lit::from(2)),
                1 => !(formula & Lit::from(3)),
                _ => formula ^ Lit::from(4),
            };
        }
        let mut cnf = Cnf::new();
        formula.tseitin(&mut cnf);
        assert!(cnf.len() <= 400_000 && cnf.len() > 100_000, "{}", cnf.len());
        let mut one_sided = Cnf::new();
        formula.plaisted_greenbaum(&mut one_sided);
        assert!(one_sided.len() <= cnf.len());
    }
}
