//! What is wrong with a DIMACS file, in the language of the messages.

use exactone::words::Say;
use exactone_sat::dimacs::{DimacsErrorKind, Warning};

use crate::language::Language;

/// An error, without its place.
pub fn problem(kind: &DimacsErrorKind, language: Language) -> String {
    match kind {
        DimacsErrorKind::Io(error) if language == Language::Zh => {
            format!("无法继续读取：{}", super::system(error.kind(), &error.to_string(), language))
        }
        kind => kind.say(language.into()),
    }
}

/// What is accepted, but not as the format says.
pub fn warning(warning: &Warning, language: Language) -> String {
    warning.say(language.into())
}
