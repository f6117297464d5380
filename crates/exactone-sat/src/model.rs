//! A total assignment, one bit a variable.

use std::fmt;

use crate::lit::{Lit, Var};

/// A value for every variable from 1 to [`len`](Model::len). Prints as the list of true literals.
///
/// Variables beyond the last one are false: a model of a formula satisfies it whatever later variables are.
///
/// ```
/// use exactone_sat::{Lit, Model};
/// let model = Model::from_fn(4, |var| var.number() == 1);
/// assert_eq!(model.to_string(), "[1, -2, -3, -4]");
/// assert!(model.is_true(Lit::from(-3)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Model {
    words: Box<[u64]>,
    vars: u32,
}

impl Model {
    /// The model over variables `1..=vars` that gives each variable the value `value(var)`.
    pub fn from_fn(vars: u32, mut value: impl FnMut(Var) -> bool) -> Model {
        let mut words = vec![0u64; (vars as usize).div_ceil(64)].into_boxed_slice();
        for index in 0..vars as usize {
            if value(Var::from_index(index)) {
                words[index / 64] |= 1 << (index % 64);
            }
        }
        Model { words, vars }
    }

    /// The model over variables `1..=vars` in which just the variables of these positive literals are true.
    /// Of a variable named more than once the last word counts; what is not named is false.
    pub fn from_literals(vars: u32, lits: impl IntoIterator<Item = Lit>) -> Model {
        let mut model = Model::from_fn(vars, |_| false);
        for lit in lits {
            let index = lit.var().index();
            if index < vars as usize {
                let bit = 1 << (index % 64);
                let word = &mut model.words[index / 64];
                *word = if lit.is_positive() { *word | bit } else { *word & !bit };
            }
        }
        model
    }

    /// Makes a literal true, whose variable must be one of the model's.
    #[inline]
    pub(crate) fn set(&mut self, lit: Lit) {
        let index = lit.var().index();
        let (word, bit) = (&mut self.words[index / 64], index % 64);
        *word = *word & !(1 << bit) | u64::from(lit.is_positive()) << bit;
    }

    /// The number of variables.
    pub fn len(&self) -> u32 {
        self.vars
    }

    /// Whether there is no variable at all.
    pub fn is_empty(&self) -> bool {
        self.vars == 0
    }

    /// The value of a variable; false beyond the last one.
    pub fn value(&self, var: Var) -> bool {
        self.words.get(var.index() / 64).is_some_and(|word| word >> (var.index() % 64) & 1 == 1)
    }

    /// Whether a literal is true.
    pub fn is_true(&self, lit: impl Into<Lit>) -> bool {
        let lit = lit.into();
        self.value(lit.var()) == lit.polarity()
    }

    /// The true literal of each variable, in order.
    pub fn lits(&self) -> impl ExactSizeIterator<Item = Lit> + '_ {
        (0..self.vars as usize).map(|index| {
            let var = Var::from_index(index);
            var.lit(self.value(var))
        })
    }

    /// The variables that are true, in order.
    ///
    /// ```
    /// use exactone_sat::{Model, Var};
    /// let model = Model::from_fn(130, |var| var.number() % 64 == 1);
    /// assert_eq!(model.true_vars().map(Var::number).collect::<Vec<_>>(), [1, 65, 129]);
    /// ```
    pub fn true_vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.words.iter().enumerate().flat_map(|(position, &word)| {
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| Var::from_index(position * 64 + rest.trailing_zeros() as usize))
        })
    }

    /// Whether at least one literal of a clause is true.
    pub fn satisfies(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|&lit| self.is_true(lit))
    }

    /// The clause that every other assignment to `vars` satisfies: "not this one again".
    ///
    /// ```
    /// use exactone_sat::{Model, Var};
    /// let model = Model::from_fn(3, |var| var.number() == 2);
    /// assert_eq!(format!("{:?}", model.blocking_clause(Var::range(1..=3))), "[1, -2, 3]");
    /// ```
    pub fn blocking_clause(&self, vars: impl IntoIterator<Item = Var>) -> Vec<Lit> {
        vars.into_iter().map(|var| !var.lit(self.value(var))).collect()
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lits()).finish()
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Model")?;
        f.debug_list().entries(self.lits()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_values_say_the_same() {
        for vars in [0u32, 1, 63, 64, 65, 200] {
            let model = Model::from_fn(vars, |var| var.number() % 3 == 0);
            assert_eq!(model.lits().len(), vars as usize);
            assert!(model.lits().all(|lit| model.is_true(lit) && !model.is_true(!lit)));
            assert_eq!(model.true_vars().count() as u32, vars / 3);
            assert_eq!(Model::from_literals(vars, model.lits()), model);
            assert!(!model.value(Var::new(vars + 1)));
        }
    }

    #[test]
    fn literals_beyond_the_last_variable_are_left_out() {
        assert_eq!(Model::from_literals(1, [2, 1, 70].map(Lit::from)).to_string(), "[1]");
    }
}
