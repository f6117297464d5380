//! What a solver answers: status and value lines, and the result files of MiniSat.

use std::io::{self, Read, Write};

use super::error::{DimacsError, DimacsErrorKind};
use super::latched::push_integer;
use super::read::ReadOptions;
use super::scan::{Integer, Scanner, shown};
use crate::lit::{Lit, Var};
use crate::model::Model;
use crate::solver::Outcome;

/// A solver's answer as read from its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, with the values given; variables that were not mentioned are false.
    Sat(Model),
    /// Satisfiable, without any value lines.
    SatWithoutModel,
    /// Unsatisfiable.
    Unsat,
    /// Not decided.
    Unknown,
}

/// Reads a solver's answer: `s` and `v` lines with comments, or a result file of MiniSat, or bare literals with a 0.
///
/// ```
/// use exactone_sat::dimacs::{read_answer, Answer};
/// let Answer::Sat(model) = read_answer("c hi\ns SATISFIABLE\nv 1 -2\nv 3 0\n".as_bytes())? else { panic!() };
/// assert_eq!(model.to_string(), "[1, -2, 3]");
/// let Answer::Sat(model) = read_answer("SAT\n1 -2 3 0\n".as_bytes())? else { panic!() };
/// assert_eq!(model.to_string(), "[1, -2, 3]");
/// assert_eq!(read_answer("UNSAT\n".as_bytes())?, Answer::Unsat);
/// # Ok::<(), exactone_sat::dimacs::DimacsError>(())
/// ```
///
/// # Errors
/// At what is none of these, at values that contradict each other, and if the final 0 is missing (a cut-off model).
pub fn read_answer<R: Read>(input: R) -> Result<Answer, DimacsError> {
    read_answer_with(input, &ReadOptions::default())
}

/// As [`read_answer`], with another limit to variable numbers.
///
/// # Errors
/// As [`read_answer`].
pub fn read_answer_with<R: Read>(input: R, options: &ReadOptions) -> Result<Answer, DimacsError> {
    let mut scanner = Scanner::new(input)?;
    let mut status = None;
    let mut values = Values::default();
    while let Some(byte) = scanner.skip_blanks(true)? {
        let place = scanner.place();
        match byte {
            b'c' => scanner.skip_line()?,
            b'0'..=b'9' | b'-' => values.line(&mut scanner, options)?,
            b'v' | b's' | b'A'..=b'Z' => {
                let mut word = scanner.word()?;
                if word == b"v" {
                    values.line(&mut scanner, options)?;
                    continue;
                }
                if word == b"s" {
                    scanner.skip_blanks(false)?;
                    word = scanner.word()?;
                }
                let said = match &word[..] {
                    b"SATISFIABLE" | b"SAT" => Answer::SatWithoutModel,
                    b"UNSATISFIABLE" | b"UNSAT" => Answer::Unsat,
                    b"UNKNOWN" | b"INDET" | b"INDETERMINATE" => Answer::Unknown,
                    _ => {
                        let expected = "SATISFIABLE, UNSATISFIABLE or UNKNOWN, or a `v` line";
                        let kind = DimacsErrorKind::Unexpected { seen: shown(&word), expected };
                        return Err(place.error(kind));
                    }
                };
                if status.as_ref().is_some_and(|before| *before != said) {
                    let expected = "the same status as before";
                    return Err(place.error(DimacsErrorKind::Unexpected { seen: shown(&word), expected }));
                }
                status = Some(said);
            }
            _ => return Err(scanner.unexpected("a solver's answer: `s`, `v` and `c` lines")?),
        }
    }
    match status {
        Some(Answer::Unsat) if values.begun => Err(scanner.unexpected("no values after UNSATISFIABLE")?),
        Some(answer @ (Answer::Unsat | Answer::Unknown)) => Ok(answer),
        None if !values.begun => Err(scanner.unexpected("a solver's answer: `s`, `v` and `c` lines")?),
        Some(answer) if !values.begun => Ok(answer),
        _ if !values.ended => Err(scanner.unexpected("more literals, or the 0 that ends the model")?),
        _ => Ok(Answer::Sat(values.into_model())),
    }
}

/// The values so far, as bits: their size depends on the largest variable, not on the length of the input.
#[derive(Default)]
struct Values {
    positive: Vec<u64>,
    negative: Vec<u64>,
    vars: u32,
    begun: bool,
    ended: bool,
}

