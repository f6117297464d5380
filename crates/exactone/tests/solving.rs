//! Puzzles solved through SAT, held against what plain search and published figures say.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use exactone::{
    Candidates, Cell, Clues, Digit, EncodeOptions, Encoding, Given, Grid, HouseKind, Limits, NoRepeat,
    Puzzle, PuzzleSolver, Rule, Shape, SolveError, Status,
};
use exactone_sat::card::AtMostOne;
use exactone_sat::{Budget, Cdcl, Cnf, Dpll, Lit, Model, Solver, Stopped};

const FIRST: &str = "000000185007030000000021400800000020003905600050000004004860000000040300931000000";
const SECOND: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const FIRST_SOLUTION: &str =
    "362794185417538269598621437879416523243975618156382794724863951685149372931257846";
const SECOND_SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::from(text.parse::<Given>().unwrap())
}

fn blank(rows: usize, cols: usize) -> Puzzle {
    Puzzle::classic(Grid::empty(Shape::new(rows, cols).unwrap()))
}

fn dpll() -> PuzzleSolver {
    PuzzleSolver::new(|| Box::new(Dpll::new()))
}

fn cdcl() -> PuzzleSolver {
    PuzzleSolver::new(|| Box::new(Cdcl::new()))
}

/// Both engines in every encoding, with every way for the clues.
fn all_solvers() -> impl Iterator<Item = PuzzleSolver> {
    all_options().flat_map(|options| [dpll, cdcl].map(|make| make().with_options(options)))
}

fn all_options() -> impl Iterator<Item = EncodeOptions> {
    Encoding::ALL.into_iter().flat_map(|encoding| {
        [Clues::Units, Clues::Assumptions, Clues::Simplify].map(|clues| EncodeOptions {
            encoding,
            clues,
            ..EncodeOptions::default()
        })
    })
}

fn count(puzzle: &Puzzle) -> String {
    cdcl().count(puzzle, None, &Limits::NONE, |_| ()).unwrap().to_string()
}

/// All full grids that a check accepts, by filling cells in order; knows nothing of SAT.
fn by_plain_search(puzzle: &Puzzle) -> BTreeSet<Grid> {
    fn fill(puzzle: &Puzzle, grid: &mut Grid, index: usize, found: &mut BTreeSet<Grid>) {
        let shape = puzzle.shape();
        if index == shape.cell_count() {
            assert!(puzzle.check_solution(grid).is_ok());
            found.insert(grid.clone());
            return;
        }
        let cell = shape.cell_at(index);
        for digit in shape.digits() {
            grid.set(cell, digit).unwrap();
            if puzzle.check(grid).is_ok() {
                fill(puzzle, grid, index + 1, found);
            }
        }
        grid.set(cell, None).unwrap();
    }
    let mut found = BTreeSet::new();
    fill(puzzle, &mut Grid::empty(puzzle.shape()), 0, &mut found);
    found
}

#[test]
fn the_tutorial_puzzles_in_every_encoding() {
    for mut solver in all_solvers() {
        for (text, solution) in [(SECOND, SECOND_SOLUTION), (FIRST, FIRST_SOLUTION)] {
            let puzzle = puzzle(text);
            let verdict = solver.solve(&puzzle, &Limits::NONE).unwrap();
            assert_eq!(verdict.status(), Status::Unique, "{solver:?}");
            assert_eq!(verdict.solution().unwrap().to_line(), solution);
            assert_eq!(verdict.to_string(), "exactly one solution");
        }
    }
}

#[test]
fn every_way_to_say_at_most_one() {
    for at_most_one in AtMostOne::ALL {
        let options = EncodeOptions { at_most_one, ..EncodeOptions::default() };
        let mut solver = dpll().with_options(options);
        assert_eq!(
            solver.solve(&puzzle(SECOND), &Limits::NONE).unwrap().solution().unwrap().to_line(),
            SECOND_SOLUTION
        );
        let counted = solver.count(&blank(2, 2), None, &Limits::NONE, |_| ()).unwrap();
        assert_eq!(counted.number(), 288, "{at_most_one}");
    }
}

