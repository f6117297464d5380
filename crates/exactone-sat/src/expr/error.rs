//! What can be wrong with the text of a formula, with its place.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::printable::is_printable;

/// A text that is no formula: what was seen, what was expected, and where.
///
/// Prints as one line without the place; [`drawing`](ExprError::drawing) shows the source line with a caret below.
///
/// ```
/// use exactone_sat::{Expr, Names};
/// let error = Expr::parse("a & ) b", &mut Names::new()).unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 5));
/// assert_eq!(error.to_string(), "`)` where a formula is expected: a name, `~`, `(`, or a function such as `exactly_one(`");
/// assert_eq!(error.drawing(), "1 | a & ) b\n  |     ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExprError {
    kind: Box<ExprErrorKind>,
    start: usize,
    line: usize,
    column: usize,
    /// The part of the source line around the place, what comes before the place in it, and the carets' width.
    excerpt: Box<str>,
    before: usize,
    width: usize,
}

/// The kinds of [`ExprError`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprErrorKind {
    /// There is nothing but blanks and comments.
    Empty,
    /// A character that belongs to no name and no operator.
    UnknownCharacter(char),
    /// Something else than what must stand here.
    Unexpected {
        /// What was seen.
        found: Found,
        /// What could have stood here.
        expected: Expected,
        /// The line and column of the innermost parenthesis that is open since an earlier line.
        open: Option<(usize, usize)>,
    },
    /// A parenthesis that is never closed; the place is that of the parenthesis.
    Unclosed,
    /// A quoted text or name that does not end on its line.
    UnclosedQuote,
    /// More operators and parentheses stand open than the parser takes.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A number that cannot be a count of so many operands.
    Count {
        /// The function.
        function: String,
        /// The number as written.
        count: String,
        /// How many operands follow it.
        operands: usize,
    },
    /// A function with another number of operands than it takes.
    Operands {
        /// The function.
        function: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A word that names no variable, where only known ones are read.
    UnknownName(String),
    /// A definition that refers to itself, perhaps through others: the names on the way, the first one again at the
    /// end.
    Circular(Vec<String>),
    /// A second definition or a second sentence for the same name.
    Again {
        /// The name.
        name: String,
        /// The line of the first one.
        first: usize,
    },
    /// A name before a parenthesis that is no function.
    NoFunction(String),
}

/// What was seen where something else must stand.
///
/// ```
/// use exactone_sat::Found;
/// assert_eq!(Found::Name("b".into()).to_string(), "the name `b`");
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The end of the text.
    End,
    /// The end of a line.
    LineEnd,
    /// A name; a long one is cut.
    Name(String),
    /// A number; a long one is cut.
    Number(String),
    /// A text in quotation marks.
    Quotation,
    /// An operator or a sign, as it was written.
    Sign(String),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::End => f.write_str("the end"),
            Found::LineEnd => f.write_str("the end of the line"),
            Found::Name(name) => write!(f, "the name `{name}`"),
            Found::Number(number) => write!(f, "the number `{number}`"),
            Found::Quotation => f.write_str("a quotation"),
            Found::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

/// What could have stood at a place.
///
/// ```
/// use exactone_sat::Expected;
/// assert_eq!(Expected::Count("at_most".into()).to_string(), "the number of `at_most` is expected");
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Whatever begins a formula.
    Formula {
        /// Whether a number stands there, which is no name.
        number: bool,
    },
    /// The number of this function.
    Count(String),
    /// A comma and the operands of this function.
    Operands(String),
    /// An operator, or the end of the text.
    OperatorOrEnd,
    /// An operator, or the parenthesis that closes.
    OperatorOrClose,
    /// An operator, the next operand, or the parenthesis that closes.
    OperatorOrNext,
    /// A sentence in quotation marks.
    Sentence,
    /// The end of the line.
    LineEnd,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const OPERATOR: &str = "an operator (`&`, `|`, `^`, `->`, `<->`)";
        match self {
            Expected::Formula { number } => {
                f.write_str("a formula is expected: a name, `~`, `(`, or a function such as `exactly_one(`")?;
                f.write_str(if *number { " (a name needs a letter or `_`)" } else { "" })
            }
            Expected::Count(function) => write!(f, "the number of `{function}` is expected"),
            Expected::Operands(function) => write!(f, "`,` and the operands of `{function}` are expected"),
            Expected::OperatorOrEnd => write!(f, "{OPERATOR} or the end is expected"),
            Expected::OperatorOrClose => write!(f, "{OPERATOR} or `)` is expected"),
            Expected::OperatorOrNext => write!(f, "{OPERATOR} or `,` or `)` is expected"),
            Expected::Sentence => f.write_str("a sentence in quotation marks is expected"),
            Expected::LineEnd => f.write_str("the end of the line is expected"),
        }
    }
}

