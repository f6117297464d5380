//! Ctrl-C and SIGTERM: the first asks everything to stop and answer with what it has, the second ends at once, and
//! so does the first one before there is anything to answer.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::sink;

/// Set when the run must end soon: by a signal, or by an output that takes no more.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Set by a signal only.
static SIGNALLED: AtomicBool = AtomicBool::new(false);

/// Whether a command has begun that looks at [`STOP`].
static ANSWERING: AtomicBool = AtomicBool::new(false);

/// From now on the first signal only sets [`STOP`].
pub fn answer_signals() {
    ANSWERING.store(true, Ordering::Relaxed);
}

/// Listens for signals from now on. Where that is impossible they end the process as usual.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        if SIGNALLED.swap(true, Ordering::Relaxed) || !ANSWERING.load(Ordering::Relaxed) {
            sink::remove_unfinished();
            std::process::exit(130);
        }
    });
}

/// Whether the run must end soon.
pub fn stopping() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Whether a signal asked for that.
pub fn signalled() -> bool {
    SIGNALLED.load(Ordering::Relaxed)
}
