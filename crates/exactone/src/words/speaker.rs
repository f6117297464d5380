//! What a solver does, as sentences about the grid: literals, clauses, the steps of a search.

use exactone_sat::replay::{StepKind, StepView};
use exactone_sat::{ClauseId, Lit};

use super::{Language, Say};
use crate::board::{Fact, Part};
use crate::cell::Cell;
use crate::digit::Digit;
use crate::house::{House, HouseKind};
use crate::puzzle::Encoded;
use crate::shape::Shape;

/// How many literals of a clause are said; of a longer one the rest is counted.
const SAID: usize = 12;

/// Says in a language what literals and clauses mean on a grid; without a grid, what they say of their variables.
///
/// ```
/// use exactone::words::{Language, Speaker};
/// use exactone::Shape;
/// use exactone_sat::Lit;
/// let speaker = Speaker::new(Language::English).on(Shape::CLASSIC);
/// assert_eq!(speaker.literal(Lit::from(-1)), "r1c1 is not 1");
/// assert_eq!(speaker.clause(&[-7, -2].map(Lit::from), None), "r1c1 is not both 7 and 2");
/// assert_eq!(speaker.clause(&[-7, -16].map(Lit::from), None), "r1c1 and r1c2 are not both 7");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Speaker {
    language: Language,
    shape: Option<Shape>,
    triads: bool,
}

/// What a variable means on a grid.
#[derive(Clone, Copy)]
enum Meaning {
    /// A digit in a cell.
    Digit(Cell, Digit),
    /// A digit somewhere in a mini-row or mini-column: its row or column, and which box along it.
    Triad(House, usize, Digit),
}

impl Speaker {
    /// One that speaks of variables.
    pub const fn new(language: Language) -> Speaker {
        Speaker { language, shape: None, triads: false }
    }

    /// One that speaks of the cells of a grid of this shape; auxiliary variables stay variables.
    pub const fn on(self, shape: Shape) -> Speaker {
        Speaker { shape: Some(shape), ..self }
    }

    /// One that knows the variables which [`Encoding::Triads`](crate::Encoding::Triads) has after those of the cells.
    ///
    /// ```
    /// use exactone::words::{Language, Speaker};
    /// use exactone::Shape;
    /// use exactone_sat::Lit;
    /// let speaker = Speaker::new(Language::English).on(Shape::CLASSIC).with_triads(true);
    /// assert_eq!(speaker.literal(Lit::from(-741)), "mini-row 2 of row 1 has no 3");
    /// assert_eq!(speaker.label(Lit::from(973)), "c1.1∋1");
    /// ```
    pub const fn with_triads(self, triads: bool) -> Speaker {
        Speaker { triads, ..self }
    }

    fn meaning(&self, lit: Lit) -> Option<Meaning> {
        let shape = self.shape?;
        if let Some((cell, digit)) = shape.meaning(lit.var()) {
            return Some(Meaning::Digit(cell, digit));
        }
        if !self.triads {
            return None;
        }
        let (n, rows, cols) = (shape.size(), shape.box_rows(), shape.box_cols());
        let place = lit.var().index() - shape.var_count() as usize;
        let horizontal = n * n * rows;
        let (kind, place, sections) = match place.checked_sub(horizontal) {
            None => (HouseKind::Row, place, rows),
            Some(place) => (HouseKind::Column, place, cols),
        };
        let (line, section, digit) = (place / n / sections, place / n % sections, place % n);
        let house = House { kind, index: line };
        (line < n).then(|| Meaning::Triad(house, section, Digit::from_index(digit)))
    }

    /// The cell and digit of a literal that has them.
    fn place(&self, lit: Lit) -> Option<(Cell, Digit)> {
        self.shape?.meaning(lit.var())
    }

    /// One literal: `r1c1 is not 1`, or `x3 is true`.
    pub fn literal(&self, lit: Lit) -> String {
        let positive = lit.is_positive();
        match (self.meaning(lit), self.language) {
            (Some(Meaning::Digit(cell, digit)), Language::English) => {
                format!("{cell} is {}{digit}", if positive { "" } else { "not " })
            }
            (Some(Meaning::Digit(cell, digit)), Language::Chinese) => {
                format!("{cell} {}是 {digit}", if positive { "" } else { "不" })
            }
            (Some(Meaning::Triad(house, section, digit)), Language::English) => {
                let half = if house.kind == HouseKind::Row { "mini-row" } else { "mini-column" };
                let has = if positive { "a" } else { "no" };
                format!("{half} {} of {house} has {has} {digit}", section + 1)
            }
            (Some(Meaning::Triad(house, section, digit)), Language::Chinese) => {
                let has = if positive { "有" } else { "没有" };
                format!("{}的第 {} 段{has} {digit}", house.say(self.language), section + 1)
            }
            (None, Language::English) => format!("x{} is {positive}", lit.var()),
            (None, Language::Chinese) => format!("x{} 为{}", lit.var(), if positive { "真" } else { "假" }),
        }
    }