impl ExprError {
    /// An error at a range (bytes) of `text`, of which one place is known to be on some line (1-based).
    pub(crate) fn new(kind: ExprErrorKind, text: &str, at: Range<usize>, known: (usize, usize)) -> ExprError {
        let (start, end) = (at.start, at.end);
        /// How many characters before and from the place are shown at most.
        const BEFORE: usize = 60;
        const FROM: usize = 40;
        let (line, column) = place_from(text, start, known);
        let line_start = text[..start].rfind('\n').map_or(0, |position| position + 1);
        let from = text[line_start..start]
            .char_indices()
            .rev()
            .nth(BEFORE - 1)
            .map_or(line_start, |(at, _)| line_start + at);
        let rest = text[start..].lines().next().unwrap_or("");
        let until = start + rest.char_indices().nth(FROM).map_or(rest.len(), |(at, _)| at);
        let mut excerpt = String::new();
        if from > line_start {
            excerpt.push_str("...");
        }
        excerpt.push_str(&text[from..start]);
        let before = excerpt.len();
        excerpt.push_str(&text[start..until]);
        if until < start + rest.len() {
            excerpt.push_str("...");
        }
        let marked =
            text[start..end.clamp(start, until.max(start))].chars().map(columns).sum::<usize>().max(1);
        ExprError {
            kind: Box::new(kind),
            start,
            line,
            column,
            excerpt: excerpt.into(),
            before,
            width: marked,
        }
    }

    /// What is wrong.
    pub fn kind(&self) -> &ExprErrorKind {
        &self.kind
    }

    /// The first byte of the text that is meant.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The line, 1-based.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, 1-based.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The source line with its number, and below it carets under the place. Long lines are cut on both sides;
    /// wide characters are given two columns.
    pub fn drawing(&self) -> String {
        let number = self.line.to_string();
        let mut drawing = format!("{number} | ");
        drawing.extend(self.excerpt.chars().map(seen));
        drawing.push('\n');
        drawing.extend(std::iter::repeat_n(' ', number.len()));
        drawing.push_str(" | ");
        for c in self.excerpt[..self.before].chars().map(seen) {
            // An ideographic space is as wide as the character above it in any font that has both.
            match columns(c) {
                2 => drawing.push('\u{3000}'),
                width => drawing.extend(std::iter::repeat_n(' ', width)),
            }
        }
        drawing.extend(std::iter::repeat_n('^', self.width));
        drawing
    }
}

