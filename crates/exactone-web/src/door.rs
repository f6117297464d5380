//! What the page calls. Everything here only turns messages into values and back.

use std::cell::RefCell;

use exactone::{Encoding, Limits, PuzzleSolver};
use exactone_sat::Budget;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::clauses::{self, Book};
use crate::evidence;
use crate::formula;
use crate::protocol::{self, Failure};
use crate::race;
use crate::reading::{self, puzzle_of};
use crate::search;
use crate::speech;
use crate::verdict;

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        let error = js_sys::Error::new(&failure.0.en);
        // Beside the message, as the worker looks for it; an error is an object, so this cannot fail.
        let _ = js_sys::Reflect::set(&error, &"zh".into(), &failure.0.zh.into());
        error.into()
    }
}

type Answer<T> = Result<T, JsValue>;

/// A message for the page.
fn out<T: Tsify + serde::Serialize>(message: &T) -> Answer<Ts<T>> {
    message.into_ts().map_err(|error| Failure::of_message(error).into())
}

/// A puzzle of the page.
fn puzzle(message: &Ts<protocol::Puzzle>) -> Answer<exactone::Puzzle> {
    Ok(puzzle_of(&message.to_rust().map_err(Failure::of_message)?)?)
}

fn encoding(name: &str) -> Result<Encoding, Failure> {
    Ok(name.parse()?)
}

/// How long a slice may take, in milliseconds: twice as long each time.
#[derive(Clone, Copy, Debug)]
struct Slice(f64);

impl Slice {
    const FIRST: Slice = Slice(25.0);

    /// Gives `work` the time of this slice.
    fn spend<T>(&mut self, work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let end = js_sys::Date::now() + self.0;
        self.0 *= 2.0;
        let expired = move || js_sys::Date::now() >= end;
        work(&Limits { budget: Budget::new().deadline(&expired), stop: None })
    }
}

/// Reads the first puzzle of a text; the size of the boxes is 0 where it is not known, the symbols are `hex` (0-F),
/// `letters` (1-G), or empty where the text decides.
#[wasm_bindgen]
pub fn read(
    text: &str,
    box_rows: usize,
    box_columns: usize,
    symbols: &str,
    language: &str,
) -> Answer<Ts<protocol::Reading>> {
    out(&reading::read(text, (box_rows, box_columns), symbols, language))
}

/// The number of variables and clauses, before and after the clues are put in.
#[wasm_bindgen]
pub fn encode(message: &Ts<protocol::Puzzle>, name: &str) -> Answer<Ts<protocol::EncodingSize>> {
    out(&clauses::size(&puzzle(message)?, encoding(name)?)?)
}

thread_local! {
    static BOOK: RefCell<Option<Book>> = const { RefCell::new(None) };
}

/// A page of the clauses that speak of everything the filter names.
#[wasm_bindgen]
pub fn clauses(
    message: &Ts<protocol::Puzzle>,
    name: &str,
    filter: &Ts<protocol::ClauseFilter>,
    language: &str,
) -> Answer<Ts<protocol::ClausePage>> {
    let (shape, encoding) = (puzzle(message)?.shape(), encoding(name)?);
    let filter = filter.to_rust().map_err(Failure::of_message)?;
    BOOK.with_borrow_mut(|book| {
        if !book.as_ref().is_some_and(|book| book.is_of(shape, encoding)) {
            *book = Some(Book::open(shape, encoding)?);
        }
        out(&book.as_ref().expect("the book was just opened").page(&filter, language))
    })
}

/// One puzzle under one encoding; nothing where it does not fit. The search is given so many milliseconds.
#[wasm_bindgen]
pub fn race(message: &Ts<protocol::Puzzle>, name: &str, time: f64) -> Answer<Option<Ts<protocol::RaceLine>>> {
    let puzzle = puzzle(message)?;
    let encoding = encoding(name)?;
    let line = Slice(time).spend(|limits| race::run(&puzzle, encoding, limits.budget))?;
    line.as_ref().map(out).transpose()
}

