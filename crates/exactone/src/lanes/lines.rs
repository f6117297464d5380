//! Text in, text out: a block of puzzle lines to a block of solution lines, without a loop over cells.

use super::engine::{BOTH, CHUNK, Engine, each};
use super::machine::Machine;
use super::node::{Node, from_masks};
use super::search::{Desk, Found};

/// How many lines of a block had which answer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// Puzzles with two solutions or more.
    pub several: u64,
    /// Puzzles with none.
    pub none: u64,
    /// Lines that are no puzzle.
    pub invalid: u64,
}

/// A line of a block that is no 9x9 puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadLine<'a> {
    /// Its number in the block, from 0; blank lines and comments count too.
    pub number: usize,
    /// Its text, without the end of line.
    pub text: &'a [u8],
}

impl Engine {
    /// Solves a block of lines, one puzzle a line, and appends one line for each puzzle to `out`, in order.
    ///
    /// A puzzle is 81 characters (`1` to `9`; `.`, `0`, `_`, `*`, `-` or `?` for an empty cell) or 729 (nine a cell, `.` for a digit
    /// that is gone), up to the end of the line or to a blank, tab, comma or semicolon; what follows is not looked at. Lines may
    /// end in CR LF. Blank lines and lines that begin with `#` give no output.
    ///
    /// The line of a puzzle is its solution; the first solution, a blank and `several`; or `none`. For every other line `bad` is
    /// called, in order, and may append what shall stand in its place.
    ///
    /// The last line needs no line feed, so cut a file only behind line feeds. Where it is cut makes no difference.
    ///
    /// ```
    /// use exactone::lanes::Engine;
    /// let block = b"# one good line, one bad\n\
    ///     000000185007030000000021400800000020003905600050000004004860000000040300931000000\n\
    ///     12\n";
    /// let mut out = Vec::new();
    /// let tally = Engine::new().solve_lines(block, &mut out, |bad, out| {
    ///     assert_eq!((bad.number, bad.text), (2, &b"12"[..]));
    ///     out.extend_from_slice(b"invalid\n");
    /// });
    /// assert_eq!(out.len(), 82 + 8);
    /// assert_eq!((tally.unique, tally.invalid), (1, 1));
    /// ```
    pub fn solve_lines(
        &mut self,
        block: &[u8],
        out: &mut Vec<u8>,
        mut bad: impl FnMut(BadLine<'_>, &mut Vec<u8>),
    ) -> Tally {
        let mut tally = Tally::default();
        let Engine { lanes, rows, .. } = self;
        each!(lanes, search => {
            let machine = search.machine();
            let mut desk = Lines { machine, block, at: 0, number: 0, rows, bad: Vec::new() };
            while desk.at < block.len() {
                desk.rows.clear();
                desk.bad.clear();
                search.run(BOTH, &mut desk);
                desk.write(out, &mut tally, &mut bad);
            }
        });
        tally
    }
}

/// The answer to a line: 81 bytes, then a line feed where the solution is the only one, else one of the marks below.
pub(super) type Row = [u8; 82];

const UNIQUE: u8 = b'\n';
const SEVERAL: u8 = 1;
const NONE: u8 = 2;
const BAD: u8 = 3;

/// A block being read, a chunk of lines at a time.
struct Lines<'a, M> {
    machine: M,
    block: &'a [u8],
    /// Where the next line starts, and its number.
    at: usize,
    number: usize,
    rows: &'a mut Vec<Row>,
    bad: Vec<BadLine<'a>>,
}