#[test]
fn check_and_encode_agree_on_all_4x4_grids() {
    let plain = by_plain_search(&blank(2, 2));
    assert_eq!(plain.len(), 288);
    for mut solver in all_solvers() {
        let empty = blank(2, 2);
        let found: BTreeSet<Grid> =
            solver.solutions(&empty, Limits::NONE).unwrap().map(Result::unwrap).collect();
        assert!(found == plain, "{solver:?}");
    }
    let crossed = blank(2, 2).with_rule(NoRepeat(HouseKind::Diagonal));
    assert_eq!(by_plain_search(&crossed).len(), 48);
    assert_eq!(count(&crossed), "48");
}

#[test]
fn check_and_encode_agree_rule_by_rule_on_random_grids() {
    // A full grid is a model of cells + rule exactly if the rule accepts it.
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)] {
        let shape = Shape::new(rows, cols).unwrap();
        let n = shape.size() as u64;
        for kind in HouseKind::ALL {
            let rule = NoRepeat(kind);
            let puzzle = Puzzle::without_rules(Grid::empty(shape)).with_rule(rule);
            for encoding in [Encoding::Minimal, Encoding::Efficient, Encoding::Extended] {
                let mut cnf = Cnf::new();
                puzzle.encode(&mut cnf, &EncodeOptions::new(encoding)).unwrap();
                let mut both = [0; 2];
                for _ in 0..60 {
                    // Start from a grid that obeys the rule, then spoil some cells.
                    let mut grid = Grid::empty(shape);
                    for house in kind.houses(shape) {
                        let shift = random(n);
                        for (at, cell) in house.cells(shape).enumerate() {
                            let digit = Digit::from_index(((at as u64 + shift) % n) as usize);
                            grid.set(cell, digit).unwrap();
                        }
                    }
                    for cell in shape.cells() {
                        if random(n * n) > 0 {
                            continue;
                        }
                        grid.set(cell, Digit::from_index(random(n) as usize)).unwrap();
                    }
                    for cell in shape.cells() {
                        let digit = grid.get(cell).unwrap_or(Digit::from_index(random(n) as usize));
                        grid.set(cell, digit).unwrap();
                    }
                    let model = model_of(&grid);
                    let accepted = rule.check(&grid).is_ok();
                    both[usize::from(accepted)] += 1;
                    assert_eq!(cnf.eval(|var| model.value(var)), accepted, "{kind:?} {grid:?}");
                    assert_eq!(rule.violations(&grid).is_empty(), accepted);
                    assert_eq!(rule.violations(&grid).first().cloned(), rule.check(&grid).err());
                }
                assert!(n == 1 || both.iter().all(|&seen| seen > 0), "{shape} {kind:?} {both:?}");
            }
        }
    }
}

fn model_of(grid: &Grid) -> Model {
    let shape = grid.shape();
    Model::from_literals(shape.var_count(), grid.clues().map(|(cell, digit)| shape.literal(cell, digit)))
}

#[test]
fn published_numbers_of_solutions() {
    for (order, squares) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        assert_eq!(count(&blank(1, order)), squares.to_string());
        assert_eq!(count(&blank(order, 1)), squares.to_string());
    }
    // Latin squares of order 5 with the first row fixed: 161280 / 120.
    let options = exactone::TextOptions { boxes: Shape::latin(5), ..Default::default() };
    let fixed = |text: &str| Puzzle::from(Given::parse(text, &options).unwrap());
    assert_eq!(count(&fixed(&format!("12345{}", ".".repeat(20)))), "1344");
    // Diagonal Latin squares with the first row fixed.
    for (order, squares) in [(4, 2), (5, 8), (6, 128)] {
        let row: String = (1..=order).map(|digit| digit.to_string()).collect();
        let options = exactone::TextOptions { boxes: Shape::latin(order), ..Default::default() };
        let text = row + &".".repeat(order * order - order);
        let square =
            Puzzle::from(Given::parse(&text, &options).unwrap()).with_rule(NoRepeat(HouseKind::Diagonal));
        assert_eq!(count(&square), squares.to_string());
    }
    for text in [
        "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........",
        "1.....58.8....1..6.6..2.......59........7.....93..2....1....8.4...9.7.5.6..2..71.",
        "003496758587132469694875213008763945946581327375924186761259834852347691439618572",
    ] {
        assert_eq!(count(&puzzle(text)), "2");
    }
}

