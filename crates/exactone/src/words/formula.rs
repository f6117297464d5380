//! What is wrong with a formula, in Chinese.

use exactone_sat::{Expected, ExprError, ExprErrorKind, Found, is_printable};

pub(super) fn words(error: &ExprError) -> String {
    match error.kind() {
        ExprErrorKind::Empty => "没有任何陈述：应有公式，例如 `a & ~b`".to_owned(),
        ExprErrorKind::UnknownCharacter(c) if !is_printable(*c) => {
            format!("不认识的字符 {}", c.escape_unicode())
        }
        ExprErrorKind::UnknownCharacter(c) => format!("不认识的字符 `{c}`"),
        ExprErrorKind::Unclosed => "这个 `(` 没有对应的 `)`".to_owned(),
        ExprErrorKind::UnclosedQuote => "引号在本行没有结束".to_owned(),
        ExprErrorKind::TooDeep { limit } => format!("嵌套太深：此处未结束的运算符和括号超过 {limit} 个"),
        ExprErrorKind::Count { function, count, operands } => {
            format!("`{function}`：{operands} 个中的 {count} 个；数字应在 0 和 {operands} 之间")
        }
        ExprErrorKind::Operands { function, expected, found } => {
            format!("`{function}` 需要 {expected} 个参数，这里有 {found} 个")
        }
        ExprErrorKind::Circular(names) => format!("定义循环引用自身：{}", names.join(" -> ")),
        ExprErrorKind::Again { name, first } => format!("`{name}` 已在第 {first} 行定义"),
        ExprErrorKind::NoFunction(name) => format!(
            "`{name}` 不是函数：可用 exactly, at_most, at_least, exactly_one, at_most_one, at_least_one, ite, And, Or, Not, Xor, Nand, Nor, Xnor, Implies, \
             Equivalent, ITE"
        ),
        ExprErrorKind::UnknownName(name) => {
            format!("没有名为 `{name}` 的变量：没有名称时，变量写作 x1、x2……")
        }
        ExprErrorKind::Unexpected { found: seen, expected: wanted, open } => {
            let open = match open {
                Some((line, column)) => format!("（第 {line} 行第 {column} 列的 `(` 尚未闭合）"),
                None => String::new(),
            };
            format!("此处是{}，应为{}{open}", found(seen), expected(wanted))
        }
        // Kinds that a later version of the library adds.
        _ => format!("语法错误：{error}"),
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::End => "结尾".to_owned(),
        Found::LineEnd => "行尾".to_owned(),
        Found::Name(name) => format!("名称 `{name}`"),
        Found::Number(number) => format!("数字 `{number}`"),
        Found::Quotation => "引号中的句子".to_owned(),
        Found::Sign(sign) => format!(" `{sign}`"),
        other => other.to_string(),
    }
}

fn expected(expected: &Expected) -> String {
    const OPERATOR: &str = "运算符（`&`、`|`、`^`、`->`、`<->`）";
    match expected {
        Expected::Formula { number } => {
            let note = if *number { "（名称至少要有一个字母或 `_`）" } else { "" };
            format!("公式：名称、`~`、`(` 或 `exactly_one(` 之类的函数{note}")
        }
        Expected::Count(function) => format!(" `{function}` 的数字"),
        Expected::Operands(function) => format!(" `,` 和 `{function}` 的参数"),
        Expected::OperatorOrEnd => format!("{OPERATOR}或结尾"),
        Expected::OperatorOrClose => format!("{OPERATOR}或 `)`"),
        Expected::OperatorOrNext => format!("{OPERATOR}、`,` 或 `)`"),
        Expected::Sentence => "引号中的句子".to_owned(),
        Expected::LineEnd => "行尾".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::words::{Language, Say};
    use exactone_sat::{Expr, Names};

    #[test]
    fn a_chinese_message_is_chinese_but_for_what_is_quoted() {
        for (text, message) in [
            ("a &", "此处是结尾，应为公式：名称、`~`、`(` 或 `exactly_one(` 之类的函数"),
            (
                "a & 3",
                "此处是数字 `3`，应为公式：名称、`~`、`(` 或 `exactly_one(` 之类的函数（名称至少要有一个字母或 `_`）",
            ),
            ("a b", "此处是名称 `b`，应为运算符（`&`、`|`、`^`、`->`、`<->`）或结尾"),
            ("exactly(a, b)", "此处是名称 `a`，应为 `exactly` 的数字"),
            ("exactly(1)", "此处是 `)`，应为 `,` 和 `exactly` 的参数"),
            (
                "(a \n b",
                "此处是名称 `b`，应为运算符（`&`、`|`、`^`、`->`、`<->`）或 `)`（第 1 行第 1 列的 `(` 尚未闭合）",
            ),
        ] {
            let error = Expr::parse(text, &mut Names::new()).unwrap_err();
            assert_eq!(error.say(Language::Chinese), message, "{text}");
        }
    }
}
