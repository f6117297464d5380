//! From text to formulas, and which variables their words are.

mod function;
mod precedence;

use std::str::FromStr;

use super::Expr;
use super::error::ExprError;
use super::lex::Lexer;
use crate::lit::Var;
use crate::names::Names;

pub(super) use precedence::parse_formula;

impl Expr {
    /// Reads a formula. Names that `names` does not know yet get the next free variables, in order of appearance;
    /// on an error `names` stays as it was.
    ///
    /// Operators, strongest first: `~ ! not ¬`, `& and ∧`, `^ xor ⊕`, `| or ∨`, `-> => >> →` (to the right),
    /// `<-> <=> ↔`; also `true false`, parentheses, `exactly(k, f, ...)`, `at_most(k, ...)`, `at_least(k, ...)`,
    /// `exactly_one(...)`, `ite(c, a, b)`, and what SymPy prints: `And Or Not Xor Implies Equivalent ITE(...)`.
    /// Full-width signs mean the same. Names are letters and digits of any script and `_`, at least one of them no
    /// digit; anything else may be a name in backquotes. `#` starts a comment.
    ///
    /// # Errors
    /// If the text is no formula: [`ExprError`] with its place.
    ///
    /// ```
    /// use exactone_sat::{Expr, Names};
    /// let mut names = Names::new();
    /// let ours = Expr::parse("(甲 ∨ 乙) → ¬丙", &mut names).unwrap();
    /// let sympys = Expr::parse("Implies(Or(甲, 乙), Not(丙))", &mut names).unwrap();
    /// assert_eq!(ours, sympys);
    /// assert_eq!(names.len(), 3);
    /// ```
    pub fn parse(text: &str, names: &mut Names) -> Result<Expr, ExprError> {
        let mut pool = WordPool::new(names);
        let mut lexer = Lexer::new(text);
        let expr = parse_formula(&mut lexer, Lines::Joined, &mut |word| Some(pool.expr(word)))?;
        let new = pool.new;
        for (word, var) in new {
            names.set(&word, var);
        }
        Ok(expr)
    }
}

impl FromStr for Expr {
    type Err = ExprError;

    /// Reads a formula whose variables are written `x1`, `x2`, ..., as [`Expr`] prints without names.
    ///
    /// ```
    /// use exactone_sat::{Expr, Lit};
    /// let formula: Expr = "x1 & ~x3".parse().unwrap();
    /// assert_eq!(formula, Lit::from(1) & Lit::from(-3));
    /// assert!("x1 & y".parse::<Expr>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Expr, ExprError> {
        let variable = |word: &str| {
            let number = word.strip_prefix('x')?;
            let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
            Var::try_new(number.parse().ok().filter(|_| plain)?).map(Expr::from)
        };
        parse_formula(&mut Lexer::new(text), Lines::Joined, &mut { variable })
    }
}

/// The variables of words, new ones set aside until the whole text has been read.
struct WordPool<'a> {
    names: &'a Names,
    known: std::collections::HashMap<String, Expr>,
    new: Vec<(String, Var)>,
    last: u32,
}

impl<'a> WordPool<'a> {
    fn new(names: &'a Names) -> WordPool<'a> {
        let last = names.iter().map(|(var, _)| var.number()).max().unwrap_or(0);
        WordPool { names, known: Default::default(), new: Vec::new(), last }
    }

    /// One shared leaf a word.
    fn expr(&mut self, word: &str) -> Expr {
        if let Some(expr) = self.known.get(word) {
            return expr.clone();
        }
        let var = self.names.get(word).unwrap_or_else(|| {
            self.last += 1;
            let var = Var::new(self.last);
            self.new.push((word.into(), var));
            var
        });
        self.known.entry(word.into()).or_insert(Expr::from(var)).clone()
    }
}

/// What the end of a line means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    /// Nothing: the formula is the whole text.
    Joined,
    /// The formula ends there, unless a parenthesis is open.
    Apart,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::error::ExprErrorKind;

    fn same(left: &str, right: &str) {
        let mut names = Names::new();
        let (l, r) = (Expr::parse(left, &mut names).unwrap(), Expr::parse(right, &mut names).unwrap());
        assert_eq!(l, r, "{left}   {right}");
    }

    #[test]
    fn operators_bind_in_their_order() {
        same("~a & b ^ c | d -> e <-> f", "(((((~a) & b) ^ c) | d) -> e) <-> f");
        same("f <-> e -> d | c ^ b & ~a", "f <-> (e -> (d | (c ^ (b & (~a)))))");
        same("a -> b -> c", "a -> (b -> c)");
        same("a <-> b <-> c", "(a <-> b) <-> c");
        same("not a and b or c xor d", "(~a & b) | (c ^ d)");
        same("a & b & c", "And(a, b, c)");
        same("~~~a", "!a");
        same("~~(a & b)", "a & b");
        same("!(a & b) | ((c))", "~(a & b) | c");
    }

