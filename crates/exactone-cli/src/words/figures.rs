//! The names of figures in `--stats`.

use crate::language::Language;

/// The name of a figure, filled up with blanks to so many columns of a terminal.
pub fn name(english: &str, columns: usize, language: Language) -> String {
    let text = language.pick(english.to_owned(), chinese(english));
    let wide = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    text + &" ".repeat(columns.saturating_sub(wide))
}

fn chinese(english: &str) -> String {
    let known = match english {
        "variables" => "变量",
        "decisions" => "决策",
        "propagations" => "传播",
        "pure assignments" => "纯文字赋值",
        "conflicts" => "冲突",
        "backtracks" => "回溯",
        "learnt clauses" => "学到的子句",
        "deleted clauses" => "删除的子句",
        "restarts" => "重启",
        "parts recognised" => "认出的部分",
        "parts remembered" => "记住的部分",
        "milliseconds" => "毫秒",
        "clauses in all" => "子句总数",
        "clauses" => "子句",
        "cells" => "格",
        "rows" => "行",
        "columns" => "列",
        "boxes" => "宫",
        "diagonals" => "对角线",
        "triads" => "三格组",
        "clues" => "提示数",
        "pencilmarks" => "候选数",
        "at least one" => "至少一个",
        "at most one" => "至多一个",
        other => {
            // A family of clauses and its part.
            return match other
                .split_once(": ")
                .map(|pair| (pair, "："))
                .or(other.split_once(", ").map(|pair| (pair, "，")))
            {
                Some(((first, rest), between)) => chinese(first) + between + &chinese(rest),
                None => other.to_owned(),
            };
        }
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_in_line_in_both_languages() {
        assert_eq!(name("decisions", 12, Language::En), "decisions   ");
        assert_eq!(name("decisions", 12, Language::Zh), "决策        ");
        assert_eq!(name("clauses: cells, at least one", 31, Language::Zh).trim_end(), "子句：格，至少一个");
    }
}
