//! A puzzle as clauses.

use std::fmt;

use exactone_sat::card::AtMostOne;
use exactone_sat::{ClauseSink, Lit, Var};

use crate::board::{Board, Encoding, Fact, Fixed, Implied, Section, UnknownName};
use crate::house::HouseKind;
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// How the clues (and the pencilmarks that are gone) enter the clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Clues {
    /// A unit clause for each.
    #[default]
    Units,
    /// Not as clauses: their literals are assumed at each query. One solver then serves all puzzles of a shape.
    Assumptions,
    /// Substituted: of each group with a clue in it the other literals are false; what these values make true is
    /// dropped, what they make false is left out. Variables keep their numbers, and those with a value occur no more.
    Simplify,
}

impl Clues {
    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Clues::Units => "units",
            Clues::Assumptions => "assumptions",
            Clues::Simplify => "simplify",
        }
    }
}

impl fmt::Display for Clues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for Clues {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Clues, UnknownName> {
        let all = [Clues::Units, Clues::Assumptions, Clues::Simplify];
        UnknownName::find(name, all.map(|clues| (clues.name(), clues)))
    }
}

/// How to write a puzzle as clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EncodeOptions {
    /// Which of the clauses that say the same.
    pub encoding: Encoding,
    /// How "at most one" is said.
    pub at_most_one: AtMostOne,
    /// What becomes of the clues.
    pub clues: Clues,
}

impl EncodeOptions {
    /// With this encoding, and the rest as usual.
    pub fn new(encoding: Encoding) -> EncodeOptions {
        EncodeOptions { encoding, ..EncodeOptions::default() }
    }

    /// With the clues entering in this way.
    pub fn clues(self, clues: Clues) -> EncodeOptions {
        EncodeOptions { clues, ..self }
    }
}

/// Why a puzzle cannot be written in an encoding.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// Triads need boxes of at least two rows and two columns.
    NoTriads {
        /// The shape that has none.
        shape: Shape,
    },
    /// Triads need the rules of rows, columns and boxes.
    TriadRules,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::NoTriads { shape } => {
                write!(f, "the triads encoding needs boxes of at least 2x2, and these are {shape}")
            }
            EncodeError::TriadRules => {
                f.write_str("the triads encoding needs the rules of rows, columns and boxes")
            }
        }
    }
}

impl std::error::Error for EncodeError {}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// Variables, auxiliary ones included.
    pub vars: u32,
    /// Clauses, every group expanded.
    pub clauses: u64,
    /// The clauses by family, in order, with the running total.
    pub sections: Vec<Section>,
    /// One entry a call: the number of its first clause, from 1, and what it says.
    pub facts: Vec<(u64, Fact)>,
    /// Where the clues were substituted: how many variables of the cells they left free.
    pub free_vars: Option<usize>,
}

impl Encoded {
    /// What the clause with this number (from 1, every group expanded) says; `None` beyond the last.
    ///
    /// ```
    /// use exactone::{EncodeOptions, Encoding, Grid, Puzzle, Shape};
    /// use exactone_sat::ClauseCounter;
    /// let empty = Puzzle::classic(Grid::empty(Shape::CLASSIC));
    /// let encoded = empty.encode(&mut ClauseCounter::new(), &EncodeOptions::new(Encoding::Efficient)).unwrap();
    /// assert_eq!(encoded.fact_of(1).unwrap().to_string(), "r1c1 has a digit");
    /// assert_eq!(encoded.fact_of(82).unwrap().to_string(), "r1c1 does not have two digits");
    /// assert_eq!(encoded.fact_of(11_746), None);
    /// ```
    pub fn fact_of(&self, number: u64) -> Option<Fact> {
        let after = self.facts.partition_point(|&(first, _)| first <= number);
        let (_, fact) = self.facts.get(after.checked_sub(1)?)?;
        (number <= self.clauses).then_some(*fact)
    }
}

