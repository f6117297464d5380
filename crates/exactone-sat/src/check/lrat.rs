//! The LRAT checker: forward, one step after the other, each by the hints it brings.
//!
//! L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient certified RAT verification" (2017).

use std::collections::BTreeMap;
use std::io::Read;

use super::error::{Gap, ProofError, ProofErrorKind};
use super::steps::{LratReader, LratStep};
use super::store::Store;
use crate::lit::Lit;
use crate::sink::ClauseSink;

/// What a verified LRAT proof amounted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LratReport {
    /// Clauses added and checked.
    pub added: u64,
    /// Of these, the ones that follow only up to satisfiability (resolution asymmetric tautologies).
    pub rat: u64,
    /// Clauses deleted.
    pub deleted: u64,
    /// Hints looked at.
    pub hints: u64,
}

/// A forward checker of LRAT proofs. Pour the formula in, then [`check`](Self::check).
///
/// ```
/// use exactone_sat::{check::LratChecker, clauses, ClauseSink, Lit};
/// let mut checker = LratChecker::new();
/// clauses![[1, 2], [-1, 2], [-2, 3]].pour(&mut checker);
/// checker.assume(&[Lit::from(-3)]);
/// // 2 follows from clauses 1 and 2; the last clause may consist of negated assumptions.
/// assert!(checker.check("4 2 0 1 2 0\n5 3 0 4 3 0\n".as_bytes()).is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct LratChecker {
    store: Store,
    vars: u32,
    /// By literal index: whether the step at hand makes it true.
    values: Vec<bool>,
    trail: Vec<Lit>,
    assumptions: Vec<Lit>,
    contradictory: bool,
}

/// What a hint does to the step at hand.
enum Effect {
    Conflict,
    Propagated,
}

impl LratChecker {
    /// A checker without clauses.
    pub fn new() -> LratChecker {
        LratChecker::default()
    }

    /// Accepts a proof whose last clause holds only negations of these, too.
    pub fn assume(&mut self, assumptions: &[Lit]) {
        self.assumptions.extend_from_slice(assumptions);
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// If it cannot be read, at the first step that does not follow by its hints, or if it does not end with the
    /// empty clause.
    pub fn check<R: Read>(self, proof: R) -> Result<LratReport, ProofError> {
        let mut checking = self.begin(proof)?;
        loop {
            if let Some(report) = checking.advance(u64::MAX)? {
                return Ok(report);
            }
        }
    }

    /// Begins to check a proof that is then followed some steps at a time, for whoever has other things to do
    /// meanwhile.
    ///
    /// ```
    /// use exactone_sat::{check::LratChecker, clauses};
    /// let mut checker = LratChecker::new();
    /// clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]].pour(&mut checker);
    /// let mut checking = checker.begin("5 -1 0 3 4 0\n6 0 5 1 2 0\n".as_bytes()).unwrap();
    /// assert_eq!(checking.advance(1).unwrap(), None, "one step, and no end yet");
    /// assert_eq!(checking.advance(9).unwrap().unwrap().added, 2);
    /// ```
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn begin<R: Read>(self, proof: R) -> Result<LratChecking<R>, ProofError> {
        let trivial = self.assumptions.iter().any(|&lit| self.assumptions.contains(&!lit));
        let given = self.contradictory || trivial;
        let reader = LratReader::new(proof)?;
        Ok(LratChecking { checker: self, reader, report: LratReport::default(), given, concluded: false })
    }

    /// Whether the clause follows by these hints; tells if only as a RAT, or why not.
    fn check_step(&mut self, lits: &[Lit], hints: &[i64], looked_at: &mut u64) -> Result<bool, Gap> {
        self.know(lits);
        if self.values.len() < 2 * self.vars as usize {
            self.values.resize(2 * self.vars as usize, false);
        }
        let result = self.follows(lits, hints, looked_at);
        self.undo(0);
        result
    }

    fn follows(&mut self, lits: &[Lit], hints: &[i64], looked_at: &mut u64) -> Result<bool, Gap> {
        for &lit in lits {
            if self.values[lit.index()] {
                return Ok(false); // a tautology
            }
            self.set(!lit);
        }
        let split = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        for &hint in &hints[..split] {
            *looked_at += 1;
            if let Effect::Conflict = self.use_hint(hint)? {
                return Ok(false);
            }
        }
        let Some(&pivot) = lits.first() else {
            return Err(Gap::Hints);
        };
        if split == hints.len() && !self.store.with(!pivot).is_empty() {
            return Err(Gap::Hints);
        }
        if self.assumptions.contains(&!pivot) {
            // A RAT keeps the formula satisfiable, but not together with an assumption that denies the pivot.
            return Err(Gap::DeniesAssumption(!pivot));
        }
        self.follows_as_rat(pivot, &hints[split..], looked_at)?;
        Ok(true)
    }

    /// Each clause with the negated pivot must be refuted by its own hints.
    fn follows_as_rat(&mut self, pivot: Lit, hints: &[i64], looked_at: &mut u64) -> Result<(), Gap> {
        let mut groups: BTreeMap<u64, &[i64]> = BTreeMap::new();
        let mut rest = hints;
        while let Some((&number, tail)) = rest.split_first() {
            let end = tail.iter().position(|&hint| hint < 0).unwrap_or(tail.len());
            groups.insert(number.unsigned_abs(), &tail[..end]);
            rest = &tail[end..];
        }
        let mark = self.trail.len();
        for number in self.store.with(!pivot) {
            let mut refuted = false;
            let Some(clause) = self.store.get(number) else { continue };
            for &lit in clause.lits() {
                if lit == !pivot {
                    continue;
                }
                if self.values[lit.index()] {
                    refuted = true; // the resolvent is a tautology, or its negation contradicts what was drawn
                    break;
                }
                set(&mut self.values, &mut self.trail, !lit);
            }
            if !refuted {
                let Some(hints) = groups.get(&number) else {
                    return Err(Gap::NoHintsFor { clause: number, lit: !pivot });
                };
                for &hint in *hints {
                    *looked_at += 1;
                    if let Effect::Conflict = self.use_hint(hint)? {
                        refuted = true;
                        break;
                    }
                }
            }
            if !refuted {
                return Err(Gap::HintsFor(number));
            }
            self.undo(mark);
        }
        Ok(())
    }

    #[inline]
    fn use_hint(&mut self, number: i64) -> Result<Effect, Gap> {
        let Some(clause) = self.store.get(number as u64) else {
            return Err(Gap::NoClause(number));
        };
        let mut unit = None;
        for &lit in clause.lits() {
            if self.values[(!lit).index()] {
                continue;
            }
            if unit.is_some_and(|other| other != lit) {
                return Err(Gap::NotUnit(number));
            }
            unit = Some(lit);
        }
        match unit {
            None => Ok(Effect::Conflict),
            Some(lit) => {
                self.set(lit);
                Ok(Effect::Propagated)
            }
        }
    }

    fn set(&mut self, lit: Lit) {
        set(&mut self.values, &mut self.trail, lit);
    }

    /// Notes the largest variable.
    fn know(&mut self, lits: &[Lit]) {
        let largest = lits.iter().map(|lit| lit.var().number()).max().unwrap_or(0);
        self.vars = self.vars.max(largest);
    }

    fn undo(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = false;
        }
    }
}

