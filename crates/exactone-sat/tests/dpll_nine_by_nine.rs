//! DPLL on real 9x9 puzzles, in every encoding: the answers are checked by the rules of the puzzle, in plain Rust.

use exactone_sat::{
    Branching, ClauseSink, Core, Dpll, DpllOptions, Lit, Model, Query, Rearrange, Solver, Var,
    at_least_one_each, at_most_one_each, exactly_one_each, literals,
};

const FIRST: &str = "000000185007030000000021400800000020003905600050000004004860000000040300931000000";
const FIRST_SOLVED: &str =
    "362794185417538269598621437879416523243975618156382794724863951685149372931257846";
const SECOND: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SECOND_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Minimal,
    Efficient,
    Extended,
}

fn encode(sink: &mut dyn ClauseSink, encoding: Encoding) {
    let x = literals(sink, (9, 9, 9));
    let boxes = x.reshaped((3, 3, 3, 3, 9)).swapped(1, 2).reshaped((9, 9, 9)).swapped(1, 2);
    match encoding {
        Encoding::Minimal => at_least_one_each(sink, &x),
        Encoding::Efficient => {
            at_least_one_each(sink, &x);
            at_most_one_each(sink, &x);
        }
        Encoding::Extended => exactly_one_each(sink, &x),
    }
    for house in [x.swapped(1, 2), x.swapped(0, 2), boxes] {
        match encoding {
            Encoding::Extended => exactly_one_each(sink, &house),
            _ => at_most_one_each(sink, &house),
        }
    }
}

fn clues(puzzle: &str) -> Vec<Lit> {
    let digits = puzzle.bytes().enumerate().filter(|(_, byte)| (b'1'..=b'9').contains(byte));
    digits.map(|(cell, byte)| Var::from_index(cell * 9 + (byte - b'1') as usize).positive()).collect()
}

fn grid(model: &Model) -> String {
    let digits = model.true_vars().take_while(|var| var.number() <= 729);
    digits.map(|var| char::from(b'1' + (var.index() % 9) as u8)).collect()
}

/// Each digit once in each row, column and box, and the clues kept.
fn is_solution(puzzle: &str, grid: &str) -> bool {
    let digits: Vec<u8> = grid.bytes().map(|byte| byte - b'1').collect();
    let all_nine = |house: &mut dyn Iterator<Item = usize>| {
        house.fold(0u16, |seen, cell| seen | 1 << digits[cell]) == 0x1FF
    };
    digits.len() == 81
        && puzzle.bytes().zip(grid.bytes()).all(|(clue, digit)| clue == digit || clue == b'0' || clue == b'.')
        && (0..9).all(|i| {
            all_nine(&mut (0..9).map(|j| i * 9 + j))
                && all_nine(&mut (0..9).map(|j| j * 9 + i))
                && all_nine(&mut (0..9).map(|j| (i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3))
        })
}

#[test]
fn both_tutorials_in_every_encoding_by_every_rule() {
    for encoding in [Encoding::Minimal, Encoding::Efficient, Encoding::Extended] {
        for branching in [Branching::Moms, Branching::JeroslowWang, Branching::FirstUnassigned] {
            let mut solver = Dpll::with_options(DpllOptions { branching, ..DpllOptions::default() });
            encode(&mut solver, encoding);
            for (puzzle, solved) in [(FIRST, FIRST_SOLVED), (SECOND, SECOND_SOLVED)] {
                let outcome = solver.solve_under(&clues(puzzle));
                let model = outcome.into_model().expect("the puzzle has a solution");
                assert_eq!(grid(&model), solved);
                assert!(is_solution(puzzle, solved));
                let another = model.blocking_clause(Var::range(1..=729));
                let outcome = solver.solve_query(&Query::new().assume(&clues(puzzle)).constraint(&another));
                assert!(outcome.core().is_some_and(Core::uses_constraint), "there is no second solution");
            }
        }
    }
}

#[test]
fn the_second_tutorial_needs_no_decision() {
    let mut solver = Dpll::new();
    encode(&mut solver, Encoding::Efficient);
    clues(SECOND).iter().for_each(|&clue| solver.add_clause(&[clue]));
    assert_eq!(solver.solve().model().map(grid).as_deref(), Some(SECOND_SOLVED));
    assert_eq!(solver.stats().decisions, 0);
}

#[test]
#[allow(clippy::print_stdout)] // a skipped test says so
fn the_first_200_puzzles_of_17_clues() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpora/17_clue.txt");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let mut solver = Dpll::new();
    encode(&mut solver, Encoding::Extended);
    let mut solved = 0;
    for puzzle in
        text.lines().filter_map(|line| line.get(..81)).filter(|line| !line.starts_with('#')).take(200)
    {
        let outcome = solver.solve_under(&clues(puzzle));
        assert!(outcome.model().is_some_and(|model| is_solution(puzzle, &grid(model))), "{puzzle}");
        solved += 1;
    }
    assert_eq!(solved, 200);
}
