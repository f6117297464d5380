//! `count`: known numbers of solutions by search with remembered parts, the 8x8 by its symmetries, the census of the
//! 4x4, another model counter beside ours (`--peer PROGRAM`), and how fast solutions are listed one by one. With
//! `--direct 6` also all Latin squares of order 6, without any symmetry: some three minutes and up to 2 GB.

mod census;
mod eight;
mod listed;
mod peer;

use std::time::Instant;

use exactone::lanes::{Count, Engine, Givens};
use exactone::{EncodeOptions, Encoding, Grid, Puzzle};
use exactone_sat::{ClauseSink, Cnf, Counter, Lit, Natural, Var};

use crate::Command;
use crate::arguments::Arguments;
use crate::measure::show;
use crate::record::Record;

pub const COMMAND: Command =
    Command { name: "count", about: "known numbers of solutions, the 4x4 census, solutions listed", run };

/// 9x9 puzzles whose numbers of solutions were found by several programs.
const PUZZLES: [(&str, u64); 7] = [
    ("5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........", 2),
    ("1.....58.8....1..6.6..2.......59........7.....93..2....1....8.4...9.7.5.6..2..71.", 2),
    ("003496758587132469694875213008763945946581327375924186761259834852347691439618572", 2),
    (".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", 0),
    (MANY, 148_357_268),
    ("123......456......789.........123......456......789.........123......456......789", 283_576),
    ("123......456......789.........123......456......789.........147......258......369", 234_936),
];

/// The puzzle with 148,357,268 solutions.
const MANY: &str = ".....6....59.....82....8....45........3........6..3.54...325..6..................";

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut record = Record::new(arguments, "Counting and listing solutions");
    record.say(
        "Every number is compared with the known one; a wrong one ends the run. One thread. `Counter` is the search with \
         remembered parts, on native groups.",
    );
    let rounds = arguments.number("rounds", 5)?;
    listed::run(&mut record, MANY, arguments.number("limit", 100_000)?, rounds)?;
    census::run(&mut record)?;
    let program = arguments.word("peer", "");
    if !program.is_empty() {
        peer::run(&mut record, program, rounds)?;
    }
    known(&mut record, arguments.number("direct", 0)? >= 6)?;
    eight::run(&mut record)?;
    record.finish()
}

/// `got` as it must be, or an error that names it.
fn expect(what: &str, got: &Natural, expected: &Natural) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{what}: counted {got}, known are {expected}")) }
}

/// Latin squares of this order: variable (row * n + column) * n + digit + 1.
struct Square {
    order: u32,
    counter: Counter,
    groups: Vec<Vec<Lit>>,
    units: Vec<Lit>,
}

impl Square {
    fn latin(order: u32) -> Square {
        let mut square = Square { order, counter: Counter::new(), groups: Vec::new(), units: Vec::new() };
        for a in 0..order {
            for b in 0..order {
                square.once((0..order).map(|digit| (a, b, digit)));
                square.once((0..order).map(|column| (a, column, b)));
                square.once((0..order).map(|row| (row, a, b)));
            }
        }
        square
    }

    fn lit(&self, (row, column, digit): (u32, u32, u32)) -> Lit {
        Lit::from(Var::new((row * self.order + column) * self.order + digit + 1))
    }

    fn once(&mut self, places: impl Iterator<Item = (u32, u32, u32)>) {
        let group: Vec<Lit> = places.map(|place| self.lit(place)).collect();
        self.counter.exactly_one(&group);
        self.groups.push(group);
    }

    fn give(&mut self, lit: Lit) {
        self.counter.add_clause(&[lit]);
        self.units.push(lit);
    }

    /// The same as plain clauses.
    fn in_pairs(&self) -> Cnf {
        let mut cnf = Cnf::new();
        self.groups.iter().for_each(|group| cnf.exactly_one(group));
        self.units.iter().for_each(|&unit| cnf.add_clause(&[unit]));
        cnf
    }

    fn boxes(mut self, rows: u32, columns: u32) -> Square {
        for digit in 0..self.order {
            for block in 0..self.order {
                let (top, left) = (block / rows * rows, block % rows * columns);
                self.once(
                    (0..self.order).map(|place| (top + place / columns, left + place % columns, digit)),
                );
            }
        }
        self
    }

    fn diagonals(mut self) -> Square {
        let order = self.order;
        for digit in 0..order {
            self.once((0..order).map(|place| (place, place, digit)));
            self.once((0..order).map(|place| (place, order - 1 - place, digit)));
        }
        self
    }

