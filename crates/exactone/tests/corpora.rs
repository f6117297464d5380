//! Real puzzles by the thousand, where the corpora are beside the workspace (or where `EXACTONE_CORPORA` says);
//! skipped with a line where not.

use std::path::PathBuf;

use exactone::prelude::*;

/// The puzzles of a corpus: the first `count` of them.
fn corpus(name: &str, count: usize) -> Option<Vec<Puzzle>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let folder = std::env::var_os("EXACTONE_CORPORA").map_or_else(beside, PathBuf::from);
    let Ok(text) = std::fs::read(folder.join(name)) else {
        skipped(name);
        return None;
    };
    let mut reader = PuzzleReader::new(TextOptions::default());
    let mut puzzles = Vec::new();
    for part in text.chunks(1 << 16) {
        reader.feed(part);
        puzzles.extend(reader.by_ref().map(|entry| Puzzle::from(entry.given.expect("a puzzle"))));
        if puzzles.len() >= count {
            break;
        }
    }
    reader.finish();
    puzzles.extend(reader.map_while(|entry| entry.given.ok()).map(Puzzle::from));
    puzzles.truncate(count);
    Some(puzzles)
}

#[allow(clippy::print_stdout)] // a skipped test says so
fn skipped(name: &str) {
    println!("skipped: corpora/{name} is not there");
}

fn all_have(name: &str, count: usize, status: Status) {
    let Some(puzzles) = corpus(name, count) else { return };
    let mut solver = PuzzleSolver::default();
    for puzzle in &puzzles {
        let verdict = solver.solve(puzzle, &Limits::NONE).expect("an answer");
        assert_eq!(verdict.status(), status, "{}", puzzle.to_line());
        assert!(verdict.second().is_none_or(|second| verdict.solution() != Some(second)));
    }
}

#[test]
fn seventeen_clues_have_one_solution() {
    all_have("17_clue.txt", 300, Status::Unique);
}

#[test]
fn puzzles_without_a_solution() {
    all_have("no_solution.txt", 300, Status::None);
}

#[test]
fn puzzles_with_several_solutions() {
    all_have("several_solutions.txt", 300, Status::Several);
    all_have("serg_benchmark.txt", 100, Status::Several);
}

#[test]
fn hard_puzzles() {
    all_have("forum_hardest_1106.txt", 10, Status::Unique);
    all_have("magictour_top1465.txt", 50, Status::Unique);
}

/// All of them: `cargo test --release -p exactone --test corpora -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn whole_corpora() {
    all_have("17_clue.txt", usize::MAX, Status::Unique);
    all_have("no_solution.txt", usize::MAX, Status::None);
    all_have("several_solutions.txt", usize::MAX, Status::Several);
    all_have("pencilmark_gurobi_hard.txt", usize::MAX, Status::Unique);
}

/// How many of these puzzles unit propagation alone fills.
fn filled(puzzles: &[Puzzle], encoding: Encoding) -> usize {
    let Some(first) = puzzles.first() else { return 0 };
    let mut propagator = Propagator::new();
    let options = EncodeOptions::new(encoding).clues(Clues::Assumptions);
    first.encode(&mut propagator, &options).expect("the encoding fits");
    let full = |puzzle: &&Puzzle| {
        propagator.propagate(&puzzle.clue_literals()).is_ok_and(|lits| {
            lits.iter().filter(|lit| lit.is_positive() && lit.var().number() <= 729).count() == 81
        })
    };
    puzzles.iter().filter(full).count()
}

/// The complete list of 49,151 puzzles has 44.57 % and 76.04 %.
#[test]
fn what_propagation_alone_fills() {
    let Some(puzzles) = corpus("17_clue.txt", 1000) else { return };
    let [minimal, efficient, extended, triads] = Encoding::ALL.map(|encoding| filled(&puzzles, encoding));
    assert_eq!((minimal, efficient), (0, 0));
    assert!((350..550).contains(&extended) && (650..850).contains(&triads), "{extended} {triads}");
}

#[test]
#[ignore = "half a minute without optimisation"]
fn what_propagation_alone_fills_in_all() {
    let Some(puzzles) = corpus("17_clue.txt", usize::MAX) else { return };
    assert_eq!(puzzles.len(), 24_579);
    assert_eq!(Encoding::ALL.map(|encoding| filled(&puzzles, encoding)), [0, 0, 11_020, 18_745]);
}
