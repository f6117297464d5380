//! A program as a whole process: its wall-clock time, its processor time and its peak of memory.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a run of a program took.
pub struct Taken {
    /// From start to end.
    pub wall: Duration,
    /// Processor time of all its threads, in steps of a hundredth of a second.
    pub processor: Duration,
    /// The largest resident memory in bytes.
    pub peak: u64,
    /// What it said on standard error.
    pub messages: String,
}

/// Runs a program with its output in a file.
///
/// # Errors
/// Where it cannot be started, or the system does not tell about processes (`/proc`).
pub fn run(command: &mut Command, output: &Path) -> Result<Taken, String> {
    let to = std::fs::File::create(output).map_err(|error| format!("{}: {error}", output.display()))?;
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(to)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    // What is known of a process goes when it ends, so it is looked at all the time; the last look is a few
    // milliseconds too early.
    let (mut peak, mut processor) = (0, Duration::ZERO);
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if let Some((now_peak, now)) = look(&child) {
            (peak, processor) = (now_peak.max(peak), now.max(processor));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let wall = start.elapsed();
    let mut messages = String::new();
    if let Some(mut from) = child.stderr.take() {
        let _ = std::io::Read::read_to_string(&mut from, &mut messages);
    }
    if peak == 0 {
        return Err("this system does not tell about processes".to_owned());
    }
    Ok(Taken { wall, processor, peak, messages })
}

fn look(child: &Child) -> Option<(u64, Duration)> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // Behind the name in parentheses; the times are the fields 14 and 15 of all.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some((kilobytes * 1024, Duration::from_millis(ticks * 10)))
}
