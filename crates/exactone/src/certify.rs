//! Certificates: "no solution" and "no other solution" as clauses and their refutation, for anyone to check.
//!
//! The formula says everything: the rules, a unit clause for each clue and, where one solution is claimed to be the
//! only one, that some cell differs from it. It is refuted by an LRAT proof. Whoever doubts reads the formula, whose
//! comments say what its variables mean, and gives both to a checker of their own; nothing of this crate needs to
//! be believed.

use std::fmt;
use std::io::{self, Read, Write};

use exactone_sat::check::{LratChecker, LratReport, ProofError};
use exactone_sat::proof::LratWriter;
use exactone_sat::{Cdcl, ClauseCounter, ClauseSink, Lit, Outcome, Solver, Stopped, dimacs};

use crate::board::Encoding;
use crate::grid::Grid;
use crate::puzzle::{DecodeError, EncodeError, EncodeOptions, Puzzle};
use crate::solve::{Limits, Verdict};

/// What is claimed of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It has no solution.
    NoSolution,
    /// It has no other solution than this one.
    OnlySolution(Grid),
}

/// A claim about a puzzle that can be written down with its proof. It uses no file and no clock: formula and proof go
/// to any [`Write`], and any [`Read`] brings a proof back to be checked.
///
/// ```
/// use exactone::{Certificate, Grid, Limits, Puzzle, PuzzleSolver};
/// let puzzle = Puzzle::classic("1..43.........21".parse::<Grid>()?);
/// let verdict = PuzzleSolver::default().solve(&puzzle, &Limits::NONE)?;
/// let certificate = Certificate::of(&puzzle, &verdict).expect("it has one solution");
/// let formula = certificate.write_formula(Vec::new())?;
/// let proof = certificate.write_proof(Vec::new(), &Limits::NONE)?;
/// let report = certificate.check(&proof.out[..])?;
/// assert_eq!(report.added, proof.steps);
/// assert!(String::from_utf8(formula)?.contains("\np cnf 64 454\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    puzzle: Puzzle,
    claim: Claim,
    options: EncodeOptions,
}

/// A proof that has been written.
#[derive(Clone, Debug)]
pub struct Proof<W> {
    /// Where it was written to.
    pub out: W,
    /// The clauses of the formula, groups counted as their pairs.
    pub clauses: u64,
    /// The clauses derived, the empty one included.
    pub steps: u64,
    /// Conflicts of the search for it.
    pub conflicts: u64,
}

impl Certificate {
    /// A certificate of this claim, in the extended encoding. Whether the claim is true is seen when the proof is
    /// written.
    pub fn new(puzzle: Puzzle, claim: Claim) -> Certificate {
        Certificate { puzzle, claim, options: EncodeOptions::default() }
    }

    /// The certificate of a verdict; `None` where two solutions or the lack of an answer leave nothing to prove.
    pub fn of(puzzle: &Puzzle, verdict: &Verdict) -> Option<Certificate> {
        let claim = match verdict {
            Verdict::None { .. } => Claim::NoSolution,
            Verdict::Unique(solution) => Claim::OnlySolution(solution.clone()),
            Verdict::Several(..) | Verdict::Unknown { .. } => return None,
        };
        Some(Certificate::new(puzzle.clone(), claim))
    }

    /// In another encoding. All have the same solutions; the formula differs in size, the proof in length.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Certificate {
        self.options.encoding = encoding;
        self
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What is claimed of it.
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Pours the formula that the claim says is unsatisfiable into an empty sink: the puzzle as
    /// [`Puzzle::encode`] writes it, clues as unit clauses; last, if one solution is claimed to be the only one, the
    /// clause that some cell differs from it.
    ///
    /// # Errors
    /// If the encoding does not fit the puzzle; nothing is written then.
    pub fn encode(&self, sink: &mut dyn ClauseSink) -> Result<(), EncodeError> {
        self.puzzle.encode(sink, &self.options)?;
        if let Claim::OnlySolution(solution) = &self.claim {
            let shape = self.puzzle.shape();
            // Cells with clues too: the clause then says what it says without a look at the clues.
            let other: Vec<Lit> = solution.clues().map(|(cell, digit)| !shape.literal(cell, digit)).collect();
            sink.add_clause(&other);
        }
        Ok(())
    }

