//! Words for variables, both ways.

use std::collections::HashMap;
use std::fmt;

use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;

/// A two-way table between words and variables, what other libraries call an id pool.
///
/// ```
/// use exactone_sat::{clauses, Cnf, Names};
/// let mut cnf = Cnf::new();
/// let mut names = Names::new();
/// let [a, b] = ["A", "B"].map(|word| names.var(word, &mut cnf));
/// assert_eq!(names.get("A"), Some(a));
/// assert_eq!(names.show(&clauses![[a, !b], [!a]]).to_string(), "[A, ~B] [~A]");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Names {
    vars: HashMap<Box<str>, Var>,
    words: HashMap<Var, Box<str>>,
    order: Vec<Var>,
}

impl Names {
    /// An empty table.
    pub fn new() -> Names {
        Names::default()
    }

    /// The variable called `word`: the one it already names, else a fresh one from the sink.
    pub fn var<S: ClauseSink + ?Sized>(&mut self, word: &str, sink: &mut S) -> Var {
        match self.vars.get(word) {
            Some(&var) => var,
            None => {
                let var = sink.new_var();
                self.set(word, var);
                var
            }
        }
    }

    /// Gives a variable its word; returns `false` and changes nothing if either is taken already.
    pub fn set(&mut self, word: &str, var: Var) -> bool {
        if self.vars.contains_key(word) || self.words.contains_key(&var) {
            return false;
        }
        self.vars.insert(word.into(), var);
        self.words.insert(var, word.into());
        self.order.push(var);
        true
    }

    /// The variable that a word names.
    pub fn get(&self, word: &str) -> Option<Var> {
        self.vars.get(word).copied()
    }

    /// The word of a variable.
    pub fn word(&self, var: Var) -> Option<&str> {
        self.words.get(&var).map(|word| &**word)
    }

    /// All named variables with their words, in the order in which they were named.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Var, &str)> + '_ {
        self.order.iter().map(|var| (*var, &*self.words[var]))
    }

    /// The number of named variables.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether no variable has a name.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Something made of literals, printed with words; `~` negates, a variable without a word prints as its number.
    /// Takes a `Lit`, a clause, a [`Cnf`](crate::Cnf), a [`Model`](crate::Model).
    pub fn show<'a, T: ShowNamed + ?Sized>(&'a self, what: &'a T) -> Shown<'a, T> {
        Shown { names: self, what }
    }

    fn write_lit(&self, lit: Lit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if lit.is_negated() {
            f.write_str("~")?;
        }
        match self.word(lit.var()) {
            Some(word) => f.write_str(word),
            None => write!(f, "{}", lit.var()),
        }
    }

    fn write_list(&self, lits: impl IntoIterator<Item = Lit>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (position, lit) in lits.into_iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            self.write_lit(lit, f)?;
        }
        f.write_str("]")
    }
}

/// What [`Names::show`] can print.
pub trait ShowNamed {
    /// Writes `self` with the words of `names`.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl ShowNamed for Lit {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names.write_lit(*self, f)
    }
}

impl ShowNamed for [Lit] {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names.write_list(self.iter().copied(), f)
    }
}

impl ShowNamed for Vec<Lit> {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].write_named(names, f)
    }
}

impl ShowNamed for crate::Cnf {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, clause) in self.iter().enumerate() {
            if position > 0 {
                f.write_str(" ")?;
            }
            clause.write_named(names, f)?;
        }
        Ok(())
    }
}

impl ShowNamed for crate::Model {
    fn write_named(&self, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names.write_list(self.lits(), f)
    }
}

/// Something together with the words for its variables; prints with them.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a, T: ?Sized> {
    names: &'a Names,
    what: &'a T,
}

impl<T: ShowNamed + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.write_named(self.names, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cnf, Model};

    #[test]
    fn words_and_variables_lead_to_each_other() {
        let mut cnf = Cnf::new();
        let mut names = Names::new();
        let a = names.var("甲", &mut cnf);
        let b = names.var("B", &mut cnf);
        assert_eq!(names.var("甲", &mut cnf), a);
        assert_eq!(cnf.var_count(), 2);
        assert_eq!(names.word(b), Some("B"));
        assert!(!names.set("B", Var::new(9)), "the word is taken");
        assert!(!names.set("C", b), "the variable has a word");
        assert_eq!(names.iter().map(|(_, word)| word).collect::<Vec<_>>(), ["甲", "B"]);
    }

    #[test]
    fn models_and_literals_print_with_their_words() {
        let mut names = Names::new();
        assert!(names.set("A", Var::new(1)));
        let model = Model::from_fn(3, |var| var.number() == 3);
        assert_eq!(names.show(&model).to_string(), "[~A, ~2, 3]");
        assert_eq!(names.show(&Lit::from(-1)).to_string(), "~A");
        assert_eq!(names.show(&[1, -2].map(Lit::from)[..]).to_string(), "[A, ~2]");
    }
}
