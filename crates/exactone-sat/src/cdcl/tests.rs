//! The solver against meanings of its own: truth tables, expansion into pairs, and refutation by propagation.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::cnf::Cnf;
use crate::observer::Cause;
use crate::solver::Budget;

/// A small deterministic source of random choices.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        ((next_random(&mut self.0) * bound as f64) as usize).min(bound - 1)
    }

    fn lit(&mut self, vars: usize) -> Lit {
        Lit::from_index(self.below(2 * vars))
    }

    fn lits(&mut self, vars: usize, len: usize) -> Vec<Lit> {
        (0..len).map(|_| self.lit(vars)).collect()
    }

    /// Literals of different variables, mostly positive, as groups have them.
    fn group(&mut self, vars: usize) -> Vec<Lit> {
        let mut lits: Vec<Lit> =
            (0..vars).filter(|_| self.below(2) == 0).map(|index| Var::from_index(index).positive()).collect();
        if self.below(4) == 0 {
            let odd = self.lit(vars);
            lits.insert(self.below(lits.len() + 1), odd);
        }
        lits
    }
}

/// Gives the same random clause or group to the solver and to the plain formula.
fn add_something<O: Observer>(random: &mut Random, vars: usize, solver: &mut Cdcl<O>, cnf: &mut Cnf) {
    match random.below(10) {
        0 => {
            let group = random.group(vars);
            solver.at_most_one(&group);
            cnf.at_most_one(&group);
        }
        1 => {
            let group = random.group(vars);
            if group.len() > 1 {
                solver.exactly_one(&group);
                cnf.exactly_one(&group);
            }
        }
        2 => {
            let len = 1 + random.below(5);
            let clause = random.lits(vars, len);
            solver.add_clause(&clause);
            cnf.add_clause(&clause);
        }
        _ => {
            let len = 2 + random.below(2) + random.below(2);
            let clause = random.lits(vars, len);
            solver.add_clause(&clause);
            cnf.add_clause(&clause);
        }
    }
}

/// Whether some assignment of so few variables satisfies the formula, these literals and this clause.
fn has_model(cnf: &Cnf, vars: usize, assumptions: &[Lit], constraint: Option<&[Lit]>) -> bool {
    (0..1u32 << vars).any(|bits| {
        let value = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.polarity();
        assumptions.iter().all(value)
            && constraint.is_none_or(|clause| clause.iter().any(value))
            && cnf.eval(|var| bits >> var.index() & 1 == 1)
    })
}

fn check_answer(outcome: &Outcome, cnf: &Cnf, vars: usize, query: &Query<'_>) {
    match outcome {
        Outcome::Sat(model) => {
            assert!(cnf.iter().all(|clause| model.satisfies(clause)), "{model} {cnf}");
            assert!(query.assumptions.iter().all(|&lit| model.is_true(lit)));
            assert!(query.constraint.is_none_or(|clause| model.satisfies(clause)));
        }
        Outcome::Unsat(core) => {
            assert!(core.lits().iter().all(|lit| query.assumptions.contains(lit)));
            let constraint = query.constraint.filter(|_| core.uses_constraint());
            assert!(!has_model(cnf, vars, core.lits(), constraint), "{core:?} {query:?} {cnf}");
        }
        Outcome::Unknown(why) => {
            let limited = query.budget.conflicts.is_some() || query.budget.propagations.is_some();
            assert!(limited || query.stop.is_some() || query.budget.expired.is_some(), "{why}");
        }
    }
}

/// Holds every clause by its number and refutes the negation of each learnt one by its antecedents alone.
#[derive(Default)]
struct Checker {
    clauses: HashMap<ClauseId, Vec<Lit>>,
    seen: u64,
    proofs: u64,
    deleted: u64,
}

impl Checker {
    fn give(&mut self, cnf: &Cnf) {
        for clause in cnf.iter().skip(self.seen as usize) {
            self.seen += 1;
            self.clauses.insert(ClauseId::Original(self.seen), clause.to_vec());
        }
    }
}

impl Observer for Checker {
    const ANTECEDENTS: bool = true;

    fn propagate(&mut self, lit: Lit, because: Cause<'_>) {
        assert_eq!(because.lits[0], lit);
        self.same(because);
    }

    fn conflict(&mut self, clause: Cause<'_>) {
        self.same(clause);
    }