    fn first_row(mut self) -> Square {
        for column in 0..self.order {
            let lit = self.lit((0, column, column));
            self.give(lit);
        }
        self
    }

    fn first_column(mut self) -> Square {
        for row in 0..self.order {
            let lit = self.lit((row, 0, row));
            self.give(lit);
        }
        self
    }

    fn count(&self) -> Natural {
        self.counter.count(Var::range(1..=self.order.pow(3)))
    }
}

fn known(record: &mut Record, direct: bool) -> Result<(), String> {
    let mut problems: Vec<(String, Square, u64, u64)> = Vec::new();
    for (order, number) in [(4, 576), (5, 161_280)] {
        problems.push((format!("Latin squares of order {order}"), Square::latin(order), 1, number));
    }
    // The columns can be put in order by the first row, and then the rows but for the first by the first column, without
    // changing what is counted: n! (n-1)! squares for each reduced one.
    let reduced = [(6, 720 * 120, 812_851_200), (7, 5040 * 720, 61_479_419_904_000)];
    for (order, factor, number) in reduced {
        let square = Square::latin(order).first_row().first_column();
        problems.push((
            format!("Latin squares of order {order}, reduced ones x {factor}"),
            square,
            factor,
            number,
        ));
    }
    for (order, number) in [(4, 2), (5, 8), (6, 128)] {
        let square = Square::latin(order).diagonals().first_row();
        problems.push((
            format!("diagonal Latin squares of order {order}, first row given"),
            square,
            1,
            number,
        ));
    }
    problems.push(("4x4".into(), Square::latin(4).boxes(2, 2), 1, 288));
    problems.push(("4x4 with both diagonals".into(), Square::latin(4).boxes(2, 2).diagonals(), 1, 48));
    problems.push(("6x6 (2x3)".into(), Square::latin(6).boxes(2, 3), 1, 28_200_960));
    problems.push((
        "6x6 (2x3) with both diagonals".into(),
        Square::latin(6).boxes(2, 3).diagonals(),
        1,
        8640,
    ));
    // Last: giving back its memory would slow down the next one.
    if direct {
        let mut square = Square::latin(6);
        square.counter = square.counter.in_order(true).with_memory(2 << 30);
        problems.push(("Latin squares of order 6, all of them, in order".into(), square, 1, 812_851_200));
    }

    let mut rows = Vec::new();
    for (name, square, factor, number) in problems {
        let start = Instant::now();
        let mut count = square.count();
        count *= &Natural::from(factor);
        let time = start.elapsed();
        eprintln!("{name}: {count} in {}", show(time));
        expect(&name, &count, &number.into())?;
        rows.push(vec![name, number.to_string(), show(time), "-".into()]);
    }
    for (text, number) in PUZZLES {
        let grid: Grid = text.parse().map_err(|error| format!("{text}: {error}"))?;
        let start = Instant::now();
        let by_lanes = lanes(&grid)?;
        let time_of_lanes = show(start.elapsed());
        expect(text, &by_lanes, &number.into())?;
        if text == MANY {
            // So many and so little given that no part comes back for a long time.
            rows.push(vec![format!("`{text}`"), number.to_string(), "-".into(), time_of_lanes]);
            continue;
        }
        let mut counter = Counter::new();
        Puzzle::classic(grid)
            .encode(&mut counter, &EncodeOptions::new(Encoding::Extended))
            .map_err(|error| error.to_string())?;
        let start = Instant::now();
        let count = counter.count(Var::range(1..=729));
        let time = start.elapsed();
        eprintln!("{text}: {count} in {}", show(time));
        expect(text, &count, &number.into())?;
        rows.push(vec![format!("`{text}`"), number.to_string(), show(time), time_of_lanes]);
    }
    record.say("## Known numbers");
    record.table(&["what", "solutions", "by remembered parts", "by the 9x9 engine"], &rows);
    Ok(())
}

/// The number of solutions by the 9x9 engine, which goes through all of them, many at a time.
fn lanes(grid: &Grid) -> Result<Natural, String> {
    let givens = Givens::try_from(grid).map_err(|error| error.to_string())?;
    match Engine::new().count(&givens, u64::MAX, |_| false) {
        Count::Exact(number) => Ok(number.into()),
        Count::AtLeast(number) => Err(format!("stopped at {number}")),
    }
}
