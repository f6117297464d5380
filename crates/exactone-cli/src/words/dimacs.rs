//! What is wrong with a DIMACS file, in the language of the messages.

use exactone_sat::dimacs::{DimacsErrorKind, Warning};

use crate::language::Language;

/// An error, without its place.
pub fn problem(kind: &DimacsErrorKind, language: Language) -> String {
    if language == Language::En {
        return kind.to_string();
    }
    match kind {
        DimacsErrorKind::Io(error) => {
            format!("无法继续读取：{}", super::system(error.kind(), &error.to_string(), language))
        }
        DimacsErrorKind::Unexpected { seen, expected } => {
            format!("此处是{}，应为{}", found(seen), wanted(expected))
        }
        DimacsErrorKind::VariableTooLarge { seen, limit } => {
            format!("此处是{}，变量编号最大为 {limit}", found(seen))
        }
        DimacsErrorKind::ClauseTooLong { limit } => format!("子句超过 {limit} 个文字；是否漏写了 0？"),
        DimacsErrorKind::Strict(what) => warning(what, language),
        DimacsErrorKind::Contradiction { lit } => {
            format!("此处是 `{lit}`，而前面已给出 `{}`", -i64::from(*lit))
        }
        // Kinds that a later version of the library adds.
        other => format!("格式错误：{other}"),
    }
}

/// What is accepted, but not as the format says.
pub fn warning(warning: &Warning, language: Language) -> String {
    if language == Language::En {
        return warning.to_string();
    }
    match warning {
        Warning::NoHeader => "没有文件头 `p cnf VARIABLES CLAUSES`".to_owned(),
        Warning::LateHeader { clauses } => format!("文件头出现在 {clauses} 个子句之后"),
        Warning::ClauseCount { announced, found } => {
            format!("文件头声明 {announced} 个子句，实有 {found} 个")
        }
        Warning::VariableCount { announced, found } => {
            format!("文件头声明 {announced} 个变量，却出现了变量 {found}")
        }
        Warning::HugeHeader { announced } => {
            format!("文件头声明 {announced} 个变量，远多于此文件所能用到的")
        }
        Warning::UnfinishedClause { line } => format!("最后一个子句没有以 0 结束（输入结束于第 {line} 行）"),
        Warning::PercentTrailer { line } => format!("第 {line} 行的 `%` 结束了公式"),
        Warning::CommentInLine { line } => format!("注释从第 {line} 行的中间开始"),
        Warning::BadProjection { line } => {
            format!("第 {line} 行不是 `c p show VARIABLES 0` 的形式，已略去")
        }
        // Warnings that a later version of the library adds.
        other => format!("注意：{other}"),
    }
}

fn found(seen: &str) -> String {
    match seen {
        "the end of the input" => "输入的结尾".to_owned(),
        "the end of the line" => "行尾".to_owned(),
        "a number of many digits" => "一个位数很多的数字".to_owned(),
        quoted => format!(" {quoted} "),
    }
}

fn wanted(expected: &str) -> &str {
    match expected {
        "a comment, `p cnf VARIABLES CLAUSES` or a clause" => "注释、`p cnf VARIABLES CLAUSES` 或子句",
        "a literal or 0" => "文字或 0",
        "a clause: there was a header before" => "子句：前面已有文件头",
        "a number, as in `p cnf VARIABLES CLAUSES`" => "数字，如 `p cnf VARIABLES CLAUSES` 中那样",
        "the end of the line after the header" => "文件头之后的行尾",
        "SATISFIABLE, UNSATISFIABLE or UNKNOWN, or a `v` line" => {
            "SATISFIABLE、UNSATISFIABLE、UNKNOWN 或 `v` 行"
        }
        "the same status as before" => "与前面相同的状态",
        "a solver's answer: `s`, `v` and `c` lines" => "求解器的答案：`s`、`v` 和 `c` 行",
        "no values after UNSATISFIABLE" => "UNSATISFIABLE 之后不应有值",
        "more literals, or the 0 that ends the model" => "更多文字，或结束模型的 0",
        "nothing more: the model has ended with 0" => "不应再有内容：模型已以 0 结束",
        "a blank after `d`" => "`d` 之后的空格",
        "the number of a clause" | "a number of a clause, from 1" => "子句的编号，从 1 起",
        "the number of a clause, or 0" => "子句的编号，或 0",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactone_sat::dimacs::{self, ReadOptions};

    /// Words of English, apart from what stands in backquotes and the format's own words.
    pub(crate) fn english(text: &str) -> Vec<String> {
        let outside: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        outside
            .split(|c: char| !c.is_ascii_alphabetic())
            .filter(|word| word.len() > 1 && word.chars().any(|c| c.is_ascii_lowercase()))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn every_message_about_a_file_is_chinese() {
        let mut seen = 0;
        let mut told = Vec::new();
        for text in [
            "",
            "x",
            "p",
            "p cnf",
            "p cnf x",
            "p cnf 1",
            "p cnf 1 x",
            "p cnf 1 1 1",
            "p cnf 1 1\n1 x 0",
            "p dnf 1 1",
            "p cnf 99999999999999999999999999 1",
            "p cnf 1 1\np cnf 1 1\n",
            "99999999999999999999999999 0",
            "4294967297 0",
            "1 0\np cnf 1 1\n",
            "p cnf 1 5\n1 0\n",
            "p cnf 1 1\n7 0\n",
            "p cnf 1 1\n1",
            "1 0\n%\n0\n",
            "p cnf 1 1\n1 c x\n0\n",
            "c p show x 0\np cnf 1 1\n1 0\n",
            "p cnf 99999999 1\n1 0\n",
            "p cnf 1 1\n1 2 0\n",
        ] {
            for strict in [false, true] {
                let options = ReadOptions { strict, max_clause_len: 1, ..ReadOptions::default() };
                let mut cnf = exactone_sat::Cnf::new();
                match dimacs::read_with(text.as_bytes(), &mut cnf, &options) {
                    Ok(report) => told.extend(report.warnings.iter().map(|one| warning(one, Language::Zh))),
                    Err(error) => told.push(problem(&error.kind, Language::Zh)),
                }
            }
            if let Err(error) = dimacs::read_answer(text.as_bytes()) {
                told.push(problem(&error.kind, Language::Zh));
            }
        }
        for text in [
            "s",
            "s X",
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            "s UNSATISFIABLE\nv 1 0\n",
            "v 1",
            "v 1 0\nv 2 0\n",
            "v 1 -1 0",
        ] {
            if let Err(error) = dimacs::read_answer(text.as_bytes()) {
                told.push(problem(&error.kind, Language::Zh));
            }
        }
        for text in told {
            let left = english(&text);
            assert!(left.is_empty(), "{left:?} in {text}");
            seen += 1;
        }
        assert!(seen > 40, "{seen}");
    }
}
