use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::testing::{Random, random_clauses};
use crate::{Budget, Dpll, clauses};

/// A random grouped formula over few variables, and for each set of groups (as bits) whether it can hold.
fn random_groups(random: &mut Random) -> (GroupedCnf, Vec<bool>) {
    let vars = 1 + random.below(6) as u32;
    let mut formula = GroupedCnf::new();
    if random.below(3) == 0 {
        let lits = [random.lit(vars), random.lit(vars)];
        formula.add_clause(&lits);
    }
    for number in 0..1 + random.below(7) {
        formula.group(&format!("group {number}"));
        let mut part = Cnf::new();
        random_clauses(random, vars.min(2), &mut part);
        for clause in part.iter().take(3) {
            let shift = random.below(u64::from(vars)) as u32;
            let moved: Vec<Lit> = clause
                .iter()
                .map(|lit| crate::Var::new((lit.var().number() - 1 + shift) % vars + 1).lit(lit.polarity()))
                .collect();
            formula.add_clause(&moved);
        }
    }
    let holds = (0..1u32 << formula.len())
        .map(|set| {
            (0..1u32 << vars).any(|values| {
                formula.clauses().all(|(group, clause)| {
                    group.is_some_and(|group| set >> group.index() & 1 == 0)
                        || clause.iter().any(|lit| (values >> lit.var().index() & 1 == 1) == lit.polarity())
                })
            })
        })
        .collect();
    (formula, holds)
}

fn bits(groups: &[Group]) -> u32 {
    groups.iter().map(|group| 1 << group.index()).sum()
}

/// All minimal unsatisfiable sets.
fn all_mus(holds: &[bool]) -> BTreeSet<u32> {
    let minimal =
        |set: u32| (0..32).filter(|&bit| set >> bit & 1 == 1).all(|bit| holds[(set & !(1 << bit)) as usize]);
    (0..holds.len() as u32).filter(|&set| !holds[set as usize] && minimal(set)).collect()
}

/// All minimal correction sets.
fn all_mcs(holds: &[bool]) -> BTreeSet<u32> {
    let all = holds.len() as u32 - 1;
    let maximal = |set: u32| {
        (0..32).filter(|&bit| (all & !set) >> bit & 1 == 1).all(|bit| !holds[(set | 1 << bit) as usize])
    };
    (0..=all).filter(|&set| holds[set as usize] && maximal(set)).map(|set| all & !set).collect()
}

#[test]
fn answers_equal_exhaustive_search() {
    let mut random = Random::new(5);
    let (mut unsatisfiable, mut larger) = (0, 0);
    for round in 0..2000 {
        let (formula, holds) = random_groups(&mut random);
        let muses = all_mus(&holds);
        let mcses = all_mcs(&holds);
        let query = Query::new();
        for answer in [formula.blame(&query), formula.blame_with(&mut Dpll::new(), &query)] {
            match answer {
                Blame::Satisfiable(model) => {
                    assert!(muses.is_empty(), "round {round}");
                    assert!(formula.clauses().all(|(_, clause)| model.satisfies(clause)));
                    assert_eq!(model.len(), formula.var_count());
                }
                Blame::Minimal(groups) => assert!(muses.contains(&bits(&groups)), "round {round}"),
                Blame::Unknown(..) => panic!("nothing stops the search"),
            }
        }
        let smallest = formula.smallest(&query);
        assert_eq!(smallest.stopped(), None);
        match muses.iter().map(|set| set.count_ones() as usize).min() {
            None => assert!(smallest.best().is_none() && smallest.model().is_some()),
            Some(size) => {
                let best = smallest.best().expect("there is an unsatisfiable set");
                assert!(smallest.is_proved() && muses.contains(&bits(best)), "round {round}");
                assert_eq!((best.len(), smallest.lower_bound()), (size, size), "round {round}");
                unsatisfiable += 1;
                larger += usize::from(muses.iter().any(|set| set.count_ones() as usize > size));
            }
        }
        match formula.correction(&query) {
            Correction::Minimal(groups, _) => assert!(mcses.contains(&bits(&groups)), "round {round}"),
            Correction::Impossible => assert!(muses.contains(&0), "round {round}"),
            Correction::Unknown(_) => panic!("nothing stops the search"),
        }
        let (mut found_mus, mut found_mcs) = (BTreeSet::new(), BTreeSet::new());
        let complete = formula.enumerate(&query, |found| {
            let new = match found {
                Found::Mus(groups) => found_mus.insert(bits(groups)),
                Found::Mcs(groups) => found_mcs.insert(bits(groups)),
            };
            assert!(new, "each set is told once");
            ControlFlow::Continue(())
        });
        assert_eq!(complete, Ok(true));
        assert_eq!((found_mus, found_mcs), (muses, mcses), "round {round}");
    }
    assert!(unsatisfiable > 400 && larger > 100, "{unsatisfiable} unsatisfiable, {larger} with a larger MUS");
}

