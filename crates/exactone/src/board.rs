//! The literals of a grid, the sink that its clauses go to, and which clause came from which fact.
//!
//! A board knows the encoding and no rule: rules hand it houses, it decides how a house becomes clauses. Variables
//! 1 to n * n * n are the cells' digits ([`Shape::var`]); auxiliary ones follow.

mod fact;
mod pour;
mod triads;

use std::fmt;
use std::str::FromStr;

use exactone_sat::card::AtMostOne;
use exactone_sat::{ClauseSink, Lit, Var};

use crate::cell::Cell;
use crate::digit::Digit;
use crate::house::HouseKind;
use crate::shape::Shape;

pub use fact::{Fact, Family, Part, Section};
use pour::Pour;
pub(crate) use pour::{Fixed, Implied};

/// Which of the clauses that say the same are written. All have the same solutions, but the more is written, the
/// more unit propagation sees.
///
/// For R x C boxes, n = R * C, with pairwise groups: `minimal` n² + 3n² n(n-1)/2 clauses, `efficient` one n²
/// n(n-1)/2 more, `extended` 4n² (1 + n(n-1)/2).
///
/// ```
/// use exactone::Encoding;
/// assert_eq!("triads".parse(), Ok(Encoding::Triads));
/// assert_eq!(Encoding::default().to_string(), "extended");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A cell has a digit; no digit twice in a house. (Lynce and Ouaknine 2006.)
    Minimal,
    /// The same and: a cell has one digit only. (Kwon and Jain 2006, without their substitution.)
    Efficient,
    /// The same and: every digit stands somewhere in every house. (Lynce and Ouaknine 2006.)
    #[default]
    Extended,
    /// The same and a variable for each mini-row (the cells of a row in a box), mini-column and digit.
    Triads,
}

impl Encoding {
    /// All encodings, from the smallest.
    pub const ALL: [Encoding; 4] =
        [Encoding::Minimal, Encoding::Efficient, Encoding::Extended, Encoding::Triads];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Minimal => "minimal",
            Encoding::Efficient => "efficient",
            Encoding::Extended => "extended",
            Encoding::Triads => "triads",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Encoding {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Encoding, UnknownName> {
        UnknownName::find(name, Encoding::ALL.map(|encoding| (encoding.name(), encoding)))
    }
}

/// A word that is none of those expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The word.
    pub found: String,
    /// Those expected.
    pub expected: Vec<&'static str>,
}