fn set(values: &mut [bool], trail: &mut Vec<Lit>, lit: Lit) {
    if !std::mem::replace(&mut values[lit.index()], true) {
        trail.push(lit);
    }
}

fn wrong<R>(reader: &LratReader<R>, why: Gap) -> ProofError {
    let kind = ProofErrorKind::DoesNotFollow { clause: reader.lits.clone(), why };
    ProofError { step: reader.step, place: reader.place, kind }
}

/// A proof that is being followed; see [`LratChecker::begin`].
#[derive(Debug)]
#[must_use = "advance() tells whether the proof holds"]
pub struct LratChecking<R: Read> {
    checker: LratChecker,
    reader: LratReader<R>,
    report: LratReport,
    /// The contradiction is there: by a step, or in the formula itself.
    given: bool,
    /// The last clause holds only negations of assumptions.
    concluded: bool,
}

impl<R: Read> LratChecking<R> {
    /// Follows at most so many steps: the report where the proof is complete, `None` where it goes on.
    ///
    /// # Errors
    /// As [`LratChecker::check`].
    pub fn advance(&mut self, steps: u64) -> Result<Option<LratReport>, ProofError> {
        let (checker, reader, report) = (&mut self.checker, &mut self.reader, &mut self.report);
        for _ in 0..steps {
            match reader.next()? {
                // What follows the contradiction is read all the same: what is no proof is not taken for one.
                Some(_) if self.given => {}
                None if self.given => return Ok(Some(*report)),
                Some(LratStep::Delete) => {
                    for &hint in &reader.hints {
                        report.deleted += 1;
                        if !checker.store.delete(hint as u64) {
                            return Err(wrong(reader, Gap::NothingToDelete(hint)));
                        }
                    }
                }
                Some(LratStep::Add(number)) => {
                    if number <= checker.store.last {
                        let why = Gap::Number { number, last: checker.store.last };
                        return Err(wrong(reader, why));
                    }
                    let rat = checker
                        .check_step(&reader.lits, &reader.hints, &mut report.hints)
                        .map_err(|why| wrong(reader, why))?;
                    report.added += 1;
                    report.rat += u64::from(rat);
                    if reader.lits.is_empty() {
                        self.given = true;
                        continue;
                    }
                    checker.store.derive(number, &reader.lits);
                    self.concluded = !checker.assumptions.is_empty()
                        && reader.lits.iter().all(|&lit| checker.assumptions.contains(&!lit));
                }
                None if self.concluded => return Ok(Some(*report)),
                None => {
                    let kind = ProofErrorKind::NoConclusion { steps: reader.step };
                    return Err(ProofError { step: reader.step, place: reader.place, kind });
                }
            }
        }
        Ok(None)
    }

    /// Steps followed so far, deletions included.
    pub const fn steps(&self) -> u64 {
        self.reader.step
    }
}

