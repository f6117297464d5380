//! One puzzle: its verdict, the proof, and everything else that belongs into its folder.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use exactone::{
    Cell, Certificate, CertifyError, Claim, Clues, EncodeOptions, Encoding, Limits, Missing, Puzzle,
    PuzzleSolver, SolveError, SymbolSet, Verdict,
};
use exactone_sat::{Budget, Cdcl};

use super::folder::Folder;
use super::text;
use crate::command::batch::{clock, patience};
use crate::interrupt::STOP;
use crate::language::Language;
use crate::output::status::Failure;

/// The largest proof that is kept in memory, where no folder was asked for.
const IN_MEMORY: usize = 256 << 20;

/// What became of a puzzle.
pub struct Found {
    /// The answer.
    pub verdict: Verdict,
    /// What is proved, with the figures of the proof, where there is something to prove.
    pub proof: Option<Proved>,
    /// Of a puzzle without a solution: the cells to blame, and whether no fewer are.
    pub blamed: Option<(Vec<Cell>, bool)>,
    /// Of a puzzle with several: the cells that, once given, leave one.
    pub missing: Option<Missing>,
    /// The names of the files that were written.
    pub files: Vec<&'static str>,
    /// What all that took.
    pub time: Duration,
}

/// The figures of a proof that was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proved {
    /// Clauses of the formula.
    pub clauses: u64,
    /// Clauses derived.
    pub steps: u64,
    /// Bytes of the proof.
    pub bytes: u64,
}

/// Why there is nothing found.
pub enum Trouble {
    /// The puzzle cannot be taken, in words.
    Puzzle(String),
    /// Nothing can be written, or a defect was found.
    Failure(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Failure(failure)
    }
}

/// Certifies puzzles one after the other.
pub struct Certifier {
    solver: PuzzleSolver,
    encoding: Encoding,
    symbols: SymbolSet,
    seconds: Option<Duration>,
    language: Language,
}

impl Certifier {
    /// One that writes formulas in this encoding and puzzles with these symbols, and gives up on a puzzle after this
    /// time.
    pub fn new(
        encoding: Encoding,
        symbols: SymbolSet,
        seconds: Option<Duration>,
        language: Language,
    ) -> Certifier {
        let options = EncodeOptions::new(encoding).clues(Clues::Assumptions);
        let solver = PuzzleSolver::new(|| Box::new(Cdcl::new())).with_options(options);
        Certifier { solver, encoding, symbols, seconds, language }
    }

    /// Forgets what was learnt, so that the next answers do not depend on the ones before.
    pub fn reset(&mut self) {
        *self = Certifier::new(self.encoding, self.symbols, self.seconds, self.language);
    }

    /// Decides the puzzle, proves the answer and has the proof checked. With a folder, everything is written there;
    /// without one the proof is dropped.
    pub fn certify(&mut self, puzzle: &Puzzle, folder: Option<&Path>) -> Result<Found, Trouble> {
        let start = Instant::now();
        let expired = clock(self.seconds);
        let budget = if self.seconds.is_some() { Budget::new().deadline(&expired) } else { Budget::new() };
        let limits = Limits { budget, stop: Some(&STOP) };
        let verdict = self.solver.solve(puzzle, &limits).map_err(solving)?;
        let mut found = Found {
            verdict,
            proof: None,
            blamed: None,
            missing: None,
            files: Vec::new(),
            time: Duration::ZERO,
        };
        let mut folder = match &found.verdict {
            Verdict::Unknown { .. } => None,
            _ => folder.map(Folder::create).transpose()?,
        };
        if let Some(certificate) = Certificate::of(puzzle, &found.verdict) {
            let certificate = certificate.encoding(self.encoding);
            match prove(&certificate, &limits, folder.as_mut()) {
                Ok(proved) => found.proof = Some(proved),
                Err(CertifyError::Stopped(why)) => {
                    let known = match certificate.claim() {
                        Claim::OnlySolution(solution) => Some(solution.clone()),
                        Claim::NoSolution => None,
                    };
                    found.verdict = Verdict::Unknown { found: known, why };
                    folder = None;
                }
                Err(error) => return Err(defect(&error).into()),
            }
        }
        if let Some(mut folder) = folder {
            explain(puzzle, &mut found)?;
            folder.put("puzzle.txt", &(text::line(puzzle, self.symbols) + "\n"))?;
            if let Some((name, solutions)) = text::solutions(&found.verdict, self.symbols) {
                folder.put(name, &solutions)?;
            }
            folder.put("README.md", &text::readme(&found, puzzle, self.symbols, self.language))?;
            found.files = folder.finish()?;
        }
        found.time = start.elapsed();
        Ok(found)
    }
}

