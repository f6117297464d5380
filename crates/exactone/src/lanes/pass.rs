//! One round of propagation on all nodes at once.
//!
//! A pass has two halves. *Digit by digit* it closes each digit under "one mini-row in each row and box, one mini-column
//! in each column and box" (all hidden singles and all locked candidates, both ways, exactly); *row by row* it places
//! what is single: a digit with one cell left in its row owns that cell, a cell with one digit left owns that digit in its
//! row. Together, run to a fixpoint, that is unit propagation on the triad encoding of the SAT side (tested below).
//!
//! A node whose pass fixes no new cell is *stalled* and from then on *frozen*: its bits do not move until the search
//! touches it. So what happens to a node depends on nothing but the node, whatever its neighbours and the lane width.

#![allow(clippy::needless_range_loop, reason = "several arrays go by the same row, column or digit")]

use super::vector::Vector;

/// The candidates of one node in each bit, and what is known about the nodes.
#[repr(C, align(64))]
pub(super) struct State<V> {
    /// `cells[digit][cell]`: the digit (0 to 8) is still possible in the cell (row-major, 0 to 80).
    pub(super) cells: [[V; 81]; 9],
    /// The cell was not yet fixed to one digit when the node was last propagated.
    pub(super) open: [V; 81],
    /// Room for a pass: at most one cell is left for the digit in the row.
    alone: [[V; 9]; 9],
    /// Room for a digit's mini-columns in a pass, and for the mini-lines of a line in the cardinality rule.
    pub(super) minis: [V; 27],
    /// Room for what a pass leaves of a digit's mini-rows: `across[band][line][stack]`.
    across: [[[V; 3]; 3]; 3],
    /// Room for turning blocks.
    pub(super) half: [V; 64],
    /// Nodes whose `open` comes from a pass of their own (not from [`reset_open`]).
    pub(super) watched: V,
    /// Nodes that still propagate.
    pub(super) active: V,
    /// Nodes that became a full grid.
    pub(super) solved: V,
    /// Nodes that contradict themselves.
    pub(super) dead: V,
    /// Nodes that came to rest without being solved.
    pub(super) stalled: V,
}

impl<V: Vector> State<V> {
    pub(super) fn new() -> Self {
        let zero = V::zero();
        State {
            cells: [[zero; 81]; 9],
            open: [zero; 81],
            alone: [[zero; 9]; 9],
            minis: [zero; 27],
            across: [[[zero; 3]; 3]; 3],
            half: [zero; 64],
            watched: zero,
            active: zero,
            solved: zero,
            dead: zero,
            stalled: zero,
        }
    }
}

/// The places a digit may take in three lines crossing three boxes (`lines[line][box]`): what the six permutations
/// leave. Frozen nodes keep every place.
#[inline(always)]
pub(super) fn permute<V: Vector>(lines: &[[V; 3]; 3], frozen: V) -> [[V; 3]; 3] {
    let [[a0, a1, a2], [b0, b1, b2], [c0, c1, c2]] = *lines;
    // Each place lies in one even and one odd permutation, so freezing the even ones freezes all places.
    let (e0, e1, e2) = (a0.and3(b1, c2).or(frozen), a1.and3(b2, c0).or(frozen), a2.and3(b0, c1).or(frozen));
    let (o0, o1, o2) = (a0.and3(b2, c1), a1.and3(b0, c2), a2.and3(b1, c0));
    [[e0.or(o0), e1.or(o1), e2.or(o2)], [e2.or(o1), e0.or(o2), e1.or(o0)], [e1.or(o2), e2.or(o0), e0.or(o1)]]
}

/// At least one, and at least two, of nine.
#[inline(always)]
pub(super) fn one_and_two<V: Vector>(x: [V; 9]) -> (V, V) {
    let any = [x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8])];
    let two = [x[0].majority(x[1], x[2]), x[3].majority(x[4], x[5]), x[6].majority(x[7], x[8])];
    let across = any[0].majority(any[1], any[2]);
    (any[0].or3(any[1], any[2]), two[0].or3(two[1], two[2]).or(across))
}

