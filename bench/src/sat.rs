//! `sat`: the CDCL solver on what it is made for and on what it is not.

mod instances;

use std::any::Any;
use std::hint::black_box;
use std::time::{Duration, Instant};

use exactone_sat::{Budget, Cdcl, CdclOptions, ClauseSink, Cnf, Lit, Outcome, Query, Solver, Var};

use crate::arguments::Arguments;
use crate::measure::{self, Contest};
use crate::record::Record;
use crate::rng::Rng;
use crate::{Command, corpus, memory};
use instances::Board;

pub const COMMAND: Command = Command {
    name: "sat",
    about: "CDCL: reuse on 9x9, large empty grids, holes, pencilmarks, 3-SAT, structured (--only NAME)",
    run,
};

const NINE: Board = Board::sudoku(3, 3);

/// The literals of the clues.
fn clues(puzzle: &str) -> Vec<Lit> {
    let digits = puzzle.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit() && *byte != b'0');
    digits.map(|(cell, byte)| NINE.lit(cell / 9, cell % 9, usize::from(byte - b'1'))).collect()
}

/// Solves a puzzle and asks for another solution; whether there is one.
fn solve_twice(solver: &mut dyn Solver, clues: &[Lit], block: &mut Vec<Lit>) -> u64 {
    let Outcome::Sat(model) = solver.solve_under(clues) else { return 0 };
    block.clear();
    block.extend(model.true_vars().take(81).map(Var::negative));
    let query = Query::new().assume(clues).constraint(block);
    if solver.solve_query(&query).is_sat() { 2 } else { 1 }
}

fn reuse(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let rounds = arguments.number("rounds", 7)?;
    let limit = arguments.number("limit", 300)?;
    for file in ["17_clue.txt", "random_minimal.txt"] {
        let Some(puzzles) = corpus::public(file, limit) else {
            record.say(&format!("{file}: not there."));
            continue;
        };
        let puzzles: Vec<Vec<Lit>> = puzzles.iter().map(|puzzle| clues(puzzle)).collect();
        let stats = std::cell::Cell::default();
        let mut contest = Contest::new();
        contest.enter("exactone, groups", || {
            let mut solver = Cdcl::new();
            NINE.pour(&mut solver);
            let mut block = Vec::new();
            let sum = puzzles.iter().map(|clues| solve_twice(&mut solver, clues, &mut block)).sum();
            stats.set(solver.stats());
            sum
        });
        contest.enter("building alone", || {
            let mut solver = Cdcl::new();
            NINE.pour(&mut solver);
            black_box(&solver).clause_count()
        });
        let times = contest.run(rounds)?;
        let mut rows = Vec::new();
        for time in &times {
            let mut row = time.row(&times[0]);
            row.insert(1, time.each(puzzles.len()));
            rows.push(row);
        }
        record.say(&format!(
            "One 9x9 solver reused under assumptions, {file}, {} puzzles, both calls; checksum {}:",
            puzzles.len(),
            times[0].checksum
        ));
        record.table(&["solver", "a puzzle", "median of a round", "spread", "ratio"], &rows);
        record.say(&format!("Ours: {:?}.", stats.get()));
    }
    Ok(())
}

fn build(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let rounds = arguments.number("rounds", 7)?;
    let Some(puzzles) = corpus::public("17_clue.txt", 100) else { return Ok(()) };
    let puzzles: Vec<Vec<Lit>> = puzzles.iter().map(|puzzle| clues(puzzle)).collect();
    let mut contest = Contest::new();
    contest.enter("exactone, groups", || {
        puzzles
            .iter()
            .map(|clues| {
                let mut solver = Cdcl::new();
                NINE.pour(&mut solver);
                for &clue in clues {
                    solver.add_clause(&[clue]);
                }
                u64::from(solver.solve().is_sat())
            })
            .sum()
    });
    let times = contest.run(rounds)?;
    let rows: Vec<_> = times
        .iter()
        .map(|time| {
            let mut row = time.row(&times[0]);
            row.insert(1, time.each(puzzles.len()));
            row
        })
        .collect();
    record.say("Build a 9x9 and solve one puzzle:");
    record.table(&["solver", "a puzzle", "median of a round", "spread", "ratio"], &rows);
    Ok(())
}

