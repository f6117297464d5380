//! `sat --proof` and `verify`.

use std::path::Path;

use crate::support::{file, run, run_with};

/// Four pigeons in three holes.
const PIGEONS: &str = "p cnf 12 22
1 2 3 0 4 5 6 0 7 8 9 0 10 11 12 0
-1 -4 0 -1 -7 0 -1 -10 0 -4 -7 0 -4 -10 0 -7 -10 0
-2 -5 0 -2 -8 0 -2 -11 0 -5 -8 0 -5 -11 0 -8 -11 0
-3 -6 0 -3 -9 0 -3 -12 0 -6 -9 0 -6 -12 0 -9 -12 0
";

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("temporary folders have plain names").to_owned()
}

#[test]
fn every_kind_of_proof_of_both_engines_is_verified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", PIGEONS);
    for engine in ["cdcl", "dpll"] {
        for (name, more) in [("p.drat", None), ("p.lrat", None), ("binary.drat", Some("--binary"))] {
            let proof = path(folder.path(), name);
            let mut arguments = vec!["sat", &formula, "--engine", engine, "--proof", &proof];
            arguments.extend(more);
            let solved = run(&arguments);
            assert_eq!((solved.code, solved.out.as_str()), (20, "s UNSATISFIABLE\n"), "{}", solved.err);
            let verified = run(&["verify", &formula, &proof]);
            assert_eq!(verified.code, 0, "{}", verified.out);
            assert!(verified.out.ends_with("s VERIFIED\n"), "{}", verified.out);
        }
    }
    let (drat, lrat) = (path(folder.path(), "p.drat"), path(folder.path(), "again.lrat"));
    assert_eq!(run(&["verify", &formula, &drat, "--lrat", &lrat]).code, 0);
    assert_eq!(run(&["verify", &formula, &lrat]).code, 0);
    assert_eq!(run(&["verify", &formula, &lrat, "--lrat", &drat]).code, 2, "it is LRAT already");
}

#[test]
fn a_wrong_proof_is_named_by_its_first_wrong_step() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", PIGEONS);
    let wrong = file(folder.path(), "p.drat", "-1 -2 0\n1 0\n0\n");
    let verified = run(&["verify", &formula, &wrong]);
    assert_eq!(verified.code, 1);
    assert!(verified.out.starts_with("c step "), "{}", verified.out);
    assert!(verified.out.ends_with("s NOT VERIFIED\n"), "{}", verified.out);
    let nothing = file(folder.path(), "empty.drat", "");
    assert_eq!(run(&["verify", &formula, &nothing]).code, 1);
    let cut = file(folder.path(), "cut.lrat", "23 -1 0 5");
    let verified = run(&["verify", &formula, &cut]);
    assert_eq!((verified.code, verified.out.contains("s NOT VERIFIED")), (1, true));
    assert_eq!(run(&["verify", &formula, &path(folder.path(), "none")]).code, 2);
    assert_eq!(
        run(&["verify", &wrong, &wrong]).code,
        0,
        "a formula that holds the empty clause needs no proof"
    );
}

/// Propagation alone refutes the formula: the proof need not say anything, but it must be one.
#[test]
fn the_whole_proof_is_read_even_where_nothing_is_left_to_prove() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n");
    let empty = file(folder.path(), "g.cnf", "p cnf 1 1\n0\n");
    let long = format!("{}nonsense\n", "1 2 0\n".repeat(30_000));
    for (text, place) in [
        ("nonsense\n", "line 1, column 1"),
        ("2 0\nd 1 2\nx\n", "line 3, column 1"),
        ("2 0 3", "line 1, column 6"),
        ("\u{89}PNG\r\n", "byte 0"),
        (&long, "line 30001, column 1"),
    ] {
        for formula in [&formula, &empty] {
            let proof = file(folder.path(), "p.drat", text);
            let verified = run(&["verify", formula, &proof]);
            assert_eq!(verified.code, 1, "{text:?}: {}", verified.out);
            assert!(verified.out.ends_with("s NOT VERIFIED\n"), "{text:?}: {}", verified.out);
            assert!(verified.out.contains(place), "{text:?}: {}", verified.out);
        }
    }
    let lrat = file(folder.path(), "p.lrat", "4 2 0 1 2 0\n5 0 4 3 0\n6 1 0 x\n");
    let verified = run(&["verify", &formula, &lrat]);
    assert!(verified.code == 1 && verified.out.contains("line 3, column 7"), "{}", verified.out);
    let lrat = file(folder.path(), "p.lrat", "4 0 x\n");
    let verified = run(&["verify", &empty, &lrat, "--format", "lrat"]);
    assert!(verified.code == 1 && verified.out.contains("line 1, column 5"), "{}", verified.out);
    for (text, format) in [("", "drat"), ("c nothing\n", "drat"), ("2 0\n0\n1 2 0\n", "drat"), ("", "lrat")] {
        let proof = file(folder.path(), "p", text);
        let formula = if format == "lrat" { &empty } else { &formula };
        let verified = run(&["verify", formula, &proof, "--format", format]);
        assert_eq!(verified.code, 0, "{text:?}: {}", verified.out);
    }
    let trivial = file(folder.path(), "h.cnf", "p cnf 2 1\n1 2 0\n");
    let nonsense = file(folder.path(), "p", "nonsense");
    for assume in ["1 -1", "1"] {
        assert_eq!(run(&["verify", &trivial, &nonsense, "--assume", assume]).code, 1);
    }
}

