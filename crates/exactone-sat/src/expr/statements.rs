//! A file of statements, as a teacher would write it.
//!
//! ```text
//! # Who took the coffee? Exactly one of the four statements is true.
//! A: "甲是犯人"              a sentence for a name, which answers show
//! S1 = ~A                     a definition: S1 stands for the formula
//! exactly_one(S1, S2, S3)     a statement, over as many lines as its parentheses are open
//! ```

use std::collections::{HashMap, HashSet};

use super::Expr;
use super::error::{Expected, ExprError, ExprErrorKind};
use super::lex::{Kind, Lexer, Token};
use super::parse::{Lines, parse_formula};
use crate::lit::{Lit, Var};
use crate::names::Names;
use crate::normal_form::encode::{Encoder, Style};
use crate::sink::ClauseSink;

/// Statements that must all hold, with names, sentences and places.
///
/// One statement a line, or as many lines as its parentheses are open. `name = formula` defines: wherever the name
/// stands, before or after, the formula is meant. `name: "sentence"` says what a name means. `#` starts a comment.
/// Names that are not defined are the variables, numbered from 1 in order of appearance.
///
/// ```
/// use exactone_sat::{Statements, Var};
/// let puzzle = Statements::parse("
///     A: \"the butler did it\"
///     exactly_one(S1, S2)
///     S1 = ~A
///     S2 = A & B
/// ").unwrap();
/// assert_eq!(puzzle.statements().len(), 1);
/// assert_eq!(puzzle.statements()[0].expr().to_string(), "exactly_one(~x1, x1 & x2)");
/// assert_eq!(puzzle.sentence("A"), Some("the butler did it"));
/// assert_eq!(puzzle.names().word(Var::new(2)), Some("B"));
/// ```
#[derive(Clone, Debug)]
pub struct Statements {
    names: Names,
    statements: Vec<Statement>,
    definitions: Vec<(String, Expr)>,
    sentences: HashMap<String, String>,
}

/// One statement of a [`Statements`] file.
#[derive(Clone, Debug)]
pub struct Statement {
    expr: Expr,
    line: usize,
    text: String,
}

impl Statement {
    /// The formula, definitions put in.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The line where it begins, 1-based.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The statement as it is written, without comments at its end; blanks in a row are one.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Statements {
    /// Reads a file of statements.
    ///
    /// # Errors
    /// Everything that is wrong, in order of lines: a line that cannot be read does not stop the next one. A text
    /// without any statement is an error too.
    pub fn parse(text: &str) -> Result<Statements, Vec<ExprError>> {
        let mut reader = Reader { lexer: Lexer::new(text), words: Words::default(), found: Found::default() };
        reader.read();
        let Reader { lexer, words, mut found } = reader;
        if found.errors.is_empty() && found.statements.is_empty() {
            let end = Token { kind: Kind::End, start: 0, end: 0 };
            found.errors.push(lexer.error(ExprErrorKind::Empty, end));
        }
        let resolved = words.resolve(&lexer, &mut found);
        if !found.errors.is_empty() {
            found.errors.sort_by_key(ExprError::start);
            return Err(found.errors);
        }
        let (names, meanings) = resolved;
        let put_in = |expr: &Expr| expr.substitute(|var| Some(meanings[var.index()].clone()));
        let statements =
            found.statements.into_iter().map(|one| Statement { expr: put_in(&one.expr), ..one }).collect();
        let definitions = found
            .definitions
            .iter()
            .map(|one| (words.list[one.word].clone(), meanings[one.word].clone()))
            .collect();
        let sentences = found.sentences.into_iter().map(|(word, (text, _))| (word, text)).collect();
        Ok(Statements { names, statements, definitions, sentences })
    }

