//! Text in, text out: a block of puzzle lines to a block of solution lines, without a loop over cells.

use super::block::{
    Block, INVALID, NONE, Place, Row, SEVERAL, SOME, UNIQUE, UNKNOWN, UNKNOWN_WITH, line_at, marks, word,
};
use super::engine::{Answer, BOTH, CHUNK, Engine, each};
use super::limits::Limits;
use super::position::{Givens, Marks};
use super::search::{Aim, Desk};
use super::transpose::NODE_WORDS;

/// How many lines of a block had which answer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// Puzzles with two solutions or more.
    pub several: u64,
    /// Puzzles with none.
    pub none: u64,
    /// Puzzles given up.
    pub unknown: u64,
    /// Lines that are no puzzle.
    pub invalid: u64,
}

/// A line of a block that got no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddLine<'a> {
    /// Its number in the block, from 0; blank lines and comments count too.
    pub number: usize,
    /// Its text, without the end of line.
    pub text: &'a [u8],
    /// Why it got none.
    pub why: Why,
}

/// Why a line of a block got no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It is no 9x9 puzzle.
    Invalid,
    /// A limit was reached, with perhaps a solution found so far.
    Unknown(Option<[u8; 81]>),
}

impl Engine {
    /// Solves a block of lines, one puzzle a line, and appends one line for each puzzle to `out`, in order.
    ///
    /// A puzzle is 81 characters (`1` to `9`; `.`, `0`, `_`, `*`, `-` or `?` for an empty cell) or 729 (nine a cell, `.` for a digit
    /// that is gone), up to the end of the line or to a blank, tab, comma or semicolon; what follows is not looked at. Lines may
    /// end in CR LF. Blank lines and lines that begin with `#` give no output.
    ///
    /// The line of a puzzle is its solution; the first solution, a blank and `several`; or `none`. For every other line `odd` is
    /// called, in order, and may append what shall stand in its place.
    ///
    /// The last line needs no line feed, so cut a file only behind line feeds. Where it is cut makes no difference.
    ///
    /// ```
    /// use exactone::lanes::{Engine, Why};
    /// let block = b"# one good line, one bad\n\
    ///     000000185007030000000021400800000020003905600050000004004860000000040300931000000\n\
    ///     12\n";
    /// let mut out = Vec::new();
    /// let tally = Engine::new().solve_lines(block, &mut out, |odd, out| {
    ///     assert_eq!((odd.number, odd.text, odd.why), (2, &b"12"[..], Why::Invalid));
    ///     out.extend_from_slice(b"invalid\n");
    /// });
    /// assert_eq!(out.len(), 82 + 8);
    /// assert_eq!((tally.unique, tally.invalid), (1, 1));
    /// ```
    pub fn solve_lines(
        &mut self,
        block: &[u8],
        out: &mut Vec<u8>,
        odd: impl FnMut(OddLine<'_>, &mut Vec<u8>),
    ) -> Tally {
        self.solve_lines_within(block, &Limits::NONE, out, odd)
    }

    /// The same within limits: `odd` is called for puzzles that are given up, too.
    pub fn solve_lines_within(
        &mut self,
        block: &[u8],
        limits: &Limits<'_>,
        out: &mut Vec<u8>,
        mut odd: impl FnMut(OddLine<'_>, &mut Vec<u8>),
    ) -> Tally {
        let mut tally = Tally::default();
        let mut places = std::mem::take(&mut self.places);
        let nodes = limits.most_nodes();
        let (mut at, mut number) = (0, 0);
        while at < block.len() {
            places.clear();
            let start = out.len();
            // Answers are written where they shall stand if all lines of the chunk have one solution.
            out.reserve(82 * (CHUNK.min((block.len() - at) / 82 + 1) + SOME));
            let mut odd_rows = 0;
            each!(&mut self.lanes, search => {
                let machine = search.machine();
                let mut desk = Block { machine, block, at, number, places: &mut places, out, start, odd: 0, limits };
                search.run(Aim { nodes, ..BOTH }, &mut desk);
                // Where it was stopped the rest of the chunk is unknown.
                let mut node = [0; NODE_WORDS];
                while desk.next(&mut node).is_some() {}
                (at, number) = (desk.at, desk.number);
                odd_rows += desk.odd;
            });
            out.truncate(start + 82 * places.len());
            if odd_rows == 0 {
                tally.unique += places.len() as u64;
                continue;
            }
            if nodes < u32::MAX {
                let (rows, _) = out[start..].as_chunks_mut();
                for (row, place) in rows.iter_mut().zip(&places) {
                    if [UNKNOWN, UNKNOWN_WITH].contains(&row[81]) && !limits.stopped() {
                        self.again(block, row, place.at, nodes, limits);
                    }
                }
            }
            self.rows.clear();
            self.rows.extend_from_slice(&out[start..]);
            out.truncate(start);
            write(block, self.rows.as_chunks().0, &places, out, &mut tally, &mut odd);
        }
        self.places = places;
        tally
    }

    /// Searches the puzzle of a row that was given up beside others once more, alone (see `solve_chunk`).
    #[cold]
    fn again(&mut self, block: &[u8], row: &mut Row, at: usize, nodes: u32, limits: &Limits<'_>) {
        let text = word(line_at(block, at));
        let answer = match marks(text) {
            Some(masks) => {
                let Ok(position) = Marks::new(masks) else { return };
                self.solve_in_order(&position, nodes, limits)
            }
            None => {
                let Ok(position) = Givens::from_text(text) else { return };
                self.solve_in_order(&position, nodes, limits)
            }
        };
        if let Some(grid) = answer.solution() {
            row[..81].copy_from_slice(&grid.map(|digit| digit + b'0'));
        }
        row[81] = match answer {
            Answer::None => NONE,
            Answer::Unique(_) => UNIQUE,
            Answer::Several(..) => SEVERAL,
            Answer::Unknown(None) => UNKNOWN,
            Answer::Unknown(Some(_)) => UNKNOWN_WITH,
        };
    }
}

/// Appends the answers of a chunk.
fn write(
    block: &[u8],
    rows: &[Row],
    places: &[Place],
    out: &mut Vec<u8>,
    tally: &mut Tally,
    odd: &mut impl FnMut(OddLine<'_>, &mut Vec<u8>),
) {
    out.reserve(82 * rows.len());
    for (text, Place { at, number }) in rows.iter().zip(places) {
        let mut odd = |why, out: &mut Vec<u8>| {
            odd(OddLine { number: *number, text: line_at(block, *at), why }, out);
        };
        match text[81] {
            UNIQUE => {
                out.extend_from_slice(text);
                tally.unique += 1;
            }
            SEVERAL => {
                out.extend_from_slice(&text[..81]);
                out.extend_from_slice(b" several\n");
                tally.several += 1;
            }
            NONE => {
                out.extend_from_slice(b"none\n");
                tally.none += 1;
            }
            INVALID => {
                odd(Why::Invalid, out);
                tally.invalid += 1;
            }
            mark => {
                let digits = text.first_chunk().filter(|_| mark == UNKNOWN_WITH);
                odd(Why::Unknown(digits.map(|text| text.map(|byte| byte - b'0'))), out);
                tally.unknown += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::machine::Machine;
    use super::super::oracle::Random;
    use super::super::{Answer, Givens, Width};
    use super::*;

    fn line(grid: &[u8; 81]) -> String {
        grid.iter().map(|digit| char::from(b'0' + digit)).collect()
    }

    /// The answers to a block, which every width must give alike; bad lines become `bad NUMBER`.
    fn solve(block: &[u8]) -> (String, Tally) {
        let mut all = Width::ALL.into_iter().filter_map(Engine::with_width).map(|mut engine| {
            let mut out = Vec::new();
            let tally = engine.solve_lines(block, &mut out, |odd, out| {
                out.extend_from_slice(format!("bad {} {}\n", odd.number, odd.text.len()).as_bytes());
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
                Answer::Unknown(_) => panic!("no limit was set"),
            }
            match answer {
                Answer::None => tally.none += 1,
                Answer::Unique(_) => tally.unique += 1,
                Answer::Several(..) => tally.several += 1,
                Answer::Unknown(_) => tally.unknown += 1,
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
                for mut engine in Width::ALL.into_iter().filter_map(Engine::with_width) {
                    let read =
                        each!(&mut engine.lanes, search => search.machine().read_text(&text, &mut [0; 12]));
                    assert_eq!(read, good, "{byte}");
                }
                text[place] = b'.';
            }
        }
    }

    #[test]
    fn limits_leave_lines_in_their_place() {
        let mut random = Random(26);
        let puzzles: Vec<String> =
            (0..300).map(|i| line(&random.puzzle([0, 20, 81][i % 3], 0)) + "\n").collect();
        let block = puzzles.concat() + "x\n";
        for mut engine in Width::ALL.into_iter().filter_map(Engine::with_width) {
            for (limits, decided) in [(Limits::NONE.nodes(0), true), (Limits::NONE.stop(&|| true), false)] {
                let mut out = Vec::new();
                let tally = engine.solve_lines_within(block.as_bytes(), &limits, &mut out, |odd, out| {
                    let word = match odd.why {
                        Why::Invalid => "invalid",
                        Why::Unknown(_) => "unknown",
                    };
                    out.extend_from_slice(format!("{word} {}\n", odd.number).as_bytes());
                });
                assert_eq!((tally.invalid, tally.unique), (1, if decided { 100 } else { 0 }));
                let out = String::from_utf8(out).expect("text");
                assert_eq!(out.lines().count(), 301);
                for (i, line) in out.lines().enumerate().take(300) {
                    if i % 3 == 0 || !decided {
                        assert_eq!(line, format!("unknown {i}"));
                    } else if i % 3 == 2 {
                        assert_eq!(line, puzzles[i].trim_end());
                    }
                }
                assert!(out.ends_with("invalid 300\n"));
            }
        }
    }

    #[test]
    fn equal_lines_have_equal_answers_within_limits() {
        let mut random = Random(28);
        let kinds = [0, 8, 14, 20].map(|clues| line(&random.puzzle(clues, 0)) + "\n");
        for nodes in [20, 60, 200, 2000] {
            let mut seen = [const { std::collections::BTreeSet::new() }; 4];
            for width in Width::ALL {
                // A lane or so for each puzzle, and many lanes for each, which then run ahead.
                for copies in [1, 2, 7, 80] {
                    let Some(mut engine) = Engine::with_width(width) else { continue };
                    let mut out = Vec::new();
                    let block = kinds.concat().repeat(copies);
                    let limits = Limits::NONE.nodes(nodes);
                    engine.solve_lines_within(block.as_bytes(), &limits, &mut out, |odd, out| {
                        out.extend_from_slice(format!("{:?}\n", odd.why).as_bytes());
                    });
                    let out = String::from_utf8(out).expect("text");
                    assert_eq!(out.lines().count(), 4 * copies);
                    for (i, line) in out.lines().enumerate() {
                        seen[i % 4].insert(line.to_owned());
                    }
                }
            }
            assert!(seen.iter().all(|answers| answers.len() == 1), "{nodes}: {seen:?}");
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
