//! The sets of problems by name.

use exactone_sat::{Cdcl, ClauseSink, Lit, Solver, Var};

use super::instances::{self, Board};
use crate::corpus;
use crate::rng::Rng;

/// One problem that is solved once.
pub struct Problem {
    pub name: String,
    pub pour: Pour,
    /// Whether pouring makes variables of its own.
    pub gates: bool,
    /// The seed of our solver.
    pub seed: u64,
}

/// Pours a problem into a sink.
pub type Pour = Box<dyn Fn(&mut dyn ClauseSink)>;

/// A problem of this name.
pub fn problem(name: String, pour: impl Fn(&mut dyn ClauseSink) + 'static) -> Problem {
    let gates = ["multiplier", "factors"].iter().any(|kind| name.starts_with(kind));
    Problem { name, pour: Box::new(pour), gates, seed: 0 }
}

fn sudoku_with_holes(root: usize, seed: u64) -> Problem {
    problem(format!("holes-{}-{seed}", root * root), move |sink| {
        let board = Board::sudoku(root, root);
        board.pour(sink);
        let empty = board.side * board.side * 45 / 100;
        for lit in board.with_holes(empty, &mut Rng::new(seed)) {
            sink.add_clause(&[lit]);
        }
    })
}

fn quasigroup(order: usize, percent: usize, seed: u64) -> Problem {
    problem(format!("qwh-{order}-{percent}-{seed}"), move |sink| {
        let board = Board::latin(order);
        board.pour(sink);
        for lit in board.with_holes(order * order * percent / 100, &mut Rng::new(seed)) {
            sink.add_clause(&[lit]);
        }
    })
}

/// Sets of problems by name.
pub fn problems(set: &str, seeds: u64) -> Vec<Problem> {
    let mut all = Vec::new();
    match set {
        "empty" => {
            for root in [5, 6, 7, 8] {
                all.extend((1..=seeds).map(|seed| {
                    let name = format!("empty-{}-{seed}", root * root);
                    let pour = move |sink: &mut dyn ClauseSink| Board::sudoku(root, root).pour(sink);
                    Problem { seed, ..problem(name, pour) }
                }));
            }
        }
        "holes" => {
            for root in [5, 6, 7] {
                all.extend((0..seeds).map(|seed| sudoku_with_holes(root, seed)));
            }
            all.extend((0..seeds).map(|seed| {
                problem(format!("balanced-36-{seed}"), move |sink| {
                    let board = Board::sudoku(6, 6);
                    board.pour(sink);
                    for lit in board.with_balanced_holes(17, &mut Rng::new(seed)) {
                        sink.add_clause(&[lit]);
                    }
                })
            }));
        }
        "qwh" => {
            for (order, percent) in [(33, 42), (35, 42), (38, 41), (40, 40)] {
                all.extend((0..seeds).map(|seed| quasigroup(order, percent, seed)));
            }
        }
        "3sat" => {
            for vars in [200, 225, 250] {
                all.extend((0..seeds).map(|seed| {
                    problem(format!("3sat-{vars}-{seed}"), move |sink| {
                        instances::random_3_sat(vars, &mut Rng::new(seed + vars as u64 * 1000), sink);
                    })
                }));
            }
        }
        "structured" => {
            for n in 8..=10 {
                all.push(problem(format!("pigeons-{n}"), move |sink| instances::pigeons(n, n - 1, sink)));
            }
            for (vars, odd) in [(36, true), (42, true), (48, true), (60, false), (90, false), (120, false)] {
                all.push(problem(format!("parity-{vars}-{odd}"), move |sink| {
                    instances::parity(vars, odd, &mut Rng::new(vars as u64), sink);
                }));
            }
            for bits in 5..=8 {
                all.push(problem(format!("multiplier-{bits}"), move |sink| {
                    instances::multiplier_equivalence(bits, sink);
                }));
            }
            for (number, bits) in
                [(1_018_081u64, 11), (16_769_023, 13), (16_785_407, 13), (268_140_589, 15), (1_040_399, 11)]
            {
                all.push(problem(format!("factors-{number}"), move |sink| {
                    instances::factors(number, bits, sink);
                }));
            }
            for (seed, edges) in [(1, 455), (2, 455), (3, 460), (4, 465), (5, 470), (6, 880)] {
                all.push(problem(format!("colouring-{seed}-{edges}"), move |sink| {
                    let (vertices, colours) = if edges > 600 { (200, 4) } else { (200, 3) };
                    instances::colouring(vertices, edges, colours, &mut Rng::new(seed), sink);
                }));
            }
            for (jobs, machines, slots) in
                [(6, 6, 7), (7, 7, 9), (8, 8, 9), (9, 9, 11), (10, 8, 11), (10, 10, 13)]
            {
                all.push(problem(format!("shop-{jobs}-{machines}-{slots}"), move |sink| {
                    instances::open_shop(jobs, machines, slots, &mut Rng::new(7), sink);
                }));
            }
        }
        _ => {}
    }
    all
}

/// Pencilmark puzzles as problems without a solution: the known one is forbidden.
pub fn pencilmark_problems(count: usize) -> Vec<Problem> {
    let mut all = Vec::new();
    for file in ["gurobi_hard", "minisat_bt_020-029k"] {
        let puzzles = corpus::public(&format!("pencilmark_{file}.txt"), count).unwrap_or_default();
        for (number, puzzle) in puzzles.into_iter().enumerate() {
            let name = format!("pencil-{file}-{number}");
            let pour = move |sink: &mut dyn ClauseSink| {
                Board::sudoku(3, 3).pour(sink);
                let missing = puzzle.bytes().enumerate().filter(|(_, byte)| *byte == b'.');
                missing.for_each(|(index, _)| sink.add_clause(&[Var::from_index(index).negative()]));
            };
            let mut solver = Cdcl::new();
            pour(&mut solver);
            let Some(model) = solver.solve().into_model() else { continue };
            let block: Vec<Lit> = model.true_vars().map(Var::negative).collect();
            all.push(problem(name, move |sink| {
                pour(sink);
                sink.add_clause(&block);
            }));
        }
    }
    all
}
