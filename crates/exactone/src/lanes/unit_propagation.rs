//! The passes are unit propagation on the triad encoding: shown on positions from a seed.

#![allow(clippy::needless_range_loop, reason = "several arrays go by the same row, column or digit")]

use super::node::{Node, from_masks};
use super::oracle::{Random, masks};
use super::pass::{State, pass};
use super::transpose::{NODE_WORDS, from_nodes};
use super::triad::triads;
use super::vector::Vector;

/// A literal: a variable and whether it stands plain.
type Literal = (usize, bool);

/// Variables: candidates, then mini-rows, then mini-columns.
const VARIABLES: usize = 729 + 243 + 243;

fn candidate(row: usize, column: usize, digit: usize) -> usize {
    (9 * row + column) * 9 + digit
}

fn mini_row(row: usize, stack: usize, digit: usize) -> usize {
    729 + (3 * row + stack) * 9 + digit
}

fn mini_column(column: usize, band: usize, digit: usize) -> usize {
    972 + (3 * column + band) * 9 + digit
}

/// The exactly-one groups of the triad encoding: the extended encoding, 486 groups that define the triads, 324 on them.
fn groups() -> Vec<Vec<Literal>> {
    let plain = |vars: Vec<usize>| vars.into_iter().map(|var| (var, true)).collect::<Vec<_>>();
    let mut groups = Vec::new();
    for a in 0..9 {
        for b in 0..9 {
            groups.push(plain((0..9).map(|i| candidate(a, b, i)).collect()));
            groups.push(plain((0..9).map(|i| candidate(a, i, b)).collect()));
            groups.push(plain((0..9).map(|i| candidate(i, a, b)).collect()));
            groups.push(plain((0..9).map(|i| candidate(a / 3 * 3 + i / 3, a % 3 * 3 + i % 3, b)).collect()));
            groups.push(plain((0..3).map(|i| mini_row(a, i, b)).collect()));
            groups.push(plain((0..3).map(|i| mini_column(a, i, b)).collect()));
            // Box `a`: its three mini-rows and its three mini-columns.
            groups.push(plain((0..3).map(|i| mini_row(a / 3 * 3 + i, a % 3, b)).collect()));
            groups.push(plain((0..3).map(|i| mini_column(a % 3 * 3 + i, a / 3, b)).collect()));
            for third in 0..3 {
                let mut row = plain((0..3).map(|i| candidate(a, 3 * third + i, b)).collect());
                row.push((mini_row(a, third, b), false));
                groups.push(row);
                let mut column = plain((0..3).map(|i| candidate(3 * third + i, a, b)).collect());
                column.push((mini_column(a, third, b), false));
                groups.push(column);
            }
        }
    }
    assert_eq!(groups.len(), 324 + 324 + 486);
    groups
}

/// What unit propagation leaves of the candidates, or nothing at a conflict.
fn propagate(groups: &[Vec<Literal>], masks: &[u16; 81]) -> Option<[u16; 81]> {
    let mut value = [None; VARIABLES];
    for cell in 0..81 {
        for digit in 0..9 {
            if masks[cell] >> digit & 1 == 0 {
                value[9 * cell + digit] = Some(false);
            }
        }
    }
    loop {
        let before = value;
        for group in groups {
            let holds = |&(var, plain): &Literal| value[var].map(|value| value == plain);
            let is_true = group.iter().filter(|literal| holds(literal) == Some(true)).count();
            let open: Vec<Literal> =
                group.iter().copied().filter(|literal| holds(literal).is_none()).collect();
            match (is_true, &open[..]) {
                (2.., _) | (0, []) => return None,
                (0, &[(var, plain)]) => value[var] = Some(plain),
                (1, rest) => rest.iter().for_each(|&(var, plain)| value[var] = Some(!plain)),
                _ => {}
            }
        }
        if value == before {
            let left = |cell: usize| (0..9).filter(move |digit| value[9 * cell + digit] != Some(false));
            return Some(core::array::from_fn(|cell| left(cell).fold(0, |mask, digit| mask | 1 << digit)));
        }
    }
}

/// The state with 64 positions in its lanes.
fn state(positions: &[[u16; 81]]) -> State<u64> {
    let mut nodes = [[0_u64.store(); NODE_WORDS]; 64];
    for (place, position) in nodes.iter_mut().zip(positions) {
        let node: Node = from_masks(position);
        *place = node.map(Vector::store);
    }
    let mut state = State::new();
    from_nodes(&nodes, &mut state);
    state.open = [!0; 81];
    state
}

/// Passes without end, until nothing moves in any lane.
fn fixpoint(state: &mut State<u64>) {
    loop {
        let (before, open) = (state.cells, state.open);
        state.active = !0;
        pass(state);
        if (before, open) == (state.cells, state.open) {
            return;
        }
    }
}

fn left(state: &State<u64>, lane: usize) -> [u16; 81] {
    core::array::from_fn(|cell| {
        (0..9).fold(0, |mask, digit| mask | ((state.cells[digit][cell] >> lane & 1) as u16) << digit)
    })
}

fn positions(random: &mut Random) -> Vec<[u16; 81]> {
    (0..64)
        .map(|i| {
            let clues = 17 + random.below(30);
            let position = masks(&random.puzzle(clues, usize::from(i % 6 == 0)));
            match i % 3 {
                0 => position.map(|mask| mask & (random.next() | random.next() | random.next()) as u16),
                _ => position,
            }
        })
        .collect()
}

fn compare(batches: usize, seed: u64) -> [usize; 2] {
    let groups = groups();
    let mut random = Random(seed);
    let mut counts = [0; 2];
    for _ in 0..batches {
        let positions = positions(&mut random);
        let mut plain = state(&positions);
        fixpoint(&mut plain);
        let mut with_rule = state(&positions);
        fixpoint(&mut with_rule);
        for _ in 0..3 {
            with_rule.stalled = !0;
            triads(&mut with_rule);
            fixpoint(&mut with_rule);
        }
        for (lane, position) in positions.iter().enumerate() {
            let expected = propagate(&groups, position);
            let dead = plain.dead >> lane & 1 == 1;
            assert_eq!(dead, expected.is_none(), "{position:?}");
            counts[usize::from(dead)] += 1;
            if let Some(expected) = expected {
                assert_eq!(left(&plain, lane), expected);
                // The cardinality rule takes more, never puts anything back.
                let fewer = left(&with_rule, lane);
                assert!((0..81).all(|cell| fewer[cell] & !expected[cell] == 0));
            }
        }
    }
    counts
}

#[test]
fn a_fixpoint_of_passes_is_unit_propagation_on_triads() {
    let [open, dead] = compare(10, 31);
    assert!(open > 50 && dead > 50, "{open} {dead}");
}

/// `cargo test --release -p exactone --lib lanes -- --ignored`
#[test]
#[ignore = "10,000 positions"]
fn a_fixpoint_of_passes_is_unit_propagation_on_many_positions() {
    compare(160, 32);
}
