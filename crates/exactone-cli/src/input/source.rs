//! One input: a file, standard input, or the puzzle itself as an argument.

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{compressed, encoding};

/// Where an input comes from, under the name that messages call it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file on disk.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// Text that stood on the command line.
    Argument(String),
}

impl Source {
    /// The source that an argument names: `-`, an existing file, or a puzzle written out.
    pub fn from_argument(argument: &str) -> Source {
        if argument == "-" {
            return Source::Stdin;
        }
        let path = PathBuf::from(argument);
        if !path.exists() && is_puzzle_text(argument) {
            return Source::Argument(argument.to_owned());
        }
        Source::File(path)
    }

    /// The sources that these arguments name; standard input when there is none and input is piped.
    /// `None` means that there is nothing to read: no argument, and a terminal where input would come from.
    pub fn from_arguments(arguments: &[String]) -> Option<Vec<Source>> {
        if arguments.is_empty() {
            return (!io::stdin().is_terminal()).then(|| vec![Source::Stdin]);
        }
        Some(arguments.iter().map(|argument| Source::from_argument(argument)).collect())
    }

    /// The source that one optional argument names, standard input by default; `None` as in
    /// [`from_arguments`](Source::from_arguments).
    pub fn from_optional(argument: Option<&str>) -> Option<Source> {
        match argument {
            Some(argument) => Some(Source::from_argument(argument)),
            None => (!io::stdin().is_terminal()).then_some(Source::Stdin),
        }
    }

    /// Opens the source as plain text in UTF-8: unpacked if it is compressed, decoded if it is UTF-16.
    pub fn open(&self) -> io::Result<Opened> {
        let consumed = Arc::new(AtomicU64::new(0));
        let raw: Box<dyn Read + Send> = match self {
            Source::Argument(text) => Box::new(io::Cursor::new(text.clone().into_bytes())),
            Source::Stdin => Box::new(io::stdin()),
            Source::File(path) => {
                let file = File::open(path)?;
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                Box::new(file)
            }
        };
        let counted = Counted { inner: raw, consumed: consumed.clone() };
        let unpacked = compressed::unpack(Box::new(counted))?;
        let text = encoding::decode(unpacked)?;
        Ok(Opened { text, consumed })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Stdin => f.write_str("<stdin>"),
            Source::Argument(_) => f.write_str("<argument>"),
        }
    }
}

/// An open source.
pub struct Opened {
    /// Its text.
    pub text: Box<dyn Read + Send>,
    /// How many bytes have been read so far, as they lie on disk.
    pub consumed: Arc<AtomicU64>,
}

/// Counts the bytes that pass, for the progress bar.
struct Counted {
    inner: Box<dyn Read + Send>,
    consumed: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.consumed.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Whether an argument that names no file reads as a puzzle: n*n cells in the symbols of an n x n grid, 729
/// pencilmark characters, or a grid drawn over several lines.
pub fn is_puzzle_text(text: &str) -> bool {
    if text.contains('\n') {
        return true;
    }
    let length = text.chars().count();
    let side = length.isqrt();
    if side == 0 || side * side != length && length != 729 {
        return false;
    }
    text.chars().all(|symbol| is_cell(symbol, side))
}

/// How many characters a text has, and how many the nearest usual puzzle has, if it is made of the symbols of one.
pub fn nearly_a_puzzle(text: &str) -> Option<(usize, usize)> {
    let length = text.chars().count();
    let nearest =
        [16usize, 36, 64, 81, 144, 256, 625].into_iter().min_by_key(|usual| usual.abs_diff(length))?;

    let alike = length >= 12 && text.chars().all(|symbol| is_cell(symbol, 9) && !symbol.is_alphabetic());
    alike.then_some((length, nearest))
}

/// Whether a character stands for a cell, empty or filled, of an n x n grid.
fn is_cell(symbol: char, side: usize) -> bool {
    match symbol {
        '.' | '0' | '_' | '*' | '-' | '?' => true,
        '1'..='9' => side >= 9 || symbol as usize - '0' as usize <= side,
        'A'..='Z' | 'a'..='z' => side > 9,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_a_puzzle_only_when_it_has_the_cells_of_one() {
        assert!(is_puzzle_text(&".".repeat(81)));
        assert!(is_puzzle_text(".....1..1.43.31."));
        assert!(is_puzzle_text(&"G".repeat(256)));
        assert!(is_puzzle_text(&"123456789".repeat(81)));
        assert!(!is_puzzle_text(&".".repeat(82)));
        assert!(!is_puzzle_text(&"5".repeat(16)), "a 4x4 has no 5");
        assert!(!is_puzzle_text("file"));
        assert!(!is_puzzle_text(""));
    }

    #[test]
    fn what_messages_call_a_source() {
        assert_eq!(Source::from_argument("-").to_string(), "<stdin>");
        assert_eq!(Source::from_argument(".....1..1.43.31.").to_string(), "<argument>");
        assert_eq!(Source::from_argument("no/such.txt").to_string(), "no/such.txt");
    }
}
