//! No digit twice in a row, column, box or diagonal.

use crate::board::Board;
use crate::cell::Cell;
use crate::grid::Grid;
use crate::house::{House, HouseKind};
use crate::rule::{Rule, Violation};

/// The rule that no digit stands twice in any house of a kind; as each house has n cells, every digit stands there.
///
/// ```
/// use exactone::{Grid, HouseKind, NoRepeat, Rule};
/// let grid: Grid = "1...2......11...".parse().unwrap();
/// assert!(NoRepeat(HouseKind::Row).check(&grid).is_ok());
/// let broken = NoRepeat(HouseKind::Column).check(&grid).unwrap_err();
/// assert_eq!(broken.to_string(), "column 1 has two 1s (r1c1, r4c1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRepeat(pub HouseKind);

/// A set of numbers from 0 to 255.
type Numbers = [u64; 4];

/// The numbers that stand more than once among these, 0 apart.
#[inline]
fn twice<'a>(size: usize, numbers: impl Iterator<Item = &'a u8>) -> Numbers {
    let (mut seen, mut twice) = ([0; 4], [0; 4]);
    if size < 64 {
        let (mut low, mut again) = (0u64, 0u64);
        for &number in numbers {
            let bit = 1 << (number % 64);
            again |= low & bit;
            low |= bit;
        }
        return [again & !1, 0, 0, 0];
    }
    for &number in numbers {
        let (word, bit) = (usize::from(number / 64), 1 << (number % 64));
        twice[word] |= seen[word] & bit;
        seen[word] |= bit;
    }
    twice[0] &= !1;
    twice
}

/// The numbers that stand more than once in a house.
fn twice_in(grid: &Grid, house: House) -> Numbers {
    let (shape, index, all) = (grid.shape(), house.index, grid.digits());
    let size = shape.size();
    match house.kind {
        HouseKind::Row => twice(size, all.chunks_exact(size).nth(index).into_iter().flatten()),
        HouseKind::Column => twice(size, all.iter().skip(index).step_by(size)),
        HouseKind::Diagonal if index == 0 => twice(size, all.iter().step_by(size + 1)),
        HouseKind::Diagonal => twice(size, all.iter().skip(size - 1).step_by((size - 1).max(1)).take(size)),
        HouseKind::Box => {
            let (rows, columns) = (shape.box_rows(), shape.box_cols());
            let (row, column) = (index / rows * rows, index % rows * columns);
            let lines = all.chunks_exact(size).skip(row).take(rows);
            twice(size, lines.flat_map(|line| &line[column..column + columns]))
        }
    }
}

/// The digits that stand more than once in a house.
fn repeats(grid: &Grid, house: House) -> Option<impl Iterator<Item = Violation> + use<'_>> {
    let shape = grid.shape();
    let twice = twice_in(grid, house);
    if twice == [0; 4] {
        return None; // the usual case costs no more than this
    }
    let digits = shape
        .digits()
        .filter(move |digit| twice[digit.number() as usize / 64] >> (digit.number() % 64) & 1 == 1);
    Some(digits.map(move |digit| {
        let cells: Vec<Cell> = house.cells(shape).filter(|&cell| grid.get(cell) == Some(digit)).collect();
        Violation::Repeat { house, digit, cells }
    }))
}

impl Rule for NoRepeat {
    fn name(&self) -> String {
        format!("no digit twice in a {:?}", self.0).to_lowercase()
    }

    fn check(&self, grid: &Grid) -> Result<(), Violation> {
        let broken = self.0.houses(grid.shape()).find_map(|house| repeats(grid, house)?.next());
        broken.map_or(Ok(()), Err)
    }

    fn violations(&self, grid: &Grid) -> Vec<Violation> {
        self.0.houses(grid.shape()).filter_map(|house| repeats(grid, house)).flatten().collect()
    }

    fn encode(&self, board: &mut Board<'_>) {
        let shape = board.shape();
        board.houses(self.0, self.0.houses(shape).map(|house| house.cells(shape).collect()).collect());
    }
}
