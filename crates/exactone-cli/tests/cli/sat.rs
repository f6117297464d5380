//! `exactone sat`

use crate::support::*;

const SUSPECTS: &str = "p cnf 4 7\n1 -4 0\n1 -2 0\n1 4 0\n-4 -2 0\n-4 4 0\n-2 4 0\n-1 4 2 -4 0\n";

#[test]
fn statuses_as_in_the_competition() {
    for engine in ["cdcl", "dpll"] {
        let sat = run_with(&["sat", "--engine", engine], "p cnf 2 2\n1 2 0\n-1 0\n");
        assert_eq!((sat.code, sat.out.as_str()), (10, "s SATISFIABLE\nv -1 2 0\n"));
        let unsat = run_with(&["sat", "--engine", engine], "p cnf 1 2\n1 0\n-1 0\n");
        assert_eq!((unsat.code, unsat.out.as_str()), (20, "s UNSATISFIABLE\n"));
        let unknown = run_with(&["sat", "--engine", engine, "--seconds", "0"], SUSPECTS);
        assert_eq!((unknown.code, unknown.out.as_str()), (0, "s UNKNOWN\n"), "{engine}");
    }
    // Variables that only the header names have a value too.
    let free = run_with(&["sat"], "p cnf 3 0\n").out;
    assert_eq!(free.lines().nth(1).unwrap().split_whitespace().count(), 5, "{free}");
}

#[test]
fn bad_formulas_have_a_place_and_status_2() {
    let typo = run_with(&["sat"], "p cnf 2 1\n1 x 0\n");
    assert_eq!((typo.code, typo.out.as_str()), (2, ""));
    assert!(typo.err.starts_with("<stdin>:2:3: found `x`"), "{}", typo.err);
    let missing = run(&["sat", "no/such.cnf"]);
    assert!(missing.code == 2 && missing.err.contains("no/such.cnf: no such file"), "{}", missing.err);
    assert_eq!(run(&["sat", "."]).code, 2);
    let large = run_with(&["sat"], "p cnf 1 1\n100000001 0\n");
    assert!(large.code == 2 && large.err.contains("100000000"), "{}", large.err);
}

#[test]
fn wrong_counts_are_a_warning_and_with_strict_an_error() {
    let loose = run_with(&["sat"], "p cnf 2 9\n1 2 0\n");
    assert_eq!(loose.code, 10);
    assert!(loose.err.contains("warning: <stdin>: "), "{}", loose.err);
    let strict = run_with(&["sat", "--strict"], "p cnf 2 9\n1 2 0\n");
    assert_eq!((strict.code, strict.out.as_str()), (2, ""));
}

#[test]
fn assumptions_and_the_core_to_blame() {
    let run1 = run_with(&["sat", "--assume", "-1 3", "--core"], SUSPECTS);
    assert_eq!((run1.code, run1.out.as_str()), (20, "s UNSATISFIABLE\nc core -1 0\n"));
    let fine = run_with(&["sat", "--assume", "3 -4"], SUSPECTS);
    assert_eq!(fine.code, 10);
    assert_eq!(fine.out.lines().nth(1), Some("v 1 -2 3 -4 0"));
    assert_eq!(run_with(&["sat", "--assume", "1 x"], SUSPECTS).code, 2);
    assert_eq!(run_with(&["sat", "--core"], SUSPECTS).code, 2, "a core of what?");
}

#[test]
fn backbone_lines() {
    let run1 = run_with(&["sat", "--backbone"], SUSPECTS);
    assert_eq!((run1.code, run1.out.as_str()), (10, "s SATISFIABLE\nb 1\nb -2\nb 0\n"));
    assert_eq!(run_with(&["sat", "--backbone"], "1 0\n-1 0\n").code, 20);
}

#[test]
fn all_models_and_their_number() {
    let all = run_with(&["sat", "--all"], SUSPECTS);
    assert_eq!(all.code, 10);
    let mut models: Vec<&str> = all.out.lines().filter(|line| line.starts_with('v')).collect();
    models.sort_unstable();
    assert_eq!(models, ["v 1 -2 -3 -4 0", "v 1 -2 -3 4 0", "v 1 -2 3 -4 0", "v 1 -2 3 4 0"]);
    assert!(all.out.starts_with("s SATISFIABLE\n") && all.out.ends_with("c 4 models\n"), "{}", all.out);
    let count = run_with(&["sat", "--count"], SUSPECTS);
    assert_eq!((count.code, count.out.as_str()), (10, "s SATISFIABLE\nc s exact arb int 4\n"));
    let none = run_with(&["sat", "--count"], "1 0\n-1 0\n");
    assert_eq!((none.code, none.out.as_str()), (20, "s UNSATISFIABLE\nc s exact arb int 0\n"));
}

