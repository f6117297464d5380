//! The engine as a whole against the slow oracle, against itself at other widths, and against known numbers.

use super::oracle::{Random, is_solution, masks, solutions};
use exactone_sat::{Cdcl, ClauseSink, Lit, Query, Solver, Var};

use super::{Answer, Count, Engine, Givens, Limits, Marks, Position, Width};

/// An engine of every width this machine has, first one that takes all puzzles side by side, then one that takes them one by
/// one.
fn engines() -> Vec<Engine> {
    Width::ALL
        .into_iter()
        .flat_map(|width| {
            [0, usize::MAX].map(|at| Engine::with_width(width).map(|engine| engine.switching_at(at)))
        })
        .flatten()
        .collect()
}

/// The answers, which all widths must give alike.
fn answers<P: Position>(puzzles: &[P]) -> Vec<Answer> {
    let all: Vec<_> = engines().iter_mut().map(|engine| engine.solve(puzzles)).collect();
    for other in &all {
        assert!(*other == all[0]);
    }
    all.into_iter().next().expect("the portable width is always there")
}

fn givens(text: &str) -> Givens {
    Givens::from_text(text.as_bytes()).expect("a puzzle")
}

/// Checks each answer against the oracle.
fn agree(puzzles: &[[u16; 81]], answers: &[Answer]) {
    for (masks, answer) in puzzles.iter().zip(answers) {
        let expected = solutions(masks, 2, u32::MAX).expect("no limit");
        match answer {
            Answer::None => assert!(expected.is_empty(), "{masks:?}"),
            Answer::Unique(grid) => assert_eq!(expected, [*grid]),
            Answer::Unknown(_) => panic!("no limit was set"),
            Answer::Several(first, second) => {
                assert_eq!(expected.len(), 2, "{masks:?}");
                assert!(is_solution(masks, first) && is_solution(masks, second) && first != second);
            }
        }
    }
}

#[test]
fn random_puzzles_agree_with_the_oracle() {
    let mut random = Random(1);
    let puzzles: Vec<[u8; 81]> = (0..600)
        .map(|_| {
            let count = 22 + random.below(40);
            let wrong = [0, 0, 1, 3][random.below(4)];
            random.puzzle(count, wrong)
        })
        .collect();
    let givens: Vec<Givens> = puzzles.iter().map(|&digits| Givens::new(digits).expect("digits")).collect();
    let found = answers(&givens);
    agree(&puzzles.iter().map(masks).collect::<Vec<_>>(), &found);
    let count = |wanted: fn(&Answer) -> bool| found.iter().filter(|answer| wanted(answer)).count();
    assert!(count(|a| *a == Answer::None) > 50);
    assert!(count(|a| matches!(a, Answer::Unique(_))) > 50);
    assert!(count(|a| matches!(a, Answer::Several(..))) > 50);
}

#[test]
fn random_candidates_agree_with_the_oracle() {
    let mut random = Random(2);
    let puzzles: Vec<[u16; 81]> = (0..150)
        .map(|_| {
            let grid = random.grid();
            let keep = 2 + random.below(3);
            grid.map(|digit| {
                let noise = (0..keep).fold(0x1FF, |mask, _| mask & random.next() as u16);
                let true_digit = if random.below(400) == 0 { 0 } else { 1 << (digit - 1) };
                noise | true_digit
            })
        })
        .collect();
    let marks: Vec<Marks> = puzzles.iter().map(|&masks| Marks::new(masks).expect("nine bits")).collect();
    agree(&puzzles, &answers(&marks));
}

#[test]
fn few_clues_are_no_trouble() {
    let mut random = Random(3);
    let mut puzzles = vec![Givens::default()];
    for count in 0..=16 {
        for _ in 0..40 {
            puzzles.push(Givens::new(random.puzzle(count, 0)).expect("digits"));
        }
    }
    for (puzzle, answer) in puzzles.iter().zip(answers(&puzzles)) {
        let Answer::Several(first, second) = answer else {
            panic!("{puzzle:?} has several solutions: {answer:?}")
        };
        let masks = masks(puzzle.digits());
        assert!(is_solution(&masks, &first) && is_solution(&masks, &second) && first != second);
    }
}

