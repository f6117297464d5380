//! The problems that solvers are measured on, each poured into any sink.

use exactone_sat::{ClauseSink, Lit, Var};

use crate::rng::Rng;

/// A Sudoku of boxes with `r` rows and `c` columns, or a Latin square where both are 0: its side and its groups.
#[derive(Clone, Copy)]
pub struct Board {
    pub side: usize,
    box_rows: usize,
    box_columns: usize,
}

impl Board {
    /// Boxes of `r` rows and `c` columns.
    pub const fn sudoku(r: usize, c: usize) -> Board {
        Board { side: r * c, box_rows: r, box_columns: c }
    }

    /// No boxes.
    pub const fn latin(side: usize) -> Board {
        Board { side, box_rows: side, box_columns: 1 }
    }

    fn has_boxes(self) -> bool {
        self.box_columns > 1
    }

    /// The literal "this cell holds this digit", all 0-based.
    pub fn lit(self, row: usize, column: usize, digit: usize) -> Lit {
        Var::from_index((row * self.side + column) * self.side + digit).positive()
    }

    /// Exactly one digit a cell, one place a digit in each row, column and box.
    pub fn pour(self, sink: &mut dyn ClauseSink) {
        let n = self.side;
        sink.ensure_vars((n * n * n) as u32);
        let mut group = Vec::with_capacity(n);
        for family in 0..if self.has_boxes() { 4 } else { 3 } {
            for a in 0..n {
                for b in 0..n {
                    group.clear();
                    group.extend((0..n).map(|i| match family {
                        0 => self.lit(a, b, i),
                        1 => self.lit(a, i, b),
                        2 => self.lit(i, a, b),
                        _ => {
                            let (row, column) = self.cell_of_box(a, i);
                            self.lit(row, column, b)
                        }
                    }));
                    sink.exactly_one(&group);
                }
            }
        }
    }

    fn cell_of_box(self, number: usize, place: usize) -> (usize, usize) {
        let across = self.side / self.box_columns;
        let row = number / across * self.box_rows + place / self.box_columns;
        (row, number % across * self.box_columns + place % self.box_columns)
    }

    /// A random complete grid: a regular one, its symbols shuffled, then many cycle switches (the symbols of two
    /// lines exchanged in a set of places where both hold the same symbols), which leave every rule intact.
    pub fn random_grid(self, rng: &mut Rng) -> Vec<usize> {
        let n = self.side;
        let mut names: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut names);
        let mut grid: Vec<usize> = (0..n * n)
            .map(|cell| {
                let (row, column) = (cell / n, cell % n);
                names[(row % self.box_rows * self.box_columns + row / self.box_rows + column) % n]
            })
            .collect();
        for _ in 0..40 * n {
            self.switch_cycle(&mut grid, rng);
        }
        grid
    }

    /// Exchanges, between two rows of a band or two columns of a stack, the symbols of one closed cycle.
    fn switch_cycle(self, grid: &mut [usize], rng: &mut Rng) {
        let n = self.side;
        let by_rows = rng.below(2) == 0;
        let height = match (by_rows, self.has_boxes()) {
            (_, false) => n,
            (true, true) => self.box_rows,
            (false, true) => self.box_columns,
        };
        let band = rng.below(n / height) * height;
        let (a, b) = (band + rng.below(height), band + rng.below(height));
        let at = |line: usize, place: usize| if by_rows { line * n + place } else { place * n + line };
        let mut place = rng.below(n);
        if a == b {
            return;
        }
        let first = grid[at(a, place)];
        loop {
            grid.swap(at(a, place), at(b, place));
            // Line a now has this symbol twice: the other place is switched next, until the first symbol is back.
            let wanted = grid[at(a, place)];
            if wanted == first {
                return;
            }
            let next = (0..n).find(|&other| other != place && grid[at(a, other)] == wanted);
            match next {
                Some(next) => place = next,
                None => return,
            }
        }
    }

    /// The literals of the cells that stay when a share of a random grid is emptied at random.
    pub fn with_holes(self, empty: usize, rng: &mut Rng) -> Vec<Lit> {
        let grid = self.random_grid(rng);
        let mut cells: Vec<usize> = (0..grid.len()).collect();
        rng.shuffle(&mut cells);
        let mut kept = cells.split_off(empty);
        kept.sort_unstable();
        kept.into_iter().map(|cell| self.lit(cell / self.side, cell % self.side, grid[cell])).collect()
    }

    /// As [`with_holes`](Self::with_holes), with as nearly as possible the same number of holes in each row and
    /// column: `each` random transversals of the shifted kind are emptied.
    pub fn with_balanced_holes(self, each: usize, rng: &mut Rng) -> Vec<Lit> {
        let n = self.side;
        let grid = self.random_grid(rng);
        let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (0..n).collect());
        rng.shuffle(&mut rows);
        rng.shuffle(&mut columns);
        let kept = (0..n * n).filter(|&cell| (rows[cell / n] + columns[cell % n]) % n >= each);
        kept.map(|cell| self.lit(cell / n, cell % n, grid[cell])).collect()
    }
}

