//! Empty grids, each in a process of its own, so that its memory is its own.

use std::any::Any;
use std::time::Duration;

use exactone_sat::{Cdcl, CdclOptions, Solver};

use super::instances::Board;
use super::problems::problem;
use super::{contestants, race};
use crate::arguments::Arguments;
use crate::record::Record;
use crate::{measure, memory};

/// In a child: an empty grid of boxes of r x r cells, by a solver of this name.
pub fn empty(arguments: &[String]) -> Box<dyn Any> {
    let number = |at: usize| arguments.get(at).and_then(|word| word.parse().ok()).unwrap_or(3);
    let (root, seed, seconds) = (number(0), number(1), number(2));
    let name = arguments.get(3).map_or("exactone", String::as_str);
    let mut solver: Box<dyn Solver> = match exactone_external::by_name(name) {
        Ok(peer) => peer,
        Err(_) => Box::new(Cdcl::with_options(CdclOptions::new().seed(seed as u64))),
    };
    let board = problem(String::new(), move |sink| Board::sudoku(root, root).pour(sink));
    let run = race(&board, &mut *solver, measure::processor_time, Duration::from_secs(seconds as u64));
    let run = run.expect("a model of the clauses");
    // The rest of the time is for looking at every clause under the model.
    Box::new(memory::Timed { kept: Box::new(solver), time: run.time })
}

/// All sizes through all solvers.
pub fn empties(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 5)?;
    let seconds = arguments.number("seconds", 100)?;
    let largest = arguments.number("largest", 10)?;
    // Pairs of larger grids take gigabytes.
    let largest_of_peers = arguments.number("largest-of-peers", 6)?;
    let mut rows = Vec::new();
    // The child makes its solver by name; programs have their memory elsewhere.
    let mut contestants = contestants(arguments)?;
    contestants.retain(|one| one.name == "exactone" || exactone_external::by_name(&one.name).is_ok());
    for root in 5..=largest {
        for name in contestants.iter().map(|one| one.name.clone()) {
            let seeds = if name == "exactone" { seeds } else { 1 };
            if name != "exactone" && root > largest_of_peers {
                continue;
            }
            let mut needs = Vec::new();
            for seed in 0..seeds {
                let words = [root.to_string(), seed.to_string(), seconds.to_string(), name.clone()];
                needs.push(memory::measure("sat-empty", &words)?);
            }
            needs.sort_unstable_by_key(|need| need.time);
            let time = |place: usize| {
                let time = needs[place].time;
                if time.as_secs() >= seconds as u64 { "-".to_owned() } else { measure::show(time) }
            };
            let mut peaks: Vec<u64> = needs.iter().map(|need| need.peak).collect();
            peaks.sort_unstable();
            rows.push(vec![
                format!("{0}x{0}", root * root),
                name,
                time(seeds / 2),
                format!("{} .. {}", time(0), time(seeds - 1)),
                memory::show(peaks[seeds / 2]),
            ]);
            eprintln!("{}", rows[rows.len() - 1].join("  "));
        }
    }
    record.say("## Empty grids, encoded and solved");
    record.table(&["grid", "solver", "median of the seeds", "fastest and slowest", "peak"], &rows);
    Ok(())
}