impl<'a, M: Machine> Lines<'a, M> {
    /// The slow way, for a line that is not simply 81 characters and a line feed: whether it is a puzzle.
    #[cold]
    fn other(&mut self, line: &'a [u8], number: usize, node: &mut Node) -> bool {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.starts_with(b"#") || line.iter().all(u8::is_ascii_whitespace) {
            return false;
        }
        let end = line.iter().position(|byte| b" \t,;".contains(byte)).unwrap_or(line.len());
        let good = match (end, line.first_chunk()) {
            (81, Some(text)) => self.machine.read_text(text, node),
            (729, _) => marks(&line[..729]).is_some_and(|masks| {
                *node = from_masks(&masks);
                true
            }),
            _ => false,
        };
        if !good {
            self.rows.push([BAD; 82]);
            self.bad.push(BadLine { number, text: line });
        }
        good
    }

    /// Appends the answers of the chunk.
    fn write(&self, out: &mut Vec<u8>, tally: &mut Tally, bad: &mut impl FnMut(BadLine<'_>, &mut Vec<u8>)) {
        out.reserve(self.rows.as_flattened().len());
        let mut lines = self.bad.iter();
        for run in self.rows.chunk_by(|a, b| a[81] == UNIQUE && b[81] == UNIQUE) {
            match run[0][81] {
                UNIQUE => {
                    out.extend_from_slice(run.as_flattened());
                    tally.unique += run.len() as u64;
                }
                SEVERAL => {
                    out.extend_from_slice(&run[0][..81]);
                    out.extend_from_slice(b" several\n");
                    tally.several += 1;
                }
                NONE => {
                    out.extend_from_slice(b"none\n");
                    tally.none += 1;
                }
                _ => {
                    if let Some(&line) = lines.next() {
                        bad(line, out);
                    }
                    tally.invalid += 1;
                }
            }
        }
    }
}

/// The candidate sets of 729 characters: the digit itself, `.` or `0` where it is gone.
fn marks(text: &[u8]) -> Option<[u16; 81]> {
    let mut masks = [0; 81];
    for (i, &byte) in text.iter().enumerate() {
        let digit = i % 9;
        match byte {
            b'.' | b'0' => {}
            _ if byte == b'1' + digit as u8 => masks[i / 9] |= 1 << digit,
            _ => return None,
        }
    }
    Some(masks)
}

