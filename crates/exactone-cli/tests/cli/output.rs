//! Where answers go: standard output, files, closed pipes, full disks, languages, signals.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::*;

#[test]
fn a_file_appears_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    let name = path.to_str().unwrap();
    let run1 = run(&["solve", CLASSIC, "-o", name]);
    assert_eq!((run1.code, run1.out.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{CLASSIC_SOLVED}\n"));
    let missing = run(&["solve", CLASSIC, "-o", folder.path().join("no/out.txt").to_str().unwrap()]);
    assert_eq!(missing.code, 2);
    let directory = run(&["solve", CLASSIC, "-o", folder.path().to_str().unwrap()]);
    assert_eq!(directory.code, 2);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing else is left behind");
}

#[test]
fn an_error_leaves_the_old_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let old = file(folder.path(), "out.cnf", "old");
    let wrong = run(&["encode", "--encoding", "triads", "--box", "1x9", CLASSIC, "-o", &old]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "old");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let puzzles = format!("{CLASSIC}\n").repeat(20_000);
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "puzzles.txt", puzzles);
    for arguments in [&["solve", path.as_str()][..], &["encode", CLASSIC]] {
        let mut child = command(arguments).stdin(Stdio::null()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["solve", CLASSIC][..],
        &["count", CLASSIC],
        &["encode", CLASSIC],
        &["candidates", CLASSIC],
        &["completions", "bash"],
        &["--help"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("No space left"), "{arguments:?}: {said}");
    }
    let direct = run(&["solve", CLASSIC, "-o", "/dev/full"]);
    assert_eq!(direct.code, 2, "{direct:?}");
    assert!(direct.err.contains("/dev/full: No space left"), "{}", direct.err);
}

#[test]
fn everything_but_data_goes_to_standard_error() {
    let run = run(&["solve", CLASSIC]);
    assert_eq!(run.out, format!("{CLASSIC_SOLVED}\n"));
    assert!(run.err.contains("1 puzzle: 1 unique; "), "{}", run.err);
    assert!(run.err.contains("puzzles/s"));
    assert_eq!(run.err.contains("debug build"), cfg!(debug_assertions));
    assert!(!run.err.contains('\x1b'), "no colour and no bar outside a terminal");
}

#[test]
fn quiet_keeps_errors_only() {
    assert_eq!(run(&["solve", "-q", CLASSIC]).err, "");
    assert!(run(&["solve", "--quiet", "no/such/file"]).err.contains("no such file"));
}

#[test]
fn colours_are_asked_for() {
    let color = run(&["solve", "--format", "grid", "--color", "always", CLASSIC]);
    assert!(color.out.contains("\x1b[1m5\x1b[0m"), "clues are bold: {}", color.out);
    let forced =
        command(&["solve", "--format", "grid", "--color", "always", CLASSIC]).env("NO_COLOR", "1").output();
    assert!(String::from_utf8(forced.unwrap().stdout).unwrap().contains('\x1b'));
    assert!(!run(&["solve", "--format", "grid", "--color", "never", CLASSIC]).out.contains('\x1b'));
}

