//! `sat`: the CDCL solver on what it is made for and on what it is not.

mod instances;

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use exactone_external::Program;
use exactone_sat::{Budget, Cdcl, CdclOptions, ClauseSink, Cnf, Lit, Model, Outcome, Query, Solver, Var};

use crate::arguments::Arguments;
use crate::measure;
use crate::record::Record;
use crate::rng::Rng;
use crate::{Command, corpus, memory};
use instances::Board;

pub const COMMAND: Command = Command {
    name: "sat",
    about: "CDCL beside others: empty grids, holes, 3-SAT, structured, pencilmarks, ablation (--only NAME,NAME)",
    run,
};

const NINE: Board = Board::sudoku(3, 3);

/// A contestant.
struct Contestant {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Solver>>,
    /// Its time: of this thread's processor, for a program outside that of finished children too.
    clock: fn() -> Duration,
}

/// Ours, the peers that are built in, and the programs that `--paths` names, separated by commas.
fn contestants(arguments: &Arguments) -> Vec<Contestant> {
    let clock = measure::processor_time;
    let mut all =
        vec![Contestant { name: "exactone".to_owned(), make: Box::new(|| Box::new(Cdcl::new())), clock }];
    for name in ["cadical", "minisat", "glucose", "batsat"] {
        if exactone_external::by_name(name).is_ok() {
            let make = Box::new(move || exactone_external::by_name(name).expect("asked before"));
            all.push(Contestant { name: name.to_owned(), make, clock });
        }
    }
    for path in arguments.word("paths", "").split(',').filter(|path| Program::new(path).is_ok()) {
        let path = path.to_owned();
        let name = format!("{} (program)", path.rsplit('/').next().unwrap_or(&path));
        let make = move || Box::new(Program::new(&path).expect("asked before")) as Box<dyn Solver>;
        all.push(Contestant { name, make: Box::new(make), clock: measure::time_with_children });
    }
    let only = arguments.word("solvers", "");
    all.retain(|one| only.is_empty() || only.split(',').any(|wanted| one.name.starts_with(wanted)));
    all
}

/// How one solver did on one problem.
struct Run {
    answer: &'static str,
    time: Duration,
    conflicts: u64,
}

impl Run {
    fn is_solved(&self) -> bool {
        self.answer != "-"
    }

    /// The time, twice the limit where there is no answer.
    fn par2(&self, limit: Duration) -> f64 {
        if self.is_solved() { self.time.as_secs_f64() } else { 2.0 * limit.as_secs_f64() }
    }

    fn show(&self) -> String {
        let time = if self.is_solved() { measure::show(self.time) } else { "-".to_owned() };
        // Programs outside do not tell their conflicts.
        if self.conflicts > 0 { format!("{time} ({})", self.conflicts) } else { time }
    }
}

/// Takes what a problem pours and looks for a clause that a model does not satisfy.
struct ModelCheck<'a> {
    model: &'a Model,
    broken: usize,
}

impl ClauseSink for ModelCheck<'_> {
    fn var_count(&self) -> u32 {
        self.model.len()
    }
    fn ensure_vars(&mut self, _: u32) {}
    fn new_var(&mut self) -> Var {
        unreachable!("problems with gates are checked as a formula")
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.broken += usize::from(!self.model.satisfies(clause));
    }
    fn at_most_one(&mut self, lits: &[Lit]) {
        self.broken += usize::from(lits.iter().filter(|&&lit| self.model.is_true(lit)).count() > 1);
    }
}

/// Whether a model satisfies everything that a problem pours.
fn holds(problem: &Problem, model: &Model) -> bool {
    if problem.gates {
        let mut cnf = Cnf::new();
        (problem.pour)(&mut cnf);
        return cnf.iter().all(|clause| model.satisfies(clause));
    }
    let mut check = ModelCheck { model, broken: 0 };
    (problem.pour)(&mut check);
    check.broken == 0
}

