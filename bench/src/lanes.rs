//! `lanes`: the 9x9 engine at every width, side by side and one by one, beside the `sudoku` crate.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Duration;

use exactone::lanes::{Answer, CHUNK, Engine, Givens, Width};

use crate::Command;
use crate::arguments::Arguments;
use crate::corpus;
use crate::measure::{Contest, Times, show};
use crate::record::{Record, root};
use crate::rng::Rng;
use crate::{memory, process, symmetries};

pub const COMMAND: Command = Command {
    name: "lanes",
    about: "the 9x9 engine beside the sudoku crate: verdict and grid of many puzzles",
    run,
};

const FILES: [&str; 9] = [
    "easy.txt",
    "17_clue.txt",
    "random_minimal.txt",
    "magictour_top1465.txt",
    "forum_hardest_1905_11plus.txt",
    "forum_hardest_1106.txt",
    "serg_benchmark.txt",
    "several_solutions.txt",
    "no_solution.txt",
];

/// A number that tells verdicts and unique grids apart.
fn checksum(solutions: usize, grid: Option<&[u8; 81]>) -> u64 {
    let grid = if solutions == 1 { grid } else { None };
    let digits = grid.map_or(0, |grid| {
        grid.iter().fold(0_u64, |sum, &digit| sum.wrapping_mul(31).wrapping_add(digit.into()))
    });
    digits.wrapping_add(solutions as u64)
}

fn sum(answers: &[Answer]) -> u64 {
    let one = |answer: &Answer| match answer {
        Answer::None => checksum(0, None),
        Answer::Unique(grid) => checksum(1, Some(grid)),
        Answer::Several(grid, _) => checksum(2, Some(grid)),
        Answer::Unknown(_) => unreachable!("no limit was set"),
    };
    answers.iter().fold(0, |sum, answer| sum.wrapping_add(one(answer)))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let rounds = arguments.number("rounds", 7)?;
    let limit = arguments.number("limit", CHUNK)?;
    let mut record = Record::new(arguments, "The 9x9 engine: a search node in each bit");
    record.say(
        "One thread; verdict (none, one, several) and grid of each puzzle. A file with fewer puzzles than a round is taken again \
         and again. `sudoku` is the crate of that name, asked for two solutions; its time is 1. Verdicts and the grids of puzzles \
         with one solution are the same for all, or the run fails.",
    );
    let mut rows = Vec::new();
    for file in FILES {
        let Some(lines) = corpus::public(file, usize::MAX) else {
            record.say(&format!("skipped: {file} is not there"));
            continue;
        };
        let hard = file.starts_with("forum") || file.starts_with("magic");
        let puzzles: Vec<Givens> = (0..if hard { limit.min(2048) } else { limit })
            .map(|i| {
                Givens::from_text(lines[i % lines.len()].as_bytes())
                    .map_err(|error| format!("{file}: {error}"))
            })
            .collect::<Result<_, _>>()?;
        for times in contest(&puzzles, rounds)? {
            rows.push([vec![file.trim_end_matches(".txt").to_owned()], times].concat());
        }
    }
    record.table(&["file", "engine", "a puzzle", "median of a round", "spread", "`sudoku` = 1"], &rows);

    record.say("Where the switch from one by one to side by side lies: so many 17-clue puzzles at once, time a puzzle.");
    if let Some(lines) = corpus::public("17_clue.txt", 2048) {
        let puzzles: Vec<Givens> =
            lines.iter().filter_map(|line| Givens::from_text(line.as_bytes()).ok()).collect();
        let mut rows = Vec::new();
        for at_once in [1, 4, 16, 32, 64, 128, 256] {
            let mut contest = Contest::new();
            for width in Width::ALL {
                for (name, at) in [("side by side", 0), ("one by one", usize::MAX)] {
                    let Some(engine) = Engine::with_width(width) else { continue };
                    let mut engine = engine.switching_at(at);
                    let puzzles = &puzzles;
                    contest.enter(format!("{width:?}, {name}"), move || {
                        puzzles[..512]
                            .chunks(at_once)
                            .map(|some| sum(&engine.solve(some)))
                            .fold(0, u64::wrapping_add)
                    });
                }
            }
            let times = contest.run(rounds)?;
            rows.extend(times.iter().map(|one| {
                let mut row = vec![at_once.to_string()];
                row.extend(named_row(one, &times[0], 512));
                row
            }));
        }
        record
            .table(&["at once", "engine", "a puzzle", "median of a round", "spread", "portable = 1"], &rows);
    }
    few_clues(&mut record, rounds)?;
    command(&mut record, arguments)?;
    record.finish()
}

/// Puzzles with hardly any clues, on which searches can thrash.
fn few_clues(record: &mut Record, rounds: usize) -> Result<(), String> {
    let Some(lines) = corpus::public("17_clue.txt", 1000) else { return Ok(()) };
    record.say(
        "Few clues: 1,000 puzzles each, the first 17-clue puzzles with as many clues left as the row says, cells at random.",
    );
    let mut rng = Rng::new(1);
    let mut rows = Vec::new();
    for clues in 0..=16 {
        let puzzles: Vec<Givens> = lines
            .iter()
            .filter_map(|line| {
                let mut digits = *Givens::from_text(line.as_bytes()).ok()?.digits();
                let mut filled: Vec<usize> = (0..81).filter(|&cell| digits[cell] > 0).collect();
                rng.shuffle(&mut filled);
                filled[clues..].iter().for_each(|&cell| digits[cell] = 0);
                Givens::new(digits).ok()
            })
            .collect();
        let mut contest = Contest::new();
        for (name, at) in [("side by side", 0), ("one by one", usize::MAX)] {
            let (mut engine, puzzles) = (Engine::new().switching_at(at), &puzzles);
            contest.enter(name, move || sum(&engine.solve(black_box(puzzles))));
        }
        let times = contest.run(rounds)?;
        rows.push(vec![clues.to_string(), times[0].each(puzzles.len()), times[1].each(puzzles.len())]);
    }
    record.table(&["clues", "side by side, a puzzle", "one by one, a puzzle"], &rows);
    Ok(())
}

