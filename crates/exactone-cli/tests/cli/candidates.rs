//! `exactone candidates`

use crate::support::*;

#[test]
fn digits_of_all_solutions() {
    let run1 = run_with(&["candidates"], format!("{CLASSIC}\n{TWO}\n{NONE}\n{SMALL_TWO}\nx\n"));
    let lines: Vec<&str> = run1.out.lines().collect();
    assert_eq!(run1.code, 2);
    let expected: String = CLASSIC_SOLVED
        .bytes()
        .flat_map(|solved| (b'1'..=b'9').map(move |digit| if digit == solved { digit as char } else { '.' }))
        .collect();
    assert_eq!(lines[0], expected);
    assert_eq!(lines[1].len(), 729);
    let marks: Vec<usize> =
        lines[1].as_bytes().chunks(9).map(|cell| cell.iter().filter(|byte| **byte != b'.').count()).collect();
    assert!(marks.iter().all(|count| (1..=2).contains(count)) && marks.contains(&2), "two solutions");
    assert_eq!(lines[2], ".".repeat(729));
    assert_eq!(lines[3].len(), 64);
    assert_eq!(lines[4], "invalid");
}

#[test]
fn clues_that_are_not_needed() {
    let full = run(&["candidates", "--redundant", CLASSIC_SOLVED]);
    assert_eq!((full.code, full.out.split_whitespace().count()), (0, 81));
    assert!(full.out.starts_with("r1c1=5 r1c2=3 "));
    let others = run_with(&["candidates", "--redundant"], format!("{TWO}\n{NONE}\n"));
    assert_eq!((others.code, others.out.as_str()), (0, "several\nnone\n"));
    // Taking away what is redundant, one clue after the other, ends in a minimal puzzle.
    let mut puzzle = CLASSIC.to_owned();
    loop {
        let found = run(&["candidates", "--redundant", &puzzle]).out;
        let Some(first) = found.split_whitespace().next().filter(|word| *word != "minimal") else { break };
        let digit = |at: usize| first.as_bytes()[at] as usize - b'1' as usize;
        let at = digit(1) * 9 + digit(3);
        puzzle.replace_range(at..=at, "0");
    }
    assert_eq!(run(&["solve", &puzzle]).out.trim_end(), CLASSIC_SOLVED);
}
