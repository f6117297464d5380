//! What a measurement leaves behind: a page of Markdown with the command, commit and machine beside its tables.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arguments::Arguments;

/// A page that grows table by table.
pub struct Record {
    name: &'static str,
    command: String,
    write: bool,
    body: String,
}

impl Record {
    /// A page for this run, with a title.
    pub fn new(arguments: &Arguments, title: &str) -> Record {
        let body = format!("# {title}\n\n");
        Record { name: arguments.name, command: arguments.command(), write: arguments.record, body }
    }

    /// Adds a paragraph.
    pub fn say(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push_str("\n\n");
    }

    /// Adds a table; every column but the first is set to the right.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = "|".to_owned();
            for cell in cells {
                let _ = write!(line, " {cell} |");
            }
            line + "\n"
        };
        self.body.push_str(&line(&mut head.iter().copied()));
        self.body
            .push_str(&line(&mut (0..head.len()).map(|column| if column == 0 { "---" } else { "---:" })));
        for row in rows {
            self.body.push_str(&line(&mut row.iter().map(String::as_str)));
        }
        self.body.push('\n');
    }

    /// Prints the page and, where `--record` was given, writes `bench/record/NAME.md`.
    pub fn finish(mut self) -> Result<(), String> {
        let debug = if cfg!(debug_assertions) { " **debug build: figures mean nothing**" } else { "" };
        let _ = write!(
            self.body,
            "Command: `{}`{debug}  \nCommit: {}  \nMachine: {}  \nMedian of interleaved rounds; spread is the fastest and the slowest round.\n",
            self.command,
            commit(),
            machine(),
        );
        print!("{}", self.body);
        if self.write {
            let path = root().join("bench/record").join(format!("{}.md", self.name));
            std::fs::write(&path, &self.body).map_err(|error| format!("{}: {error}", path.display()))?;
            eprintln!("written: bench/record/{}.md", self.name);
        }
        Ok(())
    }
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The commit that is measured, marked where the tree differs from it.
fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(hash) = git(&["rev-parse", "--short", "HEAD"]) else { return "unknown".to_owned() };
    // The records themselves may differ: they are what is being written.
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ".", ":!bench/record"]);
    if changed.is_some_and(|text| text.is_empty()) { hash } else { format!("{hash} with local changes") }
}

/// Processor, number of cores, system and compiler in one line.
fn machine() -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let rustc = Command::new("rustc")
        .arg("--version")
        .output()
        .ok()
        .map(|output| {
            String::from_utf8_lossy(&output.stdout).split_whitespace().take(2).collect::<Vec<_>>().join(" ")
        })
        .unwrap_or_default();
    format!("{processor}, {cores} cores, {}, {rustc}", std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_markdown() {
        let arguments = Arguments::parse("cnf", std::iter::empty()).unwrap();
        let mut record = Record::new(&arguments, "Title");
        record.table(&["a", "b"], &[vec!["x".into(), "1".into()]]);
        assert_eq!(record.body, "# Title\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n\n");
    }
}