#[test]
fn six_by_six_with_both_diagonals() {
    assert_eq!(count(&blank(2, 3).with_rule(NoRepeat(HouseKind::Diagonal))), "8640");
}

/// Minutes of counting: `cargo test --release -p exactone --test solving -- --ignored large_counts`.
#[test]
#[ignore = "takes minutes"]
fn large_counts() {
    assert_eq!(count(&blank(1, 5)), "161280");
    for (text, number) in [
        ("123......456......789.........123......456......789.........123......456......789", "283576"),
        ("123......456......789.........123......456......789.........147......258......369", "234936"),
    ] {
        assert_eq!(count(&puzzle(text)), number);
    }
}

#[test]
fn inputs_that_fooled_other_programs() {
    let mut solver = cdcl();
    let mut solve = |text: &str| solver.solve(&puzzle(text), &Limits::NONE).unwrap();
    let several = [
        "001000000200000000003000000400000005005000600600000040007103000800000000009020000",
        "895.....7..79...6...65..3.....34.6.9.....81...2.....4..7...5.....8......9..6....5",
        ".....1..1.43.31.",
    ];
    for text in several {
        let verdict = solve(text);
        assert_eq!(verdict.status(), Status::Several);
        assert_ne!(verdict.solution(), verdict.second());
    }
    let unique = "000007004000006003860200000509082000640000080000000700000000042010030000703000009";
    assert_eq!(
        solve(unique).solution().unwrap().to_line(),
        "321597864497816253865243197579182436642375981138964725986751342214639578753428619"
    );
    let full = "123456789457189236689237145214573698376918452598624371731892564842365917965741823";
    let verdict = solve(full);
    assert_eq!((verdict.status(), verdict.solution().unwrap().to_line()), (Status::Unique, full.to_owned()));
    let twice = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..";
    assert_eq!(solve(twice).to_string(), "no solution: row 1 has two 9s (r1c2, r1c3)");
    assert_eq!(count(&puzzle(twice)), "0");
    let impossible = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    assert_eq!(solve(impossible).to_string(), "no solution");
    let generated = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..";
    assert_eq!(count(&puzzle(generated)), "6");
    assert_eq!(count(&puzzle(".....1..1.43.31.")), "2");
    let pencilmarks = concat!(
        "123456789123456789123456789..3456789123456789123456789...4..7..123456789123456789",
        "123456789..3.56.89123456789123456789123456789123456789123456789123456789123456789",
        "123456789..3..6.891234567891234567891234...8.1234567891.34..78.123456789123456789",
        "123456789123456789123456789..3..6.89..3..6..9123456789123456789..3..6..9123456789",
        "1234567891234567891..45.78.1234567891234567891234567891..4..78912.4...89123456789",
        "123456789123456789123456789........9123456789123456789123456789123456789123456789",
        "1.3.567..1.3.56.891234567891234567891234567891234567891..4..7..123456789123456789",
        "123456789..3.56...123456789..3..6.89.23..6.8.123456789123456789123456789123456789",
        "123456789..3..6.8.1.3.56.8........89123456789123456789123456789..34.6.89123456789",
    );
    assert_eq!(
        solve(pencilmarks).solution().unwrap().to_line(),
        "123456789457189623689732154278364591391275846546918372712593468834627915965841237"
    );
}

#[test]
fn clashes_that_the_plain_check_finds_are_none_to_the_solver_too() {
    let mut state = 3u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let mut clashes = 0;
    for _ in 0..150 {
        let mut givens = Grid::empty(Shape::new(2, 2).unwrap());
        for _ in 0..random(7) {
            givens
                .set(Cell::new(random(4) as usize, random(4) as usize), Digit::new(1 + random(4) as u8))
                .unwrap();
        }
        let puzzle = Puzzle::classic(givens);
        let plain = by_plain_search(&puzzle);
        let verdict = dpll().solve(&puzzle, &Limits::NONE).unwrap();
        let expected = match plain.len() {
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Several,
        };
        assert_eq!(verdict.status(), expected);
        assert_eq!(verdict.clash().is_some(), puzzle.check_clues().is_err());
        if verdict.clash().is_some() {
            clashes += 1;
            for options in all_options() {
                let mut solver = Dpll::new();
                puzzle.encode(&mut solver, &options).unwrap();
                let assumed =
                    if options.clues == Clues::Assumptions { puzzle.clue_literals() } else { Vec::new() };
                assert!(solver.solve_under(&assumed).is_unsat());
            }
        }
        // The digits of the solutions, cell by cell.
        for mut solver in all_solvers() {
            let marks = solver.candidates(&puzzle, &Limits::NONE).unwrap();
            let mut expected = Candidates::none(puzzle.shape());
            for (cell, digit) in plain.iter().flat_map(|grid| grid.clues()) {
                expected.insert(cell, digit);
            }
            assert!(marks == expected, "{solver:?}");
        }
    }
    assert!(clashes > 20);
}