/// Closes one digit under the permutations of its bands, then of its stacks; `alone[row]` becomes "at most one cell left".
/// Returns the nodes in which the digit has a place everywhere.
#[inline(always)]
fn close_digit<V: Vector>(
    x: &mut [V; 81],
    frozen: V,
    alone: &mut [V; 9],
    columns: &mut [V; 27],
    bands: &mut [[[V; 3]; 3]; 3],
) -> V {
    // (Arrays filled in place: what `core::array::from_fn` returns is copied.)
    for band in 0..3 {
        let x: &mut [V; 27] = (&mut x[27 * band..27 * band + 27]).try_into().expect("a band has 27 cells");
        let mini = |i: usize| x[i].or3(x[i + 1], x[i + 2]);
        let across = permute(
            &[[mini(0), mini(3), mini(6)], [mini(9), mini(12), mini(15)], [mini(18), mini(21), mini(24)]],
            frozen,
        );
        for column in 0..9 {
            let [a, b, c] = [across[0][column / 3], across[1][column / 3], across[2][column / 3]];
            columns[9 * band + column] = if V::AT_ONCE {
                x[column].and(a).or_and(x[9 + column], b).or_and(x[18 + column], c)
            } else {
                let kept = [x[column].and(a), x[9 + column].and(b), x[18 + column].and(c)];
                [x[column], x[9 + column], x[18 + column]] = kept;
                kept[0].or3(kept[1], kept[2])
            };
        }
        if V::AT_ONCE {
            bands[band] = across;
        }
    }
    let mut alive = V::ones();
    let mut stacks = [[[V::zero(); 3]; 3]; 3];
    for stack in 0..3 {
        let line =
            |i: usize| [columns[3 * stack + i], columns[9 + 3 * stack + i], columns[18 + 3 * stack + i]];
        let kept = permute(&[line(0), line(1), line(2)], frozen);
        // A band without a permutation leaves empty mini-columns, so looking at the stacks is enough.
        alive = alive.and(kept[0][0].or3(kept[0][1], kept[0][2]));
        stacks[stack] = kept;
    }
    // Box by box: three vectors of places serve nine cells, so they stay in registers.
    for band in 0..3 {
        let x: &mut [V; 27] = (&mut x[27 * band..27 * band + 27]).try_into().expect("a band has 27 cells");
        let (mut any, mut two) = ([V::zero(); 3], [V::zero(); 3]);
        for stack in 0..3 {
            for line in 0..3 {
                let at = 9 * line + 3 * stack;
                let [a, b, c] = [stacks[stack][0][band], stacks[stack][1][band], stacks[stack][2][band]];
                let [a, b, c] = if V::AT_ONCE {
                    let row = bands[band][line][stack];
                    [x[at].and3(row, a), x[at + 1].and3(row, b), x[at + 2].and3(row, c)]
                } else {
                    [x[at].and(a), x[at + 1].and(b), x[at + 2].and(c)]
                };
                (x[at], x[at + 1], x[at + 2]) = (a, b, c);
                let here = a.or3(b, c);
                two[line] = two[line].or_and(any[line], here).or(a.majority(b, c));
                any[line] = any[line].or(here);
            }
        }
        for line in 0..3 {
            alone[3 * band + line] = two[line].not();
        }
    }
    alive
}

