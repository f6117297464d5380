//! The DRAT checker: backward from the contradiction, so that only what is needed is checked.
//!
//! Forward, the clauses of the proof are added and deleted without a question until unit propagation meets a
//! contradiction. Then each step is taken back in turn; if the clause it added was used by what came after, it is
//! checked now, against the clauses alive before it: its negation must lead to a contradiction (RUP), or the negation of
//! each resolvent on its first literal must (RAT). Deletions of clauses that a literal rests on at that time are
//! ignored, as checkers of the field do.
//!
//! Memory: formula and proof. M. Heule, W. Hunt, N. Wetzler, "Trimming while checking clausal proofs" (2013).

mod deletable;
mod lrat;

use std::io::{Read, Write};

use super::error::{Gap, ProofError, ProofErrorKind};
use super::rup::{Clash, ClauseNumber, Engine};
use super::steps::{DratReader, DratStep, ProofFormat};
use crate::lit::Lit;
use crate::sink::ClauseSink;
use deletable::Deletable;

/// What a verified DRAT proof amounted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DratReport {
    /// Clauses added up to the contradiction.
    pub added: u64,
    /// Of these, the ones that were needed and so were checked.
    pub core: u64,
    /// Of these, the ones that follow only up to satisfiability (resolution asymmetric tautologies).
    pub rat: u64,
    /// Clauses deleted.
    pub deleted: u64,
    /// Deletions ignored: of clauses that are not there, or that a literal rested on.
    pub ignored: u64,
    /// Clauses of the formula that were needed.
    pub formula_core: u64,
}

/// A backward checker of DRAT proofs, text or binary. Pour the formula in, then [`check`](Self::check).
///
/// ```
/// use exactone_sat::{check::DratChecker, clauses};
/// let mut checker = DratChecker::new();
/// clauses![[1, 2], [1, -2], [-1, 2], [-1, -2], [3, 4]].pour(&mut checker);
/// let mut lrat = Vec::new();
/// let report = checker.check_to_lrat("4 5 0\n-1 0\n0\n".as_bytes(), &mut lrat).unwrap();
/// assert_eq!((report.added, report.core, report.formula_core), (2, 1, 4));
/// assert_eq!(String::from_utf8(lrat).unwrap(), "6 -1 0 3 4 0\n7 0 6 1 2 0\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct DratChecker {
    engine: Engine,
    vars: u32,
    /// The number of clauses of the formula.
    originals: ClauseNumber,
    assumptions: Vec<Lit>,
    /// Clauses of the proof that can be deleted.
    deletable: Deletable,
    /// Those of the formula, once one is asked for.
    deletable_formula: Option<Deletable>,
    steps: Vec<Step>,
    report: DratReport,
    wants_hints: bool,
    hints: Vec<ClauseNumber>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Add {
        clause: ClauseNumber,
        /// The length of the trail before it.
        trail: usize,
        /// Its place in the proof.
        place: u64,
        /// Which step of the proof it is, deletions counted too.
        step: u64,
        /// Where its hints lie, once it is checked.
        hints: (usize, usize),
    },
    Delete(ClauseNumber),
}

/// Hints of a clause that is only a RAT: this number, then the clause that was resolved with, then its hints.
const RESOLVED_WITH: ClauseNumber = ClauseNumber::MAX;

/// What the proof comes to.
#[derive(Clone, Copy)]
enum Goal {
    Contradiction(Clash),
    /// The last clause holds only negated assumptions.
    Clause(ClauseNumber),
}

impl DratChecker {
    /// A checker without clauses.
    pub fn new() -> DratChecker {
        DratChecker::default()
    }

    /// Accepts a proof whose last clause holds only negations of these, too.
    pub fn assume(&mut self, assumptions: &[Lit]) {
        self.assumptions.extend_from_slice(assumptions);
    }

    /// Checks a proof; whether it is text or binary is found out.
    ///
    /// # Errors
    /// If it cannot be read, if a clause that is needed does not follow (the first wrong step is named), or if there
    /// is no contradiction at the end.
    pub fn check<R: Read>(mut self, proof: R) -> Result<DratReport, ProofError> {
        self.run(proof)?;
        Ok(self.report)
    }

    /// Checks a proof and writes what was needed of it as an LRAT proof.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), and if `out` cannot be written.
    pub fn check_to_lrat<R: Read, W: Write>(mut self, proof: R, out: W) -> Result<DratReport, ProofError> {
        self.wants_hints = true;
        let end = self.run(proof)?;
        self.write_lrat(end, out)?;
        Ok(self.report)
    }

