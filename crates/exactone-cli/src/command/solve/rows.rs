//! Solved puzzles as data: line, csv, json.

use std::io::Write;

use exactone::{Grid, Status, SymbolSet, Verdict};

use crate::input::item::PuzzleItem;
use crate::input::table::{Delimiter, Record, quoted};

/// The data word of an answer; no answer means that there was no puzzle.
pub fn word(verdict: Option<&Verdict>) -> &'static str {
    verdict.map_or(Status::Invalid, Verdict::status).word()
}

fn solution(verdict: Option<&Verdict>, symbols: SymbolSet) -> Option<String> {
    verdict.and_then(Verdict::solution).map(|grid| grid.to_line_with(symbols))
}

/// One line a puzzle.
pub fn line(out: &mut Vec<u8>, verdict: Option<&Verdict>, symbols: SymbolSet) {
    let first = solution(verdict, symbols);
    let text = match (verdict.map(Verdict::status), first) {
        (Some(Status::Unique), Some(first)) => first,
        (Some(Status::Several), Some(first)) => format!("{first} several"),
        (Some(Status::Unknown), first) => format!("{} unknown", first.as_deref().unwrap_or("?")),
        _ => word(verdict).to_owned(),
    };
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// The header of our own CSV.
pub const CSV_HEADER: &str = "puzzle,status,solution\n";

/// One row of our own CSV.
pub fn csv(out: &mut Vec<u8>, item: &PuzzleItem, verdict: Option<&Verdict>, symbols: SymbolSet) {
    let solution = solution(verdict, symbols).unwrap_or_default();
    let (puzzle, word) = (quoted(&item.text, b','), word(verdict));
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
        let ours = format!("exactone_{name}");
        let numbered = (2..).map(|number| format!("{ours}_{number}"));
        let mut names = [name.to_owned(), ours.clone()].into_iter().chain(numbered);
        let free = names.find(|name| !taken.contains(name)).expect("there are more names than columns");
        out.push(delimiter);
        out.extend_from_slice(free.as_bytes());
    }
    out.push(b'\n');
}

/// A record of a table of `columns` columns as it stands, with the answer added.
pub fn table_row(
    out: &mut Vec<u8>,
    record: Option<&Record>,
    columns: usize,
    delimiter: Delimiter,
    verdict: Option<&Verdict>,
    symbols: SymbolSet,
) {
    let there = record.map_or(1, |record| record.fields(delimiter).len());
    out.extend_from_slice(record.map_or(&[][..], |record| &record.raw));
    out.extend(std::iter::repeat_n(delimiter, columns.saturating_sub(there)));
    let solution = solution(verdict, symbols).unwrap_or_default();
    out.push(delimiter);
    out.extend_from_slice(word(verdict).as_bytes());
    out.push(delimiter);
    out.extend_from_slice(quoted(&solution, delimiter).as_bytes());
    out.push(b'\n');
}

/// One JSON object a line: line, puzzle, status, solution, second.
pub fn json(out: &mut Vec<u8>, item: &PuzzleItem, verdict: Option<&Verdict>, symbols: SymbolSet) {
    let text = |grid: Option<&Grid>| {
        grid.map(|grid| grid.to_line_with(symbols)).map_or("null".to_owned(), |line| escaped(&line))
    };
    let (line, puzzle, word) = (item.place.line, escaped(&item.text), word(verdict));
    let (first, second) =
        (text(verdict.and_then(Verdict::solution)), text(verdict.and_then(Verdict::second)));
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
        let why = exactone_sat::Stopped::Deadline;
        let cases = [
            (Some(Verdict::Unique(one.clone())), "1234341221434321\n"),
            (Some(Verdict::Several(one.clone(), two)), "1234341221434321 several\n"),
            (Some(Verdict::None { clash: None }), "none\n"),
            (Some(Verdict::Unknown { found: None, why }), "? unknown\n"),
            (Some(Verdict::Unknown { found: Some(one), why }), "1234341221434321 unknown\n"),
            (None, "invalid\n"),
        ];
        for (verdict, expected) in cases {
            let mut out = Vec::new();
            line(&mut out, verdict.as_ref(), SymbolSet::Letters);
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
        let once = header("puzzle,status,solution,exactone_status,Exactone_Solution");
        assert!(once.ends_with(",exactone_status_2,exactone_solution_2\n"), "{once}");
    }

    #[test]
    fn a_short_record_is_filled_up() {
        let mut out = Vec::new();
        let record = Record { line: 3, raw: b"7".to_vec() };
        table_row(&mut out, Some(&record), 3, b';', None, SymbolSet::Letters);
        assert_eq!(out, b"7;;;invalid;\n");
    }
}