    /// Numbers of variables and clauses of the formula, groups counted as their pairs.
    ///
    /// # Errors
    /// If the encoding does not fit the puzzle.
    pub fn size(&self) -> Result<ClauseCounter, EncodeError> {
        let mut size = ClauseCounter::new();
        self.encode(&mut size)?;
        Ok(size)
    }

    /// Writes the formula in DIMACS, with comments that say what it claims and what its variables mean.
    ///
    /// # Errors
    /// If the encoding does not fit the puzzle, or the first write error.
    pub fn write_formula<W: Write>(&self, out: W) -> Result<W, CertifyError> {
        let size = self.size()?;
        let claim = match &self.claim {
            Claim::NoSolution => "claimed to be unsatisfiable: the puzzle has no solution".to_owned(),
            Claim::OnlySolution(solution) => format!(
                "claimed to be unsatisfiable: the last clause asks for another solution than\nsolution {}",
                solution.to_line()
            ),
        };
        let mut writer = dimacs::Writer::new(out);
        writer.comment(&self.puzzle.encoding_comments(&self.options, size.vars()));
        writer.comment(&claim);
        writer.header(size.vars(), size.clauses());
        self.encode(&mut writer)?;
        Ok(writer.finish()?)
    }

    /// Refutes the formula and writes the proof in LRAT while it is found.
    ///
    /// # Errors
    /// If the claim is false (with the solution that shows it), the encoding does not fit, a limit is reached, or
    /// the proof cannot be written. What is in `out` then is no proof.
    pub fn write_proof<W: Write + Send>(
        &self,
        out: W,
        limits: &Limits<'_>,
    ) -> Result<Proof<W>, CertifyError> {
        let mut solver = Cdcl::with_observer(LratWriter::uncounted(out));
        self.encode(&mut solver)?;
        let clauses = solver.clause_count();
        solver.observer_mut().formula_ends(clauses);
        match solver.solve_query(&limits.query(&[], None)) {
            Outcome::Unsat(_) => {
                let conflicts = solver.stats().conflicts;
                let writer = solver.into_observer();
                let steps = writer.steps();
                Ok(Proof { out: writer.finish()?, clauses, steps, conflicts })
            }
            Outcome::Sat(model) => Err(CertifyError::False(Box::new(self.puzzle.decode(&model)?))),
            Outcome::Unknown(why) => Err(CertifyError::Stopped(why)),
        }
    }

    /// Checks a proof of the claim with the LRAT checker, which shares no code with the solver.
    ///
    /// # Errors
    /// If the proof is not accepted (the first wrong step is named), or the encoding does not fit the puzzle.
    pub fn check<R: Read>(&self, proof: R) -> Result<LratReport, CertifyError> {
        let mut checker = LratChecker::new();
        self.encode(&mut checker)?;
        Ok(checker.check(proof)?)
    }
}

/// Why there is no certificate.
#[non_exhaustive]
#[derive(Debug)]
pub enum CertifyError {
    /// The encoding does not fit the puzzle.
    Encode(EncodeError),
    /// The claim is false: this is a solution, or another one.
    False(Box<Grid>),
    /// A limit was reached.
    Stopped(Stopped),
    /// The solver gave a model that is no solution: a defect of the solver.
    Wrong(DecodeError),
    /// Formula or proof cannot be written.
    Write(io::Error),
    /// The proof is not accepted.
    Proof(ProofError),
}

