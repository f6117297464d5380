//! What the commands say in summaries and errors, in both languages.
//!
//! Statuses (`unique`, `none`, ...) are data words and stay as they are.

pub mod dimacs;
pub mod figures;
pub mod usage;

use std::fmt::Display;
use std::io;

use exactone::words::Say;
use exactone::{DecodeError, GridProblem, Spelled};
use exactone_sat::Natural;

use crate::input::item::Unreadable;
use crate::language::Language;

/// Why an input cannot be read.
pub fn unreadable(cause: &Unreadable, language: Language) -> String {
    match cause {
        Unreadable::System(kind, text) => system(*kind, text, language),
        Unreadable::NoColumn { wanted, there } => {
            let there = there.join(", ");
            match language {
                Language::En => format!("no column {wanted:?}, the columns are: {there}"),
                Language::Zh => format!("没有名为 {wanted:?} 的列，现有的列：{there}"),
            }
        }
        Unreadable::NeitherFileNorPuzzle { found, expected } => match language {
            Language::En => format!("no such file; as a puzzle: saw {found} characters, expected {expected}"),
            Language::Zh => format!("没有这个文件；作为题目：有 {found} 个字符，应当是 {expected} 个"),
        },
        Unreadable::OtherColumns => {
            let english = "its columns are not those of the first table; expected the same";
            language.pick(english, "表头与第一个表格不同，应当相同").to_owned()
        }
        Unreadable::SolutionsLeft => language.pick("more solutions than puzzles", "答案比题目多").to_owned(),
        Unreadable::Empty => language.pick("no puzzle in it", "其中没有题目").to_owned(),
    }
}

/// An error of the system, in few words where it is a usual one.
pub fn system(kind: io::ErrorKind, text: &str, language: Language) -> String {
    match kind {
        io::ErrorKind::NotFound => language.pick("no such file", "没有这个文件").to_owned(),
        io::ErrorKind::IsADirectory => {
            language.pick("is a directory, expected a file", "是一个目录，应当是文件").to_owned()
        }
        io::ErrorKind::PermissionDenied => language.pick("permission denied", "没有读取权限").to_owned(),
        io::ErrorKind::StorageFull => language.pick(text, "设备上没有剩余空间").to_owned(),
        io::ErrorKind::AlreadyExists => language.pick(text, "已经存在").to_owned(),
        io::ErrorKind::NotADirectory => language.pick(text, "不是目录").to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => language.pick(text, "文件系统是只读的").to_owned(),
        _ => match language {
            Language::En => text.to_owned(),
            Language::Zh => format!("系统错误：{text}"),
        },
    }
}

/// What was seen and what was expected where there is no puzzle.
pub fn problem(problem: &GridProblem, language: Language) -> String {
    problem.say(language.into())
}

/// What is broken in a grid.
pub fn violation(violation: &Spelled<'_>, language: Language) -> String {
    violation.say(language.into())
}

/// Why a model is no solution.
pub fn decode_error(error: &DecodeError, language: Language) -> String {
    error.say(language.into())
}

/// How far a count has come, in words that nobody takes for the result.
pub fn counting(line: u64, number: u64, language: Language) -> String {
    match language {
        Language::En => format!("line {line}: more than {number} so far"),
        Language::Zh => format!("第 {line} 行：目前已超过 {number}"),
    }
}

/// The name under which errors of a kind are counted together.
pub fn kind_of(problem: &GridProblem) -> &'static str {
    match problem {
        GridProblem::Symbol { .. } | GridProblem::Character { .. } | GridProblem::Pencilmark { .. } => {
            "character"
        }
        GridProblem::Number { .. } | GridProblem::Digit { .. } => "number",
        GridProblem::Length { .. } | GridProblem::RowLength { .. } | GridProblem::RowCount { .. } => "length",
        GridProblem::NotText { .. } => "not text",
        GridProblem::TooLong { .. } => "too long",
        _ => "shape",
    }
}

/// How many of something, in English: `1 model`, `3 models`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{s}")
}

/// How many puzzles: `1 puzzle`, `3 puzzles`; `3 题`.
pub fn puzzles(count: u64, language: Language) -> String {
    match language {
        Language::En => counted(count, "puzzle"),
        Language::Zh => format!("{count} 题"),
    }
}

/// How many models there are at least, while they are counted.
pub fn models_so_far(at_least: &Natural, language: Language) -> String {
    match language {
        Language::En => format!("at least {} so far", counted(at_least, "model")),
        Language::Zh => format!("目前至少 {at_least} 个模型"),
    }
}

/// How long, and how many were decided a second: `0.520 s, 47000 puzzles/s`.
pub fn speed(decided: u64, seconds: f64, language: Language) -> String {
    let rate = if seconds > 0.0 { decided as f64 / seconds } else { 0.0 };
    match language {
        Language::En => format!("{seconds:.3} s, {rate:.0} puzzles/s"),
        Language::Zh => format!("{seconds:.3} 秒，每秒 {rate:.0} 题"),
    }
}

/// That this program was built without optimisation.
pub fn debug_build(language: Language) -> &'static str {
    language.pick(
        "debug build: many times slower than `cargo build --release`",
        "调试版本：比 `cargo build --release` 慢许多倍",
    )
}

/// Why the exit status is not 0.
pub fn reason(code: u8, why: &str, language: Language) -> String {
    match language {
        Language::En => format!("exit status {code}: {why}"),
        Language::Zh => format!("退出状态 {code}：{why}"),
    }
}

/// `N inputs could not be read`.
pub fn inputs_unreadable(count: u64, language: Language) -> String {
    match language {
        Language::En => format!("{} could not be read", counted(count, "input")),
        Language::Zh => format!("{count} 个输入无法读取"),
    }
}

/// `N puzzles WHAT`, for a reason.
pub fn puzzles_that(count: u64, english: &str, chinese: &str, language: Language) -> String {
    format!("{} {}", puzzles(count, language), language.pick(english, chinese))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one_and_others_are_several() {
        assert_eq!(
            [0, 1, 2, 11].map(|n| counted(n, "model")),
            ["0 models", "1 model", "2 models", "11 models"]
        );
        assert_eq!(counted("1+", "model"), "1+ models");
        assert_eq!(models_so_far(&Natural::from(1u32), Language::En), "at least 1 model so far");
        assert_eq!(puzzles(1, Language::En), "1 puzzle");
        assert_eq!(inputs_unreadable(2, Language::En), "2 inputs could not be read");
    }
}
