//! Literals or variables as an argument: `1 -2`, with or without a final 0, as DIMACS ends its lists.

use std::collections::HashSet;

use exactone_sat::dimacs::ReadOptions;
use exactone_sat::{Lit, Var};

use crate::output::status::Failure;

/// The literals that `option` names.
pub fn literals(option: &str, text: &str) -> Result<Vec<Lit>, Failure> {
    list(option, text, ["a literal such as 3 or -3", "文字，例如 3 或 -3"], Lit::from_dimacs)
}

/// The variables that `option` names, each once.
pub fn variables(option: &str, text: &str) -> Result<Vec<Var>, Failure> {
    let variable = |number: i32| Var::try_new(u32::try_from(number).ok()?);
    let mut vars = list(option, text, ["a variable such as 3", "变量，例如 3"], variable)?;
    let mut seen = HashSet::new();
    vars.retain(|&var| seen.insert(var));
    Ok(vars)
}

/// What the numbers of a list stand for; `expected` says it in both languages.
fn list<T>(
    option: &str,
    text: &str,
    expected: [&str; 2],
    item: impl Fn(i32) -> Option<T>,
) -> Result<Vec<T>, Failure> {
    let limit = ReadOptions::default().max_variable;
    let mut words = words(text).peekable();
    let mut items = Vec::new();
    while let Some((column, word)) = words.next() {
        if word == "0" && words.peek().is_none() {
            break;
        }
        let number = word.parse().ok().filter(|number: &i32| number.unsigned_abs() <= limit);
        let Some(item) = number.and_then(&item) else {
            let [english, chinese] = expected;
            let (end, chinese_end) = match number {
                Some(0) => ("; a 0 only ends the list", "；0 只用来结束列表"),
                _ => ("", ""),
            };
            return Err(Failure::both(
                format!("{option}, column {column}: found `{word}`, expected {english}{end}"),
                format!("{option} 第 {column} 列：此处是 `{word}`，应为{chinese}{chinese_end}"),
            ));
        };
        items.push(item);
    }
    Ok(items)
}

/// The words of a list, with their columns from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 1;
    text.split(|c: char| c == ',' || c.is_whitespace())
        .map(move |word| {
            let column = next;
            next += word.chars().count() + 1;
            (column, word)
        })
        .filter(|(_, word)| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn a_final_0_ends_a_list() {
        assert_eq!(literals("--assume", " 1, -2 0").unwrap(), [1, -2].map(Lit::from));
        assert_eq!(variables("--project", "3 1 3 0 ").unwrap(), [3, 1].map(Var::new));
        assert!(literals("--assume", "").unwrap().is_empty());
        assert!(variables("--project", "0").unwrap().is_empty(), "as `c p show 0`");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for wrong in ["x", "1 0 2", "2147483648", "-2147483648", "1.5"] {
            assert!(literals("--assume", wrong).is_err(), "{wrong}");
        }
        for (text, said) in [
            (
                "0 1 2",
                "--project, column 1: found `0`, expected a variable such as 3; a 0 only ends the list",
            ),
            (
                "1,  0 2 0",
                "--project, column 5: found `0`, expected a variable such as 3; a 0 only ends the list",
            ),
            (
                "1 2 0 0",
                "--project, column 5: found `0`, expected a variable such as 3; a 0 only ends the list",
            ),
            ("1 -3", "--project, column 3: found `-3`, expected a variable such as 3"),
            ("数 1", "--project, column 1: found `数`, expected a variable such as 3"),
        ] {
            let error = variables("--project", text).unwrap_err();
            assert_eq!(error.text(Language::En), said);
            assert!(error.text(Language::Zh).contains(" 列：此处是 `"), "{}", error.text(Language::Zh));
        }
    }
}