impl ClauseSink for LratChecker {
    fn var_count(&self) -> u32 {
        self.vars
    }

    fn ensure_vars(&mut self, count: u32) {
        self.vars = self.vars.max(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.contradictory |= clause.is_empty();
        self.know(clause);
        self.store.add(clause);
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        if lits.len() > 1 {
            self.know(lits);
            self.store.add_group(lits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cnf, clauses};

    fn check(proof: &str) -> Result<LratReport, String> {
        let mut checker = LratChecker::new();
        clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]].pour(&mut checker);
        checker.check(proof.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_proof_is_followed() {
        let report = check("c by hand\n5 -1 0 3 4 0\n5 d 3 4 0\n9 0 5 1 2 0\n").unwrap();
        assert_eq!(report, LratReport { added: 2, rat: 0, deleted: 2, hints: 5 });
        assert!(check("1000000000000 -1 0 3 4 0\n1000000000009 0 1000000000000 1 2 0\n").is_ok());
    }

    #[test]
    fn each_damage_is_named() {
        let cases = [
            ("5 -1 0 3 4 0\n", "the proof ends after 1 step without the empty clause"),
            ("5 -1 0 3 0\n", "step 1 (at 1), clause [-1]: its hints do not lead to a contradiction"),
            ("5 -1 0 4 1 0\n", "step 1 (at 1), clause [-1]: its hints do not lead to a contradiction"),
            ("5 0 1 0\n", "step 1 (at 1), clause []: its hint 1 is not unit"),
            ("5 -1 0 7 4 0\n", "step 1 (at 1), clause [-1]: its hint 7 is no clause"),
            ("5 d 3 0\n5 -1 0 3 4 0\n", "step 2 (at 2), clause [-1]: its hint 3 is no clause"),
            ("5 d 3 3 0\n", "step 1 (at 1), clause []: there is no clause 3 to delete"),
            ("4 -1 0 3 4 0\n", "step 1 (at 1), clause [-1]: its number 4 is not above 4, the last one"),
            (
                "5 -1 0 3 4",
                "line 1, column 11: found the end of the input, expected the number of a clause, or 0",
            ),
        ];
        for (proof, message) in cases {
            assert_eq!(check(proof).unwrap_err(), message);
        }
    }

    #[test]
    fn a_fresh_definition_is_a_rat() {
        let formula = clauses![[1, 2], [-1, 2]];
        let follows = |proof: &str| {
            let mut checker = LratChecker::new();
            formula.pour(&mut checker);
            checker.check(proof.as_bytes())
        };
        // x3 <-> x1 & x2: nothing holds -3 before the first clause; the other two are resolved with it.
        let definition = "3 3 -1 -2 0 0\n4 -3 1 0 -3 0\n5 -3 2 0 -3 0\n";
        let error = follows(definition).unwrap_err();
        assert!(matches!(error.kind, ProofErrorKind::NoConclusion { steps: 3 }), "{error}");
        let error = follows("3 3 -1 0 0\n4 -3 2 0 0\n").unwrap_err();
        assert_eq!((error.step, error.place), (2, 2), "{error}");
        assert!(
            follows("3 -2 0 -1 -2 0\n").unwrap_err().to_string().contains("do not lead to a contradiction")
        );
    }

    #[test]
    fn a_rat_may_not_deny_an_assumption() {
        let mut checker = LratChecker::new();
        clauses![[-1, 3], [-2, -3]].pour(&mut checker);
        checker.assume(&[1, 2].map(Lit::from));
        assert!(checker.clone().check("3 -1 0 0\n".as_bytes()).is_err());
        assert!(checker.check("3 -1 -2 0 1 2 0\n".as_bytes()).is_ok());
    }

    #[test]
    fn groups_are_numbered_as_their_pairs() {
        // One pigeon more than holes: pairs 3 and 4 are of the two holes.
        let formula = |sink: &mut dyn ClauseSink| {
            sink.exactly_one(&[1, 2].map(Lit::from));
            sink.exactly_one(&[3, 4].map(Lit::from));
            sink.at_most_one(&[1, 3, 5].map(Lit::from));
            sink.at_most_one(&[2, 4, 5].map(Lit::from));
        };
        let mut cnf = Cnf::new();
        formula(&mut cnf);
        assert_eq!(cnf.len(), 10);
        for proof in [
            "11 -1 0 5 3 8 1 0\n",
            "11 -1 0 5 3 8 0\n11 d 5 3 0\n12 1 0 1 0\n",
            "11 d 5 0\n12 -1 0 5 3 8 1 0\n",
            "11 7 0 0\n12 -7 -1 0 0\n13 -5 -1 0 6 0\n14 5 0 0\n",
        ] {
            let (mut whole, mut pairs) = (LratChecker::new(), LratChecker::new());
            formula(&mut whole);
            cnf.pour(&mut pairs);
            let told = |checker: LratChecker| checker.check(proof.as_bytes()).unwrap_err().to_string();
            assert_eq!(told(whole), told(pairs), "{proof}");
        }
    }
}
