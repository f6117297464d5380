//! Operator precedence with an explicit stack, so that no nesting can overflow.

use super::Lines;
use super::function::Function;
use crate::expr::error::{Expected, ExprError, ExprErrorKind, place};
use crate::expr::lex::{Kind, Lexer, Token, digit};
use crate::expr::{Expr, Op};

/// How many operators and parentheses may stand open at one point of the text.
const MAX_OPEN: usize = 1_000_000;

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
pub(in crate::expr) fn parse_formula(
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
        operands: Vec<Expr>,
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
        Ok(function.of(k, operands))
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
