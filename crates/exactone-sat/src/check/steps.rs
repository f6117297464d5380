//! Reading proofs step by step. One block of the input is in memory at a time, and one step.

use std::io::Read;

use super::error::{BinaryProblem, ProofError, ProofErrorKind};
use crate::dimacs::{DimacsErrorKind, Integer, Place, Scanner};
use crate::lit::{Lit, Var};

/// How much of a proof is looked at to find out its format.
const LOOK: u64 = 1 << 16;

/// The largest variable that a proof may use: as for formulas.
const MAX_VARIABLE: u32 = 100_000_000;

/// The most literals or hints of one step.
const MAX_STEP: usize = 1 << 28;

/// The formats of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// DRAT (or DRUP) as lines of integers.
    DratText,
    /// DRAT in 7-bit groups.
    DratBinary,
    /// LRAT as lines of integers.
    Lrat,
}

impl ProofFormat {
    /// Finds out the format from the beginning of a proof. Returns it with the bytes read, which belong in front of
    /// the rest. What could be several is text, and DRAT: an empty file, for instance.
    ///
    /// ```
    /// use exactone_sat::check::ProofFormat;
    /// assert_eq!(ProofFormat::detect("1 -2 0\n".as_bytes())?.0, ProofFormat::DratText);
    /// assert_eq!(ProofFormat::detect("5 1 -2 0 3 4 0\n".as_bytes())?.0, ProofFormat::Lrat);
    /// assert_eq!(ProofFormat::detect(&b"a\x02\x05\0"[..])?.0, ProofFormat::DratBinary);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the input.
    pub fn detect<R: Read>(input: R) -> std::io::Result<(ProofFormat, Vec<u8>)> {
        let mut beginning = Vec::new();
        input.take(LOOK).read_to_end(&mut beginning)?;
        Ok((ProofFormat::of(&beginning), beginning))
    }

    fn of(beginning: &[u8]) -> ProofFormat {
        let text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
        if beginning.first() == Some(&b'a') || !beginning.iter().all(text) {
            return ProofFormat::DratBinary;
        }
        let mut lines = beginning.split(|&byte| byte == b'\n');
        let step = lines.find(|line| {
            let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
            first.is_some_and(|&byte| byte != b'c')
        });
        let words: Vec<&[u8]> = step
            .unwrap_or_default()
            .split(|byte| byte.is_ascii_whitespace())
            .filter(|word| !word.is_empty())
            .collect();
        let zeros = words.iter().filter(|word| **word == b"0").count();
        if zeros >= 2 || words.get(1) == Some(&&b"d"[..]) { ProofFormat::Lrat } else { ProofFormat::DratText }
    }
}

/// One step of a DRAT proof; its literals are in the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DratStep {
    Add,
    Delete,
}

/// Reads DRAT.
pub(super) struct DratReader<R> {
    scanner: Scanner<R>,
    binary: bool,
    /// The literals of the latest step, in the order of the proof.
    pub(super) lits: Vec<Lit>,
    /// How many steps there were.
    pub(super) step: u64,
    /// Where the latest step begins.
    pub(super) place: u64,
}

impl<R: Read> DratReader<R> {
    pub(super) fn new(input: R, binary: bool) -> Result<DratReader<R>, ProofError> {
        let scanner = if binary { Scanner::of_bytes(input) } else { Scanner::new(input)? };
        Ok(DratReader { scanner, binary, lits: Vec::new(), step: 0, place: 0 })
    }

