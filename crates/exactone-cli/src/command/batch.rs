//! What every command over many puzzles does: read ahead, work in parallel, write in order, count.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use exactone::{GridProblem, lanes};

use crate::args::OutputArgs;
use crate::args::puzzles::PuzzlesArgs;
use crate::face::Face;
use crate::input::item::{BadInput, Item, Solution, Unreadable};
use crate::input::puzzles::PuzzleStream;
use crate::input::reading::Reading;
use crate::input::source::Source;
use crate::interrupt;
use crate::language::Language;
use crate::output::apart::{apart, file};
use crate::output::messages::Place;
use crate::output::progress::Progress;
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};
use crate::pipeline::{self, End};
use crate::words;

/// How many cells of puzzles make a chunk: 2048 puzzles of 9x9, enough to keep the lanes of their engine busy. The
/// same for every number of threads.
const CHUNK_CELLS: usize = 2048 * 81;

/// Counts of what happened, to be added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Puzzles that have an answer, the invalid ones included.
    pub puzzles: u64,
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// Puzzles with more.
    pub several: u64,
    /// Puzzles with none.
    pub none: u64,
    /// Puzzles not decided within a limit.
    pub unknown: u64,
    /// What is no puzzle.
    pub invalid: u64,
    /// Grids that are wrong.
    pub wrong: u64,
    /// Inputs that could not be read.
    pub unreadable: u64,
}

impl Tally {
    /// Adds the counts of another part of the run.
    pub fn add(&mut self, other: &Tally) {
        self.puzzles += other.puzzles;
        self.unique += other.unique;
        self.several += other.several;
        self.none += other.none;
        self.unknown += other.unknown;
        self.invalid += other.invalid;
        self.wrong += other.wrong;
        self.unreadable += other.unreadable;
    }

    /// Counts an answer.
    pub fn count(&mut self, status: exactone::Status) {
        self.puzzles += 1;
        match status {
            exactone::Status::Unique => self.unique += 1,
            exactone::Status::Several => self.several += 1,
            exactone::Status::None => self.none += 1,
            exactone::Status::Unknown => self.unknown += 1,
            exactone::Status::Invalid => self.invalid += 1,
        }
    }

    /// Puzzles that were looked at and not given up.
    pub fn decided(&self) -> u64 {
        self.puzzles.saturating_sub(self.unknown + self.invalid)
    }

    /// How many answers of this status there were.
    pub fn of(&self, status: exactone::Status) -> u64 {
        match status {
            exactone::Status::Unique => self.unique,
            exactone::Status::Several => self.several,
            exactone::Status::None => self.none,
            exactone::Status::Unknown => self.unknown,
            exactone::Status::Invalid => self.invalid,
        }
    }

    /// 2 for bad input, else 3 for something undecided, else nothing.
    pub fn status(&self) -> Status {
        if self.invalid + self.unreadable > 0 {
            Status::Bad
        } else if self.unknown > 0 {
            Status::Undecided
        } else {
            Status::Holds
        }
    }
}

/// A message that a worker has for the person, in the order of the input.
#[derive(Clone, Debug)]
pub struct Message {
    /// Messages of a kind are limited together.
    pub kind: &'static str,
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
}

/// What became of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// Data to write.
    pub bytes: Vec<u8>,
    /// What to say.
    pub messages: Vec<Message>,
    /// What to count.
    pub tally: Tally,
}

impl Answered {
    /// Notes a puzzle that is none; the caller writes what stands in its place.
    pub fn bad_input(&mut self, bad: &BadInput, language: Language) {
        let text = words::problem(&bad.problem, language);
        self.refuse(words::kind_of(&bad.problem), &bad.place, text);
    }

    /// Notes a puzzle that cannot be taken, for this reason.
    pub fn refuse(&mut self, kind: &'static str, place: &Place, text: String) {
        self.tally.puzzles += 1;
        self.tally.invalid += 1;
        self.messages.push(Message { kind, place: place.clone(), text });
    }

    /// Notes a solution that is none.
    pub fn bad_solution(&mut self, bad: &BadInput, language: Language) {
        let text = words::problem(&bad.problem, language);
        self.refuse(words::kind_of(&bad.problem), &bad.place, text);
    }

