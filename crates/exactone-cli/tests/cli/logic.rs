//! `exactone logic`.

use crate::support::{file, run, run_with};

const SUSPECTS: &str = "A: \"甲是犯人\"\nB: \"乙是犯人\"\nC: \"丙是犯人\"\nD: \"丁是犯人\"\n\
                        S1 = ~A\nS2 = D\nS3 = B\nS4 = ~D\nexactly_one(S1, S2, S3, S4)\n";

fn logic(arguments: &[&str], input: &str) -> (i32, String) {
    let run = run_with(&[&["logic"], arguments].concat(), input);
    assert!(run.code != 0 || run.err.is_empty(), "{}", run.err);
    (run.code, run.out)
}

#[test]
fn the_suspects_without_an_option() {
    let (code, out) = logic(&["-"], SUSPECTS);
    let expected = "satisfiable\nforced: A true (甲是犯人), B false\n\
                    defined: S1 false, S3 false\nfree: C, D\n4 models\nsimplified: A & ~B\n";
    assert_eq!((code, out.as_str()), (0, expected));
    let (code, out) = logic(&["--format", "json"], SUSPECTS);
    let json: serde_json::Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!(code, 0);
    assert_eq!(json["forced"], serde_json::json!({ "A": true, "B": false }));
    assert_eq!(json["defined"], serde_json::json!({ "S1": false, "S3": false }));
    assert_eq!(json["free"], serde_json::json!(["C", "D"]));
    assert_eq!((json["models"].as_str(), json["exact"].as_bool()), (Some("4"), Some(true)));
}

#[test]
fn statements_that_contradict_each_other_are_named_with_their_lines() {
    let (code, out) = logic(&[], "a -> b\nc\na & c\n\n~b  # no\n");
    let expected = "unsatisfiable\nthese 3 statements contradict each other:\n  line 1: a -> b\n  line 3: a & c\n  line 5: ~b\n";
    assert_eq!((code, out.as_str()), (1, expected));
}

#[test]
fn forms() {
    for (form, expected) in
        [("simplify", "a & b"), ("simplify-dnf", "a & b"), ("nnf", "a & ((~a | ~b) | b) & b")]
    {
        let (code, out) = logic(&["-e", "a & ((a -> ~b) | b) & b", "--to", form], "");
        assert_eq!((code, out.trim()), (0, expected), "{form}");
    }
    let (_, out) = logic(&["-e", "(a & b) | c", "--to", "plaisted-greenbaum"], "");
    assert_eq!(out, "(~_1 | a) & (~_1 | b) & (_1 | c)\n");
    let (_, out) = logic(&["-e", "(a & b) | c", "--to", "cnf", "--unicode"], "");
    assert_eq!(out, "(a ∨ c) ∧ (b ∨ c)\n");
    let dnf = "(~A & ~D & ~B & D) | (A & D & ~B & D) | (A & ~D & B & D) | (A & ~D & ~B & ~D)";
    for (options, clauses) in [(&["--keep-tautologies"][..], 41), (&[][..], 11)] {
        let all = [&["-e", dnf, "--to", "cnf", "--format", "json"], options].concat();
        let (_, out) = logic(&all, "");
        let json: serde_json::Value = serde_json::from_str(&out).expect("one JSON object");
        assert_eq!(json["clauses"], clauses);
    }
    let (_, out) = logic(&["-e", "a -> b", "--to", "table"], "");
    assert_eq!(out.lines().count(), 5);
    let (_, out) = logic(&["-e", "a & b | c", "--to", "dimacs"], "");
    assert!(
        out.contains("c 1 = a\n") && out.contains("c p show 1 2 3 0\n") && out.contains("p cnf 4 4\n"),
        "{out}"
    );
    let (code, out) = logic(&["-e", "a ^ b ^ c ^ d ^ e ^ f", "--to", "cnf", "--max-clauses", "10"], "");
    assert_eq!((code, out.as_str()), (2, ""));
}

