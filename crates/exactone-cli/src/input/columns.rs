//! Puzzles in one column of a table, their solutions in another.

use std::io::{self, Read};
use std::sync::Arc;

use exactone::{Given, GridProblem};

use super::item::{BadInput, Item, PuzzleItem, Solution, field_error};
use super::reading::Reading;
use super::table::{DELIMITERS, Delimiter, RecordReader};
use crate::output::messages::Place;

/// Which columns of a table matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    puzzle: usize,
    solution: Option<usize>,
}

impl Columns {
    const PUZZLE: [&str; 3] = ["puzzle", "quizzes", "board"];
    const SOLUTION: [&str; 2] = ["solution", "solutions"];

    /// The columns that the first line of a text names: `None` if that is no header of a table, `Err` with the
    /// names that are there if a column was asked for by name and is not among them.
    pub fn find(start: &[u8], wanted: Option<&str>) -> Result<Option<(Columns, Delimiter)>, Vec<String>> {
        let mut there = Vec::new();
        for delimiter in DELIMITERS {
            let from: Box<dyn Read + Send> = Box::new(io::Cursor::new(start.to_vec()));
            let first = RecordReader::new(from, delimiter).next();
            let Ok(Some(Ok(header))) = first else { break };
            let names: Vec<String> = header
                .fields(delimiter)
                .into_iter()
                .map(|field| header.text(field).0.trim().to_lowercase())
                .collect();
            let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
            let puzzle = match wanted {
                Some(wanted) => find(&[wanted.trim().to_lowercase().as_str()]),
                None => find(&Columns::PUZZLE),
            };
            if let Some(puzzle) = puzzle {
                return Ok(Some((Columns { puzzle, solution: find(&Columns::SOLUTION) }, delimiter)));
            }
            if there.is_empty() || names.len() > 1 {
                there = names;
            }
        }
        if wanted.is_some() { Err(there) } else { Ok(None) }
    }
}

/// A table with puzzles in one column.
pub struct Table {
    records: RecordReader,
    columns: Columns,
    delimiter: Delimiter,
    /// Whether the next record is the header.
    header: bool,
}

impl Table {
    /// A table whose next record is its header.
    pub fn new(text: Box<dyn Read + Send>, columns: Columns, delimiter: Delimiter) -> Table {
        Table { records: RecordReader::new(text, delimiter), columns, delimiter, header: true }
    }

    /// The line that is being read.
    pub fn line(&self) -> u64 {
        self.records.line()
    }

    /// The next row, or the header.
    pub fn next(&mut self, input: &Arc<str>, reading: &Reading) -> io::Result<Option<Item>> {
        let record = match self.records.next()? {
            None => return Ok(None),
            Some(Ok(record)) => record,
            Some(Err(line)) => {
                let place = Place { input: input.clone(), line, column: 1 };
                let problem = GridProblem::TooLong { limit: RecordReader::LIMIT };
                let given = Err(BadInput { place: place.clone(), problem });
                let item = PuzzleItem { place, text: String::new(), given, solution: None, record: None };
                return Ok(Some(Item::Puzzle(Box::new(item))));
            }
        };
        if std::mem::take(&mut self.header) {
            return Ok(Some(Item::Header { record, delimiter: self.delimiter, input: input.clone() }));
        }
        let fields = record.fields(self.delimiter);
        let field = |column: usize| {
            let (text, column) = fields.get(column).map(|field| record.text(field.clone()))?;
            Some((text.into_owned(), Place { input: input.clone(), line: record.line, column }))
        };
        let (text, place) = field(self.columns.puzzle)
            .unwrap_or_else(|| (String::new(), Place { input: input.clone(), line: record.line, column: 1 }));
        let given = Given::parse(&text, &reading.options).map_err(|error| field_error(error, &place));
        let solution = self.columns.solution.filter(|_| reading.solutions).and_then(field);
        let solution = solution.map(|(text, place)| match Given::parse(&text, &reading.options) {
            _ if text.trim().is_empty() => Solution::Missing,
            Ok(given) => Solution::Given(given),
            Err(error) => Solution::Bad(field_error(error, &place)),
        });
        let text = if reading.keep_text { text } else { String::new() };
        Ok(Some(Item::Puzzle(Box::new(PuzzleItem { place, text, given, solution, record: Some(record) }))))
    }
}
