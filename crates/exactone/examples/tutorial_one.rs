//! The first tutorial, step by step: from "exactly one is true" to a solved Sudoku.
//! 教程一，一步一步：从“恰有一个为真”到解出数独。
//!
//! Run it with `cargo run -p exactone --example tutorial_one`.
#![allow(clippy::print_stdout)] // an example shows what it finds

use exactone::prelude::*;

const PUZZLE: &str = "000000185007030000000021400800000020003905600050000004004860000000040300931000000";

/// Runs all steps.
pub fn main() {
    four_suspects();
    exactly_one_each_row();
    let cnf = nine_by_nine();
    empty_grid(&cnf);
    let by_units = clues_as_units(&cnf);
    let by_assumptions = clues_as_assumptions(&cnf);
    assert_eq!(by_units, by_assumptions);
    checked(&by_units);
    by_propagation_alone();
}

/// Four suspects, one statement true. A, B, C, D did it = 1, 2, 3, 4; the statements are ~A, D, B, ~D.
/// 四个嫌疑人，恰有一句真话。1、2、3、4 表示甲、乙、丙、丁是罪犯；四句话是 ~甲、丁、乙、~丁。
fn four_suspects() {
    // Not two of the statements, and one of them. 没有两句同真，且至少一句为真。
    let cnf = clauses![[1, -4], [1, -2], [1, 4], [-4, -2], [-4, 4], [-2, 4], [-1, 4, 2, -4]];
    let mut solver = Dpll::new();
    cnf.pour(&mut solver);
    let outcome = solver.solve();
    let model = outcome.model().expect("it has a model");
    // A did it and B did not; C and D are free. 甲是，乙不是；丙、丁不定。
    assert!(model.is_true(1) && model.is_true(-2));
    println!("suspects: {model}");
}

/// "Exactly one" for each row of an array: the clauses of all rows first, then the pairs.
/// 数组的每一行“恰有一个”：先是各行的子句，再是两两不同真。
fn exactly_one_each_row() {
    let mut cnf = Cnf::new();
    let x = literals(&mut cnf, (2, 3));
    assert_eq!(x.to_string(), "[[1, 2, 3],\n [4, 5, 6]]");
    exactly_one_each(&mut cnf, &x);
    assert_eq!(cnf.to_string(), "[1, 2, 3] [4, 5, 6] [-1, -2] [-1, -3] [-2, -3] [-4, -5] [-4, -6] [-5, -6]");
    println!("exactly one: {cnf}");
}

/// One literal for each row, column and digit, grouped in four ways.
/// 每个（行、列、数字）一个文字，按四种方式分组。
fn nine_by_nine() -> Cnf {
    let mut cnf = Cnf::new();
    let x = literals(&mut cnf, (9, 9, 9)); // row, column, digit 行、列、数字
    let boxes = x.reshaped((3, 3, 3, 3, 9)).swapped(1, 2).reshaped((9, 9, 9)); // box, cell, digit 宫、格、数字
    exactly_one_each(&mut cnf, &x); // a digit for each cell 每格一个数字
    exactly_one_each(&mut cnf, &x.swapped(1, 2)); // a column for each row and digit 每行每个数字在一列
    exactly_one_each(&mut cnf, &x.swapped(0, 1).swapped(1, 2)); // a row for each column and digit 每列每个数字在一行
    exactly_one_each(&mut cnf, &boxes.swapped(1, 2)); // a cell for each box and digit 每宫每个数字在一格
    assert_eq!((cnf.var_count(), cnf.len()), (729, 11_988));
    println!("9x9: {} variables, {} clauses", cnf.var_count(), cnf.len());
    cnf
}

/// Without clues there are many solutions; the solver gives one of them.
/// 没有题目数字时解很多，求解器给出其中一个。
fn empty_grid(cnf: &Cnf) {
    let mut solver = Cdcl::new();
    cnf.pour(&mut solver);
    let outcome = solver.solve();
    let grid = Grid::from_model(Shape::CLASSIC, outcome.model().expect("a solution")).expect("a grid");
    assert!(Puzzle::classic(Grid::empty(Shape::CLASSIC)).check_solution(&grid).is_ok());
    assert_eq!(grid.to_string().lines().nth(3), Some("------+-------+------"));
    println!("some full grid:\n{grid}");
}

/// The clues as unit clauses. 题目数字作为单文字子句。
fn clues_as_units(cnf: &Cnf) -> Grid {
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    let mut solver = Cdcl::new();
    cnf.pour(&mut solver);
    for (cell, digit) in puzzle.clues() {
        solver.add_clause(&[Shape::CLASSIC.literal(cell, digit)]);
    }
    let outcome = solver.solve();
    Grid::from_model(Shape::CLASSIC, outcome.model().expect("a solution")).expect("a grid")
}

/// The clues as assumptions: the same solver takes the next puzzle. 题目数字作为假设：同一个求解器可以接着解下一题。
fn clues_as_assumptions(cnf: &Cnf) -> Grid {
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    let mut solver = Cdcl::new();
    cnf.pour(&mut solver);
    let clues: Vec<Lit> = puzzle.clues().map(|(cell, digit)| Shape::CLASSIC.literal(cell, digit)).collect();
    let outcome = solver.solve_under(&clues);
    assert!(solver.solve().is_sat(), "the clues are forgotten"); // 假设不留下
    Grid::from_model(Shape::CLASSIC, outcome.model().expect("a solution")).expect("a grid")
}

/// Checked in plain Rust, against the rules and the clues. 用普通 Rust 代码按规则和题目检验。
fn checked(solution: &Grid) {
    let puzzle = Puzzle::classic(PUZZLE.parse::<Grid>().expect("a puzzle"));
    assert_eq!(puzzle.check_solution(solution), Ok(()));
    let expected = "362794185417538269598621437879416523243975618156382794724863951685149372931257846";
    assert_eq!(solution.to_line(), expected);
    println!("the solution:\n{solution}");
}

/// How far unit propagation alone comes: 525 of 729 literals, or 592. 仅靠单元传播能确定多少文字：525 或 592。
fn by_propagation_alone() {
    let puzzle = Puzzle::classic(PUZZLE.parse::<Grid>().expect("a puzzle"));
    for (encoding, expected) in [(Encoding::Efficient, 525), (Encoding::Extended, 592)] {
        let mut propagator = Propagator::new();
        let options = EncodeOptions::new(encoding).clues(Clues::Assumptions);
        puzzle.encode(&mut propagator, &options).expect("an encoding that fits");
        let fixed = propagator.propagate(&puzzle.clue_literals()).expect("no contradiction").len();
        assert_eq!(fixed, expected);
        println!("{encoding}: propagation fixes {fixed} of 729 literals");
    }
}