#[test]
fn what_propagation_alone_refutes_is_still_made_minimal() {
    // The kind of input on which an extractor elsewhere returned a satisfiable set.
    let cnf = clauses![[-1], [2, -3], [-3], [4], [-5], [-2, -4, 6], [-7], [1, 3, 5, 7], [6, 8]];
    let formula = GroupedCnf::from_clauses(&cnf);
    let expected: Vec<Group> = [0, 2, 4, 6, 7].map(Group::new).to_vec();
    assert_eq!(formula.blame(&Query::new()), Blame::Minimal(expected.clone()));
    assert_eq!(formula.smallest(&Query::new()).best(), Some(&expected[..]));
}

#[test]
fn assumptions_belong_to_the_background() {
    let mut formula = GroupedCnf::from_clauses(&clauses![[1, 2], [-2, 3], [-3], [3, 4]]);
    let query_lits = [Lit::from(-1)];
    let query = Query::new().assume(&query_lits);
    assert_eq!(formula.blame(&query), Blame::Minimal([0, 1, 2].map(Group::new).to_vec()));
    assert!(matches!(formula.blame(&Query::new()), Blame::Satisfiable(_)));
    formula.background();
    formula.add_clause(&[Lit::from(1)]);
    assert_eq!(formula.blame(&query), Blame::Minimal(vec![]));
    assert_eq!(formula.correction(&query), Correction::Impossible);
}

#[test]
fn stopping_early_tells_what_is_known() {
    // Six pigeons, five holes; the groups are the pigeons.
    let mut formula = GroupedCnf::new();
    let sits = |pigeon: i32, hole: i32| Lit::from(pigeon * 5 + hole + 1);
    for hole in 0..5 {
        formula.at_most_one(&(0..8).map(|pigeon| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for pigeon in 0..8 {
        formula.group(&format!("pigeon {pigeon}"));
        formula.add_clause(&(0..5).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    let answer = formula.smallest(&Query::new());
    assert_eq!((answer.best().map(<[Group]>::len), answer.lower_bound()), (Some(6), 6));
    let late = std::sync::atomic::AtomicUsize::new(0);
    for calls in 0..60 {
        late.store(calls, std::sync::atomic::Ordering::Relaxed);
        let expired = || {
            let left = late.load(std::sync::atomic::Ordering::Relaxed);
            late.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
            left == 0
        };
        let query = Query::new().budget(Budget::new().deadline(&expired));
        let answer = formula.smallest(&query);
        assert!(answer.lower_bound() <= 6);
        if let Some(best) = answer.best() {
            assert!(best.len() >= 6 && (answer.is_proved() || answer.stopped() == Some(Stopped::Deadline)));
        }
        late.store(calls, std::sync::atomic::Ordering::Relaxed);
        match formula.blame(&query) {
            Blame::Minimal(groups) => assert_eq!(groups.len(), 6),
            Blame::Unknown(why, groups) => {
                assert_eq!(why, Stopped::Deadline);
                assert!(groups.is_none_or(|groups| groups.len() >= 6));
            }
            Blame::Satisfiable(_) => panic!("eight pigeons do not fit"),
        }
    }
}
