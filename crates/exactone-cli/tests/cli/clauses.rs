//! `exactone encode` and `exactone decode`

use crate::support::*;

fn header(cnf: &str) -> (u64, u64) {
    let line = cnf.lines().find(|line| line.starts_with("p cnf")).unwrap();
    let mut numbers = line.split_whitespace().skip(2).map(|word| word.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn the_published_sizes() {
    let empty = ".".repeat(81);
    for (encoding, clauses) in
        [("minimal", 8829), ("efficient", 11745), ("extended", 11988), ("triads", 16686)]
    {
        let run1 = run(&["encode", "--encoding", encoding, &empty]);
        assert_eq!(run1.code, 0);
        let vars = if encoding == "triads" { 1215 } else { 729 };
        assert_eq!(header(&run1.out), (vars, clauses), "{encoding}");
        let written = run1.out.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
        assert_eq!(written as u64, clauses);
        let with_clues = run(&["encode", "--encoding", encoding, CLASSIC]);
        assert_eq!(header(&with_clues.out), (vars, clauses + 30));
    }
    assert_eq!(header(&run(&["encode", "--clues", "none", CLASSIC]).out), (729, 11988));
}

#[test]
fn simplify_drops_clauses_and_never_renumbers() {
    let puzzle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let run1 = run(&["encode", "--clues", "simplify", puzzle]);
    assert_eq!(header(&run1.out), (729, 2843));
}

#[test]
fn comments_say_what_variables_mean() {
    let run1 = run(&["encode", "--encoding", "triads", CLASSIC]);
    let comments: Vec<&str> = run1.out.lines().take_while(|line| line.starts_with('c')).collect();
    let text = comments.join("\n");
    assert!(text.contains("variable 1: r1c1 is 1"), "{text}");
    assert!(text.contains("variable 729: r9c9 is 9"), "{text}");
    assert!(text.contains("variables 730 to 1215: auxiliary"), "{text}");
    assert!(text.contains(&CLASSIC.replace('0', ".")), "{text}");
}

#[test]
fn encode_sat_decode_gives_the_grid_under_every_option() {
    for encoding in ["minimal", "efficient", "extended", "triads"] {
        for clues in ["units", "simplify"] {
            let cnf = run(&["encode", "--encoding", encoding, "--clues", clues, CLASSIC]).out;
            let answer = run_with(&["sat"], cnf);
            assert_eq!(answer.code, 10);
            let grid = run_with(&["decode", CLASSIC], answer.out);
            assert_eq!(
                (grid.code, grid.out.trim_end()),
                (0, CLASSIC_SOLVED),
                "{encoding} {clues}: {}",
                grid.err
            );
        }
    }
    for amo in ["auto", "pairwise", "sequential", "ladder", "product", "commander", "bimander", "bitwise"] {
        let cnf = run(&["encode", "--amo", amo, CLASSIC]).out;
        let grid = run_with(&["decode", CLASSIC], run_with(&["sat"], cnf).out);
        assert_eq!(grid.out.trim_end(), CLASSIC_SOLVED, "{amo}");
    }
}

#[test]
fn one_puzzle_no_more_and_no_less() {
    let two = run_with(&["encode"], format!("{CLASSIC}\n{TWO}\n"));
    assert_eq!((two.code, two.out.as_str()), (2, ""));
    assert!(two.err.contains("more than one puzzle"), "{}", two.err);
    assert_eq!(run_with(&["encode"], "").code, 2);
    let typo = run_with(&["encode"], format!("{CLASSIC}1"));
    assert!(typo.code == 2 && typo.err.contains("<stdin>:1:82: saw 82 characters"), "{}", typo.err);
}

#[test]
fn a_result_file_of_minisat_is_an_answer_too() {
    let answer = run_with(&["sat"], run(&["encode", CLASSIC]).out).out;
    let literals: Vec<&str> =
        answer.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "out", format!("SAT\n{}\n", literals.join(" ")));
    let grid = run(&["decode", CLASSIC, &path]);
    assert_eq!((grid.code, grid.out.trim_end()), (0, CLASSIC_SOLVED), "{}", grid.err);
}

#[test]
fn wrong_answers_are_refused_by_name() {
    let answer = run_with(&["sat"], run(&["encode", CLASSIC]).out).out;
    let other = run_with(&["decode", TWO], &answer);
    assert_eq!((other.code, other.out.as_str()), (2, ""));
    assert!(other.err.contains("clue") && other.err.contains("solution has"), "{}", other.err);
    let broken = run_with(&["decode", &".".repeat(81)], answer.replacen("v -1 ", "v 1 ", 1));
    assert_eq!(broken.code, 2);
    assert!(broken.err.contains("r1c1: the model says both 1 and 5"), "{}", broken.err);
    let cut = run_with(&["decode", CLASSIC], &answer[..answer.len() / 2]);
    assert_eq!(cut.code, 2, "{cut:?}");
    let unsat = run_with(&["decode", CLASSIC], "s UNSATISFIABLE\n");
    assert_eq!((unsat.code, unsat.out.as_str()), (1, "none\n"));
    assert_eq!(run_with(&["decode", CLASSIC], "s UNKNOWN\n").code, 3);
    assert_eq!(run_with(&["decode", CLASSIC], "s SATISFIABLE\n").code, 2);
    let noise = run_with(&["decode", CLASSIC], "hello\n");
    assert!(noise.code == 2 && noise.err.contains("<stdin>:1:1: "), "{}", noise.err);
}

#[test]
fn minisat_solves_what_we_encode() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = file(folder.path(), "p.cnf", run(&["encode", CLASSIC]).out);
    let out = folder.path().join("out");
    // The test runner puts the folder of a libminisat that was built for `peers` before the system's, and Debian's
    // program then loads a library that is not its own.
    let minisat = std::process::Command::new("minisat")
        .env_remove("LD_LIBRARY_PATH")
        .args([&cnf, out.to_str().unwrap()])
        .output();
    match minisat {
        Ok(_) => assert_eq!(run(&["decode", CLASSIC, out.to_str().unwrap()]).out.trim_end(), CLASSIC_SOLVED),
        Err(_) => println!("skipped: minisat (apt-get install minisat)"),
    }
}