#[test]
fn projection_by_option_or_by_comment() {
    let option = run_with(&["sat", "--count", "--project", "1 3"], SUSPECTS);
    assert!(option.out.ends_with("c s exact arb int 2\n"), "{}", option.out);
    let comment = run_with(&["sat", "--count"], format!("c p show 3 0\n{SUSPECTS}"));
    assert!(comment.out.ends_with("c s exact arb int 2\n"), "{}", comment.out);
    let all = run_with(&["sat", "--all", "--project", "1 2"], SUSPECTS);
    assert!(all.out.contains("v 1 -2 0\n") && all.out.ends_with("c 1 model\n"), "{}", all.out);
}

#[test]
fn one_model_is_no_models() {
    for engine in ["cdcl", "dpll"] {
        let one = run_with(&["sat", "--all", "--engine", engine], "1 0\n");
        assert_eq!(one.out, "s SATISFIABLE\nv 1 0\nc 1 model\n");
        let none = run_with(&["sat", "--all", "--engine", engine], "1 0\n-1 0\n");
        assert_eq!(none.out, "s UNSATISFIABLE\nc 0 models\n");
    }
}

#[test]
fn a_0_only_ends_a_list() {
    let ended = run_with(&["sat", "--count", "--project", "1 3 0", "--assume", "1 0"], SUSPECTS);
    assert!(ended.out.ends_with("c s exact arb int 2\n") && ended.err.is_empty(), "{ended:?}");
    let proof = tempfile::NamedTempFile::new().unwrap();
    let proof = proof.path().to_str().unwrap();
    for (arguments, said) in [
        (
            &["sat", "--count", "--project", "0 1"][..],
            "--project, column 1: found `0`, expected a variable such as 3; a 0",
        ),
        (
            &["sat", "--all", "--project", "1 x"],
            "--project, column 3: found `x`, expected a variable such as 3\n",
        ),
        (
            &["sat", "--assume", "1  0 2"],
            "--assume, column 4: found `0`, expected a literal such as 3 or -3; a 0",
        ),
        (&["verify", "-", proof, "--assume", "0 0"], "--assume, column 1: found `0`, expected a literal"),
    ] {
        let run = run_with(arguments, SUSPECTS);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
    }
    // Nothing to project onto is said, and means the same in an option and in a file.
    for nothing in ["", "0"] {
        let run = run_with(&["sat", "--count", "--project", nothing], SUSPECTS);
        assert_eq!((run.code, run.out.as_str()), (10, "s SATISFIABLE\nc s exact arb int 1\n"));
        assert!(
            run.err.contains("warning: --project: names no variable, so all models count as one"),
            "{run:?}"
        );
    }
    let comment = run_with(&["sat", "--count"], format!("c p show 0\n{SUSPECTS}"));
    assert_eq!(comment.out, "s SATISFIABLE\nc s exact arb int 1\n");
}

#[test]
fn a_count_far_beyond_one_model_at_a_time() {
    // Exactly one of two, 100 times.
    let pairs: String =
        (0..100).map(|i| format!("{a} {b} 0\n-{a} -{b} 0\n", a = 2 * i + 1, b = 2 * i + 2)).collect();
    let formula = format!("p cnf 200 200\n{pairs}");
    let power = "c s exact arb int 1267650600228229401496703205376\n";
    let count = run_with(&["sat", "--count", "--stats"], &formula);
    assert_eq!((count.code, count.out), (10, format!("s SATISFIABLE\n{power}")));
    for name in ["variables ", "decisions ", "parts recognised ", "milliseconds "] {
        assert!(count.err.contains(name), "{name}: {}", count.err);
    }
    // Variables that only the header or the projection names are free.
    let free = run_with(&["sat", "--count"], "p cnf 100 0\n");
    assert!(free.out.ends_with(power), "{}", free.out);
    let beyond = run_with(&["sat", "--count", "--project", "1 2 300"], &formula);
    assert!(beyond.out.ends_with("c s exact arb int 4\n"), "{}", beyond.out);
    let assumed = run_with(&["sat", "--count", "--assume", "1 -4", "--project", "1 2 3 4 5"], &formula);
    assert!(assumed.out.ends_with("c s exact arb int 2\n"), "{}", assumed.out);
    let stopped = run_with(&["sat", "--count", "--seconds", "0", "--stats"], &formula);
    assert_eq!((stopped.code, stopped.out.as_str()), (0, "s UNKNOWN\nc at least 0 models\n"));
    assert!(stopped.err.contains("decisions"), "{}", stopped.err);
}