impl Puzzle {
    /// Pours the puzzle into an empty sink: cells, then the rules in order, then triads, then the clues.
    ///
    /// ```
    /// use exactone::{EncodeOptions, Encoding, Grid, Puzzle, Shape};
    /// use exactone_sat::ClauseCounter;
    /// let mut size = ClauseCounter::new();
    /// let empty = Puzzle::classic(Grid::empty(Shape::CLASSIC));
    /// empty.encode(&mut size, &EncodeOptions::new(Encoding::Triads)).unwrap();
    /// assert_eq!((size.vars(), size.clauses()), (1_215, 16_686));
    /// ```
    ///
    /// # Errors
    /// If the encoding does not fit the shape or the rules; nothing is written then.
    pub fn encode(&self, sink: &mut dyn ClauseSink, options: &EncodeOptions) -> Result<Encoded, EncodeError> {
        let triads = options.encoding == Encoding::Triads;
        if triads {
            if self.shape().is_latin() {
                return Err(EncodeError::NoTriads { shape: self.shape() });
            }
            let needed = [HouseKind::Row, HouseKind::Column, HouseKind::Box].map(crate::NoRepeat);
            let has = |name: String| self.rules.iter().any(|rule| rule.name() == name);
            if !needed.iter().all(|rule| has(crate::Rule::name(rule))) {
                return Err(EncodeError::TriadRules);
            }
        }
        let mut free_vars = None;
        let mut board = Board::new(self.shape(), sink, options.encoding).at_most_one_as(options.at_most_one);
        if options.clues == Clues::Simplify {
            let fixed = self.fixed();
            free_vars = Some(fixed.free());
            board = board.substituting(fixed);
        }
        self.pour_rules(&mut board);
        if triads {
            board.triads();
        }
        if options.clues == Clues::Units {
            for (cell, digit) in self.givens.clues() {
                board.clue(cell, digit);
            }
            for lit in self.gone() {
                if let Some((cell, digit)) = self.shape().meaning(lit.var()) {
                    board.gone(cell, digit);
                }
            }
        }
        let (vars, clauses, sections, facts) = board.into_parts();
        Ok(Encoded { vars, clauses, sections, facts, free_vars })
    }

    /// What a file with these clauses should say of itself, for its comment lines: what it is, the puzzle, how its
    /// variables map to cells and digits. `vars` is their number, auxiliary ones included.
    ///
    /// ```
    /// use exactone::{EncodeOptions, Grid, Puzzle};
    /// let puzzle = Puzzle::classic("1..43.........21".parse::<Grid>().unwrap());
    /// let comments = puzzle.encoding_comments(&EncodeOptions::default(), 64);
    /// assert!(comments.contains("variable 16*(row-1) + 4*(column-1) + digit"));
    /// assert!(comments.ends_with("variable 64: r4c4 is 4"));
    /// ```
    pub fn encoding_comments(&self, options: &EncodeOptions, vars: u32) -> String {
        let shape = self.shape();
        let (n, cells) = (shape.size(), shape.var_count());
        let boxes =
            if shape.is_latin() { "rows and columns only".to_owned() } else { format!("boxes {shape}") };
        let clues = match options.clues {
            Clues::Assumptions => "none",
            clues => clues.name(),
        };
        let mut lines = vec![
            format!("exactone {}: a puzzle as clauses", env!("CARGO_PKG_VERSION")),
            format!(
                "{n}x{n}, {boxes}; encoding {}, at most one {}, clues {clues}",
                options.encoding, options.at_most_one
            ),
            format!("puzzle {}", self.to_line()),
            format!(
                "variable {}*(row-1) + {n}*(column-1) + digit: this cell holds this digit (rows and columns from 1)",
                n * n
            ),
        ];
        for number in [1, cells.min(2), cells] {
            if let Some((cell, digit)) = Var::try_new(number).and_then(|var| shape.meaning(var)) {
                lines.push(format!("variable {number}: {cell} is {digit}"));
            }
        }
        lines.dedup();
        if vars > cells {
            lines.push(format!("variables {} to {vars}: auxiliary", cells + 1));
        }
        lines.join("\n")
    }

    fn pour_rules(&self, board: &mut Board<'_>) {
        board.cells();
        for rule in &self.rules {
            rule.encode(board);
        }
    }

    /// The literals that say what is given: one for each clue, one negated for each pencilmark that is gone.
    pub fn clue_literals(&self) -> Vec<Lit> {
        let clues = self.givens.clues().map(|(cell, digit)| self.shape().literal(cell, digit));
        clues.chain(self.gone()).collect()
    }

    /// The literals against the digits that the pencilmarks exclude.
    fn gone(&self) -> impl Iterator<Item = Lit> + '_ {
        let shape = self.shape();
        self.candidates.iter().flat_map(move |marks| {
            let pairs = shape.cells().flat_map(move |cell| shape.digits().map(move |digit| (cell, digit)));
            pairs
                .filter(|&(cell, digit)| !marks.allows(cell, digit))
                .map(move |(cell, digit)| !shape.literal(cell, digit))
        })
    }

    /// The values that the clues give directly, without any further propagation.
    pub(crate) fn fixed(&self) -> Fixed {
        let mut clues = Fixed::new(self.shape().var_count());
        for lit in self.clue_literals() {
            clues.set(lit);
        }
        let mut implied = Implied::new(clues);
        self.pour_rules(&mut Board::new(self.shape(), &mut implied, Encoding::Extended));
        implied.fixed
    }
}
