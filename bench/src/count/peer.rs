//! `Counter` beside a model counter from outside, on the same ten formulas, clause by clause as DIMACS has them.

use std::process::{Command, Stdio};
use std::time::Duration;

use exactone_sat::{ClauseSink, Cnf, Counter, Lit, Natural, Var};

use super::Square;
use crate::measure::{processor_time, show, time_with_children};
use crate::record::Record;
use crate::rng::Rng;

/// An instance: its name and formula.
type Instance = (&'static str, Cnf);

/// Random clauses of three variables.
fn random(vars: usize, clauses: usize, seed: u64) -> Cnf {
    let mut rng = Rng::new(seed);
    let mut cnf = Cnf::new();
    cnf.ensure_vars(vars as u32);
    for _ in 0..clauses {
        let mut places: Vec<usize> = (0..vars).collect();
        rng.shuffle(&mut places);
        let lits: Vec<Lit> =
            places[..3].iter().map(|&place| Var::from_index(place).lit(rng.below(2) == 0)).collect();
        cnf.add_clause(&lits);
    }
    cnf
}

/// Sets of cells of a square grid no two of which are neighbours.
fn apart(side: usize) -> Cnf {
    let cell = |row: usize, column: usize| Var::from_index(row * side + column).negative();
    let mut cnf = Cnf::new();
    for row in 0..side {
        for column in 0..side {
            if column + 1 < side {
                cnf.add_clause(&[cell(row, column), cell(row, column + 1)]);
            }
            if row + 1 < side {
                cnf.add_clause(&[cell(row, column), cell(row + 1, column)]);
            }
        }
    }
    cnf
}

/// Colourings of a random graph.
fn colourings(nodes: usize, edges: usize, colours: usize, seed: u64) -> Cnf {
    let lit = |node: usize, colour: usize| Var::from_index(node * colours + colour).positive();
    let mut cnf = Cnf::new();
    for node in 0..nodes {
        cnf.exactly_one(&(0..colours).map(|colour| lit(node, colour)).collect::<Vec<_>>());
    }
    let mut pairs: Vec<(usize, usize)> = (0..nodes).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    Rng::new(seed).shuffle(&mut pairs);
    for &(a, b) in &pairs[..edges] {
        (0..colours).for_each(|colour| cnf.add_clause(&[!lit(a, colour), !lit(b, colour)]));
    }
    cnf
}

/// Pairs of factors of so many bits whose product has this middle bit set and the one below it not: gates of an array
/// of adders.
fn products(bits: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let factors: Vec<Lit> = (0..2 * bits).map(|_| cnf.new_var().positive()).collect();
    let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); 2 * bits + 1];
    for i in 0..bits {
        for j in 0..bits {
            let both = and(&mut cnf, factors[i], factors[bits + j]);
            columns[i + j].push(both);
        }
    }
    let mut product = Vec::new();
    for place in 0..2 * bits {
        let mut column = std::mem::take(&mut columns[place]);
        while column.len() > 1 {
            let (a, b) = (column.remove(0), column.remove(0));
            let half = xor(&mut cnf, a, b);
            let carry = and(&mut cnf, a, b);
            if column.is_empty() {
                column.push(half);
                columns[place + 1].push(carry);
            } else {
                let c = column.remove(0);
                let sum = xor(&mut cnf, half, c);
                let second = and(&mut cnf, half, c);
                let carry = !and(&mut cnf, !carry, !second);
                column.push(sum);
                columns[place + 1].push(carry);
            }
        }
        product.extend(column);
    }
    cnf.add_clause(&[product[bits]]);
    cnf.add_clause(&[!product[bits - 1]]);
    cnf
}

fn and(cnf: &mut Cnf, a: Lit, b: Lit) -> Lit {
    let gate = cnf.new_var().positive();
    [&[!gate, a][..], &[!gate, b], &[gate, !a, !b]].into_iter().for_each(|clause| cnf.add_clause(clause));
    gate
}

fn xor(cnf: &mut Cnf, a: Lit, b: Lit) -> Lit {
    let gate = cnf.new_var().positive();
    for clause in [[!gate, a, b], [!gate, !a, !b], [gate, !a, b], [gate, a, !b]] {
        cnf.add_clause(&clause);
    }
    gate
}

