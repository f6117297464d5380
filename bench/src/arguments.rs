//! The options that every subcommand knows, and `--NAME VALUE` for those of its own.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The help of the common options.
pub const HELP: &str =
    "  --rounds N     rounds, in which every contestant runs once (default: the subcommand's own)
  --limit N      only the first N inputs
  --record       also write bench/record/SUBCOMMAND.md";

/// A parsed command line.
pub struct Arguments {
    /// The subcommand.
    pub name: &'static str,
    /// Whether the record is to be written to `bench/record`.
    pub record: bool,
    values: BTreeMap<String, String>,
    line: Vec<String>,
    /// The options that the subcommand has asked for.
    asked: RefCell<BTreeSet<String>>,
}

impl Arguments {
    /// Reads `--NAME VALUE` pairs and `--record`.
    pub fn parse(name: &'static str, words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let line: Vec<String> = words.collect();
        let (values, asked) = (BTreeMap::new(), RefCell::default());
        let mut arguments = Arguments { name, record: false, values, line: line.clone(), asked };
        let mut words = line.into_iter();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--") else {
                return Err(format!("'{word}' is not an option"));
            };
            if option == "record" {
                arguments.record = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("--{option} needs a value"))?;
            arguments.values.insert(option.to_owned(), value);
        }
        Ok(arguments)
    }

    fn value(&self, option: &str) -> Option<&String> {
        self.asked.borrow_mut().insert(option.to_owned());
        self.values.get(option)
    }

    /// The options that were given and that nothing asked for.
    pub fn unused(&self) -> Vec<&str> {
        let asked = self.asked.borrow();
        self.values.keys().map(String::as_str).filter(|&option| !asked.contains(option)).collect()
    }

    /// The value of a numeric option.
    pub fn number(&self, option: &str, default: usize) -> Result<usize, String> {
        match self.value(option) {
            None => Ok(default),
            Some(value) => value.parse().map_err(|_| format!("--{option} {value}: not a number")),
        }
    }

    /// The value of an option of words.
    #[allow(dead_code, reason = "for subcommands that have one")]
    pub fn word<'a>(&'a self, option: &str, default: &'a str) -> &'a str {
        self.value(option).map_or(default, String::as_str)
    }

    /// The words of a list separated by commas, each one of those known; all that are known where the option is not given.
    pub fn choice<'a>(&'a self, option: &str, known: &[&'a str]) -> Result<Vec<&'a str>, String> {
        let Some(list) = self.value(option) else { return Ok(known.to_vec()) };
        list.split(',')
            .map(|word| match known.contains(&word) {
                true => Ok(word),
                false => Err(format!("--{option} {word}: not one of {}", known.join(", "))),
            })
            .collect()
    }

    /// The command that gives this run again.
    pub fn command(&self) -> String {
        let mut command = format!("cargo run -p bench --release -- {}", self.name);
        for word in &self.line {
            command.push(' ');
            // Where a program lies on this machine says nothing to others; its name does.
            let names = word.split(',').map(|part| if part.starts_with('/') { name_of(part) } else { part });
            command.push_str(&names.collect::<Vec<_>>().join(","));
        }
        command
    }
}

/// What follows the last slash.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_bad_ones_named() {
        let parse = |line: &str| Arguments::parse("cnf", line.split_whitespace().map(str::to_owned));
        let arguments = parse("--rounds 7 --record").unwrap();
        assert_eq!(arguments.number("rounds", 3), Ok(7));
        assert_eq!(arguments.number("limit", 3), Ok(3));
        assert!(arguments.record);
        assert_eq!(arguments.command(), "cargo run -p bench --release -- cnf --rounds 7 --record");
        let paths = parse("--paths /usr/bin/one,two,/opt/three --record").unwrap();
        assert_eq!(paths.command(), "cargo run -p bench --release -- cnf --paths one,two,three --record");
        assert!(parse("rounds").is_err());
        assert!(parse("--rounds").is_err());
        assert!(parse("--rounds x").unwrap().number("rounds", 1).is_err());
    }

    #[test]
    fn words_nobody_knows_and_options_nobody_asks_for_are_named() {
        let parse = |line: &str| Arguments::parse("sat", line.split_whitespace().map(str::to_owned)).unwrap();
        let known = ["holes", "qwh", "pencilmarks"];
        assert_eq!(parse("").choice("only", &known), Ok(known.to_vec()));
        assert_eq!(parse("--only qwh,holes").choice("only", &known), Ok(vec!["qwh", "holes"]));
        let message = parse("--only holes,pencil").choice("only", &known).unwrap_err();
        assert_eq!(message, "--only pencil: not one of holes, qwh, pencilmarks");
        let arguments = parse("--only qwh --seed 3 --limit 2");
        arguments.choice("only", &known).unwrap();
        arguments.number("limit", 1).unwrap();
        assert_eq!(arguments.unused(), ["seed"]);
    }
}
