//! One search node in node form: twelve words (see [`transpose`](super::transpose)), and what is done to it alone.

#![allow(clippy::needless_range_loop, reason = "several arrays go by the same row, column or digit")]

use super::transpose::{NODE_WORDS, NOTES_AT};

/// The candidates of one node.
pub(super) type Node = [u64; NODE_WORDS];

/// A digit's cells 64 to 80.
const TAIL: u64 = 0x1FFFF;

/// A set of cells: bit `c` is cell `c` (row-major).
pub(super) type Cells = u128;

/// The cells in which the digit (0 to 8) is possible.
#[inline]
pub(super) fn cells_of(node: &Node, digit: usize) -> Cells {
    let tail = node[9 + digit / 3] >> (17 * (digit % 3)) & TAIL;
    Cells::from(node[digit]) | Cells::from(tail) << 64
}

/// Takes the digit out of the cells.
#[inline]
fn remove(node: &mut Node, digit: usize, cells: Cells) {
    node[digit] &= !(cells as u64);
    node[9 + digit / 3] &= !(((cells >> 64) as u64) << (17 * (digit % 3)));
}

/// A node from its candidates: bit `d` of `masks[cell]` is digit `d + 1`.
pub(super) fn from_masks(masks: &[u16; 81]) -> Node {
    let mut digits: [Cells; 9] = [0; 9];
    for (cell, &mask) in masks.iter().enumerate() {
        for (digit, cells) in digits.iter_mut().enumerate() {
            *cells |= Cells::from(mask >> digit & 1) << cell;
        }
    }
    from_digits(&digits)
}

/// A node from the cells in which each digit is possible.
#[inline(always)]
pub(super) fn from_digits(digits: &[Cells; 9]) -> Node {
    let mut node = [0; NODE_WORDS];
    for digit in 0..9 {
        node[digit] = digits[digit] as u64;
        node[9 + digit / 3] |= ((digits[digit] >> 64) as u64) << (17 * (digit % 3));
    }
    node
}

/// A node from the binary digits of the clues: a cell with a number from 1 to 9 may be that digit, any other one all nine.
/// Clues are not yet taken from their rows.
#[inline(always)]
pub(super) fn from_planes(planes: &Planes) -> Node {
    let mut node = [0; NODE_WORDS];
    let [b0, b1, b2, b3] = planes.map(|plane| plane as u64);
    let empty = |[b0, b1, b2, b3]: [u64; 4]| b3 & (b1 | b2) | !(b0 | b1 | b2 | b3);
    let no = empty([b0, b1, b2, b3]);
    let (low, high, top) = (!(b2 | b3), b2 & !b3, b3 & !(b1 | b2));
    node[0] = low & b0 & !b1 | no;
    node[1] = low & b1 & !b0 | no;
    node[2] = low & b0 & b1 | no;
    node[3] = high & !(b0 | b1) | no;
    node[4] = high & b0 & !b1 | no;
    node[5] = high & b1 & !b0 | no;
    node[6] = high & b0 & b1 | no;
    node[7] = top & !b0 | no;
    node[8] = top & b0 | no;
    // Three digits at a time: the bits of the cell, each flipped where the digit has none, must all be set.
    let tails = planes.map(|plane| (plane >> 64) as u64 * THREE);
    let no = empty(tails);
    for third in 0..3 {
        let mut is = TAIL * THREE;
        for (bit, &tail) in tails.iter().enumerate() {
            is &= tail ^ FLIPS[third][bit];
        }
        node[9 + third] = (is | no) & (TAIL * THREE);
    }
    node
}

/// Lowest bits of the three tails in a word.
const THREE: u64 = 1 | 1 << 17 | 1 << 34;

/// For each word of tails and each binary digit: ones in the fields of numbers that do not have it.
const FLIPS: [[u64; 4]; 3] = {
    let mut flips = [[0; 4]; 3];
    let mut digit = 0;
    while digit < 9 {
        let mut bit = 0;
        while bit < 4 {
            if (digit + 1) >> bit & 1 == 0 {
                flips[digit / 3][bit] |= TAIL << (17 * (digit % 3));
            }
            bit += 1;
        }
        digit += 1;
    }
    flips
};