/// Random 3-SAT at the threshold: 4.26 clauses a variable.
pub fn random_3_sat(vars: usize, rng: &mut Rng, sink: &mut dyn ClauseSink) {
    for _ in 0..vars * 426 / 100 {
        let mut chosen = [rng.below(vars), 0, 0];
        for place in 1..3 {
            chosen[place] = loop {
                let var = rng.below(vars);
                if !chosen[..place].contains(&var) {
                    break var;
                }
            };
        }
        let clause = chosen.map(|var| Var::from_index(var).lit(rng.below(2) == 0));
        sink.add_clause(&clause);
    }
}

/// More pigeons than holes: unsatisfiable, and hard for resolution.
pub fn pigeons(count: usize, holes: usize, sink: &mut dyn ClauseSink) {
    let sits = |pigeon: usize, hole: usize| Var::from_index(pigeon * holes + hole).positive();
    for pigeon in 0..count {
        sink.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        sink.at_most_one(&(0..count).map(|pigeon| sits(pigeon, hole)).collect::<Vec<_>>());
    }
}

/// Random parities of three variables each, consistent unless `odd`: Gaussian elimination is easy, resolution is not.
pub fn parity(vars: usize, odd: bool, rng: &mut Rng, sink: &mut dyn ClauseSink) {
    let hidden: Vec<bool> = (0..vars).map(|_| rng.below(2) == 0).collect();
    let mut order: Vec<usize> = (0..vars).collect();
    let mut xor = |vars: [usize; 3], sum: bool| {
        for bits in 0..8u32 {
            if (bits.count_ones() % 2 == 1) != sum {
                // This assignment has the wrong sum: forbid it.
                let clause: [Lit; 3] =
                    std::array::from_fn(|i| Var::from_index(vars[i]).lit(bits >> i & 1 == 0));
                sink.add_clause(&clause);
            }
        }
    };
    for round in 0..3 {
        rng.shuffle(&mut order);
        for (place, chunk) in order.chunks_exact(3).enumerate() {
            let sum = chunk.iter().fold(false, |sum, &var| sum ^ hidden[var]);
            let flipped = odd && round == 2 && place == 0;
            xor([chunk[0], chunk[1], chunk[2]], sum ^ flipped);
        }
    }
}

/// A random graph's vertices in `colours` colours, `edges` edges.
pub fn colouring(vertices: usize, edges: usize, colours: usize, rng: &mut Rng, sink: &mut dyn ClauseSink) {
    let has = |vertex: usize, colour: usize| Var::from_index(vertex * colours + colour).positive();
    for vertex in 0..vertices {
        sink.exactly_one(&(0..colours).map(|colour| has(vertex, colour)).collect::<Vec<_>>());
    }
    for _ in 0..edges {
        let (a, b) = (rng.below(vertices), rng.below(vertices));
        if a != b {
            for colour in 0..colours {
                sink.add_clause(&[!has(a, colour), !has(b, colour)]);
            }
        }
    }
}

/// Gates by Tseitin: fresh variables constrained to be functions of others.
struct Gates<'a> {
    sink: &'a mut dyn ClauseSink,
}

