//! One puzzle at a time: its nine digits side by side.
//!
//! Below some dozens of puzzles the lanes are mostly empty, so a puzzle alone is searched here. A row of the grid is one
//! vector of sixteen 16-bit numbers, of which nine are used: number `d` holds the cells of the row in which digit `d` is possible. A
//! pass is the pass of [`pass`](super::pass), step by step; the cardinality rule, the split and the order are the same too.
//! So both searches take the same way and report the same grids, even where there are more than two.

#![allow(clippy::needless_range_loop, reason = "several arrays go by the same row or digit")]

use super::node::{Cells, Node, Split, by_cell, by_mini_line, cells_of, from_digits};
use super::search::{Aim, Found};
use super::transpose::NODE_WORDS;

/// Sixteen numbers of sixteen bits, of which nine are used.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Numbers(pub(super) [u16; 16]);

/// The nine rows of a node.
type Rows = [Numbers; 9];

/// A vector of [`Numbers`] and what the search does to it.
pub(super) trait Digits: Copy {
    fn load(memory: &Numbers) -> Self;
    fn store(self) -> Numbers;
    fn splat(number: u16) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// `self & !other`
    fn and_not(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn up<const N: i32>(self) -> Self;
    fn down<const N: i32>(self) -> Self;
    /// All ones where the number is zero.
    fn is_zero(self) -> Self;
    /// Whether all numbers are zero.
    fn all_zero(self) -> bool;
    /// The bits that are in any number, in every number.
    fn in_any(self) -> Self;
    /// The bits that are in any, and those that are in two or more numbers, in every number.
    fn in_one_and_two(self) -> (Self, Self);
    /// How many numbers have bit `N`.
    fn count_bit<const N: i32>(self) -> u32;
}

/// An array of vectors. (`core::array::from_fn` and `map` are not always inlined, and then the vectors go by memory.)
#[inline(always)]
fn each<D: Digits, const N: usize>(mut vector: impl FnMut(usize) -> D) -> [D; N] {
    let mut vectors = [D::splat(0); N];
    for i in 0..N {
        vectors[i] = vector(i);
    }
    vectors
}

/// Bits 0, 3 and 6: where the mini-rows of a row are kept.
const MINIS: u16 = 0o111;
const ROW: u16 = 0o777;

/// The bits of each three, one place down and around.
#[inline(always)]
fn turn<D: Digits>(x: D) -> D {
    x.down::<1>().and(D::splat(0o333)).or(x.up::<2>().and(D::splat(0o444)))
}

/// The bits of each three, one place up and around.
#[inline(always)]
fn back<D: Digits>(x: D) -> D {
    x.down::<2>().and(D::splat(0o111)).or(x.up::<1>().and(D::splat(0o666)))
}

/// Bits 0, 3 and 6, one three down and around.
#[inline(always)]
fn turn_threes<D: Digits>(x: D) -> D {
    x.down::<3>().or(x.up::<6>()).and(D::splat(MINIS))
}

/// Bits 0, 3 and 6, one three up and around.
#[inline(always)]
fn back_threes<D: Digits>(x: D) -> D {
    x.down::<6>().or(x.up::<3>()).and(D::splat(MINIS))
}

/// The mini-rows in which a digit is left, in bits 0, 3 and 6.
#[inline(always)]
fn minis<D: Digits>(x: D) -> D {
    x.or(x.down::<1>()).or(x.down::<2>()).and(D::splat(MINIS))
}

/// The cells of mini-rows given in bits 0, 3 and 6.
#[inline(always)]
fn cells<D: Digits>(minis: D) -> D {
    minis.or(minis.up::<1>()).or(minis.up::<2>())
}

/// The even and the odd permutations of three lines, each at the place of its first line.
#[inline(always)]
fn across<D: Digits>([a, b, c]: [D; 3]) -> (D, D) {
    (a.and(turn_threes(b)).and(back_threes(c)), a.and(back_threes(b)).and(turn_threes(c)))
}

/// The same for the three bands, in each stack.
#[inline(always)]
fn down<D: Digits>([a, b, c]: [D; 3]) -> (D, D) {
    (a.and(turn(b)).and(back(c)), a.and(back(b)).and(turn(c)))
}

/// How a pass ends.
enum End {
    Dead,
    Solved,
    Stalled,
}

/// A node being propagated.
struct State<D> {
    rows: [D; 9],
    open: [D; 9],
}

impl<D: Digits> State<D> {
    /// A node from memory; open is what has more than one digit.
    #[inline(always)]
    fn load(rows: &Rows) -> Self {
        let rows: [D; 9] = each(|row| D::load(&rows[row]));
        State { rows, open: each(|row| rows[row].in_one_and_two().1) }
    }

