//! The second tutorial, step by step: a Sudoku family by family, solved by propagation alone.
//! 教程二，一步一步：逐族写出数独的子句，仅靠传播解出。
//!
//! Run it with `cargo run -p exactone --example tutorial_two`.
#![allow(clippy::print_stdout)] // an example shows what it finds

use exactone::prelude::*;

const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

/// Runs all steps.
pub fn main() {
    let mut cnf = Cnf::new();
    cells(&mut cnf);
    rows_columns_boxes(&mut cnf);
    clues(&mut cnf);
    let solution = solved(&cnf);
    checked(&solution);
    the_only_one();
    in_one_call(&cnf);
}

/// The literal "row r, column c holds digit d", all from 0. 文字“第 r 行第 c 列是 d”，都从 0 数起。
fn x(row: usize, col: usize, digit: usize) -> Lit {
    Var::from_index((row * 9 + col) * 9 + digit).positive()
}

/// Each cell has a digit, and not two. 每格有一个数字，且没有两个。
fn cells(cnf: &mut Cnf) {
    let cells = (0..81).map(|cell| (0..9).map(move |digit| x(cell / 9, cell % 9, digit)).collect::<Vec<_>>());
    for cell in cells.clone() {
        at_least_one(cnf, &cell);
    }
    assert_eq!(cnf.len(), 81);
    for cell in cells {
        at_most_one(cnf, &cell);
    }
    assert_eq!(cnf.len(), 2_997);
    println!("cells: {} clauses", cnf.len());
}

/// No digit twice in a row, a column, a box. 行、列、宫中没有重复的数字。
fn rows_columns_boxes(cnf: &mut Cnf) {
    for (kind, total) in [(HouseKind::Row, 5_913), (HouseKind::Column, 8_829), (HouseKind::Box, 11_745)] {
        for house in kind.houses(Shape::CLASSIC) {
            for digit in 0..9 {
                let cells = house.cells(Shape::CLASSIC).map(|cell| x(cell.row(), cell.col(), digit));
                at_most_one(cnf, &cells.collect::<Vec<_>>());
            }
        }
        assert_eq!(cnf.len(), total);
        println!("{kind:?}: {total} clauses");
    }
}

/// Thirty clues, a unit clause each. 三十个题目数字，各一个单文字子句。
fn clues(cnf: &mut Cnf) {
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    println!("{puzzle}");
    for (cell, digit) in puzzle.clues() {
        cnf.add_clause(&[x(cell.row(), cell.col(), digit.index())]);
    }
    assert_eq!((cnf.var_count(), cnf.len()), (729, 11_775));
}

/// Solved without a single decision: everything follows. 一次猜测也不用：全部推得出来。
fn solved(cnf: &Cnf) -> Grid {
    let mut solver = Cdcl::new();
    cnf.pour(&mut solver);
    let outcome = solver.solve();
    assert_eq!(solver.stats().decisions, 0);
    let solution = Grid::from_model(Shape::CLASSIC, outcome.model().expect("a solution")).expect("a grid");
    assert_eq!(solution.to_string().lines().nth(3), Some("------+-------+------"));
    println!("solved with {} decisions:\n{solution}", solver.stats().decisions);
    solution
}

/// Checked against rules and clues in plain Rust. 用普通 Rust 代码按规则和题目检验。
fn checked(solution: &Grid) {
    let puzzle = Puzzle::classic(PUZZLE.parse::<Grid>().expect("a puzzle"));
    assert_eq!(puzzle.check_solution(solution), Ok(()));
    let expected = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(solution.to_line(), expected);
}

/// And there is no other: clues as units and as assumptions say the same. 没有别的解：两种给题方式结论相同。
fn the_only_one() {
    let puzzle = Puzzle::classic(PUZZLE.parse::<Grid>().expect("a puzzle"));
    let mut verdicts = [Clues::Units, Clues::Assumptions].map(|clues| {
        let options = EncodeOptions::new(Encoding::Efficient).clues(clues);
        PuzzleSolver::default().with_options(options).solve(&puzzle, &Limits::NONE).expect("an answer")
    });
    assert_eq!(verdicts[0], verdicts[1]);
    verdicts.reverse();
    assert_eq!(verdicts[0].status(), Status::Unique);
    println!("{}", verdicts[0]);
}

/// All of it in one call, clause for clause the same. 一次调用写出全部子句，逐条相同。
fn in_one_call(cnf: &Cnf) {
    let puzzle = Puzzle::classic(PUZZLE.parse::<Grid>().expect("a puzzle"));
    let mut again = Cnf::new();
    let encoded = puzzle.encode(&mut again, &EncodeOptions::new(Encoding::Efficient)).expect("it fits");
    assert!(again == *cnf);
    let totals: Vec<u64> = encoded.sections.iter().map(|section| section.total).collect();
    assert_eq!(totals, [81, 2_997, 5_913, 8_829, 11_745, 11_775]);
    for section in encoded.sections {
        println!("{:<24}{:>8}{:>8}", section.to_string(), section.clauses, section.total);
    }
}