fn instances() -> [Instance; 10] {
    [
        ("4x4 Sudoku", Square::latin(4).boxes(2, 2).in_pairs()),
        ("6x6 Sudoku with both diagonals", Square::latin(6).boxes(2, 3).diagonals().in_pairs()),
        ("6x6 Sudoku, first row given", Square::latin(6).boxes(2, 3).first_row().in_pairs()),
        (
            "diagonal Latin squares of order 6, first row given",
            Square::latin(6).diagonals().first_row().in_pairs(),
        ),
        ("Latin squares of order 5", Square::latin(5).in_pairs()),
        ("3-SAT, 60 variables, 180 clauses", random(60, 180, 1)),
        ("3-SAT, 75 variables, 150 clauses", random(75, 150, 2)),
        ("sets apart on a 9x9 grid", apart(9)),
        ("colourings of 30 nodes, 60 edges, with 4 colours", colourings(30, 60, 4, 3)),
        ("factors of 6 bits with two bits of their product given", products(6)),
    ]
}

/// The count that a program prints for a file: the last line that is nothing but digits, or the number after
/// `c s exact arb int`.
fn count_of(output: &str) -> Option<&str> {
    output
        .lines()
        .rev()
        .map(|line| line.strip_prefix("c s exact arb int").unwrap_or(line).trim())
        .find(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Runs both on all instances, round by round; `program` takes a DIMACS file as its argument.
/// How many models we count, and the processor time of it: the mean of as many runs as the clock can tell.
fn ours(cnf: &Cnf) -> (Natural, Duration) {
    let before = processor_time();
    for runs in 1.. {
        let mut counter = Counter::new();
        cnf.pour(&mut counter);
        let count = counter.count(Var::range(1..=cnf.var_count()));
        let time = processor_time().saturating_sub(before);
        if time >= Duration::from_millis(20) {
            return (count, time / runs);
        }
    }
    unreachable!("time passes")
}

pub fn run(record: &mut Record, program: &str, rounds: usize) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("exactone-bench-count-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let instances = instances();
    let mut counts = vec![String::new(); instances.len()];
    let mut times = vec![[Vec::new(), Vec::new()]; instances.len()];
    for round in 0..rounds.max(1) {
        for (place, (name, cnf)) in instances.iter().enumerate() {
            let file = folder.join(format!("{place}.cnf"));
            std::fs::write(&file, cnf.to_dimacs()).map_err(|error| error.to_string())?;
            let before = time_with_children();
            let output = Command::new(program)
                .arg(&file)
                .current_dir(&folder)
                .stdin(Stdio::null())
                .output()
                .map_err(|error| format!("{program}: {error}"))?;
            let theirs = time_with_children().saturating_sub(before);
            let text = String::from_utf8_lossy(&output.stdout);
            let (ours, own) = ours(cnf);
            if count_of(&text) != Some(&*ours.to_string()) {
                return Err(format!("{name}: counted {ours}, the other {:?}", count_of(&text)));
            }
            eprintln!("round {round}, {name}: {ours} in {}, the other in {}", show(own), show(theirs));
            counts[place] = ours.to_string();
            times[place][0].push(own);
            times[place][1].push(theirs);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let rows: Vec<Vec<String>> = instances
        .iter()
        .zip(&mut times)
        .zip(counts)
        .map(|(((name, cnf), [own, theirs]), count)| {
            let (own, theirs) = (median(own), median(theirs));
            let ratio = own.as_secs_f64() / theirs.as_secs_f64().max(0.01);
            vec![
                (*name).to_owned(),
                cnf.var_count().to_string(),
                cnf.len().to_string(),
                count,
                show(own),
                show(theirs),
                format!("{ratio:.2}"),
            ]
        })
        .collect();
    let program =
        std::path::Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned();
    record.say(&format!(
        "## Beside another model counter\n\nThe same clauses, groups written out in pairs; processor time, median of \
         {rounds} interleaved rounds. `{program}` is a program from outside with its own defaults; its time is told in \
         hundredths of a second, and where it is less, the ratio is to one hundredth. Both count the same. Where learning from \
         conflicts decides (larger multipliers: factors of 8 bits), the other one is many times faster; the `Counter` \
         does not learn clauses."
    ));
    record.table(&["formula", "variables", "clauses", "models", "`Counter`", &program, "ratio"], &rows);
    Ok(())
}
