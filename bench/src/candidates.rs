//! `candidates`: the digits that occur in a solution, through CDCL, beside asking the 9x9 engine about each digit.

use std::time::{Duration, Instant};

use exactone::lanes::{Answer, Engine, Givens};
use exactone::{Candidates, Cell, Digit, Grid, Limits, Missing, Puzzle, PuzzleSolver, Shape, Verdict};

use crate::Command;
use crate::arguments::Arguments;
use crate::corpus;
use crate::measure::show;
use crate::record::Record;

pub const COMMAND: Command = Command {
    name: "candidates",
    about: "digits that occur in a solution, and what is missing for one solution, checked by brute force",
    run,
};

const LISTS: [&str; 2] = ["several_solutions.txt", "serg_benchmark.txt"];

fn run(arguments: &Arguments) -> Result<(), String> {
    let limit = arguments.number("limit", 1000)?;
    let mut record = Record::new(arguments, "Candidates and missing clues of 9x9 puzzles");
    record.say(
        "`candidates`: one CDCL solver for all puzzles; the answer equals brute force, which asks the 9x9 engine of \
         each of the digits of each open cell whether the puzzle with it has a solution. `missing`: the fewest cells that, once \
         given, leave one solution of those with several, by implicit hitting sets; the 9x9 engine confirms that the \
         completed puzzle has one solution. One run each; the figures are of single puzzles.",
    );
    let mut rows = Vec::new();
    for list in LISTS {
        let Some(puzzles) = corpus::public(list, limit) else {
            eprintln!("skipped: {list} is not beside the workspace");
            continue;
        };
        let mut solver = PuzzleSolver::default();
        let (mut times, mut missing_times, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        let mut unproved = 0;
        for line in &puzzles {
            let grid: Grid = line.parse().map_err(|error| format!("{line}: {error}"))?;
            let puzzle = Puzzle::classic(grid);
            let start = Instant::now();
            let found = solver.candidates(&puzzle, &Limits::NONE).map_err(|error| error.to_string())?;
            times.push(start.elapsed());
            if found != brute_force(&puzzle) {
                return Err(format!("{line}: the candidates are not those of brute force"));
            }
            let verdict = solver.solve(&puzzle, &Limits::NONE).map_err(|error| error.to_string())?;
            let Verdict::Several(solution, _) = &verdict else { continue };
            let start = Instant::now();
            let missing = within_a_second(&puzzle, solution)?;
            missing_times.push(start.elapsed());
            unproved += usize::from(!missing.is_smallest());
            sizes.push(missing.cells.len());
            let mut completed = puzzle.givens().clone();
            for &cell in &missing.cells {
                completed.set(cell, solution.get(cell)).map_err(|error| error.to_string())?;
            }
            if !matches!(Engine::new().solve_one(&givens(&completed)), Answer::Unique(_)) {
                return Err(format!("{line}: with what is missing it does not have one solution"));
            }
        }
        let mut row = vec![list.to_owned(), times.len().to_string()];
        row.extend(figures(times));
        row.push(missing_times.len().to_string());
        let largest = sizes.iter().max().copied().unwrap_or(0);
        row.push(format!("{:.1}, {largest}", sizes.iter().sum::<usize>() as f64 / sizes.len().max(1) as f64));
        row.push(unproved.to_string());
        row.extend(figures(missing_times));
        rows.push(row);
    }
    record.table(
        &[
            "list",
            "puzzles",
            "candidates: mean",
            "slowest",
            "with several",
            "missing: mean, most",
            "not proved in 1 s",
            "mean",
            "slowest",
        ],
        &rows,
    );
    record.finish()
}

fn within_a_second(puzzle: &Puzzle, solution: &Grid) -> Result<Missing, String> {
    let start = Instant::now();
    let expired = || start.elapsed() > Duration::from_secs(1);
    let budget = exactone_sat::Budget::new().deadline(&expired);
    puzzle.missing_clues(solution, &Limits { budget, stop: None }).map_err(|error| error.to_string())
}

fn figures(times: Vec<Duration>) -> [String; 2] {
    let mean = times.iter().sum::<Duration>().div_f64(times.len().max(1) as f64);
    [show(mean), show(times.into_iter().max().unwrap_or_default())]
}

fn givens(grid: &Grid) -> Givens {
    let digits: [u8; 81] = grid.digits().try_into().expect("a 9x9 has 81 cells");
    Givens::new(digits).expect("its digits are 0 to 9")
}

/// Each digit of each cell by itself.
fn brute_force(puzzle: &Puzzle) -> Candidates {
    let mut found = Candidates::none(Shape::CLASSIC);
    let mut asked: Vec<(Cell, Digit)> = Vec::new();
    let mut questions: Vec<Givens> = Vec::new();
    for cell in Shape::CLASSIC.cells() {
        for digit in Shape::CLASSIC.digits() {
            let mut grid = puzzle.givens().clone();
            if grid.get(cell).is_none_or(|clue| clue == digit) && grid.set(cell, digit).is_ok() {
                asked.push((cell, digit));
                questions.push(givens(&grid));
            }
        }
    }
    for (answer, (cell, digit)) in Engine::new().solve(&questions).into_iter().zip(asked) {
        if !matches!(answer, Answer::None) {
            found.insert(cell, digit);
        }
    }
    found
}