/// The command as a process: reads, solves and writes a file.
fn command(record: &mut Record, arguments: &Arguments) -> Result<(), String> {
    let program = root().join("target/release/exactone");
    let puzzles = arguments.number("puzzles", 1_000_000)?;
    let Some(lines) = corpus::public("17_clue.txt", usize::MAX).filter(|_| program.exists()) else {
        record.say("skipped: the command as a process (needs `cargo build --release` and 17_clue.txt)");
        return Ok(());
    };
    record.say(&format!(
        "`exactone solve FILE`: {puzzles} puzzles (those of 17_clue.txt under symmetries of seed 1), read from a file, written to \
         a file. Processor time is that of all threads together."
    ));
    let folder = std::env::temp_dir();
    let name = |what: &str| folder.join(format!("exactone-bench-{}-{what}.txt", std::process::id()));
    let (input, output) = (name("in"), name("out"));
    let file = std::fs::File::create(&input).map_err(|error| format!("{}: {error}", input.display()))?;
    symmetries::write(&lines, puzzles, 1, file).map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut expected = None;
    for threads in [1, 2, cores].into_iter().filter(|&threads| threads <= cores).collect::<BTreeSet<_>>() {
        let mut all: Vec<process::Taken> = Vec::new();
        for _ in 0..3 {
            let mut command = std::process::Command::new(&program);
            command.arg("solve").arg(&input).args(["--threads", &threads.to_string()]);
            all.push(process::run(&mut command, &output)?);
            let bytes = std::fs::read(&output).map_err(|error| error.to_string())?;
            let length = bytes.len();
            let sum = bytes.iter().fold(0_u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            if length != 82 * puzzles || *expected.get_or_insert(sum) != sum {
                return Err("the command answers differently in two runs".to_owned());
            }
        }
        all.sort_by_key(|taken| taken.processor);
        let taken = &all[1];
        let rate = |time: Duration| format!("{:.2} million", puzzles as f64 / time.as_secs_f64() / 1e6);
        rows.push(vec![
            threads.to_string(),
            show(taken.wall),
            show(taken.processor),
            rate(taken.wall),
            rate(taken.processor),
            memory::show(taken.peak),
            taken.messages.lines().next().unwrap_or_default().to_owned(),
        ]);
    }
    for path in [input, output] {
        let _ = std::fs::remove_file(path);
    }
    record.table(
        &[
            "threads",
            "time",
            "processor time",
            "puzzles a second",
            "a processor second",
            "peak memory",
            "summary",
        ],
        &rows,
    );
    Ok(())
}

fn contest(puzzles: &[Givens], rounds: usize) -> Result<Vec<Vec<String>>, String> {
    let mut contest = Contest::new();
    let boards: Vec<sudoku::Sudoku> = puzzles
        .iter()
        .map(|puzzle| sudoku::Sudoku::from_bytes(*puzzle.digits()).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    contest.enter("sudoku 0.8", move || {
        let one = |board: &sudoku::Sudoku| {
            let solutions = board.solutions_up_to(2);
            checksum(solutions.len(), solutions.first().map(|grid| grid.to_bytes()).as_ref())
        };
        boards.iter().fold(0, |sum, board| sum.wrapping_add(one(black_box(board))))
    });
    for width in Width::ALL {
        let Some(mut engine) = Engine::with_width(width) else { continue };
        let mut answers = vec![Answer::None; puzzles.len()];
        contest.enter(format!("{width:?}, side by side"), move || {
            engine.solve_into(black_box(puzzles), &mut answers);
            sum(&answers)
        });
    }
    let mut engine = Engine::new();
    contest.enter(format!("{:?}, one by one", engine.width()), move || {
        puzzles
            .iter()
            .fold(0, |total, puzzle| total.wrapping_add(sum(&[engine.solve_one(black_box(puzzle))])))
    });
    let text: Vec<u8> = puzzles
        .iter()
        .flat_map(|puzzle| puzzle.digits().iter().map(|digit| digit + b'0').chain([b'\n']))
        .collect();
    let mut engine = Engine::new();
    let mut out = Vec::new();
    let mut lines = Contest::new();
    lines.enter(format!("{:?}, text to text", engine.width()), move || {
        out.clear();
        let tally = engine.solve_lines(black_box(&text), &mut out, |_, _| ());
        tally.unique
    });
    let times = contest.run(rounds)?;
    if let Some(odd) = times.iter().find(|one| one.checksum != times[0].checksum) {
        return Err(format!("{} answers other than {}", odd.name, times[0].name));
    }
    let lines = lines.run(rounds)?;
    Ok(times.iter().chain(&lines).map(|one| named_row(one, &times[0], puzzles.len())).collect())
}

fn named_row(times: &Times, base: &Times, puzzles: usize) -> Vec<String> {
    let mut row = times.row(base);
    row.insert(1, times.each(puzzles));
    row
}
