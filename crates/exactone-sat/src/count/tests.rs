use std::collections::BTreeSet;

use super::*;
use crate::testing::{Random, models, random_clauses};
use crate::{Budget, Cdcl};

fn everything(counter: &Counter) -> Natural {
    counter.count(Var::range(1..=counter.var_count()))
}

#[test]
fn counts_equal_the_truth_table() {
    let mut random = Random::new(31);
    let mut total = 0u128;
    for round in 0..5000 {
        let vars = 1 + random.below(11) as u32;
        let state = random.below(u64::MAX);
        let mut cnf = Cnf::new();
        random_clauses(&mut Random::new(state), vars, &mut cnf);
        // Now and then almost no room to remember anything.
        let mut counter =
            Counter::new().with_memory(if round % 5 == 0 { 600 } else { 1 << 20 }).in_order(round % 2 == 1);
        random_clauses(&mut Random::new(state), vars, &mut counter);
        let kept = random.below(1 << vars) as u32 | if random.below(3) == 0 { u32::MAX } else { 0 };
        let assumptions: Vec<Lit> = (0..random.below(3)).map(|_| random.lit(vars)).collect();
        let constraint: Option<Vec<Lit>> =
            (random.below(3) == 0).then(|| (0..random.below(3)).map(|_| random.lit(vars)).collect());
        let holds = |set: u32, lit: &Lit| (set >> lit.var().index() & 1 == 1) == lit.polarity();
        let expected: BTreeSet<u32> = models(&cnf, vars)
            .filter(|&set| assumptions.iter().all(|lit| holds(set, lit)))
            .filter(|&set| constraint.as_ref().is_none_or(|clause| clause.iter().any(|lit| holds(set, lit))))
            .map(|set| set & kept)
            .collect();
        let projection =
            Var::range(1..=vars + 2).filter(|var| var.number() > vars || kept >> var.index() & 1 == 1);
        let query = Query { constraint: constraint.as_deref(), ..Query::new().assume(&assumptions) };
        let answer = counter.count_query(projection, &query, &mut |_| ControlFlow::Continue(()));
        let expected = 4 * expected.len() as u128;
        assert_eq!(answer, Counted::Exactly(expected.into()), "round {round}: {cnf} on {kept:b}");
        total += expected;
    }
    assert!(total > 100_000);
}

/// Latin squares of this order as exactly-one groups; the first row in order if `reduced`, and the first column.
fn latin(order: u32, reduced: bool) -> Counter {
    let mut counter = Counter::new();
    let cell =
        |row: u32, column: u32, digit: u32| Lit::from(Var::new((row * order + column) * order + digit + 1));
    for a in 0..order {
        for b in 0..order {
            for place in [0, 1, 2] {
                let group: Vec<Lit> = (0..order)
                    .map(|c| match place {
                        0 => cell(a, b, c),
                        1 => cell(a, c, b),
                        _ => cell(c, a, b),
                    })
                    .collect();
                counter.exactly_one(&group);
            }
        }
        if reduced {
            counter.add_clause(&[cell(0, a, a)]);
            counter.add_clause(&[cell(a, 0, a)]);
        }
    }
    counter
}

/// Sudoku with boxes of `rows` by `columns` cells; `diagonals` asks for each digit once on both of them.
fn sudoku(rows: u32, columns: u32, diagonals: bool) -> Counter {
    let order = rows * columns;
    let mut counter = latin(order, false);
    let cell =
        |row: u32, column: u32, digit: u32| Lit::from(Var::new((row * order + column) * order + digit + 1));
    for digit in 0..order {
        for block in 0..order {
            let (top, left) = (block / rows * rows, block % rows * columns);
            let group: Vec<Lit> =
                (0..order).map(|place| cell(top + place / columns, left + place % columns, digit)).collect();
            counter.exactly_one(&group);
        }
        if diagonals {
            counter.exactly_one(&(0..order).map(|place| cell(place, place, digit)).collect::<Vec<_>>());
            counter.exactly_one(
                &(0..order).map(|place| cell(place, order - 1 - place, digit)).collect::<Vec<_>>(),
            );
        }
    }
    counter
}

#[test]
fn known_numbers_come_out() {
    for (order, count) in [(1, 1u64), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        assert_eq!(everything(&latin(order, false)), count.into(), "Latin squares of order {order}");
    }
    // Reduced squares times n! (n-1)!, OEIS A000315 and A002860.
    assert_eq!(everything(&latin(6, true)), 9408u64.into());
    assert_eq!(everything(&sudoku(2, 2, false)), 288u64.into());
    assert_eq!(everything(&sudoku(2, 2, true)), 48u64.into());
    assert_eq!(everything(&sudoku(2, 3, true)), 8640u64.into());
}

#[test]
#[ignore = "some seconds each: cargo test --release -p exactone-sat --lib count:: -- --ignored --nocapture"]
fn known_numbers_come_out_of_larger_ones() {
    assert_eq!(everything(&sudoku(2, 3, false)), 28_200_960u64.into());
    assert_eq!(everything(&latin(6, false)), 812_851_200u64.into());
    assert_eq!(everything(&latin(7, true)), 16_942_080u64.into());
}

