//! `--lang zh`: whatever is told in English is told in Chinese.

use crate::support::{CLASH, CLASSIC, CLASSIC_SOLVED, IMPOSSIBLE, NONE, SMALL_TWO, TWO, file, run_with};

/// A line that says something in words: not one of data, of a usage, or of a source that is shown again.
fn is_said(line: &str) -> bool {
    let drawn =
        line.split_once(" | ").is_some_and(|(number, _)| number.trim().chars().all(|c| c.is_ascii_digit()));
    let words = line.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3).count();
    !drawn
        && !line.trim_start().starts_with("exactone ")
        && !line.trim_start().starts_with("cat ")
        && words > 1
}

#[test]
fn no_line_is_the_same_in_both_languages() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |name: &str, text: &[u8]| file(folder.path(), name, text);
    let cnf = put("a.cnf", b"p cnf 2 2\n1 2 0\n-1 0\n");
    let wrong = put("wrong.cnf", b"p cnf 2 2\n1 x 0\n");
    let odd = put("odd.cnf", b"c a\n1 0\np cnf 9 9\n1 -2 0\n3");
    let bytes = put("bytes.logic", b"a\nb \xFF\n");
    let proof = put("proof", b"1 0\n");
    let table = put("t.csv", b"a,b\n1,2\n");
    let grid = put("grid.txt", CLASSIC.as_bytes());
    let here = folder.path().to_str().expect("temporary folders have plain names");
    let statements = "a -> b\na\n~b\n";
    let parity = (1..=20).map(|n| format!("x{n}")).collect::<Vec<_>>().join(" ^ ");
    let wide = (1..=70).map(|n| format!("x{n}")).collect::<Vec<_>>().join(" | ");
    let mut kept = Vec::new();
    for (arguments, input) in [
        (&["logic"][..], statements),
        (&["logic"], "a & ~a\n"),
        (&["logic"], "A: \"he did it\"\nS = A\nS\nb | c\nd | ~d"),
        (&["logic", "-e", "a | b", "--valid"], ""),
        (&["logic", "-e", "a | ~a", "--valid"], ""),
        (&["logic", "-e", "a", "--equivalent", "b"], ""),
        (&["logic", "-e", "a", "--equivalent", "a"], ""),
        (&["logic", "-e", "a & ~a", "--models"], ""),
        (&["logic", "-e", "a", "--equivalent", "b &"], ""),
        (&["logic", "-e", "a", "--keep-tautologies"], ""),
        (&["logic", "-e", "a", "--to", "dimacs", "--unicode"], ""),
        (&["logic", "-e", &parity, "--to", "simplify"], ""),
        (&["logic", "-e", &parity, "--to", "cnf"], ""),
        (&["logic", "-e", &wide, "--to", "simplify"], ""),
        (&["logic", "-e", &wide, "--to", "table"], ""),
        (&["logic", "-e", &wide, "--seconds", "0"], ""),
        (&["logic", "a & b"], ""),
        (&["logic", &bytes], ""),
        (&["logic", here], ""),
        (&["logic", "/nowhere/at.all"], ""),
        (&["logic"], ""),
        (&["logic"], "f(a)\na b\na = \n(a\nexactly(9, a)\nat_most(x)\nite(a)\n\"x\nb: c\nq = q\n"),
        (&["logic", "--to", "nothing"], ""),
        (&["logic", "--max-clauses", "-5"], ""),
        (&["logic", "--models", "--count"], ""),
        (&["logic", "--seconds", "soon"], ""),
        (&["unknown"], ""),
        (&["solve", "--nothing"], ""),
        (&["solve", "--engine", "nothing", CLASSIC], ""),
        (&["solve", "--engine", "cdcl", "--no-pure", CLASSIC], ""),
        (&["solve", "--format", "grid", CLASSIC], ""),
        (&["solve", "--format", "grid", TWO], ""),
        (&["solve", "--format", "grid", NONE], ""),
        (&["solve", "--format", "grid", CLASH], ""),
        (&["solve", "--format", "grid", SMALL_TWO], ""),
        (&["solve", "--seconds", "0", IMPOSSIBLE], ""),
        (&["solve", "/nowhere/at.all"], ""),
        (&["solve", "12345"], ""),
        (&["solve", "-"], "12x456789\nabc\n"),
        (&["solve", "-", "--box", "200x200"], "1"),
        (&["solve", &table], ""),
        (&["solve", &grid, "-o", "/nowhere/out"], ""),
        (&["check", "-", "-"], ""),
        (&["check", CLASH], ""),
        (&["check", CLASSIC_SOLVED], ""),
        (&["count", "--limit", "0", CLASSIC], ""),
        (&["encode", "12345"], ""),
        (&["encode", "-"], "1\n2\n"),
        (&["decode", CLASSIC], "s SATISFIABLE\nv 1 x 0\n"),
        (&["decode", CLASSIC], "s SATISFIABLE\n"),
        (&["decode", CLASSIC], "s SATISFIABLE\nv 1 2 3 0\n"),
        (&["decode", "-"], ""),
        (&["sat", &wrong], ""),
        (&["sat", &odd], ""),
        (&["sat", &odd, "--strict"], ""),
        (&["sat", "/nowhere/at.all"], ""),
        (&["sat", here], ""),
        (&["sat", &cnf, "--engine", "nothing"], ""),
        (&["sat", &cnf, "--engine", "path:/nowhere"], ""),
        (&["sat", &cnf, "--engine", "cadical"], ""),
        (&["sat", &cnf, "--assume", "x"], ""),
        (&["sat", &cnf, "--count", "--project", "-1"], ""),
        (&["sat", &cnf, "--count", "--project", "0"], ""),
        (&["sat", &cnf, "--count", "--project", "1 0 2"], ""),
        (&["sat", &cnf, "--count", "--proof", "/nowhere/p"], ""),
        (&["sat", &cnf, "--proof", "/nowhere/p"], ""),
        (&["sat", &odd, "--count"], ""),
        (&["verify", "-", "-"], ""),
        (&["verify", &cnf, "/nowhere/at.all"], ""),
        (&["verify", &wrong, &proof], ""),
        (&["verify", &odd, &proof], ""),
        (&["verify", &cnf, &proof, "--assume", "x"], ""),
        (&["certify", CLASSIC, "--out", "/nowhere/at/all"], ""),
        (&["candidates", "12345"], ""),
        (&["man", "nothing"], ""),
        (&["explain"], ""),
        (&["solve", "--stats", "--engine", "cdcl", "-"], "1...\n1...\n"),
        (&["sat", &cnf, "--stats"], ""),
        (&["sat", &cnf, "--stats", "--count"], ""),
        (&["sat", &cnf, "--proof", &format!("{here}/p.lrat")], ""),
        (&["decode", CLASSIC, &cnf], ""),
        (&["decode", CLASH], "s UNSATISFIABLE\n"),
        (&["certify", TWO, "--out", &format!("{here}/c")], ""),
    ] {
        let both = ["en", "zh"].map(|language| run_with(&[arguments, &["--lang", language]].concat(), input));
        let [english, chinese] = &both;
        assert_eq!(english.code, chinese.code, "{arguments:?}");
        let same = chinese
            .err
            .lines()
            .filter(|line| is_said(line) && english.err.lines().any(|other| other == *line));
        kept.extend(same.map(|line| format!("{arguments:?}: {line}")));
        assert_eq!(english.err.is_empty(), chinese.err.is_empty(), "{arguments:?}");
    }
    assert!(kept.is_empty(), "the same in both languages: {kept:#?}");
}

