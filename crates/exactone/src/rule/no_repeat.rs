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

/// The digits that stand more than once in a house.
fn repeats(grid: &Grid, house: House) -> Option<impl Iterator<Item = Violation> + use<'_>> {
    let shape = grid.shape();
    let mut seen = [0u64; 4];
    let mut twice = [0u64; 4];
    for cell in house.cells(shape) {
        if let Some(digit) = grid.get(cell) {
            let (word, bit) = (digit.index() / 64, 1u64 << (digit.index() % 64));
            twice[word] |= seen[word] & bit;
            seen[word] |= bit;
        }
    }
    if twice == [0; 4] {
        return None; // the usual case costs no more than this
    }
    let digits =
        shape.digits().filter(move |digit| twice[digit.index() / 64] >> (digit.index() % 64) & 1 == 1);
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
