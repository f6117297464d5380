//! Enumeration against truth tables and loops with a blocking clause for each model.

use std::collections::BTreeSet;

use super::*;
use crate::sink::ClauseSink;
use crate::solver::Solver;
use crate::testing::{Random, models, random_clauses};
use crate::{CdclOptions, Cnf};

#[test]
fn each_projected_model_comes_once() {
    let mut random = Random::new(21);
    let mut total = 0;
    for round in 0..4000 {
        let vars = 1 + random.below(10) as u32;
        let mut cnf = Cnf::new();
        let state = random.below(u64::MAX);
        random_clauses(&mut Random::new(state), vars, &mut cnf);
        let options = CdclOptions::new().seed(random.below(3)).recognise_groups(round % 2 == 0);
        let mut solver = Cdcl::with_options(options);
        random_clauses(&mut Random::new(state), vars, &mut solver);
        for _ in 0..3 {
            let assumptions: Vec<Lit> = (0..random.below(3)).map(|_| random.lit(vars)).collect();
            let kept = random.below(1 << vars) as u32 | if random.below(3) == 0 { u32::MAX } else { 0 };
            let holds = |set: u32, lit: &Lit| (set >> lit.var().index() & 1 == 1) == lit.polarity();
            let expected: BTreeSet<u32> = models(&cnf, vars)
                .filter(|&set| assumptions.iter().all(|lit| holds(set, lit)))
                .map(|set| set & kept)
                .collect();
            let projection = Var::range(1..=vars).filter(|var| kept >> var.index() & 1 == 1);
            let mut found = BTreeSet::new();
            let mut all = solver.models(projection).assume(&assumptions);
            while let Some(model) = all.advance() {
                let set: u32 = model.true_vars().map(|var| 1 << var.index()).sum();
                assert!(cnf.eval(|var| model.value(var)), "round {round}: {cnf} has no model {model}");
                assert!(assumptions.iter().all(|&lit| model.is_true(lit)), "round {round}");
                assert!(found.insert(set & kept), "round {round}: {model} comes twice");
            }
            assert!(all.is_complete() && all.stopped().is_none());
            assert_eq!(all.found(), found.len() as u64);
            drop(all);
            assert_eq!(found, expected, "round {round}: {cnf} on {kept:b} under {assumptions:?}");
            total += found.len();
            assert_eq!(solver.solve_under(&assumptions).is_sat(), !expected.is_empty(), "round {round}");
        }
    }
    assert!(total > 50_000, "{total}");
}

#[test]
fn harder_formulas_are_learnt_from() {
    // Random 3-SAT with 40 variables near the threshold has few models and many conflicts.
    let mut random = Random::new(3);
    let mut conflicts = 0;
    for _ in 0..30 {
        let mut cnf = Cnf::new();
        for _ in 0..160 {
            let lits: Vec<Lit> = (0..3).map(|_| random.lit(40)).collect();
            cnf.add_clause(&lits);
        }
        let mut solver = Cdcl::new();
        cnf.pour(&mut solver);
        let found: BTreeSet<Vec<bool>> = solver
            .models(Var::range(1..=40))
            .map(|model| Var::range(1..=40).map(|var| model.value(var)).collect())
            .collect();
        conflicts += solver.stats().conflicts;
        // One blocking clause a model on a fresh solver finds as many.
        let mut blocking = Cdcl::new();
        cnf.pour(&mut blocking);
        let mut count = 0;
        while let Some(model) = blocking.solve().into_model() {
            assert!(found.contains(&Var::range(1..=40).map(|var| model.value(var)).collect::<Vec<_>>()));
            blocking.add_clause(&model.blocking_clause(Var::range(1..=40)));
            count += 1;
        }
        assert_eq!(found.len(), count);
    }
    assert!(conflicts > 300, "{conflicts}");
}

#[test]
fn many_variables_are_listed_down_to_a_residue() {
    // Exactly-one groups over 200 variables with smaller groups and clauses across: more than fit a residue. A loop
    // with blocking clauses, which shares nothing with this, finds as many.
    const ENOUGH: usize = 200;
    let mut random = Random::new(77);
    let (mut total, mut complete) = (0, 0);
    for round in 0..60 {
        let mut cnf = Cnf::new();
        let seed = random.below(u64::MAX);
        let pour = |sink: &mut dyn ClauseSink| {
            let mut random = Random::new(seed);
            for first in (1..=181u32).step_by(10) {
                let group: Vec<Lit> = (first..first + 10).map(|number| Lit::from(Var::new(number))).collect();
                sink.exactly_one(&group);
                let across: Vec<Lit> = (0..4).map(|_| random.lit(200).var().positive()).collect();
                sink.at_most_one(&across);
            }
            for _ in 0..20 + 2 * round {
                let lits: Vec<Lit> = (0..2 + random.below(3)).map(|_| random.lit(200)).collect();
                sink.add_clause(&lits);
            }
        };
        let (mut solver, mut blocking) = (Cdcl::new(), Cdcl::new());
        pour(&mut solver);
        pour(&mut blocking);
        pour(&mut cnf);
        let kept = Var::range(1..=[200, 60, 14][round % 3]);
        let mut seen = BTreeSet::new();
        let mut all = solver.models(kept.clone());
        while seen.len() < ENOUGH
            && let Some(model) = all.advance()
        {
            assert!(cnf.eval(|var| model.value(var)), "round {round}");
            let set: Vec<bool> = kept.clone().map(|var| model.value(var)).collect();
            assert!(seen.insert(set), "round {round}: twice");
        }
        complete += usize::from(all.is_complete() && !seen.is_empty());
        let mut count = 0;
        while count < ENOUGH
            && let Some(model) = blocking.solve().into_model()
        {
            blocking.add_clause(&model.blocking_clause(kept.clone()));
            count += 1;
        }
        assert_eq!(seen.len(), count, "round {round}");
        total += count;
    }
    assert!(total > 500 && complete > 3, "{total} {complete}");
}

