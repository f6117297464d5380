//! What is wrong with a formula, in the language of the messages.

use exactone_sat::{ExprError, ExprErrorKind};

use crate::language::Language;

pub fn words(error: &ExprError, language: Language) -> String {
    if language == Language::En {
        return error.to_string();
    }
    match error.kind() {
        ExprErrorKind::Empty => "没有任何陈述：应有公式，例如 `a & ~b`".to_owned(),
        ExprErrorKind::UnknownCharacter(c) if c.is_control() => {
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
            "`{name}` 不是函数：可用 exactly, at_most, at_least, exactly_one, ite, And, Or, Not, Xor, Implies, \
             Equivalent, ITE"
        ),
        // The rest quotes what could have stood there, in the signs of the language itself.
        _ => format!("语法错误：{error}"),
    }
}
