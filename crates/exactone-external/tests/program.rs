//! Solver programs by path: small shell scripts that behave and misbehave, and MiniSat and CaDiCaL where installed.
#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "what is skipped must be said")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use exactone_external::{EngineError, Program, by_name};
use exactone_sat::{Budget, Lit, Outcome, Query, Solver, Stopped, clauses};

/// A program made for one test.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, body: &str) -> Script {
        let path = std::env::temp_dir().join(format!("exactone-test-{}-{name}", std::process::id()));
        fs::write(&path, format!("{body}\n")).expect("a temporary file can be written");
        Script(path)
    }

    /// Through `sh`: a file just written cannot be executed while another test, forking, still has it open.
    fn program(&self) -> Program {
        Program::new("sh").expect("every Unix has a shell").argument(&self.0)
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn competition_lines_make_a_model_and_a_core() {
    let script = Script::new(
        "lines",
        r#"if grep -q "^-2 0" "$1"; then echo "s UNSATISFIABLE"; exit 20; fi
echo "c hello"; echo "s SATISFIABLE"; echo "v -1"; echo "v 2 0"; exit 10"#,
    );
    let mut solver = script.program();
    clauses![[1, 2], [-1, 2]].pour(&mut solver);
    assert_eq!(solver.solve().model().unwrap().to_string(), "[-1, 2]");
    let outcome = solver.solve_under(&[-2, -2].map(Lit::from));
    assert_eq!(outcome.core().unwrap().lits(), [Lit::from(-2)]);
    let constraint = [Lit::from(-2)];
    let outcome = solver.solve_query(&Query::new().constraint(&constraint));
    assert!(outcome.core().unwrap().uses_constraint());
}

#[test]
fn a_program_that_hides_its_model_is_asked_for_a_result_file() {
    let script = Script::new(
        "hides",
        r#"echo "SATISFIABLE"; if [ -n "$2" ]; then printf 'SAT\n-1 2 0\n' >"$2"; fi; exit 10"#,
    );
    let mut solver = script.program();
    clauses![[1, 2]].pour(&mut solver);
    assert_eq!(solver.solve().model().unwrap().to_string(), "[-1, 2]");
    assert_eq!(solver.solve().model().unwrap().to_string(), "[-1, 2]");
}

#[test]
fn a_wrong_model_is_not_believed_and_failures_are_told() {
    for (name, body, words) in [
        ("liar", r#"echo "s SATISFIABLE"; echo "v -1 -2 0""#, "does not satisfy"),
        ("mute", r#"echo "s SATISFIABLE""#, "did not show it"),
        ("sick", r#"echo "out of luck" >&2; exit 3"#, "exit status: 3: out of luck"),
    ] {
        let script = Script::new(name, body);
        let mut solver = script.program();
        clauses![[1, 2]].pour(&mut solver);
        assert_eq!(solver.solve(), Outcome::Unknown(Stopped::GaveUp), "{name}");
        assert!(solver.failure().unwrap().contains(words), "{:?}", solver.failure());
    }
    let script = Script::new("lost", r#"echo "s UNKNOWN""#);
    let mut solver = script.program();
    assert_eq!(solver.solve(), Outcome::Unknown(Stopped::GaveUp));
    assert_eq!(solver.failure(), None, "that is an answer");
}

#[test]
fn much_output_on_both_pipes_blocks_nothing() {
    let script = Script::new(
        "chatter",
        r#"i=0; while [ $i -lt 3000 ]; do echo "c $i ...................................................."; echo "noise ............................................................" >&2; i=$((i+1)); done
echo "s UNSATISFIABLE"; exit 20"#,
    );
    let mut solver = script.program();
    clauses![[1]].pour(&mut solver);
    assert!(solver.solve().is_unsat());
}

#[test]
fn deadline_and_interrupt_kill_the_program_and_what_it_started() {
    // The sleeper is a child of the script and holds its output open.
    let script =
        Script::new("sleeper", r#"echo $$ >"$0.pid"; sleep 600 & sleep 600; echo "s UNSATISFIABLE""#);
    let pid_file = PathBuf::from(format!("{}.pid", script.0.display()));
    let mut solver = script.program();
    clauses![[1]].pour(&mut solver);

    let start = Instant::now();
    let late = || start.elapsed() > Duration::from_millis(300);
    let outcome = solver.solve_query(&Query::new().budget(Budget::new().deadline(&late)));
    assert_eq!(outcome, Outcome::Unknown(Stopped::Deadline));

    let group = fs::read_to_string(&pid_file).expect("the script has started").trim().to_owned();
    let mut left = String::new();
    for _ in 0..100 {
        let listed = std::process::Command::new("ps").args(["-e", "-o", "pgid=,stat=,args="]).output();
        let Ok(listed) = listed else { break };
        let text = String::from_utf8_lossy(&listed.stdout).into_owned();
        left = text
            .lines()
            .filter(|line| line.split_whitespace().next() == Some(&group) && !line.contains(" Z"))
            .collect();
        if left.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(left, "", "something of the program's group is left");

    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.solve_query(&Query::new().stop(&stop)), Outcome::Unknown(Stopped::Interrupted));
    });
    let _ = fs::remove_file(pid_file);
}

#[test]
fn a_program_that_leaves_a_child_behind_still_answers() {
    let script = Script::new("leaver", r#"sleep 600 & echo "s UNSATISFIABLE"; exit 20"#);
    let mut solver = script.program();
    clauses![[1]].pour(&mut solver);
    assert!(solver.solve().is_unsat());
}

#[test]
fn a_missing_or_plain_file_is_named() {
    assert_eq!(
        by_name("path:no-such-solver-anywhere").err(),
        Some(EngineError::NoProgram { program: "no-such-solver-anywhere".to_owned() })
    );
    let script = Script::new("plain", "");
    fs::set_permissions(&script.0, fs::Permissions::from_mode(0o644)).expect("it is ours");
    assert!(matches!(Program::new(&script.0), Err(EngineError::NotExecutable { .. })));
}

#[test]
fn a_limit_that_cannot_be_passed_on_is_not_ignored() {
    let script = Script::new("limit", r#"echo "s UNSATISFIABLE""#);
    let mut solver = script.program();
    let outcome = solver.solve_query(&Query::new().budget(Budget::new().conflicts(5)));
    assert_eq!(outcome, Outcome::Unknown(Stopped::GaveUp));
    assert!(solver.failure().unwrap().contains("no limit"));
}

#[test]
fn installed_programs_answer() {
    for name in ["minisat", "cadical", "kissat"] {
        let mut solver = match by_name(&format!("path:{name}")) {
            Ok(solver) => solver,
            Err(error) => {
                eprintln!("skipped: {error}");
                continue;
            }
        };
        clauses![[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]].pour(&mut solver);
        assert_eq!(solver.solve_under(&[Lit::from(2)]).model().unwrap().to_string(), "[-1, 2, -3]", "{name}");
        let outcome = solver.solve_under(&[-1, -2, -3].map(Lit::from));
        assert_eq!(outcome.core().unwrap().lits().len(), 3, "{name}");
        assert!(solver.solve().is_sat());
    }
}