    /// A short form of a literal for pictures: `r1c1≠1`, `-3`.
    pub fn label(&self, lit: Lit) -> String {
        match self.meaning(lit) {
            Some(Meaning::Digit(cell, digit)) => {
                format!("{cell}{}{digit}", if lit.is_positive() { '=' } else { '≠' })
            }
            Some(Meaning::Triad(house, section, digit)) => {
                let line = if house.kind == HouseKind::Row { 'r' } else { 'c' };
                let sign = if lit.is_positive() { '∋' } else { '∌' };
                format!("{line}{}.{}{sign}{digit}", house.index + 1, section + 1)
            }
            None => lit.to_string(),
        }
    }

    /// A clause. Where it is known from which fact it comes, and it says the same, the fact is said.
    pub fn clause(&self, clause: &[Lit], fact: Option<Fact>) -> String {
        if let Some(fact) = fact.filter(|fact| fact.part() == Part::AtLeastOne) {
            return self.whole(fact);
        }
        match self.pair(clause) {
            Some(sentence) => sentence,
            None => self.plain(clause),
        }
    }

    /// The "at least one" of a fact.
    fn whole(&self, fact: Fact) -> String {
        match (fact, self.language) {
            (Fact::House { house, digit, .. }, Language::English) => {
                format!("in {house}, {digit} goes somewhere")
            }
            (Fact::House { house, digit, .. }, Language::Chinese) => {
                format!("{}必有一格是 {digit}", house.say(self.language))
            }
            (fact, language) => fact.say(language).to_string(),
        }
    }

    /// Two negated literals of one cell, or of one digit.
    fn pair(&self, clause: &[Lit]) -> Option<String> {
        let &[a, b] = clause else { return None };
        if a.is_positive() || b.is_positive() {
            return None;
        }
        let ((cell, digit), (other_cell, other_digit)) = (self.place(a)?, self.place(b)?);
        match self.language {
            Language::English if cell == other_cell => {
                Some(format!("{cell} is not both {digit} and {other_digit}"))
            }
            Language::Chinese if cell == other_cell => {
                Some(format!("{cell} 不能既是 {digit} 又是 {other_digit}"))
            }
            Language::English if digit == other_digit => {
                Some(format!("{cell} and {other_cell} are not both {digit}"))
            }
            Language::Chinese if digit == other_digit => {
                Some(format!("{cell} 与 {other_cell} 不能都是 {digit}"))
            }
            _ => None,
        }
    }

    /// Any clause: the negated literals are the "if", the others the "then".
    fn plain(&self, clause: &[Lit]) -> String {
        let (then, unless): (Vec<Lit>, Vec<Lit>) = clause.iter().partition(|lit| lit.is_positive());
        let conditions: Vec<Lit> = unless.into_iter().map(|lit| !lit).collect();
        let english = self.language == Language::English;
        match (conditions.is_empty(), then.is_empty()) {
            (true, true) => if english { "nothing is possible" } else { "已无可能" }.to_owned(),
            (true, false) => self.list(&then, if english { " or " } else { " 或 " }),
            (false, true) if conditions.len() == 1 => self.literal(!conditions[0]),
            (false, true) => {
                let all = self.list(&conditions, if english { " and " } else { "、" });
                if english {
                    format!("not all at once: {all}")
                } else {
                    format!("不能同时成立：{all}")
                }
            }
            (false, false) => {
                let all = self.list(&conditions, if english { " and " } else { "、" });
                let one = self.list(&then, if english { " or " } else { " 或 " });
                if english { format!("if {all}, then {one}") } else { format!("若 {all}，则 {one}") }
            }
        }
    }

    fn list(&self, lits: &[Lit], between: &str) -> String {
        let said: Vec<String> = lits.iter().take(SAID).map(|&lit| self.literal(lit)).collect();
        let rest = lits.len().saturating_sub(SAID);
        let said = said.join(between);
        match (rest, self.language) {
            (0, _) => said,
            (_, Language::English) => format!("{said}{between}{rest} more"),
            (_, Language::Chinese) => format!("{said}{between}另 {rest} 项"),
        }
    }

