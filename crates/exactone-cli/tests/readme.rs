//! Runs the commands of README.md and README.zh-CN.md as a reader would and compares what they print.
//!
//! A fenced block that begins with ```` ```sh run ```` is run by `sh`, with `exactone` (and `cargo run --release --`)
//! meaning the binary of this build; where a block ```` ```text ```` follows, standard output must be just that.
//! The Rust blocks are documentation tests of the crate `exactone`.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A block of commands, and what they print where the README says so.
#[derive(Debug)]
struct Block {
    line: usize,
    commands: String,
    prints: Option<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The blocks to run, in order.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = text.lines().enumerate();
    // Whether nothing but blank lines has come since the last block of commands.
    let mut fresh = false;
    while let Some((number, line)) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            fresh &= line.trim().is_empty();
            continue;
        };
        let body: String = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| !line.starts_with("```"))
            .flat_map(|line| [line, "\n"])
            .collect();
        match (kind, blocks.last_mut()) {
            ("sh run", _) => blocks.push(Block { line: number + 1, commands: body, prints: None }),
            ("text", Some(block)) if fresh => block.prints = Some(body),
            _ => {}
        }
        fresh = kind == "sh run";
    }
    blocks
}

/// A folder with the shipped examples in it, in which a reader's files may be written.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("exactone-readme-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        let examples = root().canonicalize().expect("the workspace is there").join("examples");
        std::os::unix::fs::symlink(examples, path.join("examples")).expect("it can be linked to");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run_all(file: &str) {
    let folder = Folder::new(file);
    let blocks = blocks(&read(file));
    assert!(blocks.len() >= 5, "{file} has only {} blocks to run", blocks.len());
    for block in blocks {
        let commands = block.commands.replace("cargo run --release --", "exactone");
        let script = format!("exactone() {{ \"$EXACTONE\" \"$@\"; }}\n{commands}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(&folder.0)
            .env("EXACTONE", env!("CARGO_BIN_EXE_exactone"))
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("there is a shell");
        let place = format!("{file}:{}", block.line);
        let told = String::from_utf8_lossy(&output.stderr);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(!told.contains("panicked"), "{place}: {told}");
        // 2 is bad use, 101 a panic, 127 a missing command; 1, 10 and 20 are answers.
        let status = output.status.code();
        assert!(matches!(status, Some(0 | 1 | 10 | 20)), "{place}: status {status:?}: {told}");
        if let Some(prints) = &block.prints {
            assert_eq!(printed.trim_end(), prints.trim_end(), "{place} prints something else; {told}");
        } else {
            assert_eq!(status, Some(0), "{place}: {told}");
        }
    }
}

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    run_all("README.md");
}

#[test]
fn the_commands_of_the_chinese_readme_do_what_it_says() {
    run_all("README.zh-CN.md");
}

#[test]
fn both_readmes_have_the_same_commands() {
    let commands = |file: &str| -> Vec<String> {
        let text = read(file);
        let is_command = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        blocks(&text)
            .iter()
            .flat_map(|block| {
                block.commands.lines().filter(is_command).map(str::to_owned).collect::<Vec<_>>()
            })
            .collect()
    };
    assert_eq!(commands("README.md"), commands("README.zh-CN.md"));
}

#[test]
fn blocks_are_found_with_what_they_print() {
    let text = "a\n```sh run\necho 1\n```\n\n```text\n1\n```\n```sh\nno\n```\n```sh run\nx\n```\nwords\n```text\n2\n```\n";
    let found = blocks(text);
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].line, found[0].commands.as_str(), found[0].prints.as_deref()),
        (2, "echo 1\n", Some("1\n"))
    );
    assert_eq!(found[1].prints, None, "words stand between");
}
