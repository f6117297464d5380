//! Solved puzzles as data: line, csv, json.

use std::io::Write;

use exactone::{Grid, SymbolSet};

use crate::input::puzzles::PuzzleItem;
use crate::input::table::{Delimiter, Record, quoted};

/// The status of a puzzle as data says it, with the grids that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Exactly one solution.
    Unique(Grid),
    /// More than one: the first two found.
    Several(Grid, Grid),
    /// No solution.
    None,
    /// Not decided; the solution found so far, if any.
    Unknown(Option<Grid>),
    /// No puzzle.
    Invalid,
}

impl Solved {
    /// The data word.
    pub fn word(&self) -> &'static str {
        match self {
            Solved::Unique(_) => "unique",
            Solved::Several(..) => "several",
            Solved::None => "none",
            Solved::Unknown(_) => "unknown",
            Solved::Invalid => "invalid",
        }
    }

    /// The first solution found.
    pub fn first(&self) -> Option<&Grid> {
        match self {
            Solved::Unique(grid) | Solved::Several(grid, _) | Solved::Unknown(Some(grid)) => Some(grid),
            _ => None,
        }
    }

    /// The second one.
    pub fn second(&self) -> Option<&Grid> {
        match self {
            Solved::Several(_, grid) => Some(grid),
            _ => None,
        }
    }
}

/// One line a puzzle.
pub fn line(out: &mut Vec<u8>, solved: &Solved, symbols: SymbolSet) {
    let first = solved.first().map(|grid| grid.to_line_with(symbols));
    let text = match (solved, first) {
        (Solved::Unique(_), Some(first)) => first,
        (Solved::Several(..), Some(first)) => format!("{first} several"),
        (Solved::Unknown(_), first) => format!("{} unknown", first.as_deref().unwrap_or("?")),
        _ => solved.word().to_owned(),
    };
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// The header of our own CSV.
pub const CSV_HEADER: &str = "puzzle,status,solution\n";

/// One row of our own CSV.
pub fn csv(out: &mut Vec<u8>, item: &PuzzleItem, solved: &Solved, symbols: SymbolSet) {
    let solution = solved.first().map(|grid| grid.to_line_with(symbols)).unwrap_or_default();
    let (puzzle, word) = (quoted(&item.text, b','), solved.word());
    out.extend_from_slice(format!("{puzzle},{word},{solution}\n").as_bytes());
}

/// The header of a table with the two columns of the answer added under names that it does not have yet.
pub fn table_header(out: &mut Vec<u8>, header: &Record, delimiter: Delimiter) {
    let taken: Vec<String> = header
        .fields(delimiter)
        .into_iter()
        .map(|field| header.text(field).0.trim().to_lowercase())
        .collect();
    out.extend_from_slice(&header.raw);
    for name in ["status", "solution"] {
        out.push(delimiter);
        if taken.iter().any(|taken| taken == name) {
            out.extend_from_slice(b"exactone_");
        }
        out.extend_from_slice(name.as_bytes());
    }
    out.push(b'\n');
}

/// A record of a table of `columns` columns as it stands, with the answer added.
pub fn table_row(
    out: &mut Vec<u8>,
    record: Option<&Record>,
    columns: usize,
    delimiter: Delimiter,
    solved: &Solved,
    symbols: SymbolSet,
) {
    let there = record.map_or(1, |record| record.fields(delimiter).len());
    out.extend_from_slice(record.map_or(&[][..], |record| &record.raw));
    out.extend(std::iter::repeat_n(delimiter, columns.saturating_sub(there)));
    let solution = solved.first().map(|grid| grid.to_line_with(symbols)).unwrap_or_default();
    out.push(delimiter);
    out.extend_from_slice(solved.word().as_bytes());
    out.push(delimiter);
    out.extend_from_slice(quoted(&solution, delimiter).as_bytes());
    out.push(b'\n');
}

/// One JSON object a line: line, puzzle, status, solution, second.
pub fn json(out: &mut Vec<u8>, item: &PuzzleItem, solved: &Solved, symbols: SymbolSet) {
    let text = |grid: Option<&Grid>| {
        grid.map(|grid| grid.to_line_with(symbols)).map_or("null".to_owned(), |line| escaped(&line))
    };
    let (line, puzzle, word) = (item.place.line, escaped(&item.text), solved.word());
    let (first, second) = (text(solved.first()), text(solved.second()));
    // Writing to memory does not fail.
    let _ = writeln!(
        out,
        "{{\"line\":{line},\"puzzle\":{puzzle},\"status\":\"{word}\",\"solution\":{first},\"second\":{second}}}"
    );
}

fn escaped(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(line: &str) -> Grid {
        line.parse().unwrap()
    }

    #[test]
    fn every_status_has_its_line() {
        let (one, two) = (grid("1234341221434321"), grid("1234341243212143"));
        let cases = [
            (Solved::Unique(one.clone()), "1234341221434321\n"),
            (Solved::Several(one.clone(), two), "1234341221434321 several\n"),
            (Solved::None, "none\n"),
            (Solved::Unknown(None), "? unknown\n"),
            (Solved::Unknown(Some(one)), "1234341221434321 unknown\n"),
            (Solved::Invalid, "invalid\n"),
        ];
        for (solved, expected) in cases {
            let mut out = Vec::new();
            line(&mut out, &solved, SymbolSet::Letters);
            assert_eq!(out, expected.as_bytes());
        }
    }

    #[test]
    fn added_columns_do_not_take_names_that_are_there() {
        let header = |raw: &str| {
            let mut out = Vec::new();
            table_header(&mut out, &Record { line: 1, raw: raw.into() }, b',');
            String::from_utf8(out).unwrap()
        };
        assert_eq!(header("id,puzzle"), "id,puzzle,status,solution\n");
        assert_eq!(header("puzzle,solution"), "puzzle,solution,status,exactone_solution\n");
    }

    #[test]
    fn a_short_record_is_filled_up() {
        let mut out = Vec::new();
        let record = Record { line: 3, raw: b"7".to_vec() };
        table_row(&mut out, Some(&record), 3, b';', &Solved::Invalid, SymbolSet::Letters);
        assert_eq!(out, b"7;;;invalid;\n");
    }
}