    /// Returns where the hints of the empty clause begin, if it is the goal.
    fn run<R: Read>(&mut self, proof: R) -> Result<Option<usize>, ProofError> {
        let Some(goal) = self.forward(proof)? else { return Ok(None) };
        self.engine.core_first = true;
        let mut hints = Vec::new();
        let end = match goal {
            Goal::Contradiction(clash) => {
                self.engine.explain(clash, &mut hints);
                Some(0)
            }
            Goal::Clause(clause) => {
                self.engine.mark(clause);
                None
            }
        };
        self.backward().map_err(|place| self.first_wrong(place))?;
        let core = |range: std::ops::Range<usize>| {
            self.engine.clauses[range].iter().filter(|clause| clause.core).count() as u64
        };
        self.report.formula_core = core(0..self.originals as usize);
        self.report.core = core(self.originals as usize..self.engine.clauses.len());
        Ok(end.map(|_| {
            let start = self.hints.len();
            self.hints.extend(hints);
            start
        }))
    }

    /// Reads the whole proof, also where the contradiction shows long before its end: what is no proof is not taken
    /// for one. `None` where there is nothing to prove, since the assumptions contradict each other.
    fn forward<R: Read>(&mut self, mut proof: R) -> Result<Option<Goal>, ProofError> {
        let (format, beginning) = ProofFormat::detect(&mut proof).map_err(|error| {
            let kind = crate::dimacs::DimacsErrorKind::Io(error);
            ProofError::from(crate::dimacs::DimacsError { line: 1, column: 1, kind })
        })?;
        let proof = beginning.chain(proof);
        let mut reader = DratReader::new(proof, format == ProofFormat::DratBinary)?;
        let goal = if self.assumptions.iter().any(|&lit| self.assumptions.contains(&!lit)) {
            None
        } else {
            Some(match self.pour_formula() {
                Some(clash) => Goal::Contradiction(clash),
                None => self.follow(&mut reader)?,
            })
        };
        while reader.next()?.is_some() {}
        Ok(goal)
    }

    /// Takes the clauses of the formula in until one contradicts those before it.
    fn pour_formula(&mut self) -> Option<Clash> {
        self.engine.reserve();
        for number in 0..self.originals {
            if let Err(clash) = self.engine.add(number) {
                return Some(clash);
            }
        }
        None
    }

    /// Takes the steps of the proof until the contradiction shows.
    fn follow<R: Read>(&mut self, reader: &mut DratReader<R>) -> Result<Goal, ProofError> {
        let mut last = None;
        while let Some(step) = reader.next()? {
            match step {
                DratStep::Delete => match self.forget(&reader.lits) {
                    Some(clause) if !self.engine.is_reason(clause) => {
                        self.engine.kill(clause);
                        self.steps.push(Step::Delete(clause));
                        self.report.deleted += 1;
                    }
                    Some(clause) => {
                        let formula = self.deletable_formula.as_mut().filter(|_| clause < self.originals);
                        let lits = self.engine.lits(clause);
                        formula.unwrap_or(&mut self.deletable).insert(clause, lits);
                        self.report.ignored += 1;
                    }
                    None => self.report.ignored += 1,
                },
                DratStep::Add => {
                    self.report.added += 1;
                    let clause = self.engine.store(&reader.lits);
                    let trail = self.engine.trail.len();
                    let (place, step) = (reader.place, reader.step);
                    self.steps.push(Step::Add { clause, trail, place, step, hints: (0, 0) });
                    if reader.lits.is_empty() {
                        // Propagation has not met a contradiction, so it does not follow.
                        return Err(self.first_wrong(self.steps.len() - 1));
                    }
                    self.deletable.insert(clause, self.engine.lits(clause));
                    if let Err(clash) = self.engine.add(clause) {
                        return Ok(Goal::Contradiction(clash));
                    }
                    last = Some(clause);
                }
            }
        }
        let denied = |lit: &Lit| self.assumptions.contains(&!*lit);
        match last {
            Some(clause) if self.engine.lits(clause).iter().all(denied) => Ok(Goal::Clause(clause)),
            _ => {
                let kind = ProofErrorKind::NoConclusion { steps: reader.step };
                Err(ProofError { step: reader.step, place: reader.place, kind })
            }
        }
    }

