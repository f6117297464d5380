//! `blame`: who is to blame in puzzles without a solution: minimal and smallest sets of clues, each proved again.

use std::time::{Duration, Instant};

use exactone::{Cell, Grid, Limits, Puzzle, PuzzleSolver, SolveError, Verdict};
use exactone_sat::Budget;

use crate::Command;
use crate::arguments::Arguments;
use crate::corpus;
use crate::measure::show;
use crate::record::Record;
use crate::rng::Rng;

pub const COMMAND: Command =
    Command { name: "blame", about: "minimal and smallest sets of clues to blame, each proved again", run };

/// Asks again with the ordinary solver, which knows nothing of groups: does this part of the clues have a solution?
struct Judge(PuzzleSolver);

impl Judge {
    fn possible(&mut self, grid: &Grid, cells: &[Cell]) -> Result<bool, String> {
        let mut part = Grid::empty(grid.shape());
        for &cell in cells {
            part.set(cell, grid.get(cell)).map_err(|error| error.to_string())?;
        }
        match self.0.solve(&Puzzle::classic(part), &Limits::NONE) {
            Ok(Verdict::None { .. }) => Ok(false),
            Ok(_) => Ok(true),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Whether these clues have no solution, and any one fewer has.
    fn minimal(&mut self, grid: &Grid, cells: &[Cell]) -> Result<bool, String> {
        if self.possible(grid, cells)? {
            return Ok(false);
        }
        for spared in cells {
            let rest: Vec<Cell> = cells.iter().copied().filter(|cell| cell != spared).collect();
            if !self.possible(grid, &rest)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The size of a smallest set without a solution, by trying all sets of at most `most` clues.
    fn fewest(&mut self, grid: &Grid, most: usize) -> Result<usize, String> {
        let clues: Vec<Cell> = grid.clues().map(|(cell, _)| cell).collect();
        for size in 1..=most {
            for bits in (0u32..1 << clues.len()).filter(|bits| bits.count_ones() as usize == size) {
                let chosen: Vec<Cell> =
                    (0..clues.len()).filter(|at| bits >> at & 1 == 1).map(|at| clues[at]).collect();
                if !self.possible(grid, &chosen)? {
                    return Ok(size);
                }
            }
        }
        Err("every small set has a solution".to_owned())
    }
}

/// A 4x4 with 7 to 10 random clues and no solution, though no two of its clues clash.
fn broken_four(rng: &mut Rng) -> Result<Grid, String> {
    loop {
        let mut cells: Vec<usize> = (0..16).collect();
        rng.shuffle(&mut cells);
        let mut text = vec!['.'; 16];
        for &cell in &cells[..7 + rng.below(4)] {
            text[cell] = char::from(b'1' + rng.below(4) as u8);
        }
        let grid: Grid = text.into_iter().collect::<String>().parse().map_err(|error| format!("{error}"))?;
        let puzzle = Puzzle::classic(grid.clone());
        if puzzle.check_clues().is_err() {
            continue;
        }
        let verdict =
            PuzzleSolver::default().solve(&puzzle, &Limits::NONE).map_err(|error| error.to_string())?;
        if matches!(verdict, Verdict::None { .. }) {
            return Ok(grid);
        }
    }
}

/// What was seen of one size of grids.
#[derive(Default)]
struct Tally {
    minimal: Vec<usize>,
    smallest: Vec<usize>,
    stopped: usize,
    minimal_times: Vec<Duration>,
    smallest_times: Vec<Duration>,
}

impl Tally {
    fn row(mut self, name: &str) -> Vec<String> {
        let mean = |sizes: &[usize]| sizes.iter().sum::<usize>() as f64 / sizes.len().max(1) as f64;
        let times = |times: &mut Vec<Duration>| {
            times.sort_unstable();
            match times.last() {
                Some(&slowest) => format!("{}, {}", show(times[times.len() / 2]), show(slowest)),
                None => "none".to_owned(),
            }
        };
        vec![
            name.to_owned(),
            self.minimal.len().to_string(),
            format!("{:.2}", mean(&self.minimal)),
            times(&mut self.minimal_times),
            format!("{} of {}", self.smallest.len(), self.smallest.len() + self.stopped),
            format!("{:.2}", mean(&self.smallest)),
            times(&mut self.smallest_times),
        ]
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let count = arguments.number("limit", 500)?;
    let seconds = arguments.number("seconds", 10)? as u64;
    let mut record = Record::new(arguments, "Clues to blame");
    record.say(&format!(
        "Puzzles without a solution: a minimal set of clues that has none by itself, and a smallest one ({seconds} s each at \
         most). Each set is proved again with the ordinary solver: it has no solution, and every set with one clue fewer has \
         one. For 4x4 the size of the smallest is compared with a trial of all sets."
    ));
    let mut judge = Judge(PuzzleSolver::default());
    let mut rows = Vec::new();
    let mut rng = Rng::new(6);
    let fours = (0..count).map(|_| broken_four(&mut rng)).collect::<Result<Vec<_>, _>>()?;
    let mut kinds = vec![(format!("4x4, {count} random"), fours)];
    if let Some(puzzles) = corpus::public("no_solution.txt", count) {
        let grids: Result<Vec<Grid>, _> = puzzles.iter().map(|text| text.parse()).collect();
        kinds.push(("9x9, no_solution.txt".to_owned(), grids.map_err(|error| error.to_string())?));
    }
    for (name, grids) in kinds {
        let mut tally = Tally::default();
        for grid in &grids {
            let puzzle = Puzzle::classic(grid.clone());
            let wrong = |what: &str| format!("{}: {what}", grid.to_line());
            let start = Instant::now();
            let minimal = puzzle
                .blame(&Limits::NONE)
                .map_err(|error| error.to_string())?
                .ok_or_else(|| wrong("has a solution"))?;
            tally.minimal_times.push(start.elapsed());
            if !judge.minimal(grid, &minimal)? {
                return Err(wrong("the minimal set is not minimal"));
            }
            tally.minimal.push(minimal.len());
            let start = Instant::now();
            let expired = || start.elapsed() >= Duration::from_secs(seconds);
            let limits = Limits { budget: Budget::new().deadline(&expired), stop: None };
            match puzzle.smallest_blame(&limits) {
                Ok(smallest) => {
                    tally.smallest_times.push(start.elapsed());
                    let smallest = smallest.ok_or_else(|| wrong("has a solution"))?;
                    if smallest.len() > minimal.len() || !judge.minimal(grid, &smallest)? {
                        return Err(wrong("the smallest set is no minimal one"));
                    }
                    if grid.shape().size() == 4 && judge.fewest(grid, smallest.len())? != smallest.len() {
                        return Err(wrong("there is a smaller set"));
                    }
                    tally.smallest.push(smallest.len());
                }
                Err(SolveError::Stopped(_)) => tally.stopped += 1,
                Err(error) => return Err(error.to_string()),
            }
        }
        rows.push(tally.row(&name));
    }
    let head = [
        "puzzles",
        "minimal sets",
        "clues (mean)",
        "median, slowest",
        "smallest proved",
        "clues (mean)",
        "median, slowest",
    ];
    record.table(&head, &rows);
    record.finish()
}
