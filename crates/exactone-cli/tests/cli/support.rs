//! Running the binary and looking at what it did.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A classic puzzle with one solution, and that solution.
pub const CLASSIC: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// The solution of [`CLASSIC`].
pub const CLASSIC_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A puzzle with two solutions.
pub const TWO: &str = "003496758587132469694875213008763945946581327375924186761259834852347691439618572";
/// A grid whose first row has two nines.
pub const CLASH: &str = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..";
/// A puzzle without a direct clash that has no solution.
pub const NONE: &str = "531070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// A puzzle without a solution that shows it only after a long search, unless one learns from conflicts.
pub const IMPOSSIBLE: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
/// A 4x4 with two solutions.
pub const SMALL_TWO: &str = ".....1..1.43.31.";

/// What a run did.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A command that never sees a locale, colours or arguments from outside.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactone"));
    command.args(arguments);
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs with these bytes on standard input.
pub fn run_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    finish(&mut command(arguments), input.as_ref())
}

/// Runs with nothing on standard input.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// Runs a prepared command with these bytes on standard input.
pub fn finish(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the binary starts");
    let mut pipe = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // A program that does not read all of it closes the pipe: that is its right.
    let feeder = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    feeder.join().expect("the feeder ends");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("data is UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// Writes a file into a folder; gives its path as text.
pub fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("the temporary folder can be written");
    path.to_str().expect("temporary folders have plain names").to_owned()
}
