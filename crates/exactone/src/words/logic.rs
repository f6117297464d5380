//! What is wrong with a DIMACS text or a proof, and why a formula has no such form, in Chinese.

use exactone_sat::check::{BinaryProblem, Gap, ProofError, ProofErrorKind};
use exactone_sat::dimacs::{DimacsError, DimacsErrorKind, Warning};
use exactone_sat::{DistributeError, SimplifyError, Size, TooLarge};

pub(super) fn dimacs(error: &DimacsError) -> String {
    format!("第 {} 行第 {} 列：{}", error.line, error.column, dimacs_kind(&error.kind))
}

pub(super) fn dimacs_kind(kind: &DimacsErrorKind) -> String {
    match kind {
        DimacsErrorKind::Io(error) => format!("无法继续读取：{error}"),
        DimacsErrorKind::Unexpected { seen, expected } => {
            format!("此处是{}，应为{}", found(seen), wanted(expected))
        }
        DimacsErrorKind::VariableTooLarge { seen, limit } => {
            format!("此处是{}，变量编号最大为 {limit}", found(seen))
        }
        DimacsErrorKind::ClauseTooLong { limit } => format!("子句超过 {limit} 个文字；是否漏写了 0？"),
        DimacsErrorKind::Strict(what) => warning(what),
        DimacsErrorKind::Contradiction { lit } => {
            format!("此处是 `{lit}`，而前面已给出 `{}`", -i64::from(*lit))
        }
        // Kinds that a later version of the library adds.
        other => format!("格式错误：{other}"),
    }
}

