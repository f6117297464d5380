//! The exit status, and how a command ends early.

use std::io;
use std::process::ExitCode;

use crate::language::Language;
use crate::words;

/// What a run comes to, as its exit status. Of several the graver one counts: 2 over 3 over 1 over 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// 0: asked and answered, and everything asked holds.
    #[default]
    Holds,
    /// 1: the honest answer is "no".
    No,
    /// 3: not decided within a limit.
    Undecided,
    /// 2: bad use or bad input.
    Bad,
}

impl Status {
    /// The graver of the two.
    #[must_use]
    pub fn and(self, other: Status) -> Status {
        self.max(other)
    }

    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Status::Holds => 0,
            Status::No => 1,
            Status::Bad => 2,
            Status::Undecided => 3,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}

/// Why a command stops before its end.
#[derive(Debug)]
pub enum Failure {
    /// The reader of our output has gone: no error, nothing more to say.
    ClosedPipe,
    /// Anything else, in words of both languages.
    Message {
        /// In English.
        english: String,
        /// In Chinese.
        chinese: String,
    },
}

impl Failure {
    /// A failure in words that are the same in both languages, or chosen already.
    pub fn new(text: impl Into<String>) -> Failure {
        let text = text.into();
        Failure::Message { english: text.clone(), chinese: text }
    }

    /// A failure in words of both languages.
    pub fn both(english: impl Into<String>, chinese: impl Into<String>) -> Failure {
        Failure::Message { english: english.into(), chinese: chinese.into() }
    }

    /// The words.
    pub fn text(&self, language: Language) -> &str {
        match self {
            Failure::ClosedPipe => "",
            Failure::Message { english, chinese } => language.pick(english, chinese),
        }
    }

    /// What an error of the system while reading means.
    pub fn reading(source: &str, error: &io::Error) -> Failure {
        let text = |language| words::system(error.kind(), &error.to_string(), language);
        Failure::both(
            format!("{source}: {}", text(Language::En)),
            format!("{source}: {}", text(Language::Zh)),
        )
    }

    /// What an error while writing means.
    pub fn writing(target: &str, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::reading(target, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_over_three_over_one_over_nothing() {
        let order = [Status::Holds, Status::No, Status::Undecided, Status::Bad];
        assert_eq!(order.map(Status::code), [0, 1, 3, 2]);
        for (at, &one) in order.iter().enumerate() {
            for &other in &order[at..] {
                assert_eq!(one.and(other), other);
                assert_eq!(other.and(one), other);
            }
        }
    }
}
