//! Help, version, completions, wrong use.

use crate::support::{CLASSIC, file, run};

#[test]
fn help_and_version_are_data_and_no_error() {
    let help = run(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    for command in ["solve", "count", "check", "candidates", "encode", "decode", "sat"] {
        assert!(help.out.contains(command), "{command}");
        let own = run(&[command, "--help"]);
        assert_eq!(own.code, 0);
        assert!(own.out.contains(&format!("exactone {command} ")), "an example: {}", own.out);
    }
    let version = run(&["--version"]);
    assert_eq!((version.code, version.out.trim()), (0, concat!("exactone ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn sat_help_says_that_its_statuses_are_no_errors() {
    let help = run(&["sat", "--help"]).out;
    assert!(
        help.contains("10 satisfiable") && help.contains("20 unsatisfiable") && help.contains("no errors")
    );
}

#[test]
fn without_a_command_there_are_three_examples_and_status_2() {
    let bare = run(&[]);
    assert_eq!((bare.code, bare.out.as_str()), (2, ""));
    assert_eq!(bare.err.matches("\n  ").count(), 3, "{}", bare.err);
}

#[test]
fn a_file_or_puzzle_alone_gets_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "puzzles.txt", CLASSIC);
    for alone in [path.as_str(), CLASSIC, "-"] {
        let hint = run(&[alone]);
        assert_eq!((hint.code, hint.out.as_str()), (2, ""));
        assert_eq!(hint.err, format!("did you mean: exactone solve {alone}\n"));
    }
    let typo = run(&["sovle", CLASSIC]);
    assert_eq!(typo.code, 2);
    assert!(typo.err.contains("'solve'"), "{}", typo.err);
}

#[test]
fn commands_to_come_say_so() {
    for command in ["explain", "rate", "generate", "minimize", "render", "convert"] {
        let run = run(&[command, "--some-option", "x"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert_eq!(run.err, format!("exactone {command}: not yet here\n"));
    }
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, 0);
        assert!(script.out.contains("candidates"), "{shell}");
    }
    let page = run(&["man"]);
    assert!(page.code == 0 && page.out.starts_with(".") && page.out.contains("solve"));
    assert!(run(&["man", "sat"]).out.contains("satisfiable"));
    assert_eq!(run(&["man", "nothing"]).code, 2);
}

#[test]
fn unknown_options_and_values_are_bad_use() {
    for wrong in [
        &["solve", "--no-such-option", CLASSIC][..],
        &["solve", "--engine", "minisat", CLASSIC],
        &["solve", "--threads", "0", CLASSIC],
        &["solve", "--seconds", "-1", CLASSIC],
        &["solve", "--box", "3", CLASSIC],
        &["count", "--limit", "0", CLASSIC],
        &["decode"],
        &["--color", "sometimes", "solve", CLASSIC],
    ] {
        let run = run(wrong);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{wrong:?}");
        assert!(run.err.contains("error"), "{wrong:?}: {}", run.err);
    }
}
