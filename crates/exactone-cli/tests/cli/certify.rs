//! `certify`: a folder that proves the answer.

use std::fs;
use std::path::Path;

use crate::support::{CLASH, CLASSIC, CLASSIC_SOLVED, NONE, SMALL_TWO, TWO, file, run, run_with};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn text(path: &Path) -> String {
    path.to_str().expect("temporary folders have plain names").to_owned()
}

/// The proof in a folder is accepted for the formula in it.
fn verified(folder: &Path) -> bool {
    let (formula, proof) = (text(&folder.join("formula.cnf")), text(&folder.join("proof.lrat")));
    let verified = run(&["verify", &formula, &proof]);
    verified.code == 0 && verified.out.ends_with("s VERIFIED\n")
}

#[test]
fn the_only_solution_has_a_proof_that_there_is_no_other() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("new/certificate");
    let certified = run(&["certify", CLASSIC, "--out", &text(&folder)]);
    assert_eq!(certified.code, 0, "{}", certified.err);
    assert!(certified.out.starts_with("exactly one solution\n5 3 4 |"), "{}", certified.out);
    assert!(certified.out.contains("proved: 12019 clauses refuted in "), "{}", certified.out);
    assert_eq!(names(&folder), ["README.md", "formula.cnf", "proof.lrat", "puzzle.txt", "solution.txt"]);
    assert!(verified(&folder));
    assert_eq!(fs::read_to_string(folder.join("solution.txt")).unwrap().trim(), CLASSIC_SOLVED);
    // All clauses but the last are what `encode` writes, and without the last there is just the solution.
    let formula = fs::read_to_string(folder.join("formula.cnf")).unwrap();
    let clauses = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with(['c', 'p'])).map(str::to_owned).collect()
    };
    let (all, puzzle) = (clauses(&formula), clauses(&run(&["encode", CLASSIC]).out));
    assert_eq!(all[..all.len() - 1], puzzle);
    assert_eq!(all[all.len() - 1].split(' ').count(), 82);
    // A puzzle without a solution takes the folder over.
    let none = run_with(&["certify", "-", "--out", &text(&folder)], NONE);
    assert_eq!(none.code, 1, "{}", none.err);
    assert!(none.out.starts_with("no solution\n"), "{}", none.out);
    assert!(none.out.contains("to blame: these "), "{}", none.out);
    assert_eq!(names(&folder), ["README.md", "formula.cnf", "proof.lrat", "puzzle.txt"]);
    assert!(verified(&folder));
}

/// What the README says to type is typed: the conversion to DRAT, and our own commands.
#[cfg(unix)]
#[test]
fn the_commands_of_the_readme_confirm_it() {
    for (puzzle, language) in [(CLASSIC, "en"), (NONE, "zh"), (SMALL_TWO, "zh")] {
        let place = tempfile::tempdir().unwrap();
        run(&["certify", puzzle, "--out", &text(place.path()), "--lang", language]);
        let readme = fs::read_to_string(place.path().join("README.md")).unwrap();
        let ours = |line: &&str| line.contains("exactone ") || line.starts_with("sed ");
        let mut commands: Vec<&str> =
            readme.lines().filter_map(|line| line.strip_prefix("    ")).filter(ours).collect();
        if puzzle != SMALL_TWO {
            commands.push("exactone verify formula.cnf proof.drat");
        }
        let script = format!("set -e\nexactone() {{ \"$EXACTONE\" \"$@\"; }}\n{}", commands.join("\n"));
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(place.path())
            .env("EXACTONE", env!("CARGO_BIN_EXE_exactone"))
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{script}\n{output:?}");
        let good = printed.lines().filter(|line| matches!(*line, "s VERIFIED" | "ok")).count();
        assert_eq!(good, if puzzle == NONE { 2 } else { 3 - usize::from(puzzle == SMALL_TWO) }, "{printed}");
    }
}

#[test]
fn clues_to_blame_are_the_fewest_and_named() {
    let place = tempfile::tempdir().unwrap();
    let clash = run(&["certify", CLASH, "--out", &text(place.path())]);
    assert_eq!(clash.code, 1);
    assert!(clash.out.starts_with("no solution: row 1 has two 9s (r1c2, r1c3)\n"), "{}", clash.out);
    let blame = "to blame: these 2 clues have no solution, and no fewer: r1c2=9, r1c3=9\n";
    assert!(clash.out.ends_with(blame), "{}", clash.out);
    assert!(verified(place.path()));
    let chinese = run(&["certify", CLASH, "--out", &text(place.path()), "--lang", "zh"]);
    assert!(chinese.out.contains("症结：这 2 个已知数无解"), "{}", chinese.out);
}