    #[inline(always)]
    fn store(&self) -> Rows {
        let mut rows = [Numbers([0; 16]); 9];
        for row in 0..9 {
            rows[row] = self.rows[row].store();
        }
        rows
    }

    #[inline(always)]
    fn band(&self, band: usize) -> [D; 3] {
        [self.rows[3 * band], self.rows[3 * band + 1], self.rows[3 * band + 2]]
    }

    /// The mini-columns in which the digits are left, band by band.
    #[inline(always)]
    fn columns(&self) -> [D; 3] {
        each(|band| self.rows[3 * band].or(self.rows[3 * band + 1]).or(self.rows[3 * band + 2]))
    }

    /// One pass (see [`pass`](super::pass::pass)); returns whether it fixed a cell, or how it ended. `watched` says that the node
    /// was passed before.
    #[inline(always)]
    fn pass(&mut self, watched: bool) -> Result<bool, End> {
        let mut kept = [D::splat(0); 9];
        let mut columns = [D::splat(0); 3];
        for band in 0..3 {
            let x = self.band(band);
            let (even, odd) = across([minis(x[0]), minis(x[1]), minis(x[2])]);
            let places = [
                even.or(odd),
                back_threes(even).or(turn_threes(odd)),
                turn_threes(even).or(back_threes(odd)),
            ];
            for i in 0..3 {
                kept[3 * band + i] = x[i].and(cells(places[i]));
            }
            columns[band] = kept[3 * band].or(kept[3 * band + 1]).or(kept[3 * band + 2]);
        }
        let (even, odd) = down(columns);
        let first = even.or(odd);
        let places = [first, back(even).or(turn(odd)), turn(even).or(back(odd))];
        // A digit without a permutation in a stack; the numbers past the ninth have none anyway.
        let nine = D::load(&NINE);
        if !nine.and(D::splat(MINIS)).and_not(minis(first)).all_zero() {
            return Err(End::Dead);
        }
        let mut full = D::splat(ROW);
        let mut sound = D::splat(ROW);
        let mut progress = D::splat(0);
        let mut unsolved = D::splat(0);
        for row in 0..9 {
            let mut x = kept[row].and(places[row / 3]);
            let single = x.and(x.add(D::splat(0xFFFF))).is_zero();
            let (any, several) = x.in_one_and_two();
            let own = x.and(single).in_any();
            let (before, now) = (self.open[row], several.and_not(own));
            full = full.and(any);
            sound = sound.and(before.or(own.and_not(several)));
            progress = progress.or(before.and_not(now));
            self.open[row] = now;
            // Numbers past the ninth are single: they hold nothing.
            unsolved = unsolved.or(D::splat(0xFFFF).and_not(single));
            x = x.and_not(own.and_not(single));
            let placed = D::splat(0xFFFF).and_not(x.and_not(now).is_zero());
            self.rows[row] = x.and_not(placed.and(now));
        }
        let whole = D::splat(ROW);
        if !whole.and_not(full).all_zero() || (watched && !whole.and_not(sound).all_zero()) {
            return Err(End::Dead);
        }
        if unsolved.all_zero() {
            return Err(End::Solved);
        }
        Ok(!progress.all_zero())
    }