/// In a child: an empty grid of boxes of r x r cells.
pub fn empty(arguments: &[String]) -> Box<dyn Any> {
    let number = |at: usize| arguments.get(at).and_then(|word| word.parse().ok()).unwrap_or(3);
    let (root, seed) = (number(0), number(1));
    let start = Instant::now();
    let mut solver =
        Cdcl::with_options(CdclOptions::new().seed(seed as u64).phase(number(2) > 0).restarts(number(3) > 0));
    Board::sudoku(root, root).pour(&mut solver);
    let loaded = start.elapsed();
    let expired = || start.elapsed() > Duration::from_secs(100);
    let outcome = solver.solve_query(&Query::new().budget(Budget::new().deadline(&expired)));
    eprintln!("loaded in {loaded:?}, {:?}, {:?}, sat: {}", start.elapsed(), solver.stats(), outcome.is_sat());
    Box::new(solver)
}

fn empties(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 5)?;
    let largest = arguments.number("largest", 10)?;
    let mut rows = Vec::new();
    for root in [5, 6, 7, 8, 9, 10] {
        if root > largest {
            break;
        }
        let mut needs = Vec::new();
        for seed in 0..seeds {
            needs.push(memory::measure("sat-empty", &[root.to_string(), seed.to_string()])?);
        }
        let mut times: Vec<Duration> = needs.iter().map(|need| need.time).collect();
        times.sort_unstable();
        let mut peaks: Vec<u64> = needs.iter().map(|need| need.peak).collect();
        peaks.sort_unstable();
        rows.push(vec![
            format!("{0}x{0}", root * root),
            measure::show(times[times.len() / 2]),
            format!("{} .. {}", measure::show(times[0]), measure::show(times[times.len() - 1])),
            memory::show(peaks[peaks.len() / 2]),
        ]);
    }
    record.say("Empty grids, encoded and solved (limit 100 s):");
    record.table(&["grid", "median", "spread", "peak"], &rows);
    Ok(())
}

/// One problem that is solved once.
struct Problem {
    name: String,
    pour: Pour,
}

type Pour = Box<dyn Fn(&mut dyn ClauseSink)>;

fn problem(name: String, pour: impl Fn(&mut dyn ClauseSink) + 'static) -> Problem {
    Problem { name, pour: Box::new(pour) }
}

fn sudoku_with_holes(root: usize, seed: u64) -> Problem {
    problem(format!("holes-{}-{seed}", root * root), move |sink| {
        let board = Board::sudoku(root, root);
        board.pour(sink);
        let empty = board.side * board.side * 45 / 100;
        for lit in board.with_holes(empty, &mut Rng::new(seed)) {
            sink.add_clause(&[lit]);
        }
    })
}

fn quasigroup(order: usize, percent: usize, seed: u64) -> Problem {
    problem(format!("qwh-{order}-{percent}-{seed}"), move |sink| {
        let board = Board::latin(order);
        board.pour(sink);
        for lit in board.with_holes(order * order * percent / 100, &mut Rng::new(seed)) {
            sink.add_clause(&[lit]);
        }
    })
}