    /// Notes an input that cannot be read.
    fn unreadable(&mut self, item: &Item, language: Language) {
        if let Item::Unreadable { place, cause } = item {
            self.tally.unreadable += 1;
            let text = words::unreadable(cause, language);
            self.messages.push(Message { kind: "unreadable", place: place.clone(), text });
        }
    }
}

/// Where a command's data goes and how it runs.
pub struct Run {
    /// The data.
    pub output: Sink,
    /// The bar, where there is one.
    pub progress: Progress,
    /// Since the command began.
    pub start: Instant,
    /// How many threads work.
    pub threads: usize,
}

impl Run {
    /// A run with this output, a progress bar over `sources` where one may be shown.
    pub fn begin(
        face: &mut Face,
        output: &OutputArgs,
        sources: &[Source],
        threads: Option<u16>,
    ) -> Result<Run, Failure> {
        apart(sources.iter().filter_map(file), &[("-o", output.output.as_deref())])?;
        let output = Sink::open(output.output.as_deref())?;
        let progress = Progress::over(total_size(sources), face.progress);
        face.messages.beside(&progress);
        let threads = match threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Run { output, progress, start: Instant::now(), threads })
    }

    /// Runs chunks of the stream through workers and writes what they answer. `head` is written first.
    pub fn go<Work>(
        &mut self,
        face: &mut Face,
        mut stream: Chunks,
        worker: impl Fn() -> Work,
    ) -> Result<(Tally, End), Failure>
    where
        Work: FnMut(Vec<Item>, &mut Answered) + Send + 'static,
    {
        let language = face.language();
        let consumed = stream.stream.consumed();
        interrupt::answer_signals();
        let mut tally = Tally::default();
        let (output, progress) = (&mut self.output, &self.progress);
        let end = pipeline::run(
            self.threads,
            &interrupt::STOP,
            move || stream.next_chunk(),
            || {
                let mut work = worker();
                move |items: Vec<Item>| {
                    let mut answered = Answered::default();
                    let mut rest = Vec::with_capacity(items.len());
                    for item in items {
                        match item {
                            Item::Unreadable { .. } => answered.unreadable(&item, language),
                            item => rest.push(item),
                        }
                    }
                    work(rest, &mut answered);
                    answered
                }
            },
            |answered: Answered| {
                tally.add(&answered.tally);
                face.so_far = face.so_far.and(answered.tally.status());
                for message in &answered.messages {
                    face.messages.at(message.kind, &message.place, &message.text);
                }
                progress.set(consumed.load(Ordering::Relaxed));
                progress.say(|| words::puzzles(tally.puzzles, language));
                output.put(&answered.bytes)
            },
        );
        self.progress.clear();
        Ok((tally, end?))
    }

    /// Completes the output and prints the summary: `counts` in words, the time, and why the status is not 0.
    /// Gives the exit status.
    pub fn finish(
        self,
        face: &mut Face,
        tally: &Tally,
        end: End,
        counts: &str,
        no: Option<String>,
    ) -> Result<u8, Failure> {
        let language = face.language();
        let mut status = tally.status();
        if no.is_some() {
            status = status.and(Status::No);
        }
        if end == End::Stopped {
            status = status.and(Status::Undecided);
        }
        match end {
            End::Complete => self.output.finish()?,
            // A file that is not complete does not appear; a terminal or pipe gets what there is.
            End::Stopped if !self.output.is_file() => self.output.finish()?,
            End::Stopped => drop(self.output),
            End::Broken => {
                return Err(Failure::both(
                    "a worker stopped unexpectedly; please report this",
                    "一个工作线程意外中止；请报告此问题",
                ));
            }
        }
        face.messages.close();
        let speed = words::speed(tally.decided(), self.start.elapsed().as_secs_f64(), language);
        face.messages.note(&format!("{counts}; {speed}"));
        if cfg!(debug_assertions) {
            face.messages.note(words::debug_build(language));
        }
        let why = match status {
            Status::Holds => return Ok(0),
            Status::No => no.unwrap_or_default(),
            Status::Undecided if end == End::Stopped => language.pick("interrupted", "已中断").to_owned(),
            Status::Undecided => words::puzzles_that(
                tally.unknown,
                "not decided within the limit",
                "未能在限制内判定",
                language,
            ),
            Status::Bad if tally.unreadable > 0 => words::inputs_unreadable(tally.unreadable, language),
            Status::Bad => words::puzzles_that(tally.invalid, "could not be taken", "无法接受", language),
        };
        face.messages.note(&words::reason(status.code(), &why, language));
        Ok(status.code())
    }
}

