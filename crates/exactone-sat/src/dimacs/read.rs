//! The reader: from bytes into any sink, clause by clause.

use std::io::Read;

use super::error::{DimacsError, DimacsErrorKind, Warning};
use super::scan::{Integer, Place, Scanner, shown};
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;

/// Up to this many announced variables the header is believed, however short the file is.
const CREDIBLE_VARIABLES: u64 = 1 << 20;

/// How to read, and how much memory a file may ask for.
///
/// ```
/// use exactone_sat::{dimacs::{read_with, ReadOptions}, Cnf};
/// let strict = ReadOptions { strict: true, ..ReadOptions::default() };
/// assert!(read_with("1 0".as_bytes(), &mut Cnf::new(), &strict).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether everything that would be a [`Warning`] is an error.
    pub strict: bool,
    /// The largest variable number allowed, 100 million by default.
    pub max_variable: u32,
    /// The greatest number of literals in one clause, 2^24 by default.
    pub max_clause_len: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { strict: false, max_variable: 100_000_000, max_clause_len: 1 << 24 }
    }
}

/// The header line `p cnf VARIABLES CLAUSES`, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The number of variables announced.
    pub variables: u64,
    /// The number of clauses announced.
    pub clauses: u64,
}

/// What a file contained besides its clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadReport {
    /// The header, if there was one.
    pub header: Option<Header>,
    /// The number of clauses read.
    pub clauses: u64,
    /// The largest variable in a clause, 0 if there was none.
    pub largest_variable: u32,
    /// The variables of `c p show` (or `c ind`) lines, in order, each once; `None` without such a line.
    pub projection: Option<Vec<Var>>,
    /// What was not as the format says, in order; at most one of each kind.
    pub warnings: Vec<Warning>,
}

/// Reads a DIMACS CNF file into a sink, taking what tools take.
///
/// ```
/// use exactone_sat::{dimacs, Dpll, Solver};
/// let mut solver = Dpll::new();
/// let file = dimacs::read("c p show 2 0\np cnf 2 2\n1 2 0\n-1 0\n".as_bytes(), &mut solver)?;
/// assert_eq!(file.projection.unwrap().len(), 1);
/// assert!(solver.solve().is_sat());
/// # Ok::<(), dimacs::DimacsError>(())
/// ```
///
/// # Errors
/// At what cannot be read or means nothing; the clauses before it are in the sink.
pub fn read<R: Read, S: ClauseSink + ?Sized>(input: R, sink: &mut S) -> Result<ReadReport, DimacsError> {
    read_with(input, sink, &ReadOptions::default())
}

/// Reads a DIMACS CNF file into a sink with these options. Stops early if the sink is closed.
///
/// # Errors
/// At what cannot be read or means nothing; the clauses before it are in the sink. Strictly: at every [`Warning`].
pub fn read_with<R: Read, S: ClauseSink + ?Sized>(
    input: R,
    sink: &mut S,
    options: &ReadOptions,
) -> Result<ReadReport, DimacsError> {
    let mut reader = Reader {
        scanner: Scanner::new(input)?,
        sink,
        options,
        report: ReadReport::default(),
        shown: Vec::new(),
        clause: Vec::new(),
    };
    reader.formula()?;
    Ok(reader.report)
}

impl Cnf {
    /// Reads a formula from DIMACS text, taking what tools take.
    ///
    /// ```
    /// use exactone_sat::Cnf;
    /// assert_eq!(Cnf::from_dimacs("p cnf 2 1\n1 -2 0\n").unwrap().to_string(), "[1, -2]");
    /// ```
    ///
    /// # Errors
    /// Those of [`dimacs::read`](read).
    pub fn from_dimacs(text: &str) -> Result<Cnf, DimacsError> {
        let mut cnf = Cnf::new();
        read(text.as_bytes(), &mut cnf)?;
        Ok(cnf)
    }
}

struct Reader<'a, R, S: ?Sized> {
    scanner: Scanner<R>,
    sink: &'a mut S,
    options: &'a ReadOptions,
    report: ReadReport,
    /// By variable index: stands in the projection. As long as its largest variable needs.
    shown: Vec<bool>,
    clause: Vec<Lit>,
}