#[test]
fn engines_list_and_count_the_same() {
    // Of five, two or three; the sixth is free, the seventh says whether the first two are both true.
    let mut formula = String::from("p cnf 7 0\n");
    let triples = |sign: &str, size: u32| -> String {
        (0u32..32)
            .filter(|set| set.count_ones() == size)
            .map(|set| (0..5).filter(|i| set >> i & 1 == 1).map(|i| format!("{sign}{} ", i + 1)).collect())
            .map(|clause: String| clause + "0\n")
            .collect()
    };
    formula += &(triples("", 4) + &triples("-", 4) + "-7 1 0\n-7 2 0\n7 -1 -2 0\n");
    for (options, number) in
        [(&[][..], 40), (&["--project", "1 2 7"], 4), (&["--assume", "7", "--project", "3 4 5"], 4)]
    {
        for engine in ["cdcl", "dpll"] {
            let with = |what| [&["sat", "--engine", engine, what], options].concat();
            let all = run_with(&with("--all"), &formula);
            assert_eq!(all.code, 10, "{}", all.err);
            let models: Vec<&str> = all.out.lines().filter(|line| line.starts_with('v')).collect();
            let different: std::collections::BTreeSet<&str> = models.iter().copied().collect();
            assert_eq!((models.len(), different.len()), (number, number), "{engine} {options:?}");
            assert!(
                all.out.starts_with("s SATISFIABLE\nv ")
                    && all.out.ends_with(&format!("c {number} models\n"))
            );
            let count = run_with(&with("--count"), &formula);
            assert_eq!(
                count.out,
                format!("s SATISFIABLE\nc s exact arb int {number}\n"),
                "{engine} {options:?}"
            );
        }
    }
    for (what, last) in [("--all", "c 0 models\n"), ("--count", "c s exact arb int 0\n")] {
        for engine in ["cdcl", "dpll"] {
            let none = run_with(&["sat", "--engine", engine, what, "--assume", "7 -1"], &formula);
            assert_eq!((none.code, none.out), (20, format!("s UNSATISFIABLE\n{last}")), "{engine}");
        }
    }
    let beyond = run_with(&["sat", "--all", "--project", "1 300"], "p cnf 1 1\n1 0\n").out;
    let mut lines: Vec<&str> = beyond.lines().collect();
    lines[1..3].sort_unstable();
    assert_eq!(lines, ["s SATISFIABLE", "v 1 -300 0", "v 1 300 0", "c 2 models"]);
}

#[test]
fn all_filled_4x4_grids() {
    // Variable 16 r + 4 c + v + 1: row r, column c has the value v. Sixteen more are free;
    // projection leaves them out.
    let mut formula = String::from("p cnf 80 0\n");
    let var = |r: usize, c: usize, v: usize| 16 * r + 4 * c + v + 1;
    for i in 0..4 {
        for j in 0..4 {
            for group in [
                [0, 1, 2, 3].map(|k| var(i, j, k)),
                [0, 1, 2, 3].map(|k| var(i, k, j)),
                [0, 1, 2, 3].map(|k| var(k, i, j)),
                [0, 1, 2, 3].map(|k| var(2 * (i / 2) + k / 2, 2 * (i % 2) + k % 2, j)),
            ] {
                formula += &format!("{} {} {} {} 0\n", group[0], group[1], group[2], group[3]);
                for (at, a) in group.iter().enumerate() {
                    for b in &group[at + 1..] {
                        formula += &format!("-{a} -{b} 0\n");
                    }
                }
            }
        }
    }
    let cells: Vec<String> = (1..=64).map(|var| var.to_string()).collect();
    let shown = format!("c p show {} 0\n{formula}", cells.join(" "));
    let count = run_with(&["sat", "--count"], &shown);
    assert_eq!(count.out, "s SATISFIABLE\nc s exact arb int 288\n");
    let all = run_with(&["sat", "--all"], &shown);
    assert!(all.out.ends_with("c 288 models\n"));
    // The option stands above the comment: the first band alone.
    let band = run_with(&["sat", "--count", "--project", &cells[..32].join(" ")], &shown);
    assert_eq!(band.out, "s SATISFIABLE\nc s exact arb int 96\n");
    let free = run_with(&["sat", "--count"], &formula);
    assert_eq!(free.out, format!("s SATISFIABLE\nc s exact arb int {}\n", 288 << 16));
}

