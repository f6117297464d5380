//! Unit propagation as a question.
//!
//! What a set of literals implies by unit propagation alone, answered from the clauses and groups as they were given.
//! Nothing is learnt and nothing simplified, so the answer does not depend on what was asked before.

use std::fmt;

use crate::cdcl::Cdcl;
use crate::lit::Lit;
use crate::observer::{ClauseId, Observer};
use crate::sink::ClauseSink;

/// Hears nothing, but makes the solver keep the numbers of clauses.
struct Numbered;

impl Observer for Numbered {}

/// Answers what follows by unit propagation, and from which clause.
///
/// ```
/// use exactone_sat::{Clash, ClauseId, ClauseSink, Lit, Propagator};
/// let mut propagator = Propagator::new();
/// propagator.exactly_one(&[1, 2, 3].map(Lit::from));
/// assert_eq!(format!("{:?}", propagator.propagate(&[Lit::from(2)]).unwrap()), "[2, -1, -3]");
/// // Pair (1, 2) is the second clause of the group: [1 2 3] [-1 -2] [-1 -3] [-2 -3].
/// let (id, lits) = propagator.reason(Lit::from(-1)).unwrap();
/// assert_eq!((id, lits), (ClauseId::Original(2), [-1, -2].map(Lit::from).to_vec()));
/// let clash = propagator.propagate(&[-1, -2, -3].map(Lit::from)).unwrap_err();
/// assert_eq!(clash.id(), Some(ClauseId::Original(1)));
/// ```
pub struct Propagator {
    network: Cdcl<Numbered>,
    lost: Option<Clash>,
}

/// Why propagation ended in a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// All literals of this clause are false.
    Clause {
        /// Its number.
        id: ClauseId,
        /// Its literals as given, in any order; of a group the pair that is violated.
        lits: Vec<Lit>,
    },
    /// Both this literal and its negation were assumed.
    Assumptions(Lit),
}

impl Clash {
    /// The number of the false clause, if it is a clause that clashes.
    pub const fn id(&self) -> Option<ClauseId> {
        match self {
            Clash::Clause { id, .. } => Some(*id),
            Clash::Assumptions(_) => None,
        }
    }
}

impl Propagator {
    /// A propagator without clauses.
    pub fn new() -> Propagator {
        Propagator { network: Cdcl::untouched(Numbered), lost: None }
    }

    /// Everything that follows by unit propagation from the clauses and these literals: all true literals, what
    /// follows without any assumption first, each assumption before what follows from it.
    ///
    /// Successive calls whose assumptions begin alike share the work.
    ///
    /// # Errors
    /// A clause that became false, or an assumption that contradicts another one.
    pub fn propagate(&mut self, assumptions: &[Lit]) -> Result<&[Lit], Clash> {
        if let Some(clash) = &self.lost {
            return Err(clash.clone());
        }
        match self.network.propagate_assumptions(assumptions) {
            Ok(()) => Ok(self.network.true_literals()),
            Err((clash, for_good)) => {
                if for_good {
                    self.lost = Some(clash.clone());
                }
                Err(clash)
            }
        }
    }

    /// The clause from which a literal of the last answer of [`propagate`](Self::propagate) followed, with its
    /// number; the literal stands first. `None` for assumptions and for literals that are not true.
    pub fn reason(&self, lit: Lit) -> Option<(ClauseId, Vec<Lit>)> {
        self.network.reason_as_given(lit)
    }
}

impl Default for Propagator {
    fn default() -> Propagator {
        Propagator::new()
    }
}

impl ClauseSink for Propagator {
    fn var_count(&self) -> u32 {
        self.network.var_count()
    }
    fn ensure_vars(&mut self, count: u32) {
        self.network.ensure_vars(count);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.network.add_clause(clause);
    }
    fn at_most_one(&mut self, lits: &[Lit]) {
        self.network.at_most_one(lits);
    }
}