impl fmt::Display for ExprError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.kind {
            ExprErrorKind::Empty => write!(f, "nothing is stated: a formula is expected, such as `a & ~b`"),
            ExprErrorKind::UnknownCharacter(c) if !is_printable(*c) || c.is_whitespace() => {
                write!(f, "the character {} belongs to no name and no operator", c.escape_unicode())
            }
            ExprErrorKind::UnknownCharacter(c) => write!(f, "`{c}` belongs to no name and no operator"),
            ExprErrorKind::Unexpected { found, expected, open } => {
                write!(f, "{found} where {expected}")?;
                match open {
                    Some((line, column)) => {
                        write!(f, " (the `(` of line {line}, column {column} is still open)")
                    }
                    None => Ok(()),
                }
            }
            ExprErrorKind::Unclosed => write!(f, "this `(` is never closed: a `)` is missing"),
            ExprErrorKind::UnclosedQuote => write!(f, "this quotation does not end on its line"),
            ExprErrorKind::TooDeep { limit } => {
                write!(f, "too deeply nested: more than {limit} operators and parentheses are open here")
            }
            ExprErrorKind::Count { function, count, operands } => write!(
                f,
                "`{function}` of {count} out of {operands}: the number must lie between 0 and {operands}"
            ),
            ExprErrorKind::Operands { function, expected, found } => {
                let plural = if *expected == 1 { "" } else { "s" };
                write!(f, "`{function}` takes {expected} operand{plural}, here are {found}")
            }
            ExprErrorKind::UnknownName(name) => {
                write!(f, "`{name}` names no variable: without names, variables are x1, x2, ...")
            }
            ExprErrorKind::Circular(names) => {
                write!(f, "a definition in terms of itself: {}", names.join(" -> "))
            }
            ExprErrorKind::Again { name, first } => {
                write!(f, "`{name}` has been given a meaning already, in line {first}")
            }
            ExprErrorKind::NoFunction(name) => write!(
                f,
                "`{name}` is no function: known are exactly, at_most, at_least, exactly_one, \
                 at_most_one, at_least_one, ite, And, Or, Not, Xor, Nand, Nor, Xnor, Implies, Equivalent, ITE"
            ),
        }
    }
}

impl Error for ExprError {}

/// The 1-based line and column (in characters) of a byte of the text.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    place_from(text, at, (0, 1))
}

/// As [`place`], counted from a place before or at it whose line is known, if it is before.
fn place_from(text: &str, at: usize, known: (usize, usize)) -> (usize, usize) {
    let before = &text.as_bytes()[..at];
    let (from, first) = if known.0 <= at { known } else { (0, 1) };
    let line = before[from..].iter().filter(|&&byte| byte == b'\n').count() + first;
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |position| position + 1);
    (line, text[line_start..at].chars().count() + 1)
}

/// A character as it is drawn.
fn seen(c: char) -> char {
    if is_printable(c) { c } else { ' ' }
}

/// How many columns of a terminal a character takes: 0, 1 or 2 (East Asian wide and emoji).
pub(crate) fn columns(c: char) -> usize {
    match c as u32 {
        0x0300..=0x036F | 0x200B..=0x200F | 0x20D0..=0x20FF | 0xFE00..=0xFE0F => 0,
        0x1100..=0x115F
        | 0x2E80..=0x303E
        | 0x3041..=0x4DBF
        | 0x4E00..=0xA4CF
        | 0xA960..=0xA97F
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1FAFF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Expr, Names};

    fn drawn(text: &str) -> String {
        let error = Expr::parse(text, &mut Names::new()).unwrap_err();
        format!("{}:{}: {error}\n{}", error.line(), error.column(), error.drawing())
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        assert_eq!(
            drawn("a &\n (b | c"),
            "2:2: this `(` is never closed: a `)` is missing\n2 |  (b | c\n  |  ^"
        );
        assert_eq!(
            drawn("甲 且 乙"),
            "1:3: the name `且` where an operator (`&`, `|`, `^`, `->`, `<->`) or the end is expected\n\
             1 | 甲 且 乙\n  | \u{3000} ^^"
        );
        assert_eq!(drawn("a @ b"), "1:3: `@` belongs to no name and no operator\n1 | a @ b\n  |   ^");
    }

    #[test]
    fn what_would_reorder_a_message_is_not_printed() {
        assert_eq!(
            drawn("a \u{202E}b"),
            "1:3: the character \\u{202e} belongs to no name and no operator\n1 | a  b\n  |   ^"
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{} @ {}", "a & ".repeat(10_000), " & a".repeat(10_000));
        let error = Expr::parse(&text, &mut Names::new()).unwrap_err();
        assert_eq!(error.column(), 40_002);
        assert!(error.drawing().lines().all(|line| line.len() < 120));
        let caret = error.drawing().lines().nth(1).unwrap().find('^');
        assert_eq!(error.drawing().find('@'), caret);
    }
}
