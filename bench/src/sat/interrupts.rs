//! How soon an interrupt is obeyed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use exactone_sat::{Cdcl, CdclOptions, Cnf, Outcome, Query, Solver};

use super::instances::Board;
use crate::measure;
use crate::record::Record;

/// How soon an interrupt is obeyed while an empty 100x100 grid is solved, and while groups are looked for.
pub fn interrupts(record: &mut Record) {
    let latency = |solver: &mut Cdcl, after: Duration| {
        let flag = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let setter = scope.spawn(|| {
                std::thread::sleep(after);
                flag.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let outcome = solver.solve_query(&Query::new().stop(&flag));
            let returned = Instant::now();
            let set = setter.join().expect("the thread only sleeps");
            match outcome {
                Outcome::Unknown(_) => measure::show(returned.saturating_duration_since(set)),
                _ => "solved before".to_owned(),
            }
        })
    };
    let mut rows = Vec::new();
    let mut solver = Cdcl::new();
    Board::sudoku(10, 10).pour(&mut solver);
    for milliseconds in [100, 500, 1_000, 3_000] {
        let shown = latency(&mut solver, Duration::from_millis(milliseconds));
        rows.push(vec![format!("empty 100x100, after {milliseconds} ms"), shown]);
    }
    let mut plain = Cnf::new();
    Board::sudoku(6, 6).pour(&mut plain);
    let mut solver = Cdcl::with_options(CdclOptions::new().recognise_groups(true));
    plain.pour(&mut solver);
    for milliseconds in [5, 20] {
        let shown = latency(&mut solver, Duration::from_millis(milliseconds));
        rows.push(vec![format!("plain clauses of 36x36, after {milliseconds} ms"), shown]);
    }
    record.say("## From an interrupt to the answer (wall clock)");
    record.table(&["at work on", "time"], &rows);
}