    /// The words of the variables.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The statements in order.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// The defined names with their formulas, in order, definitions put in.
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = (&str, &Expr)> + '_ {
        self.definitions.iter().map(|(name, expr)| (name.as_str(), expr))
    }

    /// The sentence that a name stands for, if the file gives one.
    pub fn sentence(&self, name: &str) -> Option<&str> {
        self.sentences.get(name).map(String::as_str)
    }

    /// All statements as one formula.
    pub fn all(&self) -> Expr {
        Expr::all(self.statements.iter().map(Statement::expr))
    }

    /// States all statements as clauses in a solver, and returns for each definition, in their order, a literal that is
    /// true exactly where its formula holds. Subformulas are shared between all of them, so a file of a hundred
    /// thousand definitions makes a hundred thousand gates.
    ///
    /// ```
    /// use exactone_sat::{Cdcl, Solver, Statements};
    /// let file = Statements::parse("S = A & B\nT = ~S\nS").unwrap();
    /// let mut solver = Cdcl::new();
    /// let values = file.state(&mut solver);
    /// let model = solver.solve().into_model().unwrap();
    /// assert!(model.is_true(values[0]) && !model.is_true(values[1]));
    /// ```
    pub fn state<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Vec<Lit> {
        let mut encoder = Encoder::new(Style::PlaistedGreenbaum).with_groups();
        encoder.state(&self.all());
        self.definitions.iter().for_each(|(_, meaning)| {
            encoder.define(meaning);
        });
        encoder.finish(sink)
    }

    /// Reads a further formula in the language of this file: its names and definitions are known, new names become
    /// new variables.
    ///
    /// # Errors
    /// If the text is no formula.
    pub fn parse_more(&mut self, text: &str) -> Result<Expr, ExprError> {
        let mut names = self.names.clone();
        let expr = Expr::parse(text, &mut names)?;
        // A word that was unknown as a variable may be a definition: put it in, and number the others without it.
        let defined: HashMap<&str, &Expr> = self.definitions().collect();
        let first_new = self.names.iter().map(|(var, _)| var.number()).max().unwrap_or(0);
        let (mut meanings, mut new, mut last) = (HashMap::new(), Vec::new(), first_new);
        for (var, word) in names.iter().skip(self.names.len()) {
            let meaning = match defined.get(word) {
                Some(&meaning) => meaning.clone(),
                None => {
                    last += 1;
                    new.push((word.to_owned(), Var::new(last)));
                    Expr::from(Var::new(last))
                }
            };
            meanings.insert(var, meaning);
        }
        let expr = expr.substitute(|var| meanings.get(&var).cloned());
        for (word, var) in new {
            self.names.set(&word, var);
        }
        Ok(expr)
    }
}

/// All words, defined or not, numbered as they appear; a formula being read has them as variables.
#[derive(Default)]
struct Words {
    numbers: HashMap<String, usize>,
    list: Vec<String>,
    leaves: Vec<Expr>,
}

impl Words {
    fn number(&mut self, word: &str) -> usize {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.list.len();
        self.numbers.insert(word.into(), number);
        self.list.push(word.into());
        self.leaves.push(Var::from_index(number).into());
        number
    }

