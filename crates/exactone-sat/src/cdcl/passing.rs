//! The search without learning: what a conflict teaches is the reason of one literal, and goes when that goes.
//!
//! Jumping back is complete without it: each jump adds a literal to the level it goes to and leaves the lower ones as
//! they are, so the sizes of the levels, the lowest first, grow lexicographically (Nieuwenhuis, Oliveras and Tinelli,
//! Solving SAT and SAT modulo theories, JACM 2006, section 2.5). It holds only while nothing but a conflict takes
//! decisions back, so without learning there is no restart, no change of mode or phases, and no work between restarts.
//! Going back one level only would be complete as well, but took 1,480, 965 and 52 conflicts for three puzzles in the
//! minimal encoding that take 806, 286 and 21 with jumps.
//!
//! Always true: the clauses stand in the order of their literals on the trail, and none is in a list of watches.

use super::Cdcl;
use super::clause_db::ClauseRef;
use super::evidence::unpack;
use super::trail::Reason;
use crate::lit::Lit;
use crate::observer::{Cause, Observer};

/// A clause that stays as long as its first literal is true because of it.
#[derive(Clone, Copy)]
pub(super) struct Passing {
    first: Lit,
    second: Lit,
    /// Its record, where it has more than two literals.
    record: Option<ClauseRef>,
    id: u64,
}

impl<O: Observer> Cdcl<O> {
    /// Keeps a clause of at least two literals as the reason of its first, and for nothing else.
    pub(super) fn keep_as_reason(&mut self, lits: &[Lit], lbd: u32, id: u64) -> Reason {
        let record = (lits.len() > 2).then(|| self.db.add_learnt(lits, lbd, id));
        self.passing.push(Passing { first: lits[0], second: lits[1], record, id });
        record.map_or(Reason::binary(lits[1]), Reason::clause)
    }

    /// Forgets the clauses whose literals have been taken back.
    pub(super) fn forget_passing(&mut self) {
        while let Some(&last) = self.passing.last() {
            if self.trail.is_true(last.first) {
                break;
            }
            self.passing.pop();
            match last.record {
                Some(record) => {
                    self.delete_clause(record);
                    self.db.drop_last(record);
                }
                None => {
                    self.stats.deleted += 1;
                    if O::ACTIVE {
                        let lits = &[last.first, last.second];
                        self.observer.delete(Cause { id: unpack(last.id), lits });
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;
    use crate::observer::Step;
    use crate::sink::ClauseSink;
    use crate::solver::Solver;
    use crate::{CdclOptions, Tracer, clauses};

    /// Pigeons in one hole too few: without learning the search goes back many times.
    fn pigeons(sink: &mut dyn ClauseSink, holes: usize) {
        let sits = |pigeon: usize, hole: usize| Lit::from_index(2 * (pigeon * holes + hole));
        for pigeon in 0..=holes {
            sink.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
        }
        for hole in 0..holes {
            sink.at_most_one(&(0..=holes).map(|pigeon| sits(pigeon, hole)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_kept_and_the_memory_is_given_back() {
        let mut solver: Cdcl = Cdcl::with_options(CdclOptions::new().learning(false));
        pigeons(&mut solver, 6);
        let mut records = 0;
        let mut next = solver.db.first();
        while let Some(record) = next {
            (records, next) = (records + 1, solver.db.next(record));
        }
        assert!(solver.solve().is_unsat());
        assert!(solver.stats().conflicts > 1_000, "{:?}", solver.stats());
        assert_eq!(solver.stats().restarts, 0);
        assert!(solver.passing.is_empty() && solver.learnts.is_empty());
        let mut left = 0;
        let mut next = solver.db.first();
        while let Some(record) = next {
            (left, next) = (left + 1, solver.db.next(record));
        }
        assert_eq!(left, records);
    }

    #[test]
    fn what_is_derived_is_the_reason_of_one_literal_and_of_no_other() {
        let mut steps = Vec::new();
        let options = CdclOptions::new().learning(false);
        let mut solver = Cdcl::with_options_and_observer(options, Tracer::new(|step| steps.push(step)));
        let mut cnf = Cnf::new();
        pigeons(&mut cnf, 4);
        cnf.pour(&mut solver);
        assert!(solver.solve().is_unsat());
        drop(solver);
        let (mut uses, mut derived, mut deleted) = (std::collections::HashMap::new(), 0, 0);
        for step in &steps {
            match step {
                Step::Learnt { clause, .. } => derived += usize::from(!clause.is_empty()),
                Step::Propagate { id, .. } if *id > crate::ClauseId::Derived(0) => {
                    *uses.entry(*id).or_insert(0) += 1
                }
                Step::Delete { .. } => deleted += 1,
                Step::Restart => panic!("a restart would throw away where the search stands"),
                _ => {}
            }
        }
        assert!(derived > 20 && deleted > 20, "{derived} {deleted}");
        assert_eq!(uses.len(), derived, "each is the reason of its literal");
        assert!(uses.values().all(|&count| count == 1), "{uses:?}");
    }

    #[test]
    fn after_a_query_nothing_is_left_of_its_clauses() {
        let mut solver: Cdcl = Cdcl::with_options(CdclOptions::new().learning(false));
        clauses![[1, 2, 3], [-1, 4, 5], [-2, -4], [-3, -5, 6], [-6, 2], [-5, 1, -6]].pour(&mut solver);
        for _ in 0..3 {
            for code in 2..14 {
                let _ = solver.solve_under(&[Lit::from_code(code).unwrap()]);
                assert!(solver.passing.is_empty());
            }
        }
    }
}
