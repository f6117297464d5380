//! Pencilmark puzzles beside other solvers.

use std::time::Duration;

use exactone_sat::{Budget, ClauseSink, Lit, Outcome, Query, Solver, Var};

use super::contestants;
use super::instances::Board;
use crate::arguments::Arguments;
use crate::record::Record;
use crate::{corpus, measure};

/// Pencilmark puzzles: each solved and shown to have no other solution.
pub fn pencilmarks(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let count = arguments.number("limit", 20)?;
    let limit = Duration::from_secs(arguments.number("seconds", 60)? as u64);
    let filter = arguments.word("filter", "");
    let mut contestants = contestants(arguments)?;
    contestants.retain(|one| matches!(one.name.as_str(), "exactone" | "cadical" | "minisat"));
    let mut rows = Vec::new();
    for file in ["gurobi_hard", "minisat_bt_020-029k", "minisat_bt_100-999k", "minisat_bt_1m+"] {
        let Some(puzzles) = corpus::public(&format!("pencilmark_{file}.txt"), count) else { continue };
        if !file.contains(filter) {
            continue;
        }
        for one in &contestants {
            let mut times = Vec::new();
            let (mut done, mut conflicts) = (0, 0);
            for puzzle in &puzzles {
                let start = measure::processor_time();
                let mut solver = (one.make)();
                Board::sudoku(3, 3).pour(&mut *solver);
                for (index, byte) in puzzle.bytes().enumerate() {
                    if byte == b'.' {
                        solver.add_clause(&[Var::from_index(index).negative()]);
                    }
                }
                let expired = || measure::processor_time() - start > limit;
                let budget = Budget::new().deadline(&expired);
                let mut outcome = solver.solve_query(&Query::new().budget(budget));
                if let Outcome::Sat(model) = &outcome {
                    let block: Vec<Lit> = model.true_vars().map(Var::negative).collect();
                    outcome = solver.solve_query(&Query::new().constraint(&block).budget(budget));
                }
                done += usize::from(outcome.is_unsat());
                conflicts += solver.stats().conflicts;
                times.push(measure::processor_time() - start);
            }
            times.sort_unstable();
            rows.push(vec![
                file.to_owned(),
                one.name.clone(),
                format!("{done} of {}", puzzles.len()),
                measure::show(times[times.len() / 2]),
                measure::show(times.iter().sum()),
                conflicts.to_string(),
            ]);
            eprintln!("{}", rows[rows.len() - 1].join("  "));
        }
    }
    record.say("## Pencilmark puzzles, solved and proved unique");
    record.table(&["file", "solver", "done", "median", "sum", "conflicts"], &rows);
    Ok(())
}