    fn learnt(&mut self, clause: Cause<'_>, antecedents: &[ClauseId]) {
        let mut truths: Vec<Lit> = clause.lits.iter().map(|&lit| !lit).collect();
        let mut refuted = false;
        for (place, id) in antecedents.iter().enumerate() {
            let constrained = *id == ClauseId::Constraint && place + 1 == antecedents.len();
            let hint = &self.clauses[id];
            let mut open: Vec<Lit> = hint.iter().copied().filter(|&lit| !truths.contains(&!lit)).collect();
            open.dedup();
            match open[..] {
                [] => {
                    assert_eq!(place + 1, antecedents.len(), "the false clause is the last");
                    refuted = true;
                }
                [unit] => {
                    assert!(!truths.contains(&unit), "a hint propagates something new");
                    truths.push(unit);
                }
                _ => panic!("a hint is neither unit nor false: {hint:?} (constraint: {constrained})"),
            }
        }
        assert!(refuted, "the antecedents refute the negation of {clause:?}");
        assert!(self.clauses.insert(clause.id, clause.lits.to_vec()).is_none());
        self.proofs += 1;
    }

    fn delete(&mut self, clause: Cause<'_>) {
        self.same(clause);
        self.clauses.remove(&clause.id);
        self.deleted += 1;
    }
}

impl Checker {
    fn same(&self, cause: Cause<'_>) {
        let mut told = cause.lits.to_vec();
        let mut held = self.clauses[&cause.id].clone();
        told.sort();
        told.dedup();
        held.sort();
        held.dedup();
        assert_eq!(told, held, "{:?}", cause.id);
    }
}

/// Techniques switched on and off by the bits of a number, work on the clauses from the first conflict on.
fn options(bits: u64) -> CdclOptions {
    let on = |bit: u64| bits >> bit & 1 == 1;
    CdclOptions::new()
        .phase(on(0))
        .targets(on(1))
        .bump_reasons(on(2))
        .vivify(on(3))
        .modes(on(4))
        .recognise_groups(on(5))
        .restarts(on(6) || on(7))
        .learning(!(on(8) && on(9)))
        .walk(on(10))
        .first_fail(on(11))
        .shrink(on(12))
        .inprocess_from(1)
}

/// Adds, asks under assumptions, with temporary clauses and limits, and adds again.
fn walk(seed: u64, most_vars: usize) {
    let mut random = Random(seed);
    let vars = 3 + random.below(most_vars - 2);
    let mut solver = Cdcl::with_options(options(seed).seed(seed % 3));
    let mut cnf = Cnf::new();
    for _ in 0..1 + random.below(5) {
        for _ in 0..random.below(3 * vars) {
            add_something(&mut random, vars, &mut solver, &mut cnf);
        }
        for _ in 0..random.below(5) {
            let assumed = random.below(4);
            let assumptions = random.lits(vars, assumed);
            let len = random.below(4);
            let constraint = random.lits(vars, len);
            let mut query = Query::new().assume(&assumptions);
            if random.below(3) == 0 {
                query = query.constraint(&constraint);
            }
            query.any_core = random.below(4) == 0;
            let stop = AtomicBool::new(false);
            match random.below(8) {
                0 => query = query.budget(Budget::new().conflicts(random.below(3) as u64)),
                1 => query = query.budget(Budget::new().propagations(random.below(20) as u64)),
                2 => {
                    stop.store(true, Ordering::Relaxed);
                    query = query.stop(&stop);
                }
                _ => {}
            }
            if random.below(4) == 0 && solver.ok {
                solver.backtrack(0);
                solver.ticks += 4_000;
                if solver.settle() {
                    solver.walk(&query);
                }
            }
            if random.below(3) == 0 && solver.options.modes {
                // So few conflicts never change the mode.
                solver.restarts.stable = !solver.restarts.stable;
                solver.restarts.stable_runs += random.below(2) as u64;
                solver.change_mode();
            }
            let outcome = solver.solve_query(&query);
            check_answer(&outcome, &cnf, vars, &query);
            if outcome.core().is_some_and(Core::is_empty) {
                assert!(solver.solve_under(&assumptions).core().is_some_and(Core::is_empty));
            }
        }
    }
    assert_eq!(solver.clause_count(), cnf.len() as u64);
}

#[test]
fn random_walks_over_the_interface_agree_with_truth_tables() {
    for seed in 0..4_000 {
        walk(seed, 9);
    }
}

/// The long version: `cargo nextest run -p exactone-sat --run-ignored only -E 'test(every_technique)'`.
#[test]
#[ignore = "a minute or two"]
fn every_technique_on_and_off_agrees_with_truth_tables() {
    for seed in 0..20_000 {
        walk(seed + 7_000_000, 12);
    }
}

