//! The messages between the page and the libraries. Cells are numbered row by row from 0, digits from 1, literals are
//! DIMACS integers.

use std::fmt;

use exactone::words::{Language, Say};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A sentence in both languages: the page may change its own while it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Tsify)]
pub struct Said {
    /// English; empty where there is nothing to say.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl<T: Say> From<&T> for Said {
    fn from(what: &T) -> Said {
        Said { en: what.say(Language::English), zh: what.say(Language::Chinese) }
    }
}

impl Said {
    /// With these words.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Said {
        Said { en: en.into(), zh: zh.into() }
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub Said);

impl Failure {
    /// With these words.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Failure {
        Failure(Said::new(en, zh))
    }

    /// A message that is not as the two ends of the page agreed: no fault of who uses it.
    pub fn of_message(error: impl fmt::Display) -> Failure {
        Failure::new(format!("not a message of this page: {error}"), format!("不是本页的消息：{error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

impl<E: Say> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(Said::from(&error))
    }
}

/// A puzzle as the page holds it.
#[derive(Clone, Debug, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Puzzle {
    /// Rows of a box.
    pub box_rows: usize,
    /// Columns of a box.
    pub box_columns: usize,
    /// One digit a cell, 0 where there is no clue.
    pub cells: Vec<u8>,
    /// For a pencilmark puzzle: the digits still allowed, cell by cell.
    #[tsify(optional)]
    pub allowed: Option<Vec<bool>>,
}

/// A text that was read, or what is wrong with it.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// The puzzle, if the text holds one.
    pub puzzle: Option<Puzzle>,
    /// Its text as one line.
    pub line: String,
    /// What is wrong, else empty.
    pub message: String,
}

/// What is true of a puzzle.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// `unique`, `several`, `none` or `unknown`.
    pub status: String,
    /// A solution, if there is one.
    pub first: Option<Vec<u8>>,
    /// Another one, if there is one.
    pub second: Option<Vec<u8>>,
    /// Clues that break a rule among themselves.
    pub clashes: Vec<Clash>,
    /// Where there is no solution: a set of clues that has none by itself and of which none can be spared.
    pub blamed: Vec<usize>,
}

/// Clues that break one rule.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Clash {
    /// In words.
    pub sentence: String,
    /// The cells.
    pub cells: Vec<usize>,
}

/// The size of an encoding.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct EncodingSize {
    /// Variables.
    pub variables: u32,
    /// Clauses without the clues.
    pub clauses: usize,
    /// Variables that are still open when the clues are put in.
    pub free_variables: usize,
    /// Clauses that are then not yet satisfied.
    pub open_clauses: usize,
}

/// Which clauses to list: those that speak of all that is named.
#[derive(Clone, Copy, Debug, Default, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct ClauseFilter {
    /// A cell.
    #[tsify(optional)]
    pub cell: Option<usize>,
    /// A digit.
    #[tsify(optional)]
    pub digit: Option<u8>,
    /// A row, 0-based.
    #[tsify(optional)]
    pub row: Option<usize>,
    /// A column, 0-based.
    #[tsify(optional)]
    pub column: Option<usize>,
    /// A box, 0-based.
    #[tsify(optional)]
    pub box_index: Option<usize>,
    /// How many to leave out at the start.
    pub skip: usize,
    /// How many to list at most.
    pub take: usize,
}

/// A page of clauses.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ClausePage {
    /// How many there are in all.
    pub total: usize,
    /// Those asked for.
    pub clauses: Vec<ClauseLine>,
}

/// One clause.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ClauseLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its literals.
    pub literals: Vec<i32>,
    /// What they say, shortly.
    pub labels: Vec<String>,
    /// As a sentence.
    pub sentence: String,
    /// The cells it speaks of.
    pub cells: Vec<usize>,
}

/// How a search is to run.
#[derive(Clone, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SearchOptions {
    /// `dpll` or `cdcl`.
    pub engine: String,
    /// `minimal`, `efficient`, `extended` or `triads`.
    pub encoding: String,
    /// `first`, `moms` or `jeroslow-wang`, for `dpll`.
    pub branching: String,
    /// Whether `dpll` sets pure literals.
    pub pure_literals: bool,
    /// Whether `cdcl` restarts.
    pub restarts: bool,
    /// Whether `cdcl` keeps what conflicts teach; without, it does not restart either.
    pub learning: bool,
    /// Literals to try first, as decisions.
    pub what_if: Vec<i32>,
    /// How many steps to keep at most.
    pub limit: usize,
}

/// How far a search has been recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SearchEnd {
    /// Steps recorded.
    pub steps: usize,
    /// `satisfiable`, `unsatisfiable` or `unknown` (there was no room for more steps).
    pub outcome: String,
    /// Variables of the formula.
    pub variables: u32,
}