    /// What each word means: a variable, or its definition with all definitions put in.
    fn resolve(&self, lexer: &Lexer<'_>, found: &mut Found) -> (Names, Vec<Expr>) {
        let definition_of: HashMap<usize, usize> =
            found.definitions.iter().enumerate().map(|(position, one)| (one.word, position)).collect();
        let mut names = Names::new();
        let mut meanings = self.leaves.clone();
        let mut last = 0;
        for (word, text) in self.list.iter().enumerate() {
            if !definition_of.contains_key(&word) {
                last += 1;
                names.set(text, Var::new(last));
                meanings[word] = Var::new(last).into();
            }
        }
        let mut done = HashSet::new();
        for start in 0..found.definitions.len() {
            // A walk in depth; the way down is what a circle consists of.
            let mut way: Vec<(usize, Vec<usize>)> = Vec::new();
            let mut enter = Some(start).filter(|start| !done.contains(start));
            let mut on_way = HashSet::new();
            loop {
                if let Some(position) = enter.take() {
                    let needs = found.definitions[position].expr.vars();
                    let needs =
                        needs.iter().filter_map(|var| definition_of.get(&var.index()).copied()).collect();
                    way.push((position, needs));
                    on_way.insert(position);
                }
                let Some((position, needs)) = way.last_mut() else { break };
                let position = *position;
                match needs.pop() {
                    Some(next) if on_way.contains(&next) => {
                        let from = way.iter().position(|&(at, _)| at == next).unwrap_or(0);
                        let mut circle: Vec<String> = way[from..]
                            .iter()
                            .map(|&(at, _)| self.list[found.definitions[at].word].clone())
                            .collect();
                        circle.push(circle[0].clone());
                        let kind = ExprErrorKind::Circular(circle);
                        found.errors.push(lexer.error(kind, found.definitions[next].name));
                        done.extend(way.iter().map(|&(at, _)| at));
                        break;
                    }
                    Some(next) => enter = Some(next).filter(|next| !done.contains(next)),
                    None => {
                        let one = &found.definitions[position];
                        meanings[one.word] = one.expr.substitute(|var| Some(meanings[var.index()].clone()));
                        done.insert(position);
                        on_way.remove(&position);
                        way.pop();
                    }
                }
            }
        }
        (names, meanings)
    }
}

struct Definition {
    word: usize,
    name: Token,
    expr: Expr,
}

#[derive(Default)]
struct Found {
    statements: Vec<Statement>,
    definitions: Vec<Definition>,
    sentences: HashMap<String, (String, usize)>,
    errors: Vec<ExprError>,
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    words: Words,
    found: Found,
}

impl Reader<'_> {
    fn read(&mut self) {
        // Lines are counted on the way: asking for each place anew would walk the text once a statement.
        let (mut line, mut counted) = (1, 0);
        let mut defined: HashMap<usize, usize> = HashMap::new();
        loop {
            let begin = match self.lexer.peek() {
                Ok(token) => token,
                Err(error) => {
                    self.lexer.know(error.start(), error.line());
                    self.lexer.skip_line(error.start());
                    self.found.errors.push(error);
                    continue;
                }
            };
            let passed = &self.lexer.text()[counted..begin.start];
            line += passed.bytes().filter(|&byte| byte == b'\n').count();
            counted = begin.start;
            self.lexer.know(begin.start, line);
            let result = match begin.kind {
                Kind::End => return,
                Kind::LineEnd => self.lexer.take().map(drop),
                _ => self.statement(begin, line, &mut defined),
            };
            if let Err(error) = result {
                self.lexer.skip_line(error.start().max(begin.start));
                self.found.errors.push(error);
            }
        }
    }

    fn statement(
        &mut self,
        begin: Token,
        line: usize,
        defined: &mut HashMap<usize, usize>,
    ) -> Result<(), ExprError> {
        // The constants are words too, but none that could be given a meaning.
        let constant = begin.kind == Kind::Name
            && matches!(self.lexer.slice(begin), "true" | "True" | "false" | "False");
        if matches!(begin.kind, Kind::Name | Kind::QuotedName) && !constant {
            let mut ahead = self.lexer.clone();
            ahead.take()?;
            match ahead.take().map(|token| token.kind) {
                Ok(Kind::Equals) => {
                    self.lexer = ahead;
                    let word = self.words.number(self.lexer.slice(begin));
                    if let Some(&first) = defined.get(&word) {
                        let name = self.words.list[word].clone();
                        return Err(self.lexer.error(ExprErrorKind::Again { name, first }, begin));
                    }
                    // Known as defined even if its formula cannot be read, so that this error stays the only one.
                    defined.insert(word, line);
                    let next = self.lexer.peek()?;
                    if matches!(next.kind, Kind::End | Kind::LineEnd) {
                        let (found, expected) = (self.lexer.found(next), Expected::Formula { number: false });
                        let kind = ExprErrorKind::Unexpected { found, expected, open: None };
                        return Err(self.lexer.error(kind, next));
                    }
                    let expr = self.formula()?;
                    self.found.definitions.push(Definition { word, name: begin, expr });
                    return Ok(());
                }
                Ok(Kind::Colon) => {
                    self.lexer = ahead;
                    return self.sentence(begin, line);
                }
                _ => {}
            }
        }
        let expr = self.formula()?;
        let end = self.lexer.clone();
        let text = written(&self.lexer.text()[begin.start..end.position()]);
        self.found.statements.push(Statement { expr, line, text });
        Ok(())
    }

    fn formula(&mut self) -> Result<Expr, ExprError> {
        let words = &mut self.words;
        parse_formula(&mut self.lexer, Lines::Apart, &mut |word| {
            let number = words.number(word);
            Some(words.leaves[number].clone())
        })
    }

    fn sentence(&mut self, name: Token, line: usize) -> Result<(), ExprError> {
        let word = self.lexer.slice(name).to_owned();
        let unexpected = |lexer: &Lexer<'_>, token: Token, expected| {
            let kind = ExprErrorKind::Unexpected { found: lexer.found(token), expected, open: None };
            lexer.error(kind, token)
        };
        let quote = self.lexer.take()?;
        if quote.kind != Kind::Quote {
            return Err(unexpected(&self.lexer, quote, Expected::Sentence));
        }
        let end = self.lexer.take()?;
        if !matches!(end.kind, Kind::End | Kind::LineEnd) {
            return Err(unexpected(&self.lexer, end, Expected::LineEnd));
        }
        if let Some(&(_, first)) = self.found.sentences.get(&word) {
            return Err(self.lexer.error(ExprErrorKind::Again { name: word, first }, name));
        }
        self.words.number(&word);
        self.found.sentences.insert(word, (self.lexer.slice(quote).to_owned(), line));
        Ok(())
    }
}