#[test]
fn whatever_is_learnt_follows_from_its_antecedents_by_propagation() {
    let (mut proofs, mut deleted) = (0, 0);
    for seed in 0..3_000 {
        let mut random = Random(seed + 1_000_000);
        let vars = 3 + random.below(9);
        let options = options(seed).recognise_groups(false);
        let mut solver = Cdcl::with_options_and_observer(options, Checker::default());
        let mut silent = Cdcl::with_options(options);
        let mut cnf = Cnf::new();
        for _ in 0..1 + random.below(4) {
            for _ in 0..random.below(4 * vars) {
                // The checker hears of a clause before the solver does: it may conclude at once.
                let mut ahead = Random(random.0);
                let mut sink = Cdcl::new();
                let before = cnf.len();
                add_something(&mut ahead, vars, &mut sink, &mut cnf);
                solver.observer_mut().give(&cnf);
                let mut again = cnf.clone();
                again.truncate(before);
                let same = random.0;
                add_something(&mut random, vars, &mut solver, &mut again);
                add_something(&mut Random(same), vars, &mut silent, &mut again);
            }
            for _ in 0..random.below(4) {
                let assumed = random.below(4);
                let assumptions = random.lits(vars, assumed);
                let len = random.below(4);
                let constraint = random.lits(vars, len);
                let mut query = Query::new().assume(&assumptions);
                solver.observer_mut().clauses.remove(&ClauseId::Constraint);
                if random.below(3) == 0 {
                    query = query.constraint(&constraint);
                    solver.observer_mut().clauses.insert(ClauseId::Constraint, constraint.clone());
                }
                let outcome = solver.solve_query(&query);
                check_answer(&outcome, &cnf, vars, &query);
                assert_eq!(silent.solve_query(&query), outcome, "an observer changes nothing");
                assert_eq!(silent.stats(), solver.stats());
            }
        }
        proofs += solver.observer().proofs;
        deleted += solver.observer().deleted;
    }
    assert!(proofs > 10_000, "{proofs}");
    assert!(deleted > 100, "{deleted}");
}

/// Random 3-SAT near the threshold.
fn random_3_sat(vars: usize, seed: u64) -> Cnf {
    let mut random = Random(seed);
    let mut cnf = Cnf::new();
    for _ in 0..(vars as f64 * 4.26) as usize {
        let mut clause = random.lits(vars, 3);
        while clause[0].var() == clause[1].var()
            || clause[0].var() == clause[2].var()
            || clause[1].var() == clause[2].var()
        {
            clause = random.lits(vars, 3);
        }
        cnf.add_clause(&clause);
    }
    cnf
}

#[test]
fn long_searches_with_reductions_have_sound_proofs() {
    let mut answers = [0, 0];
    for seed in 0..8 {
        let cnf = random_3_sat(130, seed);
        let options = CdclOptions::new().inprocess_from(50).vivify(seed % 3 > 0);
        let mut solver = Cdcl::with_options_and_observer(options, Checker::default());
        solver.observer_mut().give(&cnf);
        cnf.pour(&mut solver);
        let outcome = solver.solve();
        if let Some(model) = outcome.model() {
            assert!(cnf.iter().all(|clause| model.satisfies(clause)));
        }
        answers[usize::from(outcome.is_sat())] += 1;
        assert!(outcome.is_sat() || solver.observer().clauses.values().any(Vec::is_empty));
        let mut again = Cdcl::with_options(options);
        cnf.pour(&mut again);
        assert_eq!(again.solve(), outcome);
        assert_eq!(again.stats(), solver.stats());
    }
    assert!(answers.iter().all(|&count| count > 0), "{answers:?}");
}