    /// Takes step after step back and checks what was needed. At a step that fails: its place in the list.
    fn backward(&mut self) -> Result<(), usize> {
        for at in (0..self.steps.len()).rev() {
            match self.steps[at] {
                Step::Delete(clause) => self.engine.revive(clause),
                Step::Add { clause, trail, .. } => {
                    self.engine.kill(clause);
                    self.engine.undo(trail);
                    if !self.engine.clauses[clause as usize].core {
                        continue;
                    }
                    let start = self.hints.len();
                    let follows = self.follows(clause);
                    self.engine.undo(trail);
                    if follows.is_none() {
                        return Err(at);
                    }
                    self.report.rat += u64::from(follows == Some(Follows::Rat));
                    if !self.wants_hints {
                        self.hints.clear();
                    } else if let Step::Add { hints, .. } = &mut self.steps[at] {
                        *hints = (start, self.hints.len());
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a clause follows from the clauses alive; leaves what it needs in `hints` and on the trail.
    fn follows(&mut self, clause: ClauseNumber) -> Option<Follows> {
        let lits = self.engine.lits(clause).to_vec();
        if let Err(clash) = self.engine.deny(lits) {
            self.engine.explain(clash, &mut self.hints);
            return Some(Follows::Rup);
        }
        let pivot = self.engine.pivot(clause)?;
        if self.assumptions.contains(&!pivot) {
            return None; // it would have to follow together with the assumption, which is a clause too
        }
        let mark = self.engine.trail.len();
        for other in self.engine.alive_with(!pivot) {
            let others: Vec<Lit> =
                self.engine.lits(other).iter().copied().filter(|&lit| lit != !pivot).collect();
            let Err(clash) = self.engine.deny(others) else { return None };
            self.hints.extend([RESOLVED_WITH, other]);
            self.engine.explain(clash, &mut self.hints);
            self.engine.undo(mark);
        }
        Some(Follows::Rat)
    }

    /// Checks forward, all clauses and not only those needed, to name the first that is wrong; one is at `last`.
    fn first_wrong(&mut self, last: usize) -> ProofError {
        self.engine.reset();
        let mut wrong = last;
        let started = (0..self.originals).all(|number| self.engine.add(number).is_ok());
        for at in 0..if started { last } else { 0 } {
            match self.steps[at] {
                Step::Delete(clause) => self.engine.kill(clause),
                Step::Add { clause, .. } => {
                    let trail = self.engine.trail.len();
                    let follows = self.follows(clause).is_some();
                    self.engine.undo(trail);
                    if !follows {
                        wrong = at;
                        break;
                    }
                    if self.engine.add(clause).is_err() {
                        break; // cannot be: forward there was no contradiction before `last`
                    }
                }
            }
        }
        let Step::Add { clause, place, step, .. } = self.steps[wrong] else {
            unreachable!("only clauses that are added can be wrong")
        };
        let why = Gap::NoContradiction;
        let kind = ProofErrorKind::DoesNotFollow { clause: self.engine.written(clause), why };
        ProofError { step, place, kind }
    }

    /// Finds the newest clause with these literals and takes it from those that can be deleted.
    fn forget(&mut self, lits: &[Lit]) -> Option<ClauseNumber> {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let DratChecker { engine, deletable, deletable_formula, .. } = self;
        let mut other = Vec::new();
        let mut is_it = |clause| {
            let lits = engine.lits(clause);
            lits.len() == sorted.len() && {
                other.clear();
                other.extend_from_slice(lits);
                other.sort_unstable();
                other == sorted
            }
        };
        if let Some(clause) = deletable.remove(&sorted, &mut is_it) {
            return Some(clause);
        }
        // Most proofs delete what they added; only for others the clauses of the formula are looked up.
        let formula = deletable_formula.get_or_insert_with(|| {
            let mut formula = Deletable::default();
            for number in 0..self.originals {
                formula.insert(number, engine.lits(number));
            }
            formula
        });
        formula.remove(&sorted, &mut is_it)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Rup,
    Rat,
}
impl ClauseSink for DratChecker {
    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        self.vars = self.vars.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.vars = self.vars.max(lit.var().number());
        }
        self.originals = self.engine.store(clause) + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::LratChecker;
    use crate::{Cnf, Var, clauses};

    fn check(formula: &Cnf, proof: &[u8]) -> Result<DratReport, String> {
        let mut checker = DratChecker::new();
        formula.pour(&mut checker);
        let mut lrat = Vec::new();
        let report = checker.check_to_lrat(proof, &mut lrat).map_err(|error| error.to_string())?;
        let mut second = LratChecker::new();
        formula.pour(&mut second);
        let text = String::from_utf8_lossy(&lrat).into_owned();
        let opinion = second.check(&lrat[..]).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(opinion.rat, report.rat);
        Ok(report)
    }

    fn square() -> Cnf {
        clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]]
    }

    #[test]
    fn a_proof_is_checked_from_its_end() {
        assert_eq!(check(&square(), b"1 0\n").unwrap().core, 1);
        assert_eq!(check(&square(), b"1 0\n0\n").unwrap().core, 1);
        assert_eq!(check(&square(), b"a\x02\0a\0").unwrap().core, 1);
        let wrong_but_unneeded = check(&square(), b"7 0\n-7 8 0\nd -7 8 0\n1 0\n").unwrap();
        assert_eq!((wrong_but_unneeded.added, wrong_but_unneeded.core), (3, 1));
        assert_eq!(check(&clauses![[1], [-1, 2], [-2]], b"").unwrap().added, 0);
        assert_eq!(check(&clauses![[], [1]], b"").unwrap().formula_core, 1);
    }

    #[test]
    fn the_first_wrong_step_is_named() {
        let does_not = "its negation does not lead to a contradiction by unit propagation";
        let formula = clauses![[1, 2, 3], [-1, 2, 3], [1, -2, 3], [1, 2, -3], [-1, -2, 3], [-3, 4], [-4, -3]];
        let proof = b"2 3 0\nd 1 2 3 0\n3 0\n0\n";
        assert!(check(&formula, proof).is_ok());
        assert_eq!(check(&square(), b"0\n").unwrap_err(), format!("step 1 (at 1), clause []: {does_not}"));
        let error = check(&square(), b"3 0\n\n-3 0\n").unwrap_err();
        assert_eq!(error, format!("step 2 (at 3), clause [-3]: {does_not}"));
        let satisfiable = clauses![[1, 2], [-1, 2], [1, -2]];
        assert_eq!(
            check(&satisfiable, b"1 0\n-2 0\n").unwrap_err(),
            format!("step 2 (at 2), clause [-2]: {does_not}")
        );
        assert_eq!(
            check(&satisfiable, b"1 0\n").unwrap_err(),
            "the proof ends after 1 step without the empty clause"
        );
    }

    #[test]
    fn deletions_count() {
        // Without clause [1, 2] the unit 1 no longer follows.
        assert!(check(&square(), b"d 2 1 0\n1 0\n").is_err());
        assert!(check(&square(), b"d 5 6 0\n1 0\n").unwrap().ignored == 1);
        // Of two equal clauses one remains.
        let mut twice = square();
        twice.add_clause(&[2, 1].map(Lit::from));
        assert_eq!(check(&twice, b"d 2 1 0\n1 0\n").unwrap().deleted, 1);
    }

    #[test]
    fn a_definition_is_a_rat_and_is_written_as_one() {
        // 3 <-> 1 & 2 is defined, refuted, and used to refute 2.
        let mut formula = Cnf::new();
        for signs in 0..4 {
            let lit = |number, bit| Var::new(number).lit(signs >> bit & 1 == 0);
            formula.add_clause(&[Lit::from(-1), Lit::from(-2), lit(4, 0), lit(6, 1)]);
            formula.add_clause(&[Lit::from(1), lit(5, 0), lit(7, 1)]);
            formula.add_clause(&[Lit::from(2), lit(5, 0), lit(7, 1)]);
        }
        let proof = b"3 -1 -2 0\n-3 1 0\n-3 2 0\n-3 4 0\n-3 0\n1 5 0\n1 0\n2 5 0\n";
        let report = check(&formula, proof).unwrap();
        assert_eq!((report.core, report.rat), (8, 3));
        // One half of the definition, then one that contradicts it: 3 is no longer free to be anything.
        let error = check(&formula, b"-3 1 0\n3 -2 0\n-3 0\n1 0\n2 5 0\n").unwrap_err();
        assert!(error.starts_with("step 2 (at 2), clause [3, -2]"), "{error}");
    }

    #[test]
    fn under_assumptions_the_last_clause_may_deny_them() {
        let formula = clauses![[-1, 3], [-2, -3]];
        let verdict = |proof: &[u8], assumptions: &[i32]| {
            let mut checker = DratChecker::new();
            formula.pour(&mut checker);
            checker.assume(&assumptions.iter().map(|&lit| Lit::from(lit)).collect::<Vec<_>>());
            checker.check(proof).is_ok()
        };
        assert!(verdict(b"-1 -2 0\n", &[1, 2]));
        assert!(!verdict(b"-1 -2 0\n", &[1]));
        assert!(!verdict(b"-1 0\n", &[1, 2]));
        assert!(verdict(b"", &[1, -1]));
    }
}
