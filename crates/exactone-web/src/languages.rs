//! Every sentence that leaves for the page, in Chinese: none keeps a word of English.

use exactone::{Encoding, Limits, PuzzleSolver};
use exactone_sat::Budget;

use crate::clauses::{self, Book};
use crate::evidence::{Check, Prover};
use crate::formula;
use crate::protocol::{self, Failure, Said, SearchOptions};
use crate::race;
use crate::reading::{example, puzzle_of, read};
use crate::search::Search;
use crate::speech;
use crate::verdict::Judge;

/// What is called the same in every language: names of the field, of formats, and of cells.
const NAMES: &[&str] = &["Tseitin", "LRAT", "triads", "minimal", "efficient", "extended", "HEAD"];

/// Words of English, apart from what stands in backquotes.
fn english(text: &str) -> Vec<String> {
    let outside = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words = outside.split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| word.len() > 2 && !NAMES.contains(word)).map(str::to_owned).collect()
}

fn chinese(text: &str) {
    let has_character = text.chars().any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c));
    assert!(has_character && english(text).is_empty(), "{:?} in {text:?}", english(text));
}

fn both(said: &Said) {
    assert!(!said.en.is_empty() && said.en.is_ascii(), "{said:?}");
    chinese(&said.zh);
}

fn failed<T>(answer: Result<T, Failure>) {
    both(&answer.err().expect("that has no answer").0);
}

fn options(engine: &str) -> SearchOptions {
    SearchOptions {
        engine: engine.to_owned(),
        encoding: "minimal".to_owned(),
        branching: "moms".to_owned(),
        pure_literals: true,
        restarts: true,
        learning: true,
        what_if: Vec::new(),
        limit: 20_000,
    }
}

#[test]
fn what_is_wrong_with_a_text() {
    let long = "1".repeat(82);
    let sixteen = "z".repeat(256);
    let prime = ".".repeat(49);
    let huge = format!("{}\n", ".".repeat(60)).repeat(60);
    for text in [
        "",
        "  ",
        "hello",
        "<b>5</b>",
        "12345",
        &long,
        &sixteen,
        &prime,
        &huge,
        "1,2\n3",
        "🙂",
        "123\n456\n78",
        "\u{0}\u{0}",
    ] {
        let reading = read(text, (0, 0), "", "zh");
        assert!(reading.puzzle.is_none(), "{text}");
        chinese(&reading.message);
    }
    let message =
        |cells: Vec<u8>, rows| protocol::Puzzle { box_rows: rows, box_columns: 3, cells, allowed: None };
    for wrong in [message(vec![1; 80], 3), message(vec![], 0), message(vec![77; 81], 3)] {
        failed(puzzle_of(&wrong));
    }
}

#[test]
fn what_does_not_fit() {
    let prime = protocol::Puzzle { box_rows: 1, box_columns: 5, cells: vec![0; 25], allowed: None };
    let prime = puzzle_of(&prime).unwrap();
    failed(clauses::size(&prime, Encoding::Triads));
    failed(Book::open(prime.shape(), Encoding::Triads));
    failed(Search::of_puzzle(&prime, SearchOptions { encoding: "triads".to_owned(), ..options("dpll") }));
    failed(Search::of_puzzle(&prime, SearchOptions { encoding: "7".to_owned(), ..options("dpll") }));
    failed(Prover::new(&prime, Encoding::Triads, &[]));
    assert!(race::run(&prime, Encoding::Triads, Budget::new()).unwrap().is_none());
    let open = puzzle_of(&example("1..4............")).unwrap();
    failed(Prover::new(&open, Encoding::Extended, &[]).unwrap().advance(Budget::new()));
}

