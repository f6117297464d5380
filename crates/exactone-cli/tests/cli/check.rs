//! `exactone check`

use crate::support::*;

fn wrong_solution() -> String {
    // Two digits of row 4 exchanged: columns break, the clue r4c1 (8) as well.
    let mut digits: Vec<u8> = CLASSIC_SOLVED.bytes().collect();
    digits.swap(27, 28);
    String::from_utf8(digits).unwrap()
}

#[test]
fn full_grids_are_solutions_and_others_are_clues() {
    let text = format!("{CLASSIC_SOLVED}\n{}\n{CLASSIC}\n{CLASH}\nx\n", wrong_solution());
    let run = run_with(&["check"], text);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "ok");
    assert_eq!(lines[1], "column 1 has two 5s (r1c1, r4c1)");
    assert_eq!(lines[2..], ["ok", "row 1 has two 9s (r1c2, r1c3)", "invalid"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("5 puzzles checked: 2 ok, 2 wrong"), "{}", run.err);
}

#[test]
fn puzzles_beside_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = file(folder.path(), "p.txt", format!("{CLASSIC}\n{CLASSIC}\n{CLASSIC}\n"));
    let good = format!("{CLASSIC_SOLVED}\n");
    let solutions = file(folder.path(), "s.txt", format!("{good}{}\n{CLASSIC}\n", wrong_solution()));
    let pair = run(&["check", &puzzles, &solutions]);
    let lines: Vec<&str> = pair.out.lines().collect();
    assert_eq!(lines[..2], ["ok", "r4c1: clue 8, solution has 5"]);
    assert_eq!(lines[2], "r1c3 is empty");
    assert_eq!(pair.code, 1);
    assert!(pair.err.contains("exit status 1: 2 puzzles wrong"), "{}", pair.err);
    let right = file(folder.path(), "r.txt", good.repeat(3));
    assert_eq!(run(&["check", &puzzles, &right]).code, 0);
    let short = file(folder.path(), "short.txt", good.repeat(2));
    let missing = run(&["check", &puzzles, &short]);
    assert_eq!((missing.code, missing.out.as_str()), (2, "ok\nok\ninvalid\n"));
    let long = file(folder.path(), "long.txt", good.repeat(4));
    let left = run(&["check", &puzzles, &long]);
    assert_eq!((left.code, left.out.as_str()), (2, "ok\nok\nok\n"));
    assert!(left.err.contains("more solutions than puzzles"), "{}", left.err);
}

#[test]
fn a_table_with_both_columns() {
    let wrong = wrong_solution();
    let text = format!("puzzle,solution\n{CLASSIC},{CLASSIC_SOLVED}\n{CLASSIC},{wrong}\n{CLASSIC},\n");
    let run1 = run_with(&["check"], text);
    assert_eq!((run1.code, run1.out.as_str()), (2, "ok\nr4c1: clue 8, solution has 5\ninvalid\n"));
    let puzzles_only = run_with(&["check"], format!("puzzle\n{CLASSIC}\n"));
    assert_eq!((puzzles_only.code, puzzles_only.out.as_str()), (0, "ok\n"));
}

#[test]
fn unique_also_asks_for_another_solution() {
    let solved = run(&["solve", TWO]).out;
    let solution = solved.split(' ').next().unwrap();
    let table = format!("puzzle,solution\n{TWO},{solution}\n{CLASSIC},{CLASSIC_SOLVED}\n");
    assert_eq!(run_with(&["check"], &table).out, "ok\nok\n");
    let unique = run_with(&["check", "--unique"], &table);
    assert_eq!((unique.code, unique.out.as_str()), (1, "more than one solution\nok\n"));
    assert_eq!(run(&["check", "--unique", NONE]).out, "no solution\n");
    assert_eq!(run(&["check", "--unique", CLASSIC]).code, 0);
}
