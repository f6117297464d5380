//! From text to formulas: operator precedence with an explicit stack, so that no nesting can overflow.

use std::str::FromStr;

use super::error::{Expected, ExprError, ExprErrorKind, place};
use super::lex::{Kind, Lexer, Token, digit};
use super::{Expr, Op};
use crate::lit::Var;
use crate::names::Names;

/// How many operators and parentheses may stand open at one point of the text.
pub(crate) const MAX_OPEN: usize = 1_000_000;

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
pub(crate) enum Lines {
    /// Nothing: the formula is the whole text.
    Joined,
    /// The formula ends there, unless a parenthesis is open.
    Apart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    AtMost,
    AtLeast,
    Exactly,
    /// A cardinality whose number stands in its name.
    One(Op),
    IfThenElse,
    Not,
    Nary(Op),
    NegatedNary(Op),
    Implies,
    Equivalent,
}

impl Function {
    fn named(word: &str) -> Option<Function> {
        Some(match word {
            "exactly" => Function::Exactly,
            "at_most" | "atmost" => Function::AtMost,
            "at_least" | "atleast" => Function::AtLeast,
            "exactly_one" | "exactlyone" => Function::One(Op::Exactly(1)),
            "at_most_one" => Function::One(Op::AtMost(1)),
            "at_least_one" => Function::One(Op::AtLeast(1)),
            "ite" | "ITE" => Function::IfThenElse,
            "Not" => Function::Not,
            "And" => Function::Nary(Op::And),
            "Or" => Function::Nary(Op::Or),
            "Xor" => Function::Nary(Op::Xor),
            "Nand" => Function::NegatedNary(Op::And),
            "Nor" => Function::NegatedNary(Op::Or),
            "Xnor" => Function::NegatedNary(Op::Xor),
            "Implies" => Function::Implies,
            "Equivalent" => Function::Equivalent,
            _ => return None,
        })
    }

    fn counts(self) -> bool {
        matches!(self, Function::AtMost | Function::AtLeast | Function::Exactly)
    }

    fn operands(self) -> Option<usize> {
        match self {
            Function::Not => Some(1),
            Function::Implies => Some(2),
            Function::IfThenElse => Some(3),
            _ => None,
        }
    }
}

/// Something begun and not ended.
enum Open {
    Not,
    /// `a op b op c` so far: so many operands lie on the stack, one more comes.
    Chain {
        op: Op,
        operands: usize,
    },
    Parenthesis {
        at: Token,
    },
    Call {
        at: Token,
        name: Token,
        function: Function,
        count: Option<(Token, u32)>,
        operands: usize,
    },
}

fn strength(op: Op) -> u8 {
    match op {
        Op::And => 5,
        Op::Xor => 4,
        Op::Or => 3,
        Op::Implies => 2,
        _ => 1,
    }
}

/// Reads one formula, up to the end of the text or (with lines apart) of its last line, which is taken.
pub(crate) fn parse_formula(
    lexer: &mut Lexer<'_>,
    lines: Lines,
    word: &mut dyn FnMut(&str) -> Option<Expr>,
) -> Result<Expr, ExprError> {
    Parser { lexer, lines, word, open: Vec::new(), values: Vec::new(), parentheses: 0, begun: false }.run()
}

struct Parser<'a, 'b> {
    lexer: &'a mut Lexer<'b>,
    lines: Lines,
    word: &'a mut dyn FnMut(&str) -> Option<Expr>,
    open: Vec<Open>,
    values: Vec<Expr>,
    parentheses: usize,
    begun: bool,
}

impl Parser<'_, '_> {
    fn run(mut self) -> Result<Expr, ExprError> {
        loop {
            while !self.operand()? {}
            if self.operator()? {
                return Ok(self.values.pop().expect("a finished formula is one value"));
            }
        }
    }

    fn take(&mut self) -> Result<Token, ExprError> {
        loop {
            let token = self.lexer.take()?;
            let ends = self.lines == Lines::Apart && self.parentheses == 0;
            if token.kind != Kind::LineEnd || ends {
                return Ok(token);
            }
        }
    }

    fn push(&mut self, open: Open, token: Token) -> Result<(), ExprError> {
        if self.open.len() >= MAX_OPEN {
            return Err(self.lexer.error(ExprErrorKind::TooDeep { limit: MAX_OPEN }, token));
        }
        self.parentheses += matches!(open, Open::Parenthesis { .. } | Open::Call { .. }) as usize;
        self.open.push(open);
        Ok(())
    }