impl fmt::Debug for Propagator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Propagator")
            .field("vars", &self.network.var_count())
            .field("clauses", &self.network.clause_count())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;
    use crate::solver::Solver;

    const TUTORIAL: &str =
        "000000185007030000000021400800000020003905600050000004004860000000040300931000000";

    fn cell(row: usize, column: usize, digit: usize) -> Lit {
        Lit::from_index(2 * ((row * 9 + column) * 9 + digit))
    }

    /// The four families of groups of a 9x9: cells, rows, columns, boxes.
    fn families() -> [Vec<Vec<Lit>>; 4] {
        let mut families = [const { Vec::new() }; 4];
        for a in 0..9 {
            for b in 0..9 {
                families[0].push((0..9).map(|digit| cell(a, b, digit)).collect());
                families[1].push((0..9).map(|column| cell(a, column, b)).collect());
                families[2].push((0..9).map(|row| cell(row, a, b)).collect());
                families[3].push((0..9).map(|k| cell(a / 3 * 3 + k / 3, a % 3 * 3 + k % 3, b)).collect());
            }
        }
        families
    }

    fn encode(sink: &mut dyn ClauseSink, extended: bool) {
        for (family, groups) in families().iter().enumerate() {
            for group in groups {
                if extended || family == 0 {
                    sink.exactly_one(group);
                } else {
                    sink.at_most_one(group);
                }
            }
        }
    }

    fn clues(grid: &str) -> Vec<Lit> {
        let digits = grid.bytes().enumerate().filter(|&(_, byte)| (b'1'..=b'9').contains(&byte));
        digits.map(|(place, byte)| cell(place / 9, place % 9, usize::from(byte - b'1'))).collect()
    }

    #[test]
    fn the_first_tutorials_puzzle_propagates_as_far_as_it_should() {
        for (extended, clauses, literals) in [(false, 11_745, 525), (true, 11_988, 592)] {
            let mut propagator = Propagator::new();
            encode(&mut propagator, extended);
            assert_eq!(propagator.network.clause_count(), clauses);
            for _ in 0..2 {
                assert_eq!(propagator.propagate(&clues(TUTORIAL)).map(<[Lit]>::len), Ok(literals));
                assert_eq!(propagator.propagate(&[]).map(<[Lit]>::len), Ok(0));
            }
            let mut solver = Cdcl::new();
            encode(&mut solver, extended);
            let model = solver.solve_under(&clues(TUTORIAL)).into_model().expect("the puzzle has a solution");
            let grid: String = (0..81)
                .map(|place| {
                    let digit = (0..9).find(|&digit| model.is_true(cell(place / 9, place % 9, digit)));
                    char::from(b'1' + digit.expect("each cell has a digit") as u8)
                })
                .collect();
            assert_eq!(
                grid,
                "362794185417538269598621437879416523243975618156382794724863951685149372931257846"
            );
        }
    }

    #[test]
    fn every_reason_is_a_clause_of_the_pairwise_formula_that_is_unit() {
        let mut propagator = Propagator::new();
        let mut cnf = Cnf::new();
        encode(&mut propagator, true);
        encode(&mut cnf, true);
        for clause in [&[-3, 5, 700][..], &[-1], &[1, -2], &[2, 1, 14, 15]] {
            let clause: Vec<Lit> = clause.iter().map(|&lit| Lit::from(lit)).collect();
            propagator.add_clause(&clause);
            cnf.add_clause(&clause);
        }
        let assumptions = clues(TUTORIAL);
        let implied = propagator.propagate(&assumptions).expect("nothing clashes").to_vec();
        for (place, &lit) in implied.iter().enumerate() {
            let Some((ClauseId::Original(number), lits)) = propagator.reason(lit) else {
                assert!(assumptions.contains(&lit));
                continue;
            };
            assert_eq!(lits[0], lit);
            assert!(lits[1..].iter().all(|&other| implied[..place].contains(&!other)));
            let mut given = cnf[number as usize - 1].to_vec();
            let mut told = lits.clone();
            given.sort();
            told.sort();
            assert_eq!(given, told);
        }
        assert!(propagator.reason(!implied[0]).is_none());
    }

    #[test]
    fn contradictions_are_named() {
        let lits = |integers: &[i32]| integers.iter().map(|&lit| Lit::from(lit)).collect::<Vec<_>>();
        let mut propagator = Propagator::new();
        propagator.at_most_one(&lits(&[1, 2, 3]));
        propagator.add_clause(&lits(&[-1, 4]));
        assert_eq!(propagator.propagate(&lits(&[1, -1])), Err(Clash::Assumptions(Lit::from(-1))));
        assert_eq!(propagator.propagate(&lits(&[1, 3])).unwrap_err().id(), Some(ClauseId::Original(2)));
        assert_eq!(propagator.propagate(&lits(&[1, -4])).unwrap_err().id(), Some(ClauseId::Original(4)));
        assert_eq!(propagator.propagate(&lits(&[-4])).map(<[Lit]>::to_vec), Ok(lits(&[-4, -1])));
        propagator.add_clause(&lits(&[1]));
        assert_eq!(propagator.propagate(&[]).map(<[Lit]>::to_vec), Ok(lits(&[1, 4, -2, -3])));
        propagator.add_clause(&lits(&[2, 3, -4]));
        for _ in 0..2 {
            let Err(Clash::Clause { id, lits: mut clause }) = propagator.propagate(&lits(&[7])) else {
                panic!("the last clause is false")
            };
            clause.sort();
            assert_eq!((id, clause), (ClauseId::Original(6), lits(&[2, 3, -4])));
        }
    }
}
