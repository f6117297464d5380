//! The cardinality rule of the triads: a mini-row (or mini-column) holds exactly three digits.
//!
//! Where only three digits are left for it, all three must be there, so they leave the other two mini-rows of the same
//! row; the permutations of the next pass take them out of the box. It is no part of unit propagation, and too dear for
//! every pass: the search runs it once whenever a node comes to rest.

#![allow(clippy::needless_range_loop, reason = "several arrays go by the same row, column or digit")]

use super::pass::State;
use super::vector::Vector;

/// Exactly three, and at most two, of nine.
#[inline(always)]
fn three_or_less<V: Vector>(x: &[V; 9]) -> (V, V) {
    let (s0, c0) = x[0].add3(x[1], x[2]);
    let (s1, c1) = x[3].add3(x[4], x[5]);
    let (s2, c2) = x[6].add3(x[7], x[8]);
    let (ones, c3) = s0.add3(s1, s2);
    let (t, f0) = c0.add3(c1, c2);
    let f1 = t.and(c3);
    let four = f0.or(f1);
    let three = ones.and(t.xor(c3));
    (three.and_not(four), four.or(three).not())
}

/// The rule on the three mini-lines of one line; `cell(box, i)` numbers its cells. Returns the nodes that changed and those
/// in which a mini-line has too few digits.
#[inline(always)]
fn line<V: Vector>(
    cells: &mut [[V; 81]; 9],
    seen: &mut [V; 27],
    among: V,
    cell: impl Fn(usize, usize) -> usize,
) -> (V, V) {
    let mut full = [V::zero(); 3];
    let mut short = V::zero();
    for mini in 0..3 {
        for digit in 0..9 {
            let x = &cells[digit];
            seen[9 * mini + digit] = x[cell(mini, 0)].or3(x[cell(mini, 1)], x[cell(mini, 2)]);
        }
        let (three, less) = three_or_less(seen[9 * mini..9 * mini + 9].try_into().expect("nine digits"));
        full[mini] = three.and(among);
        short = short.or(less);
    }
    let mut changed = V::zero();
    for digit in 0..9 {
        let forced: [V; 3] = core::array::from_fn(|mini| seen[9 * mini + digit].and(full[mini]));
        for mini in 0..3 {
            let elsewhere = forced[(mini + 1) % 3].or(forced[(mini + 2) % 3]);
            changed = changed.or_and(elsewhere, seen[9 * mini + digit]);
            for i in 0..3 {
                let x = &mut cells[digit][cell(mini, i)];
                *x = x.and_not(elsewhere);
            }
        }
    }
    (changed, short)
}

/// Runs the rule once in all rows, then in all columns, of the stalled nodes. Nodes that changed become active again; nodes
/// that cannot fill a mini-row or mini-column are dead.
#[inline(always)]
pub(super) fn triads<V: Vector>(state: &mut State<V>) {
    let among = state.stalled;
    let mut changed = V::zero();
    let mut short = V::zero();
    for row in 0..9 {
        let (c, s) = line(&mut state.cells, &mut state.minis, among, |mini, i| 9 * row + 3 * mini + i);
        changed = changed.or(c);
        short = short.or(s);
    }
    for column in 0..9 {
        let (c, s) = line(&mut state.cells, &mut state.minis, among, |mini, i| 27 * mini + 9 * i + column);
        changed = changed.or(c);
        short = short.or(s);
    }
    let dead = among.and(short);
    state.dead = state.dead.or(dead);
    state.active = state.active.or(changed.and_not(dead));
    state.stalled = state.stalled.and_not(changed.or(dead));
}
