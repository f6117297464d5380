//! Reader, workers, writer: chunks are cut by the reader, worked on in parallel, written in order.
//!
//! The same chunks are cut for every number of threads and each is worked on from the same starting state, so the
//! output is the same bytes. Queues are bounded, so memory is constant: a chunk is read only when there is room for
//! its answer.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything that was read has been written.
    Complete,
    /// The stop flag was set before that.
    Stopped,
    /// A worker died. Its message is on standard error.
    Broken,
}

/// How often a writer without work looks at the stop flag.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs the three stages until `read` gives `None`, `write` fails or `stop` is set.
///
/// `read` runs in a thread of its own, which is left behind if it is blocked when the run ends. `worker` makes the
/// function that one thread works with. `write` runs in the caller's thread.
pub fn run<Chunk, Answer, Error, Work>(
    threads: usize,
    stop: &'static AtomicBool,
    mut read: impl FnMut() -> Option<Chunk> + Send + 'static,
    worker: impl Fn() -> Work,
    mut write: impl FnMut(Answer) -> Result<(), Error>,
) -> Result<End, Error>
where
    Chunk: Send + 'static,
    Answer: Send + 'static,
    Work: FnMut(Chunk) -> Answer + Send + 'static,
{
    let threads = threads.max(1);
    let (work_in, work_out) = sync_channel::<(Chunk, SyncSender<Answer>)>(threads);
    let (order_in, order_out) = sync_channel::<Receiver<Answer>>(4 * threads);
    let work_out = Arc::new(Mutex::new(work_out));
    for _ in 0..threads {
        let (mut work, queue) = (worker(), work_out.clone());
        thread::spawn(move || {
            loop {
                // The lock is held while waiting: whoever has it takes the next chunk.
                let next = queue.lock().map(|queue| queue.recv());
                let Ok(Ok((chunk, answer))) = next else { return };
                if answer.send(work(chunk)).is_err() {
                    return;
                }
            }
        });
    }
    drop(work_out);
    thread::spawn(move || {
        while !stop.load(Relaxed) {
            let Some(chunk) = read() else { return };
            let (answer_in, answer_out) = sync_channel(1);
            if order_in.send(answer_out).is_err() || work_in.send((chunk, answer_in)).is_err() {
                return;
            }
        }
    });
    loop {
        match order_out.recv_timeout(GLANCE) {
            Ok(answer) => match answer.recv() {
                Ok(answer) => write(answer)?,
                Err(_) if stop.load(Relaxed) => return Ok(End::Stopped),
                Err(_) => return Ok(End::Broken),
            },
            Err(RecvTimeoutError::Timeout) if !stop.load(Relaxed) => {}
            Err(_) => return Ok(if stop.load(Relaxed) { End::Stopped } else { End::Complete }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    #[test]
    fn answers_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 8] {
            let mut chunks = 0..1000u64;
            let mut out = Vec::new();
            let end = run(
                threads,
                &NEVER,
                move || chunks.next(),
                || {
                    |chunk: u64| {
                        // Uneven work, so that later chunks are ready first.
                        let rounds = if chunk.is_multiple_of(7) { 20_000 } else { 10 };
                        (0..rounds).fold(chunk, |sum, step| std::hint::black_box(sum ^ step ^ step))
                    }
                },
                |answer| {
                    out.push(answer);
                    Ok::<(), ()>(())
                },
            );
            assert_eq!(end, Ok(End::Complete));
            assert_eq!(out, (0..1000).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_failing_writer_a_dying_worker_and_a_set_flag_end_the_run() {
        let forever = || Some(1u8);
        assert_eq!(run(2, &NEVER, forever, || |chunk: u8| chunk, |_| Err("full")), Err("full"));
        let broken = run(
            2,
            &NEVER,
            forever,
            || |_: u8| -> u8 { std::panic::resume_unwind(Box::new(())) },
            |_| Ok::<(), ()>(()),
        );
        assert_eq!(broken, Ok(End::Broken));
        static SET: AtomicBool = AtomicBool::new(false);
        let read = || {
            SET.store(true, Relaxed);
            thread::sleep(Duration::from_secs(3600)); // a terminal where nobody types
            None::<u8>
        };
        assert_eq!(run(1, &SET, read, || |chunk: u8| chunk, |_| Ok::<(), ()>(())), Ok(End::Stopped));
    }
}