/// The sources of a command's arguments, or `None` when a terminal is all there is.
pub fn sources(args: &PuzzlesArgs) -> Option<Vec<Source>> {
    Source::from_arguments(&args.inputs)
}

fn total_size(sources: &[Source]) -> Option<u64> {
    sources
        .iter()
        .map(|source| match source {
            Source::File(path) => {
                std::fs::metadata(path).ok().filter(|about| about.is_file()).map(|about| about.len())
            }
            Source::Argument(_) => Some(0),
            Source::Stdin => None,
        })
        .sum()
}

/// The items of a stream in chunks of about the same work.
pub struct Chunks {
    stream: PuzzleStream,
    ahead: std::collections::VecDeque<Item>,
    /// Solutions from another input, one for each puzzle.
    solutions: Option<PuzzleStream>,
    /// What headers are for: `None` where they are dropped.
    tables: Option<Tables>,
    chunk_cells: usize,
}

/// Keeps the headers of tables to one.
#[derive(Debug, Default)]
struct Tables {
    first: Option<Vec<u8>>,
    /// Something without a header came first.
    plain: bool,
}

impl Chunks {
    /// Chunks of these sources.
    pub fn new(sources: Vec<Source>, reading: Reading) -> Chunks {
        Chunks {
            stream: PuzzleStream::new(sources, reading),
            ahead: Default::default(),
            solutions: None,
            tables: None,
            chunk_cells: CHUNK_CELLS,
        }
    }

    /// With the headers of tables: the first is kept, and inputs with other columns are refused.
    pub fn with_tables(self) -> Chunks {
        Chunks { tables: Some(Tables::default()), ..self }
    }

    /// With the solution of each puzzle from this other input, in the same order.
    pub fn with_solutions(self, source: Source, reading: Reading) -> Chunks {
        Chunks { solutions: Some(PuzzleStream::new(vec![source], reading)), ..self }
    }

    /// With chunks of one puzzle each, for work that takes its time.
    pub fn one_by_one(self) -> Chunks {
        Chunks { chunk_cells: 1, ..self }
    }

    /// With chunks as large as blocks of lines.
    pub fn with_blocks(self) -> Chunks {
        Chunks { chunk_cells: lanes::CHUNK * 81, ..self }
    }

    /// With chunks of about so many cells.
    pub fn of_cells(self, cells: usize) -> Chunks {
        Chunks { chunk_cells: cells, ..self }
    }

    /// Whether there is just one puzzle in the whole input. Reads ahead.
    pub fn is_one_puzzle(&mut self) -> bool {
        while self.ahead.iter().filter(|item| matches!(item, Item::Puzzle(_))).count() < 2 {
            match self.stream.next() {
                Some(item) => self.ahead.push_back(item),
                None => break,
            }
        }
        self.ahead.iter().filter(|item| matches!(item, Item::Puzzle(_))).count() == 1
    }

    /// The first header or puzzle of the input. Reads ahead.
    pub fn first(&mut self) -> Option<&Item> {
        let matters = |item: &Item| !matches!(item, Item::Unreadable { .. });
        while !self.ahead.iter().any(matters) {
            let item = self.stream.next()?;
            self.ahead.push_back(item);
        }
        self.ahead.iter().find(|item| matters(item))
    }

    fn next_item(&mut self) -> Option<Item> {
        loop {
            let item = match self.ahead.pop_front().or_else(|| self.stream.next()) {
                Some(item) => item,
                None => return self.solutions_left(),
            };
            if let Some(item) = self.admit(item) {
                return Some(self.beside(item));
            }
        }
    }