#[test]
fn limits_and_options_that_do_not_fit() {
    let hole = pigeonhole(9);
    let stopped = run_with(&["sat", "--conflicts", "10"], &hole);
    assert_eq!((stopped.code, stopped.out.as_str()), (0, "s UNKNOWN\n"));
    for wrong in [
        &["--branching", "moms"][..],
        &["--no-pure"],
        &["--engine", "kissat"],
        &["--engine", "path:/no/such/solver"],
        &["--binary"],
        &["--project", "1 2"],
        &["--project", "1 2", "--proof", "/no/such/place/p.lrat"],
    ] {
        let arguments: Vec<&str> = ["sat"].iter().chain(wrong).copied().collect();
        let run = run_with(&arguments, SUSPECTS);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{wrong:?}: {}", run.err);
    }
}

/// n + 1 pigeons, n holes, pairwise.
fn pigeonhole(holes: usize) -> String {
    let var = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut text = String::new();
    for pigeon in 0..=holes {
        for hole in 0..holes {
            text.push_str(&format!("{} ", var(pigeon, hole)));
        }
        text.push_str("0\n");
    }
    for hole in 0..holes {
        for one in 0..=holes {
            for other in one + 1..=holes {
                text.push_str(&format!("-{} -{} 0\n", var(one, hole), var(other, hole)));
            }
        }
    }
    text
}

#[test]
fn statistics_go_to_standard_error() {
    let run1 = run_with(&["sat", "--engine", "dpll", "--stats"], SUSPECTS);
    assert!(run1.err.contains("decisions") && run1.err.contains("pure assignments"), "{}", run1.err);
    assert!(!run1.out.contains("decisions"));
}