#[test]
fn full_grids_good_and_bad() {
    let mut random = Random(4);
    let mut puzzles = Vec::new();
    for _ in 0..30 {
        puzzles.push(random.puzzle(81, 0));
        puzzles.push(random.puzzle(81, 1));
        // Rows are right, columns are not.
        let mut rows_only = random.grid();
        rows_only[..9].rotate_left(1);
        puzzles.push(rows_only);
        puzzles.push([1 + random.below(9) as u8; 81]);
    }
    let found =
        answers(&puzzles.iter().map(|&digits| Givens::new(digits).expect("digits")).collect::<Vec<_>>());
    for (i, (answer, puzzle)) in found.iter().zip(&puzzles).enumerate() {
        assert_eq!(*answer, if i % 4 == 0 { Answer::Unique(*puzzle) } else { Answer::None });
    }
}

#[test]
fn symmetric_copies_give_the_matching_grid() {
    let puzzle = givens("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..");
    let Answer::Unique(grid) = answers(&[puzzle])[0] else { panic!("unique") };
    let copies: Vec<_> =
        (0..300).map(|seed| Givens::new(Random(seed).symmetric(puzzle.digits())).unwrap()).collect();
    for (seed, answer) in answers(&copies).into_iter().enumerate() {
        assert_eq!(answer, Answer::Unique(Random(seed as u64).symmetric(&grid)));
    }
}

/// `cargo test --release -p exactone --lib lanes -- --ignored`: rows permuted within bands, columns within stacks, in all
/// 46,656 ways, of 20 puzzles.
#[test]
#[ignore = "a million puzzles at every width"]
fn all_symmetries_of_rows_and_columns() {
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let orders: Vec<[usize; 9]> = (0..216)
        .map(|i| core::array::from_fn(|j| j / 3 * 3 + threes[i / [36, 6, 1][j / 3] % 6][j % 3]))
        .collect();
    let mut random = Random(9);
    let mut puzzles: Vec<[u8; 81]> = (0..17).map(|i| random.puzzle(22 + 2 * i, i % 6 / 5)).collect();
    for text in [
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ] {
        puzzles.push(*givens(text).digits());
    }
    for puzzle in puzzles {
        let expected = Engine::new().solve_one(&Givens::new(puzzle).expect("digits"));
        for rows in &orders {
            let moved = |digits: &[u8; 81], columns: &[usize; 9]| -> [u8; 81] {
                core::array::from_fn(|cell| digits[9 * rows[cell / 9] + columns[cell % 9]])
            };
            let copies: Vec<Givens> =
                orders.iter().map(|columns| Givens::new(moved(&puzzle, columns)).expect("digits")).collect();
            for (columns, (copy, answer)) in orders.iter().zip(copies.iter().zip(answers(&copies))) {
                match (&expected, answer) {
                    (Answer::Unique(grid), Answer::Unique(other)) => assert_eq!(other, moved(grid, columns)),
                    (Answer::None, Answer::None) => {}
                    (Answer::Several(..), Answer::Several(first, second)) => {
                        let masks = masks(copy.digits());
                        assert!(
                            is_solution(&masks, &first) && is_solution(&masks, &second) && first != second
                        );
                    }
                    (_, answer) => panic!("{copy:?}: {answer:?}, expected {expected:?}"),
                }
            }
        }
    }
}

#[test]
fn the_neighbours_change_nothing() {
    let mut random = Random(5);
    let puzzles: Vec<_> =
        (0..200).map(|i| Givens::new(random.puzzle(10 + i % 30, 0)).expect("digits")).collect();
    let together = answers(&puzzles);
    for mut engine in engines() {
        for (puzzle, answer) in puzzles.iter().zip(&together).step_by(17) {
            assert_eq!(engine.solve_one(puzzle), *answer);
        }
        assert!(engine.answers(puzzles.iter().rev().copied()).eq(together.iter().rev().copied()));
    }
}