    /// The next step, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<DratStep>, ProofError> {
        self.lits.clear();
        if self.binary { self.next_binary() } else { self.next_text() }
    }

    fn next_text(&mut self) -> Result<Option<DratStep>, ProofError> {
        let mut step = DratStep::Add;
        loop {
            match self.scanner.skip_blanks(true)? {
                None => return Ok(None),
                Some(b'c') => self.scanner.skip_line()?,
                Some(byte) => {
                    self.place = self.scanner.place().line;
                    self.step += 1;
                    if byte == b'd' {
                        step = DratStep::Delete;
                        self.scanner.pass();
                        if !matches!(self.scanner.peek()?, Some(b' ' | b'\t')) {
                            return Err(self.scanner.unexpected("a blank after `d`")?.into());
                        }
                    }
                    break;
                }
            }
        }
        while let Some(lit) = literal(&mut self.scanner)? {
            push(&mut self.lits, lit, self.step, self.place)?;
        }
        Ok(Some(step))
    }

    fn next_binary(&mut self) -> Result<Option<DratStep>, ProofError> {
        self.place = self.scanner.offset();
        let step = match self.scanner.peek()? {
            None => return Ok(None),
            Some(b'a') => DratStep::Add,
            Some(b'd') => DratStep::Delete,
            Some(byte) => {
                self.step += 1;
                return Err(self.malformed(BinaryProblem::Kind(byte)));
            }
        };
        self.step += 1;
        self.scanner.pass();
        loop {
            let (mut code, mut shift) = (0u64, 0);
            loop {
                let Some(byte) = self.scanner.peek()? else {
                    return Err(self.malformed(BinaryProblem::Unfinished));
                };
                self.scanner.pass();
                code |= u64::from(byte & 0x7F) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
                if shift > 28 {
                    return Err(self.malformed(BinaryProblem::TooLarge));
                }
            }
            if code == 0 {
                return Ok(Some(step));
            }
            let lit = u32::try_from(code).ok().and_then(Lit::from_code);
            match lit.filter(|lit| lit.var().number() <= MAX_VARIABLE) {
                Some(lit) => push(&mut self.lits, lit, self.step, self.place)?,
                None => return Err(self.malformed(BinaryProblem::NoLiteral(code))),
            }
        }
    }

    fn malformed(&self, problem: BinaryProblem) -> ProofError {
        ProofError { step: self.step, place: self.place, kind: ProofErrorKind::MalformedBinary(problem) }
    }
}

/// One step of an LRAT proof; its literals or numbers are in the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LratStep {
    /// This clause is added.
    Add(u64),
    /// The clauses with the numbers in `hints` are deleted.
    Delete,
}

/// Reads LRAT.
#[derive(Debug)]
pub(super) struct LratReader<R> {
    scanner: Scanner<R>,
    pub(super) lits: Vec<Lit>,
    /// Clause numbers; negative ones open the hints for a clause that the pivot is resolved with.
    pub(super) hints: Vec<i64>,
    pub(super) step: u64,
    pub(super) place: u64,
}

impl<R: Read> LratReader<R> {
    pub(super) fn new(input: R) -> Result<LratReader<R>, ProofError> {
        let scanner = Scanner::new(input)?;
        Ok(LratReader { scanner, lits: Vec::new(), hints: Vec::new(), step: 0, place: 0 })
    }

    /// The next step, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<LratStep>, ProofError> {
        self.lits.clear();
        self.hints.clear();
        loop {
            match self.scanner.skip_blanks(true)? {
                None => return Ok(None),
                Some(b'c') => self.scanner.skip_line()?,
                Some(_) => break,
            }
        }
        self.step += 1;
        let place = self.scanner.place();
        self.place = place.line;
        let number = match self.scanner.integer("the number of a clause")? {
            Integer::Value(number) if number > 0 => number as u64,
            _ => return Err(unexpected(place, "a number of a clause, from 1")),
        };
        if self.scanner.skip_blanks(true)? == Some(b'd') {
            self.scanner.pass();
            self.read_hints(false)?;
            return Ok(Some(LratStep::Delete));
        }
        while let Some(lit) = literal(&mut self.scanner)? {
            push(&mut self.lits, lit, self.step, self.place)?;
        }
        self.read_hints(true)?;
        Ok(Some(LratStep::Add(number)))
    }

    fn read_hints(&mut self, negative: bool) -> Result<(), ProofError> {
        loop {
            match self.scanner.quick_integer(u32::MAX) {
                Some(0) => return Ok(()),
                Some(number) if (number > 0 || negative) && self.hints.len() < MAX_STEP => {
                    self.hints.push(number);
                    continue;
                }
                Some(_) => {
                    let place = self.scanner.place();
                    if self.hints.len() >= MAX_STEP {
                        return Err(place.error(DimacsErrorKind::ClauseTooLong { limit: MAX_STEP }).into());
                    }
                    return Err(unexpected(place, "the number of a clause, or 0"));
                }
                None => {}
            }
            self.scanner.skip_blanks(true)?;
            let place = self.scanner.place();
            match self.scanner.integer("the number of a clause, or 0")? {
                Integer::Value(0) => return Ok(()),
                Integer::Value(number) if number > 0 || negative => {
                    if self.hints.len() >= MAX_STEP {
                        return Err(place.error(DimacsErrorKind::ClauseTooLong { limit: MAX_STEP }).into());
                    }
                    self.hints.push(number);
                }
                _ => return Err(unexpected(place, "the number of a clause, or 0")),
            }
        }
    }
}

