//! Peak memory, measured in a child process so that nothing done before counts.
//!
//! The bench calls itself with the hidden subcommand [`CHILD`]; the child reads its peak before and after the work.

use std::process::{Command, ExitCode};
use std::time::Duration;

use crate::measure;

/// The hidden subcommand: `child WORK ARGUMENT...`.
pub const CHILD: &str = "child";

/// A piece of work that can be measured in a child: its name, and what it does with its arguments.
/// What it returns is kept alive until the peak has been read.
type Work = (&'static str, fn(&[String]) -> Box<dyn std::any::Any>);

/// What a piece of work returns that says itself which part of it the time is of.
pub struct Timed {
    #[allow(dead_code, reason = "kept alive until the peak has been read")]
    pub kept: Box<dyn std::any::Any>,
    pub time: Duration,
}

/// All such pieces. A subcommand that measures memory adds its own here.
const WORKS: &[Work] = &[
    ("nothing", |_| Box::new(())),
    ("cnf-flat", crate::cnf::flat),
    ("cnf-nested", crate::cnf::nested),
    ("encode-cnf", crate::encode::cnf),
    ("encode-cdcl", crate::encode::cdcl),
    ("sat-empty", crate::sat::empty),
];

/// What a child needed.
pub struct Need {
    /// Growth of the peak of resident memory in bytes.
    pub peak: u64,
    /// Processor time of the work.
    #[allow(dead_code, reason = "for subcommands that time single runs")]
    pub time: Duration,
}

/// Runs a piece of work in a child process.
///
/// # Errors
/// Where the system does not tell the peak (it is read from `/proc/self/status`), or the child fails.
pub fn measure(work: &str, arguments: &[String]) -> Result<Need, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(this)
        .arg(CHILD)
        .arg(work)
        .args(arguments)
        .output()
        .map_err(|error| format!("cannot start a child process: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [peak, nanos] if output.status.success() => Ok(Need { peak, time: Duration::from_nanos(nanos) }),
        _ => Err(format!("{work}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// The child's side.
pub fn child(words: Vec<String>) -> ExitCode {
    let Some((name, arguments)) = words.split_first() else { return ExitCode::from(2) };
    let Some((_, work)) = WORKS.iter().find(|(known, _)| known == name) else {
        eprintln!("no work named '{name}'");
        return ExitCode::from(2);
    };
    let Some(before) = peak() else {
        eprintln!("this system does not tell the peak of resident memory");
        return ExitCode::from(2);
    };
    let start = measure::processor_time();
    let kept = work(arguments);
    let whole = measure::processor_time().saturating_sub(start);
    let time = kept.downcast_ref::<Timed>().map_or(whole, |timed| timed.time);
    let after = peak().unwrap_or(before);
    drop(kept);
    println!("{} {}", after.saturating_sub(before), time.as_nanos());
    ExitCode::SUCCESS
}

/// The peak of resident memory of this process in bytes.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// A number of bytes with three significant digits.
pub fn show(bytes: u64) -> String {
    match bytes {
        b if b >= 10 << 20 => format!("{:.1} MiB", b as f64 / f64::from(1 << 20)),
        b => format!("{:.0} KiB", b as f64 / 1024.0),
    }
}
