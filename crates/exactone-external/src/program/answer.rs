//! Reads what a solver program says, byte by byte, so that no amount of output fills the memory.

use std::fmt;
use std::io::{ErrorKind, Read};

/// What a program decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Sat,
    Unsat,
    Unknown,
}

/// A program's answer.
#[derive(Debug)]
pub struct Answer {
    /// What it decided, if it said so.
    pub verdict: Option<Verdict>,
    /// The value of each variable; false for those not named.
    pub values: Vec<bool>,
    /// Whether any value, or the end of a model, was shown.
    pub has_model: bool,
    /// What in the answer does not go together, if anything.
    pub contradiction: Option<String>,
    /// How the program ended, in words.
    pub ending: String,
    named: Vec<bool>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Sat => "SATISFIABLE",
            Verdict::Unsat => "UNSATISFIABLE",
            Verdict::Unknown => "UNKNOWN",
        })
    }
}

/// Reads the standard output of a program.
pub struct Reader {
    answer: Answer,
    line: Line,
    word: Vec<u8>,
    /// Whether there was an `s` line.
    said: bool,
}

/// What the line at hand holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Nothing yet.
    Start,
    /// After `s`.
    Verdict,
    /// After `v`.
    Values,
    /// Something else.
    Other,
}

/// A longer word is nothing we know; its rest is not kept.
const WORD_LIMIT: usize = 24;

impl Reader {
    /// A reader of values for variables `1..=vars`.
    pub fn new(vars: u32) -> Reader {
        let answer = Answer {
            verdict: None,
            values: vec![false; vars as usize],
            has_model: false,
            contradiction: None,
            ending: String::new(),
            named: vec![false; vars as usize],
        };
        Reader { answer, line: Line::Start, word: Vec::new(), said: false }
    }

    /// Reads some more output.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' => {
                    self.end_word();
                    self.line = Line::Start;
                }
                byte if byte.is_ascii_whitespace() => self.end_word(),
                byte if self.line != Line::Other && self.word.len() < WORD_LIMIT => self.word.push(byte),
                _ => {}
            }
        }
    }

    /// The answer when all has been read.
    pub fn finish(mut self) -> Answer {
        self.end_word();
        self.answer
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let word = std::str::from_utf8(&self.word).unwrap_or("?");
        match self.line {
            Line::Start => {
                self.line = match word {
                    "s" => Line::Verdict,
                    "v" => Line::Values,
                    _ => Line::Other,
                };
                // MiniSat's way: the verdict alone on a line, without the `s`.
                if self.line == Line::Other
                    && let Some(verdict) = verdict(word)
                {
                    self.answer.decide(verdict);
                }
            }
            Line::Verdict => {
                if std::mem::replace(&mut self.said, true) {
                    self.answer.contradict("it has two `s` lines".to_owned());
                }
                if let Some(verdict) = verdict(word) {
                    self.answer.decide(verdict);
                }
                self.line = Line::Other;
            }
            Line::Values => self.answer.take(word),
            Line::Other => {}
        }
        self.word.clear();
    }
}

impl Answer {
    /// Reads a result file: the verdict, then the values.
    pub fn from_result_file(file: impl Read, vars: u32) -> Answer {
        let mut reader = Reader::new(vars);
        // The file is an `s` line and `v` lines without their letters.
        reader.line = Line::Verdict;
        pieces(file, |piece| {
            for &byte in piece {
                if byte.is_ascii_whitespace() {
                    reader.end_word();
                    if reader.answer.verdict.is_some() {
                        reader.line = Line::Values;
                    }
                } else {
                    reader.push(&[byte]);
                }
            }
        });
        reader.finish()
    }

    /// Compares the verdict with the exit status, by which solvers say the same: 10 and 20.
    pub fn exited(&mut self, code: Option<i32>) {
        let by_status = match code {
            Some(10) => Verdict::Sat,
            Some(20) => Verdict::Unsat,
            _ => return,
        };
        if let Some(verdict) = self.verdict
            && verdict != by_status
        {
            self.contradict(format!("it says {verdict} and ends with status {}", code.unwrap_or_default()));
        }
    }

    /// What was said before, if what is said now goes together with it.
    pub fn follows(&mut self, before: Option<Verdict>) {
        if let (Some(before), Some(now)) = (before, self.verdict)
            && before != now
        {
            self.contradict(format!("it says {before}, then {now}"));
        }
    }

