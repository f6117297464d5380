//! All 8x8 Sudoku grids (boxes of 2 rows by 4 columns), by what is left of them once their symmetries are divided out.
//!
//! **From grids to row sets.** A band is two rows and two boxes. Let S be the four digits of its first row in the left
//! box. The row has the other four, S', in the right box; the left box has S' in its second row, so the right box has S
//! there. So a grid gives each band b a set S_b, and its left half is an 8x4 array whose rows 2b and 2b+1 are
//! arrangements of S_b and S_b' in which each column has all eight digits. Its right half is such an array too, with
//! the two rows of each band the other way round. Conversely any two such arrays, one for the sets (S_b, S_b') and one
//! for the sets (S_b', S_b), make a grid. Swapping the rows of a band maps arrays of (S_b, S_b') one to one on arrays
//! of (S_b', S_b), so both halves have the same number f(S_1, .., S_4) of arrays, and
//!
//! grids = sum over all 70^4 choices of f(S_1, .., S_4)^2.
//!
//! **Symmetries of f.** f does not change (1) under renaming of the digits, (2) when a set is replaced by its
//! complement (swap the two rows), (3) when the bands are permuted. By (1) all 70 choices of S_1 give the same sum, so
//! S_1 = {0, 1, 2, 3}. By (2) and (3) the other three stand for 2^3 choices each, in every order. By (1) again, renamings
//! that keep {S_1, S_1'} may be used to bring them to a normal form; f is counted once for each.

use std::collections::HashMap;
use std::time::Instant;

use exactone_sat::{ClauseSink, Counter, Lit, Natural, Var};

use super::expect;
use crate::measure::show;
use crate::record::Record;

const GRIDS: u64 = 29_136_487_207_403_520;

/// A set of digits 0 to 7, a bit each.
type Set = u8;

/// A set or its complement: the one without digit 7.
const fn half(set: Set) -> Set {
    if set & 0x80 == 0 { set } else { !set }
}

/// Every renaming of the digits that keeps {0, 1, 2, 3} or swaps it with its complement, as a table over sets.
fn renamings() -> Vec<[Set; 256]> {
    let mut tables = Vec::new();
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    permute(&mut order, 0, &mut |order| {
        let first = order[..4].iter().fold(0, |set, digit| set | 1 << digit);
        if half(first) == 0x0F {
            tables.push(std::array::from_fn(|set| {
                (0..8).filter(|bit| set >> bit & 1 == 1).fold(0, |image, bit| image | 1 << order[bit])
            }));
        }
    });
    tables
}

fn permute(order: &mut [usize; 8], at: usize, take: &mut impl FnMut(&[usize; 8])) {
    if at == order.len() {
        return take(order);
    }
    for other in at..order.len() {
        order.swap(at, other);
        permute(order, at + 1, take);
        order.swap(at, other);
    }
}

/// The number of 8x4 arrays for these sets: each row has its set, each column every digit.
fn arrays(sets: [Set; 4]) -> Natural {
    let mut counter = Counter::new();
    let rows = sets.iter().flat_map(|&set| [set, !set]).collect::<Vec<_>>();
    let lit = |row: usize, column: usize, digit: usize| {
        Lit::from(Var::new(((row * 4 + column) * 8 + digit + 1) as u32))
    };
    for (row, set) in rows.iter().enumerate() {
        for column in 0..4 {
            counter.exactly_one(&(0..8).map(|digit| lit(row, column, digit)).collect::<Vec<_>>());
        }
        for digit in 0..8 {
            if set >> digit & 1 == 1 {
                counter.exactly_one(&(0..4).map(|column| lit(row, column, digit)).collect::<Vec<_>>());
            } else {
                (0..4).for_each(|column| counter.add_clause(&[!lit(row, column, digit)]));
            }
        }
    }
    for column in 0..4 {
        for digit in 0..8 {
            counter.exactly_one(&(0..8).map(|row| lit(row, column, digit)).collect::<Vec<_>>());
        }
    }
    counter.count(Var::range(1..=8 * 4 * 8))
}

pub fn run(record: &mut Record) -> Result<(), String> {
    let start = Instant::now();
    let halves: Vec<Set> = (0..=0x7Fu8).filter(|set| set.count_ones() == 4).collect();
    let renamings = renamings();
    let mut times: HashMap<[Set; 3], u64> = HashMap::new();
    for &a in &halves {
        for &b in &halves {
            for &c in &halves {
                let normal = renamings
                    .iter()
                    .map(|table| {
                        let mut sets = [a, b, c].map(|set| half(table[usize::from(set)]));
                        sets.sort_unstable();
                        sets
                    })
                    .min()
                    .expect("the identity is a renaming");
                *times.entry(normal).or_default() += 1;
            }
        }
    }
    let mut grids = Natural::ZERO;
    for ([a, b, c], number) in &times {
        let f = arrays([0x0F, *a, *b, *c]);
        let mut part = f.clone();
        part *= &f;
        part *= &Natural::from(*number);
        grids += &part;
    }
    grids *= &Natural::from(70u32 * 8);
    let time = start.elapsed();
    eprintln!("8x8: {}", show(time));
    expect("8x8", &grids, &GRIDS.into())?;
    record.say(&format!(
        "## All 8x8 grids (boxes of 2 by 4)\n\n{grids} in {}: {} kinds of row sets (of {} once one band and the complements are \
         fixed), the left halves of each counted once and squared. The reasons stand in `bench/src/count/eight.rs`.",
        show(time),
        times.len(),
        halves.len().pow(3),
    ));
    Ok(())
}