/// One pass: active nodes propagate, then those that are dead, solved or at rest leave the active ones.
#[inline(always)]
pub(super) fn pass<V: Vector>(state: &mut State<V>) {
    let active = state.active;
    let frozen = active.not();
    let mut alive = V::ones();
    let alone = &mut state.alone;
    for (x, alone) in state.cells.iter_mut().zip(&mut *alone) {
        alive = alive.and(close_digit(x, frozen, alone, &mut state.minis, &mut state.across));
    }
    let mut kept = V::ones();
    let mut progress = V::zero();
    let mut placed_everywhere = V::ones();
    for row in 0..9 {
        let start = 9 * row;
        // The cells that own a digit, are open, are not open. (What is not open is kept too: an operand in memory costs
        // nothing, but only where it need not be negated.)
        let (mut own, mut open, mut fixed) = ([V::zero(); 9], [V::zero(); 9], [V::zero(); 9]);
        for column in 0..9 {
            let cell = start + column;
            let [mut any, mut several, mut owns] = [V::zero(); 3];
            for three in 0..3 {
                let [a, b, c] = core::array::from_fn(|i| state.cells[3 * three + i][cell]);
                let here = a.or3(b, c);
                several = several.or_and(any, here).or(a.majority(b, c));
                any = any.or(here);
                for (i, x) in [a, b, c].into_iter().enumerate() {
                    owns = owns.or_and(x, alone[3 * three + i][row]);
                }
            }
            let before = state.open[cell];
            let now = several.and_not(owns);
            alive = alive.and(any);
            // A cell that was fixed must own exactly one digit of its row by now: two owners or a rival cell are a clash.
            kept = kept.and(before.or_and_not(owns, several));
            // Frozen nodes keep what their own last pass saw. (Bits only ever leave `open`.)
            state.open[cell] = now.or_and(before, frozen);
            progress = progress.or_and_not(before, now);
            (own[column], open[column], fixed[column]) = (owns, now, now.not());
        }
        for digit in 0..9 {
            placed_everywhere = placed_everywhere.and(alone[digit][row]);
            let moving = active.and_not(alone[digit][row]);
            let x: &mut [V; 9] =
                (&mut state.cells[digit][start..start + 9]).try_into().expect("a row has 9 cells");
            let mut left = [V::zero(); 9];
            let mut placed = V::zero();
            for column in 0..9 {
                // An owned cell loses the digits that have another cell to go to.
                left[column] = x[column].without(moving, own[column]);
                placed = placed.or_and(left[column], fixed[column]);
            }
            placed = placed.and(active);
            for column in 0..9 {
                // A placed digit leaves the open cells of its row.
                x[column] = left[column].without(placed, open[column]);
            }
        }
    }
    let unsolved = placed_everywhere.not();
    let dead = active.and_not(alive.and(kept.or(state.watched.not())));
    let solved = active.and_not(dead.or(unsolved));
    let going = active.and_not(dead.or(solved));
    state.dead = state.dead.or(dead);
    state.solved = state.solved.or(solved);
    state.stalled = state.stalled.or(going.and_not(progress));
    state.active = going.and(progress);
    state.watched = state.watched.or(active);
}

/// Starts `open` anew for the `changed` nodes: open is what has more than one digit now.
#[inline(always)]
pub(super) fn reset_open<V: Vector>(state: &mut State<V>, changed: V) {
    state.watched = state.watched.and_not(changed);
    for cell in 0..81 {
        let (_, several) = one_and_two(core::array::from_fn(|digit| state.cells[digit][cell]));
        state.open[cell] = changed.select(several, state.open[cell]);
    }
}

/// Takes the digits of cells with one candidate from the rest of their rows in the `fresh` nodes.
///
/// Fresh puzzles come as "the clue where there is one, all nine digits elsewhere". A pass finds clues only when it is at the
/// rows; with them done beforehand, its first half takes them from columns and boxes at once.
#[inline(always)]
pub(super) fn clear_rows<V: Vector>(state: &mut State<V>, fresh: V) {
    for row in 0..9 {
        let mut single = [V::zero(); 9];
        for column in 0..9 {
            let cell = 9 * row + column;
            let (_, several) = one_and_two(core::array::from_fn(|digit| state.cells[digit][cell]));
            single[column] = fresh.and_not(several);
        }
        for x in &mut state.cells {
            let x: &mut [V; 9] = (&mut x[9 * row..9 * row + 9]).try_into().expect("a row has 9 cells");
            let mut clue = V::zero();
            for column in 0..9 {
                clue = clue.or_and(x[column], single[column]);
            }
            for column in 0..9 {
                // Cells with one candidate keep it: where two of them clash, the next pass says so.
                x[column] = x[column].and_not(clue.and_not(single[column]));
            }
        }
    }
}