/// What there is to say about statements, within so many milliseconds.
#[wasm_bindgen]
pub fn formula(text: &str, language: &str, time: f64) -> Answer<Ts<protocol::FormulaReport>> {
    let language = speech::language(language);
    out(&Slice(time).spend(|limits| formula::report(text, language, limits.budget)))
}

/// Statements in the form `nnf`, `cnf`, `simplified` or `tseitin`, within so many milliseconds.
#[wasm_bindgen]
pub fn form(text: &str, name: &str, time: f64) -> Answer<Ts<protocol::Form>> {
    out(&Slice(time).spend(|limits| formula::form(text, name, limits.budget)))
}

/// The verdict on a puzzle.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Judge(verdict::Judge, Slice);

#[wasm_bindgen]
impl Judge {
    /// Of this puzzle.
    #[wasm_bindgen(constructor)]
    pub fn new(message: &Ts<protocol::Puzzle>) -> Answer<Judge> {
        Ok(Judge(verdict::Judge::new(puzzle(message)?), Slice::FIRST))
    }

    /// Says whether it is done.
    pub fn advance(&mut self) -> Answer<bool> {
        Ok(self.1.spend(|limits| self.0.advance(limits))?)
    }

    /// What was found.
    pub fn judgement(&self, language: &str) -> Answer<Ts<protocol::Judgement>> {
        out(&self.0.judgement(language))
    }
}

/// The digits that stand in some solution.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Marks(exactone::Puzzle, PuzzleSolver, Slice, Vec<u8>);

#[wasm_bindgen]
impl Marks {
    /// Of this puzzle.
    #[wasm_bindgen(constructor)]
    pub fn new(message: &Ts<protocol::Puzzle>) -> Answer<Marks> {
        Ok(Marks(puzzle(message)?, PuzzleSolver::default(), Slice::FIRST, Vec::new()))
    }

    /// Says whether it is done.
    pub fn advance(&mut self) -> Answer<bool> {
        let Marks(puzzle, solver, slice, found) = self;
        let marks = slice.spend(|limits| verdict::candidates(solver, puzzle, limits))?;
        let done = marks.is_some();
        *found = marks.unwrap_or_default();
        Ok(done)
    }

    /// For each cell and digit, 1 if the digit stands there in some solution.
    pub fn found(&self) -> Vec<u8> {
        self.3.clone()
    }
}

/// The growing number of solutions.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Count(verdict::Count, Slice);

#[wasm_bindgen]
impl Count {
    /// It stops at `limit`.
    #[wasm_bindgen(constructor)]
    pub fn new(message: &Ts<protocol::Puzzle>, limit: u32) -> Answer<Count> {
        Ok(Count(verdict::Count::new(puzzle(message)?, limit.into()), Slice::FIRST))
    }

    /// Says whether that was all.
    pub fn advance(&mut self) -> Answer<bool> {
        Ok(self.1.spend(|limits| self.0.advance(limits))?)
    }

    /// The solutions found so far.
    pub fn count(&self) -> f64 {
        self.0.count as f64
    }
}

/// A recorded search.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Search(search::Search, Slice);

#[wasm_bindgen]
impl Search {
    /// Of a puzzle's clauses.
    pub fn of_puzzle(
        message: &Ts<protocol::Puzzle>,
        options: &Ts<protocol::SearchOptions>,
    ) -> Answer<Search> {
        let options = options.to_rust().map_err(Failure::of_message)?;
        Ok(Search(search::Search::of_puzzle(&puzzle(message)?, options)?, Slice::FIRST))
    }

    /// Of a formula in DIMACS form.
    pub fn of_dimacs(text: &str, options: &Ts<protocol::SearchOptions>) -> Answer<Search> {
        let options = options.to_rust().map_err(Failure::of_message)?;
        Ok(Search(search::Search::of_dimacs(text, options)?, Slice::FIRST))
    }

