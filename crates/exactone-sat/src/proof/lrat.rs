//! LRAT: each derived clause with the clauses that it follows from, so that checking needs no search.

use std::collections::HashSet;
use std::io::{self, Write};

use crate::dimacs::Latched;
use crate::lit::Lit;
use crate::observer::{Cause, ClauseId, Observer};
use crate::solver::Core;

/// An observer that writes an LRAT proof. The first error is kept and returned by [`finish`](Self::finish).
///
/// It must be told at the start how many clauses the formula will have in all, groups counted as their pairs
/// ([`ClauseCounter`](crate::ClauseCounter) tells): derived clauses are numbered after them.
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
    held: Vec<u64>,
    /// Derived clauses that rest on a temporary clause and were left out.
    left_out: HashSet<u64>,
    steps: u64,
}

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
            left_out: HashSet::new(),
            steps: 0,
        }
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
        hints.into_iter().for_each(|hint| self.out.integer(hint as i64));
        self.out.bytes(b"0\n");
    }

    /// Writes what is left and gives `out` back.
    ///
    /// # Errors
    /// The first error there was; the proof is then not complete.
    pub fn finish(self) -> io::Result<W> {
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
            self.out.integer(self.last as i64);
            self.out.bytes(b"d ");
            self.held.iter().for_each(|&number| self.out.integer(number as i64));
            self.held.clear();
            self.out.bytes(b"0\n");
        }
        self.steps += 1;
        self.last = number;
        self.out.integer(number as i64);
        lits.iter().for_each(|lit| self.out.integer(i64::from(lit.to_dimacs())));
        self.out.bytes(b"0 ");
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
        self.begin(self.number(clause.id), clause.lits);
        for &id in antecedents {
            self.expect(id);
            self.out.integer(self.number(id) as i64);
        }
        self.out.bytes(b"0\n");
    }

    fn delete(&mut self, clause: Cause<'_>) {
        if let ClauseId::Derived(number) = clause.id
            && self.left_out.remove(&number)
        {
            return;
        }
        self.expect(clause.id);
        self.held.push(self.number(clause.id));
    }
}
