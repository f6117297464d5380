//! The options that every subcommand knows, and `--NAME VALUE` for those of its own.

use std::collections::BTreeMap;

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
}

impl Arguments {
    /// Reads `--NAME VALUE` pairs and `--record`.
    pub fn parse(name: &'static str, words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let line: Vec<String> = words.collect();
        let mut arguments = Arguments { name, record: false, values: BTreeMap::new(), line: line.clone() };
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

    /// The value of a numeric option.
    pub fn number(&self, option: &str, default: usize) -> Result<usize, String> {
        match self.values.get(option) {
            None => Ok(default),
            Some(value) => value.parse().map_err(|_| format!("--{option} {value}: not a number")),
        }
    }

    /// The value of an option of words.
    #[allow(dead_code, reason = "for subcommands that have one")]
    pub fn word<'a>(&'a self, option: &str, default: &'a str) -> &'a str {
        self.values.get(option).map_or(default, String::as_str)
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
}