#[test]
fn several_solutions_are_shown_with_what_is_missing() {
    let place = tempfile::tempdir().unwrap();
    let several = run(&["certify", TWO, "--out", &text(place.path())]);
    assert_eq!(several.code, 1);
    assert!(several.out.contains("the two differ in 4 cells: "), "{}", several.out);
    assert!(several.out.contains("with this clue too only the first is left: r"), "{}", several.out);
    assert_eq!(names(place.path()), ["README.md", "puzzle.txt", "solutions.txt"]);
    let missing = run_with(&["candidates", "--missing"], format!("{TWO}\n{CLASSIC}\n{NONE}\n"));
    let lines: Vec<&str> = missing.out.lines().collect();
    assert_eq!((missing.code, &lines[1..]), (0, &["unique", "none"][..]), "{missing:?}");
    // With the missing clue it has one solution.
    let (cell, digit) = lines[0].split_once('=').unwrap();
    let at = |index: usize| usize::from(cell.as_bytes()[index] - b'1');
    let mut puzzle = TWO.to_owned();
    let place = at(1) * 9 + at(3);
    puzzle.replace_range(place..=place, digit);
    assert_eq!(run(&["solve", &puzzle]).code, 0);
}

#[test]
fn a_batch_has_a_line_and_a_folder_for_each_puzzle() {
    let place = tempfile::tempdir().unwrap();
    let small = "1..43.........21";
    let input = format!("# some\n{CLASSIC}\n{TWO}\n\nabc\n{NONE}\n{small}\n{CLASH}\n");
    let puzzles = file(place.path(), "puzzles.txt", input);
    let columns = |summary: &str| -> Vec<String> {
        summary.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
    };
    let out = place.path().join("out");
    let batch = run(&["certify", "--batch", &puzzles, "--out", &text(&out), "--threads", "3"]);
    assert_eq!(batch.code, 2, "a line is no puzzle: {}", batch.err);
    let lines = columns(&batch.out);
    assert_eq!(lines[0], "line,puzzle,status,solution,steps,bytes");
    assert!(lines[1].starts_with(&format!("2,{}", CLASSIC.replace('0', "."))), "{}", lines[1]);
    assert!(lines[1].contains(&format!(",unique,{CLASSIC_SOLVED},")), "{}", lines[1]);
    assert!(lines[2].starts_with("3,") && lines[2].contains(",several,") && lines[2].ends_with(",,"));
    assert_eq!(lines[3], "5,,invalid,,,");
    let statuses: Vec<&str> = lines[4..].iter().map(|line| line.split(',').nth(2).unwrap()).collect();
    assert_eq!(statuses, ["none", "unique", "none"]);
    assert!(batch.err.contains("4 proofs, all checked: "), "{}", batch.err);
    assert_eq!(names(&out), ["000002", "000003", "000006", "000007", "000008"]);
    for (folder, proved) in [("000002", true), ("000003", false), ("000006", true), ("000007", true)] {
        assert_eq!(verified(&out.join(folder)), proved, "{folder}");
    }
    // Without folders, from standard input, with one thread: the same but for the time.
    let text = fs::read_to_string(&puzzles).unwrap();
    let again = run_with(&["certify", "--batch", "-", "--threads", "1"], text);
    assert_eq!((again.code, columns(&again.out)), (2, lines));
}

#[test]
fn what_is_not_decided_or_cannot_be_written_leaves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("out");
    let late = run(&["certify", CLASSIC, "--out", &text(&folder), "--seconds", "0"]);
    assert_eq!(late.code, 3, "{late:?}");
    assert!(!folder.exists());
    let taken = file(place.path(), "taken", "x");
    for arguments in [
        &["certify", CLASSIC, "--out", &taken][..],
        &["certify", "--batch", &taken, "--out", &taken],
        &["certify", CLASSIC],
        &["certify", CLASSIC, "--batch", &taken],
        &["certify", ".........", "--box", "1x3", "--encoding", "triads", "--out", &text(&folder)],
    ] {
        let wrong = run(arguments);
        assert_eq!(wrong.code, 2, "{arguments:?}: {wrong:?}");
    }
    assert_eq!(fs::read_to_string(&taken).unwrap(), "x");
    let puzzles = file(place.path(), "puzzles.txt", format!("{CLASSIC}\n{CLASSIC}\n"));
    let batch = run(&["certify", "--batch", &puzzles, "--out", &taken]);
    assert_eq!(batch.code, 2, "{batch:?}");
    assert!(batch.err.contains("taken"), "{}", batch.err);
    assert_eq!(names(place.path()), ["puzzles.txt", "taken"]);
}