impl Values {
    fn line<R: Read>(&mut self, scanner: &mut Scanner<R>, options: &ReadOptions) -> Result<(), DimacsError> {
        self.begun = true;
        while let Some(byte) = scanner.skip_blanks(false)? {
            let place = scanner.place();
            if byte == b'\n' {
                break;
            }
            if self.ended {
                return Err(scanner.unexpected("nothing more: the model has ended with 0")?);
            }
            let limit = options.max_variable.min(Var::MAX_NUMBER);
            match scanner.integer("a literal or 0")? {
                Integer::Value(0) => self.ended = true,
                Integer::Value(value) if value.unsigned_abs() <= u64::from(limit) => {
                    let lit = Lit::from(value as i32);
                    if !self.set(lit) {
                        return Err(place.error(DimacsErrorKind::Contradiction { lit: lit.to_dimacs() }));
                    }
                }
                Integer::Value(value) => {
                    let seen = format!("`{value}`");
                    return Err(place.error(DimacsErrorKind::VariableTooLarge { seen, limit }));
                }
                Integer::TooLarge => {
                    let seen = "a number of many digits".to_string();
                    return Err(place.error(DimacsErrorKind::VariableTooLarge { seen, limit }));
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, lit: Lit) -> bool {
        let (word, bit) = (lit.var().index() / 64, 1 << (lit.var().index() % 64));
        if self.positive.len() <= word {
            self.positive.resize(word + 1, 0);
            self.negative.resize(word + 1, 0);
        }
        self.vars = self.vars.max(lit.var().number());
        let (same, other) = match lit.polarity() {
            true => (&mut self.positive[word], self.negative[word]),
            false => (&mut self.negative[word], self.positive[word]),
        };
        *same |= bit;
        other & bit == 0
    }

    fn into_model(self) -> Model {
        Model::from_fn(self.vars, |var| self.positive[var.index() / 64] >> (var.index() % 64) & 1 == 1)
    }
}

/// Writes literals as `v` lines of at most 78 columns, the last one ending with 0.
///
/// ```
/// use exactone_sat::{dimacs, Lit};
/// let mut out = Vec::new();
/// dimacs::write_values(&mut out, [1, -2].map(Lit::from))?;
/// assert_eq!(out, b"v 1 -2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_values<W: Write>(mut out: W, lits: impl IntoIterator<Item = Lit>) -> io::Result<()> {
    const WIDTH: usize = 78;
    let mut line = b"v".to_vec();
    let mut word = Vec::new();
    let integers = lits.into_iter().map(|lit| i64::from(lit.to_dimacs()));
    for integer in integers.chain([0]) {
        word.clear();
        push_integer(&mut word, integer);
        if line.len() + 1 + word.len() > WIDTH {
            line.push(b'\n');
            out.write_all(&line)?;
            line.truncate(1);
        }
        line.push(b' ');
        line.extend_from_slice(&word);
    }
    line.push(b'\n');
    out.write_all(&line)
}

/// Writes an outcome as solvers do: the status line, and for a model its `v` lines.
///
/// ```
/// use exactone_sat::{clauses, dimacs, Dpll, Solver};
/// let mut solver = Dpll::new();
/// clauses![[1], [-2]].pour(&mut solver);
/// let mut out = Vec::new();
/// dimacs::write_answer(&mut out, &solver.solve())?;
/// assert_eq!(out, b"s SATISFIABLE\nv 1 -2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_answer<W: Write>(mut out: W, outcome: &Outcome) -> io::Result<()> {
    match outcome {
        Outcome::Sat(model) => {
            out.write_all(b"s SATISFIABLE\n")?;
            write_values(out, model.lits())
        }
        Outcome::Unsat(_) => out.write_all(b"s UNSATISFIABLE\n"),
        Outcome::Unknown(_) => out.write_all(b"s UNKNOWN\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> (u64, u64) {
        let error = read_answer(text.as_bytes()).unwrap_err();
        (error.line, error.column)
    }

    #[test]
    fn what_is_written_reads_back_in_lines_of_bounded_width() {
        let model = Model::from_fn(1000, |var| var.number() % 7 == 3);
        let mut out = Vec::new();
        write_answer(&mut out, &Outcome::Sat(model.clone())).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.len() <= 78));
        assert!(text.lines().filter(|line| line.len() > 70).count() > 40, "lines are filled");
        assert_eq!(read_answer(text.as_bytes()).unwrap(), Answer::Sat(model));
    }

    #[test]
    fn status_without_values() {
        assert_eq!(read_answer("s SATISFIABLE\r\n".as_bytes()).unwrap(), Answer::SatWithoutModel);
        assert_eq!(read_answer("c x\ns UNKNOWN".as_bytes()).unwrap(), Answer::Unknown);
        assert_eq!(read_answer("INDET\n".as_bytes()).unwrap(), Answer::Unknown);
        assert_eq!(read_answer("v 0\ns SATISFIABLE".as_bytes()).unwrap(), Answer::Sat(Model::default()));
    }

    #[test]
    fn what_is_no_answer_is_an_error_with_its_place() {
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("s MAYBE"), (1, 1));
        assert_eq!(place("s SATISFIABLE\nv 1 -2\n"), (3, 1), "the 0 is missing");
        assert_eq!(place("SAT\n1 2 -1 0"), (2, 5), "a contradiction");
        assert_eq!(place("SAT\n1 2 0 3"), (2, 7));
        assert_eq!(place("s SATISFIABLE\ns UNSATISFIABLE"), (2, 1));
        assert_eq!(place("v 1 2147483648 0"), (1, 5));
        assert_eq!(place("v 1 99999999999999999999999999 0"), (1, 5));
        assert_eq!(place("p cnf 1 1"), (1, 1));
        let error = read_answer(&b"v 1 \xFF\xFE\0 0"[..]).unwrap_err();
        assert_eq!(error.to_string(), r"line 1, column 5: found `\xff\xfe\x00`, expected a literal or 0");
    }
}
