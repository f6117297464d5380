//! Sentences about puzzles, in English and Chinese.
//!
//! The English ones are what the values print by themselves (`Display`). Data words (`unique`, `none`, ...) and the
//! names of cells (`r1c2`) are the same in every language.

mod en;
mod zh;
mod formula;
mod logic;
mod speaker;

use std::fmt;
use std::str::FromStr;

use crate::board::{Fact, Family, Section, UnknownName};
use crate::grid::{GridError, GridProblem, ModelError};
use crate::house::House;
use crate::puzzle::{DecodeError, EncodeError};
use crate::rule::{Spelled, Violation};
use crate::solve::{SolveError, Status, Verdict};

pub use speaker::Speaker;

/// A language of sentences. Reads and prints as `en` and `zh`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// Both.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Its code.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownName;

    fn from_str(code: &str) -> Result<Language, UnknownName> {
        UnknownName::find(code, Language::ALL.map(|language| (language.code(), language)))
    }
}

/// What can be said in every [`Language`].
///
/// ```
/// use exactone::words::{Language, Say};
/// use exactone::{Grid, Puzzle};
/// let clash = Puzzle::classic("1.1.............".parse::<Grid>().unwrap()).check_clues().unwrap_err();
/// assert_eq!(clash.say(Language::English), "row 1 has two 1s (r1c1, r1c3)");
/// assert_eq!(clash.say(Language::Chinese), "第 1 行有两个 1（r1c1、r1c3）");
/// ```
pub trait Say {
    /// The sentence, without a full stop.
    fn say(&self, language: Language) -> String;
}

/// Picks the sentence of a language for each type: its own print in English, the word book in Chinese.
macro_rules! say {
    ($($type:ty => $chinese:path),* $(,)?) => {$(
        impl Say for $type {
            fn say(&self, language: Language) -> String {
                match language {
                    Language::English => self.to_string(),
                    Language::Chinese => $chinese(self),
                }
            }
        }
    )*};
}

say! {
    exactone_sat::ExprError => formula::words,
    exactone_sat::TooLarge => logic::too_large,
    exactone_sat::DistributeError => logic::distribute,
    exactone_sat::SimplifyError => logic::simplify,
    exactone_sat::dimacs::DimacsError => logic::dimacs,
    exactone_sat::dimacs::DimacsErrorKind => logic::dimacs_kind,
    exactone_sat::dimacs::Warning => logic::warning,
    exactone_sat::check::ProofError => logic::proof,
    House => zh::house,
    Violation => zh::violation,
    Spelled<'_> => zh::spelled,
    GridProblem => zh::problem,
    GridError => zh::grid_error,
    ModelError => zh::model_error,
    DecodeError => zh::decode_error,
    EncodeError => zh::encode_error,
    SolveError => zh::solve_error,
    UnknownName => zh::unknown_name,
    Verdict => zh::verdict,
    Fact => zh::fact,
    Family => zh::family,
    Section => zh::section,
    exactone_sat::Stopped => zh::stopped,
}

impl Say for Status {
    /// What the status means, in a few words; the data word itself is its print.
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => en::status(*self),
            Language::Chinese => zh::status(*self),
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use exactone_sat::Stopped;

    use super::*;
    use crate::board::Part;
    use crate::cell::Cell;
    use crate::digit::Digit;
    use crate::grid::{Grid, Place, SymbolSet};
    use crate::house::HouseKind;
    use crate::shape::Shape;

