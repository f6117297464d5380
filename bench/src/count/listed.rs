//! Solutions listed one by one: our enumeration beside our own loop that forbids each solution by a clause.

use std::collections::HashSet;
use std::hint::black_box;

use exactone::{EncodeOptions, Encoding, Grid, Puzzle};
use exactone_sat::{Cdcl, ClauseSink, Lit, Model, Solver, Var};

use crate::measure::{Contest, show};
use crate::record::Record;

fn solver(puzzle: &Puzzle) -> Cdcl {
    let mut solver = Cdcl::new();
    puzzle.encode(&mut solver, &EncodeOptions::new(Encoding::Extended)).expect("9x9 fits");
    solver
}

fn vars() -> impl Iterator<Item = Var> {
    Var::range(1..=729)
}

/// A number for a grid whose sum over grids does not depend on their order.
fn fingerprint(model: &Model) -> u64 {
    let mut state = 0xCBF2_9CE4_8422_2325u64;
    for var in vars().filter(|&var| model.is_true(var.positive())) {
        state = (state ^ var.index() as u64).wrapping_mul(0x0100_0000_01B3);
    }
    state
}

fn by_enumeration(puzzle: &Puzzle, count: usize, mut see: impl FnMut(&Model)) -> usize {
    let mut solver = solver(puzzle);
    let mut models = solver.models(vars());
    let mut found = 0;
    while found < count {
        let Some(model) = models.advance() else { break };
        see(model);
        found += 1;
    }
    found
}

fn by_blocking(puzzle: &Puzzle, count: usize) -> usize {
    let mut solver = solver(puzzle);
    for found in 0..count {
        let Some(model) = solver.solve().into_model() else { return found };
        let other: Vec<Lit> =
            vars().filter(|&var| model.is_true(var.positive())).map(|var| var.negative()).collect();
        solver.add_clause(&other);
    }
    count
}

pub fn run(record: &mut Record, text: &str, count: usize, rounds: usize) -> Result<(), String> {
    let puzzle = Puzzle::classic(text.parse::<Grid>().map_err(|error| error.to_string())?);
    // Once outside the clock: all different, all right, and their sum.
    let mut seen = HashSet::new();
    let (mut sum, mut wrong) = (0u64, 0);
    let found = by_enumeration(&puzzle, count, |model| {
        let grid = puzzle.decode(model).expect("a model is a grid");
        wrong += usize::from(puzzle.check_solution(&grid).is_err());
        seen.insert(grid.to_line());
        sum = sum.wrapping_add(fingerprint(model));
    });
    if wrong > 0 || seen.len() != found || found < count {
        return Err(format!("{found} solutions listed, {} different, {wrong} wrong", seen.len()));
    }
    let mut contest = Contest::new();
    contest.enter("enumeration", || {
        let mut trues = 0u64;
        by_enumeration(&puzzle, count, |model| trues += u64::from(black_box(model).is_true(1)));
        trues
    });
    contest.enter("blocking clauses", || by_blocking(&puzzle, count) as u64);
    let times = contest.run(rounds)?;
    let rate = |time: std::time::Duration, number: usize| number as f64 / time.as_secs_f64();
    let rates = [rate(times[0].median(), count), rate(times[1].median(), count)];
    record.say(&format!(
        "## Solutions listed one by one\n\nOf the puzzle with 148,357,268 solutions, loading included. The {count} of the \
         enumeration are all different and all right; the sum of their fingerprints is {sum:016x}. The loop with blocking \
         clauses, which gets slower with each solution, lists as many. Enumeration lists {:.0} times as many a second.",
        rates[0] / rates[1]
    ));
    let row = |at: usize, number: usize| {
        let (least, most) = times[at].spread();
        vec![
            times[at].name.clone(),
            number.to_string(),
            show(times[at].median()),
            format!("{} .. {}", show(least), show(most)),
            format!("{:.0}", rates[at]),
        ]
    };
    record.table(&["by", "solutions", "median", "spread", "a second"], &[row(0, count), row(1, count)]);
    Ok(())
}