fn unexpected(place: Place, expected: &'static str) -> ProofError {
    let seen = "a number that is none".to_string();
    place.error(DimacsErrorKind::Unexpected { seen, expected }).into()
}

/// The next literal, or `None` for the 0 behind the last.
fn literal<R: Read>(scanner: &mut Scanner<R>) -> Result<Option<Lit>, ProofError> {
    if let Some(value) = scanner.quick_integer(MAX_VARIABLE) {
        return Ok(Lit::from_dimacs(value as i32));
    }
    scanner.skip_blanks(true)?;
    let place = scanner.place();
    let limit = MAX_VARIABLE;
    match scanner.integer("a literal or 0")? {
        Integer::Value(0) => Ok(None),
        Integer::Value(value) if value.unsigned_abs() <= u64::from(limit.min(Var::MAX_NUMBER)) => {
            Ok(Some(Lit::from(value as i32)))
        }
        Integer::Value(value) => {
            Err(place.error(DimacsErrorKind::VariableTooLarge { seen: format!("`{value}`"), limit }).into())
        }
        Integer::TooLarge => {
            let seen = "a number of many digits".to_string();
            Err(place.error(DimacsErrorKind::VariableTooLarge { seen, limit }).into())
        }
    }
}

fn push(lits: &mut Vec<Lit>, lit: Lit, step: u64, place: u64) -> Result<(), ProofError> {
    if lits.len() >= MAX_STEP {
        let problem = BinaryProblem::TooLong { limit: MAX_STEP };
        return Err(ProofError { step, place, kind: ProofErrorKind::MalformedBinary(problem) });
    }
    lits.push(lit);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drat(bytes: &[u8], binary: bool) -> Result<String, ProofError> {
        let mut reader = DratReader::new(bytes, binary)?;
        let mut text = String::new();
        while let Some(step) = reader.next()? {
            text += &format!("{}{:?} ", if step == DratStep::Add { "" } else { "d" }, reader.lits);
        }
        Ok(text)
    }

    #[test]
    fn both_forms_of_drat_read_alike() {
        let text = b"c hello\n1 -2\n0 d 300 -4 0\r\n0\n";
        let binary = b"a\x02\x05\0d\xD8\x04\x09\0a\0";
        assert_eq!(drat(text, false).unwrap(), "[1, -2] d[300, -4] [] ");
        assert_eq!(drat(binary, true).unwrap(), "[1, -2] d[300, -4] [] ");
        assert_eq!(ProofFormat::of(text), ProofFormat::DratText);
        assert_eq!(ProofFormat::of(binary), ProofFormat::DratBinary);
        assert_eq!(ProofFormat::of(b"d\x02\0"), ProofFormat::DratBinary);
        assert_eq!(ProofFormat::of(b"c x 0 0\n5 d 1 2 0\n"), ProofFormat::Lrat);
        assert_eq!(ProofFormat::of(b""), ProofFormat::DratText);
    }

    #[test]
    fn broken_proofs_are_errors_with_their_place() {
        let text = |bytes: &[u8]| drat(bytes, false).unwrap_err().to_string();
        assert_eq!(text(b"1 0\nx 0"), "line 2, column 1: found `x`, expected a literal or 0");
        assert_eq!(text(b"1 0\n2"), "line 2, column 2: found the end of the input, expected a literal or 0");
        assert_eq!(text(b"delete 1 0"), "line 1, column 2: found `elete`, expected a blank after `d`");
        let binary = |bytes: &[u8]| drat(bytes, true).unwrap_err().to_string();
        assert_eq!(binary(b"a\x02\0x"), "step 2 at byte 3: found byte 0x78, expected `a` or `d`");
        assert_eq!(binary(b"a\x02"), "step 1 at byte 0: the proof ends in the middle of a clause");
        assert_eq!(binary(b"a\x01\0"), "step 1 at byte 0: no literal has the code 1");
        assert_eq!(
            binary(b"a\xFF\xFF\xFF\xFF\xFF\x01\0"),
            "step 1 at byte 0: a literal has more than 32 bits"
        );
    }
}
