//! What a clause says about the puzzle.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;
use crate::house::{House, HouseKind};

/// The half of an "exactly one" that a clause belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// One of these must be.
    AtLeastOne,
    /// Not two of these can be.
    AtMostOne,
}

/// What a call of a [`Board`](crate::Board) wrote down. Prints as a sentence.
///
/// ```
/// use exactone::{Cell, Digit, Fact, House, HouseKind, Part};
/// let (house, digit) = (House { kind: HouseKind::Row, index: 2 }, Digit::new(7).unwrap());
/// assert_eq!(Fact::House { house, digit, part: Part::AtLeastOne }.to_string(), "row 3 has a 7");
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// A cell has a digit, or not two.
    Cell {
        /// The cell.
        cell: Cell,
        /// Which half.
        part: Part,
    },
    /// A house has a digit, or not twice.
    House {
        /// The house.
        house: House,
        /// The digit.
        digit: Digit,
        /// Which half.
        part: Part,
    },
    /// A mini-row or mini-column variable: the digit stands in these cells of a row (column) in one box, exactly if
    /// the variable is true.
    Triad {
        /// The row or column.
        house: House,
        /// Which box along it, from 0.
        section: usize,
        /// The digit.
        digit: Digit,
        /// Which half.
        part: Part,
    },
    /// A row, column or box has the digit in exactly one of its mini-rows (or mini-columns).
    Triads {
        /// The row, column or box.
        house: House,
        /// Whether its mini-columns are meant.
        columns: bool,
        /// The digit.
        digit: Digit,
        /// Which half.
        part: Part,
    },
    /// A clue.
    Clue {
        /// The cell.
        cell: Cell,
        /// Its digit.
        digit: Digit,
    },
    /// A pencilmark that is gone.
    Gone {
        /// The cell.
        cell: Cell,
        /// The digit it cannot hold.
        digit: Digit,
    },
}

impl Fact {
    /// The family of clauses it belongs to.
    pub const fn family(self) -> Family {
        match self {
            Fact::Cell { .. } => Family::Cells,
            Fact::House { house, .. } => Family::Houses(house.kind),
            Fact::Triad { .. } | Fact::Triads { .. } => Family::Triads,
            Fact::Clue { .. } => Family::Clues,
            Fact::Gone { .. } => Family::Gone,
        }
    }

    /// Which half of an "exactly one" it is. A unit clause is an "at least one".
    pub const fn part(self) -> Part {
        match self {
            Fact::Cell { part, .. }
            | Fact::House { part, .. }
            | Fact::Triad { part, .. }
            | Fact::Triads { part, .. } => part,
            Fact::Clue { .. } | Fact::Gone { .. } => Part::AtLeastOne,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Part::{AtLeastOne, AtMostOne};
        let half = |columns: bool| if columns { "mini-column" } else { "mini-row" };
        match *self {
            Fact::Cell { cell, part: AtLeastOne } => write!(f, "{cell} has a digit"),
            Fact::Cell { cell, part: AtMostOne } => write!(f, "{cell} does not have two digits"),
            Fact::House { house, digit, part: AtLeastOne } => write!(f, "{house} has a {digit}"),
            Fact::House { house, digit, part: AtMostOne } => write!(f, "{house} does not have two {digit}s"),
            Fact::Triad { house, section, digit, .. } => {
                let name = half(house.kind == HouseKind::Column);
                write!(f, "{name} {} of {house} has a {digit} exactly if one of its cells does", section + 1)
            }
            Fact::Triads { house, columns, digit, part: AtLeastOne } => {
                write!(f, "{house} has a {digit} in one of its {}s", half(columns))
            }
            Fact::Triads { house, columns, digit, part: AtMostOne } => {
                write!(f, "{house} does not have {digit} in two of its {}s", half(columns))
            }
            Fact::Clue { cell, digit } => write!(f, "{cell} is {digit} (clue)"),
            Fact::Gone { cell, digit } => write!(f, "{cell} is not {digit} (pencilmark)"),
        }
    }
}

/// Clauses of one kind.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// About single cells.
    Cells,
    /// About the houses of a kind.
    Houses(HouseKind),
    /// About mini-rows and mini-columns.
    Triads,
    /// The clues.
    Clues,
    /// The pencilmarks that are gone.
    Gone,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Family::Cells => "cells",
            Family::Houses(HouseKind::Row) => "rows",
            Family::Houses(HouseKind::Column) => "columns",
            Family::Houses(HouseKind::Box) => "boxes",
            Family::Houses(HouseKind::Diagonal) => "diagonals",
            Family::Triads => "triads",
            Family::Clues => "clues",
            Family::Gone => "pencilmarks",
        })
    }
}

/// Neighbouring clauses of one family and half, with the running total. Prints as `cells, at least one`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The family.
    pub family: Family,
    /// The half.
    pub part: Part,
    /// How many clauses, every group expanded.
    pub clauses: u64,
    /// How many up to here.
    pub total: u64,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.family, self.part) {
            (Family::Clues | Family::Gone, _) => self.family.fmt(f),
            (family, Part::AtLeastOne) => write!(f, "{family}, at least one"),
            (family, Part::AtMostOne) => write!(f, "{family}, at most one"),
        }
    }
}