    /// The cardinality rule (see [`triads`](super::triad::triads)); returns whether anything changed, or a contradiction.
    #[inline(always)]
    fn triads(&mut self) -> Result<bool, End> {
        let mut changed = D::splat(0);
        let mut short = false;
        for row in 0..9 {
            let x = self.rows[row];
            let here = minis(x);
            let counts = [here.count_bit::<0>(), here.count_bit::<3>(), here.count_bit::<6>()];
            short |= counts.iter().any(|&count| count < 3);
            let full = (0..3).fold(0, |full, i| full | u16::from(counts[i] == 3) << (3 * i));
            let forced = here.and(D::splat(full));
            let elsewhere = turn_threes(forced).or(back_threes(forced));
            changed = changed.or(here.and(elsewhere));
            self.rows[row] = x.and_not(cells(elsewhere));
        }
        let columns = self.columns();
        let forced: [D; 3] = each(|band| {
            let here: D = columns[band];
            let counts = [
                here.count_bit::<0>(),
                here.count_bit::<1>(),
                here.count_bit::<2>(),
                here.count_bit::<3>(),
                here.count_bit::<4>(),
                here.count_bit::<5>(),
                here.count_bit::<6>(),
                here.count_bit::<7>(),
                here.count_bit::<8>(),
            ];
            short |= counts.iter().any(|&count| count < 3);
            here.and(D::splat((0..9).fold(0, |full, i| full | u16::from(counts[i] == 3) << i)))
        });
        for band in 0..3 {
            let elsewhere = forced[(band + 1) % 3].or(forced[(band + 2) % 3]);
            changed = changed.or(columns[band].and(elsewhere));
            for row in 3 * band..3 * band + 3 {
                self.rows[row] = self.rows[row].and_not(elsewhere);
            }
        }
        if short { Err(End::Dead) } else { Ok(!changed.all_zero()) }
    }

    /// The split (see [`choose`](super::choice::choose)).
    #[inline(always)]
    fn split(&self) -> Split {
        // Permutations by band and digit; of the stacks, three fields in a number.
        let threes = |x: D| {
            let field = |x: D| x.and(D::splat(0o111));
            field(x).add(field(x.down::<1>())).add(field(x.down::<2>()))
        };
        let lines: [D; 9] = each(|row| minis(self.rows[row]));
        let mut counts = [[0_u16; 16]; 6];
        for band in 0..3 {
            let (even, odd) = across([lines[3 * band], lines[3 * band + 1], lines[3 * band + 2]]);
            let both = even.add(odd);
            let field = |x: D| x.and(D::splat(7));
            let count = field(both).add(field(both.down::<3>())).add(both.down::<6>());
            counts[band] = count.store().0;
        }
        let columns = self.columns();
        let (even, odd) = down(columns);
        let count = threes(even).add(threes(odd));
        counts[3] = count.and(D::splat(7)).store().0;
        counts[4] = count.down::<3>().and(D::splat(7)).store().0;
        counts[5] = count.down::<6>().store().0;
        let (mut best_total, mut best) = (63, None);
        for (group, counts) in counts.iter().enumerate() {
            let total: u16 = counts[..9].iter().sum();
            if total < best_total {
                // The fewest permutations but at least two, then the first digit.
                let fewest =
                    (0..9).map(|digit| counts[digit].wrapping_sub(2) << 4 | digit as u16).min().unwrap_or(0);
                if fewest < 5 << 4 {
                    (best_total, best) = (total, Some((group, usize::from(fewest & 15))));
                }
            }
        }
        match best {
            Some((group, digit)) if best_total < 24 => {
                let number = |x: D| usize::from(x.store().0[digit]);
                let shape = if group < 3 {
                    let [a, b, c] = [
                        number(lines[3 * group]),
                        number(lines[3 * group + 1]),
                        number(lines[3 * group + 2]),
                    ];
                    let gather = |x: usize| x & 1 | x >> 2 & 2 | x >> 4 & 4;
                    gather(a) | gather(b) << 3 | gather(c) << 6
                } else {
                    let field = |x: D| number(x) >> (3 * (group - 3)) & 7;
                    let [a, b, c] = [field(columns[0]), field(columns[1]), field(columns[2])];
                    a | b << 3 | c << 6
                };
                by_mini_line(digit, group, shape)
            }
            _ => by_cell(&to_node(&self.store())),
        }
    }
}

/// Ones in the nine numbers that are used.
static NINE: Numbers = {
    let mut numbers = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        numbers[digit] = 0xFFFF;
        digit += 1;
    }
    Numbers(numbers)
};

fn to_node(rows: &Rows) -> Node {
    from_digits(&core::array::from_fn(|digit| {
        (0..9).fold(0, |cells: Cells, row| cells | Cells::from(rows[row].0[digit]) << (9 * row))
    }))
}

fn from_node(node: &Node) -> Rows {
    let mut rows = [Numbers([0; 16]); 9];
    for digit in 0..9 {
        let cells = cells_of(node, digit);
        for row in 0..9 {
            rows[row].0[digit] = (cells >> (9 * row)) as u16 & ROW;
        }
    }
    rows
}