/// Pigeons in holes: pigeon p sits in hole h.
fn pigeons(sink: &mut dyn ClauseSink, pigeons: usize, holes: usize) {
    let sits = |pigeon: usize, hole: usize| Lit::from_index(2 * (pigeon * holes + hole));
    for pigeon in 0..pigeons {
        sink.exactly_one(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        sink.at_most_one(&(0..pigeons).map(|pigeon| sits(pigeon, hole)).collect::<Vec<_>>());
    }
}

#[test]
fn group_proofs_are_proofs_of_the_pairwise_formula() {
    let mut cnf = Cnf::new();
    pigeons(&mut cnf, 7, 6);
    let options = CdclOptions::new().inprocess_from(20);
    let mut solver = Cdcl::with_options_and_observer(options, Checker::default());
    solver.observer_mut().give(&cnf);
    pigeons(&mut solver, 7, 6);
    assert!(solver.solve().is_unsat());
    assert!(solver.observer().clauses.values().any(Vec::is_empty));
    let mut solver = Cdcl::new();
    pigeons(&mut solver, 7, 7);
    assert!(solver.solve().is_sat());
}

#[test]
fn an_exactly_one_group_takes_one_record() {
    let mut solver = Cdcl::new();
    let lits: Vec<Lit> = (1..=100).map(Lit::from).collect();
    solver.exactly_one(&lits);
    let first = solver.db.first().expect("something is stored");
    assert!(solver.db.is_clause(first) && solver.db.is_group(first));
    assert_eq!(solver.db.next(first), None);
    assert_eq!(solver.clause_count(), 1 + 4950);
}

#[test]
fn deadlines_and_flags_stop_a_long_search() {
    let mut solver = Cdcl::new();
    pigeons(&mut solver, 12, 11);
    let asked = std::sync::atomic::AtomicU32::new(0);
    let expired = || asked.fetch_add(1, Ordering::Relaxed) > 20;
    let query = Query::new().budget(Budget::new().deadline(&expired));
    assert_eq!(solver.solve_query(&query), Outcome::Unknown(Stopped::Deadline));
    let query = Query::new().budget(Budget::new().conflicts(100));
    let before = solver.stats().conflicts;
    assert_eq!(solver.solve_query(&query), Outcome::Unknown(Stopped::Conflicts));
    assert_eq!(solver.stats().conflicts - before, 100);
    assert!(solver.solve_under(&[Lit::from(1), Lit::from(2)]).is_unsat());
}

#[test]
fn many_queries_with_a_constraint_leave_nothing_behind() {
    let mut solver = Cdcl::new();
    for first in [1, 4, 7] {
        solver.exactly_one(&[first, first + 1, first + 2].map(Lit::from));
    }
    let model = solver.solve().into_model().expect("a model");
    let another = model.blocking_clause(Var::range(1..=9));
    for _ in 0..10_000 {
        let other = solver.solve_query(&Query::new().constraint(&another)).into_model().expect("another");
        assert_ne!(other, model);
    }
    assert_eq!((solver.var_count(), solver.clause_count()), (9, 12));
}

#[test]
fn a_formula_with_hidden_groups_has_the_same_answers_and_sound_proofs() {
    let mut groups = 0;
    for seed in 0..800 {
        let mut random = Random(seed + 5_000_000);
        let vars = 4 + random.below(6);
        let mut cnf = Cnf::new();
        let mut sink = Cdcl::new();
        for _ in 0..1 + random.below(3 * vars) {
            add_something(&mut random, vars, &mut sink, &mut cnf);
        }
        let mut solver = Cdcl::with_observer(Checker::default());
        solver.observer_mut().give(&cnf);
        groups += solver.take_plain(&cnf, &|| false).expect("nobody stops it");
        assert_eq!(solver.clause_count(), cnf.len() as u64);
        for _ in 0..3 {
            let assumptions = random.lits(vars, 2);
            let query = Query::new().assume(&assumptions);
            let outcome = solver.solve_query(&query);
            check_answer(&outcome, &cnf, vars, &query);
        }
    }
    assert!(groups > 500, "{groups}");
}

#[test]
fn the_search_for_groups_can_be_stopped_and_starts_again() {
    let mut cnf = Cnf::new();
    for first in (1..4_000).step_by(40) {
        cnf.exactly_one(&(first..first + 40).map(Lit::from).collect::<Vec<_>>());
    }
    let mut solver = Cdcl::with_options(CdclOptions::new().recognise_groups(true));
    cnf.pour(&mut solver);
    let asked = std::sync::atomic::AtomicU32::new(0);
    let expired = || asked.fetch_add(1, Ordering::Relaxed) >= 2;
    let query = Query::new().budget(Budget::new().deadline(&expired));
    assert_eq!(solver.solve_query(&query), Outcome::Unknown(Stopped::Deadline));
    assert_eq!(asked.into_inner(), 4, "once more to name the reason");
    assert_eq!(solver.known, 0, "nothing was taken");
    assert!(solver.solve().is_sat());
    assert_eq!(solver.clause_count(), cnf.len() as u64);
    assert!(solver.solve_under(&[1, 2].map(Lit::from)).is_unsat());
}
