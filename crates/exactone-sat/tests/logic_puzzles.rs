//! The puzzles under `examples/`, each with its known answer.

use std::fs;
use std::path::Path;

use exactone_sat::mus::GroupedCnf;
use exactone_sat::{Budget, ClauseSink, Cnf, DistributeOptions, Expr, Query, Statements, Var};

fn puzzle(name: &str) -> Statements {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Statements::parse(&text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// The words that are true in each model, models in order.
fn answers(puzzle: &Statements) -> Vec<String> {
    let vars: Vec<Var> = puzzle.names().iter().map(|(var, _)| var).collect();
    let formula = puzzle.all();
    let mut all = Vec::new();
    for model in formula.models(&vars, Query::new()) {
        for lits in model.unwrap().expand(&vars) {
            assert!(formula.eval(|var| lits.iter().any(|lit| lit.var() == var && lit.is_positive())));
            let true_words = lits.iter().filter(|lit| lit.is_positive());
            all.push(
                true_words.map(|lit| puzzle.names().word(lit.var()).unwrap()).collect::<Vec<_>>().join(" "),
            );
        }
    }
    all.sort();
    assert_eq!(formula.count_models(&vars, &Query::new()).to_string(), all.len().to_string());
    all
}

/// The one answer that a puzzle has, as the words that are true and begin with one of these letters.
fn the_answer(name: &str) -> String {
    let all = answers(&puzzle(name));
    assert_eq!(all.len(), 1, "{name} has one answer");
    all[0].clone()
}

#[test]
fn the_four_suspects() {
    let file = puzzle("suspects.logic");
    assert_eq!(file.names().len(), 4);
    assert_eq!(answers(&file), ["A", "A C", "A C D", "A D"]);
    let told = file.all();
    let simplest = told.minimal_cnf(Budget::new()).unwrap();
    assert!(simplest.is_minimum());
    assert_eq!(simplest.form().to_expr().printed(file.names()).to_string(), "A & ~B");
    // The clauses by hand, by distribution of the terms, and by Tseitin's form say the same.
    let by_hand =
        exactone_sat::clauses![[1, -4], [1, -2], [1, 4], [-4, -2], [-4, 4], [-2, 4], [-1, 4, 2, -4]];
    let terms = told.to_dnf(DistributeOptions::default()).unwrap().to_expr();
    for tautologies in [true, false] {
        let options = DistributeOptions { keep_tautologies: tautologies, ..DistributeOptions::default() };
        let distributed = terms.to_cnf(options).unwrap().to_expr();
        assert_eq!(distributed.is_equivalent(&by_hand.to_expr(), &Query::new()), Ok(true));
    }
    assert_eq!(told.is_equivalent(&by_hand.to_expr(), &Query::new()), Ok(true));
    let mut tseitin = Cnf::new();
    tseitin.ensure_vars(4);
    told.tseitin(&mut tseitin);
    let named: Vec<Var> = Var::range(1..=4).collect();
    assert_eq!(tseitin.to_expr().count_models(&named, &Query::new()).to_string(), "4");
    assert_eq!(tseitin.to_expr().entails(&by_hand.to_expr(), &Query::new()), Ok(true));
}

#[test]
fn liars_and_boxes() {
    assert_eq!(the_answer("logic/knights_and_knaves.logic"), "B");
    assert_eq!(the_answer("logic/knights_knaves_and_a_spy.logic"), "A_knight B_spy C_knave");
    assert_eq!(the_answer("logic/three_boxes.logic"), "silver");
    assert_eq!(the_answer("logic/party.logic"), "Bob Dan Eve");
    assert_eq!(the_answer("logic/seating.logic"), "甲北 乙东 丙南 丁西");
}

#[test]
fn who_owns_the_fish() {
    let file = puzzle("logic/who_owns_the_fish.logic");
    let answer = the_answer("logic/who_owns_the_fish.logic");
    for word in ["Norwegian_1", "water_1", "yellow_1", "Briton_3", "Japanese_5", "fish_5", "green_5"] {
        assert!(answer.split(' ').any(|one| one == word), "{word}: {answer}");
    }
    let (_, japanese) = file.definitions().find(|(name, _)| *name == "Japanese_fish").unwrap();
    assert_eq!(file.all().entails(japanese, &Query::new()), Ok(true));
}

#[test]
fn boards_and_orders() {
    assert_eq!(answers(&puzzle("logic/six_queens.logic")).len(), 4);
    assert_eq!(answers(&puzzle("logic/diagonal_latin_square.logic")).len(), 2);
    let squares = answers(&puzzle("logic/magic_square.logic"));
    assert_eq!(squares.len(), 8);
    assert!(squares.iter().all(|square| square.contains("n5_5")));
    assert!(
        squares.iter().any(|square| { square.starts_with("n1_2 n2_7 n3_6 n4_9 n5_5 n6_1 n7_4 n8_3 n9_8") })
    );
    assert_eq!(the_answer("logic/lights_out.logic"), "p1 p3 p5 p7 p9");
    assert_eq!(the_answer("logic/five_talks.logic"), "a1 b2 c4 d3 e5");
    let maps = answers(&puzzle("logic/map_colouring.logic"));
    assert_eq!(maps.len(), 3, "only Tasmania is free");
    assert!(maps.iter().all(|map| map.contains("NT_blue") && map.contains("Q_red") && map.contains("V_red")));
}

#[test]
fn the_rules_to_blame() {
    let file = puzzle("logic/impossible_schedule.logic");
    assert_eq!(answers(&file), [""; 0]);
    let mut grouped = GroupedCnf::new();
    grouped.ensure_vars(file.all().max_var());
    for statement in file.statements() {
        grouped.group(statement.text());
        statement.expr().plaisted_greenbaum(&mut grouped);
    }
    let smallest = grouped.smallest(&Query::new());
    let mut blamed: Vec<&str> = smallest.best().unwrap().iter().map(|&group| grouped.name(group)).collect();
    blamed.sort_unstable();
    let expected = [
        "at_most(2, first_a, first_b, first_c, first_d)",
        "first_a",
        "first_a -> first_b",
        "second_d -> first_c",
    ];
    assert_eq!(blamed, expected);
    assert!(smallest.is_proved());
}

#[test]
fn printed_puzzles_read_back() {
    for name in
        ["suspects.logic", "logic/seating.logic", "logic/who_owns_the_fish.logic", "logic/magic_square.logic"]
    {
        let file = puzzle(name);
        let text = file.all().printed(file.names()).to_string();
        assert_eq!(Expr::parse(&text, &mut file.names().clone()), Ok(file.all()), "{name}");
    }
}