/// The groups of a counter, as the pairs that they mean.
fn in_pairs(counter: &Counter) -> Counter {
    let mut plain = Counter::new();
    counter.clauses.pour(&mut plain);
    for group in &counter.groups {
        for (place, &a) in group.iter().enumerate() {
            group[..place].iter().for_each(|&b| plain.add_clause(&[!b, !a]));
        }
    }
    plain
}

#[test]
fn groups_in_pairs_are_recognised_and_searched_alike() {
    for counter in [latin(4, false), latin(6, true), sudoku(2, 2, true), sudoku(2, 3, true)] {
        let mut decisions = [0; 2];
        let mut counts = Vec::new();
        for (counter, decisions) in [counter.clone(), in_pairs(&counter)].iter().zip(&mut decisions) {
            let vars = Var::range(1..=counter.var_count());
            counts.push(counter.count_query(vars, &Query::new(), &mut |progress| {
                *decisions = progress.decisions;
                ControlFlow::Continue(())
            }));
        }
        assert_eq!(counts[0], counts[1]);
        assert_eq!(decisions[0], decisions[1]);
    }
}

#[test]
fn structured_formulas_are_counted_as_often_as_the_cdcl_lists_them() {
    // Sparse clauses over more variables, where parts, exclusive clauses and clauses that stay open mix.
    let mut random = Random::new(77);
    let mut total = 0;
    for round in 0..400 {
        let vars = 12 + random.below(14) as u32;
        let (mut counter, mut solver) = (Counter::new(), Cdcl::new());
        counter.ensure_vars(vars);
        solver.ensure_vars(vars);
        for _ in 0..vars / 2 + random.below(12) as u32 {
            let lits: Vec<Lit> = (0..2 + random.below(4)).map(|_| random.lit(vars)).collect();
            match random.below(4) {
                0 => {
                    counter.exactly_one(&lits);
                    solver.exactly_one(&lits);
                }
                1 => {
                    // The same in pairs.
                    let mut pairs = Cnf::new();
                    pairs.exactly_one(&lits);
                    pairs.pour(&mut counter);
                    pairs.pour(&mut solver);
                }
                _ => {
                    counter.add_clause(&lits);
                    solver.add_clause(&lits);
                }
            }
        }
        let kept: Vec<Var> = Var::range(1..=vars).filter(|_| round % 3 > 0 || random.below(2) == 0).collect();
        let listed = solver.models(kept.iter().copied()).take(20_000).count();
        if listed < 20_000 {
            assert_eq!(counter.count(kept), (listed as u64).into(), "round {round}");
            total += listed;
        }
    }
    assert!(total > 20_000, "{total}");
}

#[test]
fn independent_parts_multiply_beyond_128_bits() {
    let mut counter = Counter::new();
    for block in 0..60 {
        let lits: Vec<Lit> = Var::range(7 * block + 1..=7 * block + 7).map(Lit::from).collect();
        counter.at_most_one(&lits);
    }
    let mut expected = Natural::ONE;
    (0..60).for_each(|_| expected *= &Natural::from(8u32));
    assert_eq!(everything(&counter), expected);
    assert_eq!(expected, Natural::power_of_two(180));
}

#[test]
fn a_stopped_count_is_a_lower_bound_that_grows() {
    let counter = sudoku(2, 3, true);
    let mut last = Natural::ZERO;
    let mut reports = 0;
    let answer = counter.count_query(Var::range(1..=216), &Query::new(), &mut |progress| {
        assert!(progress.at_least >= last && progress.at_least <= 8640u64.into());
        last = progress.at_least.clone();
        reports += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(answer, Counted::Exactly(8640u64.into()));
    for conflicts in [0, 10, 100, 300] {
        let query = Query::new().budget(Budget::new().conflicts(conflicts));
        match counter.count_query(Var::range(1..=216), &query, &mut |_| ControlFlow::Continue(())) {
            Counted::AtLeast(number, why) => {
                assert_eq!(why, Stopped::Conflicts);
                assert!(number <= 8640u64.into());
            }
            Counted::Exactly(number) => assert_eq!(number, 8640u64.into()),
        }
    }
    let stopped =
        latin(5, false).count_query(Var::range(1..=125), &Query::new(), &mut |_| ControlFlow::Break(()));
    match stopped {
        Counted::AtLeast(number, why) => assert!(why == Stopped::Interrupted && number < 161_280u64.into()),
        Counted::Exactly(number) => assert_eq!(number, 161_280u64.into()),
    }
}

#[test]
fn the_enumeration_of_the_cdcl_finds_as_many() {
    let counter = sudoku(2, 2, false);
    let mut solver = Cdcl::new();
    counter.groups.iter().for_each(|group| solver.at_most_one(group));
    counter.clauses.pour(&mut solver);
    assert_eq!(solver.models(Var::range(1..=64)).count(), 288);
}

#[test]
fn a_chain_of_a_hundred_thousand_variables_does_not_overflow_the_stack() {
    let mut counter = Counter::new();
    for var in 1..100_000 {
        counter.add_clause(&[-var, var + 1].map(Lit::from));
    }
    // Ordered assignments: all of the first k are false, the rest true.
    let query = Query::new().budget(Budget::new().conflicts(50));
    let _ = counter.count_query(Var::range(1..=300), &query, &mut |_| ControlFlow::Continue(()));
    let mut short = Counter::new();
    for var in 1..200 {
        short.add_clause(&[-var, var + 1].map(Lit::from));
    }
    assert_eq!(everything(&short), 201u64.into());
}