#[test]
fn files_of_somebody_else_stay_as_they_are() {
    let place = tempfile::tempdir().unwrap();
    for (name, body) in
        [("README.md", "# My project\n"), ("formula.cnf", "p cnf 0 0\n"), ("solution.txt", "mine\n")]
    {
        let folder = place.path().join(format!("of-{name}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(name), body).unwrap();
        let refused = run(&["certify", CLASSIC, "--out", &text(&folder)]);
        assert_eq!((refused.code, names(&folder)), (2, vec![name.to_owned()]), "{}", refused.err);
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), body);
    }
    // A certificate makes way for another.
    let folder = text(&place.path().join("ours"));
    for puzzle in [CLASSIC, TWO, CLASSIC] {
        let run = run(&["certify", puzzle, "--out", &folder]);
        assert!(run.code < 2, "{}", run.err);
    }
}

#[test]
fn the_readme_names_boxes_that_are_not_the_usual_ones() {
    let place = tempfile::tempdir().unwrap();
    let folder = text(&place.path().join("c"));
    let puzzle = "123456345612561234214365436521652143";
    let run1 = run(&["certify", "--box", "3x2", puzzle, "--out", &folder]);
    assert_eq!(run1.code, 0, "{}", run1.err);
    let readme = fs::read_to_string(place.path().join("c/README.md")).unwrap();
    assert!(readme.contains("exactone check --box 3x2 puzzle.txt solution.txt"), "{readme}");
    let checked =
        run(&["check", "--box", "3x2", &format!("{folder}/puzzle.txt"), &format!("{folder}/solution.txt")]);
    assert_eq!((checked.code, checked.out.trim_end()), (0, "ok"), "{}", checked.err);
}

/// Files may have four kilobytes here, which is less than a formula: as if the disk were full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_a_batch_and_names_the_file() {
    let place = tempfile::tempdir().unwrap();
    let folder = text(&place.path().join("out"));
    // No puzzle, one without a formula, then those with.
    let input = format!("abc\n{TWO}\n{}", format!("{CLASSIC}\n").repeat(100));
    let puzzles = file(place.path(), "puzzles.txt", input);
    let certify = |arguments: &str| {
        let script = format!(
            "trap '' XFSZ; ulimit -f 8; exec '{}' certify {arguments}",
            env!("CARGO_BIN_EXE_exactone")
        );
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    for threads in [1, 3] {
        let (code, out, err) =
            certify(&format!("--batch '{puzzles}' --out '{folder}' --threads {threads} --lang en"));
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains("/formula.cnf: File too large"), "{err}");
        let statuses: Vec<&str> = out.lines().skip(1).map(|line| line.split(',').nth(2).unwrap()).collect();
        assert_eq!(statuses, ["invalid", "several"], "{out}");
    }
    let (code, out, err) = certify(&format!("{CLASSIC} --out '{folder}/single' --lang en"));
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("single/formula.cnf: File too large"), "{err}");
}

#[test]
fn clues_are_named_as_the_puzzle_writes_them() {
    let symbols = b"0123456789ABCDEF";
    let line: String = (0..256)
        .map(|at| (at / 16, at % 16))
        .map(|(row, column)| match (row, column) {
            (15, _) => '.',
            (row, column) => symbols[(4 * (row % 4) + row / 4 + column) % 16] as char,
        })
        .collect();
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("good");
    let good = run(&["certify", &line, "--symbols", "hex", "--out", &text(&folder)]);
    assert_eq!(good.code, 0, "{}", good.err);
    let written = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(written("puzzle.txt").trim(), line);
    assert!(written("solution.txt").starts_with("0123456789ABCDEF4567"));
    assert!(written("README.md").contains("exactone check --symbols hex puzzle.txt solution.txt"));
    let (puzzle, solution) = (text(&folder.join("puzzle.txt")), text(&folder.join("solution.txt")));
    assert_eq!(run(&["check", "--symbols", "hex", &puzzle, &solution]).code, 0);
    // Two F in the first row.
    let broken = line.replacen("01234", "F1234", 1);
    let none = run(&["certify", &broken, "--symbols", "hex", "--out", &text(&place.path().join("bad"))]);
    assert!(none.out.contains("no fewer: r1c1=F, ") && !none.out.contains("=16"), "{}", none.out);
}