impl UnknownName {
    pub(crate) fn find<T, const N: usize>(
        name: &str,
        known: [(&'static str, T); N],
    ) -> Result<T, UnknownName> {
        let expected = known.iter().map(|(name, _)| *name).collect();
        let found = known.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value).ok_or_else(|| UnknownName { found: name.to_owned(), expected })
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "saw {:?}, expected one of {}", self.found, self.expected.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// One literal for each row, column and digit, before a sink that takes the clauses about them.
///
/// ```
/// use exactone::{Board, Encoding, HouseKind, Shape};
/// use exactone_sat::ClauseCounter;
/// let mut size = ClauseCounter::new();
/// let mut board = Board::new(Shape::CLASSIC, &mut size, Encoding::Efficient);
/// board.cells();
/// for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
///     let houses = kind.houses(Shape::CLASSIC);
///     board.houses(kind, houses.map(|house| house.cells(Shape::CLASSIC).collect()).collect());
/// }
/// let totals: Vec<u64> = board.sections().iter().map(|section| section.total).collect();
/// assert_eq!(totals, [81, 2997, 5913, 8829, 11745]);
/// ```
pub struct Board<'s> {
    shape: Shape,
    encoding: Encoding,
    at_most_one: AtMostOne,
    pour: Pour<'s>,
    facts: Vec<(u64, Fact)>,
    sections: Vec<Section>,
    scratch: Vec<Lit>,
}

impl<'s> Board<'s> {
    /// A board before a sink that has no variable and no clause yet.
    pub fn new(shape: Shape, sink: &'s mut dyn ClauseSink, encoding: Encoding) -> Board<'s> {
        sink.ensure_vars(shape.var_count());
        Board {
            shape,
            encoding,
            at_most_one: AtMostOne::Pairwise,
            pour: Pour::new(sink),
            facts: Vec::new(),
            sections: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// With another encoding of "at most one". `Pairwise` gives the sink whole groups.
    pub fn at_most_one_as(mut self, at_most_one: AtMostOne) -> Board<'s> {
        self.at_most_one = at_most_one;
        self
    }

    /// With the values of some variables known: clauses that are true by them are dropped, literals that are false
    /// by them are left out.
    pub(crate) fn substituting(mut self, fixed: Fixed) -> Board<'s> {
        self.pour.substitute(fixed);
        self
    }

    /// The shape of the grid.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The encoding.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// "This cell holds this digit". Both must lie inside the shape.
    pub const fn literal(&self, cell: Cell, digit: Digit) -> Lit {
        self.shape.literal(cell, digit)
    }

    /// A fresh variable, above those of the cells.
    pub fn new_var(&mut self) -> Var {
        self.pour.new_var()
    }

    /// Every cell holds a digit, and (but in the minimal encoding) only one.
    pub fn cells(&mut self) {
        let shape = self.shape;
        self.each_cell(Part::AtLeastOne, shape);
        if self.encoding != Encoding::Minimal {
            self.each_cell(Part::AtMostOne, shape);
        }
    }

    fn each_cell(&mut self, part: Part, shape: Shape) {
        for cell in shape.cells() {
            if self.pour.is_closed() {
                return;
            }
            let lits = shape.digits().map(|digit| shape.literal(cell, digit));
            self.write(Fact::Cell { cell, part }, lits);
        }
    }

    /// No digit twice in any of these houses, and (in the extended encoding and above) every digit in each house
    /// that has as many cells as there are digits. First come all the clauses, then all the groups.
    pub fn houses(&mut self, kind: HouseKind, houses: Vec<Vec<Cell>>) {
        for part in [Part::AtLeastOne, Part::AtMostOne] {
            for (index, cells) in houses.iter().enumerate() {
                let full = cells.len() == self.shape.size();
                let wanted = match part {
                    Part::AtLeastOne => {
                        full && matches!(self.encoding, Encoding::Extended | Encoding::Triads)
                    }
                    Part::AtMostOne => true,
                };
                if wanted {
                    self.house(kind, index, cells, part);
                }
            }
        }
    }

    fn house(&mut self, kind: HouseKind, index: usize, cells: &[Cell], part: Part) {
        let shape = self.shape;
        for digit in shape.digits() {
            if self.pour.is_closed() {
                return;
            }
            let house = crate::house::House { kind, index };
            self.write(
                Fact::House { house, digit, part },
                cells.iter().map(|&cell| shape.literal(cell, digit)),
            );
        }
    }

    /// A clue: this cell holds this digit.
    pub fn clue(&mut self, cell: Cell, digit: Digit) {
        let lit = self.literal(cell, digit);
        self.clause(Fact::Clue { cell, digit }, &[lit]);
    }

    /// A pencilmark that is gone: this cell does not hold this digit.
    pub fn gone(&mut self, cell: Cell, digit: Digit) {
        let lit = self.literal(cell, digit);
        self.clause(Fact::Gone { cell, digit }, &[!lit]);
    }

    /// A clause of a rule.
    pub fn clause(&mut self, fact: Fact, clause: &[Lit]) {
        self.begin(fact);
        self.pour.add_clause(clause);
        self.end(fact);
    }

    /// At most one of these, in the encoding asked for.
    pub fn at_most_one(&mut self, fact: Fact, lits: &[Lit]) {
        self.begin(fact);
        exactone_sat::card::at_most_one(&mut self.pour, lits, self.at_most_one);
        self.end(fact);
    }

    fn write(&mut self, fact: Fact, lits: impl Iterator<Item = Lit>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend(lits);
        match fact.part() {
            Part::AtLeastOne => self.clause(fact, &scratch),
            Part::AtMostOne => self.at_most_one(fact, &scratch),
        }
        self.scratch = scratch;
    }

    fn begin(&mut self, fact: Fact) {
        self.facts.push((self.pour.written() + 1, fact));
    }

    fn end(&mut self, fact: Fact) {
        let (family, part, total) = (fact.family(), fact.part(), self.pour.written());
        match self.sections.last_mut() {
            Some(last) if (last.family, last.part) == (family, part) => {
                last.clauses += total - last.total;
                last.total = total;
            }
            last => {
                let before = last.map_or(0, |section| section.total);
                self.sections.push(Section { family, part, clauses: total - before, total });
            }
        }
    }

    /// The clauses written so far, every group expanded.
    pub fn clauses(&self) -> u64 {
        self.pour.written()
    }

    /// The clauses by family, in order of arrival, with the running total.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// One entry for each call: the number of its first clause, from 1, and what it says. A call that wrote nothing
    /// has the number of the next clause.
    pub fn facts(&self) -> &[(u64, Fact)] {
        &self.facts
    }

    pub(crate) fn into_parts(self) -> (u32, u64, Vec<Section>, Vec<(u64, Fact)>) {
        (self.pour.var_count(), self.pour.written(), self.sections, self.facts)
    }
}

impl fmt::Debug for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}, {}, {} clauses)", self.shape, self.encoding, self.clauses())
    }
}