#[test]
fn questions_answer_yes_or_no() {
    let (code, out) = logic(&["-e", "a | b", "--models"], "");
    assert!(code == 0 && ["a\n~a & b\n", "b\na & ~b\n"].contains(&out.as_str()), "{out}");
    assert_eq!(logic(&["-e", "a & ~a", "--models"], "").0, 1);
    assert_eq!(logic(&["-e", "a | b", "--count"], ""), (0, "3\n".into()));
    assert_eq!(logic(&["-e", "a | ~a", "--valid"], ""), (0, "valid\n".into()));
    assert_eq!(logic(&["-e", "a | b", "--valid"], ""), (1, "not valid\ncounterexample: ~a & ~b\n".into()));
    assert_eq!(logic(&["-e", "a -> b", "--equivalent", "~a | b"], ""), (0, "equivalent\n".into()));
    assert_eq!(logic(&["-e", "a -> b", "--equivalent", "b -> a"], "").0, 1);
    let (_, out) = logic(&["-e", "a | b", "--models", "--expand"], "");
    assert_eq!(out.lines().count(), 3);
    let (_, out) = logic(&["-e", "at_least(1, a, b)", "--models", "--format", "json"], "");
    assert!([r#"{"a":true}"#, r#"{"b":true}"#].contains(&out.lines().next().expect("a model")), "{out}");
}

#[test]
fn bad_input_is_drawn_with_its_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = file(folder.path(), "bad.logic", "a & (b |\nc d\nok\n甲 ＆ ＊\n");
    let run = run(&["logic", &path]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains(&format!("{path}:2:3: the name `d` where")), "{}", run.err);
    assert!(run.err.contains("2 | c d\n  |   ^"), "{}", run.err);
    assert!(run.err.contains(&format!("{path}:4:5: ")), "{}", run.err);
    for (text, part) in [
        ("", "nothing is stated"),
        ("exactly(5, a, b)", "must lie between 0 and 2"),
        ("S = ~S\nS", "a definition in terms of itself: S -> S"),
        ("(a & b", "a `)` is missing"),
        ("a $ b", "`$` belongs to no name"),
    ] {
        let run = run_with(&["logic", "-"], text);
        assert_eq!(run.code, 2, "{text}");
        assert!(run.err.contains(part), "{}", run.err);
    }
    let run = run_with(&["logic", "--lang", "zh"], "exactly(5, a, b)");
    assert!(run.err.contains("数字应在 0 和 2 之间"), "{}", run.err);
}

#[test]
fn masses_of_signs_end_soon() {
    for sign in ["~", "(", "~("] {
        let run = run_with(&["logic", "-"], sign.repeat(8_000_000 / sign.len()));
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.len() < 1000, "{}", run.err);
    }
}

#[test]
fn options_that_do_nothing_are_refused() {
    for arguments in [
        &["-e", "a", "--keep-tautologies"][..],
        &["-e", "a", "--models", "--count"],
        &["-e", "a", "--expand"],
        &["-e", "a", "--to", "dimacs", "--unicode"],
        &["-e", "a", "file"],
    ] {
        assert_eq!(run(&[&["logic"], arguments].concat()).code, 2, "{arguments:?}");
    }
    let run = run(&["logic", "a & b"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("exactone logic -e 'a & b'"), "{}", run.err);
}

#[test]
fn what_is_too_large_is_told_at_once() {
    let parity = |n: usize| (1..=n).map(|i| format!("x{i}")).collect::<Vec<_>>().join(" ^ ");
    for n in [20, 22, 40, 64] {
        let run = run(&["logic", "-e", &parity(n), "--to", "simplify"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(
            run.err.contains("literals are the limit") || run.err.contains("far more than"),
            "{}",
            run.err
        );
    }
    let (code, out) = logic(&["-e", &parity(12), "--to", "simplify", "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!((code, json["minimum"].as_bool(), json["clauses"].as_u64()), (0, Some(true), Some(2048)));
    let run = run(&["logic", "-e", "a", "--to", "cnf", "--max-clauses", "0"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("more than 0 clauses"), "{}", run.err);
}

#[test]
fn when_the_time_is_up_the_status_says_so() {
    let wide: String = (0..40).map(|i| format!("(a{i} & b{i}) | ")).collect::<String>() + "c";
    for options in [
        &["--to", "cnf", "--max-clauses", "1000000000"][..],
        &["--to", "tseitin"],
        &["--to", "dimacs"],
        &["--to", "plaisted-greenbaum"],
        &[],
    ] {
        let run = run(&[&["logic", "-e", &wide, "--seconds", "0"], options].concat());
        assert_eq!(run.code, 3, "{options:?}: {} {}", run.out, run.err);
        assert!(run.err.contains("time limit"), "{}", run.err);
    }
}

#[test]
fn a_byte_that_is_no_text_has_its_place() {
    let run = run_with(&["logic"], b"a\n\xE7\x94\xB2 & \xFF\n");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("<stdin>:2:5: not UTF-8 text"), "{}", run.err);
}

#[test]
fn a_hundred_thousand_definitions_are_read() {
    let mut text = String::from("S0 = a\n");
    (1..100_000).for_each(|n| text += &format!("S{n} = S{} ^ b\n", n - 1));
    text += "S99999\n";
    let (code, out) = logic(&["--count"], &text);
    assert_eq!((code, out.as_str()), (0, "2\n"));
}