#[test]
fn pencilmark_puzzles() {
    let mut state = 11u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let mut seen = [0; 3];
    for _ in 0..60 {
        let mut marks = Candidates::full(Shape::new(2, 2).unwrap());
        for _ in 0..10 + random(16) {
            marks.remove(
                Cell::new(random(4) as usize, random(4) as usize),
                Digit::from_index(random(4) as usize),
            );
        }
        let puzzle = Puzzle::classic_candidates(marks);
        let plain = by_plain_search(&puzzle);
        seen[plain.len().min(2)] += 1;
        for mut solver in all_solvers() {
            let found: BTreeSet<Grid> =
                solver.solutions(&puzzle, Limits::NONE).unwrap().map(Result::unwrap).collect();
            assert!(found == plain);
            let verdict = solver.solve(&puzzle, &Limits::NONE).unwrap();
            assert_eq!(verdict.solution().is_some(), !plain.is_empty());
            assert_eq!(verdict.second().is_some(), plain.len() > 1);
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
    let mut marks = Candidates::full(Shape::CLASSIC);
    for digit in Shape::CLASSIC.digits() {
        marks.remove(Cell::new(4, 4), digit);
    }
    let verdict = dpll().solve(&Puzzle::classic_candidates(marks), &Limits::NONE).unwrap();
    assert_eq!(verdict.to_string(), "no solution: r5c5 has no candidate left");
}

#[test]
fn redundant_clues_are_those_that_can_go() {
    let solution = grid("1234341221434321");
    let mut solver = dpll();
    for mask in (0..1u32 << 16).step_by(257) {
        let mut givens = solution.clone();
        for index in (0..16).filter(|index| mask >> index & 1 == 0) {
            givens.set(givens.shape().cell_at(index), None).unwrap();
        }
        let puzzle = Puzzle::classic(givens.clone());
        if by_plain_search(&puzzle).len() != 1 {
            continue;
        }
        let redundant = solver.redundant_clues(&puzzle, &solution, &Limits::NONE).unwrap();
        for (cell, _) in givens.clues() {
            let mut without = givens.clone();
            without.set(cell, None).unwrap();
            let unique = by_plain_search(&Puzzle::classic(without)).len() == 1;
            assert_eq!(redundant.contains(&cell), unique, "{givens:?} {cell}");
        }
    }
}

#[test]
fn limits_end_a_search_that_can_go_on() {
    let stop = AtomicBool::new(true);
    let stopped = Limits { stop: Some(&stop), ..Limits::NONE };
    let mut solver = dpll();
    let verdict = solver.solve(&puzzle(FIRST), &stopped).unwrap();
    assert_eq!((verdict.status(), verdict.solution()), (Status::Unknown, None));
    assert_eq!(verdict.to_string(), "not decided: interrupted");
    assert_eq!(
        solver.candidates(&puzzle(FIRST), &stopped).unwrap_err(),
        SolveError::Stopped(Stopped::Interrupted)
    );
    assert_eq!(
        solver.solve(&puzzle(FIRST), &Limits::NONE).unwrap().status(),
        Status::Unique,
        "nothing stayed"
    );
    let counted = solver.count(&blank(2, 2), Some(100), &Limits::NONE, |_| ()).unwrap();
    assert_eq!((counted.number(), counted.to_string()), (100, "100+".to_owned()));
    let exact = solver.count(&blank(2, 2), Some(288), &Limits::NONE, |_| ()).unwrap();
    assert_eq!(exact.to_string(), "288");
    // Stopped after the tenth solution, then continued.
    let empty = blank(2, 2);
    let flag = AtomicBool::new(false);
    let mut found = 0;
    let mut halted = 0;
    for item in solver.solutions(&empty, Limits { stop: Some(&flag), ..Limits::NONE }).unwrap() {
        use std::sync::atomic::Ordering;
        match item {
            Ok(_) => {
                found += 1;
                flag.store(found % 10 == 0, Ordering::Relaxed);
            }
            Err(SolveError::Stopped(Stopped::Interrupted)) => {
                halted += 1;
                flag.store(false, Ordering::Relaxed);
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((found, halted), (288, 28));
    let none = Limits { budget: Budget::new().conflicts(0), ..Limits::NONE };
    let counted = solver.count(&empty, None, &none, |_| ()).unwrap();
    assert!(counted.is_complete() || counted.stopped() == Some(Stopped::Conflicts));
}

#[test]
fn a_model_that_breaks_a_rule_or_a_clue_is_refused_by_name() {
    let puzzle = puzzle("1..43.........21");
    let refused = |text: &str| puzzle.decode(&model_of(&grid(text))).unwrap_err().to_string();
    assert_eq!(puzzle.decode(&model_of(&grid("1234341221434321"))).unwrap().to_line(), "1234341221434321");
    assert_eq!(refused("2134341212434321"), "r1c1: clue 1, solution has 2");
    assert_eq!(refused("1234341221344321"), "column 3 has two 3s (r1c3, r3c3)");
    assert_eq!(refused("123434122143.321"), "r4c1: the model says no digit");
    // A model of the simplified clauses: whatever it says about the variables that occur nowhere.
    let mut cnf = Cnf::new();
    puzzle.encode(&mut cnf, &EncodeOptions::default().clues(Clues::Simplify)).unwrap();
    let occurs: BTreeSet<u32> = cnf.literals().iter().map(|lit: &Lit| lit.var().number()).collect();
    let solution = model_of(&grid("1234341221434321"));
    for rest in [false, true] {
        let model =
            Model::from_fn(64, |var| if occurs.contains(&var.number()) { solution.value(var) } else { rest });
        assert_eq!(puzzle.decode(&model).unwrap().to_line(), "1234341221434321");
    }
}

#[test]
fn odd_shapes() {
    let mut solver = dpll();
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 5), (1, 7), (2, 4), (4, 2), (2, 5)] {
        let verdict = solver.solve(&blank(rows, cols), &Limits::NONE).unwrap();
        let expected = if rows * cols == 1 { Status::Unique } else { Status::Several };
        assert_eq!(verdict.status(), expected, "{rows}x{cols}");
    }
}

/// Large empty grids: a first solution, and another one.
#[test]
fn large_grids_have_solutions() {
    for (rows, cols) in [(4, 4), (5, 5), (1, 31), (3, 7)] {
        let empty = blank(rows, cols);
        let verdict = cdcl().solve(&empty, &Limits::NONE).unwrap();
        assert_eq!(verdict.status(), Status::Several, "{rows}x{cols}");
        let line = verdict.solution().unwrap().to_line();
        let options = exactone::TextOptions { boxes: Some(empty.shape()), ..Default::default() };
        assert_eq!(Given::parse(&line, &options).unwrap(), Given::Grid(verdict.solution().unwrap().clone()));
    }
}

#[test]
fn a_solver_that_lies_is_found_out() {
    #[derive(Default)]
    struct Liar(Dpll);
    impl exactone_sat::ClauseSink for Liar {
        fn var_count(&self) -> u32 {
            self.0.var_count()
        }
        fn ensure_vars(&mut self, count: u32) {
            self.0.ensure_vars(count);
        }
        fn add_clause(&mut self, clause: &[Lit]) {
            self.0.add_clause(clause);
        }
    }
    impl Solver for Liar {
        fn solve_query(&mut self, _query: &exactone_sat::Query<'_>) -> exactone_sat::Outcome {
            exactone_sat::Outcome::Sat(model_of(&grid("1234341221434312")))
        }
        fn stats(&self) -> exactone_sat::Stats {
            self.0.stats()
        }
    }
    let mut solver = PuzzleSolver::new(|| Box::new(Liar::default()));
    let error = solver.solve(&blank(2, 2), &Limits::NONE).unwrap_err();
    assert_eq!(error.to_string(), "the solver's answer is no solution (column 3 has two 1s (r2c3, r4c3))");
}