/// Sets of problems by name.
fn problems(set: &str, seeds: u64) -> Vec<Problem> {
    let mut all = Vec::new();
    match set {
        "holes" => {
            for root in [5, 6, 7] {
                all.extend((0..seeds).map(|seed| sudoku_with_holes(root, seed)));
            }
            all.extend((0..seeds).map(|seed| {
                problem(format!("balanced-36-{seed}"), move |sink| {
                    let board = Board::sudoku(6, 6);
                    board.pour(sink);
                    for lit in board.with_balanced_holes(17, &mut Rng::new(seed)) {
                        sink.add_clause(&[lit]);
                    }
                })
            }));
        }
        "qwh" => {
            for (order, percent) in [(33, 42), (35, 42), (38, 41), (40, 40)] {
                all.extend((0..seeds).map(|seed| quasigroup(order, percent, seed)));
            }
        }
        "3sat" => {
            for vars in [200, 225, 250] {
                all.extend((0..seeds).map(|seed| {
                    problem(format!("3sat-{vars}-{seed}"), move |sink| {
                        instances::random_3_sat(vars, &mut Rng::new(seed + vars as u64 * 1000), sink);
                    })
                }));
            }
        }
        "structured" => {
            for n in 8..=10 {
                all.push(problem(format!("pigeons-{n}"), move |sink| instances::pigeons(n, n - 1, sink)));
            }
            for (vars, odd) in [(36, true), (42, true), (48, true), (60, false), (90, false), (120, false)] {
                all.push(problem(format!("parity-{vars}-{odd}"), move |sink| {
                    instances::parity(vars, odd, &mut Rng::new(vars as u64), sink);
                }));
            }
            for bits in 5..=8 {
                all.push(problem(format!("multiplier-{bits}"), move |sink| {
                    instances::multiplier_equivalence(bits, sink);
                }));
            }
            for (number, bits) in
                [(1_018_081u64, 11), (16_769_023, 13), (16_785_407, 13), (268_140_589, 15), (1_040_399, 11)]
            {
                all.push(problem(format!("factors-{number}"), move |sink| {
                    instances::factors(number, bits, sink);
                }));
            }
            for (seed, edges) in [(1, 455), (2, 455), (3, 460), (4, 465), (5, 470), (6, 880)] {
                all.push(problem(format!("colouring-{seed}-{edges}"), move |sink| {
                    let (vertices, colours) = if edges > 600 { (200, 4) } else { (200, 3) };
                    instances::colouring(vertices, edges, colours, &mut Rng::new(seed), sink);
                }));
            }
            for (jobs, machines, slots) in
                [(6, 6, 7), (7, 7, 9), (8, 8, 9), (9, 9, 11), (10, 8, 11), (10, 10, 13)]
            {
                all.push(problem(format!("shop-{jobs}-{machines}-{slots}"), move |sink| {
                    instances::open_shop(jobs, machines, slots, &mut Rng::new(7), sink);
                }));
            }
        }
        _ => {}
    }
    all
}

fn single(set: &str, arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 10)? as u64;
    let limit = Duration::from_secs(arguments.number("seconds", 100)? as u64);
    let filter = arguments.word("filter", "");
    let mut options = CdclOptions::new().seed(arguments.number("seed", 0)? as u64);
    options.phase = arguments.number("phase", 1)? > 0;
    let conflict_limit = Some(arguments.number("conflicts", 0)? as u64).filter(|&limit| limit > 0);
    let mut rows = Vec::new();
    let (mut total, mut solved, mut conflicts) = (0.0, 0, 0);
    for problem in problems(set, seeds).iter().filter(|problem| problem.name.contains(filter)) {
        if let Some(folder) = Some(arguments.word("dump", "")).filter(|folder| !folder.is_empty()) {
            let mut cnf = Cnf::new();
            (problem.pour)(&mut cnf);
            let mut text = format!("p cnf {} {}\n", cnf.var_count(), cnf.len());
            for clause in &cnf {
                for lit in clause {
                    text.push_str(&lit.to_string());
                    text.push(' ');
                }
                text.push_str("0\n");
            }
            std::fs::write(format!("{folder}/{}.cnf", problem.name), text)
                .map_err(|error| error.to_string())?;
            continue;
        }
        let start = Instant::now();
        let mut solver = Cdcl::with_options(options);
        (problem.pour)(&mut solver);
        let expired = || start.elapsed() > limit;
        let mut budget = Budget::new().deadline(&expired);
        budget.conflicts = conflict_limit;
        let outcome = solver.solve_query(&Query::new().budget(budget));
        let time = start.elapsed();
        let stats = solver.stats();
        let answer = match outcome {
            Outcome::Sat(_) => "sat",
            Outcome::Unsat(_) => "unsat",
            Outcome::Unknown(_) => "-",
        };
        let unknown = answer == "-";
        total += if unknown { 2.0 * limit.as_secs_f64() } else { time.as_secs_f64() };
        solved += usize::from(!unknown);
        conflicts += stats.conflicts;
        eprintln!(
            "{:24} {answer:6} {:>9} {:>9} conflicts {:>6} restarts",
            problem.name,
            measure::show(time),
            stats.conflicts,
            stats.restarts
        );
        rows.push(vec![
            problem.name.clone(),
            answer.to_owned(),
            measure::show(time),
            stats.conflicts.to_string(),
        ]);
    }
    rows.push(vec!["PAR-2".to_owned(), solved.to_string(), format!("{total:.2} s"), conflicts.to_string()]);
    record.say(&format!("{set}:"));
    record.table(&["problem", "answer", "time", "conflicts"], &rows);
    Ok(())
}

