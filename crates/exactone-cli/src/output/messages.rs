//! Messages on standard error: errors with their place, at most twenty of a kind, the summary.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use super::progress::Progress;
use crate::language::Language;

/// After this many messages of a kind the rest are only counted.
const LIMIT: u64 = 20;

/// A place in the input. Prints as `FILE:LINE:COLUMN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the input.
    pub input: Arc<str>,
    /// The line, from 1; 0 for the input as a whole.
    pub line: u64,
    /// The column, from 1; 0 for the line as a whole.
    pub column: u64,
}

impl Place {
    /// An input as a whole.
    pub fn whole(input: &str) -> Place {
        Place { input: input.into(), line: 0, column: 0 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.input)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

/// Standard error, with its limits and its language.
pub struct Messages {
    language: Language,
    color: bool,
    quiet: bool,
    progress: Progress,
    /// How many there were of each kind.
    seen: BTreeMap<&'static str, u64>,
}

impl Messages {
    /// Messages in `language`; `color` for a terminal; `quiet` keeps errors only.
    pub fn new(language: Language, color: bool, quiet: bool) -> Messages {
        Messages { language, color, quiet, progress: Progress::hidden(), seen: BTreeMap::new() }
    }

    /// The language they are in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Prints around this bar from now on.
    pub fn beside(&mut self, progress: &Progress) {
        self.progress = progress.clone();
    }

    /// Something wrong at a place of the input. `kind` groups messages for the limit.
    pub fn at(&mut self, kind: &'static str, place: &Place, text: &str) {
        let seen = self.seen.entry(kind).or_default();
        *seen += 1;
        if *seen <= LIMIT {
            let place = self.bold(&place.to_string());
            self.print(&format!("{place}: {text}"));
        }
    }

    /// An error that has no place in the input.
    pub fn error(&mut self, text: &str) {
        let label = self.paint("31;1", self.language.pick("error", "错误"));
        self.print(&format!("{label}: {text}"));
    }

    /// Something to know that is no error.
    pub fn warning(&mut self, text: &str) {
        let label = self.paint("33;1", self.language.pick("warning", "警告"));
        self.print(&format!("{label}: {text}"));
    }

    /// Part of the summary.
    pub fn note(&mut self, text: &str) {
        if !self.quiet {
            self.print(text);
        }
    }

    /// Says how many messages of each kind were not shown. Called once, before the summary.
    pub fn close(&mut self) {
        for (kind, seen) in std::mem::take(&mut self.seen) {
            if seen > LIMIT {
                let more = seen - LIMIT;
                self.print(&match self.language {
                    Language::En => format!("... and {more} more ({kind})"),
                    Language::Zh => format!("... 还有 {more} 条 ({kind})"),
                });
            }
        }
    }

    fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn print(&self, text: &str) {
        // Whoever closed standard error does not want to hear about it.
        self.progress.suspend(|| {
            let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
        });
    }
}