#[test]
fn what_is_handed_back_to_a_solver_that_has_learnt_loses_no_model() {
    // Latin squares with clauses across fit a residue from the start and are too hard for it now and then.
    const SIDE: usize = 5;
    let mut random = Random::new(0);
    let mut total = 0;
    // The last round of the first seed has a conflict on the way back, that of the second a literal already false.
    for (seed, round) in (0..1304).map(|round| (5, round)).chain((0..289).map(|round| (13, round))) {
        if round == 0 {
            random = Random::new(seed);
        }
        let (mut solver, mut blocking) = (Cdcl::new(), Cdcl::new());
        let state = random.below(u64::MAX);
        for sink in [&mut solver, &mut blocking] {
            let mut random = Random::new(state);
            let mut below = || random.below(SIDE as u64) as usize;
            let lit = |row: usize, column: usize, digit: usize| {
                Lit::from_index(2 * ((row * SIDE + column) * SIDE + digit))
            };
            for a in 0..SIDE {
                for b in 0..SIDE {
                    sink.exactly_one(&(0..SIDE).map(|i| lit(a, b, i)).collect::<Vec<_>>());
                    sink.exactly_one(&(0..SIDE).map(|i| lit(a, i, b)).collect::<Vec<_>>());
                    sink.exactly_one(&(0..SIDE).map(|i| lit(i, a, b)).collect::<Vec<_>>());
                }
            }
            for _ in 0..4 + round % 14 {
                sink.add_clause(&[0; 2].map(|_| lit(below(), below(), below())));
                sink.add_clause(&[0; 2].map(|_| !lit(below(), below(), below())));
            }
        }
        for _ in 0..random.below(40) {
            let assumptions: Vec<Lit> = (0..4).map(|_| random.lit(125)).collect();
            let _ = solver.solve_under(&assumptions);
        }
        let kept: Vec<Var> = Var::range(1..=125).filter(|_| random.below(3) > 0).collect();
        let found: BTreeSet<Vec<bool>> = solver
            .models(kept.iter().copied())
            .map(|model| kept.iter().map(|&var| model.value(var)).collect())
            .take(600)
            .collect();
        let mut count = 0;
        while count < 600
            && let Some(model) = blocking.solve().into_model()
        {
            blocking.add_clause(&model.blocking_clause(kept.iter().copied()));
            count += 1;
        }
        assert_eq!(found.len(), count, "seed {seed} round {round}");
        total += count;
    }
    assert!(total > 5_000, "{total}");
}

#[test]
fn a_budget_is_for_the_whole_enumeration() {
    let mut solver = Cdcl::new();
    solver.ensure_vars(20);
    let budget = Budget { propagations: Some(100), ..Budget::default() };
    let mut all = solver.models(Var::range(1..=20)).budget(budget);
    while all.advance().is_some() {}
    assert_eq!(all.stopped(), Some(Stopped::Propagations));
    assert!((10..=101).contains(&all.found()), "{}", all.found());
}

#[test]
fn it_can_be_stopped_and_the_solver_used_again() {
    let mut solver = Cdcl::new();
    solver.at_most_one(&(1..=9).map(Lit::from).collect::<Vec<_>>());
    let stop = AtomicBool::new(false);
    let mut all = solver.models(Var::range(1..=20)).stop(&stop);
    assert!(all.advance().is_some() && all.advance().is_some());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(all.advance().is_none() && all.advance().is_none());
    assert_eq!((all.stopped(), all.found(), all.is_complete()), (Some(Stopped::Interrupted), 2, false));
    drop(all);
    assert_eq!(solver.models(Var::range(1..=20)).count(), 10 << 11);
    assert!(solver.solve_under(&[1, 2].map(Lit::from)).is_unsat());
    solver.add_clause(&[]);
    assert_eq!(solver.models([]).count(), 0);
}

#[test]
fn the_search_for_groups_can_be_stopped_too() {
    // Pairwise over 300 variables: more clauses than are looked at between two looks at the flag.
    let mut solver = Cdcl::with_options(CdclOptions::new().recognise_groups(true));
    let mut cnf = Cnf::new();
    cnf.exactly_one(&(1..=300).map(Lit::from).collect::<Vec<_>>());
    cnf.pour(&mut solver);
    let stop = AtomicBool::new(true);
    let mut all = solver.models(Var::range(1..=300)).stop(&stop);
    assert!(all.advance().is_none());
    assert_eq!((all.stopped(), all.found()), (Some(Stopped::Interrupted), 0));
    drop(all);
    assert!(solver.plain.is_some(), "nothing is taken in");
    assert_eq!(solver.models(Var::range(1..=300)).count(), 300);
}
