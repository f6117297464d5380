//! CSV, record by record: each is kept as it stands, so that it can be written out again unchanged, with its line,
//! and its fields are found inside it.
//!
//! (RFC 4180, with comma, semicolon or tab between the fields.) Always holds: at most one record is in memory, of at
//! most [`RecordReader::LIMIT`] bytes; a quote that is never closed ends there.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

/// What separates the fields of a table.
pub type Delimiter = u8;

/// The delimiters that are recognised, the most usual first.
pub const DELIMITERS: [Delimiter; 3] = [b',', b';', b'\t'];

/// One record as it stands in the file, without the end of its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its bytes.
    pub raw: Vec<u8>,
}

impl Record {
    /// Where its fields lie, quotes included.
    pub fn fields(&self, delimiter: Delimiter) -> Vec<Range<usize>> {
        let mut fields = Vec::new();
        let (mut start, mut scan) = (0, Scan::default());
        for (at, &byte) in self.raw.iter().enumerate() {
            if byte == delimiter && !scan.in_quotes() {
                fields.push(start..at);
                start = at + 1;
            }
            scan.step(byte, delimiter);
        }
        fields.push(start..self.raw.len());
        fields
    }

    /// The text of a field without its quotes, and the column (in characters, from 1) where that text begins.
    pub fn text(&self, field: Range<usize>) -> (Cow<'_, str>, u64) {
        let column = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().count() as u64 + 1;
        let before = &self.raw[..field.start];
        let bytes = &self.raw[field];
        match bytes.strip_prefix(b"\"") {
            None => (String::from_utf8_lossy(bytes), column(before)),
            Some(rest) => {
                let inner = String::from_utf8_lossy(rest.strip_suffix(b"\"").unwrap_or(rest)).into_owned();
                (Cow::Owned(inner.replace("\"\"", "\"")), column(before) + 1)
            }
        }
    }

    /// Whether the first field says that this is no record: nothing in it, or a comment.
    fn is_blank(&self) -> bool {
        let text = self.raw.trim_ascii();
        text.is_empty() || text.starts_with(b"#")
    }
}

/// Where a reader stands inside a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Scan {
    /// Before the first byte of a field, where a quote opens.
    #[default]
    Start,
    Plain,
    Quoted,
    /// After a quote inside a quoted field: the end of it, or the first of two that mean one.
    Closing,
}

impl Scan {
    fn in_quotes(self) -> bool {
        self == Scan::Quoted
    }

    fn step(&mut self, byte: u8, delimiter: Delimiter) {
        *self = match (*self, byte) {
            (Scan::Start, b'"') | (Scan::Closing, b'"') => Scan::Quoted,
            (Scan::Quoted, b'"') => Scan::Closing,
            (Scan::Quoted, _) => Scan::Quoted,
            (_, byte) if byte == delimiter => Scan::Start,
            _ => Scan::Plain,
        };
    }
}

/// Cuts a text into records.
pub struct RecordReader {
    from: BufReader<Box<dyn Read + Send>>,
    delimiter: Delimiter,
    line: u64,
}

impl RecordReader {
    /// The longest record, in bytes.
    pub const LIMIT: usize = 1 << 20;

    /// A reader at the start of a text.
    pub fn new(from: Box<dyn Read + Send>, delimiter: Delimiter) -> RecordReader {
        RecordReader { from: BufReader::with_capacity(1 << 16, from), delimiter, line: 1 }
    }

    /// The line that is being read, from 1.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// The next record that is neither blank nor a comment; `Err(line)` inside for one that is too long.
    pub fn next(&mut self) -> io::Result<Option<Result<Record, u64>>> {
        loop {
            let mut record = Record { line: self.line, raw: Vec::new() };
            let (mut scan, mut overlong, mut ended) = (Scan::Start, false, false);
            while !ended {
                let buffer = self.from.fill_buf()?;
                if buffer.is_empty() {
                    break;
                }
                let mut used = 0;
                for &byte in buffer {
                    used += 1;
                    self.line += u64::from(byte == b'\n');
                    if byte == b'\n' && (overlong || !scan.in_quotes()) {
                        ended = true;
                        break;
                    }
                    if record.raw.len() < Self::LIMIT {
                        record.raw.push(byte);
                        scan.step(byte, self.delimiter);
                    } else {
                        overlong = true;
                    }
                }
                self.from.consume(used);
            }
            if overlong {
                return Ok(Some(Err(record.line)));
            }
            if record.raw.last() == Some(&b'\r') {
                record.raw.pop();
            }
            if !record.is_blank() {
                return Ok(Some(Ok(record)));
            }
            if !ended {
                return Ok(None);
            }
        }
    }
}

/// A field as it must stand in a table.
pub fn quoted(field: &str, delimiter: Delimiter) -> Cow<'_, str> {
    if field.bytes().any(|byte| byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r')) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<Result<Record, u64>> {
        let bytes = io::Cursor::new(text.as_bytes().to_vec());
        let mut reader = RecordReader::new(Box::new(bytes), b',');
        std::iter::from_fn(|| reader.next().unwrap()).collect()
    }

    fn texts(record: &Record) -> Vec<(String, u64)> {
        let fields = record.fields(b',').into_iter();
        fields.map(|field| record.text(field)).map(|(text, column)| (text.into_owned(), column)).collect()
    }

    #[test]
    fn fields_lines_and_columns() {
        let all = records("a,b\r\n# comment\n\n1,\"x,\"\"y\"\"\n2\",3\nlast");
        let records: Vec<Record> = all.into_iter().map(Result::unwrap).collect();
        assert_eq!(records.iter().map(|record| record.line).collect::<Vec<_>>(), [1, 4, 6]);
        assert_eq!(texts(&records[0]), [("a".into(), 1), ("b".into(), 3)]);
        assert_eq!(texts(&records[1]), [("1".into(), 1), ("x,\"y\"\n2".into(), 4), ("3".into(), 15)]);
        assert_eq!(texts(&records[2]), [("last".into(), 1)]);
    }

    #[test]
    fn a_quote_inside_a_plain_field_opens_nothing() {
        let all = records("5\" tall,b\nc,d\n");
        assert_eq!(all.len(), 2);
        assert_eq!(texts(all[0].as_ref().unwrap())[0].0, "5\" tall");
    }

    #[test]
    fn a_quote_that_is_never_closed_costs_a_bounded_record() {
        let text = format!("a,\"{}\n{}\nb,c\n", "x".repeat(RecordReader::LIMIT), "y".repeat(100));
        let all = records(&text);
        assert_eq!(all[0], Err(1));
        assert_eq!(all.last().unwrap().as_ref().unwrap().raw, b"b,c");
    }

    #[test]
    fn what_is_written_reads_back() {
        for field in ["plain", "with, comma", "with \"quote\"", "two\nlines", ""] {
            let record = Record { line: 1, raw: format!("{},z", quoted(field, b',')).into_bytes() };
            assert_eq!(texts(&record)[0].0, field);
        }
    }
}