    /// Reads what may begin a formula; true once an operand is complete.
    fn operand(&mut self) -> Result<bool, ExprError> {
        let token = self.take()?;
        let begun = std::mem::replace(&mut self.begun, true);
        match token.kind {
            Kind::Not => {
                // Two in a row cancel, so that no number of them takes room.
                if matches!(self.open.last(), Some(Open::Not)) {
                    self.open.pop();
                } else {
                    self.push(Open::Not, token)?;
                }
                Ok(false)
            }
            Kind::Open => {
                self.push(Open::Parenthesis { at: token }, token)?;
                Ok(false)
            }
            Kind::Name | Kind::QuotedName => {
                let text = self.lexer.slice(token);
                let quoted = token.kind == Kind::QuotedName;
                if !quoted && matches!(self.lexer.peek(), Ok(Token { kind: Kind::Open, .. })) {
                    self.call(token)?;
                    return Ok(false);
                }
                let value = match text {
                    "true" | "True" if !quoted => Expr::constant(true),
                    "false" | "False" if !quoted => Expr::constant(false),
                    _ => (self.word)(text)
                        .ok_or_else(|| self.lexer.error(ExprErrorKind::UnknownName(text.into()), token))?,
                };
                self.value(value);
                Ok(true)
            }
            Kind::End | Kind::LineEnd if !begun => Err(self.lexer.error(ExprErrorKind::Empty, token)),
            _ => {
                let expected = Expected::Formula { number: token.kind == Kind::Number };
                Err(self.unexpected(token, expected))
            }
        }
    }

    /// Reads the name of a function, its parenthesis and, where it has one, its number.
    fn call(&mut self, name: Token) -> Result<(), ExprError> {
        let word = self.lexer.slice(name);
        let at = self.take()?;
        let Some(function) = Function::named(word) else {
            return Err(self.lexer.error(ExprErrorKind::NoFunction(word.into()), name));
        };
        self.push(Open::Call { at, name, function, count: None, operands: 0 }, at)?;
        if function.counts() {
            let number = self.take()?;
            if number.kind != Kind::Number {
                return Err(self.unexpected(number, Expected::Count(word.into())));
            }
            let value = self
                .lexer
                .slice(number)
                .chars()
                .filter_map(digit)
                .try_fold(0u32, |value, digit| value.checked_mul(10)?.checked_add(digit))
                .unwrap_or(u32::MAX);
            let comma = self.take()?;
            if comma.kind != Kind::Comma {
                return Err(self.unexpected(comma, Expected::Operands(word.into())));
            }
            if let Some(Open::Call { count, .. }) = self.open.last_mut() {
                *count = Some((number, value));
            }
        }
        Ok(())
    }

    /// Takes a complete operand, with the "not"s that stand before it.
    fn value(&mut self, mut value: Expr) {
        if matches!(self.open.last(), Some(Open::Not)) {
            self.open.pop();
            value = !value;
        }
        self.values.push(value);
    }

    /// Reads what follows an operand, until another one must come; true at the end of the formula.
    fn operator(&mut self) -> Result<bool, ExprError> {
        loop {
            let token = self.take()?;
            let op = match token.kind {
                Kind::And => Op::And,
                Kind::Or => Op::Or,
                Kind::Xor => Op::Xor,
                Kind::Implies => Op::Implies,
                Kind::Iff => Op::Iff,
                Kind::Comma => {
                    self.close_chains(0);
                    match self.open.last_mut() {
                        Some(Open::Call { operands, .. }) => *operands += 1,
                        _ => return Err(self.no_operator(token)),
                    }
                    return Ok(false);
                }
                Kind::Close => {
                    self.close_chains(0);
                    self.close(token)?;
                    continue;
                }
                Kind::End | Kind::LineEnd => {
                    self.close_chains(0);
                    return match self.open.last() {
                        None => Ok(true),
                        Some(Open::Parenthesis { at } | Open::Call { at, .. }) => {
                            Err(self.lexer.error(ExprErrorKind::Unclosed, *at))
                        }
                        Some(_) => unreachable!("chains and negations are closed after an operand"),
                    };
                }
                _ => return Err(self.no_operator(token)),
            };
            self.close_chains(strength(op) + 1);
            match self.open.last_mut() {
                Some(Open::Chain { op: same, operands }) if *same == op => *operands += 1,
                _ => self.push(Open::Chain { op, operands: 1 }, token)?,
            }
            return Ok(false);
        }
    }