/// Loads and solves a problem.
fn race(
    problem: &Problem,
    solver: &mut dyn Solver,
    clock: fn() -> Duration,
    limit: Duration,
) -> Result<Run, String> {
    let start = clock();
    (problem.pour)(solver);
    let asked = AtomicU32::new(0);
    // Asking costs a few microseconds: every eighth time is enough.
    let expired =
        || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(8) && clock().saturating_sub(start) > limit;
    let outcome = solver.solve_query(&Query::new().budget(Budget::new().deadline(&expired)));
    let time = clock().saturating_sub(start);
    let answer = match outcome {
        Outcome::Sat(model) if holds(problem, &model) => "sat",
        Outcome::Sat(_) => return Err(format!("{}: a wrong model", problem.name)),
        Outcome::Unsat(_) => "unsat",
        Outcome::Unknown(_) => "-",
    };
    Ok(Run { answer, time, conflicts: solver.stats().conflicts })
}

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

fn empties(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 5)?;
    let seconds = arguments.number("seconds", 100)?;
    let largest = arguments.number("largest", 10)?;
    // Pairs of larger grids take gigabytes.
    let largest_of_peers = arguments.number("largest-of-peers", 6)?;
    let mut rows = Vec::new();
    // The child makes its solver by name; programs have their memory elsewhere.
    let mut contestants = contestants(arguments);
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

/// One problem that is solved once.
struct Problem {
    name: String,
    pour: Pour,
    /// Whether pouring makes variables of its own.
    gates: bool,
}

type Pour = Box<dyn Fn(&mut dyn ClauseSink)>;

fn problem(name: String, pour: impl Fn(&mut dyn ClauseSink) + 'static) -> Problem {
    let gates = ["multiplier", "factors"].iter().any(|kind| name.starts_with(kind));
    Problem { name, pour: Box::new(pour), gates }
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

/// One set of problems through all solvers, side by side.
fn single(set: &str, arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 10)? as u64;
    let limit = Duration::from_secs(arguments.number("seconds", 100)? as u64);
    let filter = arguments.word("filter", "");
    let contestants = contestants(arguments);
    let mut rows = Vec::new();
    let mut sums = vec![(0, 0.0, 0); contestants.len()];
    for problem in problems(set, seeds).iter().filter(|problem| problem.name.contains(filter)) {
        let mut row = vec![problem.name.clone(), "-".to_owned()];
        for (one, sum) in contestants.iter().zip(&mut sums) {
            let run = race(problem, &mut *(one.make)(), one.clock, limit)?;
            if run.is_solved() {
                if row[1] != "-" && row[1] != run.answer {
                    return Err(format!(
                        "{}: {} says {}, others {}",
                        problem.name, one.name, run.answer, row[1]
                    ));
                }
                row[1] = run.answer.to_owned();
            }
            *sum = (sum.0 + usize::from(run.is_solved()), sum.1 + run.par2(limit), sum.2 + run.conflicts);
            row.push(run.show());
        }
        eprintln!("{}", row.join("  "));
        rows.push(row);
    }
    let mut total = vec![format!("PAR-2 of {}", rows.len()), String::new()];
    total.extend(sums.iter().map(|(solved, par2, _)| format!("{par2:.1} s, {solved} solved")));
    rows.push(total);
    record.say(&format!("## {set}"));
    let mut head = vec!["problem", "answer"];
    head.extend(contestants.iter().map(|one| one.name.as_str()));
    record.table(&head, &rows);
    Ok(())
}

/// Pencilmark puzzles as problems without a solution: the known one is forbidden.
fn pencilmark_problems(count: usize) -> Vec<Problem> {
    let mut all = Vec::new();
    for file in ["gurobi_hard", "minisat_bt_020-029k"] {
        let puzzles = corpus::public(&format!("pencilmark_{file}.txt"), count).unwrap_or_default();
        for (number, puzzle) in puzzles.into_iter().enumerate() {
            let name = format!("pencil-{file}-{number}");
            let pour = move |sink: &mut dyn ClauseSink| {
                NINE.pour(sink);
                let missing = puzzle.bytes().enumerate().filter(|(_, byte)| *byte == b'.');
                missing.for_each(|(index, _)| sink.add_clause(&[Var::from_index(index).negative()]));
            };
            let mut solver = Cdcl::new();
            pour(&mut solver);
            let Some(model) = solver.solve().into_model() else { continue };
            let block: Vec<Lit> = model.true_vars().map(Var::negative).collect();
            all.push(problem(name, move |sink| {
                pour(sink);
                sink.add_clause(&block);
            }));
        }
    }
    all
}

