//! `exactone count`

use crate::support::*;

#[test]
fn exact_numbers_a_line_each() {
    let text = format!("{}\n{TWO}\n{NONE}\n{CLASH}\n{CLASSIC}\n{SMALL_TWO}\n", ".".repeat(16));
    let run = run_with(&["count"], text);
    assert_eq!((run.code, run.out.as_str()), (0, "288\n2\n0\n0\n1\n2\n"), "{}", run.err);
}

#[test]
fn many_solutions_of_a_nine_by_nine() {
    let puzzle = "123......456......789.........123......456......789.........147......258......369";
    let run = run(&["count", puzzle]);
    assert_eq!((run.code, run.out.as_str()), (0, "234936\n"));
}

#[test]
fn a_limit_gives_a_number_with_a_plus() {
    let four = ".".repeat(16);
    assert_eq!(run(&["count", "--limit", "100", &four]).out, "100+\n");
    assert_eq!(run(&["count", "--limit", "287", &four]).out, "287+\n");
    assert_eq!(run(&["count", "--limit", "288", &four]).out, "288\n", "all of them were found");
    assert_eq!(run(&["count", "--limit", "2", TWO]).out, "2\n");
    let one = run(&["count", "--limit", "1", TWO]);
    assert_eq!((one.code, one.out.as_str()), (0, "1+\n"));
}

#[test]
fn a_clock_gives_a_number_with_a_plus_and_status_3() {
    for puzzle in [".".repeat(81), ".".repeat(256)] {
        let run = run(&["count", "--seconds", "0.3", &puzzle]);
        assert!(run.out.ends_with("+\n"), "{run:?}");
        assert_eq!(run.code, 3);
    }
}

#[test]
fn bad_input_keeps_its_place() {
    let run = run_with(&["count"], format!("{CLASSIC}\nx\n{TWO}\n"));
    assert_eq!((run.code, run.out.as_str()), (2, "1\ninvalid\n2\n"));
}
