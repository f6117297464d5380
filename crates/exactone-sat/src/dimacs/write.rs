//! The writer: a sink that prints what it receives.

use std::io::{self, Write};

use super::latched::Latched;
use crate::cnf::Cnf;
use crate::lit::Lit;
use crate::sink::{ClauseCounter, ClauseSink};

/// A sink that writes each clause as a line of DIMACS.
///
/// The first write error is kept, everything after it is dropped, and [`finish`](Writer::finish) returns it; encoders
/// see [`is_closed`](ClauseSink::is_closed) and stop. The header comes first in DIMACS, so whoever uses the writer by
/// itself must know the counts; [`write()`] finds them by running the encoder twice.
///
/// ```
/// use exactone_sat::{dimacs, ClauseSink, Lit};
/// let mut out = Vec::new();
/// let mut writer = dimacs::Writer::new(&mut out);
/// writer.comment("two literals");
/// writer.header(2, 1);
/// writer.add_clause(&[1, -2].map(Lit::from));
/// writer.finish()?;
/// assert_eq!(out, b"c two literals\np cnf 2 1\n1 -2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "finish() writes the rest and tells whether all went well"]
pub struct Writer<W: Write> {
    out: Latched<W>,
    size: ClauseCounter,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which need not be buffered.
    pub fn new(out: W) -> Writer<W> {
        Writer { out: Latched::new(out), size: ClauseCounter::new() }
    }

    /// Writes a comment, each of its lines after `c `.
    pub fn comment(&mut self, text: &str) {
        for line in text.lines() {
            self.out.bytes(if line.is_empty() { b"c" } else { b"c " });
            self.out.bytes(line.as_bytes());
            self.out.byte(b'\n');
        }
    }

    /// Writes the header line.
    pub fn header(&mut self, variables: u32, clauses: u64) {
        self.out.bytes(format!("p cnf {variables} {clauses}\n").as_bytes());
    }

    /// Writes the line that names the variables to project onto, for model counters.
    pub fn projection(&mut self, vars: impl IntoIterator<Item = crate::Var>) {
        self.out.bytes(b"c p show ");
        for var in vars {
            self.out.integer(i64::from(var.number()));
        }
        self.out.bytes(b"0\n");
    }

    /// What went through so far.
    pub fn size(&self) -> ClauseCounter {
        self.size
    }

    /// Writes what is left and gives `out` back.
    ///
    /// # Errors
    /// The first write error there was; the file is then not complete.
    pub fn finish(self) -> io::Result<W> {
        self.out.finish()
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    fn var_count(&self) -> u32 {
        self.size.var_count()
    }

    fn ensure_vars(&mut self, count: u32) {
        self.size.ensure_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.size.add_clause(clause);
        for &lit in clause {
            self.out.integer(i64::from(lit.to_dimacs()));
        }
        self.out.bytes(b"0\n");
    }

    fn is_closed(&self) -> bool {
        self.out.is_closed()
    }
}

/// Writes the formula that an encoder pours out, which is run twice: once to count, once to write.
/// Returns the numbers of variables and clauses.
///
/// ```
/// use exactone_sat::{dimacs, exactly_one};
/// let mut out = Vec::new();
/// dimacs::write(&mut out, |sink| exactly_one(sink, &[1, 2]))?;
/// assert_eq!(out, b"p cnf 2 2\n1 2 0\n-1 -2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The first write error. Also if the encoder does not pour out the same twice.
pub fn write<W: Write>(out: W, encode: impl FnMut(&mut dyn ClauseSink)) -> io::Result<ClauseCounter> {
    write_with_comments(out, "", encode)
}

/// As [`write()`], with comment lines before the header.
///
/// # Errors
/// The first write error. Also if the encoder does not pour out the same twice.
pub fn write_with_comments<W: Write>(
    out: W,
    comments: &str,
    mut encode: impl FnMut(&mut dyn ClauseSink),
) -> io::Result<ClauseCounter> {
    let mut size = ClauseCounter::new();
    encode(&mut size);
    let mut writer = Writer::new(out);
    writer.comment(comments);
    writer.header(size.vars(), size.clauses());
    encode(&mut writer);
    let written = writer.size();
    writer.finish()?;
    if written != size {
        return Err(io::Error::other(
            "the encoder did not pour out the same clauses twice; the header is wrong",
        ));
    }
    Ok(size)
}

impl Cnf {
    /// The formula as DIMACS text.
    ///
    /// ```
    /// use exactone_sat::clauses;
    /// assert_eq!(clauses![[1, -2], []].to_dimacs(), "p cnf 2 2\n1 -2 0\n0\n");
    /// ```
    pub fn to_dimacs(&self) -> String {
        let mut writer = Writer::new(Vec::new());
        writer.header(self.var_count(), self.len() as u64);
        self.pour(&mut writer);
        let bytes = writer.finish().expect("writing to memory does not fail");
        String::from_utf8(bytes).expect("DIMACS is ASCII")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses;

    /// Takes `room` bytes, then fails.
    #[derive(Debug)]
    struct Full {
        room: usize,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.room == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let count = bytes.len().min(self.room);
            self.room -= count;
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_closes_the_writer_and_is_reported() {
        let mut writer = Writer::new(Full { room: 100_000 });
        let mut poured = 0u64;
        while !writer.is_closed() {
            writer.add_clause(&[1, 2, 3].map(Lit::from));
            poured += 1;
            assert!(poured < 100_000, "the writer never closes");
        }
        writer.at_most_one(&[1, 2, 3].map(Lit::from)); // dropped
        assert_eq!(writer.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
        let late = write(Full { room: 3 }, |sink| clauses![[1]].pour(sink));
        assert_eq!(late.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn an_encoder_that_changes_its_mind_is_found_out() {
        let mut run = 0;
        let result = write(io::sink(), |sink| {
            run += 1;
            sink.add_clause(&[Lit::from(run)]);
        });
        assert!(result.is_err());
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut cnf = clauses![[1, -4], [], [2147483, 3, 3], [-1]];
        cnf.ensure_vars(2147490);
        let mut back = Cnf::new();
        let report = crate::dimacs::read(cnf.to_dimacs().as_bytes(), &mut back).unwrap();
        // Far more variables than such a short file makes credible.
        assert_eq!(report.warnings.len(), 1);
        back.ensure_vars(2147490);
        assert_eq!(back, cnf);
    }
}
