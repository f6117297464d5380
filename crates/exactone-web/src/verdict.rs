//! What is true of a puzzle: the verdict, the clues to blame, the candidates true to the solutions, how many there are.
//!
//! Each struct advances until it is done. Where a limit ends a slice, the next one goes on with the same solver, which
//! keeps what it learnt. A 9x9 without rules of its own is first given to the engine made for those, which has the
//! answer in well under a millisecond or hands it over.

use std::cell::RefCell;

use exactone::lanes::{self, Answer, Givens, Marks};
use exactone::words::Say;
use exactone::{Grid, Limits, Puzzle, PuzzleSolver, Shape, SolveError, Status, Verdict, Violation};

use crate::protocol::{self, Failure};
use crate::speech;

/// Nothing, where a limit ended the slice.
fn in_time<T>(answer: Result<T, SolveError>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(SolveError::Stopped(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Nodes of a search that the 9x9 engine is given; what needs more is learnt from.
const NODES: u32 = 2_000;

thread_local! {
    static LANES: RefCell<lanes::Engine> = RefCell::new(lanes::Engine::new());
}

/// The verdict of the 9x9 engine; nothing where it does not fit or needs too long.
fn at_once(puzzle: &Puzzle) -> Option<Verdict> {
    if puzzle.shape() != Shape::CLASSIC || !puzzle.is_classic() || puzzle.check_clues().is_err() {
        return None;
    }
    let limits = lanes::Limits::NONE.nodes(NODES);
    let answers = LANES.with_borrow_mut(|engine| match puzzle.candidates() {
        None => Some(engine.solve_within(&[Givens::try_from(puzzle.givens()).ok()?], &limits)),
        Some(candidates) => Some(engine.solve_within(&[Marks::try_from(candidates).ok()?], &limits)),
    })?;
    let grid = |digits: &[u8; 81]| Grid::from_digits(Shape::CLASSIC, digits).ok();
    match answers.first()? {
        Answer::None => Some(Verdict::None { clash: None }),
        Answer::Unique(only) => Some(Verdict::Unique(grid(only)?)),
        Answer::Several(first, second) => Some(Verdict::Several(grid(first)?, grid(second)?)),
        Answer::Unknown(_) => None,
    }
}

/// Whether a puzzle has one solution, several or none, and who is to blame.
#[derive(Debug)]
pub(crate) struct Judge {
    puzzle: Puzzle,
    solver: PuzzleSolver,
    tried: bool,
    verdict: Option<Verdict>,
    blamed: Vec<exactone::Cell>,
}

impl Judge {
    pub(crate) fn new(puzzle: Puzzle) -> Judge {
        Judge { puzzle, solver: PuzzleSolver::default(), tried: false, verdict: None, blamed: Vec::new() }
    }

    /// Says whether it is done.
    pub(crate) fn advance(&mut self, limits: &Limits<'_>) -> Result<bool, Failure> {
        if !std::mem::replace(&mut self.tried, true) {
            self.verdict = at_once(&self.puzzle);
        }
        if self.verdict.is_none() {
            let verdict = self.solver.solve(&self.puzzle, limits)?;
            if verdict.status() == Status::Unknown {
                return Ok(false);
            }
            self.verdict = Some(verdict);
        }
        let clear = matches!(self.verdict, Some(Verdict::None { clash: None }));
        if clear && self.blamed.is_empty() {
            match in_time(self.puzzle.blame(limits))? {
                Some(blamed) => self.blamed = blamed.unwrap_or_default(),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    pub(crate) fn judgement(&self, language: &str) -> protocol::Judgement {
        let shape = self.puzzle.shape();
        let mut violations = self.puzzle.violations(self.puzzle.givens());
        if let Some(Verdict::None { clash: Some(clash) }) = &self.verdict
            && violations.is_empty()
        {
            violations.push(clash.clone());
        }
        let clashes = violations.iter().map(|violation| protocol::Clash {
            sentence: violation.say(speech::language(language)),
            cells: match violation {
                Violation::Repeat { cells, .. } => cells.iter().map(|&cell| shape.index_of(cell)).collect(),
                Violation::NoCandidate { cell } => vec![shape.index_of(*cell)],
                _ => Vec::new(),
            },
        });
        let verdict = self.verdict.as_ref();
        protocol::Judgement {
            status: verdict.map_or(Status::Unknown, Verdict::status).to_string(),
            first: verdict.and_then(Verdict::solution).map(|grid| grid.digits().to_vec()),
            second: verdict.and_then(Verdict::second).map(|grid| grid.digits().to_vec()),
            clashes: clashes.collect(),
            blamed: self.blamed.iter().map(|&cell| shape.index_of(cell)).collect(),
        }
    }
}

/// For each cell and digit, 1 if the digit stands there in some solution; nothing where the slice was too short.
pub(crate) fn candidates(
    solver: &mut PuzzleSolver,
    puzzle: &Puzzle,
    limits: &Limits<'_>,
) -> Result<Option<Vec<u8>>, Failure> {
    let shape = puzzle.shape();
    if puzzle.check_clues().is_err() {
        return Ok(Some(vec![0; shape.cell_count() * shape.size()]));
    }
    let Some(found) = in_time(solver.candidates(puzzle, limits))? else { return Ok(None) };
    let found = &found;
    let place = |cell| shape.digits().map(move |digit| u8::from(found.allows(cell, digit)));
    Ok(Some(shape.cells().flat_map(place).collect()))
}

/// Counts solutions, each time to about twice as many as before.
#[derive(Debug)]
pub(crate) struct Count {
    puzzle: Puzzle,
    solver: PuzzleSolver,
    limit: u64,
    pub(crate) count: u64,
}

impl Count {
    /// It stops at `limit`.
    pub(crate) fn new(puzzle: Puzzle, limit: u64) -> Count {
        Count { puzzle, solver: PuzzleSolver::default(), limit, count: 0 }
    }

    /// Says whether that was all.
    pub(crate) fn advance(&mut self, limits: &Limits<'_>) -> Result<bool, Failure> {
        if self.puzzle.check_clues().is_err() {
            return Ok(true);
        }
        let limit = (2 * self.count).max(16).min(self.limit);
        let count = self.solver.count(&self.puzzle, Some(limit), limits, |_| ())?;
        self.count = self.count.max(count.number());
        Ok(count.is_complete() || self.count >= self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{example, puzzle_of, read};

    fn judged(text: &str) -> protocol::Judgement {
        let mut judge = Judge::new(puzzle_of(&example(text)).unwrap());
        assert!(judge.advance(&Limits::NONE).unwrap());
        judge.judgement("en")
    }

    #[test]
    fn one_several_and_no_solution() {
        let unique = judged("1..43.........21");
        assert_eq!((unique.status.as_str(), unique.second), ("unique", None));
        assert_eq!(unique.first.unwrap()[..4], [1, 2, 3, 4]);
        let several = judged("1..4............");
        assert_eq!(several.status, "several");
        assert_ne!(several.first.unwrap(), several.second.unwrap());
        let none = judged("12..3.4.........");
        assert_eq!((none.status.as_str(), none.blamed), ("none", vec![0, 1, 6]));
        let clash = judged("1.1.............");
        assert_eq!((clash.status.as_str(), &clash.clashes[0].cells[..]), ("none", &[0, 2][..]));
        assert_eq!(clash.clashes[0].sentence, "row 1 has two 1s (r1c1, r1c3)");
    }

    #[test]
    fn the_engine_for_nine_by_nine_says_what_the_solver_says() {
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let mut texts: Vec<String> = vec![hard.to_owned(), ".".repeat(81), hard.replacen("..3", ".83", 1)];
        texts.extend((0..81).step_by(5).map(|at| {
            let mut text = hard.to_owned();
            text.replace_range(at..=at, "6");
            text
        }));
        let mut seen = [0; 3];
        for text in texts {
            let puzzle = puzzle_of(&example(&text)).unwrap();
            let sat = PuzzleSolver::default().solve(&puzzle, &Limits::NONE).unwrap();
            let Some(fast) = at_once(&puzzle) else {
                assert!(puzzle.check_clues().is_err(), "{text}");
                continue;
            };
            assert_eq!(fast.status(), sat.status(), "{text}");
            if fast.status() == Status::Unique {
                assert_eq!(fast.solution(), sat.solution());
            }
            seen[fast.status() as usize % 3] += 1;
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
        let marks = read(&"123456789".repeat(81), (0, 0), "", "en").puzzle.unwrap();
        assert_eq!(at_once(&puzzle_of(&marks).unwrap()).unwrap().status(), Status::Several);
        assert!(at_once(&puzzle_of(&example("1..43.........21")).unwrap()).is_none(), "not nine by nine");
    }

    #[test]
    fn a_slice_without_time_is_not_the_end() {
        let hard = "...2...5...6....3.6....14.......2.4.";
        let expired = || true;
        let limits = Limits { budget: exactone_sat::Budget::new().deadline(&expired), stop: None };
        let mut judge = Judge::new(puzzle_of(&example(hard)).unwrap());
        let mut slices = 0;
        while slices < 3 && !judge.advance(&limits).unwrap() {
            slices += 1;
        }
        assert_eq!(slices, 3);
        assert!(judge.advance(&Limits::NONE).unwrap());
        assert_eq!(judge.judgement("en").status, "unique");
    }

    #[test]
    fn counting_grows_to_the_number_or_the_limit() {
        let empty = puzzle_of(&example(&".".repeat(16))).unwrap();
        let mut seen = Vec::new();
        let mut count = Count::new(empty.clone(), 1000);
        while !count.advance(&Limits::NONE).unwrap() {
            seen.push(count.count);
        }
        assert_eq!((seen, count.count), (vec![16, 32, 64, 128, 256], 288));
        let mut count = Count::new(empty, 100);
        while !count.advance(&Limits::NONE).unwrap() {}
        assert_eq!(count.count, 100);
    }

    #[test]
    fn candidates_are_true_to_the_solutions() {
        let puzzle = puzzle_of(&example("1..43.........21")).unwrap();
        let found = candidates(&mut PuzzleSolver::default(), &puzzle, &Limits::NONE).unwrap().unwrap();
        assert_eq!(found.iter().map(|&one| usize::from(one)).sum::<usize>(), 16);
        assert_eq!(found[..8], [1, 0, 0, 0, 0, 1, 0, 0]);
    }
}