/// Finds what is to blame for no solution, and what is missing where there are several.
fn explain(puzzle: &Puzzle, found: &mut Found) -> Result<(), Trouble> {
    let patience = patience();
    let patient = Limits { budget: Budget::new().deadline(&patience), stop: Some(&STOP) };
    let given_up = |error: &SolveError| matches!(error, SolveError::Stopped(_));
    match &found.verdict {
        Verdict::None { .. } => match puzzle.smallest_blame(&patient) {
            Ok(cells) => found.blamed = cells.map(|cells| (cells, true)),
            Err(error) if given_up(&error) => {
                // A set of which none can be spared is had with one call of the solver a clue.
                let limits = Limits { stop: Some(&STOP), ..Limits::NONE };
                match puzzle.blame(&limits) {
                    Ok(cells) => found.blamed = cells.map(|cells| (cells, false)),
                    Err(error) if given_up(&error) => {}
                    Err(error) => return Err(solving(error)),
                }
            }
            Err(error) => return Err(solving(error)),
        },
        Verdict::Several(first, _) => match puzzle.missing_clues(first, &patient) {
            Ok(missing) => found.missing = Some(missing),
            Err(error) if given_up(&error) => {}
            Err(error) => return Err(solving(error)),
        },
        Verdict::Unique(_) | Verdict::Unknown { .. } => {}
    }
    Ok(())
}

/// Writes formula and proof into the folder, if there is one, and has the proof checked as it was written.
fn prove(
    certificate: &Certificate,
    limits: &Limits<'_>,
    folder: Option<&mut Folder>,
) -> Result<Proved, CertifyError> {
    let Some(folder) = folder else {
        let proof = certificate.write_proof(Memory(Vec::new()), limits)?;
        certificate.check(&proof.out.0[..])?;
        return Ok(Proved { clauses: proof.clauses, steps: proof.steps, bytes: proof.out.0.len() as u64 });
    };
    let open = |name| folder.file(name).map_err(|failure| CertifyError::Write(told(failure)));
    let of = |name, error| match error {
        CertifyError::Write(error) => CertifyError::Write(folder.name_in(name, &error)),
        error => error,
    };
    let file = open("formula.cnf")?;
    let formula = certificate.write_formula(file).map_err(|error| of("formula.cnf", error))?;
    let file = open("proof.lrat")?;
    let mut proof = certificate.write_proof(file, limits).map_err(|error| of("proof.lrat", error))?;
    let (written, bytes) = proof.out.reread().map_err(|error| of("proof.lrat", error.into()))?;
    certificate.check(written)?;
    folder.keep("formula.cnf", formula);
    folder.keep("proof.lrat", proof.out);
    Ok(Proved { clauses: proof.clauses, steps: proof.steps, bytes })
}

fn told(failure: Failure) -> io::Error {
    match failure {
        Failure::ClosedPipe => io::ErrorKind::BrokenPipe.into(),
        Failure::Message { english, .. } => io::Error::other(english),
    }
}

fn solving(error: SolveError) -> Trouble {
    match error {
        SolveError::Encode(error) => Trouble::Puzzle(error.to_string()),
        error => Trouble::Failure(Failure::both(
            format!("{error}; please report this"),
            format!("{error}；请报告此问题"),
        )),
    }
}

fn defect(error: &CertifyError) -> Failure {
    match error {
        CertifyError::Write(error) => Failure::new(error.to_string()),
        error => Failure::both(format!("{error}; please report this"), format!("{error}；请报告此问题")),
    }
}

/// A proof in memory, up to a limit.
struct Memory(Vec<u8>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > IN_MEMORY {
            let text = format!("a proof of more than {} MB: --out DIR writes it to a file", IN_MEMORY >> 20);
            return Err(io::Error::other(text));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