#[test]
fn known_numbers_of_solutions() {
    let known = [
        ("123......456......789.........123......456......789.........123......456......789", 283_576),
        ("123......456......789.........123......456......789.........147......258......369", 234_936),
        ("5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........", 2),
        ("1.....58.8....1..6.6..2.......59........7.....93..2....1....8.4...9.7.5.6..2..71.", 2),
        ("003496758587132469694875213008763945946581327375924186761259834852347691439618572", 2),
        ("000000010400000000020000000000050407008000300001090000300400200050100000000806000", 1),
    ];
    // Counting is always side by side: one engine a width.
    for mut engine in engines().into_iter().step_by(2) {
        let limit = 300;
        for (text, count) in known {
            // The large numbers to the end: the ignored test below, and the example of `Engine::count`.
            let expected = if count < limit { Count::Exact(count) } else { Count::AtLeast(limit) };
            assert_eq!(engine.count(&givens(text), limit, |_| false), expected);
            if 0 < count && count < limit {
                assert_eq!(engine.count(&givens(text), count, |_| false), Count::AtLeast(count));
            }
        }
        assert_eq!(engine.count(&Givens::default(), 300, |_| false), Count::AtLeast(300));
        assert_eq!(engine.count(&Givens::default(), 0, |_| false), Count::AtLeast(0));
    }
}

/// `cargo test --release -p exactone --lib lanes -- --ignored`: minutes in a debug build.
#[test]
#[ignore = "148 million solutions"]
fn large_numbers_of_solutions() {
    let known = [
        (".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", 0),
        ("123......456......789.........123......456......789.........123......456......789", 283_576),
        ("123......456......789.........123......456......789.........147......258......369", 234_936),
        (".....6....59.....82....8....45........3........6..3.54...325..6..................", 148_357_268),
    ];
    for (text, count) in known {
        assert_eq!(Engine::new().count(&givens(text), u64::MAX, |_| false), Count::Exact(count));
    }
}

/// A solver with the rules of 9x9, clues as assumptions.
fn cdcl() -> Cdcl {
    let mut solver = Cdcl::new();
    let lit =
        |row: usize, column: usize, digit: usize| Var::from_index((row * 9 + column) * 9 + digit).positive();
    for a in 0..9 {
        for b in 0..9 {
            let groups: [[Lit; 9]; 4] = [
                core::array::from_fn(|i| lit(a, b, i)),
                core::array::from_fn(|i| lit(a, i, b)),
                core::array::from_fn(|i| lit(i, a, b)),
                core::array::from_fn(|i| lit(a / 3 * 3 + i / 3, a % 3 * 3 + i % 3, b)),
            ];
            for group in groups {
                solver.exactly_one(&group);
            }
        }
    }
    solver
}

/// Each verdict against two queries of the CDCL solver: is there a solution, is there another one.
fn agree_with_cdcl(solver: &mut Cdcl, puzzles: &[Givens], found: &[Answer]) {
    for (puzzle, answer) in puzzles.iter().zip(found) {
        let assumptions: Vec<Lit> = (0..81)
            .filter(|&cell| puzzle.digits()[cell] > 0)
            .map(|cell| Var::from_index(cell * 9 + usize::from(puzzle.digits()[cell]) - 1).positive())
            .collect();
        let Some(grid) = answer.solution() else {
            assert!(solver.solve_under(&assumptions).is_unsat(), "{puzzle:?}");
            continue;
        };
        let other: Vec<Lit> =
            (0..81).map(|cell| Var::from_index(cell * 9 + usize::from(grid[cell]) - 1).negative()).collect();
        let another = solver.solve_query(&Query {
            assumptions: &assumptions,
            constraint: Some(&other),
            ..Query::default()
        });
        assert_eq!(another.is_sat(), matches!(answer, Answer::Several(..)), "{puzzle:?}");
        assert!(is_solution(&masks(puzzle.digits()), grid));
    }
}

#[test]
fn verdicts_agree_with_cdcl() {
    let mut random = Random(6);
    let puzzles: Vec<_> = (0..300)
        .map(|i| Givens::new(random.puzzle(17 + i % 40, usize::from(i % 5 == 0))).expect("digits"))
        .collect();
    agree_with_cdcl(&mut cdcl(), &puzzles, &answers(&puzzles));
}

/// `cargo test --release -p exactone --lib lanes -- --ignored`: a million puzzles at every width, 20,000 of them by CDCL.
#[test]
#[ignore = "a minute in a release build"]
fn a_million_puzzles() {
    let mut random = Random(7);
    let mut solver = cdcl();
    for round in 0..100 {
        let puzzles: Vec<_> = (0..10_000)
            .map(|i| {
                let clues = if i % 10 == 0 { random.below(17) } else { 17 + random.below(65) };
                Givens::new(random.puzzle(clues, [0, 0, 0, 1, 2][i % 5])).expect("digits")
            })
            .collect();
        let all: Vec<_> = engines().iter_mut().map(|engine| engine.solve(&puzzles)).collect();
        assert!(all.iter().all(|other| *other == all[0]), "round {round}");
        agree_with_cdcl(&mut solver, &puzzles[..200], &all[0][..200]);
    }
}