impl<R: Read, S: ClauseSink + ?Sized> Reader<'_, R, S> {
    fn formula(&mut self) -> Result<(), DimacsError> {
        let mut line_of_last_word = 0;
        while let Some(byte) = self.scanner.skip_blanks(true)? {
            let place = self.scanner.place();
            let line_begins = std::mem::replace(&mut line_of_last_word, place.line) != place.line;
            match byte {
                b'0'..=b'9' | b'-' => self.literal(place)?,
                b'c' if line_begins => self.comment(place)?,
                b'c' => {
                    self.warn(place, Warning::CommentInLine { line: place.line })?;
                    self.scanner.skip_line()?;
                }
                b'p' if line_begins && self.clause.is_empty() => self.header(place)?,
                b'%' if line_begins => {
                    self.warn(place, Warning::PercentTrailer { line: place.line })?;
                    break;
                }
                _ => {
                    let expected = match (line_begins, self.report.header) {
                        (true, None) => "a comment, `p cnf VARIABLES CLAUSES` or a clause",
                        _ => "a literal or 0",
                    };
                    return Err(self.scanner.unexpected(expected)?);
                }
            }
            if self.sink.is_closed() {
                return Ok(()); // the counts mean nothing any more
            }
        }
        self.end()
    }

    fn warn(&mut self, place: Place, warning: Warning) -> Result<(), DimacsError> {
        if self.options.strict {
            return Err(place.error(DimacsErrorKind::Strict(warning)));
        }
        let kind = std::mem::discriminant(&warning);
        if self.report.warnings.iter().all(|other| std::mem::discriminant(other) != kind) {
            self.report.warnings.push(warning);
        }
        Ok(())
    }

    fn literal(&mut self, place: Place) -> Result<(), DimacsError> {
        let limit = self.options.max_variable.min(Var::MAX_NUMBER);
        let integer = match self.scanner.integer("a literal or 0")? {
            Integer::Value(0) => {
                self.report.clauses += 1;
                self.sink.add_clause(&self.clause);
                self.clause.clear();
                return Ok(());
            }
            Integer::Value(value) if value.unsigned_abs() <= u64::from(limit) => value as i32,
            large => {
                let seen = match large {
                    Integer::Value(value) => format!("`{value}`"),
                    Integer::TooLarge => "a number of many digits".to_string(),
                };
                return Err(place.error(DimacsErrorKind::VariableTooLarge { seen, limit }));
            }
        };
        if self.clause.len() >= self.options.max_clause_len {
            return Err(place.error(DimacsErrorKind::ClauseTooLong { limit: self.options.max_clause_len }));
        }
        let lit = Lit::from(integer);
        let number = lit.var().number();
        self.report.largest_variable = self.report.largest_variable.max(number);
        if let Some(header) = self.report.header
            && self.options.strict
            && u64::from(number) > header.variables
        {
            let warning = Warning::VariableCount { announced: header.variables, found: number };
            return Err(place.error(DimacsErrorKind::Strict(warning)));
        }
        self.clause.push(lit);
        Ok(())
    }

    fn header(&mut self, place: Place) -> Result<(), DimacsError> {
        const EXPECTED: &str = "`p cnf VARIABLES CLAUSES`";
        if self.report.header.is_some() {
            return Err(self.scanner.unexpected("a clause: there was a header before")?);
        }
        for expected in [&b"p"[..], b"cnf"] {
            self.scanner.skip_blanks(false)?;
            let place = self.scanner.place();
            let word = self.scanner.word()?;
            if word != expected {
                let seen = if word.is_empty() { "the end of the line".to_string() } else { shown(&word) };
                return Err(place.error(DimacsErrorKind::Unexpected { seen, expected: EXPECTED }));
            }
        }
        let mut counts = [0u64; 2];
        for count in &mut counts {
            self.scanner.skip_blanks(false)?;
            let place = self.scanner.place();
            if !matches!(self.scanner.peek()?, Some(b'0'..=b'9')) {
                return Err(self.scanner.unexpected("a number, as in `p cnf VARIABLES CLAUSES`")?);
            }
            *count = match self.scanner.integer("a number, as in `p cnf VARIABLES CLAUSES`")? {
                Integer::Value(value) => value.unsigned_abs(),
                Integer::TooLarge => {
                    let seen = "a number of many digits".to_string();
                    return Err(place.error(DimacsErrorKind::Unexpected { seen, expected: EXPECTED }));
                }
            };
        }
        if !matches!(self.scanner.skip_blanks(false)?, None | Some(b'\n')) {
            return Err(self.scanner.unexpected("the end of the line after the header")?);
        }
        self.report.header = Some(Header { variables: counts[0], clauses: counts[1] });
        if self.report.clauses > 0 {
            self.warn(place, Warning::LateHeader { clauses: self.report.clauses })?;
        }
        Ok(())
    }

    /// A comment, which may tell the variables to project onto: `c p show 1 2 3 0`, formerly `c ind 1 2 3 0`.
    fn comment(&mut self, place: Place) -> Result<(), DimacsError> {
        let mut is_projection = self.scanner.word()? == b"c";
        if is_projection {
            self.scanner.skip_blanks(false)?;
            is_projection = match &self.scanner.word()?[..] {
                b"ind" => true,
                b"p" => {
                    self.scanner.skip_blanks(false)?;
                    self.scanner.word()? == b"show"
                }
                _ => false,
            };
        }
        if is_projection {
            let before = self.report.projection.as_ref().map(Vec::len);
            if !self.projection()? {
                // Drop the whole line: half a projection would answer another question.
                match before {
                    None => self.report.projection = None,
                    Some(len) => self.report.projection.iter_mut().for_each(|vars| vars.truncate(len)),
                }
                self.warn(place, Warning::BadProjection { line: place.line })?;
            }
        }
        self.scanner.skip_line()
    }

    /// The variables of a projection line; whether it reads as it should.
    fn projection(&mut self) -> Result<bool, DimacsError> {
        self.report.projection.get_or_insert_default();
        while let Some(b'0'..=b'9') = self.scanner.skip_blanks(false)? {
            let number = match self.scanner.integer("a variable") {
                Ok(Integer::Value(0)) => return Ok(true),
                Ok(Integer::Value(number)) if number <= i64::from(self.options.max_variable) => number as u32,
                Ok(_) => return Ok(false),
                Err(error) if matches!(error.kind, DimacsErrorKind::Io(_)) => return Err(error),
                Err(_) => return Ok(false),
            };
            let Some(var) = Var::try_new(number) else { return Ok(false) };
            if self.shown.len() <= var.index() {
                self.shown.resize(var.index() + 1, false);
            }
            if !std::mem::replace(&mut self.shown[var.index()], true) {
                self.report.projection.get_or_insert_default().push(var);
            }
        }
        Ok(false)
    }

    fn end(&mut self) -> Result<(), DimacsError> {
        let place = self.scanner.place();
        if !self.clause.is_empty() {
            self.warn(place, Warning::UnfinishedClause { line: place.line })?;
            self.report.clauses += 1;
            self.sink.add_clause(&self.clause);
        }
        let Some(header) = self.report.header else {
            return self.warn(place, Warning::NoHeader);
        };
        let (found, largest) = (self.report.clauses, self.report.largest_variable);
        if header.clauses != found {
            self.warn(place, Warning::ClauseCount { announced: header.clauses, found })?;
        }
        if header.variables < u64::from(largest) {
            self.warn(place, Warning::VariableCount { announced: header.variables, found: largest })?;
        } else if header.variables <= CREDIBLE_VARIABLES.max(self.scanner.offset()).max(u64::from(largest))
            && header.variables <= u64::from(self.options.max_variable.min(Var::MAX_NUMBER))
        {
            self.sink.ensure_vars(header.variables as u32);
        } else {
            self.warn(place, Warning::HugeHeader { announced: header.variables })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::ClauseCounter;

    fn warnings(text: &str) -> (String, Vec<Warning>) {
        let mut cnf = Cnf::new();
        let report = read(text.as_bytes(), &mut cnf).unwrap();
        (cnf.to_string(), report.warnings)
    }

    fn error(bytes: &[u8]) -> String {
        read(bytes, &mut Cnf::new()).unwrap_err().to_string()
    }

    fn strict(text: &str) -> Result<ReadReport, DimacsError> {
        read_with(text.as_bytes(), &mut Cnf::new(), &ReadOptions { strict: true, ..ReadOptions::default() })
    }

    #[test]
    fn what_the_format_allows_raises_no_warning() {
        let text = "\u{FEFF}c one\r\n\r\n  p  cnf\t4 5 \r\n1 -4 0 1\r\nc two\n  cthree\n\n2\n0 0 -3\n\n\n0\n4 4 0\nc end";
        let expected = "[1, -4] [1, 2] [] [-3] [4, 4]".to_string();
        assert_eq!(warnings(text), (expected, vec![]));
        assert!(strict(text).is_ok());
        assert_eq!(warnings("p cnf 0 0"), (String::new(), vec![]));
    }

    #[test]
    fn what_tools_take_is_taken_with_a_warning_and_refused_when_strict() {
        let cases: &[(&str, &str, &[Warning])] = &[
            ("", "", &[Warning::NoHeader]),
            ("1 0", "[1]", &[Warning::NoHeader]),
            ("p cnf 1 1\n1", "[1]", &[Warning::UnfinishedClause { line: 2 }]),
            ("p cnf 1 1\n1 0\n%\n0\nrubbish", "[1]", &[Warning::PercentTrailer { line: 3 }]),
            ("p cnf 1 1\n1 0 c why\n", "[1]", &[Warning::CommentInLine { line: 2 }]),
            ("p cnf 1 2\n1 0", "[1]", &[Warning::ClauseCount { announced: 2, found: 1 }]),
            ("p cnf 1 1\n2 0", "[2]", &[Warning::VariableCount { announced: 1, found: 2 }]),
            ("1 0\np cnf 1 1\n", "[1]", &[Warning::LateHeader { clauses: 1 }]),
            ("p cnf 2147483648 1\n1 0", "[1]", &[Warning::HugeHeader { announced: 1 << 31 }]),
            ("c p show 1 2\np cnf 1 1\n1 0", "[1]", &[Warning::BadProjection { line: 1 }]),
        ];
        for (text, clauses, expected) in cases {
            assert_eq!(warnings(text), (clauses.to_string(), expected.to_vec()), "{text}");
            let error = strict(text).unwrap_err();
            assert!(
                matches!(&error.kind, DimacsErrorKind::Strict(warning) if *warning == expected[0]),
                "{error}"
            );
        }
        assert_eq!(warnings("p cnf 1 1\n1 0 c\n1 0 c\n").1.len(), 2, "one of each kind");
    }

    #[test]
    fn errors_say_where_and_what() {
        let cases: &[(&[u8], &str)] = &[
            (b"x", "line 1, column 1: found `x`, expected a comment, `p cnf VARIABLES CLAUSES` or a clause"),
            (b"p cnf 1 1\n1 a 0", "line 2, column 3: found `a`, expected a literal or 0"),
            (b"p cnf 1 1\n1 1a 0", "line 2, column 3: found `1a`, expected a literal or 0"),
            (b"p cnf 1 1\n- 0", "line 2, column 1: found `-`, expected a literal or 0"),
            (b"p cnf 1 1\n1 p", "line 2, column 3: found `p`, expected a literal or 0"),
            (b"p wcnf 1 1", "line 1, column 3: found `wcnf`, expected `p cnf VARIABLES CLAUSES`"),
            (b"p\n", "line 1, column 2: found the end of the line, expected `p cnf VARIABLES CLAUSES`"),
            (
                b"p cnf 1\n1 0",
                "line 1, column 8: found the end of the line, expected a number, as in `p cnf VARIABLES CLAUSES`",
            ),
            (
                b"p cnf -1 1",
                "line 1, column 7: found `-1`, expected a number, as in `p cnf VARIABLES CLAUSES`",
            ),
            (b"p cnf 1 1 1", "line 1, column 11: found `1`, expected the end of the line after the header"),
            (
                b"p cnf 1 1\np cnf 1 1",
                "line 2, column 1: found `p`, expected a clause: there was a header before",
            ),
            (
                b"p cnf 1 1\n100000001 0",
                "line 2, column 1: found `100000001`, expected a variable number of at most 100000000",
            ),
            (
                b"-99999999999999999999999999999999 0",
                "line 1, column 1: found a number of many digits, expected a variable number of at most 100000000",
            ),
            (b"1 \0\xFF 0", r"line 1, column 3: found `\x00\xff`, expected a literal or 0"),
            (
                b"\xFF\xFEp\0",
                r"line 1, column 1: found `\xff\xfep\x00`, expected a comment, `p cnf VARIABLES CLAUSES` or a clause",
            ),
            ("1 数独 0".as_bytes(), "line 1, column 3: found `数独`, expected a literal or 0"),
            (
                b"1 abcdefghijklmnopqrstuvwxyz",
                "line 1, column 3: found `abcdefghijklmnopqrstuvwx...`, expected a literal or 0",
            ),
        ];
        for (bytes, expected) in cases {
            assert_eq!(error(bytes), *expected);
        }
    }

    #[test]
    fn projections_are_joined() {
        let mut cnf = Cnf::new();
        let text = "c p show 3 1 0\nc p showing 9 0\nc ind 1 2 0\nc p show 4 x 0\np cnf 4 0\n";
        let report = read(text.as_bytes(), &mut cnf).unwrap();
        let numbers: Vec<u32> = report.projection.unwrap().into_iter().map(Var::number).collect();
        assert_eq!(numbers, [3, 1, 2]);
        assert_eq!(report.warnings, [Warning::BadProjection { line: 4 }]);
        assert_eq!(cnf.var_count(), 4);
        assert_eq!(read("c p show 0\n".as_bytes(), &mut cnf).unwrap().projection, Some(vec![]));
    }

    #[test]
    fn bytes_may_come_one_at_a_time() {
        struct Drip<'a>(&'a [u8]);
        impl Read for Drip<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let count = self.0.len().min(1);
                buffer[..count].copy_from_slice(&self.0[..count]);
                self.0 = &self.0[count..];
                Ok(count)
            }
        }
        let mut cnf = Cnf::new();
        let report = read(Drip("\u{FEFF}p cnf 12 2\r\n-12 3 0 4\r\n0".as_bytes()), &mut cnf).unwrap();
        assert_eq!((cnf.to_string().as_str(), report.warnings.len()), ("[-12, 3] [4]", 0));
    }

    #[test]
    fn an_endless_line_meets_a_limit_instead_of_the_end_of_memory() {
        struct Endless<'a>(&'a [u8]);
        impl Read for Endless<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                buffer.iter_mut().zip(self.0.iter().cycle()).for_each(|(to, from)| *to = *from);
                Ok(buffer.len() / self.0.len() * self.0.len())
            }
        }
        let options = ReadOptions { max_clause_len: 1000, ..ReadOptions::default() };
        let error = read_with(Endless(b"1 -2 "), &mut ClauseCounter::new(), &options).unwrap_err();
        assert!(matches!(error.kind, DimacsErrorKind::ClauseTooLong { limit: 1000 }), "{error}");
        // A comment of 100 MB leaves no trace.
        let comment = std::io::repeat(b'c').take(100_000_000).chain(&b"\np cnf 1 1\n1 0"[..]);
        let report = read(comment, &mut ClauseCounter::new()).unwrap();
        assert_eq!((report.clauses, report.warnings.len()), (1, 0));
        let digits = std::io::repeat(b'1').take(10_000_000);
        assert!(read(digits, &mut ClauseCounter::new()).is_err());
    }

    #[test]
    fn a_read_error_is_told_with_its_place() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _buffer: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("the cable is out"))
            }
        }
        let error = read((&b"p cnf 1 1\n1 "[..]).chain(Broken), &mut Cnf::new()).unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 3: cannot read on: the cable is out");
    }
}