impl fmt::Display for CertifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertifyError::Encode(error) => error.fmt(f),
            CertifyError::False(solution) => {
                write!(f, "the claim is false: there is the solution {}", solution.to_line())
            }
            CertifyError::Stopped(why) => write!(f, "not decided: {why}"),
            CertifyError::Wrong(error) => write!(f, "the solver's answer is no solution ({error})"),
            CertifyError::Write(error) => error.fmt(f),
            CertifyError::Proof(error) => write!(f, "the proof is not accepted: {error}"),
        }
    }
}

impl std::error::Error for CertifyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CertifyError::Encode(error) => Some(error),
            CertifyError::Wrong(error) => Some(error),
            CertifyError::Write(error) => Some(error),
            CertifyError::Proof(error) => Some(error),
            CertifyError::False(_) | CertifyError::Stopped(_) => None,
        }
    }
}

impl From<EncodeError> for CertifyError {
    fn from(error: EncodeError) -> CertifyError {
        CertifyError::Encode(error)
    }
}

impl From<DecodeError> for CertifyError {
    fn from(error: DecodeError) -> CertifyError {
        CertifyError::Wrong(error)
    }
}

impl From<io::Error> for CertifyError {
    fn from(error: io::Error) -> CertifyError {
        CertifyError::Write(error)
    }
}

impl From<ProofError> for CertifyError {
    fn from(error: ProofError) -> CertifyError {
        CertifyError::Proof(error)
    }
}

#[cfg(test)]
mod tests {
    use exactone_sat::Cnf;
    use exactone_sat::check::DratChecker;

    use super::*;
    use crate::candidates::Candidates;
    use crate::cell::Cell;
    use crate::digit::Digit;
    use crate::house::HouseKind;
    use crate::rule::NoRepeat;
    use crate::shape::Shape;
    use crate::solve::PuzzleSolver;

    fn verdict(puzzle: &Puzzle) -> Verdict {
        PuzzleSolver::default().solve(puzzle, &Limits::NONE).unwrap()
    }

    /// Writes and reads back formula and proof, and checks them as an outsider would: from the two texts alone.
    fn certify(certificate: &Certificate) -> (Cnf, String) {
        let text = String::from_utf8(certificate.write_formula(Vec::new()).unwrap()).unwrap();
        let formula = Cnf::from_dimacs(&text).unwrap();
        let proof = certificate.write_proof(Vec::new(), &Limits::NONE).unwrap();
        let report = certificate.check(&proof.out[..]).unwrap();
        assert_eq!(report.added, proof.steps);
        let mut checker = LratChecker::new();
        formula.pour(&mut checker);
        checker.check(&proof.out[..]).unwrap();
        (formula, String::from_utf8(proof.out).unwrap())
    }

    /// Clause by clause without numbers, hints and deletions.
    fn as_drat(lrat: &str) -> String {
        let mut drat = String::new();
        for line in lrat.lines().filter(|line| line.split(' ').nth(1) != Some("d")) {
            let words: Vec<&str> = line.split(' ').skip(1).take_while(|word| *word != "0").collect();
            drat += &words.iter().map(|word| format!("{word} ")).collect::<String>();
            drat += "0\n";
        }
        drat
    }

    const NINE: &str = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