/// The public puzzles beside the project, where they are: the first of each file, or with `--ignored` in a release build all,
/// and then as CDCL answers them too.
fn corpora(limit: usize) {
    // In another place where the variable says so, as for the measurements.
    let folder = std::env::var_os("EXACTONE_CORPORA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora"),
        std::path::PathBuf::from,
    );
    for (file, verdict) in [
        ("17_clue.txt", 1),
        ("easy.txt", 1),
        ("random_minimal.txt", 1),
        ("magictour_top1465.txt", 1),
        ("forum_hardest_1905_11plus.txt", 1),
        ("forum_hardest_1106.txt", 1),
        ("kaggle_rated_sample_7034.txt", 1),
        ("pencilmark_gurobi_hard.txt", 1),
        // Not pencilmark_minisat_bt_1m+.txt: up to a minute a puzzle at every width.
        ("serg_benchmark.txt", 2),
        ("several_solutions.txt", 2),
        ("no_solution.txt", 0),
    ] {
        if file.starts_with("pencilmark") && limit < usize::MAX {
            continue; // these take minutes each without optimisation
        }
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            println!("skipped: {file} is not there");
            continue;
        };
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).take(limit).collect();
        let mut outs = engines().into_iter().map(|mut engine| {
            let mut out = Vec::new();
            let tally = engine.solve_lines(lines.join("\n").as_bytes(), &mut out, |bad, _| panic!("{bad:?}"));
            let expected = lines.len() as u64;
            assert_eq!([tally.none, tally.unique, tally.several][verdict], expected, "{file}");
            out
        });
        let first = outs.next().expect("an engine");
        assert!(outs.all(|out| out == first), "{file}");
        for (line, grid) in lines.iter().zip(first.split(|&byte| byte == b'\n')).filter(|_| verdict > 0) {
            let masks: [u16; 81] = core::array::from_fn(|cell| match line.len() {
                729.. => {
                    (0..9).fold(0, |mask, i| mask | u16::from(line.as_bytes()[9 * cell + i] != b'.') << i)
                }
                _ if line.as_bytes()[cell] == b'.' => 0x1FF,
                _ => 1 << (line.as_bytes()[cell] - b'1'),
            });
            assert!(is_solution(&masks, &core::array::from_fn(|cell| grid[cell] - b'0')), "{file}: {line}");
        }
        if limit == usize::MAX && !file.starts_with("pencilmark") {
            let puzzles: Vec<Givens> = lines.iter().map(|line| givens(&line[..81])).collect();
            agree_with_cdcl(&mut cdcl(), &puzzles, &Engine::new().solve(&puzzles));
            println!("{file}: {} puzzles, CDCL agrees", puzzles.len());
        }
    }
}

#[test]
fn some_public_puzzles() {
    corpora(12);
}

#[test]
#[ignore = "some seconds in a release build"]
fn all_public_puzzles() {
    corpora(usize::MAX);
}

