//! LRAT: each derived clause with the clauses that it follows from, so that checking needs no search.

use std::collections::HashSet;
use std::io::{self, Write};

use crate::dimacs::Latched;
use crate::lit::Lit;
use crate::observer::{Cause, ClauseId, Observer};
use crate::solver::Core;

/// An observer that writes an LRAT proof. The first error is kept and returned by [`finish`](Self::finish).
///
/// Derived clauses are numbered after those of the formula, so it must be told at the start how many these will be in
/// all, groups counted as their pairs ([`ClauseCounter`](crate::ClauseCounter) tells), or, for a writer made by
/// [`uncounted`](Self::uncounted), before the search begins.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Lit, Solver, proof::LratWriter};
/// let formula = clauses![[-1, 2], [-1, -2]];
/// let assumptions = [1, 3].map(Lit::from);
/// let mut solver = Dpll::with_observer(LratWriter::with_assumptions(Vec::new(), 2, &assumptions));
/// formula.pour(&mut solver);
/// let outcome = solver.solve_under(&assumptions);
/// solver.observer_mut().conclude(outcome.core().unwrap());
/// // Clause 3 is the assumption 1, clause 4 the assumption 3; the last step is for the formula with both of them.
/// let proof = solver.into_observer().finish()?;
/// assert_eq!(String::from_utf8(proof).unwrap(), "5 -1 0 1 2 0\n6 0 3 5 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "finish() writes the rest and tells whether all went well"]
pub struct LratWriter<W: Write> {
    out: Latched<W>,
    /// The number of clauses of the formula.
    clauses: u64,
    /// The assumptions, numbered after the clauses.
    assumptions: Vec<Lit>,
    /// The number of the step before.
    last: u64,
    /// Deletions that are not yet written: nothing may go before the conclusion has been drawn from it.
    held: Vec<ClauseId>,
    /// Steps taken before the number of clauses was known.
    early: Option<Vec<EarlyStep>>,
    /// Derived clauses that rest on a temporary clause and were left out.
    left_out: HashSet<u64>,
    steps: u64,
}

/// The number of a derived clause, its literals and its antecedents.
type EarlyStep = (u64, Vec<Lit>, Vec<ClauseId>);

impl<W: Write> LratWriter<W> {
    /// A proof about a formula of this many clauses, written to `out`, which need not be buffered.
    pub fn new(out: W, clauses: u64) -> LratWriter<W> {
        LratWriter::with_assumptions(out, clauses, &[])
    }

    /// A proof about a formula of this many clauses, behind which the assumptions are thought as unit clauses.
    pub fn with_assumptions(out: W, clauses: u64, assumptions: &[Lit]) -> LratWriter<W> {
        let last = clauses + assumptions.len() as u64;
        LratWriter {
            out: Latched::new(out),
            clauses,
            assumptions: assumptions.to_vec(),
            last,
            held: Vec::new(),
            early: None,
            left_out: HashSet::new(),
            steps: 0,
        }
    }