#[test]
fn a_trace_of_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps");
    let run1 =
        run_with(&["sat", "--engine", "dpll", "--trace", path.to_str().unwrap()], "p cnf 2 2\n1 0\n-1 2 0\n");
    assert_eq!(run1.code, 10);
    let text = std::fs::read_to_string(path).unwrap();
    assert!(
        text.contains("{\"step\":\"propagate\",\"literal\":2,\"clause\":[2,-1],\"id\":\"c2\"}\n"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn another_solver_by_its_path() {
    use std::os::unix::fs::PermissionsExt;
    // The other solver is this one, behind a script.
    let folder = tempfile::tempdir().unwrap();
    let script = format!("#!/bin/sh\nexec {} sat --engine dpll \"$1\"\n", env!("CARGO_BIN_EXE_exactone"));
    let path = file(folder.path(), "other", script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let engine = format!("path:{path}");
    let sat = run_with(&["sat", "--engine", &engine], "p cnf 2 2\n1 2 0\n-1 0\n");
    assert_eq!((sat.code, sat.out.as_str()), (10, "s SATISFIABLE\nv -1 2 0\n"), "{}", sat.err);
    let core = run_with(&["sat", "--engine", &engine, "--assume", "-1", "--core"], SUSPECTS);
    assert_eq!((core.code, core.out.as_str()), (20, "s UNSATISFIABLE\nc core -1 0\n"), "{}", core.err);
    let forced = run_with(&["sat", "--engine", &engine, "--backbone"], SUSPECTS);
    assert_eq!(forced.out, "s SATISFIABLE\nb 1\nb -2\nb 0\n");
    let noise = file(folder.path(), "noise", "#!/bin/sh\necho hello\n");
    std::fs::set_permissions(&noise, std::fs::Permissions::from_mode(0o755)).unwrap();
    let run1 = run_with(&["sat", "--engine", &format!("path:{noise}")], SUSPECTS);
    assert!(run1.code == 2 && run1.err.contains("it gave no answer"), "{run1:?}");
    let stats = run_with(&["sat", "--engine", &engine, "--stats"], SUSPECTS);
    assert!(stats.err.contains("milliseconds") && !stats.err.contains("conflicts"), "{}", stats.err);
    for (answer, why) in [
        ("echo s UNSATISFIABLE; exit 10", "it says UNSATISFIABLE and ends with status 10"),
        ("echo s SATISFIABLE; echo v 1 -2 0; exit 20", "it says SATISFIABLE and ends with status 20"),
        ("echo s UNSATISFIABLE; echo s SATISFIABLE; echo v 1 -2 0", "it has two `s` lines"),
        ("echo s SATISFIABLE; echo s SATISFIABLE; echo v 1 -2 0", "it has two `s` lines"),
        ("echo s UNSATISFIABLE; echo v 1 -2 0", "it says UNSATISFIABLE and shows a model"),
        ("echo s SATISFIABLE; echo v 1 -2 0; echo v 2 0", "its model has both 2 and -2"),
        ("echo s SATISFIABLE; echo v 1 2 0; exit 10", "its model does not satisfy the formula"),
        ("echo s SATISFIABLE; exit 10", "it found a model but did not show it"),
        ("test $# = 2 && echo UNSAT > $2; echo s SATISFIABLE", "it says SATISFIABLE, then UNSATISFIABLE"),
    ] {
        let liar = file(folder.path(), "liar", format!("#!/bin/sh\n{answer}\n"));
        std::fs::set_permissions(&liar, std::fs::Permissions::from_mode(0o755)).unwrap();
        // Nothing true satisfies it, but all false does.
        let formula = "p cnf 2 1\n-1 -2 0\n";
        let refused = run_with(&["sat", "--engine", &format!("path:{liar}")], formula);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{answer}: {}", refused.err);
        assert!(refused.err.contains(why), "{answer}: {}", refused.err);
    }
    let lost = file(folder.path(), "lost", "#!/bin/sh\necho s UNKNOWN\n");
    std::fs::set_permissions(&lost, std::fs::Permissions::from_mode(0o755)).unwrap();
    let run2 = run_with(&["sat", "--engine", &format!("path:{lost}")], SUSPECTS);
    assert_eq!((run2.code, run2.out.as_str()), (0, "s UNKNOWN\n"), "{run2:?}");
}

#[test]
fn solvers_by_name_answer_or_say_how_to_get_them() {
    for name in ["cadical", "minisat", "glucose", "batsat"] {
        let sat = run_with(&["sat", "--engine", name, "--assume", "2"], "p cnf 2 2\n1 2 0\n-1 0\n");
        if cfg!(feature = "peers") {
            assert_eq!(
                (sat.code, sat.out.as_str()),
                (10, "s SATISFIABLE\nv -1 2 0\n"),
                "{name}: {}",
                sat.err
            );
            let core = run_with(&["sat", "--engine", name, "--assume", "-1", "--core"], SUSPECTS);
            assert_eq!((core.code, core.out.as_str()), (20, "s UNSATISFIABLE\nc core -1 0\n"), "{name}");
        } else {
            assert_eq!((sat.code, sat.out.as_str()), (2, ""), "{name}");
            assert!(sat.err.contains("--features peers"), "{}", sat.err);
        }
        let no = run_with(&["sat", "--engine", name, "--no-pure"], SUSPECTS);
        assert!(no.code == 2 && no.err.contains("--no-pure"), "{no:?}");
    }
}

#[test]
fn a_count_never_leaves_out_announced_variables() {
    let small = run_with(&["sat", "--count"], "p cnf 3 1\n1 0\n");
    assert!(small.out.contains("c s exact arb int 4"), "{small:?}");
    let huge = run_with(&["sat", "--count"], "p cnf 1100000 1\n1 0\n");
    assert_eq!((huge.code, huge.out.as_str()), (2, ""));
    assert!(huge.err.contains("1100000 variables are announced"), "{}", huge.err);
    let projected = run_with(&["sat", "--count", "--project", "1 2"], "p cnf 1100000 1\n1 0\n");
    assert!(projected.out.contains("c s exact arb int 2"), "{projected:?}");
}