/// What there is to see after a number of steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SearchState {
    /// Steps taken.
    pub position: usize,
    /// The last step, in words; empty at the start.
    pub sentence: String,
    /// Its kind: `decide`, `propagate`, `pure`, `conflict`, `learnt`, `backtrack`, `restart`, `delete`, or empty.
    pub kind: String,
    /// The literals of the clause it speaks of.
    pub clause: Vec<i32>,
    /// The cells of that clause and of the literal.
    pub cells: Vec<usize>,
    /// The number of decisions on the trail.
    pub level: u32,
    /// The literal that the step set, else 0.
    pub literal: i32,
    /// The trail: three numbers an entry, the literal, its level, and 0 decided, 1 propagated, 2 pure.
    pub trail: Vec<i32>,
    /// Decisions, propagations, pure assignments, conflicts, learnt clauses, backtracks, restarts.
    pub counters: Vec<u32>,
}

/// Why a literal is true.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The step that set it, counted from 1: the position just after it.
    pub position: usize,
    /// That step, in words.
    pub sentence: String,
    /// The clause that forced it; empty for decisions and pure literals.
    pub clause: Vec<i32>,
    /// What its literals say, shortly.
    pub labels: Vec<String>,
    /// The cells it speaks of.
    pub cells: Vec<usize>,
}

/// The implication graph of a conflict.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Graph {
    /// The literals.
    pub nodes: Vec<GraphLit>,
    /// Pairs of node numbers.
    pub edges: Vec<(usize, usize)>,
    /// The nodes that make the conflicting clause false.
    pub conflict: Vec<usize>,
    /// The clause of the cut.
    pub learnt: Vec<i32>,
    /// What it says.
    pub sentence: String,
    /// The level to which the search may jump back: the second highest of the learnt clause.
    pub back_to: u32,
    /// The level of the conflict.
    pub level: u32,
}

/// One literal of the graph.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GraphLit {
    /// The literal.
    pub literal: i32,
    /// What it says.
    pub label: String,
    /// Its level.
    pub level: u32,
    /// `conflict`, `uip`, `reason` or `always`.
    pub side: String,
}

/// One encoding in the race.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RaceLine {
    /// The encoding.
    pub encoding: String,
    /// Variables.
    pub variables: u32,
    /// Clauses.
    pub clauses: usize,
    /// Cells that unit propagation alone fills in.
    pub filled: usize,
    /// Literals that unit propagation alone fixes among the cells' own.
    pub fixed: usize,
    /// Whether unit propagation alone finds that there is no solution.
    pub contradiction: bool,
    /// Decisions of the CDCL search until the first solution.
    pub decisions: f64,
    /// Its conflicts.
    pub conflicts: f64,
    /// Whether it came to its end.
    pub decided: bool,
}

/// What there is to say about a file of statements.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct FormulaReport {
    /// What is wrong with the text, else empty.
    pub error: String,
    /// Names in order.
    pub names: Vec<String>,
    /// The sentences of the names that have one, as `name: sentence`.
    pub sentences: Vec<String>,
    /// The truth table: one row a line of 0s and 1s, the value last; empty beyond eight names.
    pub table: Vec<String>,
    /// `satisfiable`, `unsatisfiable` or `unknown`.
    pub status: String,
    /// Literals that are true in every model.
    pub forced: Vec<Named>,
    /// Where there is no model: the fewest statements that contradict each other.
    pub guilty: Vec<String>,
    /// Models, most 100; what does not matter is left out.
    pub models: Vec<String>,
    /// How many models there are in all; with a `+` behind it if there may be more.
    pub count: String,
}

/// A literal of a formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// As `A` or `~A`.
    pub literal: String,
    /// Whether it is the name itself, not its negation.
    pub positive: bool,
    /// What the name says, else empty.
    pub sentence: String,
}

/// A formula in another form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// The formula; empty where it could not be made.
    pub text: String,
    /// Clauses, where the form has any.
    pub clauses: usize,
    /// Variables.
    pub variables: usize,
    /// For the simplified form: whether it is proved that there is none simpler.
    pub minimum: bool,
    /// For Tseitin's form: the clauses in DIMACS.
    pub dimacs: String,
    /// What is wrong, else empty.
    pub message: Said,
}

/// A proof that a puzzle has no other solution, or none at all.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// The formula in DIMACS.
    pub cnf: String,
    /// The proof in LRAT.
    pub proof: String,
    /// Steps of the proof.
    pub steps: usize,
    /// Variables of the formula.
    pub variables: u32,
    /// Its clauses.
    pub clauses: usize,
}

/// What the checker says of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// What is wrong with it, else empty.
    pub message: Said,
    /// Clauses that were checked.
    pub steps: usize,
}