    #[test]
    fn every_kind_of_puzzle_and_encoding_has_a_certificate_that_others_can_check() {
        let latin = Shape::latin(3).unwrap();
        let mut marks = Candidates::from_grid(&"1234341221434321".parse::<Grid>().unwrap());
        for text in ["1243341221344321", "1234341243212143"] {
            for (cell, digit) in text.parse::<Grid>().unwrap().clues() {
                marks.insert(cell, digit);
            }
        }
        marks.remove(Cell::new(0, 2), Digit::new(4).unwrap());
        marks.remove(Cell::new(3, 3), Digit::new(3).unwrap());
        marks.remove(Cell::new(3, 0), Digit::new(2).unwrap());
        let puzzles = [
            Puzzle::classic("1..43.........21".parse::<Grid>().unwrap()),
            Puzzle::classic("1234341221434321".parse::<Grid>().unwrap()),
            Puzzle::classic("11..............".parse::<Grid>().unwrap()),
            Puzzle::classic("1.31............".parse::<Grid>().unwrap()),
            Puzzle::classic(".4..216.2.....5......2.....4.226..3.".parse::<Grid>().unwrap()),
            Puzzle::classic(NINE.parse::<Grid>().unwrap()),
            Puzzle::classic(Grid::from_digits(latin, &[1, 2, 0, 0, 3, 0, 0, 0, 0]).unwrap()),
            Puzzle::classic_candidates(marks),
            Puzzle::classic("12343...........".parse::<Grid>().unwrap())
                .with_rule(NoRepeat(HouseKind::Diagonal)),
        ];
        for puzzle in puzzles {
            let verdict = verdict(&puzzle);
            let certificate =
                Certificate::of(&puzzle, &verdict).unwrap_or_else(|| panic!("{puzzle:?}: {verdict}"));
            for encoding in Encoding::ALL {
                if encoding == Encoding::Triads && puzzle.shape().is_latin() {
                    continue;
                }
                let (formula, lrat) = certify(&certificate.clone().encoding(encoding));
                let mut checker = DratChecker::new();
                formula.pour(&mut checker);
                checker.check(as_drat(&lrat).as_bytes()).unwrap();
            }
        }
    }

    #[test]
    fn a_false_claim_has_no_proof() {
        let several = Puzzle::classic("12..34..........".parse::<Grid>().unwrap());
        let Verdict::Several(first, second) = verdict(&several) else { panic!("it has several solutions") };
        assert!(Certificate::of(&several, &verdict(&several)).is_none());
        for claim in [Claim::NoSolution, Claim::OnlySolution(first.clone()), Claim::OnlySolution(second)] {
            let certificate = Certificate::new(several.clone(), claim.clone());
            match certificate.write_proof(Vec::new(), &Limits::NONE) {
                Err(CertifyError::False(solution)) => {
                    assert!(several.check_solution(&solution).is_ok());
                    assert_ne!(claim, Claim::OnlySolution(*solution));
                }
                other => panic!("{:?} of {claim:?}", other.map(|proof| proof.steps)),
            }
        }
        // The proof of another claim, and no proof at all.
        let one = Puzzle::classic("1..43.........21".parse::<Grid>().unwrap());
        let certificate = Certificate::of(&one, &verdict(&one)).unwrap();
        let proof = certificate.write_proof(Vec::new(), &Limits::NONE).unwrap().out;
        let wrong = Certificate::new(several, Claim::OnlySolution(first));
        assert!(matches!(wrong.check(&proof[..]), Err(CertifyError::Proof(_))));
        assert!(matches!(certificate.check(&b""[..]), Err(CertifyError::Proof(_))));
    }

    #[test]
    fn limits_and_full_disks_end_it() {
        let nine = Puzzle::classic(NINE.parse::<Grid>().unwrap());
        let certificate = Certificate::of(&nine, &verdict(&nine)).unwrap();
        let now = std::sync::atomic::AtomicBool::new(true);
        let stopped = certificate.write_proof(Vec::new(), &Limits { stop: Some(&now), ..Limits::NONE });
        assert_eq!(stopped.unwrap_err().to_string(), "not decided: interrupted");
        let mut small = [0; 100];
        let full = certificate.write_proof(&mut small[..], &Limits::NONE);
        assert!(matches!(full, Err(CertifyError::Write(_))));
        assert!(matches!(certificate.write_formula(&mut small[..]), Err(CertifyError::Write(_))));
        let latin = Puzzle::classic(Grid::empty(Shape::latin(3).unwrap()));
        let triads = Certificate::new(latin, Claim::NoSolution).encoding(Encoding::Triads);
        assert!(matches!(triads.size(), Err(EncodeError::NoTriads { .. })));
    }
}