#[test]
fn what_is_wrong_with_dimacs_and_proofs() {
    for text in [
        "",
        "x",
        "p cnf",
        "p cnf 2 x\n",
        "p cnf 1 1\n1 x 0",
        "p cnf 1 1\np cnf 1 1\n",
        "99999999999 0",
        "p cnf 3 1 1",
    ] {
        if text.is_empty() {
            assert!(Search::of_dimacs(text, options("cdcl")).is_ok());
        } else {
            failed(Search::of_dimacs(text, options("cdcl")));
        }
    }
    let cnf = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    for proof in ["", "x", "5 0", "9 0 1 2 0", "9 0 77 0", "9 d 77 0", "1 0 1 0", "9 3 0 0", "9 1 0 1 0"] {
        let mut check = Check::new(cnf, proof.to_owned());
        both(&check.verdict().message);
        while !check.advance() {}
        both(&check.verdict().message);
    }
    both(&Check::new("p cnf x", String::new()).verdict().message);
}

#[test]
fn what_there_is_to_say_of_a_puzzle() {
    let clash = "11..............";
    let mut judge = Judge::new(puzzle_of(&example(clash)).unwrap());
    assert!(judge.advance(&Limits::NONE).unwrap());
    let clashes = judge.judgement("zh").clashes;
    assert!(!clashes.is_empty());
    clashes.iter().for_each(|clash| chinese(&clash.sentence));
    let shape = exactone::Shape::new(2, 2).unwrap();
    for encoding in Encoding::ALL {
        let all = protocol::ClauseFilter { take: usize::MAX, ..Default::default() };
        let page = Book::open(shape, encoding).unwrap().page(&all, "zh");
        assert!(page.total > 100);
        page.clauses.iter().for_each(|clause| chinese(&clause.sentence));
    }
}

#[test]
fn every_step_of_a_search_its_reasons_and_its_graph() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let hard = puzzle_of(&example(hard)).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for (engine, encoding, learning) in
        [("dpll", "minimal", true), ("cdcl", "minimal", true), ("cdcl", "triads", false)]
    {
        let options = SearchOptions { encoding: encoding.to_owned(), learning, ..options(engine) };
        let mut search = Search::of_puzzle(&hard, options).unwrap();
        while !search.advance(Budget::new()).unwrap() {}
        for position in (1..=search.end().steps).step_by(7) {
            let state = search.state(position, "zh");
            chinese(&state.sentence);
            if kinds.insert(state.kind.clone()) || position % 40 == 0 {
                let newest = state.trail.chunks(3).last().map_or(0, |entry| entry[0]);
                search.why(position, newest, "zh").iter().for_each(|why| chinese(&why.sentence));
            }
            search.graph(position, "zh").iter().for_each(|graph| chinese(&graph.sentence));
        }
    }
    for kind in ["decide", "propagate", "conflict", "learnt", "backtrack", "delete"] {
        assert!(kinds.contains(kind), "{kind} in {kinds:?}");
    }
    // A formula without a puzzle, with a pure literal.
    let mut search = Search::of_dimacs("p cnf 3 2\n1 2 0\n-2 3 0\n", options("dpll")).unwrap();
    assert!(search.advance(Budget::new()).unwrap());
    assert_eq!(search.state(1, "zh").kind, "pure");
    (1..=search.end().steps).for_each(|position| chinese(&search.state(position, "zh").sentence));
    let other = PuzzleSolver::default().solve(&hard, &Limits::NONE).unwrap();
    assert!(other.solution().is_some());
}

#[test]
fn what_is_wrong_with_statements_and_what_has_no_form() {
    let zh = speech::language("zh");
    for text in ["a &", "(a", "a b", "exactly(7, a)", "x = x", "frob(a)", "\"a", "a @ b", ""] {
        let report = formula::report(text, zh, Budget::new());
        let said: String = report.error.lines().next().unwrap_or_default().to_owned();
        if !said.is_empty() {
            // The names of functions stand behind this word.
            chinese(said.split("可用").next().unwrap_or_default());
        }
    }
    let wide = |count: usize| (0..count).map(|i| format!("a{i} & b{i}")).collect::<Vec<_>>().join(" | ");
    both(&formula::form(&wide(14), "cnf", Budget::new()).message);
    let late = || true;
    let made = formula::form(&wide(14), "simplified", Budget::new().deadline(&late));
    both(&made.message);
    let long = (0..40).map(|i| format!("v{i}")).collect::<Vec<_>>().join(" ^ ");
    both(&formula::form(&long, "nnf", Budget::new()).message);
}
