//! Our proofs before `rate`, a checker that other people wrote: it accepts them, its LRAT is accepted by our LRAT
//! checker, and ours refuses none that it accepts going forward, where every step is checked.
//!
//! Runs where `rate` is installed (`cargo install rate --locked`; `EXACTONE_RATE` names it, else it is looked for as a
//! command), and says so where it is not.
#![allow(clippy::print_stdout)] // a test that skips something says so

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::{file, run};

/// The command, if it is there.
fn rate() -> Option<String> {
    let name = std::env::var("EXACTONE_RATE").unwrap_or_else(|_| "rate".to_owned());
    let there = Command::new(&name).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: no `rate` here (cargo install rate --locked)");
    }
    there.then_some(name)
}

/// Whether it accepts a DRAT proof. Deletions of unit clauses are ignored and the first literal is the pivot, as here.
fn accepts(rate: &str, formula: &str, proof: &str, more: &[&str]) -> bool {
    let output = Command::new(rate).args(["-d", "-p", formula, proof]).args(more).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let verdict = printed.lines().find(|line| line.starts_with("s ")).unwrap_or("nothing");
    match (verdict, output.status.code()) {
        ("s VERIFIED", Some(0)) => true,
        ("s NOT VERIFIED", Some(1)) => false,
        _ => panic!("rate says {verdict}: {output:?}"),
    }
}

fn ours(formula: &str, proof: &str) -> bool {
    let run = run(&["verify", formula, proof]);
    assert!(matches!(run.code, 0 | 1), "{run:?}");
    run.code == 0
}

/// Numbers without a pattern, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Random clauses of three literals, too many to be satisfiable.
fn three_sat(vars: usize, seed: u64) -> String {
    let mut random = Random(seed);
    let clauses = vars * 6;
    let mut text = format!("p cnf {vars} {clauses}\n");
    for _ in 0..clauses {
        for _ in 0..3 {
            let sign = if random.below(2) == 0 { "-" } else { "" };
            text += &format!("{sign}{} ", 1 + random.below(vars));
        }
        text += "0\n";
    }
    text
}

/// Formulas without a model: second solutions of puzzles, and random ones.
fn formulas(folder: &Path) -> Vec<String> {
    let mut formulas: Vec<String> =
        (1..=4).map(|seed| file(folder, &format!("random{seed}.cnf"), three_sat(40, seed))).collect();
    for (number, puzzle) in [
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    ]
    .iter()
    .enumerate()
    {
        let out = folder.join(format!("certificate{number}"));
        let out = out.to_str().unwrap();
        run(&["certify", puzzle, "--out", out]);
        formulas.push(format!("{out}/formula.cnf"));
    }
    formulas
}

#[test]
fn our_proofs_are_accepted_and_its_lrat_is_by_us() {
    let Some(rate) = rate() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (number, formula) in formulas(folder.path()).iter().enumerate() {
        for engine in ["cdcl", "dpll"] {
            if engine == "dpll" && number >= 4 {
                continue; // the plain search is for small formulas
            }
            for more in [None, Some("--binary")] {
                let (proof, lrat) = (path("p.drat"), path("p.lrat"));
                let mut arguments = vec!["sat", formula, "--engine", engine, "--proof", &proof];
                arguments.extend(more);
                let solved = run(&arguments);
                assert_eq!(solved.code, 20, "{formula} {engine}: {}", solved.err);
                assert!(accepts(&rate, formula, &proof, &["-L", &lrat]), "{formula} {engine} {more:?}");
                assert!(ours(formula, &lrat), "{formula} {engine} {more:?}");
            }
        }
    }
}

#[test]
fn of_damaged_proofs_both_think_alike() {
    let Some(rate) = rate() else { return };
    let folder = tempfile::tempdir().unwrap();
    let formulas = formulas(folder.path());
    let proof = folder.path().join("p.drat").to_str().unwrap().to_owned();
    let mut texts = Vec::new();
    for formula in &formulas {
        assert_eq!(run(&["sat", formula, "--proof", &proof]).code, 20);
        texts.push(fs::read_to_string(&proof).unwrap());
    }
    let kinds = ["a literal dropped", "a step deleted", "steps swapped", "truncated", "of another formula"];
    let mut refused = [0; 5];
    let (mut total, mut differ) = (0, 0);
    let mut random = Random(1);
    for (number, (formula, text)) in formulas.iter().zip(&texts).enumerate() {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for round in 0..6 {
            let at = random.below(lines.len());
            let mut damaged: Vec<Vec<String>> = vec![lines.clone(); 4];
            let words: Vec<&str> = lines[at].split(' ').collect();
            let first = usize::from(words[0] == "d");
            if words.len() > first + 2 {
                damaged[0][at] = [&words[..first], &words[first + 1..]].concat().join(" ");
            }
            damaged[1].remove(at);
            damaged[2].swap(at, random.below(lines.len()));
            damaged[3].truncate(lines.len() * round / 7);
            damaged.push(texts[(number + 1 + round) % texts.len()].lines().map(str::to_owned).collect());
            for (kind, damaged) in damaged.iter().enumerate() {
                let bad = file(folder.path(), "bad.drat", damaged.join("\n") + "\n");
                let (theirs, ours) = (accepts(&rate, formula, &bad, &[]), ours(formula, &bad));
                total += 1;
                refused[kind] += u32::from(!ours);
                if theirs != ours {
                    // Backward only those steps are checked that are needed, and which are is a matter of taste.
                    differ += 1;
                    let all_follow = accepts(&rate, formula, &bad, &["-f"]);
                    assert!(!all_follow, "{formula}, {}, step {}: ours {ours}", kinds[kind], at + 1);
                }
            }
        }
    }
    assert!(refused.iter().all(|&count| count > 0), "{refused:?}");
    assert!(differ * 10 < total, "{differ} of {total} verdicts differ");
}