    /// A step of a search. `encoded` says from which facts the clauses come, if they come from a puzzle.
    ///
    /// ```
    /// use exactone::words::{Language, Speaker};
    /// use exactone_sat::replay::{StepKind, StepView};
    /// let step = StepView { kind: StepKind::Decide, lit: Some(3.into()), level: 1, id: None, clause: &[] };
    /// assert_eq!(Speaker::new(Language::English).step(&step, None), "Level 1: suppose x3 is true");
    /// assert_eq!(Speaker::new(Language::Chinese).step(&step, None), "第 1 层：假设 x3 为真");
    /// ```
    pub fn step(&self, step: &StepView<'_>, encoded: Option<&Encoded>) -> String {
        let fact = match (step.id, encoded) {
            (Some(ClauseId::Original(number)), Some(encoded)) => encoded.fact_of(number),
            _ => None,
        };
        let what = step.lit.map(|lit| self.literal(lit)).unwrap_or_default();
        let clause = || self.clause(step.clause, fact);
        let level = step.level;
        match (step.kind, self.language) {
            (StepKind::Decide, Language::English) => format!("Level {level}: suppose {what}"),
            (StepKind::Decide, Language::Chinese) => format!("第 {level} 层：假设 {what}"),
            (StepKind::Propagate, _) if step.clause.len() == 1 => match (fact, self.language) {
                (Some(fact), language) => fact.say(language).to_string(),
                (None, Language::English) => format!("{what} (given)"),
                (None, Language::Chinese) => format!("{what}（已知）"),
            },
            (StepKind::Propagate, Language::English) => format!("{what}, because {}", clause()),
            (StepKind::Propagate, Language::Chinese) => format!("{what}，因为{}", clause()),
            (StepKind::Pure, Language::English) => {
                format!("{what}: the opposite occurs in no clause that is still open")
            }
            (StepKind::Pure, Language::Chinese) => format!("{what}：其反面不出现在任何尚未满足的子句中"),
            (StepKind::Conflict, Language::English) => format!("Contradiction with: {}", clause()),
            (StepKind::Conflict, Language::Chinese) => format!("矛盾，违反：{}", clause()),
            (StepKind::Learnt, Language::English) => format!("Learnt: {}", clause()),
            (StepKind::Learnt, Language::Chinese) => format!("学到：{}", clause()),
            (StepKind::Backtrack, Language::English) => format!("Back to level {level}"),
            (StepKind::Backtrack, Language::Chinese) => format!("回到第 {level} 层"),
            (StepKind::Restart, Language::English) => {
                "Restart: back to the top, keeping what was learnt".to_owned()
            }
            (StepKind::Restart, Language::Chinese) => "重启：回到顶层，保留学到的子句".to_owned(),
            (StepKind::Delete, Language::English) => "A learnt clause is forgotten".to_owned(),
            (StepKind::Delete, Language::Chinese) => "忘掉一个学到的子句".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Encoding;
    use crate::grid::Grid;
    use crate::puzzle::{EncodeOptions, Puzzle};

    #[test]
    fn clauses_are_sentences_in_both_languages() {
        let [english, chinese] =
            Language::ALL.map(|language| Speaker::new(language).on(Shape::new(2, 2).unwrap()));
        let lits = |integers: &[i32]| integers.iter().map(|&integer| Lit::from(integer)).collect::<Vec<_>>();
        let cases: [(&[i32], &str, &str); 6] = [
            (&[], "nothing is possible", "已无可能"),
            (&[1, -6], "if r1c2 is 2, then r1c1 is 1", "若 r1c2 是 2，则 r1c1 是 1"),
            (&[-1], "r1c1 is not 1", "r1c1 不是 1"),
            (&[1, 2], "r1c1 is 1 or r1c1 is 2", "r1c1 是 1 或 r1c1 是 2"),
            (
                &[-1, -6, -11],
                "not all at once: r1c1 is 1 and r1c2 is 2 and r1c3 is 3",
                "不能同时成立：r1c1 是 1、r1c2 是 2、r1c3 是 3",
            ),
            (&[-1, -70], "not all at once: r1c1 is 1 and x70 is true", "不能同时成立：r1c1 是 1、x70 为真"),
        ];
        for (clause, en, zh) in cases {
            assert_eq!(english.clause(&lits(clause), None), en);
            assert_eq!(chinese.clause(&lits(clause), None), zh);
        }
        let house = House { kind: HouseKind::Row, index: 2 };
        let fact = Fact::House { house, digit: Digit::new(4).unwrap(), part: Part::AtLeastOne };
        assert_eq!(english.clause(&lits(&[36, 40]), Some(fact)), "in row 3, 4 goes somewhere");
    }

    #[test]
    fn long_clauses_are_cut_and_say_so() {
        let clause: Vec<Lit> = (1..=20).map(Lit::from).collect();
        assert!(Speaker::new(Language::English).clause(&clause, None).ends_with("x12 is true or 8 more"));
    }
    /// Where a clause defines a triad, its last literal speaks of the same mini-row or mini-column as the fact.
    #[test]
    fn triads_are_named_as_their_clauses_say() {
        for (rows, cols) in [(3, 3), (2, 3)] {
            let shape = Shape::new(rows, cols).unwrap();
            let mut cnf = exactone_sat::Cnf::new();
            let puzzle = Puzzle::classic(Grid::empty(shape));
            let encoded = puzzle.encode(&mut cnf, &EncodeOptions::new(Encoding::Triads)).unwrap();
            let speaker = Speaker::new(Language::English).on(shape).with_triads(true);
            let mut seen = 0;
            for (number, clause) in (1..).zip(cnf.iter()) {
                let Some(Fact::Triad { house, section, digit, part: Part::AtLeastOne }) =
                    encoded.fact_of(number)
                else {
                    continue;
                };
                let half = if house.kind == HouseKind::Row { "mini-row" } else { "mini-column" };
                let expected = format!("{half} {} of {house} has no {digit}", section + 1);
                assert_eq!(speaker.literal(*clause.last().unwrap()), expected);
                seen += 1;
            }
            assert_eq!(seen, shape.size() * shape.size() * (rows + cols));
        }
    }
}