pub(super) fn warning(warning: &Warning) -> String {
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

pub(super) fn proof(error: &ProofError) -> String {
    let step = error.step;
    match &error.kind {
        ProofErrorKind::Malformed(error) => dimacs(error),
        ProofErrorKind::MalformedBinary(problem) => {
            format!("第 {step} 步，第 {} 字节：{}", error.place, binary(problem))
        }
        ProofErrorKind::Output(error) => format!("无法写出 LRAT 证明：{error}"),
        ProofErrorKind::DoesNotFollow { clause, why } => {
            format!("第 {step} 步（位于 {}），子句 {clause:?}：{}", error.place, missing(why))
        }
        ProofErrorKind::NoConclusion { steps } => format!("证明在 {steps} 步之后结束，没有得到空子句"),
        // Kinds that a later version of the library adds.
        _ => format!("证明有误：{error}"),
    }
}

fn binary(problem: &BinaryProblem) -> String {
    match problem {
        BinaryProblem::Kind(byte) => format!("此处是字节 {byte:#04x}，应为 `a` 或 `d`"),
        BinaryProblem::Unfinished => "证明在一个子句中间结束".to_owned(),
        BinaryProblem::TooLarge => "一个文字超过 32 位".to_owned(),
        BinaryProblem::NoLiteral(code) => format!("没有编码为 {code} 的文字"),
        BinaryProblem::TooLong { limit } => format!("子句超过 {limit} 个文字"),
        // Problems that a later version of the library adds.
        other => format!("二进制证明有误（{other}）"),
    }
}

/// What a step lacks.
fn missing(why: &Gap) -> String {
    match why {
        Gap::NoContradiction => "对其否定作单元传播得不出矛盾".to_owned(),
        Gap::Hints => "它的提示得不出矛盾".to_owned(),
        Gap::HintsFor(clause) => format!("对子句 {clause} 的提示得不出矛盾"),
        Gap::NoHintsFor { clause, lit } => format!("对含有 {lit} 的子句 {clause} 没有给出提示"),
        Gap::NoClause(hint) => format!("提示 {hint} 不是任何子句"),
        Gap::NotUnit(hint) => format!("提示 {hint} 不是单元子句"),
        Gap::DeniesAssumption(lit) => format!("它会否定假设 {lit}"),
        Gap::NothingToDelete(hint) => format!("没有编号为 {hint} 的子句可删除"),
        Gap::Number { number, last } => format!("它的编号 {number} 不大于上一个编号 {last}"),
        // Reasons that a later version of the library adds.
        other => format!("推不出（{other}）"),
    }
}

pub(super) fn too_large(error: &TooLarge) -> String {
    format!("分配展开超过 {} 个子句；Tseitin 变换的长度是线性的", error.limit())
}

pub(super) fn distribute(error: &DistributeError) -> String {
    match error {
        DistributeError::TooLarge(error) => too_large(error),
        DistributeError::Expired => "时间已到，尚未完成分配展开".to_owned(),
        // Kinds that a later version of the library adds.
        other => format!("无法分配展开：{other}"),
    }
}

pub(super) fn simplify(error: &SimplifyError) -> String {
    match *error {
        SimplifyError::Expired => "时间已到，尚未找到更简的形式".to_owned(),
        SimplifyError::Variables { found, limit } => format!("{found} 个变量太多，无法化简：最多 {limit} 个"),
        SimplifyError::Diagram { limit } => format!("太复杂，无法化简：判定图超过 {limit} 个节点"),
        SimplifyError::Primes { limit } => format!("素蕴涵项超过 {limit} 个"),
        SimplifyError::Form { found: Size { literals: usize::MAX, .. }, limit } => {
            format!("太长，无法化简：找到的形式远超过 {limit} 个文字")
        }
        SimplifyError::Form { found: Size { terms, literals }, limit } => {
            format!("太长，无法化简：找到的形式有 {terms} 项、{literals} 个文字，上限是 {limit} 个文字")
        }
        // Kinds that a later version of the library adds.
        error => format!("无法化简：{error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Language, Say};
    use exactone_sat::check::{DratChecker, LratChecker};
    use exactone_sat::dimacs::{self, ReadOptions};
    use exactone_sat::{ClauseSink, Cnf, DistributeOptions, Lit};

    /// Words of English, apart from what stands in backquotes and the format's own words.
    fn english(text: &str) -> Vec<String> {
        let outside: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let words = outside.split(|c: char| !c.is_ascii_alphabetic());
        let own = ["Tseitin", "Io"];
        words
            .filter(|word| {
                word.len() > 1 && word.chars().any(|c| c.is_ascii_lowercase()) && !own.contains(word)
            })
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn every_message_about_a_file_is_chinese() {
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
            "s",
            "s X",
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            "s UNSATISFIABLE\nv 1 0\n",
            "v 1",
            "v 1 0\nv 2 0\n",
            "v 1 -1 0",
        ] {
            for strict in [false, true] {
                let options = ReadOptions { strict, max_clause_len: 1, ..ReadOptions::default() };
                match dimacs::read_with(text.as_bytes(), &mut Cnf::new(), &options) {
                    Ok(report) => told.extend(report.warnings.iter().map(warning)),
                    Err(error) => told.push(error.say(Language::Chinese)),
                }
            }
            if let Err(error) = dimacs::read_answer(text.as_bytes()) {
                told.push(error.kind.say(Language::Chinese));
            }
        }
        let count = told.len();
        assert!(count > 40, "{count}");
        for text in told {
            assert!(english(&text).is_empty(), "{text}");
        }
    }

    #[test]
    fn every_reason_to_refuse_a_proof_is_chinese() {
        for proof in [
            "",
            "x",
            "5 0",
            "9 0 1 2 0",
            "9 0 77 0",
            "9 1 0 2 3 0",
            "1 0 1 0",
            "9 d 77 0",
            "9 -1 2 0 0",
            "9 0 1 3 0",
            "9 1 2 3 0 1 0",
            "9 3 0 0",
            "9 3 0 -1 0",
            "9 -3 0 -7 0",
            "9 1 0 1 2 3 4 0\n",
        ] {
            let mut checker = LratChecker::new();
            for clause in [&[1, 2][..], &[-1, 2], &[1, -2], &[-1, -2]] {
                checker.add_clause(&clause.iter().map(|&lit| Lit::from(lit)).collect::<Vec<_>>());
            }
            let Err(error) = checker.check(proof.as_bytes()) else { panic!("{proof} is a proof") };
            let said = error.say(Language::Chinese);
            assert!(english(&said).is_empty(), "{said} / {error}");
        }
    }

    #[test]
    fn every_reason_to_refuse_a_drat_proof_is_chinese() {
        let long_literal = [b'a', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0];
        for proof in [&b"-7 0\n0\n"[..], b"x", b"1 0\n", b"", b"b\x02\0", b"a\x02", b"a\x01\0", &long_literal]
        {
            let mut checker = DratChecker::new();
            for clause in [&[1, 2][..], &[-1, 2], &[1, -2]] {
                checker.add_clause(&clause.iter().map(|&lit| Lit::from(lit)).collect::<Vec<_>>());
            }
            let Err(error) = checker.check(proof) else { panic!("{proof:?} is a proof") };
            let said = error.say(Language::Chinese);
            assert!(english(&said).is_empty(), "{said} / {error}");
        }
    }

    #[test]
    fn forms_that_cannot_be_made_are_told_in_chinese() {
        let pairs: Vec<_> = (1..=20).map(|i| Lit::from(2 * i - 1) & Lit::from(2 * i)).collect();
        let large = pairs.into_iter().reduce(|one, other| one | other).expect("there are some");
        let error = large.to_cnf(DistributeOptions::default()).unwrap_err();
        assert!(
            english(&error.say(Language::Chinese)).is_empty()
                && error.say(Language::Chinese).contains("子句")
        );
        let found = Size { terms: 7, literals: 9 };
        for error in [
            SimplifyError::Expired,
            SimplifyError::Variables { found: 40, limit: 30 },
            SimplifyError::Diagram { limit: 3 },
            SimplifyError::Primes { limit: 3 },
            SimplifyError::Form { found, limit: 3 },
            SimplifyError::Form { found: Size { literals: usize::MAX, ..found }, limit: 3 },
        ] {
            assert!(english(&error.say(Language::Chinese)).is_empty(), "{error}");
        }
        for error in [DistributeError::Expired, DistributeError::from(error)] {
            assert!(english(&error.say(Language::Chinese)).is_empty(), "{error}");
        }
    }
}
