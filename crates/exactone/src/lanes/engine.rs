//! The face of the engine: many puzzles, a stream of puzzles, one puzzle, the number of solutions.

use std::fmt;

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::block::Place;
use super::limits::Limits;
use super::lone::Lone;
use super::machine::{Machine, Portable};
use super::node::{Node, clear_rows};
use super::position::{Position, to_node};
use super::search::{Aim, Desk, Found, Search};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::sse2::Sse2;
use super::transpose::NODE_WORDS;

/// Puzzles that are worth handing over at once: enough that the lanes are busy most of the time.
///
/// Work for several threads is best cut into pieces of this size, each solved by an engine of its own thread. Answers do not
/// depend on it.
pub const CHUNK: usize = 8192;

/// A puzzle alone that needs to split more nodes than this is searched side by side from then on.
const WIDE_FROM: u32 = 2000;

/// From so many puzzles on the lanes are quicker than one puzzle after the other (17-clue puzzles, by `bench lanes`).
const fn alone_below(width: Width) -> usize {
    match width {
        Width::Portable | Width::Sse2 => 48,
        Width::Simd128 => 64,
        Width::Avx2 | Width::Avx512 => 128,
    }
}

/// What is known about a puzzle, with its solutions: 81 digits from 1 to 9, row by row.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "answers are kept in slices, where a box each would cost more")]
pub enum Answer {
    /// There is no solution.
    None,
    /// There is exactly this solution.
    Unique([u8; 81]),
    /// There are at least these two solutions.
    Several([u8; 81], [u8; 81]),
    /// The puzzle was given up, with perhaps a solution found so far. Only where [`Limits`] were set.
    Unknown(Option<[u8; 81]>),
}

impl Answer {
    /// A solution, if there is one.
    pub fn solution(&self) -> Option<&[u8; 81]> {
        match self {
            Answer::None | Answer::Unknown(None) => None,
            Answer::Unique(grid) | Answer::Several(grid, _) | Answer::Unknown(Some(grid)) => Some(grid),
        }
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |grid: &[u8; 81]| grid.iter().map(|&digit| char::from(b'0' + digit)).collect::<String>();
        match self {
            Answer::None => write!(f, "None"),
            Answer::Unique(grid) => write!(f, "Unique({})", line(grid)),
            Answer::Several(first, second) => write!(f, "Several({}, {})", line(first), line(second)),
            Answer::Unknown(None) => write!(f, "Unknown"),
            Answer::Unknown(Some(grid)) => write!(f, "Unknown({})", line(grid)),
        }
    }
}

/// A number of solutions, or how far the count came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// There are exactly so many.
    Exact(u64),
    /// There are at least so many: the limit was reached or the count was stopped.
    AtLeast(u64),
}

/// How many nodes are searched side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// 128, in plain integers: runs everywhere.
    Portable,
    /// 128, in the vectors of WebAssembly.
    Simd128,
    /// 128, in SSE2 registers: every x86-64 processor has them.
    Sse2,
    /// 256, in AVX2 registers.
    Avx2,
    /// 512, in AVX-512 registers.
    Avx512,
}

impl Width {
    /// All of them, whether this machine has them or not ([`Engine::with_width`] tells), the widest last.
    ///
    /// ```
    /// use exactone::lanes::{Engine, Width};
    /// assert!(Width::ALL.into_iter().filter_map(Engine::with_width).count() > 0);
    /// ```
    pub const ALL: [Width; 5] = [Width::Portable, Width::Simd128, Width::Sse2, Width::Avx2, Width::Avx512];
}

/// The engine with its memory (under a megabyte), to be used again and again. It runs in the thread that calls it; for more,
/// give each thread its own.
///
/// Verdicts and grids do not depend on the width, nor on what is solved beside a puzzle.
///
/// ```
/// use exactone::lanes::{Answer, Givens, Engine};
/// let empty = Givens::default();
/// let answers = Engine::new().solve(&[empty; 3]);
/// assert!(answers.iter().all(|answer| matches!(answer, Answer::Several(..))));
/// ```
pub struct Engine {
    pub(super) lanes: Lanes,
    lone: Lone,
    /// Fewer puzzles than this are searched one by one.
    alone_below: usize,
    /// Room for the lines of a text, and for their answers.
    pub(super) places: Vec<Place>,
    pub(super) rows: Vec<u8>,
}

