//! Runs a program to its end or kills it.
//!
//! Both outputs are drained by threads of their own, so the program never waits for us. On Unix it leads a process
//! group, so that killing it takes along what it started (a solver behind a shell script).

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use exactone_sat::Query;

use super::Failure;
use super::answer::{Answer, Reader, pieces};

/// How often the query is asked whether it must stop.
const PATIENCE: Duration = Duration::from_millis(5);

/// How long the outputs of an ended program may stay open.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// Of the error output this many last bytes are kept.
const ERROR_LIMIT: usize = 400;

/// Runs a program and reads its answer about variables `1..=vars`.
pub fn run(path: &Path, arguments: &[OsString], vars: u32, query: &Query<'_>) -> Result<Answer, Failure> {
    let mut command = Command::new(path);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(feature = "peers")]
    hide_our_libraries(&mut command);
    let mut child =
        command.spawn().map_err(|error| Failure::Told(format!("it could not be started: {error}")))?;

    let output = child.stdout.take().map(|output| drain(output, move |from| read_answer(from, vars)));
    let errors = child.stderr.take().map(|errors| drain(errors, last_bytes));
    let mut running = Running { child, ended: false };

    // Standard output is closed when the program ends, so waiting for its reader is waiting for the program.
    let mut answer = None;
    let status = loop {
        if let Some(why) = query.stopped() {
            return Err(Failure::Stopped(why));
        }
        match output.as_ref().map(|output| output.recv_timeout(PATIENCE)) {
            Some(Ok(read)) => answer = Some(read),
            Some(Err(RecvTimeoutError::Timeout)) => {}
            Some(Err(RecvTimeoutError::Disconnected)) | None => {
                thread::sleep(PATIENCE.min(Duration::from_millis(1)))
            }
        }
        if let Some(status) = running.poll()? {
            break status;
        }
    };
    // What the program started and left behind must not keep its outputs open.
    running.kill_group();
    if answer.is_none() {
        answer = output.and_then(|output| output.recv_timeout(LAST_WORDS).ok());
    }
    let mut answer = answer.ok_or_else(|| Failure::Told("its output could not be read".to_owned()))?;
    let told = errors.and_then(|errors| errors.recv_timeout(LAST_WORDS).ok()).unwrap_or_default();
    answer.exited(status.code());
    answer.ending = ending(status, &told);
    Ok(answer)
}

/// `cargo run` and `cargo test` put the build folders of the peers on the library path, and MiniSat's holds a patched
/// `libminisat.so`: an installed `minisat` would load it instead of its own, and then run astray.
#[cfg(feature = "peers")]
fn hide_our_libraries(command: &mut Command) {
    for variable in ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
        let Some(folders) = std::env::var_os(variable) else { continue };
        let is_ours = |folder: &Path| {
            folder.components().any(|part| part.as_os_str().to_string_lossy().starts_with("rustsat-"))
        };
        let kept = std::env::split_paths(&folders).filter(|folder| !is_ours(folder));
        if let Ok(kept) = std::env::join_paths(kept) {
            command.env(variable, kept);
        }
    }
}

/// A program that is killed when nobody waits for it any more.
struct Running {
    child: Child,
    ended: bool,
}

impl Running {
    fn poll(&mut self) -> Result<Option<ExitStatus>, Failure> {
        let status = self.child.try_wait().map_err(|error| Failure::Told(format!("it was lost: {error}")))?;
        self.ended = status.is_some();
        Ok(status)
    }

    /// Kills what is left of the process group. The number of a group stays taken while a member lives, and the group
    /// of an ended leader without members is simply not found.
    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.ended {
            self.kill_group();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads a pipe to its end on a thread of its own.
fn drain<R: Read + Send + 'static, T: Send + 'static>(
    from: R,
    read: impl FnOnce(R) -> T + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        // Nobody listens any more where the query was stopped.
        let _ = sender.send(read(from));
    });
    receiver
}

fn read_answer(from: impl Read, vars: u32) -> Answer {
    let mut reader = Reader::new(vars);
    pieces(from, |piece| reader.push(piece));
    reader.finish()
}

fn last_bytes(from: impl Read) -> String {
    let mut kept = Vec::new();
    pieces(from, |piece| {
        kept.extend_from_slice(piece);
        kept.drain(..kept.len().saturating_sub(ERROR_LIMIT));
    });
    String::from_utf8_lossy(&kept).trim().to_owned()
}

fn ending(status: ExitStatus, told: &str) -> String {
    match told.lines().last() {
        Some(line) => format!("{status}: {line}"),
        None => status.to_string(),
    }
}
