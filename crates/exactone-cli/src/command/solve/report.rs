//! What `solve` tells a person: the answer in words with the drawn grid, the statistics, the summary.

use std::time::Duration;

use exactone::{Encoded, Puzzle, Status, SymbolSet, Verdict, Violation};
use exactone_sat::Stats;

use super::super::batch::Tally;
use super::super::engine::Search;
use crate::language::Language;
use crate::output::draw::{self, Style};
use crate::words;

/// The answer in words, then the grid: two side by side where there are several solutions.
pub fn grid(
    out: &mut Vec<u8>,
    puzzle: Option<&Puzzle>,
    verdict: Option<&Verdict>,
    symbols: SymbolSet,
    color: bool,
    language: Language,
) {
    let clash = verdict.and_then(Verdict::clash);
    let mut lines =
        vec![answer(verdict, puzzle.map_or(0, |puzzle| puzzle.shape().size()), symbols, language)];
    let clue = |cell| match puzzle.and_then(|puzzle| puzzle.givens().get(cell)) {
        Some(_) => Style::Clue,
        None => Style::Plain,
    };
    match (verdict.and_then(Verdict::solution), verdict.and_then(Verdict::second), puzzle) {
        (Some(first), Some(second), _) => {
            let style = |cell| if first.get(cell) == second.get(cell) { clue(cell) } else { Style::Differs };
            lines.extend(draw::side_by_side(
                draw::grid(first, symbols, color, style),
                draw::grid(second, symbols, color, style),
            ));
        }
        (Some(first), None, _) => lines.extend(draw::grid(first, symbols, color, clue)),
        (None, _, Some(puzzle)) if puzzle.candidates().is_none() => {
            let broken = |cell| match clash {
                Some(Violation::Repeat { cells, .. }) if cells.contains(&cell) => Style::Differs,
                _ => clue(cell),
            };
            lines.extend(draw::grid(puzzle.givens(), symbols, color, broken));
        }
        _ => {}
    }
    for line in lines {
        out.extend_from_slice(line.trim_end().as_bytes());
        out.push(b'\n');
    }
}

/// `exactly one solution`, `no solution: row 1 has two 9s (r1c2, r1c7)`.
fn answer(verdict: Option<&Verdict>, size: usize, symbols: SymbolSet, language: Language) -> String {
    let text = match verdict {
        Some(Verdict::Unique(_)) => language.pick("exactly one solution", "恰有一个解"),
        Some(Verdict::Several(..)) => language.pick("more than one solution", "不止一个解"),
        Some(Verdict::None { .. }) => language.pick("no solution", "无解"),
        Some(Verdict::Unknown { found: None, .. }) => {
            language.pick("not decided: no solution found so far", "未判定：尚未找到解")
        }
        Some(Verdict::Unknown { found: Some(_), .. }) => language.pick(
            "not decided: one solution found, there may be another",
            "未判定：找到一个解，可能还有别的解",
        ),
        None => language.pick("not a puzzle", "不是题目"),
    };
    match verdict.and_then(Verdict::clash) {
        Some(violation) => {
            let colon = language.pick(": ", "：");
            format!("{text}{colon}{}", words::violation(&violation.spelled(symbols, size), language))
        }
        None => text.to_owned(),
    }
}

/// `24579 puzzles: 24579 unique`.
pub fn counts(tally: &Tally, language: Language) -> String {
    let parts: Vec<String> = Status::ALL
        .into_iter()
        .map(|status| (tally.of(status), status))
        .filter(|(count, _)| *count > 0)
        .map(|(count, status)| format!("{count} {status}"))
        .collect();
    let colon = language.pick(": ", "：");
    let puzzles = words::puzzles(tally.puzzles, language);
    if parts.is_empty() { puzzles } else { format!("{puzzles}{colon}{}", parts.join(", ")) }
}

/// Why the status is 1, if it is.
pub fn no(tally: &Tally, language: Language) -> Option<String> {
    let count = tally.several + tally.none;
    (count > 0)
        .then(|| words::puzzles_that(count, "without exactly one solution", "并非恰有一个解", language))
}

/// What the encoding of the first puzzle holds, and what all searches did together.
#[derive(Default)]
pub struct Totals {
    /// The first puzzle of the input that was solved, by its line.
    first: Option<(u64, Encoded)>,
    puzzles: u64,
    stats: Stats,
    time: Duration,
}

impl Totals {
    /// Adds the search for one puzzle.
    pub fn add(&mut self, line: u64, search: &Search, time: Duration) {
        let Search { encoded, stats } = search;
        if self.first.as_ref().is_none_or(|(first, _)| line < *first) {
            self.first = Some((line, encoded.clone()));
        }
        self.puzzles += 1;
        self.stats.decisions += stats.decisions;
        self.stats.propagations += stats.propagations;
        self.stats.pure_assignments += stats.pure_assignments;
        self.stats.conflicts += stats.conflicts;
        self.stats.learnt += stats.learnt;
        self.stats.restarts += stats.restarts;
        self.time += time;
    }

    /// One line for each figure.
    pub fn lines(&self, language: Language) -> Vec<String> {
        let Some((_, encoded)) = &self.first else { return Vec::new() };
        let name = |name: &str, columns| words::figures::name(name, columns, language);
        let mut lines = vec![format!("{} {:>12}", name("variables", 19), encoded.vars)];
        for section in &encoded.sections {
            let name = name(&format!("clauses: {section}"), 31);
            lines.push(format!("{name} {:>12} {:>12}", section.clauses, section.total));
        }
        lines.push(format!("{} {:>12}", name("clauses in all", 19), encoded.clauses));
        let stats = &self.stats;
        for (figure, count) in [
            ("decisions", stats.decisions),
            ("propagations", stats.propagations),
            ("pure assignments", stats.pure_assignments),
            ("conflicts", stats.conflicts),
        ] {
            lines.push(format!("{} {count:>12}", name(figure, 19)));
        }
        lines.push(format!("{} {:>12.3}", name("milliseconds", 19), self.time.as_secs_f64() * 1000.0));
        if self.puzzles > 1 {
            lines.push(match language {
                Language::En => {
                    format!("(clauses of the first puzzle; searches of all {} puzzles)", self.puzzles)
                }
                Language::Zh => format!("（子句是第一题的；搜索是全部 {} 题的）", self.puzzles),
            });
        }
        lines
    }
}