    fn decide(&mut self, verdict: Verdict) {
        let before = self.verdict.replace(verdict);
        self.follows(before);
    }

    fn contradict(&mut self, how: String) {
        self.contradiction.get_or_insert(how);
    }

    fn take(&mut self, word: &str) {
        let Ok(integer) = word.parse::<i64>() else { return };
        self.has_model = true;
        let place = integer.unsigned_abs().wrapping_sub(1) as usize;
        if let Some(value) = self.values.get_mut(place) {
            let now = integer > 0;
            if std::mem::replace(&mut self.named[place], true) && *value != now {
                self.contradiction
                    .get_or_insert_with(|| format!("its model has both {integer} and {}", -integer));
            }
            *value = now;
        }
    }
}

/// Hands on what can be read, piece by piece; an error ends it like the end of the file.
pub fn pieces(mut from: impl Read, mut take: impl FnMut(&[u8])) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => take(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "SATISFIABLE" | "SAT" => Some(Verdict::Sat),
        "UNSATISFIABLE" | "UNSAT" => Some(Verdict::Unsat),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Verdict::Unknown),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, vars: u32) -> Answer {
        let mut reader = Reader::new(vars);
        for piece in text.as_bytes().chunks(3) {
            reader.push(piece);
        }
        reader.finish()
    }

    #[test]
    fn competition_lines_are_read() {
        let answer = read("c v 1 is a comment\ns SATISFIABLE\nv 1 -2\r\nv 3 9 0\n", 3);
        assert_eq!(answer.verdict, Some(Verdict::Sat));
        assert_eq!(answer.values, [true, false, true]);
        assert!(answer.has_model);
        assert_eq!(read("s UNSATISFIABLE", 0).verdict, Some(Verdict::Unsat));
        assert_eq!(read("s UNKNOWN\n", 0).verdict, Some(Verdict::Unknown));
        assert_eq!(read("killed\n", 2).verdict, None);
    }

    #[test]
    fn what_does_not_go_together_is_named() {
        let wrong = |text: &str| read(text, 2).contradiction.unwrap_or_default();
        assert_eq!(wrong("s UNSATISFIABLE\nSATISFIABLE\n"), "it says UNSATISFIABLE, then SATISFIABLE");
        assert_eq!(wrong("s SATISFIABLE\ns SATISFIABLE\nv 1 0\n"), "it has two `s` lines");
        assert_eq!(wrong("s SATISFIABLE\nv 1 -2\nv -1 0\n"), "its model has both -1 and 1");
        assert_eq!(wrong("c s\ns SATISFIABLE\nv 1 1 0\n"), "");
        let mut answer = read("s UNSATISFIABLE\n", 2);
        answer.exited(Some(20));
        answer.exited(Some(0));
        assert_eq!(answer.contradiction, None);
        answer.exited(Some(10));
        assert_eq!(answer.contradiction.unwrap(), "it says UNSATISFIABLE and ends with status 10");
    }

    #[test]
    fn a_bare_verdict_is_read() {
        let answer = read("restarts : 1\nSATISFIABLE\n", 2);
        assert_eq!((answer.verdict, answer.has_model), (Some(Verdict::Sat), false));
        let answer = read("UNSATISFIABLE\ns UNSATISFIABLE\n", 0);
        assert_eq!((answer.verdict, answer.contradiction), (Some(Verdict::Unsat), None));
    }

    #[test]
    fn result_files_are_read() {
        let answer = Answer::from_result_file("SAT\n-1 2 -3 0\n".as_bytes(), 3);
        assert_eq!((answer.verdict, answer.values), (Some(Verdict::Sat), vec![false, true, false]));
        assert_eq!(Answer::from_result_file("UNSAT\n".as_bytes(), 3).verdict, Some(Verdict::Unsat));
        assert_eq!(Answer::from_result_file("INDET".as_bytes(), 3).verdict, Some(Verdict::Unknown));
        assert_eq!(Answer::from_result_file("".as_bytes(), 3).verdict, None);
    }

    #[test]
    fn endless_words_and_lines_take_no_memory() {
        let mut reader = Reader::new(1);
        for _ in 0..1000 {
            reader.push(&[b'x'; 1000]);
        }
        assert!(reader.word.len() <= WORD_LIMIT);
        reader.push(b"\ns SATISFIABLE\nv 99999999999999999999999999999999999999 1 0\n");
        assert_eq!(reader.finish().values, [true]);
    }
}