    /// Records more; says whether the search is at its end or there is no more room.
    pub fn advance(&mut self) -> Answer<bool> {
        Ok(self.1.spend(|limits| self.0.advance(limits.budget))?)
    }

    /// The steps recorded so far.
    pub fn steps(&self) -> usize {
        self.0.steps()
    }

    /// How the search ended.
    pub fn end(&self) -> Answer<Ts<protocol::SearchEnd>> {
        out(&self.0.end())
    }

    /// What there is to see after so many steps.
    pub fn state(&mut self, position: usize, language: &str) -> Answer<Ts<protocol::SearchState>> {
        out(&self.0.state(position, language))
    }

    /// Why a literal is true after so many steps.
    pub fn why(
        &mut self,
        position: usize,
        literal: i32,
        language: &str,
    ) -> Answer<Option<Ts<protocol::Why>>> {
        self.0.why(position, literal, language).as_ref().map(out).transpose()
    }

    /// The implication graph where a clause is false after so many steps.
    pub fn graph(&mut self, position: usize, language: &str) -> Answer<Option<Ts<protocol::Graph>>> {
        self.0.graph(position, language).as_ref().map(out).transpose()
    }

    /// The tree of decisions, five numbers a node: parent (-1 at the root), literal (0 at the root), step, last step,
    /// and 0 inner, 1 conflict, 2 where the recording ends.
    pub fn tree(&self) -> Vec<i32> {
        self.0.tree()
    }

    /// The position just after the nearest step of a kind (`decide`, `conflict` or `learnt`) before or after a
    /// position; -1 if there is none.
    pub fn find(&self, kind: &str, from: usize, direction: i32) -> i32 {
        self.0.find(kind, from, direction)
    }
}

fn taken() -> Failure {
    Failure::new("the proof was taken", "证明已被取走")
}

/// The search for a proof.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Prover(Option<evidence::Prover>, Slice);

#[wasm_bindgen]
impl Prover {
    /// That there is no other solution than this one; without a solution, that there is none at all.
    #[wasm_bindgen(constructor)]
    pub fn new(message: &Ts<protocol::Puzzle>, name: &str, solution: Option<Vec<u8>>) -> Answer<Prover> {
        let puzzle = puzzle(message)?;
        let other_than = match solution {
            Some(digits) => {
                let grid = exactone::Grid::from_digits(puzzle.shape(), &digits).map_err(Failure::from)?;
                puzzle.other_than(&grid)
            }
            None => Vec::new(),
        };
        Ok(Prover(Some(evidence::Prover::new(&puzzle, encoding(name)?, &other_than)?), Slice::FIRST))
    }

    /// Says whether the proof is complete.
    pub fn advance(&mut self) -> Answer<bool> {
        let prover = self.0.as_mut().ok_or_else(taken)?;
        Ok(self.1.spend(|limits| prover.advance(limits.budget))?)
    }

    /// Steps so far.
    pub fn steps(&self) -> f64 {
        self.0.as_ref().map_or(0.0, |prover| prover.steps() as f64)
    }

    /// The formula and the proof, once.
    pub fn finish(&mut self) -> Answer<Ts<protocol::Certificate>> {
        let prover = self.0.take().ok_or_else(taken)?;
        out(&prover.finish()?)
    }
}

/// The check of a proof.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Check(evidence::Check);

#[wasm_bindgen]
impl Check {
    /// Of an LRAT proof that refutes a formula in DIMACS.
    #[wasm_bindgen(constructor)]
    pub fn new(cnf: &str, proof: String) -> Check {
        Check(evidence::Check::new(cnf, proof))
    }

    /// Says whether it is done.
    pub fn advance(&mut self) -> bool {
        self.0.advance()
    }

    /// How much has been followed, in percent.
    pub fn percent(&self) -> f64 {
        self.0.percent()
    }

    /// What was found.
    pub fn verdict(&self) -> Answer<Ts<protocol::Checked>> {
        out(&self.0.verdict())
    }
}