/// The search, for one of the widths.
pub(super) enum Lanes {
    Portable(Box<Search<Portable>>),
    #[cfg(target_arch = "x86_64")]
    Sse2(Box<Search<Sse2>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Search<Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Search<Avx512>>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Box<Search<Simd128>>),
}

/// Runs the same expression for the width the engine has.
macro_rules! each {
    ($lanes:expr, $search:ident => $run:expr) => {
        match $lanes {
            $crate::lanes::engine::Lanes::Portable($search) => $run,
            #[cfg(target_arch = "x86_64")]
            $crate::lanes::engine::Lanes::Sse2($search) => $run,
            #[cfg(target_arch = "x86_64")]
            $crate::lanes::engine::Lanes::Avx2($search) => $run,
            #[cfg(target_arch = "x86_64")]
            $crate::lanes::engine::Lanes::Avx512($search) => $run,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $crate::lanes::engine::Lanes::Simd128($search) => $run,
        }
    };
}
pub(super) use each;

impl Engine {
    /// An engine as wide as this machine allows.
    pub fn new() -> Engine {
        Width::ALL
            .into_iter()
            .rev()
            .find_map(Engine::with_width)
            .unwrap_or_else(|| Engine::with_lanes(Lanes::Portable(Box::new(Search::new(Portable::new())))))
    }

    /// An engine of this width, where the machine has it.
    pub fn with_width(width: Width) -> Option<Engine> {
        let lanes = match width {
            Width::Portable => Lanes::Portable(Box::new(Search::new(Portable::new()))),
            #[cfg(target_arch = "x86_64")]
            Width::Sse2 => Lanes::Sse2(Box::new(Search::new(Sse2::new()))),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => Lanes::Avx2(Box::new(Search::new(Avx2::detect()?))),
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => Lanes::Avx512(Box::new(Search::new(Avx512::detect()?))),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Sse2 | Width::Avx2 | Width::Avx512 => return None,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Width::Simd128 => Lanes::Simd128(Box::new(Search::new(Simd128::new()))),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Width::Simd128 => return None,
        };
        Some(Engine::with_lanes(lanes))
    }

    /// Sets from how many puzzles on they are searched side by side; fewer are searched one by one. The answers are the same.
    ///
    /// The default is the measured break-even; this is for measuring it again.
    pub fn switching_at(mut self, puzzles: usize) -> Engine {
        self.alone_below = puzzles;
        self
    }

    fn with_lanes(lanes: Lanes) -> Engine {
        let mut engine =
            Engine { lanes, lone: Lone::new(), alone_below: 0, places: Vec::new(), rows: Vec::new() };
        engine.alone_below = alone_below(engine.width());
        engine
    }

    /// The width in use.
    pub fn width(&self) -> Width {
        match self.lanes {
            Lanes::Portable(_) => Width::Portable,
            #[cfg(target_arch = "x86_64")]
            Lanes::Sse2(_) => Width::Sse2,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2(_) => Width::Avx2,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512(_) => Width::Avx512,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Lanes::Simd128(_) => Width::Simd128,
        }
    }

    /// The answer to each puzzle, in order.
    pub fn solve<P: Position>(&mut self, puzzles: &[P]) -> Vec<Answer> {
        self.solve_within(puzzles, &Limits::NONE)
    }

