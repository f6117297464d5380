//! Proofs: that there is no other solution, or none at all, and their check.

use std::io::Cursor;

use exactone::{Clues, EncodeOptions, Puzzle};
use exactone_sat::check::{LratChecker, LratChecking};
use exactone_sat::proof::LratWriter;
use exactone_sat::{Budget, Cdcl, ClauseSink, Cnf, Lit, Outcome, Query, Solver, dimacs};

use crate::protocol::{self, Failure, Said};

/// The search for a proof.
#[derive(Debug)]
pub(crate) struct Prover {
    cnf: Cnf,
    solver: Cdcl<LratWriter<Vec<u8>>>,
}

impl Prover {
    /// Of the clauses of the puzzle and, where a solution is given, "another one than this".
    pub(crate) fn new(
        puzzle: &Puzzle,
        encoding: exactone::Encoding,
        other_than: &[Lit],
    ) -> Result<Prover, Failure> {
        let mut cnf = Cnf::new();
        puzzle.encode(&mut cnf, &EncodeOptions::new(encoding).clues(Clues::Units))?;
        if !other_than.is_empty() {
            cnf.add_clause(other_than);
        }
        let mut solver = Cdcl::with_observer(LratWriter::new(Vec::new(), cnf.len() as u64));
        cnf.pour(&mut solver);
        Ok(Prover { cnf, solver })
    }

    /// Says whether the proof is complete.
    pub(crate) fn advance(&mut self, budget: Budget<'_>) -> Result<bool, Failure> {
        match self.solver.solve_query(&Query::new().budget(budget)) {
            Outcome::Unsat(_) => Ok(true),
            Outcome::Unknown(_) => Ok(false),
            Outcome::Sat(_) => Err(Failure::new("there is another solution", "还有另一个解")),
        }
    }

    /// Steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.solver.observer().steps()
    }

    /// The formula and the proof.
    pub(crate) fn finish(self) -> Result<protocol::Certificate, Failure> {
        let writer = self.solver.into_observer();
        let steps = writer.steps() as usize;
        let written = writer.finish().map_err(|error| error.to_string());
        let proof = written.and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
        let proof = proof.map_err(|error| {
            Failure::new(format!("the proof was not written: {error}"), format!("证明没有写成：{error}"))
        })?;
        let (variables, clauses) = (self.cnf.var_count(), self.cnf.len());
        Ok(protocol::Certificate { cnf: self.cnf.to_dimacs(), proof, steps, variables, clauses })
    }
}

/// The check of a proof.
#[derive(Debug)]
pub(crate) struct Check {
    state: Result<LratChecking<Cursor<Vec<u8>>>, Said>,
    lines: u64,
    added: Option<u64>,
}

/// Steps that are followed in one slice.
const SLICE: u64 = 2_000;

impl Check {
    pub(crate) fn new(cnf: &str, proof: String) -> Check {
        let mut checker = LratChecker::new();
        let lines = proof.lines().count() as u64;
        let state = match dimacs::read(cnf.as_bytes(), &mut checker) {
            Ok(_) => checker.begin(Cursor::new(proof.into_bytes())).map_err(|error| Said::from(&error)),
            Err(error) => Err(Said::from(&error)),
        };
        Check { state, lines, added: None }
    }

    /// Says whether it is done.
    pub(crate) fn advance(&mut self) -> bool {
        if let Ok(checking) = &mut self.state {
            match checking.advance(SLICE) {
                Ok(None) => return false,
                Ok(Some(report)) => self.added = Some(report.added),
                Err(error) => self.state = Err(Said::from(&error)),
            }
        }
        true
    }

    /// How much of the proof has been followed, in percent.
    pub(crate) fn percent(&self) -> f64 {
        let steps = self.state.as_ref().map_or(self.lines, LratChecking::steps);
        (100.0 * steps as f64 / self.lines.max(1) as f64).min(100.0).floor()
    }

    pub(crate) fn verdict(&self) -> protocol::Checked {
        let steps = self.added.unwrap_or(0) as usize;
        match (&self.state, self.added) {
            (Ok(_), Some(_)) => protocol::Checked { message: Said::default(), steps },
            (Ok(_), None) => {
                protocol::Checked { message: Said::new("not checked to its end", "没有检验完"), steps }
            }
            (Err(why), _) => protocol::Checked { message: why.clone(), steps },
        }
    }
}

#[cfg(test)]
mod tests {
    use exactone::{Encoding, Limits, PuzzleSolver};

    use super::*;
    use crate::reading::{example, puzzle_of};

    fn checked(cnf: &str, proof: String) -> protocol::Checked {
        let mut check = Check::new(cnf, proof);
        while !check.advance() {}
        check.verdict()
    }

    #[test]
    fn a_proof_is_accepted_and_a_damaged_one_refused() {
        let text = "..1.2....67......84....725....2..37....1.5....48..3....698....43......82....5.7..";
        let puzzle = puzzle_of(&example(text)).unwrap();
        let verdict = PuzzleSolver::default().solve(&puzzle, &Limits::NONE).unwrap();
        let other = puzzle.other_than(verdict.solution().unwrap());
        let mut prover = Prover::new(&puzzle, Encoding::Extended, &other).unwrap();
        let mut slices = 1;
        while !prover.advance(Budget::new().conflicts(1)).unwrap() {
            slices += 1;
        }
        assert!(slices > 1, "the puzzle needs search");
        let certificate = prover.finish().unwrap();
        let verdict = checked(&certificate.cnf, certificate.proof.clone());
        assert_eq!((verdict.message, verdict.steps), (Said::default(), certificate.steps));
        let first = certificate.proof.lines().next().unwrap();
        let damaged = certificate.proof.replacen(first, "", 1);
        assert!(!checked(&certificate.cnf, damaged).message.is_empty());
        assert!(!checked(&certificate.cnf, String::new()).message.is_empty());
        assert!(!checked("p cnf x", certificate.proof).message.is_empty());
    }

    #[test]
    fn a_false_claim_has_no_proof() {
        let puzzle = puzzle_of(&example("1..4............")).unwrap();
        let mut prover = Prover::new(&puzzle, Encoding::Extended, &[]).unwrap();
        assert!(prover.advance(Budget::new()).is_err());
    }
}