impl<M: Machine> Desk for Lines<'_, M> {
    #[inline]
    fn next(&mut self, node: &mut Node) -> Option<u32> {
        while self.at < self.block.len() && self.rows.len() < CHUNK {
            let rest = &self.block[self.at..];
            let number = self.number;
            self.number += 1;
            let quick = match rest.first_chunk() {
                Some(text) if rest.get(81) == Some(&b'\n') => self.machine.read_text(text, node),
                _ => false,
            };
            let good = if quick {
                self.at += 82;
                true
            } else {
                let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                self.at += length + 1;
                self.other(&rest[..length], number, node)
            };
            if good {
                self.rows.push([0; 82]);
                return Some(self.rows.len() as u32 - 1);
            }
        }
        None
    }

    #[inline]
    fn answer(&mut self, number: u32, found: Found<'_>) {
        let row = &mut self.rows[number as usize];
        let [first, second] = found.solutions;
        if let Some(node) = first {
            let text = row.first_chunk_mut().expect("a row is longer than a grid");
            self.machine.write_grid(node, b'0', text);
        }
        row[81] = match (first, second) {
            (None, _) => NONE,
            (Some(_), None) => UNIQUE,
            (Some(_), Some(_)) => SEVERAL,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::Random;
    use super::super::{Answer, Givens, Width};
    use super::*;

    fn line(grid: &[u8; 81]) -> String {
        grid.iter().map(|digit| char::from(b'0' + digit)).collect()
    }

    /// The answers to a block, which every width must give alike; bad lines become `bad NUMBER`.
    fn solve(block: &[u8]) -> (String, Tally) {
        let mut all = [Width::Portable, Width::Avx2, Width::Avx512]
            .into_iter()
            .filter_map(Engine::with_width)
            .map(|mut engine| {
                let mut out = Vec::new();
                let tally = engine.solve_lines(block, &mut out, |bad, out| {
                    out.extend_from_slice(format!("bad {} {}\n", bad.number, bad.text.len()).as_bytes());
                });
                (String::from_utf8(out).expect("text"), tally)
            });
        let first = all.next().expect("the portable width is always there");
        assert!(all.all(|other| other == first));
        first
    }

    #[test]
    fn lines_are_answered_like_puzzles() {
        let mut random = Random(21);
        let puzzles: Vec<[u8; 81]> =
            (0..500).map(|i| random.puzzle(20 + i % 50, usize::from(i % 7 == 0))).collect();
        let givens: Vec<Givens> =
            puzzles.iter().map(|&digits| Givens::new(digits).expect("digits")).collect();
        let mut expected = String::new();
        let mut tally = Tally::default();
        for answer in Engine::new().solve(&givens) {
            match answer {
                Answer::None => expected += "none\n",
                Answer::Unique(grid) => expected += &format!("{}\n", line(&grid)),
                Answer::Several(grid, _) => expected += &format!("{} several\n", line(&grid)),
            }
            match answer {
                Answer::None => tally.none += 1,
                Answer::Unique(_) => tally.unique += 1,
                Answer::Several(..) => tally.several += 1,
            }
        }
        let text: String = puzzles.iter().map(|puzzle| line(puzzle) + "\n").collect();
        assert_eq!(solve(text.as_bytes()), (expected.clone(), tally));
        // Dots, CR LF, no last line feed, text behind the puzzle: the same answers.
        let other: Vec<String> = puzzles
            .iter()
            .enumerate()
            .map(|(i, puzzle)| line(puzzle).replace('0', ".") + [" a note", "\r", "\t1", ";", ""][i % 5])
            .collect();
        assert_eq!(solve(other.join("\n").as_bytes()), (expected, tally));
    }

    #[test]
    fn bad_lines_keep_their_place() {
        let mut random = Random(22);
        let puzzle = random.puzzle(40, 0);
        let good = line(&puzzle);
        let answer = solve(good.as_bytes()).0;
        let mut letter = good.clone().into_bytes();
        letter[80] = b'x';
        let letter = String::from_utf8(letter).expect("text");
        let block = format!("{good}\n# note\n\n{letter}\n{good}0\n \t\n{good}\nabc\n{}", "9".repeat(80));
        assert_eq!(
            solve(block.as_bytes()).0,
            format!("{answer}bad 3 81\nbad 4 82\n{answer}bad 7 3\nbad 8 80\n")
        );
        assert_eq!(solve(b""), (String::new(), Tally::default()));
        assert_eq!(solve(b"\n\n\r\n#").0, "");
        assert_eq!(solve(format!("#{}\n", "1".repeat(80)).as_bytes()).0, "");
        assert_eq!(solve(&[0xFF; 300]).0, "bad 0 300\n");
        assert_eq!(solve(b"\0\n\0\n").0, "bad 0 1\nbad 1 1\n");
    }

    #[test]
    fn each_byte_is_judged_alike() {
        let mut text = [b'.'; 81];
        for place in [0, 31, 32, 48, 49, 63, 64, 80] {
            for byte in 0..=255 {
                text[place] = byte;
                let good = Givens::from_text(&text).is_ok();
                for mut engine in [Width::Portable, Width::Avx2].into_iter().filter_map(Engine::with_width) {
                    let read =
                        each!(&mut engine.lanes, search => search.machine().read_text(&text, &mut [0; 12]));
                    assert_eq!(read, good, "{byte}");
                }
                text[place] = b'.';
            }
        }
    }

    #[test]
    fn candidates_on_a_line() {
        let mut random = Random(23);
        let grid = random.grid();
        let mut text = String::new();
        for (cell, digit) in grid.into_iter().enumerate() {
            for other in 1..=9 {
                text.push(if other == digit || cell % 2 == 0 { char::from(b'0' + other) } else { '.' });
            }
        }
        let (out, tally) = solve(format!("{text}\n{text},x\n{}\n", &text[..728]).as_bytes());
        assert!(out.starts_with(&line(&grid)) || tally.several == 2);
        assert_eq!(tally.invalid, 1);
        assert!(out.ends_with("bad 2 728\n"));
        let wrong = text.replacen('1', "2", 1);
        assert_eq!(solve(wrong.as_bytes()).1.invalid, 1);
    }

    #[test]
    fn more_lines_than_a_chunk() {
        let full = line(&Random(24).grid());
        let mut block = String::new();
        for i in 0..CHUNK + 10 {
            block += &full;
            block += "\n";
            if i % 1000 == 0 {
                block += "?\n";
            }
        }
        let (out, tally) = solve(block.as_bytes());
        assert_eq!(tally.unique, CHUNK as u64 + 10);
        assert_eq!(out.replace("bad ", "").lines().filter(|line| *line == full).count(), CHUNK + 10);
        assert_eq!(out.lines().nth(1), Some("bad 1 1"));
    }
}
