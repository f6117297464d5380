//! `nine`: our CDCL beside MiniSat, CaDiCaL, Glucose and BatSat on 9x9 puzzles: find the solution and show that it is
//! the only one.

use exactone::{Clues, EncodeOptions, Encoding, Limits, Puzzle, PuzzleSolver, Verdict};
use exactone_sat::{Cdcl, ClauseSink, Lit, Outcome, Query, Solver, Stats};

use crate::Command;
use crate::arguments::Arguments;
use crate::corpus;
use crate::generated;
use crate::measure::{Contest, Times};
use crate::record::Record;

pub const COMMAND: Command = Command {
    name: "nine",
    about: "CDCL beside MiniSat, CaDiCaL, Glucose and BatSat on 9x9 puzzles (--limit each list)",
    run,
};

/// Our CDCL as a solver that knows no groups: every pair is a clause.
#[derive(Default)]
struct Pairwise(Cdcl);

impl ClauseSink for Pairwise {
    fn var_count(&self) -> u32 {
        self.0.var_count()
    }
    fn ensure_vars(&mut self, count: u32) {
        self.0.ensure_vars(count);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }
}

impl Solver for Pairwise {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        self.0.solve_query(query)
    }
    fn stats(&self) -> Stats {
        self.0.stats()
    }
}

/// A contestant's name and its solver, new.
type Maker = (&'static str, fn() -> Box<dyn Solver>);

fn makers() -> Vec<Maker> {
    let mut makers: Vec<Maker> =
        vec![("cdcl, groups", || Box::new(Cdcl::new())), ("cdcl, pairs", || Box::new(Pairwise::default()))];
    let peers: [Maker; 4] = [
        ("minisat", || exactone_external::by_name("minisat").expect("asked before")),
        ("cadical", || exactone_external::by_name("cadical").expect("asked before")),
        ("glucose", || exactone_external::by_name("glucose").expect("asked before")),
        ("batsat", || exactone_external::by_name("batsat").expect("asked before")),
    ];
    for (name, maker) in peers {
        match exactone_external::by_name(name) {
            Ok(_) => makers.push((name, maker)),
            Err(error) => eprintln!("skipped: {error}"),
        }
    }
    makers
}

/// The lists to measure, each with its name.
pub fn lists(limit: usize) -> Vec<(String, Vec<Puzzle>)> {
    let mut lists = Vec::new();
    for file in ["17_clue.txt", "random_minimal.txt"] {
        match corpus::public(file, limit) {
            Some(lines) => lists.push((format!("{file}, first {}", lines.len()), lines)),
            None => eprintln!("skipped: {file} (a public list that is not beside this workspace)"),
        }
    }
    if lists.is_empty() {
        lists.push((format!("{limit} generated puzzles of seed 1"), generated::minimal(limit, 1)));
    }
    let read = |lines: Vec<String>| lines.iter().map(|line| puzzle(line)).collect();
    lists.into_iter().map(|(name, lines)| (name, read(lines))).collect()
}

fn puzzle(line: &str) -> Puzzle {
    Puzzle::classic(line.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
}

/// Solves all and sums up: a checksum over all solutions, which must be unique.
pub fn solve_all(solver: &mut PuzzleSolver, puzzles: &[Puzzle]) -> u64 {
    let mut checksum = 0u64;
    for puzzle in puzzles {
        match solver.solve(puzzle, &Limits::NONE) {
            Ok(Verdict::Unique(grid)) => {
                for &digit in grid.digits() {
                    checksum = checksum.rotate_left(5).wrapping_mul(0x0100_0000_01b3) ^ u64::from(digit);
                }
            }
            other => panic!("{}: {other:?}", puzzle.to_line()),
        }
    }
    checksum
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let rounds = arguments.number("rounds", 5)?;
    let limit = arguments.number("limit", 500)?;
    let mut record = Record::new(arguments, "9x9 puzzles: our CDCL beside other solvers");
    record.say(
        "Each puzzle is solved and shown to have no other solution, in the extended encoding, checked in plain Rust. \
         `reuse`: one solver for all puzzles, clues as assumptions. `rebuild`: a new solver a puzzle, clues as units. \
         `pairs`: our CDCL given the pairs as clauses instead of native groups, as the others are.",
    );
    for (list, puzzles) in lists(limit) {
        record.say(&format!("## {list}"));
        let mut rows = Vec::new();
        for (mode, clues) in [("reuse", Clues::Assumptions), ("rebuild", Clues::Units)] {
            let mut contest = Contest::new();
            for (name, maker) in makers() {
                let puzzles = &puzzles;
                contest.enter(format!("{name}, {mode}"), move || {
                    let options = EncodeOptions::new(Encoding::Extended).clues(clues);
                    solve_all(&mut PuzzleSolver::new(maker).with_options(options), puzzles)
                });
            }
            let all = contest.run(rounds)?;
            if let Some(odd) = all.iter().find(|times| times.checksum != all[0].checksum) {
                return Err(format!("{} found other grids than {}", odd.name, all[0].name));
            }
            let minisat = all.iter().find(|times| times.name.starts_with("minisat"));
            rows.extend(all.iter().map(|times| row(times, minisat.unwrap_or(&all[0]), puzzles.len())));
        }
        record.table(&["solver", "a puzzle", "median of a round", "spread", "MiniSat = 1"], &rows);
    }
    record.finish()
}

fn row(times: &Times, base: &Times, puzzles: usize) -> Vec<String> {
    let mut row = times.row(base);
    row.insert(1, times.each(puzzles));
    row
}
