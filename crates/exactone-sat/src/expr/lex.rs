//! From characters to tokens. Full-width punctuation means what its narrow twin means.

use super::error::{ExprError, ExprErrorKind, Found};

/// What a token is; its text is the stretch of the source it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    /// A name in backquotes; the token covers the quotes.
    QuotedName,
    Number,
    /// A sentence in quotation marks of any kind; the token covers them.
    Quote,
    Not,
    And,
    Or,
    Xor,
    Implies,
    Iff,
    Open,
    Close,
    Comma,
    Equals,
    Colon,
    LineEnd,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// A reader of tokens. Comments (`#` to the end of the line) and blanks are passed over.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// A place whose line is known, so that the line of a later one is counted from there.
    known: (usize, usize),
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        // A byte order mark is no part of the text.
        let at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        Lexer { text, at, known: (0, 1) }
    }

    /// Where the next token is looked for.
    pub fn position(&self) -> usize {
        self.at
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    pub fn slice(&self, token: Token) -> &'a str {
        let slice = &self.text[token.start..token.end];
        match token.kind {
            Kind::QuotedName | Kind::Quote => {
                let mut inner = slice.chars();
                inner.next();
                inner.next_back();
                inner.as_str()
            }
            _ => slice,
        }
    }

    /// A token as an error names it.
    pub fn found(&self, token: Token) -> Found {
        let text = self.slice(token);
        match token.kind {
            Kind::End => Found::End,
            Kind::LineEnd => Found::LineEnd,
            Kind::Name | Kind::QuotedName => Found::Name(shortened(text)),
            Kind::Number => Found::Number(shortened(text)),
            Kind::Quote => Found::Quotation,
            _ => Found::Sign(text.into()),
        }
    }

    pub fn error(&self, kind: ExprErrorKind, token: Token) -> ExprError {
        ExprError::new(kind, self.text, token.start..token.end, self.known)
    }

    /// Tells the line (1-based) of a place (bytes from the start).
    pub fn know(&mut self, at: usize, line: usize) {
        self.known = (at, line);
    }

    /// The next token without taking it.
    pub fn peek(&self) -> Result<Token, ExprError> {
        self.clone().take()
    }

    /// The next token.
    pub fn take(&mut self) -> Result<Token, ExprError> {
        let start = self.skip_blanks();
        let mut rest = self.text[start..].chars();
        let Some(c) = rest.next() else { return Ok(Token { kind: Kind::End, start, end: start }) };
        let (second, third) = {
            let mut rest = rest.clone();
            (rest.next().map(narrow), rest.next().map(narrow))
        };
        let (kind, chars) = match (narrow(c), second, third) {
            ('\n', ..) => (Kind::LineEnd, 1),
            ('(', ..) => (Kind::Open, 1),
            (')', ..) => (Kind::Close, 1),
            (',', ..) => (Kind::Comma, 1),
            (':', ..) => (Kind::Colon, 1),
            ('<', Some('-' | '='), Some('>')) => (Kind::Iff, 3),
            ('-' | '=' | '>', Some('>'), _) => (Kind::Implies, 2),
            ('=', ..) => (Kind::Equals, 1),
            ('&', Some('&'), _) => (Kind::And, 2),
            ('|', Some('|'), _) => (Kind::Or, 2),
            ('~' | '!' | '¬', ..) => (Kind::Not, 1),
            ('&' | '∧' | '⋀', ..) => (Kind::And, 1),
            ('|' | '∨' | '⋁', ..) => (Kind::Or, 1),
            ('^' | '⊕' | '⊻', ..) => (Kind::Xor, 1),
            ('→' | '⇒' | '⟹' | '⟶', ..) => (Kind::Implies, 1),
            ('↔' | '⇔' | '⟺' | '⟷' | '≡', ..) => (Kind::Iff, 1),
            ('`', ..) => return self.quotation(start, '`', Kind::QuotedName),
            ('"', ..) => return self.quotation(start, '"', Kind::Quote),
            ('“', ..) => return self.quotation(start, '”', Kind::Quote),
            ('「', ..) => return self.quotation(start, '」', Kind::Quote),
            ('『', ..) => return self.quotation(start, '』', Kind::Quote),
            ('«', ..) => return self.quotation(start, '»', Kind::Quote),
            (c, ..) if in_name(c) => return Ok(self.word(start)),
            _ => {
                let end = start + c.len_utf8();
                return Err(ExprError::new(
                    ExprErrorKind::UnknownCharacter(c),
                    self.text,
                    start..end,
                    self.known,
                ));
            }
        };
        let length: usize = self.text[start..].chars().take(chars).map(char::len_utf8).sum();
        self.at = start + length;
        Ok(Token { kind, start, end: self.at })
    }

    fn skip_blanks(&mut self) -> usize {
        let mut comment = false;
        for (offset, c) in self.text[self.at..].char_indices() {
            let is_blank = c != '\n' && c.is_whitespace();
            comment = c != '\n' && (comment || matches!(c, '#' | '＃'));
            if !is_blank && !comment {
                self.at += offset;
                return self.at;
            }
        }
        self.at = self.text.len();
        self.at
    }

    fn word(&mut self, start: usize) -> Token {
        let rest = &self.text[start..];
        let length = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        self.at = start + length;
        let word = &self.text[start..self.at];
        let kind = match word {
            "not" => Kind::Not,
            "and" => Kind::And,
            "or" => Kind::Or,
            "xor" => Kind::Xor,
            _ if word.chars().all(|c| digit(c).is_some()) => Kind::Number,
            _ => Kind::Name,
        };
        Token { kind, start, end: self.at }
    }

    fn quotation(&mut self, start: usize, end_mark: char, kind: Kind) -> Result<Token, ExprError> {
        let mut rest = self.text[start..].char_indices();
        rest.next();
        for (offset, c) in rest {
            if c == '\n' {
                break;
            }
            // A full-width quotation mark ends what a full-width one began.
            if c == end_mark || narrow(c) == end_mark {
                self.at = start + offset + c.len_utf8();
                return Ok(Token { kind, start, end: self.at });
            }
        }
        let opening = self.text[start..].chars().next().map_or(0, char::len_utf8);
        Err(ExprError::new(ExprErrorKind::UnclosedQuote, self.text, start..start + opening, self.known))
    }

    /// Goes on behind the end of the line that holds this byte.
    pub fn skip_line(&mut self, at: usize) {
        self.at = self.text[at..].find('\n').map_or(self.text.len(), |offset| at + offset + 1);
    }
}

