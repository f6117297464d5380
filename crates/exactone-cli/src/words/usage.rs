//! What is wrong with a command line, in Chinese; and in both languages what clap says in a way that misleads.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::language::Language;

/// The whole message, or `None` where clap's own is to be printed.
pub fn problem(error: &clap::Error, language: Language) -> Option<String> {
    let argument = context(error, ContextKind::InvalidArg);
    // clap proposes `-- -5`, which would be a file of that name.
    let negative = argument.as_deref().filter(|text| {
        error.kind() == ErrorKind::UnknownArgument
            && text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if let Some(number) = negative {
        return Some(match language {
            Language::En => format!("error: unexpected `{number}`: numbers below 0 are not taken here\n"),
            Language::Zh => format!("错误: 意外的 `{number}`：此处不接受负数\n"),
        });
    }
    if language == Language::En || matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
    {
        return None;
    }
    let argument = argument.unwrap_or_default();
    let value = context(error, ContextKind::InvalidValue).unwrap_or_default();
    let what = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("`{argument}` 缺少值"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => format!("`{argument}` 的值 `{value}` 无效"),
        ErrorKind::UnknownArgument => format!("不认识的参数 `{argument}`"),
        ErrorKind::InvalidSubcommand => {
            format!("没有 `{}` 这个命令", context(error, ContextKind::InvalidSubcommand).unwrap_or_default())
        }
        ErrorKind::NoEquals => format!("`{argument}` 与其值之间需要等号"),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("`{argument}` 的值的个数不对")
        }
        ErrorKind::ArgumentConflict => match context(error, ContextKind::PriorArg) {
            Some(prior) if prior != argument => format!("`{argument}` 不能与 `{prior}` 同用"),
            _ => format!("`{argument}` 只能用一次"),
        },
        ErrorKind::MissingRequiredArgument => format!("缺少必需的参数 `{argument}`"),
        ErrorKind::MissingSubcommand => "缺少命令".to_owned(),
        ErrorKind::InvalidUtf8 => "参数不是 UTF-8 文本".to_owned(),
        ErrorKind::Io | ErrorKind::Format => "无法输出".to_owned(),
        _ => "命令行有误".to_owned(),
    };
    let mut text = format!("错误: {what}\n");
    for (kind, label) in [
        (ContextKind::ValidValue, "可用的值"),
        (ContextKind::ValidSubcommand, "可用的命令"),
        (ContextKind::SuggestedArg, "是否想写"),
        (ContextKind::SuggestedSubcommand, "是否想写"),
        (ContextKind::SuggestedValue, "是否想写"),
    ] {
        if let Some(values) = context(error, kind).filter(|values| !values.is_empty()) {
            text += &format!("  {label}：{values}\n");
        }
    }
    if let Some(usage) = context(error, ContextKind::Usage) {
        text += &format!("\n{}\n", usage.replacen("Usage:", "用法：", 1).replace("： ", "："));
    }
    text += "\n更多说明见 `--help`。\n";
    Some(text)
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    Some(match error.get(kind)? {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => {
            texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::Parser;

    fn told(arguments: &[&str], language: Language) -> Option<String> {
        let all = ["exactone"].iter().chain(arguments);
        problem(&Cli::try_parse_from(all).unwrap_err(), language)
    }

    #[test]
    fn a_wrong_command_line_is_told_in_chinese() {
        for (arguments, part) in [
            (&["logic", "--to", "x"][..], "`--to <FORM>` 的值 `x` 无效"),
            (&["logic", "--to"], "`--to <FORM>` 缺少值"),
            (&["logic", "--secnds", "1"], "不认识的参数 `--secnds`"),
            (&["logic", "--seconds", "x"], "`--seconds <S>` 的值 `x` 无效"),
            (&["logic", "--max-clauses", "x"], "`--max-clauses <N>` 的值 `x` 无效"),
            (&["logic", "--models", "--count"], "不能与"),
            (&["logic", "--valid", "--valid"], "`--valid` 只能用一次"),
            (&["logic", "--expand"], "缺少必需的参数"),
            (&["logi"], "没有 `logi` 这个命令"),
            (&["verify"], "缺少必需的参数"),
            (&["count", "--limit", "0"], "`--limit <N>` 的值 `0` 无效"),
            (&["logic", "--models=3"], "值的个数不对"),
        ] {
            let text = told(arguments, Language::Zh).unwrap();
            assert!(text.starts_with("错误: ") && text.contains(part), "{arguments:?}: {text}");
            for english in
                ["error", "tip", "Usage", "unexpected", "invalid", "required", "possible", "information"]
            {
                assert!(!text.contains(english), "{arguments:?}: {text}");
            }
            assert_eq!(told(arguments, Language::En), None);
        }
    }

    #[test]
    fn a_negative_number_is_no_file() {
        let text = told(&["logic", "--max-clauses", "-5"], Language::En).unwrap();
        assert_eq!(text, "error: unexpected `-5`: numbers below 0 are not taken here\n");
        assert!(told(&["count", "--limit", "-1"], Language::Zh).unwrap().contains("负数"));
        assert_eq!(told(&["--help"], Language::Zh), None);
    }
}