/// The binary digits of the numbers in a solved node.
#[inline(always)]
pub(super) fn to_planes(node: &Node) -> Planes {
    let [d0, d1, d2, d3, d4, d5, d6, d7, d8, t0, t1, t2] = *node;
    let (both, up) = (d5 | d6, t1 >> 34 | t2);
    let low = [d0 | d2 | d4 | d6 | d8, d1 | d2 | both, d3 | d4 | both, d7 | d8];
    let tail = [
        t0 | t0 >> 34 | t1 >> 17 | t2 | t2 >> 34,
        t0 >> 17 | t0 >> 34 | up,
        t1 | t1 >> 17 | up,
        t2 >> 17 | t2 >> 34,
    ];
    core::array::from_fn(|bit| Cells::from(low[bit]) | Cells::from(tail[bit] & TAIL) << 64)
}

/// The numbers 0 to 15 in 81 cells, each as four binary digits, lowest first.
pub(super) type Planes = [Cells; 4];

/// The low four bits of each byte.
#[inline(always)]
pub(super) fn planes_of(bytes: &[u8; 81]) -> Planes {
    let mut planes = [0; 4];
    let eights = bytes[..80].as_chunks::<8>().0;
    for (i, eight) in eights.iter().enumerate() {
        let word = u64::from_le_bytes(*eight);
        for (bit, plane) in planes.iter_mut().enumerate() {
            // The product gathers the lowest bit of each byte in the top byte.
            let bits = (word >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *plane |= Cells::from(bits) << (8 * i);
        }
    }
    for (bit, plane) in planes.iter_mut().enumerate() {
        *plane |= Cells::from(bytes[80] >> bit & 1) << 80;
    }
    planes
}

/// The inverse of [`planes_of`], with `base` added to each byte.
#[inline(always)]
pub(super) fn bytes_of(planes: &Planes, base: u8) -> [u8; 81] {
    let mut bytes = [0; 81];
    let base = u64::from(base) * 0x0101_0101_0101_0101;
    let (eights, _) = bytes.as_chunks_mut::<8>();
    for (i, eight) in eights.iter_mut().enumerate() {
        let mut word = base;
        for (bit, plane) in planes.iter().enumerate() {
            // Spread eight bits over eight bytes, then make each a lowest bit.
            let spread =
                (u64::from((plane >> (8 * i)) as u8) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
            let ones = (spread + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
            word += ones << bit;
        }
        *eight = word.to_le_bytes();
    }
    let last = planes.iter().enumerate().map(|(bit, plane)| ((plane >> 80) as u8 & 1) << bit).sum::<u8>();
    bytes[80] = last + base as u8;
    bytes
}

/// Takes the digit of every cell with one candidate from the rest of its row: the twin of
/// [`clear_rows`](super::pass::clear_rows) for a node alone.
pub(super) fn clear_rows(node: &mut Node) {
    let digits: [Cells; 9] = core::array::from_fn(|digit| cells_of(node, digit));
    let (mut one, mut two) = (0, 0);
    for cells in digits {
        two |= one & cells;
        one |= cells;
    }
    let single = one & !two;
    for (digit, cells) in digits.into_iter().enumerate() {
        remove(node, digit, rows_of(cells & single) & !single);
    }
}

/// The rows that have a cell of the set, whole.
#[inline(always)]
fn rows_of(cells: Cells) -> Cells {
    /// The first cell of each row.
    const FIRST: Cells = {
        let mut first = 0;
        let mut row = 0;
        while row < 9 {
            first |= 1 << (9 * row);
            row += 1;
        }
        first
    };
    // Eight bits of each row and the ninth are added up to a carry apart, then smeared over the row.
    let eight = (cells & (FIRST * 0xFF)) + FIRST * 0xFF;
    let some = ((eight | cells) >> 8) & FIRST;
    (some << 9) - some
}

/// How to split a node: the digit leaves `first` in one child and `second` in the other.
pub(super) struct Split {
    pub(super) digit: usize,
    pub(super) first: Cells,
    pub(super) second: Cells,
}

/// The split that the note of a node asks for.
#[inline(always)]
pub(super) fn split(node: &Node) -> Split {
    let note = (node[NODE_WORDS - 1] >> NOTES_AT) as usize;
    if note >> 9 & 1 == 1 {
        return by_cell(node);
    }
    let [first, second] = MINI[note >> 4 & 7][(note >> 7 & 1) + 3 * (note >> 8 & 1)];
    Split { digit: note & 15, first, second }
}

/// A split on a mini-line of the band (0 to 2) or stack (3 to 5) that some, but not all, permutations of the digit use; `shape`
/// says in which of the nine it is left (bit `3 * row + stack` or `3 * band + column`).
#[inline(always)]
pub(super) fn by_mini_line(digit: usize, group: usize, shape: usize) -> Split {
    let [first, second] = MINI[group][usize::from(PLACE[shape])];
    Split { digit, first, second }
}

impl Split {
    /// The words that change in the child from which `cells` (first or second) are taken: `(word, bits to clear)` twice.
    #[inline(always)]
    pub(super) fn clears(&self, cells: Cells) -> [(usize, u64); 2] {
        let tail = ((cells >> 64) as u64) << (17 * (self.digit % 3));
        [(self.digit, cells as u64), (9 + self.digit / 3, tail)]
    }
}

/// For each band (0 to 2) and its mini-rows `3 * row + stack`, each stack (3 to 5) and its mini-columns `3 * band + column`: the
/// cells of the other two mini-lines of the line, and those of the mini-line itself.
const MINI: [[[Cells; 2]; 9]; 6] = {
    let mut minis = [[[0; 2]; 9]; 6];
    let mut group = 0;
    while group < 6 {
        let mut i = 0;
        while i < 27 {
            let (row, column) =
                if group < 3 { (3 * group + i / 9, i % 9) } else { (i / 3, 3 * (group - 3) + i % 3) };
            let cell = 1 << (9 * row + column);
            let mut mini = 0;
            while mini < 9 {
                let (in_line, in_mini) = if group < 3 {
                    (row % 3 == mini / 3, column / 3 == mini % 3)
                } else {
                    (column % 3 == mini % 3, row / 3 == mini / 3)
                };
                if in_line && in_mini {
                    minis[group][mini][1] |= cell;
                } else if in_line {
                    minis[group][mini][0] |= cell;
                }
                mini += 1;
            }
            i += 1;
        }
        group += 1;
    }
    minis
};

/// For each pattern of nine mini-lines (bit `3 * line + box` or the other way round) with two permutations or more: the first
/// mini-line that some, but not all, of them use.
pub(super) const PLACE: [u8; 512] = {
    const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    let mut places = [0; 512];
    let mut shape = 0;
    while shape < 512 {
        let (mut all, mut any, mut p) = (511, 0, 0);
        while p < 6 {
            let [a, b, c] = PERMUTATIONS[p];
            let used = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if shape & used == used {
                all &= used;
                any |= used;
            }
            p += 1;
        }
        let some: usize = any & !all;
        places[shape] = if some == 0 { 0 } else { some.trailing_zeros() as u8 };
        shape += 1;
    }
    places
};

/// On the first cell with two candidates, else with three, else with most: its lowest digit, yes or no.
#[cold]
#[inline(never)]
pub(super) fn by_cell(node: &Node) -> Split {
    let (mut one, mut two, mut three, mut four): (Cells, Cells, Cells, Cells) = (0, 0, 0, 0);
    let digits: [Cells; 9] = core::array::from_fn(|digit| cells_of(node, digit));
    for cells in digits {
        four |= three & cells;
        three |= two & cells;
        two |= one & cells;
        one |= cells;
    }
    let open = [two & !three, three & !four, two].into_iter().find(|&cells| cells != 0).unwrap_or(1);
    let cell = open & open.wrapping_neg();
    let digit = digits.iter().position(|&cells| cells & cell != 0).unwrap_or(0);
    // "Yes" leaves the digit no other cell in its row; the passes then clear the cell, column and box.
    let row = 9 * (cell.trailing_zeros() / 9);
    let line: Cells = 0x1FF << row;
    Split { digit, first: line & !cell, second: cell }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{Random, masks};
    use super::super::pass::{State, clear_rows as clear_rows_on_vectors};
    use super::super::transpose::{NODE_WORDS, NOTES, NOTES_AT, from_nodes, to_nodes};
    use super::super::vector::Vector;
    use super::*;

    #[test]
    fn clues_by_planes_are_clues_by_masks() {
        let mut random = Random(11);
        for _ in 0..200 {
            let clues = random.below(82);
            let puzzle = random.puzzle(clues, 0);
            let node = from_planes(&planes_of(&puzzle));
            assert_eq!(node, from_masks(&masks(&puzzle)));
            let text = puzzle.map(|digit| if digit == 0 { b"._*-?0"[random.below(6)] } else { b'0' + digit });
            assert_eq!(node, from_planes(&planes_of(&text)));
        }
    }

    #[test]
    fn solved_nodes_print_as_their_grid() {
        let mut random = Random(12);
        for _ in 0..50 {
            let grid = random.grid();
            let node = from_masks(&masks(&grid));
            assert_eq!(bytes_of(&to_planes(&node), 0), grid);
            assert_eq!(bytes_of(&to_planes(&node), b'0'), grid.map(|digit| digit + b'0'));
        }
    }

    #[test]
    fn rows_are_cleared_alike_alone_and_on_vectors() {
        let mut random = Random(13);
        let mut alone: Vec<Node> = (0..64)
            .map(|i| {
                let puzzle = random.puzzle(i, i % 3);
                from_masks(
                    &masks(&puzzle).map(|mask| if i % 2 == 0 { mask } else { mask & random.next() as u16 }),
                )
            })
            .collect();
        let mut nodes = [[0_u64.store(); NODE_WORDS]; 64];
        for (place, node) in nodes.iter_mut().zip(&alone) {
            *place = node.map(Vector::store);
        }
        let mut state = State::new();
        from_nodes(&nodes, &mut state);
        clear_rows_on_vectors(&mut state, !0);
        to_nodes(&mut state, &[0; NOTES], &mut nodes);
        for (place, node) in nodes.iter().zip(&mut alone) {
            clear_rows(node);
            assert_eq!(place.map(|word| word.as_ref()[0]), *node);
        }
    }

    #[test]
    fn a_split_shares_the_candidates_out() {
        let mut random = Random(14);
        for _ in 0..300 {
            let mut node =
                from_masks(&core::array::from_fn(|_| (random.next() | random.next()) as u16 & 0x1FF));
            let (digit, group, cell) = (random.below(9), random.below(6), random.below(2));
            let here = cells_of(&node, digit);
            let shape =
                (0..9).fold(0, |shape, mini| shape | usize::from(here & MINI[group][mini][1] != 0) << mini);
            let place = usize::from(PLACE[shape]);
            node[NODE_WORDS - 1] |=
                ((digit | group << 4 | (place % 3) << 7 | (place / 3) << 8 | cell << 9) as u64) << NOTES_AT;
            let split = split(&node);
            let here = cells_of(&node, split.digit);
            assert!(cell == 1 || split.digit == digit);
            // Nothing is taken from both, and something is taken from each.
            assert_eq!(split.first & split.second, 0);
            assert_ne!(split.second & here, 0);
            let mut first = node;
            for (word, bits) in split.clears(split.first) {
                first[word] &= !bits;
            }
            assert_eq!(cells_of(&first, split.digit), here & !split.first);
        }
    }
}
