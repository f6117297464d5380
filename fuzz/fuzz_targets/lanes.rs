//! The 9x9 engine: every width, side by side and one by one, answers as CDCL does.
#![no_main]

use exactone::lanes::{Answer, Engine, Givens, Width};
use exactone_sat::{Cdcl, ClauseSink, Lit, Query, Solver, Var};
use libfuzzer_sys::fuzz_target;

fn rules() -> Cdcl {
    let mut solver = Cdcl::new();
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
                solver.exactly_one(&group);
            }
        }
    }
    solver
}

fuzz_target!(|bytes: &[u8]| {
    let mut engines: Vec<Engine> = Width::ALL
        .into_iter()
        .flat_map(|width| {
            [0, usize::MAX].map(|at| Engine::with_width(width).map(|engine| engine.switching_at(at)))
        })
        .flatten()
        .collect();
    // Any text: no panic, and the same lines.
    let mut outs = engines.iter_mut().map(|engine| {
        let mut out = Vec::new();
        engine.solve_lines(bytes, &mut out, |bad, out| {
            out.extend_from_slice(format!("{}\n", bad.number).as_bytes())
        });
        out
    });
    let first = outs.next();
    assert!(outs.all(|out| Some(&out) == first.as_ref()));
    // Any 81 bytes as a puzzle.
    let puzzles: Vec<Givens> = bytes
        .as_chunks::<81>()
        .0
        .iter()
        .map(|chunk| Givens::new(chunk.map(|byte| if byte < 64 { byte % 10 } else { 0 })).expect("digits"))
        .collect();
    let answers = engines[0].solve(&puzzles);
    assert!(engines.iter_mut().all(|engine| engine.solve(&puzzles) == answers));
    let mut solver = rules();
    for (puzzle, answer) in puzzles.iter().zip(&answers) {
        let assumptions: Vec<Lit> = (0..81)
            .filter(|&cell| puzzle.digits()[cell] > 0)
            .map(|cell| Var::from_index(cell * 9 + usize::from(puzzle.digits()[cell]) - 1).positive())
            .collect();
        match answer.solution() {
            None => assert!(solver.solve_under(&assumptions).is_unsat()),
            Some(grid) => {
                let other: Vec<Lit> = (0..81)
                    .map(|cell| Var::from_index(cell * 9 + usize::from(grid[cell]) - 1).negative())
                    .collect();
                let query = Query { assumptions: &assumptions, constraint: Some(&other), ..Query::default() };
                assert_eq!(solver.solve_query(&query).is_sat(), matches!(answer, Answer::Several(..)));
            }
        }
    }
});
