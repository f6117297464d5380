//! Where a node that came to rest is split, chosen for all nodes at once.
//!
//! In each band and stack the permutations left are counted over all digits with bit-sliced adders; the band or stack with
//! the fewest is taken, and in it the digit with the fewest (but at least two). The split is on one mini-row (mini-column)
//! that some but not all of its permutations use, so each half loses permutations at once. This needs half the nodes of
//! "the first cell with two candidates". With few clues it would thrash among thousands of loose permutations: where even the
//! best band has 24 or more, the node is split on a cell instead.

#![allow(clippy::needless_range_loop, reason = "several arrays go by the same row, column or digit")]

use super::pass::State;
use super::transpose::NOTES;
use super::vector::Vector;

/// What is chosen, as the low bits of a note: digit in bits 0 to 3, band (0 to 2) or stack (3 to 5) in bits 4 to 6, mini-line in
/// bits 7 and 8 ([`first_open`]), "split on a cell" in bit 9.
#[inline(always)]
pub(super) fn choose<V: Vector>(state: &State<V>) -> [V; NOTES] {
    let mut best_total = [V::ones(); 6];
    let mut best_digit = [V::zero(); 4];
    let mut best_group = [V::zero(); 3];
    let mut best_place = [V::zero(); 2];
    for group in 0..6 {
        let mut total = [V::zero(); 6];
        let mut fewest = [V::ones(); 3];
        let mut which = [V::zero(); 4];
        let mut places = [V::zero(); 2];
        for digit in 0..9 {
            let (even, odd) = permutations(&mini_lines(&state.cells[digit], group));
            let k = count(even, odd);
            let place = first_open(even, odd);
            total = plus(total, k);
            let better = k[1].or(k[2]).and(less(&k, &fewest));
            for i in 0..3 {
                fewest[i] = better.select(k[i], fewest[i]);
            }
            for i in 0..2 {
                places[i] = better.select(place[i], places[i]);
            }
            which = number(which, better, digit);
        }
        // No digit with two permutations: all three bits are still set.
        let loose = fewest[0].and3(fewest[1], fewest[2]).not();
        let better = loose.and(less(&total, &best_total));
        for i in 0..6 {
            best_total[i] = better.select(total[i], best_total[i]);
        }
        for i in 0..4 {
            best_digit[i] = better.select(which[i], best_digit[i]);
        }
        for i in 0..2 {
            best_place[i] = better.select(places[i], best_place[i]);
        }
        best_group = number(best_group, better, group);
    }
    let many = best_total[5].or_and(best_total[4], best_total[3]);
    let [d0, d1, d2, d3] = best_digit;
    let [g0, g1, g2] = best_group;
    let [p0, p1] = best_place;
    [d0, d1, d2, d3, g0, g1, g2, p0, p1, many]
}

/// The mini-rows of a band (`group` 0 to 2), `[row][box]`, or the mini-columns of a stack (3 to 5), `[box][column]`. (Turned over
/// they have the same permutations.)
#[inline(always)]
fn mini_lines<V: Vector>(x: &[V; 81], group: usize) -> [[V; 3]; 3] {
    let (start, line, crossing, cell) =
        if group < 3 { (27 * group, 9, 3, 1) } else { (3 * (group - 3), 27, 1, 9) };
    core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            let at = start + line * i + crossing * j;
            x[at].or3(x[at + cell], x[at + 2 * cell])
        })
    })
}

/// The even and the odd permutations that are left, each numbered by its place in the first line.
#[inline(always)]
fn permutations<V: Vector>(lines: &[[V; 3]; 3]) -> ([V; 3], [V; 3]) {
    let [[a0, a1, a2], [b0, b1, b2], [c0, c1, c2]] = *lines;
    ([a0.and3(b1, c2), a1.and3(b2, c0), a2.and3(b0, c1)], [a0.and3(b2, c1), a1.and3(b0, c2), a2.and3(b1, c0)])
}

/// How many they are (0 to 6), lowest bit first.
#[inline(always)]
fn count<V: Vector>(even: [V; 3], odd: [V; 3]) -> [V; 3] {
    let (s, c) = even[0].add3(even[1], even[2]);
    let (t, d) = odd[0].add3(odd[1], odd[2]);
    let (twos, fours) = c.add3(d, s.and(t));
    [s.xor(t), twos, fours]
}

/// The first mini-line that some, but not all, of two or more permutations use: its place in its line, and its line, both 0 or 1.
///
/// Where they use two places of the first line, it is the first of these. Else they are the two that share one, and use both
/// other places of the second line.
#[inline(always)]
fn first_open<V: Vector>(even: [V; 3], odd: [V; 3]) -> [V; 2] {
    let [a, b, c] = [even[0].or(odd[0]), even[1].or(odd[1]), even[2].or(odd[2])];
    let first_line = a.majority(b, c);
    // Place 0 of the first line, if used, is open there, but taken by both in the second line.
    [a.xor(first_line), first_line.not()]
}

/// The sum; at most 54 fits.
#[inline(always)]
fn plus<V: Vector>(total: [V; 6], k: [V; 3]) -> [V; 6] {
    let mut sum = total;
    let mut carry = V::zero();
    for i in 0..6 {
        if i < 3 {
            (sum[i], carry) = total[i].add3(k[i], carry);
        } else {
            sum[i] = total[i].xor(carry);
            carry = total[i].and(carry);
        }
    }
    sum
}

/// `a < b` as numbers, lowest bit first.
#[inline(always)]
fn less<V: Vector, const N: usize>(a: &[V; N], b: &[V; N]) -> V {
    let mut less = V::zero();
    for i in 0..N {
        // A higher bit decides unless it is equal in both.
        let differs = a[i].xor(b[i]);
        less = differs.select(b[i], less);
    }
    less
}

/// `bits` becomes `value` in the nodes of `among`.
#[inline(always)]
fn number<V: Vector, const N: usize>(mut bits: [V; N], among: V, value: usize) -> [V; N] {
    for (i, bit) in bits.iter_mut().enumerate() {
        *bit = if value >> i & 1 == 1 { bit.or(among) } else { bit.and_not(among) };
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::super::node::PLACE;
    use super::*;

    #[test]
    fn permutations_of_all_shapes_are_counted_and_opened_as_the_table_says() {
        for block in 0..8 {
            let mut lines = [[0_u64; 3]; 3];
            for k in 0..64 {
                for mini in 0..9 {
                    lines[mini / 3][mini % 3] |= ((64 * block + k) as u64 >> mini & 1) << k;
                }
            }
            let (even, odd) = permutations(&lines);
            let (counts, [place, line]) = (count(even, odd), first_open(even, odd));
            for k in 0..64 {
                let at = |vector: u64| (vector >> k & 1) as usize;
                let left = [even, odd].concat().into_iter().map(at).sum::<usize>();
                assert_eq!(at(counts[0]) + 2 * at(counts[1]) + 4 * at(counts[2]), left);
                if left >= 2 {
                    assert_eq!(at(place) + 3 * at(line), usize::from(PLACE[64 * block + k]));
                }
            }
        }
    }
}
