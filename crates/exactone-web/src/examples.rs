//! What the page's examples menu says that each example shows.

use exactone::{Encoding, Limits};
use exactone_sat::Budget;
use serde_json::Value;

use crate::protocol::{Judgement, SearchOptions, SearchState};
use crate::reading::{example, puzzle_of};
use crate::search::Search;
use crate::verdict::{Count, Judge};
use crate::{evidence, formula, race};

const EXAMPLES: &str = include_str!("../../../web/src/examples.json");
const SUSPECTS: &str = include_str!("../../../examples/suspects.logic");

fn entry(id: &str) -> Value {
    let all: Vec<Value> = serde_json::from_str(EXAMPLES).unwrap();
    all.into_iter().find(|entry| entry["id"] == id).unwrap()
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap()
}

fn puzzle(id: &str) -> exactone::Puzzle {
    puzzle_of(&example(text(&entry(id), "puzzle"))).unwrap()
}

/// Its search as the page runs it, with one thing changed if wanted.
fn search(id: &str, change: impl FnOnce(&mut SearchOptions)) -> Search {
    let entry = entry(id);
    let mut options = SearchOptions {
        engine: text(&entry, "engine").to_owned(),
        encoding: entry["encoding"].as_str().unwrap_or("extended").to_owned(),
        branching: "moms".to_owned(),
        pure_literals: true,
        restarts: true,
        learning: true,
        what_if: Vec::new(),
        limit: 100_000,
    };
    change(&mut options);
    let mut search = match entry["dimacs"].as_str() {
        Some(formula) => Search::of_dimacs(formula, options).unwrap(),
        None => Search::of_puzzle(&puzzle(id), options).unwrap(),
    };
    while !search.advance(Budget::new()).unwrap() {}
    search
}

fn last(search: &mut Search) -> SearchState {
    search.state(usize::MAX, "en")
}

fn judged(id: &str) -> Judgement {
    let mut judge = Judge::new(puzzle(id));
    assert!(judge.advance(&Limits::NONE).unwrap());
    judge.judgement("en")
}

#[test]
fn the_menu_is_complete_and_says_everything_in_both_languages() {
    let all: Vec<Value> = serde_json::from_str(EXAMPLES).unwrap();
    let ids: Vec<&str> = all.iter().map(|entry| text(entry, "id")).collect();
    assert_eq!(ids, ["suspects", "propagation", "first", "six", "pure", "jump", "pigeons", "none", "two"]);
    for entry in &all {
        for key in ["name", "shows"] {
            assert!(entry[key]["en"].as_str().is_some_and(|words| words.is_ascii() || words.contains('×')));
            assert!(
                entry[key]["zh"].as_str().unwrap().chars().any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c))
            );
        }
    }
}

#[test]
fn suspects_16_assignments_4_left_and_a_is_guilty() {
    assert_eq!(entry("suspects")["file"], "suspects");
    let report = formula::report(SUSPECTS, exactone::words::Language::English, Budget::new());
    assert_eq!((report.table.len(), report.count.as_str()), (16, "4"));
    assert!(report.forced.iter().any(|named| named.literal == "A"));
}

#[test]
fn propagation_0_decisions_0_conflicts() {
    for engine in ["dpll", "cdcl"] {
        let mut search = search("propagation", |options| options.engine = engine.to_owned());
        assert_eq!(search.end().outcome, "satisfiable");
        let counters = last(&mut search).counters;
        assert_eq!((counters[0], counters[2], counters[3]), (0, 0, 0), "{engine}");
        assert_eq!(counters[1], 729);
    }
}

#[test]
fn first_525_and_592_literals() {
    let fixed = |encoding| race::run(&puzzle("first"), encoding, Budget::new()).unwrap().unwrap().fixed;
    assert_eq!([fixed(Encoding::Efficient), fixed(Encoding::Extended)], [525, 592]);
}

#[test]
fn six_19_of_36_cells_and_then_decisions() {
    let line = race::run(&puzzle("six"), Encoding::Extended, Budget::new()).unwrap().unwrap();
    assert_eq!(line.filled, 19);
    assert!(last(&mut search("six", |_| ())).counters[0] > 0);
    assert_eq!(judged("six").status, "unique");
}

#[test]
fn pure_no_decision_no_propagation() {
    let mut pure = search("pure", |_| ());
    assert_eq!(pure.end().outcome, "satisfiable");
    let counters = last(&mut pure).counters;
    assert_eq!((counters[0], counters[1]), (0, 0));
    assert!(counters[2] > 0);
    let mut without = search("pure", |options| options.pure_literals = false);
    assert!(last(&mut without).counters[0] > 0, "without the rule it decides");
}

#[test]
fn jump_back_over_a_level() {
    let mut jump = search("jump", |_| ());
    let conflict = jump.find("conflict", 0, 1) as usize;
    let at = jump.state(conflict, "en");
    let graph = jump.graph(conflict, "en").unwrap();
    assert_eq!((at.level, graph.level, graph.back_to), (3, 3, 1));
    let jumped = (conflict..jump.steps()).map(|position| jump.state(position + 1, "en"));
    let after = jumped.into_iter().find(|state| state.kind == "backtrack").unwrap();
    assert_eq!(after.level, 1);
}

#[test]
fn pigeons_every_branch_is_refuted() {
    let mut pigeons = search("pigeons", |_| ());
    assert_eq!(pigeons.end().outcome, "unsatisfiable");
    let counters = last(&mut pigeons).counters;
    assert!(counters[0] >= 2 && counters[3] > counters[0], "{counters:?}");
}

#[test]
fn none_five_clues_to_blame_and_a_proof() {
    let none = judged("none");
    assert_eq!((none.status.as_str(), none.clashes.len(), none.blamed.len()), ("none", 0, 5));
    let mut prover = evidence::Prover::new(&puzzle("none"), Encoding::Extended, &[]).unwrap();
    assert!(prover.advance(Budget::new()).unwrap());
    let certificate = prover.finish().unwrap();
    let mut check = evidence::Check::new(&certificate.cnf, certificate.proof);
    while !check.advance() {}
    assert!(check.verdict().message.is_empty());
}

#[test]
fn two_solutions() {
    assert_eq!(judged("two").status, "several");
    let mut count = Count::new(puzzle("two"), 1000);
    while !count.advance(&Limits::NONE).unwrap() {}
    assert_eq!(count.count, 2);
}