/// A statement's text on one line: comments left out, blanks in a row as one.
fn written(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(['#', '＃']).next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> Vec<(usize, usize, String)> {
        let errors = Statements::parse(text).unwrap_err();
        errors.iter().map(|error| (error.line(), error.column(), error.to_string())).collect()
    }

    #[test]
    fn constants_are_given_no_meaning() {
        for text in ["true = a", "False = a", "true: \"x\"", "a\ntrue = ~a"] {
            let errors = Statements::parse(text).unwrap_err();
            assert_eq!(errors.len(), 1, "{text}");
            assert!(matches!(errors[0].kind(), ExprErrorKind::Unexpected { .. }), "{text}");
        }
    }

    /// Each definition is made of the one before: to look through it anew for each would be 450 million steps.
    #[test]
    fn a_long_chain_of_definitions_is_stated_once() {
        use crate::{Cdcl, Cnf, Solver};
        let count = 30_000;
        let chain: String = (1..count).map(|i| format!("S{i} = S{} ^ b\nS{i} | b | a\n", i - 1)).collect();
        let file = Statements::parse(&format!("S0 = a\n{chain}")).unwrap();
        let mut cnf = Cnf::new();
        assert_eq!(file.state(&mut cnf).len(), count);
        let mut solver = Cdcl::new();
        let values = file.state(&mut solver);
        let names: Vec<_> = file.names().iter().map(|(var, _)| var.positive()).collect();
        let model = solver.solve_under(&names).into_model().unwrap();
        assert!((0..count).all(|i| model.is_true(values[i]) == (i % 2 == 0)));
    }

    #[test]
    fn a_hundred_thousand_wrong_lines_are_told_soon_and_in_place() {
        let text = "a $ b\n& c\n".repeat(50_000);
        let errors = Statements::parse(&text).unwrap_err();
        assert_eq!(errors.len(), 100_000);
        assert!(errors.iter().enumerate().all(|(index, error)| error.line() == index + 1));
    }

    #[test]
    fn definitions_may_come_in_any_order_and_are_no_variables() {
        let file = Statements::parse("S & C # first\nS = ~T\r\nT = A | (B &\n  A)\n").unwrap();
        let words: Vec<&str> = file.names().iter().map(|(_, word)| word).collect();
        assert_eq!(words, ["C", "A", "B"]);
        assert_eq!(file.all().printed(file.names()).to_string(), "~(A | (B & A)) & C");
        assert_eq!(file.statements()[0].text(), "S & C");
        assert_eq!(file.definitions().map(|(name, _)| name).collect::<Vec<_>>(), ["S", "T"]);
    }

    #[test]
    fn a_statement_goes_on_while_a_parenthesis_is_open() {
        let file = Statements::parse("\nexactly(1,  # of these\n  a,\n\n  b)\na | c").unwrap();
        assert_eq!(file.statements().len(), 2);
        assert_eq!((file.statements()[0].line(), file.statements()[1].line()), (2, 6));
        assert_eq!(file.statements()[0].text(), "exactly(1, a, b)");
    }

    #[test]
    fn names_may_have_sentences() {
        let file = Statements::parse("A： “甲是犯人”\nB: \"乙 # 是犯人\"\nS = A\nS: \"he\"\nS | B").unwrap();
        assert_eq!(file.sentence("A"), Some("甲是犯人"));
        assert_eq!(file.sentence("B"), Some("乙 # 是犯人"));
        assert_eq!(file.sentence("S"), Some("he"));
        assert_eq!(file.names().len(), 2);
    }

    #[test]
    fn every_wrong_line_is_reported() {
        let found = errors("a & & b\nok\nexactly(5, a, b)\nS = S & a\nok ok\n");
        assert_eq!(
            found.iter().map(|one| (one.0, one.1)).collect::<Vec<_>>(),
            [(1, 5), (3, 9), (4, 1), (5, 4)]
        );
        assert_eq!(found[2].2, "a definition in terms of itself: S -> S");
        assert_eq!(
            errors("S = T\nT = ~U\nU = S | a\nS")[0].2,
            "a definition in terms of itself: S -> T -> U -> S"
        );
        assert_eq!(errors("S = a\n S = b\nS")[0].2, "`S` has been given a meaning already, in line 1");
        assert_eq!(errors("A: \"x\"\nA: \"y\"\nA")[0].0, 2);
        assert_eq!(errors("A: b\nA").len(), 1);
        assert_eq!(errors("A: \"b\" c\nA").len(), 1);
        assert_eq!(errors("A: \"b\nA")[0].1, 4);
        assert_eq!(errors("@\n@ @\n$").len(), 3);
        assert!(errors("a =")[0].2.starts_with("the end where a formula is expected"));
        assert!(errors("a =\nb")[0].2.starts_with("the end of the line where a formula is expected"));
        assert_eq!(errors("")[0].2, errors("S = a\nA: \"a\"")[0].2);
    }

    #[test]
    fn long_chains_of_definitions_are_put_in() {
        let mut text = String::from("S0 = a\n");
        for number in 1..20_000 {
            text += &format!("S{number} = S{} ^ S{}\n", number - 1, number - 1);
        }
        text += "~S19999\n";
        let file = Statements::parse(&text).unwrap();
        assert!(file.all().eval(|_| true));
    }

    #[test]
    fn more_formulas_speak_the_same_language() {
        let mut file = Statements::parse("S = a & b\nS | c").unwrap();
        let more = file.parse_more("S -> d ^ a").unwrap();
        assert_eq!(more.printed(file.names()).to_string(), "(a & b) -> (d ^ a)");
        assert_eq!(file.names().get("d"), Some(Var::new(4)));
    }
}