    /// A proof about a formula whose number of clauses is told by [`formula_ends`](Self::formula_ends), when it has been
    /// poured into the solver. What the solver derives on the way (units make clauses shorter) is kept in memory.
    ///
    /// ```
    /// use exactone_sat::{clauses, Cdcl, Solver, proof::LratWriter};
    /// let mut solver = Cdcl::with_observer(LratWriter::uncounted(Vec::new()));
    /// clauses![[1], [-1, 2, 3], [-2], [-3]].pour(&mut solver);
    /// let clauses = solver.clause_count();
    /// solver.observer_mut().formula_ends(clauses);
    /// assert!(solver.solve().is_unsat());
    /// let proof = String::from_utf8(solver.into_observer().finish()?).unwrap();
    /// assert!(proof.starts_with("5 2 3 0 1 2 0\n"), "{proof}");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn uncounted(out: W) -> LratWriter<W> {
        let mut writer = LratWriter::new(out, 0);
        writer.early = Some(Vec::new());
        writer
    }

    /// The formula has this many clauses, groups counted as their pairs: steps can be numbered from now on. To be called once,
    /// for a writer that was made by [`uncounted`](Self::uncounted); it does nothing to another.
    pub fn formula_ends(&mut self, clauses: u64) {
        let Some(early) = self.early.take() else { return };
        (self.clauses, self.last) = (clauses, clauses);
        let held = std::mem::take(&mut self.held); // the steps may need it
        for (number, lits, antecedents) in early {
            self.step(number, &lits, &antecedents);
        }
        self.held = held;
    }

    /// The number of clauses derived so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether an error has happened, so that going on is useless.
    pub fn is_closed(&self) -> bool {
        self.out.is_closed()
    }

    /// Adds the empty clause as it follows from the core of a failed query and the assumptions as unit clauses.
    /// Does nothing if the core is empty: then the empty clause is there already.
    ///
    /// It is an error, told by [`finish`](Self::finish), if the core needs the temporary clause or holds something
    /// that was not announced as an assumption.
    pub fn conclude(&mut self, core: &Core) {
        if core.uses_constraint() {
            self.out.fail(io::Error::other("what rests on a temporary clause has no proof from the formula"));
            return;
        }
        if core.is_empty() {
            return;
        }
        let mut hints = Vec::new();
        for lit in core.lits() {
            match self.assumptions.iter().position(|assumed| assumed == lit) {
                Some(place) => hints.push(self.clauses + 1 + place as u64),
                None => {
                    self.out.fail(io::Error::other("the core holds a literal that was not assumed"));
                    return;
                }
            }
        }
        let contradictory = core.lits().iter().any(|&lit| core.lits().contains(&!lit));
        if !contradictory {
            hints.push(self.last); // the clause that says so
        }
        self.held.clear(); // what is concluded from may be among it
        self.begin(self.last + 1, &[]);
        hints.into_iter().for_each(|hint| self.out.number(hint));
        self.out.bytes(b"0\n");
    }

    /// Writes what is left and gives `out` back.
    ///
    /// # Errors
    /// The first error there was; the proof is then not complete.
    pub fn finish(mut self) -> io::Result<W> {
        if self.early.is_some_and(|early| !early.is_empty()) {
            self.out.fail(io::Error::other("the proof was not told how many clauses the formula has"));
        }
        self.out.finish()
    }

    /// The number of a clause in the proof.
    fn number(&self, id: ClauseId) -> u64 {
        match id {
            ClauseId::Original(number) => number,
            ClauseId::Derived(number) => self.clauses + self.assumptions.len() as u64 + number,
            ClauseId::Constraint => 0,
        }
    }

    /// The formula must not have more clauses than was said at the start.
    fn expect(&mut self, id: ClauseId) {
        if let ClauseId::Original(number) = id
            && number > self.clauses
        {
            let message = "the formula has more clauses than the proof was told at its start";
            self.out.fail(io::Error::other(message));
        }
    }

    /// The beginning of a step, up to its hints; what is held back goes before it.
    fn begin(&mut self, number: u64, lits: &[Lit]) {
        if !self.held.is_empty() {
            self.out.number(self.last);
            self.out.bytes(b"d ");
            for at in 0..self.held.len() {
                self.expect(self.held[at]);
                self.out.number(self.number(self.held[at]));
            }
            self.held.clear();
            self.out.bytes(b"0\n");
        }
        self.steps += 1;
        self.last = number;
        self.out.number(number);
        lits.iter().for_each(|lit| self.out.integer(i64::from(lit.to_dimacs())));
        self.out.bytes(b"0 ");
    }

    fn step(&mut self, number: u64, lits: &[Lit], antecedents: &[ClauseId]) {
        self.begin(self.number(ClauseId::Derived(number)), lits);
        let mut largest = 0;
        for &id in antecedents {
            if let ClauseId::Original(number) = id {
                largest = largest.max(number);
            }
            self.out.number(self.number(id));
        }
        self.expect(ClauseId::Original(largest));
        self.out.bytes(b"0\n");
    }

    fn rests_on_constraint(&self, id: &ClauseId) -> bool {
        match id {
            ClauseId::Original(_) => false,
            ClauseId::Derived(number) => self.left_out.contains(number),
            ClauseId::Constraint => true,
        }
    }
}

impl<W: Write> Observer for LratWriter<W> {
    const ANTECEDENTS: bool = true;
    const STEPS: bool = false;

    fn learnt(&mut self, clause: Cause<'_>, antecedents: &[ClauseId]) {
        if let ClauseId::Derived(number) = clause.id
            && antecedents.iter().any(|id| self.rests_on_constraint(id))
        {
            self.left_out.insert(number);
            return;
        }
        let ClauseId::Derived(number) = clause.id else { return };
        match &mut self.early {
            Some(early) => early.push((number, clause.lits.to_vec(), antecedents.to_vec())),
            None => self.step(number, clause.lits, antecedents),
        }
    }

    fn delete(&mut self, clause: Cause<'_>) {
        if let ClauseId::Derived(number) = clause.id
            && self.left_out.remove(&number)
        {
            return;
        }
        self.held.push(clause.id);
    }
}
