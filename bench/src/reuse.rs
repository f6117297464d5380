//! `reuse`: one solver for many puzzles, clues assumed, beside a new solver for each.

use exactone::{Clues, EncodeOptions, Encoding, PuzzleSolver};
use exactone_sat::Cdcl;

use crate::Command;
use crate::arguments::Arguments;
use crate::measure::Contest;
use crate::nine::{lists, solve_all};
use crate::record::Record;

pub const COMMAND: Command = Command {
    name: "reuse",
    about: "9x9 through CDCL: one solver with assumed clues beside a new solver a puzzle, by encoding",
    run,
};

fn run(arguments: &Arguments) -> Result<(), String> {
    let rounds = arguments.number("rounds", 5)?;
    let limit = arguments.number("limit", 500)?;
    let mut record = Record::new(arguments, "9x9 through CDCL: one solver reused beside one a puzzle");
    record.say(
        "Each puzzle is solved and shown to have no other solution. `assumptions`: one solver for all puzzles. \
         `units`, `simplify`: a new solver a puzzle, clues as unit clauses or substituted before the solver sees them.",
    );
    for (list, puzzles) in lists(limit) {
        record.say(&format!("## {list}"));
        let mut contest = Contest::new();
        for encoding in [Encoding::Minimal, Encoding::Efficient, Encoding::Extended, Encoding::Triads] {
            for clues in [Clues::Assumptions, Clues::Units, Clues::Simplify] {
                let puzzles = &puzzles;
                contest.enter(format!("{encoding}, {clues}"), move || {
                    let options = EncodeOptions::new(encoding).clues(clues);
                    let mut solver = PuzzleSolver::new(|| Box::new(Cdcl::new())).with_options(options);
                    solve_all(&mut solver, puzzles)
                });
            }
        }
        let all = contest.run(rounds)?;
        if let Some(odd) = all.iter().find(|times| times.checksum != all[0].checksum) {
            return Err(format!("{} found other grids than {}", odd.name, all[0].name));
        }
        let base = all.iter().find(|times| times.name == "extended, assumptions").unwrap_or(&all[0]);
        let rows: Vec<Vec<String>> = all
            .iter()
            .map(|times| {
                let mut row = times.row(base);
                row.insert(1, times.each(puzzles.len()));
                row
            })
            .collect();
        record.table(&["encoding, clues", "a puzzle", "median of a round", "spread", "ratio"], &rows);
    }
    record.finish()
}