#[test]
fn models_are_checked_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", "p cnf 3 2\n1 2 0\n-1 3 0\n");
    let solved = run(&["sat", &formula]);
    let verified = run_with(&["verify", &formula, "-"], &solved.out);
    assert_eq!(verified.code, 0, "{}", verified.out);
    let verified = run_with(&["verify", &formula, "-"], "SAT\n1 -2 -3 0\n");
    assert_eq!(verified.code, 1);
    assert_eq!(verified.out, "c clause 2 is false: [-1, 3] (1 of 2 clauses is)\ns NOT VERIFIED\n");
    assert_eq!(run_with(&["verify", &formula, "-"], "s UNSATISFIABLE\n").code, 1, "no proof with it");
    assert_eq!(run_with(&["verify", &formula, "-", "--assume", "-3"], "v 1 2 3 0\n").code, 1);
}

#[test]
fn one_of_a_thing_is_told_as_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = file(folder.path(), "empty.cnf", "p cnf 0 1\n0\n");
    let clash = file(folder.path(), "clash.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let four = file(folder.path(), "four.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n");
    for (arguments, evidence, said) in [
        (
            &["verify", &clash, "-"][..],
            "3 0 1 2 0\n",
            "LRAT: 1 clause checked by 2 hints, 0 only up to satisfiability",
        ),
        (
            &["verify", &clash, "-", "--assume", "-1"],
            "3 1 0 1 0\n",
            "LRAT: 1 clause checked by 1 hint, 0 only up to satisfiability",
        ),
        (&["verify", &clash, "-"], "v 1 0\n", "clause 2 is false: [-1] (1 of 2 clauses is)"),
        (&["verify", &empty, "-"], "s SATISFIABLE\nv 0\n", "clause 1 is false: [] (1 of 1 clause is)"),
        (
            &["verify", &four, "-"],
            "d 5 0\n1 0\n0\n",
            "DRAT: 1 of 1 clause needed and checked, 0 only up to satisfiability; 4 clauses of the formula needed",
        ),
    ] {
        let run = run_with(arguments, evidence);
        assert_eq!(run.out.lines().next(), Some(&*format!("c {said}")), "{run:?}");
        assert_eq!(run.err.contains(" 1 deletion ignored: "), evidence.starts_with('d'), "{}", run.err);
    }
}

#[test]
fn under_assumptions_the_proof_is_about_either_formula() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", "p cnf 4 2\n-1 2 0\n-2 -3 0\n");
    for engine in ["cdcl", "dpll"] {
        for name in ["p.lrat", "p.drat"] {
            let proof = path(folder.path(), name);
            let solve =
                ["sat", &formula, "--engine", engine, "--assume", "4 1 3", "--core", "--proof", &proof];
            let solved = run(&solve);
            assert_eq!(solved.code, 20, "{}", solved.err);
            assert!(solved.out.contains("c core"), "{}", solved.out);
            assert_eq!(run(&["verify", &formula, &proof, "--assume", "4 1 3"]).code, 0);
            assert_eq!(run(&["verify", &formula, &proof]).code, 1, "the formula itself is satisfiable");
            assert_eq!(run(&["verify", &formula, &proof, "--assume", "4 3"]).code, 1);
            let units = path(folder.path(), "units.cnf");
            let solved = run(&[&solve[..], &["--proof-cnf", &units]].concat());
            assert_eq!(solved.code, 20, "{}", solved.err);
            let verified = run(&["verify", &units, &proof]);
            assert_eq!(verified.code, 0, "{} {}", verified.out, verified.err);
        }
    }
}

#[test]
fn no_proof_is_left_where_there_is_nothing_to_prove() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let satisfiable = file(folder.path(), "f.cnf", "p cnf 1 1\n1 0\n");
    let proof = path(folder.path(), "p.lrat");
    let solved = run(&["sat", &satisfiable, "--proof", &proof]);
    assert_eq!(solved.code, 10);
    assert!(solved.err.contains("nothing to prove"), "{}", solved.err);
    let unsatisfiable = file(folder.path(), "g.cnf", PIGEONS);
    let solved = run(&["sat", &unsatisfiable, "--proof", &proof, "--conflicts", "1"]);
    assert_eq!((solved.code, solved.out.as_str()), (0, "s UNKNOWN\n"));
    let names: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder is there").collect();
    assert_eq!(names.len(), 2, "{names:?}");
    for bad in [&["--count"][..], &["--engine", "path:minisat"], &["--binary"]] {
        let solved = run(&[&["sat", &unsatisfiable, "--proof", &proof], bad].concat());
        assert_eq!(solved.code, 2, "{bad:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_no_proof() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", PIGEONS);
    let solved = run(&["sat", &formula, "--proof", "/dev/full"]);
    assert_eq!((solved.code, solved.out.as_str()), (2, ""), "{}", solved.err);
}