    /// Makes formulas of the chains that bind at least so strongly.
    fn close_chains(&mut self, least: u8) {
        while let Some(&Open::Chain { op, operands }) = self.open.last() {
            if strength(op) < least {
                return;
            }
            self.open.pop();
            let mut operands = self.values.split_off(self.values.len() - operands - 1);
            let value = match op {
                Op::Implies => {
                    let last = operands.pop().expect("a chain has two operands or more");
                    operands.into_iter().rfold(last, |then, condition| condition.implies(then))
                }
                Op::Iff => {
                    let mut operands = operands.into_iter();
                    let first = operands.next().expect("a chain has two operands or more");
                    operands.fold(first, |left, right| left.iff(right))
                }
                _ => Expr::node(op, operands),
            };
            self.values.push(value);
        }
    }

    fn close(&mut self, token: Token) -> Result<(), ExprError> {
        let value = match self.open.last() {
            Some(Open::Parenthesis { .. }) => self.values.pop().expect("an operand lies in the parentheses"),
            Some(&Open::Call { name, function, count, operands, .. }) => {
                let operands = self.values.split_off(self.values.len() - operands - 1);
                self.apply(name, function, count, operands)?
            }
            _ => return Err(self.no_operator(token)),
        };
        self.open.pop();
        self.parentheses -= 1;
        self.value(value);
        Ok(())
    }

    fn apply(
        &self,
        name: Token,
        function: Function,
        count: Option<(Token, u32)>,
        mut operands: Vec<Expr>,
    ) -> Result<Expr, ExprError> {
        let word = || self.lexer.slice(name).to_owned();
        if let Some(expected) = function.operands().filter(|&expected| expected != operands.len()) {
            let kind = ExprErrorKind::Operands { function: word(), expected, found: operands.len() };
            return Err(self.lexer.error(kind, name));
        }
        let k = match count {
            Some((number, value)) if value as usize > operands.len() => {
                let count = self.lexer.slice(number).to_owned();
                let kind = ExprErrorKind::Count { function: word(), count, operands: operands.len() };
                return Err(self.lexer.error(kind, number));
            }
            Some((_, value)) => value,
            None => 0,
        };
        Ok(match function {
            Function::AtMost => Expr::cardinality(Op::AtMost(k), operands),
            Function::AtLeast => Expr::cardinality(Op::AtLeast(k), operands),
            Function::Exactly => Expr::cardinality(Op::Exactly(k), operands),
            Function::One(op) => Expr::cardinality(op, operands),
            Function::Not => !operands.swap_remove(0),
            Function::Nary(op) => Expr::nary(op, operands),
            Function::NegatedNary(op) => !Expr::nary(op, operands),
            Function::Implies | Function::IfThenElse => {
                Expr::node(if function == Function::Implies { Op::Implies } else { Op::IfThenElse }, operands)
            }
            // All are equal: each is equal to the next.
            Function::Equivalent => Expr::all(operands.windows(2).map(|pair| pair[0].clone().iff(&pair[1]))),
        })
    }

    fn no_operator(&self, token: Token) -> ExprError {
        let inside = self.open.iter().rev().find(|open| !matches!(open, Open::Chain { .. } | Open::Not));
        let expected = match inside {
            None => Expected::OperatorOrEnd,
            Some(Open::Call { .. }) => Expected::OperatorOrNext,
            Some(_) => Expected::OperatorOrClose,
        };
        self.unexpected(token, expected)
    }

    fn unexpected(&self, token: Token, expected: Expected) -> ExprError {
        let found = self.lexer.found(token);
        let since = self.open.iter().rev().find_map(|open| match open {
            Open::Parenthesis { at } | Open::Call { at, .. } => Some(*at),
            _ => None,
        });
        let open = since
            .map(|at| place(self.lexer.text(), at.start))
            .filter(|&(line, _)| line < place(self.lexer.text(), token.start).0);
        self.lexer.error(ExprErrorKind::Unexpected { found, expected, open }, token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