#[test]
fn the_language_is_that_of_the_option_or_the_locale() {
    let chinese = run(&["solve", "--lang", "zh", SMALL_TWO]);
    assert!(chinese.err.contains("1 题：1 several"), "{}", chinese.err);
    assert!(chinese.err.contains("退出状态 1：1 题 并非恰有一个解"), "{}", chinese.err);
    assert!(chinese.out.ends_with(" several\n"), "data words stay");
    let locale = |name: &str, value: &str, arguments: &[&str]| {
        let output = command(arguments).env(name, value).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(locale("LANG", "zh_CN.UTF-8", &["solve", CLASSIC]).contains('题'));
    assert!(locale("LANG", "zh_CN.UTF-8", &["solve", "--lang", "en", CLASSIC]).contains("1 puzzle"));
    let missing = run(&["solve", "--lang", "zh", "no/such/file"]);
    assert!(missing.err.contains("没有这个文件"), "{}", missing.err);
    let grid = run(&["solve", "--lang", "zh", "--format", "grid", CLASH]);
    assert!(grid.out.starts_with("无解："), "{}", grid.out);
}

#[test]
fn the_graver_status_wins_and_the_summary_says_why() {
    let all = run_with(&["solve"], format!("{CLASSIC}\n{SMALL_TWO}\nx\n"));
    assert_eq!(all.code, 2);
    assert!(all.err.contains("exit status 2: 1 puzzle could not be taken"), "{}", all.err);
    let no = run_with(&["solve"], format!("{CLASSIC}\n{SMALL_TWO}\n"));
    assert_eq!(no.code, 1);
    assert!(no.err.contains("exit status 1: 1 puzzle without exactly one solution"), "{}", no.err);
    let undecided = run_with(&["solve", "--seconds", "0"], format!("{SMALL_TWO}\n{IMPOSSIBLE}\n"));
    assert_eq!(undecided.code, 3, "{undecided:?}");
    assert!(
        undecided.err.contains("exit status 3: 2 puzzles not decided within the limit"),
        "{}",
        undecided.err
    );
}

#[test]
fn a_rate_is_of_puzzles_decided() {
    let hard = format!("{SMALL_TWO}\n{IMPOSSIBLE}\n");
    let empty = ".".repeat(256);
    for (arguments, input, code) in [
        (&["solve", "--seconds", "0"][..], hard.as_str(), 3),
        (&["solve", "--seconds", "0", "--format", "csv"], &hard, 3),
        (&["solve"], "x\ny\n", 2),
        (&["count", "--seconds", "0"], &empty, 3),
        (&["certify", "--batch", "-", "--seconds", "0"], CLASSIC, 3),
    ] {
        let run = run_with(arguments, input);
        assert_eq!(run.code, code, "{arguments:?}: {run:?}");
        assert!(run.err.contains(" s, 0 puzzles/s\n"), "{arguments:?}: {}", run.err);
        assert!(!run.err.contains("ms a puzzle"), "{arguments:?}: {}", run.err);
    }
    let decided = run_with(&["solve"], format!("{CLASSIC}\n{CLASSIC}\n"));
    assert!(!decided.err.contains(" 0 puzzles/s"), "{}", decided.err);
}

/// Sends a signal and gives what the program did and how long it took to end.
#[cfg(unix)]
fn interrupted(arguments: &[&str], input: Option<&[u8]>, signal: &str) -> (Run, Duration) {
    use std::io::Write;
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    if let Some(input) = input {
        pipe.write_all(input).unwrap();
    }
    // Time to begin: a program that has ended by itself would not be a test of anything.
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().unwrap().is_none(), "it is still running: {arguments:?}");
    let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let start = Instant::now();
    // The pipe stays open: a reader that waits for more must end all the same.
    let status = child.wait().unwrap();
    let time = start.elapsed();
    drop(pipe);
    let read = |from: Option<Box<dyn std::io::Read>>| {
        let mut text = String::new();
        from.unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let out = read(child.stdout.take().map(|out| Box::new(out) as Box<dyn std::io::Read>));
    let err = read(child.stderr.take().map(|err| Box::new(err) as Box<dyn std::io::Read>));
    (Run { code: status.code().unwrap_or(-1), out, err }, time)
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_is_never_a_bare_number() {
    let empty = ".".repeat(81);
    for signal in ["-INT", "-TERM"] {
        let (run, time) = interrupted(&["count", &empty], None, signal);
        assert!(run.out.ends_with("+\n"), "{run:?}");
        assert!(run.out.trim_end_matches("+\n").parse::<u64>().is_ok(), "{run:?}");
        assert_eq!(run.code, 3);
        assert!(time < Duration::from_secs(30));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_solve_ends_without_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    let input = format!("{CLASSIC}\n");
    let arguments = ["solve", "-o", path.to_str().unwrap(), "-"];
    let (run, _) = interrupted(&arguments, Some(input.as_bytes()), "-INT");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("exit status 3: interrupted"), "{}", run.err);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The 9x9 engine is told in the middle of its puzzles, not between two of them.
#[cfg(unix)]
#[test]
fn the_lanes_hear_a_signal() {
    let input = format!("{IMPOSSIBLE}\n").repeat(100);
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "hard.txt", &input);
    for format in ["line", "csv"] {
        let (run, time) =
            interrupted(&["solve", "--engine", "lanes", "--format", format, &path], None, "-TERM");
        assert_eq!(run.code, 3, "{run:?}");
        assert_eq!(run.out.matches("unknown").count(), 100, "{run:?}");
        assert!(
            run.err.contains("100 puzzles: 100 unknown; ") && run.err.contains(" s, 0 puzzles/s"),
            "{run:?}"
        );
        assert!(time < Duration::from_secs(30));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_of_certificates_leaves_whole_ones_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // More than can be certified before the signal comes.
    let input = format!("{CLASSIC}\n").repeat(400);
    let summary = folder.path().join("summary.csv");
    let arguments =
        ["certify", "--batch", "-", "--out", out.to_str().unwrap(), "-o", summary.to_str().unwrap()];
    let (run, _) = interrupted(&arguments, Some(input.as_bytes()), "-INT");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(!summary.exists());
    let mut whole = 0;
    for entry in std::fs::read_dir(&out).unwrap() {
        let names: Vec<String> = std::fs::read_dir(entry.unwrap().path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert!(names.len() == 5 && !names.iter().any(|name| name.ends_with(".part")), "{names:?}");
        whole += 1;
    }
    assert!(whole > 0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_sat_says_unknown() {
    for input in [Some(&b"p cnf 1 1\n"[..]), None] {
        let (run, _) = interrupted(&["sat"], input, "-TERM");
        assert_eq!((run.code, run.out.as_str()), (0, "s UNKNOWN\n"), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_list_of_models_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let formula = file(folder.path(), "f.cnf", "p cnf 60 1\n1 2 0\n");
    let out = folder.path().join("models.txt");
    let (run, _) = interrupted(&["sat", &formula, "--all", "-o", out.to_str().unwrap()], None, "-INT");
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert!(run.err.contains("models.txt: not written, the list was broken off"), "{}", run.err);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "the formula alone");
}