#[test]
fn no_output_replaces_what_is_read_or_another_output() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", PIGEONS);
    let (proof, new) = (path(folder.path(), "p.drat"), path(folder.path(), "new"));
    assert_eq!(run(&["sat", &formula, "--proof", &proof]).code, 20);
    let written = std::fs::read(&proof).unwrap();
    let puzzle = file(folder.path(), "puzzle.txt", crate::support::CLASSIC);
    let around = format!("{}/./f.cnf", folder.path().display());
    for arguments in [
        &["sat", &formula, "--proof", &around][..],
        &["sat", &formula, "-o", &formula],
        &["sat", &formula, "--trace", &formula],
        &["sat", &formula, "--assume", "1", "--proof-cnf", &formula, "--proof", &new],
        &["sat", &formula, "--assume", "1", "--proof-cnf", &new, "--proof", &new],
        &["sat", &formula, "-o", &new, "--proof", &new],
        &["verify", &formula, &proof, "--lrat", &formula],
        &["verify", &formula, &proof, "--lrat", &proof],
        &["solve", &puzzle, "-o", &puzzle],
        &["solve", &puzzle, "--engine", "cdcl", "--trace", &new, "-o", &new],
        &["check", &puzzle, "-o", &puzzle],
        &["encode", &puzzle, "-o", &puzzle],
        &["certify", &puzzle, "--out", &new, "-o", &puzzle],
    ] {
        let refused = run(arguments);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{arguments:?}");
        assert!(refused.err.contains("; name another one"), "{}", refused.err);
    }
    assert_eq!(std::fs::read_to_string(&formula).unwrap(), PIGEONS);
    assert_eq!(std::fs::read(&proof).unwrap(), written);
    assert!(!Path::new(&new).exists());
    let nowhere = run(&["sat", &formula, "-o", "/dev/null", "--proof", "/dev/null"]);
    assert_eq!(nowhere.code, 20, "{nowhere:?}");
}

#[test]
fn no_proof_is_left_where_there_is_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pigeons = file(folder.path(), "f.cnf", PIGEONS);
    let one = file(folder.path(), "one.cnf", "p cnf 1 1\n1 0\n");
    let proof = path(folder.path(), "p.drat");
    for (arguments, code, why) in [
        (&["sat", &one, "--proof", &proof][..], 10, "not written, there is nothing to prove"),
        (&["sat", &pigeons, "--conflicts", "0", "--proof", &proof], 0, "not written, it is not decided"),
    ] {
        assert_eq!(run(&["sat", &pigeons, "--proof", &proof]).code, 20);
        let none = run(arguments);
        assert_eq!(none.code, code, "{none:?}");
        assert!(none.err.contains(why), "{}", none.err);
        assert!(!Path::new(&proof).exists(), "the older one is gone");
    }
    if cfg!(unix) {
        let arguments = ["sat", &pigeons, "--assume", "1", "--proof-cnf", "/dev/full", "--proof", &proof];
        assert_eq!(run(&arguments).code, 2);
        assert!(!Path::new(&proof).exists(), "its formula could not be written");
    }
}

#[test]
fn why_evidence_is_refused_or_accepted_is_told_in_chinese() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let formula = file(folder.path(), "f.cnf", PIGEONS);
    let (drat, lrat) = (path(folder.path(), "p.drat"), path(folder.path(), "p.lrat"));
    for proof in [&drat, &lrat] {
        assert_eq!(run(&["sat", &formula, "--proof", proof]).code, 20);
    }
    let wrong = file(folder.path(), "w.drat", "-1 -2 0\n1 0\n0\n");
    let hint = file(folder.path(), "w.lrat", "23 0 99 0\n");
    let cut = file(folder.path(), "cut.drat", b"a\x02");
    let model = file(folder.path(), "model", "s SATISFIABLE\nv 1 0\n");
    for proof in [&drat, &lrat, &wrong, &hint, &cut, &model] {
        let told = run(&["verify", &formula, proof, "--lang", "zh"]);
        let comment = told.out.lines().next().unwrap_or_default().trim_start_matches("c ");
        let names = ["DRAT", "LRAT"];
        let rest =
            names.iter().fold(comment.replace(proof.as_str(), ""), |text, name| text.replace(name, ""));
        assert!(!rest.is_empty() && !rest.contains(|c: char| c.is_ascii_alphabetic()), "{comment}");
    }
}