impl Gates<'_> {
    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.sink.new_var().positive();
        self.sink.add_clause(&[!out, a]);
        self.sink.add_clause(&[!out, b]);
        self.sink.add_clause(&[out, !a, !b]);
        out
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.sink.new_var().positive();
        for (x, y, z) in [(!out, a, b), (!out, !a, !b), (out, !a, b), (out, a, !b)] {
            self.sink.add_clause(&[x, y, z]);
        }
        out
    }

    fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Sum and carry of three bits.
    fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        let half = self.xor(a, b);
        let (both, carried) = (self.and(a, b), self.and(half, c));
        (self.xor(half, c), self.or(both, carried))
    }

    /// The product's bits, adding the rows of partial products in the given order.
    fn product(&mut self, a: &[Lit], b: &[Lit], reversed: bool) -> Vec<Lit> {
        let width = a.len() + b.len();
        let zero = self.sink.new_var().negative();
        self.sink.add_clause(&[zero.var().negative()]);
        let zero = !zero;
        let mut sum = vec![zero; width];
        let order: Vec<usize> = if reversed { (0..b.len()).rev().collect() } else { (0..b.len()).collect() };
        for shift in order {
            let mut carry = zero;
            for (place, digit) in sum.iter_mut().enumerate().skip(shift) {
                let bit = match a.get(place - shift) {
                    Some(&bit) => self.and(bit, b[shift]),
                    None => zero,
                };
                (*digit, carry) = self.full_adder(*digit, bit, carry);
            }
        }
        sum
    }
}

/// Two multipliers that add their rows in opposite orders differ somewhere: unsatisfiable.
pub fn multiplier_equivalence(bits: usize, sink: &mut dyn ClauseSink) {
    let a: Vec<Lit> = (0..bits).map(|_| sink.new_var().positive()).collect();
    let b: Vec<Lit> = (0..bits).map(|_| sink.new_var().positive()).collect();
    let mut gates = Gates { sink };
    let (one, other) = (gates.product(&a, &b, false), gates.product(&a, &b, true));
    let differences: Vec<Lit> = one.iter().zip(&other).map(|(&x, &y)| gates.xor(x, y)).collect();
    gates.sink.add_clause(&differences);
}

/// The factors of a number, each of `bits` bits and above 1.
pub fn factors(number: u64, bits: usize, sink: &mut dyn ClauseSink) {
    let a: Vec<Lit> = (0..bits).map(|_| sink.new_var().positive()).collect();
    let b: Vec<Lit> = (0..bits).map(|_| sink.new_var().positive()).collect();
    let mut gates = Gates { sink };
    let product = gates.product(&a, &b, false);
    for (place, &bit) in product.iter().enumerate() {
        gates.sink.add_clause(&[if number >> place & 1 == 1 { bit } else { !bit }]);
    }
    sink.add_clause(&a[1..]);
    sink.add_clause(&b[1..]);
}

/// Jobs of one task on each machine in a random order, all done within `slots` slots of equal tasks.
pub fn open_shop(jobs: usize, machines: usize, slots: usize, rng: &mut Rng, sink: &mut dyn ClauseSink) {
    let runs = |job: usize, machine: usize, slot: usize| {
        Var::from_index((job * machines + machine) * slots + slot).positive()
    };
    for job in 0..jobs {
        let mut order: Vec<usize> = (0..machines).collect();
        rng.shuffle(&mut order);
        for machine in 0..machines {
            sink.exactly_one(&(0..slots).map(|slot| runs(job, machine, slot)).collect::<Vec<_>>());
        }
        for pair in order.windows(2) {
            for late in 0..slots {
                for early in 0..=late {
                    sink.add_clause(&[!runs(job, pair[0], late), !runs(job, pair[1], early)]);
                }
            }
        }
    }
    for machine in 0..machines {
        for slot in 0..slots {
            sink.at_most_one(&(0..jobs).map(|job| runs(job, machine, slot)).collect::<Vec<_>>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_grids_keep_the_rules() {
        for board in [Board::sudoku(3, 3), Board::sudoku(2, 4), Board::latin(7), Board::sudoku(5, 5)] {
            let mut rng = Rng::new(5);
            let n = board.side;
            let mut last = Vec::new();
            for _ in 0..5 {
                let grid = board.random_grid(&mut rng);
                assert_ne!(grid, last);
                let mut sink = exactone_sat::Cnf::new();
                board.pour(&mut sink);
                assert!(sink.eval(|var| {
                    let index = var.index();
                    grid[index / n] == index % n
                }));
                last = grid;
            }
        }
    }
}
