//! `cnf`: the flat formula beside a vector of vectors, on the 11,988 clauses of a 9x9 Sudoku.

use std::any::Any;
use std::hint::black_box;

use exactone_sat::{ClauseSink, Cnf, Lit, Var};

use crate::Command;
use crate::arguments::Arguments;
use crate::measure::{Contest, Times};
use crate::memory;
use crate::record::Record;

pub const COMMAND: Command =
    Command { name: "cnf", about: "building and cloning a CNF: flat buffer beside nested vectors", run };

/// The formula as most programs keep it.
#[derive(Clone, Default)]
struct Nested {
    vars: u32,
    clauses: Vec<Vec<Lit>>,
}

impl ClauseSink for Nested {
    fn var_count(&self) -> u32 {
        self.vars
    }
    fn ensure_vars(&mut self, count: u32) {
        self.vars = self.vars.max(count);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.vars = self.vars.max(lit.var().number());
        }
        self.clauses.push(clause.to_vec());
    }
}

/// All 324 groups of a 9x9 Sudoku: cell, row, column, box.
fn sudoku(sink: &mut dyn ClauseSink) {
    let lit =
        |row: usize, column: usize, digit: usize| Var::from_index((row * 9 + column) * 9 + digit).positive();
    for a in 0..9 {
        for b in 0..9 {
            let groups: [[Lit; 9]; 4] = [
                std::array::from_fn(|i| lit(a, b, i)),
                std::array::from_fn(|i| lit(a, i, b)),
                std::array::from_fn(|i| lit(i, a, b)),
                std::array::from_fn(|i| lit(a / 3 * 3 + i / 3, a % 3 * 3 + i % 3, b)),
            ];
            for group in groups {
                sink.exactly_one(&group);
            }
        }
    }
}

/// Twenty such formulas, for the peak of memory.
fn twenty<T: ClauseSink + Default + 'static>() -> Box<dyn Any> {
    let all: Vec<T> = (0..20)
        .map(|_| {
            let mut formula = T::default();
            sudoku(&mut formula);
            formula
        })
        .collect();
    Box::new(all)
}

pub fn flat(_: &[String]) -> Box<dyn Any> {
    twenty::<Cnf>()
}

pub fn nested(_: &[String]) -> Box<dyn Any> {
    twenty::<Nested>()
}

const REPEATS: usize = 50;

fn run(arguments: &Arguments) -> Result<(), String> {
    let rounds = arguments.number("rounds", 15)?;
    let mut record = Record::new(arguments, "A formula in memory: flat buffer beside nested vectors");
    record.say("The 11,988 clauses of a 9x9 Sudoku (four exactly-one groups, pairwise), built and cloned 50 times a round.");

    let mut building = Contest::new();
    building.enter("flat, build", || {
        (0..REPEATS)
            .map(|_| {
                let mut cnf = Cnf::new();
                sudoku(black_box(&mut cnf));
                black_box(cnf).len() as u64
            })
            .sum()
    });
    building.enter("nested, build", || {
        (0..REPEATS)
            .map(|_| {
                let mut nested = Nested::default();
                sudoku(black_box(&mut nested));
                black_box(nested).clauses.len() as u64
            })
            .sum()
    });
    let building = building.run(rounds)?;

    let mut cnf = Cnf::new();
    sudoku(&mut cnf);
    let mut nested = Nested::default();
    sudoku(&mut nested);
    let mut cloning = Contest::new();
    cloning
        .enter("flat, clone", || (0..REPEATS).map(|_| black_box(black_box(&cnf).clone()).len() as u64).sum());
    cloning.enter("nested, clone", || {
        (0..REPEATS).map(|_| black_box(black_box(&nested).clone()).clauses.len() as u64).sum()
    });
    let cloning = cloning.run(rounds)?;

    let row = |times: &Times, base: &Times| {
        let mut row = times.row(base);
        row.insert(1, times.each(REPEATS));
        row
    };
    record.table(
        &["formula", "one formula", "median of a round", "spread", "ratio"],
        &[
            row(&building[0], &building[0]),
            row(&building[1], &building[0]),
            row(&cloning[0], &cloning[0]),
            row(&cloning[1], &cloning[0]),
        ],
    );
    match (memory::measure("cnf-flat", &[]), memory::measure("cnf-nested", &[])) {
        (Ok(flat), Ok(nested)) => record.say(&format!(
            "Peak memory of twenty formulas: flat {}, nested {}.",
            memory::show(flat.peak),
            memory::show(nested.peak)
        )),
        (Err(error), _) | (_, Err(error)) => record.say(&format!("Peak memory not measured: {error}.")),
    }
    record.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formulas_are_the_same_11_988_clauses() {
        let (mut cnf, mut nested) = (Cnf::new(), Nested::default());
        sudoku(&mut cnf);
        sudoku(&mut nested);
        assert_eq!(cnf.len(), 11_988);
        assert_eq!((cnf.var_count(), nested.var_count()), (729, 729));
        assert!(cnf.iter().eq(nested.clauses.iter().map(Vec::as_slice)));
    }
}
