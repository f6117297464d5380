//! For the tests: an obvious, slow solver that shares nothing with the engine, and puzzles from a seed.

/// Solutions of a puzzle (candidate sets, bit 0 = digit 1), at most `limit`.
///
/// Plain backtracking on the cell with the fewest digits; at most `budget` nodes, else `None`.
pub(super) fn solutions(masks: &[u16; 81], limit: usize, budget: u32) -> Option<Vec<[u8; 81]>> {
    let mut found = Vec::new();
    let mut budget = budget;
    search(masks, &mut [0; 81], limit, &mut found, &mut budget).then_some(found)
}

fn search(
    masks: &[u16; 81],
    grid: &mut [u8; 81],
    limit: usize,
    found: &mut Vec<[u8; 81]>,
    budget: &mut u32,
) -> bool {
    if *budget == 0 {
        return false;
    }
    *budget -= 1;
    // Digits already used in each row, column and box.
    let mut used = [[0_u16; 9]; 3];
    for cell in (0..81).filter(|&cell| grid[cell] != 0) {
        for (kind, house) in houses(cell).into_iter().enumerate() {
            used[kind][house] |= 1 << (grid[cell] - 1);
        }
    }
    let free = |cell: usize| {
        let [row, column, square] = houses(cell);
        masks[cell] & !(used[0][row] | used[1][column] | used[2][square])
    };
    let best = (0..81).filter(|&cell| grid[cell] == 0).min_by_key(|&cell| free(cell).count_ones());
    let Some(cell) = best else {
        found.push(*grid);
        return true;
    };
    let digits = free(cell);
    for digit in (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 1) {
        grid[cell] = digit;
        if !search(masks, grid, limit, found, budget) {
            return false;
        }
        grid[cell] = 0;
        if found.len() == limit {
            break;
        }
    }
    true
}

/// The row, column and box of a cell.
fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
}

/// The candidate sets of clues: the clue alone, or all nine.
pub(super) fn masks(clues: &[u8; 81]) -> [u16; 81] {
    clues.map(|digit| if digit == 0 { 0x1FF } else { 1 << (digit - 1) })
}

/// Whether a full grid obeys the rules and the candidates.
pub(super) fn is_solution(masks: &[u16; 81], grid: &[u8; 81]) -> bool {
    (0..81).all(|cell| {
        (1..=9).contains(&grid[cell])
            && masks[cell] >> (grid[cell] - 1) & 1 == 1
            && (0..cell).all(|other| {
                let share = houses(cell).iter().zip(houses(other)).any(|(a, b)| *a == b);
                !share || grid[cell] != grid[other]
            })
    })
}

/// Random numbers from a seed (splitmix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A permutation of 0 to 8 that keeps threes together.
    fn lines(&mut self) -> [usize; 9] {
        let mut lines: [usize; 9] = core::array::from_fn(|i| i);
        let threes = self.shuffled::<3>();
        for i in 0..3 {
            let within = self.shuffled::<3>();
            for j in 0..3 {
                lines[3 * i + j] = 3 * threes[i] + within[j];
            }
        }
        lines
    }

    fn shuffled<const N: usize>(&mut self) -> [usize; N] {
        let mut order: [usize; N] = core::array::from_fn(|i| i);
        for i in (1..N).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// A copy under a random symmetry: rows, columns, digits, transposed or not.
    pub(super) fn symmetric(&mut self, clues: &[u8; 81]) -> [u8; 81] {
        let (rows, columns, digits) = (self.lines(), self.lines(), self.shuffled::<9>());
        let turned = self.below(2) == 1;
        core::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            match clues[if turned { 9 * column + row } else { 9 * row + column }] {
                0 => 0,
                digit => digits[usize::from(digit) - 1] as u8 + 1,
            }
        })
    }

    /// A random full grid.
    pub(super) fn grid(&mut self) -> [u8; 81] {
        // One of a few unlike grids: the first solution of a puzzle with three random boxes on the diagonal.
        let mut clues = [0; 81];
        for at in [0, 30, 60] {
            let digits = self.shuffled::<9>();
            for (i, digit) in digits.into_iter().enumerate() {
                clues[at + 9 * (i / 3) + i % 3] = digit as u8 + 1;
            }
        }
        let grid = solutions(&masks(&clues), 1, u32::MAX).expect("no limit")[0];
        self.symmetric(&grid)
    }

    /// A puzzle with so many clues taken from a full grid; `wrong` of them changed to another digit.
    pub(super) fn puzzle(&mut self, clues: usize, wrong: usize) -> [u8; 81] {
        let grid = self.grid();
        let mut puzzle = [0; 81];
        for (i, cell) in self.shuffled::<81>().into_iter().take(clues).enumerate() {
            puzzle[cell] = if i < wrong { (grid[cell] + self.below(8) as u8) % 9 + 1 } else { grid[cell] };
        }
        puzzle
    }
}