/// Every width against the portable one on a few hundred puzzles of all kinds; on twelve under Miri, which interprets the
/// program, looks for undefined behaviour and knows AVX-512 where the machine does not:
///
/// `RUSTFLAGS="-C target-feature=+avx512f,+avx2,+bmi1,+bmi2,+lzcnt,+popcnt" cargo +nightly miri test -p exactone --lib -- \
///  --include-ignored lanes::tests::widths_agree lanes::sse2 lanes::avx2 lanes::avx512` (the operations take minutes, the comparison more than a quarter of an hour;
/// without the flags AVX2 and AVX-512 are skipped)
#[test]
#[cfg_attr(miri, ignore = "minutes under Miri")]
fn widths_agree_on_some_hundred_puzzles() {
    let mut random = Random(27);
    let kinds = [
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "1.....58.8....1..6.6..2.......59........7.....93..2....1....8.4...9.7.5.6..2..71.",
        "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........",
        "123......456......789.........123......456......789.........123......456......789",
        ".................................................................................",
    ]
    .map(|text| *givens(text).digits());
    // Interpreted, a pass takes a second: no puzzles that need many.
    let (count, order) = match cfg!(miri) {
        true => (12, [0, 0, 0, 3, 0, 0, 3, 4, 0, 0, 4, 0]),
        false => (300, [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 5, 0]),
    };
    let puzzles: Vec<Givens> = (0..count)
        .map(|i| {
            let mut digits = random.symmetric(&kinds[order[i % 12]]);
            if i % 12 > 7 {
                // One clue more, which may be wrong, or one clue less.
                let cell = random.below(81);
                digits[cell] = if digits[cell] > 0 { 0 } else { 1 + random.below(9) as u8 };
            }
            Givens::new(digits).expect("digits")
        })
        .collect();
    let portable = Engine::with_width(Width::Portable).expect("everywhere").switching_at(0).solve(&puzzles);
    for kind in [Answer::None, Answer::Unique([0; 81]), Answer::Several([0; 81], [0; 81])] {
        let alike = |answer: &&Answer| core::mem::discriminant(*answer) == core::mem::discriminant(&kind);
        assert!(portable.iter().filter(alike).count() * 50 >= count, "{kind:?}");
    }
    for width in [Width::Avx2, Width::Avx512] {
        let Some(engine) = Engine::with_width(width) else {
            println!("skipped: this processor has no {width:?}");
            continue;
        };
        let mut engine = engine.switching_at(0);
        assert!(engine.solve(&puzzles) == portable, "{width:?}");
        assert_eq!(engine.count(&puzzles[6], 10, |_| false), Count::Exact(2), "{width:?}");
        println!("{width:?}: {} puzzles, the same answers", puzzles.len());
        let mut one_by_one = engine.switching_at(usize::MAX);
        assert!(one_by_one.solve(&puzzles[..12]) == portable[..12], "{width:?}");
    }
}

#[test]
fn counting_stops_when_told() {
    for mut engine in engines() {
        let Count::AtLeast(count) = engine.count(&Givens::default(), u64::MAX, |found| found > 1000) else {
            panic!("the empty grid has more solutions than that")
        };
        assert!(count > 1000);
    }
}

#[test]
fn a_limit_of_nodes_depends_on_the_puzzle_alone() {
    let mut random = Random(8);
    let mut puzzles: Vec<_> =
        (0..120).map(|i| Givens::new(random.puzzle(10 + i % 25, 0)).expect("digits")).collect();
    puzzles.extend([Givens::default(); 3]);
    let all = answers(&puzzles);
    for nodes in [0, 1, 3, 30] {
        let limits = Limits::NONE.nodes(nodes);
        let within: Vec<_> =
            engines().iter_mut().map(|engine| engine.solve_within(&puzzles, &limits)).collect();
        assert!(within.iter().all(|other| *other == within[0]));
        let unknown = within[0].iter().filter(|answer| matches!(answer, Answer::Unknown(_))).count();
        assert!(unknown > 0 && unknown < puzzles.len(), "{unknown}");
        for (answer, full) in within[0].iter().zip(&all) {
            match answer {
                Answer::Unknown(None) => {}
                Answer::Unknown(found) => assert_eq!(found.as_ref(), full.solution()),
                _ => assert_eq!(answer, full),
            }
        }
    }
}

#[test]
fn solving_stops_when_told() {
    let puzzles = vec![Givens::default(); 300];
    for mut engine in engines() {
        let asked = core::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2
        };
        let answers = engine.solve_within(&puzzles, &Limits::NONE.stop(&stop));
        assert!(answers.iter().any(|answer| matches!(answer, Answer::Unknown(_))));
        assert!(asked.get() >= 3);
    }
}

#[test]
fn bad_positions_are_refused() {
    assert_eq!(Givens::from_text(b"12").unwrap_err().to_string(), "2 characters, expected 81");
    let mut text = [b'.'; 81];
    text[12] = b'x';
    assert_eq!(Givens::from_text(&text).unwrap_err().to_string(), "r2c4: 'x', expected a digit or '.'");
    assert_eq!(Givens::new([10; 81]).unwrap_err().to_string(), "r1c1: 10, expected a digit or 0");
    assert_eq!(
        Marks::new([512; 81]).unwrap_err().to_string(),
        "r1c1: candidates 0x200, expected at most 0x1ff"
    );
}