    /// The answer to each puzzle, in order, [`Unknown`](Answer::Unknown) where a limit was reached.
    pub fn solve_within<P: Position>(&mut self, puzzles: &[P], limits: &Limits<'_>) -> Vec<Answer> {
        let mut answers = vec![Answer::Unknown(None); puzzles.len()];
        for (puzzles, answers) in puzzles.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)) {
            self.solve_chunk(puzzles, answers, limits);
        }
        answers
    }

    /// Writes the answer to each puzzle into the place of the same number. What has no partner in the other slice is left alone.
    pub fn solve_into<P: Position>(&mut self, puzzles: &[P], answers: &mut [Answer]) {
        for (puzzles, answers) in puzzles.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)) {
            self.solve_chunk(&puzzles[..puzzles.len().min(answers.len())], answers, &Limits::NONE);
        }
    }

    fn solve_chunk<P: Position>(&mut self, puzzles: &[P], answers: &mut [Answer], limits: &Limits<'_>) {
        if puzzles.len() < self.alone_below {
            for (puzzle, answer) in puzzles.iter().zip(answers) {
                *answer = self.solve_alone(puzzle, limits);
            }
            return;
        }
        let nodes = limits.most_nodes();
        each!(&mut self.lanes, search => {
            let machine = search.machine();
            search.run(Aim { nodes, ..BOTH }, &mut Batch { machine, puzzles, at: 0, answers, limits });
        });
        if nodes < u32::MAX {
            // Neighbours may have searched on behind a second solution: what counts is the search of one node after the other.
            for (puzzle, answer) in puzzles.iter().zip(answers) {
                if matches!(answer, Answer::Unknown(_)) && !limits.stopped() {
                    *answer = self.solve_in_order(puzzle, nodes, limits);
                }
            }
        }
    }

    /// One puzzle, node after node; where that takes long, its nodes side by side.
    fn solve_alone<P: Position>(&mut self, puzzle: &P, limits: &Limits<'_>) -> Answer {
        if limits.stopped() {
            return Answer::Unknown(None);
        }
        let nodes = limits.most_nodes();
        let answer = self.solve_in_order(puzzle, nodes.min(WIDE_FROM), limits);
        if !matches!(answer, Answer::Unknown(_)) || nodes <= WIDE_FROM || limits.stopped() {
            return answer;
        }
        let mut answers = [Answer::Unknown(None)];
        each!(&mut self.lanes, search => {
            let machine = search.machine();
            let puzzles = core::slice::from_ref(puzzle);
            search.run(Aim { nodes, ..BOTH }, &mut Batch { machine, puzzles, at: 0, answers: &mut answers, limits });
        });
        if matches!(answers[0], Answer::Unknown(_)) && nodes < u32::MAX && !limits.stopped() {
            answers[0] = self.solve_in_order(puzzle, nodes, limits);
        }
        answers[0]
    }

    /// One puzzle, node after node.
    pub(super) fn solve_in_order<P: Position>(
        &mut self,
        puzzle: &P,
        nodes: u32,
        limits: &Limits<'_>,
    ) -> Answer {
        each!(&self.lanes, search => {
            let machine = search.machine();
            let mut node = [0; NODE_WORDS];
            to_node(puzzle, machine, &mut node);
            clear_rows(&mut node);
            let done = machine.lone(&mut self.lone, &node, Aim { nodes, ..BOTH }, &mut |_| limits.stopped());
            match (to_answer(machine, &self.lone.found()), done) {
                (answer, true) => answer,
                (answer, false) => Answer::Unknown(answer.solution().copied()),
            }
        })
    }

    /// The answer to one puzzle.
    pub fn solve_one<P: Position>(&mut self, puzzle: &P) -> Answer {
        let mut answer = [Answer::None];
        self.solve_into(core::slice::from_ref(puzzle), &mut answer);
        answer[0]
    }

    /// Answers a stream of puzzles in order, [`CHUNK`] at a time.
    ///
    /// ```
    /// use exactone::lanes::{Givens, Engine};
    /// let mut engine = Engine::new();
    /// let puzzles = std::iter::repeat_n(Givens::default(), 10);
    /// assert_eq!(engine.answers(puzzles).count(), 10);
    /// ```
    pub fn answers<P: Position, I: IntoIterator<Item = P>>(
        &mut self,
        puzzles: I,
    ) -> Answers<'_, I::IntoIter> {
        Answers { engine: self, puzzles: puzzles.into_iter(), ready: Vec::new().into_iter() }
    }

    /// Counts the solutions of a puzzle, up to a limit. `stop` is asked now and then, with the number found so far, whether to
    /// give up.
    ///
    /// ```
    /// use exactone::lanes::{Givens, Count, Engine};
    /// let puzzle = Givens::from_text(
    ///     b"123......456......789.........123......456......789.........147......258......369",
    /// ).unwrap();
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.count(&puzzle, u64::MAX, |_| false), Count::Exact(234_936));
    /// assert_eq!(engine.count(&puzzle, 1000, |_| false), Count::AtLeast(1000));
    /// ```
    pub fn count<P: Position>(&mut self, puzzle: &P, limit: u64, stop: impl FnMut(u64) -> bool) -> Count {
        each!(&mut self.lanes, search => {
            let machine = search.machine();
            let mut desk = Counting { machine, puzzle: Some(puzzle), found: None, stop, limit };
            search.run(Aim { limit, grids: false, nodes: u32::MAX }, &mut desk);
            let sofar = search.counted();
            match desk.found {
                Some(count) if count < limit => Count::Exact(count),
                Some(count) => Count::AtLeast(count),
                None => Count::AtLeast(sofar),
            }
        })
    }
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("width", &self.width()).finish_non_exhaustive()
    }
}