#[test]
fn answers_about_formulas_are_chinese() {
    let told = |arguments: &[&str], input: &str| {
        run_with(&[&["logic", "--lang", "zh"], arguments].concat(), input).out
    };
    assert_eq!(
        told(&[], "a -> b\na\n~b\n"),
        "不可满足\n这 3 条陈述互相矛盾：\n  第 1 行: a -> b\n  第 2 行: a\n  第 3 行: ~b\n"
    );
    assert_eq!(told(&[], "a & ~a"), "不可满足\n这条陈述自相矛盾：\n  第 1 行: a & ~a\n");
    assert_eq!(
        told(&[], "A: \"甲是犯人\"\nS = A\nS & ~b\nd | ~d\nc | e"),
        "可满足\n必然: A 真 (甲是犯人), b 假\n定义: S 真\n未定: c, e\n任意: d\n6 个模型\n化简: A & ~b & (c | e)\n"
    );
    assert_eq!(told(&["-e", "a | b", "--valid"], ""), "并非永真\n反例: ~a & ~b\n");
    assert_eq!(told(&["-e", "a | ~a", "--valid"], ""), "永真\n");
    assert_eq!(told(&["-e", "a", "--equivalent", "~~a"], ""), "等价\n");
    assert_eq!(told(&["-e", "a | ~a", "--valid", "--format", "json"], ""), "{\"valid\":true}\n");
}
