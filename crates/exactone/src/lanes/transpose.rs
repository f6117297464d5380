//! From bits to nodes and back: 64 x 64 bit blocks, each turned over on its diagonal.
//!
//! A node in *node form* is twelve 64-bit words: word `d` (0 to 8) holds cells 0 to 63 of digit `d`, word `9 + d / 3` holds
//! its cells 64 to 80 from bit `17 * (d % 3)` on. So every digit lies in two words, and 729 bits need nine blocks of 64
//! rows and three of 51. The 13 rows left free in the last block carry what [`choice`](super::choice) says about the node.

#![allow(clippy::needless_range_loop, reason = "several arrays go by the same row, column or digit")]

use super::pass::State;
use super::vector::Vector;

/// 64-bit words of a node in node form.
pub(super) const NODE_WORDS: usize = 12;
/// Vectors beside the candidates that travel with a node, in bits 51 and up of its last word.
pub(super) const NOTES: usize = 10;
/// The lowest bit of the notes in the last word.
pub(super) const NOTES_AT: u32 = 51;

/// All nodes in node form: word `w` of node `64 * j + k` is word `j` of `nodes[k][w]`.
pub(super) type Nodes<M> = [[M; NODE_WORDS]; 64];

/// Eight rows whose numbers differ in three bits, turned over in these three bits; `S`, `T`, `U` are the distances.
#[inline(always)]
fn turn_eight<V: Vector, const S: u32, const T: u32, const U: u32>(rows: &mut [V; 8], masks: [u64; 3]) {
    #[inline(always)]
    fn swap<V: Vector, const N: u32>(rows: &mut [V; 8], i: usize, j: usize, mask: V) {
        (rows[i], rows[j]) = rows[i].exchange::<N>(rows[j], mask);
    }
    let masks = [V::splat(masks[0]), V::splat(masks[1]), V::splat(masks[2])];
    for i in 0..4 {
        swap::<V, S>(rows, i, i + 4, masks[0]);
    }
    for i in [0, 1, 4, 5] {
        swap::<V, T>(rows, i, i + 2, masks[1]);
    }
    for i in [0, 2, 4, 6] {
        swap::<V, U>(rows, i, i + 1, masks[2]);
    }
}

/// Turns a block: afterwards bit `i` of row `k` is what bit `k` of row `i` was.
#[inline(always)]
fn turn<V: Vector>(half: &mut [V; 64], read: impl Fn(usize) -> V, mut write: impl FnMut(usize, V)) {
    for low in 0..8 {
        let mut rows: [V; 8] = core::array::from_fn(|high| read(8 * high + low));
        turn_eight::<V, 32, 16, 8>(
            &mut rows,
            [0x0000_0000_FFFF_FFFF, 0x0000_FFFF_0000_FFFF, 0x00FF_00FF_00FF_00FF],
        );
        for high in 0..8 {
            half[8 * high + low] = rows[high];
        }
    }
    for high in 0..8 {
        let mut rows: [V; 8] = core::array::from_fn(|low| half[8 * high + low]);
        turn_eight::<V, 4, 2, 1>(
            &mut rows,
            [0x0F0F_0F0F_0F0F_0F0F, 0x3333_3333_3333_3333, 0x5555_5555_5555_5555],
        );
        for low in 0..8 {
            write(8 * high + low, rows[low]);
        }
    }
}

/// All nodes, with their notes, into node form.
#[inline(always)]
pub(super) fn to_nodes<V: Vector>(state: &mut State<V>, notes: &[V; NOTES], nodes: &mut Nodes<V::Memory>) {
    let State { cells, half, .. } = state;
    for (digit, x) in cells.iter().enumerate() {
        turn(half, |row| x[row], |k, word| nodes[k][digit] = word.store());
    }
    for third in 0..3 {
        let row = |row: usize| match row {
            0..51 => cells[3 * third + row / 17][64 + row % 17],
            51..61 if third == 2 => notes[row - 51],
            _ => V::zero(),
        };
        turn(half, row, |k, word| nodes[k][9 + third] = word.store());
    }
}

/// All nodes back from node form; notes are dropped.
#[inline(always)]
pub(super) fn from_nodes<V: Vector>(nodes: &Nodes<V::Memory>, state: &mut State<V>) {
    let State { cells, half, .. } = state;
    for (digit, x) in cells.iter_mut().enumerate() {
        turn(half, |k| V::load(&nodes[k][digit]), |row, word| x[row] = word);
    }
    for third in 0..3 {
        turn(
            half,
            |k| V::load(&nodes[k][9 + third]),
            |row, word| {
                if row < 51 {
                    cells[3 * third + row / 17][64 + row % 17] = word;
                }
            },
        );
    }
}