/// Two solutions decide between one and several.
pub(super) const BOTH: Aim = Aim { limit: 2, grids: true, nodes: u32::MAX };

/// A slice of puzzles and the slice their answers go to.
struct Batch<'a, 'l, M, P> {
    machine: M,
    puzzles: &'a [P],
    at: usize,
    answers: &'a mut [Answer],
    limits: &'a Limits<'l>,
}

impl<M: Machine, P: Position> Desk for Batch<'_, '_, M, P> {
    #[inline]
    fn next(&mut self, node: &mut Node) -> Option<u32> {
        let puzzle = self.puzzles.get(self.at)?;
        self.at += 1;
        to_node(puzzle, self.machine, node);
        Some(self.at as u32 - 1)
    }

    #[inline]
    fn answer(&mut self, number: u32, found: Found<'_>) {
        self.answers[number as usize] = to_answer(self.machine, &found);
    }

    fn give_up(&mut self, number: u32, solution: Option<&Node>) {
        self.answers[number as usize] = Answer::Unknown(solution.map(|node| to_grid(self.machine, node)));
    }

    fn stop(&mut self, _: u64) -> bool {
        self.limits.stopped()
    }
}

/// The digits of a solved node.
#[inline]
fn to_grid(machine: impl Machine, node: &Node) -> [u8; 81] {
    let mut grid = [0; 81];
    machine.write_grid(node, 0, &mut grid);
    grid
}

/// The answer that was looked for with [`BOTH`].
#[inline]
fn to_answer(machine: impl Machine, found: &Found<'_>) -> Answer {
    let grid = |node| to_grid(machine, node);
    match found.solutions {
        [None, _] => Answer::None,
        [Some(only), None] => Answer::Unique(grid(only)),
        [Some(first), Some(second)] => Answer::Several(grid(first), grid(second)),
    }
}

/// One puzzle whose solutions are counted.
struct Counting<'a, M, P, F> {
    machine: M,
    puzzle: Option<&'a P>,
    found: Option<u64>,
    stop: F,
    limit: u64,
}

impl<M: Machine, P: Position, F: FnMut(u64) -> bool> Desk for Counting<'_, M, P, F> {
    fn next(&mut self, node: &mut Node) -> Option<u32> {
        to_node(self.puzzle.take()?, self.machine, node);
        Some(0)
    }

    fn answer(&mut self, _: u32, found: Found<'_>) {
        self.found = Some(found.count);
    }

    fn stop(&mut self, counted: u64) -> bool {
        (self.stop)(counted.min(self.limit))
    }
}

/// The answers to a stream of puzzles: [`Engine::answers`].
pub struct Answers<'a, I> {
    engine: &'a mut Engine,
    puzzles: I,
    ready: std::vec::IntoIter<Answer>,
}

impl<P: Position, I: Iterator<Item = P>> Iterator for Answers<'_, I> {
    type Item = Answer;

    fn next(&mut self) -> Option<Answer> {
        if let Some(answer) = self.ready.next() {
            return Some(answer);
        }
        let puzzles: Vec<P> = self.puzzles.by_ref().take(CHUNK).collect();
        self.ready = self.engine.solve(&puzzles).into_iter();
        self.ready.next()
    }
}

impl<I> fmt::Debug for Answers<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").field("ready", &self.ready.len()).finish_non_exhaustive()
    }
}