/// Takes the cells from a digit of the node.
#[inline(always)]
fn remove(rows: &mut Rows, digit: usize, cells: Cells) {
    for row in 0..9 {
        rows[row].0[digit] &= !((cells >> (9 * row)) as u16);
    }
}

/// The search for one puzzle, with its memory.
pub(super) struct Lone {
    stack: Vec<Rows>,
    solutions: [Node; 2],
    count: u64,
}

impl Lone {
    pub(super) fn new() -> Self {
        Lone { stack: Vec::new(), solutions: [[0; NODE_WORDS]; 2], count: 0 }
    }

    /// What the last search found.
    pub(super) fn found(&self) -> Found<'_> {
        let kept = |i: usize| (self.count > i as u64).then_some(&self.solutions[i]);
        Found { count: self.count, solutions: [kept(0), kept(1)] }
    }
}

/// Searches one node (clues taken from their rows already); returns false where it was stopped or would have to split more
/// nodes than the aim allows.
#[inline(always)]
pub(super) fn search<D: Digits>(
    lone: &mut Lone,
    node: &Node,
    aim: Aim,
    mut stop: impl FnMut(u64) -> bool,
) -> bool {
    lone.count = 0;
    lone.stack.clear();
    if aim.limit == 0 {
        return true;
    }
    lone.stack.push(from_node(node));
    let (mut asked, mut nodes) = (0_u32, 0);
    while let Some(mut rows) = lone.stack.pop() {
        // Follow the first child down; the others wait on the stack.
        loop {
            asked = asked.wrapping_add(1);
            if asked & 0x3FF == 0 && stop(lone.count) {
                return false;
            }
            let mut state = State::<D>::load(&rows);
            match rest(&mut state) {
                End::Dead => break,
                End::Solved => {
                    if let Some(solution) = lone.solutions.get_mut(lone.count as usize) {
                        *solution = to_node(&state.store());
                    }
                    lone.count += 1;
                    if lone.count == aim.limit {
                        return true;
                    }
                    break;
                }
                End::Stalled => {
                    if nodes == aim.nodes {
                        return false;
                    }
                    nodes += 1;
                    let Split { digit, first, second } = state.split();
                    rows = state.store();
                    let mut other = rows;
                    remove(&mut other, digit, second);
                    remove(&mut rows, digit, first);
                    lone.stack.push(other);
                }
            }
        }
    }
    true
}

/// Passes, and the cardinality rule at stalls, until the node is dead, solved or to be split.
#[inline(always)]
fn rest<D: Digits>(state: &mut State<D>) -> End {
    let mut watched = false;
    loop {
        match state.pass(watched) {
            Err(end) => return end,
            Ok(true) => {}
            Ok(false) => match state.triads() {
                Err(end) => return end,
                Ok(true) => {}
                Ok(false) => return End::Stalled,
            },
        }
        watched = true;
    }
}

/// Plain numbers: runs everywhere, and is what the vectors must mean.
impl Digits for Numbers {
    #[inline(always)]
    fn load(memory: &Numbers) -> Self {
        *memory
    }
    #[inline(always)]
    fn store(self) -> Numbers {
        self
    }
    #[inline(always)]
    fn splat(number: u16) -> Self {
        Numbers([number; 16])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Numbers(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Numbers(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Numbers(core::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Numbers(core::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
    #[inline(always)]
    fn up<const N: i32>(self) -> Self {
        Numbers(self.0.map(|number| number << N))
    }
    #[inline(always)]
    fn down<const N: i32>(self) -> Self {
        Numbers(self.0.map(|number| number >> N))
    }
    #[inline(always)]
    fn is_zero(self) -> Self {
        Numbers(self.0.map(|number| u16::from(number == 0).wrapping_neg()))
    }
    #[inline(always)]
    fn all_zero(self) -> bool {
        self.0 == [0; 16]
    }
    #[inline(always)]
    fn in_any(self) -> Self {
        Numbers::splat(self.0.iter().fold(0, |any, number| any | number))
    }
    #[inline(always)]
    fn in_one_and_two(self) -> (Self, Self) {
        let (one, two) = self.0.iter().fold((0, 0), |(one, two), number| (one | number, two | one & number));
        (Numbers::splat(one), Numbers::splat(two))
    }
    #[inline(always)]
    fn count_bit<const N: i32>(self) -> u32 {
        self.0.iter().map(|number| u32::from(number >> N & 1)).sum()
    }
}