/// The narrow twin of a full-width sign, and the plain form of its look-alikes. Letters and digits stay.
fn narrow(c: char) -> char {
    match c {
        '、' => ',',
        '∼' | '〜' => '~',
        '￢' => '¬',
        '−' | '–' => '-',
        '\u{FF01}'..='\u{FF5E}' if !c.is_alphanumeric() => {
            char::from_u32(c as u32 - 0xFEE0).expect("full-width forms mirror ASCII")
        }
        _ => c,
    }
}

/// The value of a decimal digit, narrow or full-width.
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// Letters and digits of any script, with the marks that join and accent them, and `_`.
fn in_name(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    c.is_alphanumeric()
        || c == '＿'
        || matches!(c as u32,
            // Combining accents; the signs of Indic scripts that "silence" a vowel; joiners between letters.
            0x0300..=0x036F | 0x093C | 0x094D | 0x09BC | 0x09CD | 0x0A3C | 0x0A4D | 0x0ABC | 0x0ACD | 0x0B3C
            | 0x0B4D | 0x0BCD | 0x0C4D | 0x0CCD | 0x0D4D | 0x0DCA | 0x0E38..=0x0E3A | 0x0E47..=0x0E4E
            | 0x0EC8..=0x0ECD | 0x0F39 | 0x0F84 | 0x1039 | 0x103A | 0x17D2 | 0x200C | 0x200D | 0x3099 | 0x309A
            | 0xFE00..=0xFE0F)
}

/// Whether a word is read as a name as it stands.
pub(crate) fn is_name(word: &str) -> bool {
    !word.is_empty()
        && word.chars().all(in_name)
        && !word.chars().all(|c| digit(c).is_some())
        && !matches!(word, "not" | "and" | "or" | "xor" | "true" | "false" | "True" | "False")
}

/// The beginning of a word that may be a megabyte long.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| Some(lexer.take().unwrap().kind).filter(|&kind| kind != Kind::End)).collect()
    }

    #[test]
    fn every_spelling_of_an_operator_is_the_same_token() {
        for (spellings, kind) in [
            ("~ ! not ¬ ～ ！ ￢ ∼", Kind::Not),
            ("& && and ∧ ＆ ＆＆", Kind::And),
            ("| || or ∨ ｜", Kind::Or),
            ("^ xor ⊕ ＾", Kind::Xor),
            ("-> => >> → ⇒ －＞ ＝＞ ＞＞", Kind::Implies),
            ("<-> <=> ↔ ⇔ ＜－＞ ＜＝＞", Kind::Iff),
            ("( （", Kind::Open),
            (") ）", Kind::Close),
            (", ， 、", Kind::Comma),
            ("= ＝", Kind::Equals),
            (": ：", Kind::Colon),
            ("a 甲 é x_1 1号 नमस्ते Ａ _ ßeta сосед", Kind::Name),
            ("0 12 １２", Kind::Number),
            ("\"a b\" “甲” 「乙」 ＂丙＂", Kind::Quote),
        ] {
            let found = kinds(spellings);
            assert_eq!(found, vec![kind; spellings.replace("a b", "ab").split(' ').count()], "{spellings}");
        }
    }

    #[test]
    fn comments_and_blanks_are_passed_over() {
        assert_eq!(kinds("\u{FEFF}a # b & c\n\u{3000}b"), [Kind::Name, Kind::LineEnd, Kind::Name]);
        assert_eq!(kinds("a<->b"), [Kind::Name, Kind::Iff, Kind::Name]);
        assert!(Lexer::new("“abc").take().is_err());
        assert!(Lexer::new("\"abc\nd\"").take().is_err());
    }
}
