//! Mini-rows and mini-columns as variables of their own: what boxes and lines have in common.
//!
//! For R x C boxes: H\[row\]\[stack\]\[digit\] (R stacks of C columns), then V\[column\]\[band\]\[digit\] (C bands of R rows).
//! Exactly one of a mini-row's C cells and not H, likewise V; exactly one H of each row and of each box, exactly one
//! V of each column and of each box. For 9x9: 486 groups of 4, then 324 groups of 3. Unit propagation then finds
//! what solvers of puzzles call pointing and claiming. (After the triads of the tdoku solver, T. Dillon, 2019.)

use exactone_sat::{Lit, Var};

use crate::board::{Board, Fact, Part};
use crate::cell::Cell;
use crate::digit::Digit;
use crate::house::{House, HouseKind};

impl Board<'_> {
    /// Writes the triads; rows, columns and boxes must be rules of the puzzle. Boxes of one row or column have none
    /// that say anything, so nothing is written for them.
    pub fn triads(&mut self) {
        let shape = self.shape();
        if shape.is_latin() {
            return;
        }
        let (n, rows, cols) = (shape.size(), shape.box_rows(), shape.box_cols());
        let first = self.pour_vars(n * n * rows);
        let horizontal = move |row: usize, stack: usize, digit: Digit| -> Lit {
            Var::from_index(first + (row * rows + stack) * n + digit.index()).positive()
        };
        let first = self.pour_vars(n * n * cols);
        let vertical = move |col: usize, band: usize, digit: Digit| -> Lit {
            Var::from_index(first + (col * cols + band) * n + digit.index()).positive()
        };

        // The definitions: all clauses, then all groups, of the mini-rows and then of the mini-columns.
        for (kind, sections, length) in [(HouseKind::Row, rows, cols), (HouseKind::Column, cols, rows)] {
            for part in [Part::AtLeastOne, Part::AtMostOne] {
                for house in kind.houses(shape) {
                    for section in 0..sections {
                        for digit in shape.digits() {
                            let cells = (0..length).map(|at| match kind {
                                HouseKind::Row => Cell::new(house.index, section * length + at),
                                _ => Cell::new(section * length + at, house.index),
                            });
                            let triad = match kind {
                                HouseKind::Row => horizontal(house.index, section, digit),
                                _ => vertical(house.index, section, digit),
                            };
                            let lits = cells.map(|cell| shape.literal(cell, digit)).chain([!triad]);
                            self.write(Fact::Triad { house, section, digit, part }, lits);
                        }
                    }
                }
            }
        }

        // Exactly one mini-row of a row and of a box, exactly one mini-column of a column and of a box.
        for (line, columns) in [(HouseKind::Row, false), (HouseKind::Column, true)] {
            for kind in [line, HouseKind::Box] {
                for part in [Part::AtLeastOne, Part::AtMostOne] {
                    for house in kind.houses(shape) {
                        let House { index, .. } = house;
                        for digit in shape.digits() {
                            let (band, stack) = (index / rows, index % rows);
                            let fact = Fact::Triads { house, columns, digit, part };
                            match (columns, kind) {
                                (false, HouseKind::Row) => {
                                    self.write(fact, (0..rows).map(|stack| horizontal(index, stack, digit)));
                                }
                                (false, _) => self.write(
                                    fact,
                                    (0..rows).map(|row| horizontal(band * rows + row, stack, digit)),
                                ),
                                (true, HouseKind::Column) => {
                                    self.write(fact, (0..cols).map(|band| vertical(index, band, digit)));
                                }
                                (true, _) => self.write(
                                    fact,
                                    (0..cols).map(|col| vertical(stack * cols + col, band, digit)),
                                ),
                            }
                        }
                    }
                }
            }
        }
    }

    /// Announces variables; returns the 0-based index of the first.
    fn pour_vars(&mut self, count: usize) -> usize {
        use exactone_sat::ClauseSink;
        let first = self.pour.var_count();
        self.pour.ensure_vars(first + count as u32);
        first as usize
    }
}