/// Each technique switched off, over all sets: counted in propagations, so that every run gives the same table.
fn ablation(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 1)?;
    let limit = arguments.number("propagations", 2_000_000)? as u64;
    let base = CdclOptions::new();
    let variants = [
        ("all on", base),
        ("without target phases", base.targets(false)),
        ("without bumping reasons", base.bump_reasons(false)),
        ("without stable mode", base.modes(false)),
        ("without restarts", base.restarts(false)),
        ("without vivification", base.vivify(false)),
        ("without local search", base.walk(false)),
    ];
    let sets = ["holes", "qwh", "3sat", "structured", "pencilmarks"];
    let mut sums = vec![[(0u64, 0usize, 0u64); 5]; variants.len()];
    let mut times = vec![Duration::ZERO; variants.len()];
    for (place, set) in sets.iter().enumerate() {
        let problems = match *set {
            "pencilmarks" => pencilmark_problems(4 * seeds),
            _ => problems(set, seeds as u64),
        };
        for problem in &problems {
            for (((_, options), sum), time) in variants.iter().zip(&mut sums).zip(&mut times) {
                let start = measure::processor_time();
                let mut solver = Cdcl::with_options(*options);
                (problem.pour)(&mut solver);
                let outcome = solver.solve_query(&Query::new().budget(Budget::new().propagations(limit)));
                *time += measure::processor_time().saturating_sub(start);
                let (sum, stats) = (&mut sum[place], solver.stats());
                match outcome {
                    Outcome::Sat(model) if !holds(problem, &model) => {
                        return Err(format!("{}: a wrong model", problem.name));
                    }
                    Outcome::Unknown(_) => sum.0 += 2 * limit,
                    _ => *sum = (sum.0 + stats.propagations, sum.1 + 1, sum.2),
                }
                sum.2 += stats.conflicts;
            }
            eprintln!("{}", problem.name);
        }
    }
    let total = |sum: &[(u64, usize, u64)]| sum.iter().map(|(par2, _, _)| par2).sum::<u64>() as f64;
    let rows: Vec<Vec<String>> = variants
        .iter()
        .zip(&sums)
        .zip(&times)
        .map(|(((name, _), sum), time)| {
            let mut row = vec![(*name).to_owned()];
            row.extend(sum.iter().map(|&(par2, solved, conflicts)| {
                format!("{:.2} ({solved}; {conflicts})", par2 as f64 / 1e6)
            }));
            let change = 100.0 * (total(sum) / total(&sums[0]) - 1.0);
            row.push(format!("{:.1}, {change:+.0} %", total(sum) / 1e6));
            row.push(measure::show(*time));
            row
        })
        .collect();
    record.say("## Ablation: one technique off");
    record.say(&format!(
        "Millions of propagations (problems solved; conflicts). A problem without an answer after {:.1} million counts \
         twice that (PAR-2). The steps of local search are not propagations; processor time has them.",
        limit as f64 / 1e6
    ));
    let mut head = vec!["techniques"];
    head.extend(sets);
    record.table(&[&head[..], &["total", "processor time"]].concat(), &rows);
    Ok(())
}

/// How soon an interrupt is obeyed while an empty 100x100 grid is solved, and while groups are looked for.
fn interrupts(record: &mut Record) {
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

/// Pencilmark puzzles: each solved and shown to have no other solution.
fn pencilmarks(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let count = arguments.number("limit", 20)?;
    let limit = Duration::from_secs(arguments.number("seconds", 60)? as u64);
    let filter = arguments.word("filter", "");
    let mut contestants = contestants(arguments);
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
                NINE.pour(&mut *solver);
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

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut record = Record::new(arguments, "The CDCL solver beside others");
    record.say(
        "Loading and solving, in processor time of the one thread that works (of a program outside: its own, with reading the file); \
         conflicts in brackets; `-`: no answer within `--seconds`, counted twice in PAR-2. Every model is checked. \
         Peers get groups as pairs of literals. The 9x9 puzzles are in `nine.md`.",
    );
    let only = arguments.word("only", "all");
    let wanted = |name: &str| only == "all" || only.split(',').any(|word| word == name);
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
    if wanted("ablation") {
        ablation(arguments, &mut record)?;
    }
    if wanted("interrupt") {
        interrupts(&mut record);
    }
    record.finish()
}