    /// The item with its solution from the other input.
    fn beside(&mut self, mut item: Item) -> Item {
        if let (Some(solutions), Item::Puzzle(puzzle)) = (&mut self.solutions, &mut item) {
            let found = loop {
                match solutions.next() {
                    None => break Solution::Missing,
                    Some(Item::Header { .. } | Item::Block { .. }) => {}
                    Some(Item::Puzzle(solution)) => {
                        break match solution.given {
                            Ok(given) => Solution::Given(given),
                            Err(bad) => Solution::Bad(bad),
                        };
                    }
                    Some(unreadable) => self.ahead.push_front(unreadable),
                }
            };
            puzzle.solution = Some(found);
        }
        item
    }

    /// At the end of the puzzles: what is left of the other input.
    fn solutions_left(&mut self) -> Option<Item> {
        let mut solutions = self.solutions.take()?;
        solutions.find_map(|item| match item {
            Item::Puzzle(puzzle) => {
                Some(Item::Unreadable { place: puzzle.place, cause: Unreadable::SolutionsLeft })
            }
            Item::Unreadable { .. } => Some(item),
            Item::Header { .. } | Item::Block { .. } => None,
        })
    }

    /// The item as it goes on, or `None` for a header that is not needed.
    fn admit(&mut self, item: Item) -> Option<Item> {
        let tables = match (&mut self.tables, &item) {
            (Some(tables), _) => tables,
            (None, Item::Header { .. }) => return None,
            (None, _) => return Some(item),
        };
        let place = match &item {
            Item::Unreadable { .. } | Item::Block { .. } => return Some(item),
            Item::Header { record, input, .. } => match &tables.first {
                None if !tables.plain => {
                    tables.first = Some(record.raw.clone());
                    return Some(item);
                }
                Some(first) if *first == record.raw => return None,
                _ => Place::whole(input),
            },
            Item::Puzzle(puzzle) if puzzle.record.is_some() || tables.first.is_none() => {
                tables.plain |= puzzle.record.is_none() && tables.first.is_none();
                return Some(item);
            }
            // A record too long to be kept belongs to its table all the same.
            Item::Puzzle(puzzle)
                if matches!(&puzzle.given, Err(BadInput { problem: GridProblem::TooLong { .. }, .. })) =>
            {
                return Some(item);
            }
            Item::Puzzle(puzzle) => Place::whole(&puzzle.place.input),
        };
        // What was read ahead of the same input is left too.
        let input = place.input.clone();
        self.stream.skip_input_named(&input);
        self.ahead.retain(|item| match item {
            Item::Puzzle(puzzle) => puzzle.place.input != input,
            _ => true,
        });
        Some(Item::Unreadable { place, cause: Unreadable::OtherColumns })
    }

    fn next_chunk(&mut self) -> Option<Vec<Item>> {
        let mut chunk = Vec::new();
        let mut cells = 0;
        while cells < self.chunk_cells {
            let Some(item) = self.next_item() else { break };
            cells += match &item {
                Item::Puzzle(puzzle) => puzzle.given.as_ref().map_or(81, |given| given.shape().cell_count()),
                Item::Block { lines, .. } => *lines as usize * 81,
                _ => 0,
            };
            chunk.push(item);
        }
        (!chunk.is_empty()).then_some(chunk)
    }
}

/// A clock for the search for the fewest cells: it stands still but for being looked at (about every 2,000
/// propagations and once a query), so that the same puzzle gets the same answer on every machine.
pub fn patience() -> impl Fn() -> bool + Sync {
    const LOOKS: u64 = 10_000;
    let looks = AtomicU64::new(0);
    move || looks.fetch_add(1, Ordering::Relaxed) >= LOOKS
}

/// A clock that says when a limit of seconds has passed, counted from when it is made.
pub fn clock(limit: Option<Duration>) -> impl Fn() -> bool + Sync + Copy {
    let start = Instant::now();
    move || limit.is_some_and(|limit| start.elapsed() >= limit)
}