    /// Every sentence once, with the English one.
    fn sentences() -> Vec<(String, String)> {
        let cell = Cell::new(0, 1);
        let digit = Digit::from_index(8);
        let house = House { kind: HouseKind::Box, index: 2 };
        let shape = Shape::CLASSIC;
        let grid = Grid::empty(shape);
        let mut all: Vec<Box<dyn Say>> = Vec::new();
        for kind in HouseKind::ALL {
            all.extend([0, 1].map(|index| Box::new(House { kind, index }) as Box<dyn Say>));
            all.push(Box::new(Family::Houses(kind)));
        }
        for status in Status::ALL {
            all.push(Box::new(status));
        }
        let violations = [
            Violation::Repeat { house, digit, cells: vec![cell; 2] },
            Violation::Repeat { house, digit, cells: vec![cell; 12] },
            Violation::Clue { cell, clue: digit, found: Some(digit) },
            Violation::Clue { cell, clue: digit, found: None },
            Violation::Gone { cell, digit },
            Violation::NoCandidate { cell },
            Violation::Empty { cell },
            Violation::Size { found: 4, expected: shape },
        ];
        for violation in violations {
            all.push(Box::new(violation.clone()));
            all.push(Box::new(DecodeError::Wrong(violation.clone())));
            all.push(Box::new(Verdict::None { clash: Some(violation) }));
        }
        let problems = [
            GridProblem::Symbol { found: 'x', size: 9, symbols: SymbolSet::Letters },
            GridProblem::Symbol { found: 'x', size: 16, symbols: SymbolSet::Letters },
            GridProblem::Symbol { found: '\u{7}', size: 16, symbols: SymbolSet::Hex },
            GridProblem::Character { found: '数' },
            GridProblem::Number { found: "40".to_owned(), size: 36 },
            GridProblem::Pencilmark { found: '3', expected: '4' },
            GridProblem::Length { found: 82, expected: 81, size: 9 },
            GridProblem::Length { found: 1, expected: 1296, size: 36 },
            GridProblem::RowLength { row: 3, found: 8, expected: 9 },
            GridProblem::RowCount { found: 1, cells: 9 },
            GridProblem::RowCount { found: 8, cells: 9 },
            GridProblem::Frame,
            GridProblem::Boxes { rows: 2, cols: 3, size: 9 },
            GridProblem::NoBoxes { size: 7 },
            GridProblem::WrongSize { found: 4, expected: shape },
            GridProblem::Size { found: 300 },
            GridProblem::Digit { found: 10, size: 9 },
            GridProblem::Outside { size: 9 },
            GridProblem::NotText { byte: 0 },
            GridProblem::TooLong { limit: 1 },
            GridProblem::Nothing,
            GridProblem::MoreThanOne,
            GridProblem::NotAGrid,
        ];
        for problem in problems {
            for place in [Place::Text { line: 2, column: 3 }, Place::Cell(cell), Place::Whole] {
                all.push(Box::new(GridError { place, problem: problem.clone() }));
            }
            all.push(Box::new(problem));
        }
        for (first, second) in [(None, None), (Some(digit), Some(digit))] {
            all.push(Box::new(DecodeError::NoGrid(ModelError { cell, first, second })));
        }
        for error in [EncodeError::NoTriads { shape }, EncodeError::TriadRules] {
            all.push(Box::new(error.clone()));
            all.push(Box::new(SolveError::Encode(error)));
        }
        let stops = [
            Stopped::Conflicts,
            Stopped::Propagations,
            Stopped::Deadline,
            Stopped::Interrupted,
            Stopped::GaveUp,
        ];
        for why in stops {
            all.push(Box::new(SolveError::Stopped(why)));
            all.push(Box::new(Verdict::Unknown { found: None, why }));
            all.push(Box::new(Verdict::Unknown { found: Some(grid.clone()), why }));
        }
        all.push(Box::new(SolveError::Wrong(DecodeError::Wrong(Violation::Empty { cell }))));
        all.push(Box::new(Verdict::None { clash: None }));
        all.push(Box::new(Verdict::Unique(grid.clone())));
        all.push(Box::new(Verdict::Several(grid.clone(), grid)));
        all.push(Box::new("chinese".parse::<Language>().unwrap_err()));
        for part in [Part::AtLeastOne, Part::AtMostOne] {
            let facts = [
                Fact::Cell { cell, part },
                Fact::House { house, digit, part },
                Fact::Triad { house, section: 0, digit, part },
                Fact::Triads { house, columns: false, digit, part },
                Fact::Triads { house, columns: true, digit, part },
                Fact::Clue { cell, digit },
                Fact::Gone { cell, digit },
            ];
            for fact in facts {
                all.push(Box::new(fact));
                all.push(Box::new(Section {
                    family: fact.family(),
                    part: fact.part(),
                    clauses: 1,
                    total: 1,
                }));
            }
        }
        all.iter().map(|item| (item.say(Language::English), item.say(Language::Chinese))).collect()
    }

    #[test]
    fn everything_has_a_chinese_sentence_with_the_same_figures() {
        for (english, chinese) in sentences() {
            assert!(chinese.chars().any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c)), "{english} / {chinese}");
            let figures = |text: &str| {
                let mut found: Vec<String> = text
                    .split(|c: char| !c.is_ascii_digit())
                    .filter(|part| !part.is_empty())
                    .map(ToOwned::to_owned)
                    .collect();
                found.sort();
                found.dedup();
                found
            };
            assert_eq!(figures(&english), figures(&chinese), "{english} / {chinese}");
        }
    }
}
