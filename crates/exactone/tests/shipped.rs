//! The puzzle files of `examples/` are what their comments say.

use exactone::prelude::*;

fn entries(name: &str) -> Vec<exactone::Entry> {
    let path = format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(&path).expect("the file is shipped");
    read_puzzles(&text, &TextOptions::default())
}

fn by_propagation(puzzle: &Puzzle, encoding: Encoding) -> bool {
    let mut propagator = Propagator::new();
    puzzle.encode(&mut propagator, &EncodeOptions::new(encoding)).expect("the encoding fits");
    let vars = puzzle.shape().var_count();
    let lits = propagator.propagate(&[]).expect("no contradiction");
    let digits = lits.iter().filter(|lit| lit.is_positive() && lit.var().number() <= vars).count();
    digits == puzzle.shape().cell_count()
}

#[test]
fn every_shipped_puzzle_has_one_solution_and_is_of_its_level() {
    let mut solver = PuzzleSolver::default();
    for (name, least) in [("puzzles.txt", 16), ("other-sizes.txt", 8)] {
        let entries = entries(name);
        assert!(entries.len() >= least);
        for entry in entries {
            let puzzle = Puzzle::from(entry.given.expect("a puzzle"));
            let verdict = solver.solve(&puzzle, &Limits::NONE).expect("an answer");
            assert_eq!(verdict.status(), Status::Unique, "{name}:{}", entry.line);
            let (level, clues) = entry.trailing.split_once(", ").expect("a level and a number of clues");
            assert_eq!(clues, format!("{} clues", puzzle.givens().clue_count()));
            let solved = [Encoding::Efficient, Encoding::Extended, Encoding::Triads]
                .into_iter()
                .find(|&encoding| by_propagation(&puzzle, encoding));
            assert_eq!(solved.map_or("search", Encoding::name), level, "{name}:{}", entry.line);
        }
    }
}