fn pencilmarks(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let count = arguments.number("limit", 20)?;
    let limit = Duration::from_secs(arguments.number("seconds", 60)? as u64);
    let filter = arguments.word("filter", "");
    let mut rows = Vec::new();
    for file in ["gurobi_hard", "minisat_bt_020-029k", "minisat_bt_100-999k", "minisat_bt_1m+"] {
        let Some(puzzles) = corpus::public(&format!("pencilmark_{file}.txt"), count) else { continue };
        if !file.contains(filter) {
            continue;
        }
        let mut times = Vec::new();
        let (mut done, mut conflicts) = (0, 0);
        for puzzle in &puzzles {
            let start = Instant::now();
            let mut solver = Cdcl::new();
            NINE.pour(&mut solver);
            for (index, byte) in puzzle.bytes().enumerate() {
                if byte == b'.' {
                    solver.add_clause(&[Var::from_index(index).negative()]);
                }
            }
            let expired = || start.elapsed() > limit;
            let budget = Budget::new().deadline(&expired);
            let mut outcome = solver.solve_query(&Query::new().budget(budget));
            if let Outcome::Sat(model) = &outcome {
                let block: Vec<Lit> = model.true_vars().map(Var::negative).collect();
                outcome = solver.solve_query(&Query::new().constraint(&block).budget(budget));
            }
            done += usize::from(outcome.is_unsat());
            conflicts += solver.stats().conflicts;
            times.push(start.elapsed());
            eprintln!("{file} {:?} {:?}", times.last(), solver.stats());
        }
        times.sort_unstable();
        rows.push(vec![
            file.to_owned(),
            format!("{done} of {}", puzzles.len()),
            measure::show(times[times.len() / 2]),
            measure::show(times.iter().sum()),
            conflicts.to_string(),
        ]);
    }
    record.say("Pencilmark puzzles, solved and proved unique:");
    record.table(&["file", "done", "median", "sum", "conflicts"], &rows);
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut record = Record::new(arguments, "The CDCL solver");
    let only = arguments.word("only", "all");
    let wanted = |name: &str| only == "all" || only == name;
    if wanted("reuse") {
        reuse(arguments, &mut record)?;
    }
    if wanted("build") {
        build(arguments, &mut record)?;
    }
    if wanted("empty") {
        empties(arguments, &mut record)?;
    }
    for set in ["holes", "qwh", "3sat", "structured"] {
        if wanted(set) {
            single(set, arguments, &mut record)?;
        }
    }
    if wanted("pencil") {
        pencilmarks(arguments, &mut record)?;
    }
    record.finish()
}
