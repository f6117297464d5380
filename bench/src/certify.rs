//! `certify`: what a proof costs beside the answer, what its check costs, and how long it is.

use std::io::{self, Write};

use exactone::{Certificate, Grid, Limits, Puzzle, PuzzleSolver};
use exactone_sat::check::{DratChecker, LratChecker};
use exactone_sat::proof::{DratForm, DratWriter};
use exactone_sat::{Cdcl, ClauseSink, Solver};

use crate::Command;
use crate::arguments::Arguments;
use crate::corpus;
use crate::measure::Contest;
use crate::record::Record;

pub const COMMAND: Command = Command {
    name: "certify",
    about: "certificates of 9x9 puzzles: proving beside solving, checking, sizes of proofs",
    run,
};

const LISTS: [&str; 4] =
    ["17_clue.txt", "magictour_top1465.txt", "forum_hardest_1905_11plus.txt", "no_solution.txt"];

fn run(arguments: &Arguments) -> Result<(), String> {
    let rounds = arguments.number("rounds", 5)?;
    let limit = arguments.number("limit", 500)?;
    let mut record =
        Record::new(arguments, "Certificates: proofs of \"no other solution\" and \"no solution\"");
    record.say(
        "Each formula (rules, clues and, where the puzzle has a solution, \"some cell differs from it\"; about 12,000 \
         clauses) is refuted by a new CDCL solver. `solve`: without a proof. `to nowhere`: with an LRAT proof that \
         is thrown away as soon as it is written. `to memory`: with one that is kept. `LRAT check`: of the bytes, \
         the formula poured into the checker included. `DRAT check`: backward, of a text proof without hints. All \
         proofs are accepted by both checkers.",
    );
    for list in LISTS {
        let Some(puzzles) = corpus::public(list, limit) else {
            eprintln!("skipped: {list} is not beside the workspace");
            continue;
        };
        let certificates = puzzles.iter().map(|line| certificate(line)).collect::<Result<Vec<_>, _>>()?;
        record.say(&format!("## {list}, first {}", certificates.len()));
        let mut proofs: Vec<Vec<u8>> = Vec::new();
        let (mut steps, mut clauses) = (0, 0);
        for certificate in &certificates {
            let proof = certificate.write_proof(Vec::new(), &Limits::NONE).map_err(|e| e.to_string())?;
            steps += proof.steps;
            clauses += certificate.size().map_err(|e| e.to_string())?.clauses();
            proofs.push(proof.out);
        }
        let drats: Vec<Vec<u8>> = certificates.iter().map(drat).collect::<Result<_, _>>()?;
        let mut contest = Contest::new();
        contest.enter("solve", || certificates.iter().map(solve).sum());
        contest.enter("solve, LRAT to nowhere", || {
            certificates.iter().map(|certificate| prove(certificate, io::sink())).sum()
        });
        contest.enter("solve, LRAT to memory", || {
            certificates.iter().map(|certificate| prove(certificate, Vec::new())).sum()
        });
        contest.enter("solve, DRAT to memory", || {
            certificates.iter().map(|certificate| drat(certificate).map_or(0, |drat| drat.len() as u64)).sum()
        });
        contest.enter("LRAT check", || {
            certificates.iter().zip(&proofs).map(|(certificate, proof)| check(certificate, proof)).sum()
        });
        contest.enter("LRAT check, the formula poured in only", || certificates.iter().map(pour).sum());
        contest.enter("DRAT check", || {
            certificates.iter().zip(&drats).map(|(certificate, proof)| check_drat(certificate, proof)).sum()
        });
        let all = contest.run(rounds)?;
        let rows: Vec<Vec<String>> = all
            .iter()
            .map(|times| {
                let mut row = times.row(&all[0]);
                row.insert(1, times.each(certificates.len()));
                row
            })
            .collect();
        record.table(&["what", "a puzzle", "median of a round", "spread", "solve = 1"], &rows);
        let mut sizes: Vec<usize> = proofs.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        let count = certificates.len() as u64;
        record.say(&format!(
            "{count} proofs: {} clauses in the formula and {} steps on average; LRAT bytes: median {}, mean {}, largest {}.",
            clauses / count,
            steps / count,
            sizes[sizes.len() / 2],
            sizes.iter().sum::<usize>() / sizes.len(),
            sizes[sizes.len() - 1],
        ));
    }
    record.finish()
}

fn certificate(line: &str) -> Result<Certificate, String> {
    let grid: Grid = line.parse().map_err(|error| format!("{line}: {error}"))?;
    let puzzle = Puzzle::classic(grid);
    let verdict = PuzzleSolver::default().solve(&puzzle, &Limits::NONE).map_err(|error| error.to_string())?;
    Certificate::of(&puzzle, &verdict).ok_or_else(|| format!("{line}: {verdict}"))
}

fn solve(certificate: &Certificate) -> u64 {
    let mut solver = Cdcl::new();
    let encoded = certificate.encode(&mut solver);
    assert!(encoded.is_ok() && solver.solve().is_unsat(), "the claim is true");
    solver.stats().conflicts
}

fn prove(certificate: &Certificate, out: impl Write + Send) -> u64 {
    certificate.write_proof(out, &Limits::NONE).map_or(0, |proof| proof.steps)
}

fn drat(certificate: &Certificate) -> Result<Vec<u8>, String> {
    let mut solver = Cdcl::with_observer(DratWriter::new(Vec::new(), DratForm::Text));
    certificate.encode(&mut solver).map_err(|error| error.to_string())?;
    assert!(solver.solve().is_unsat(), "the claim is true");
    solver.into_observer().finish().map_err(|error| error.to_string())
}

fn check(certificate: &Certificate, proof: &[u8]) -> u64 {
    certificate.check(proof).expect("our proofs are accepted").added
}

fn pour(certificate: &Certificate) -> u64 {
    let mut checker = LratChecker::new();
    assert!(certificate.encode(&mut checker).is_ok(), "the encoding fits");
    u64::from(std::hint::black_box(&checker).var_count())
}

fn check_drat(certificate: &Certificate, proof: &[u8]) -> u64 {
    let mut checker = DratChecker::new();
    assert!(certificate.encode(&mut checker).is_ok(), "the encoding fits");
    checker.check(proof).expect("our proofs are accepted").core
}
