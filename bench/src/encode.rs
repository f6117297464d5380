//! `encode`: how long the clauses of an empty grid take to write, and how much memory they take, for n = 9, 16, 25, 36.

use std::any::Any;
use std::hint::black_box;

use exactone::{EncodeOptions, Encoding, Grid, Puzzle, Shape};
use exactone_sat::{Cdcl, ClauseCounter, ClauseSink, Cnf};

use crate::Command;
use crate::arguments::Arguments;
use crate::measure::{Contest, show};
use crate::memory;
use crate::record::Record;

pub const COMMAND: Command =
    Command { name: "encode", about: "time and memory of encoding empty grids, n = 9, 16, 25, 36", run };

fn pour<S: ClauseSink>(mut sink: S, size: usize, encoding: Encoding) -> S {
    let shape = Shape::of_size(size).expect("a size that has boxes");
    Puzzle::classic(Grid::empty(shape))
        .encode(&mut sink, &EncodeOptions::new(encoding))
        .expect("every encoding fits these sizes");
    sink
}

/// The size and the encoding that a child is asked for.
fn asked(arguments: &[String]) -> (usize, Encoding) {
    let mut words = arguments.iter();
    let size = words.next().and_then(|word| word.parse().ok()).unwrap_or(9);
    let encoding = words.next().and_then(|word| word.parse().ok()).unwrap_or(Encoding::Extended);
    (size, encoding)
}

pub fn cnf(arguments: &[String]) -> Box<dyn Any> {
    let (size, encoding) = asked(arguments);
    Box::new(pour(Cnf::new(), size, encoding))
}

pub fn cdcl(arguments: &[String]) -> Box<dyn Any> {
    let (size, encoding) = asked(arguments);
    Box::new(pour(Cdcl::new(), size, encoding))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let rounds = arguments.number("rounds", 5)?;
    let mut record = Record::new(arguments, "Encoding empty grids: time and memory");
    record.say(
        "`cnf`: into a flat formula, pairs expanded. `cdcl`: into our solver, which keeps groups whole. `counted`: into a \
         counter, so only the encoder runs. Memory is the growth of the peak of a process of its own.",
    );
    let mut rows = Vec::new();
    for size in [9, 16, 25, 36] {
        for encoding in [Encoding::Minimal, Encoding::Efficient, Encoding::Extended, Encoding::Triads] {
            let counted = pour(ClauseCounter::new(), size, encoding);
            let mut contest = Contest::new();
            contest.enter("counted", move || pour(ClauseCounter::new(), size, black_box(encoding)).clauses());
            contest.enter("cnf", move || pour(Cnf::new(), size, black_box(encoding)).len() as u64);
            contest
                .enter("cdcl", move || u64::from(pour(Cdcl::new(), size, black_box(encoding)).var_count()));
            let times = contest.run(rounds)?;
            let need = |work: &str| {
                memory::measure(work, &[size.to_string(), encoding.to_string()])
                    .map_or_else(|_| "not measured".to_owned(), |need| memory::show(need.peak))
            };
            rows.push(vec![
                format!("{size}x{size}, {encoding}"),
                counted.vars().to_string(),
                counted.clauses().to_string(),
                show(times[0].median()),
                show(times[1].median()),
                show(times[2].median()),
                need("encode-cnf"),
                need("encode-cdcl"),
            ]);
        }
    }
    let head = ["grid", "variables", "clauses", "counted", "cnf", "cdcl", "cnf memory", "cdcl memory"];
    record.table(&head, &rows);
    record.finish()
}