    #[test]
    fn full_width_text_and_sympys_print_are_read() {
        same("（甲｜乙）＆～丙", "(甲 | 乙) & ~丙");
        same("exactly（２，a、b，c）", "exactly(2, a, b, c)");
        same("And(Or(a, b), Not(c))", "(a | b) & ~c");
        same("Equivalent(a, b, c)", "(a <-> b) & (b <-> c)");
        same("ITE(a, b, c) >> Xor(a, b)", "ite(a, b, c) -> (a ^ b)");
        same("Nand(a, b) | Nor(a, b) | Xnor(a, b)", "~(a & b) | ~(a | b) | ~(a ^ b)");
        same("atmost(1, a, b) & atleast(1, a, b)", "at_most_one(a, b) & at_least_one(a, b)");
        same("a & True | False", "(a & true) | false");
        same("exactly & exactly_one", "exactly & exactly_one");
    }

    fn kind(text: &str) -> (usize, usize, ExprErrorKind) {
        let mut names = Names::new();
        let error = Expr::parse(text, &mut names).unwrap_err();
        assert!(names.is_empty(), "an error leaves the names alone");
        assert!(!error.to_string().is_empty() && error.drawing().contains('^'));
        (error.line(), error.column(), error.kind().clone())
    }

    #[test]
    fn bad_input_is_told_with_its_place() {
        assert_eq!(kind(""), (1, 1, ExprErrorKind::Empty));
        assert_eq!(kind(" # only words\n"), (2, 1, ExprErrorKind::Empty));
        assert_eq!(kind("a $ b"), (1, 3, ExprErrorKind::UnknownCharacter('$')));
        assert_eq!(kind("(a & b"), (1, 1, ExprErrorKind::Unclosed));
        assert_eq!(kind("exactly_one(a, (b)"), (1, 12, ExprErrorKind::Unclosed));
        for (text, column, found) in [
            ("a & b)", 6, "`)`"),
            ("a b", 3, "the name `b`"),
            ("a &", 4, "the end"),
            ("& a", 1, "`&`"),
            ("()", 2, "`)`"),
            ("exactly(a, b)", 9, "the name `a`"),
            ("exactly(1)", 10, "`)`"),
            ("exactly_one()", 13, "`)`"),
            ("exactly_one(a,)", 15, "`)`"),
            ("(a, b)", 3, "`,`"),
            ("a & 3", 5, "the number `3`"),
            ("a = b", 3, "`=`"),
            ("a \"b\"", 3, "a quotation"),
        ] {
            let (line, at, ExprErrorKind::Unexpected { found: seen, .. }) = kind(text) else {
                panic!("{text}")
            };
            assert_eq!((line, at, seen.to_string().as_str()), (1, column, found), "{text}");
        }
        for text in ["exactly(5, a, b)", "at_least(3, a, b)", "at_most(99999999999999999999, a, b)"] {
            let (_, _, ExprErrorKind::Count { operands: 2, .. }) = kind(text) else { panic!("{text}") };
        }
        assert!(matches!(kind("ite(a, b)").2, ExprErrorKind::Operands { expected: 3, found: 2, .. }));
        assert!(matches!(kind("Not(a, b)").2, ExprErrorKind::Operands { expected: 1, found: 2, .. }));
        assert!(matches!(kind("xnor(a, b)").2, ExprErrorKind::NoFunction(name) if name == "xnor"));
        assert!(matches!(kind("a & `b").2, ExprErrorKind::UnclosedQuote));
    }

    #[test]
    fn an_open_parenthesis_of_an_earlier_line_is_named() {
        let error = Expr::parse("a & (b |\nc d", &mut Names::new()).unwrap_err();
        assert!(error.to_string().ends_with("(the `(` of line 1, column 5 is still open)"), "{error}");
    }

    #[test]
    fn a_hundred_thousand_nested_operators_are_read_and_printed() {
        const DEPTH: usize = 100_000;
        for text in [
            format!("{}x1{}", "~(x2 & ".repeat(DEPTH), ")".repeat(DEPTH)),
            format!("{}x1{}", "ite(x1, x2, ".repeat(DEPTH), ")".repeat(DEPTH)),
            format!("{}x1{}", "exactly(2, x2, x3, ".repeat(DEPTH), ")".repeat(DEPTH)),
            format!("{}x1{}", "(".repeat(DEPTH), " -> x2)".repeat(DEPTH)),
        ] {
            let formula: Expr = text.parse().unwrap();
            assert_eq!(formula.to_string().parse::<Expr>().unwrap(), formula);
        }
        let chain = "x1 -> ".repeat(DEPTH) + "x1";
        let formula: Expr = chain.parse().unwrap();
        assert_eq!(formula.to_string().parse::<Expr>().unwrap(), formula);
    }

    #[test]
    fn masses_of_signs_end_in_an_error() {
        assert!(matches!(kind(&"~".repeat(1_000_000)).2, ExprErrorKind::Unexpected { .. }));
        assert!(matches!(kind(&"~(".repeat(600_000)).2, ExprErrorKind::TooDeep { .. }));
        assert!(matches!(kind(&"(".repeat(1_200_000)).2, ExprErrorKind::TooDeep { .. }));
        assert!(matches!(kind(&"a->".repeat(300_000)).2, ExprErrorKind::Unexpected { .. }));
    }
}
