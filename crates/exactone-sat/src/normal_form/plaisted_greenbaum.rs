//! Plaisted and Greenbaum's form: as Tseitin's, but each variable is defined only in the direction that is used.
//!
//! D. A. Plaisted and S. Greenbaum, "A structure-preserving clause form translation", 1986.

use super::encode::{Encoder, Style};
use crate::expr::Expr;
use crate::sink::ClauseSink;

impl Expr {
    /// States this formula as clauses, with a new variable for each operator that is not stated itself, and only
    /// those of its clauses that its uses need: fewer than [`tseitin`](Self::tseitin) writes.
    ///
    /// The values that models give to the named variables are exactly those of the formula's models. New variables
    /// are not functions of the named ones: count models projected onto the named variables.
    ///
    /// ```
    /// use exactone_sat::{Cnf, Lit};
    /// let [a, b, c] = [1, 2, 3].map(Lit::from);
    /// let mut cnf = Cnf::new();
    /// ((a & b) | c).plaisted_greenbaum(&mut cnf);
    /// assert_eq!(cnf.to_string(), "[-4, 1] [-4, 2] [4, 3]");
    /// ```
    pub fn plaisted_greenbaum<S: ClauseSink + ?Sized>(&self, sink: &mut S) {
        let mut encoder = Encoder::new(Style::PlaistedGreenbaum);
        encoder.state(self);
        encoder.finish(sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;
    use crate::lit::Lit;

    #[test]
    fn a_nested_cardinality_is_counted_in_the_direction_that_is_used() {
        let lits = (1..=6).map(Lit::from);
        let (mut both, mut one) = (Cnf::new(), Cnf::new());
        let formula = Expr::at_most(3, lits) | Lit::from(7);
        formula.tseitin(&mut both);
        formula.plaisted_greenbaum(&mut one);
        assert!(one.len() < both.len(), "{} {}", one.len(), both.len());
    }
}
