//! `exactone solve`: the main job.

pub mod rows;
pub mod report;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use exactone::{Puzzle, SymbolSet, Verdict};

use super::batch::{self, Answered, Chunks, Run, Tally};
use super::engine::{Asked, Choice, Engine};
use crate::args::solve::{Format, SolveArgs};
use crate::face::{self, Face};
use crate::input::item::{Item, PuzzleItem};
use crate::input::reading::Reading;
use crate::input::table::Delimiter;
use crate::language::Language;
use crate::output::apart::{apart, file};
use crate::output::status::Failure;
use crate::output::trace::Trace;
use report::Totals;

/// Runs the command.
pub fn run(args: &SolveArgs, face: &mut Face) -> Result<u8, Failure> {
    let Some(sources) = batch::sources(&args.puzzles) else { return Ok(face::nothing_to_read(face)) };
    let outputs = [("-o", args.output.output.as_deref()), ("--trace", args.dpll.trace.as_deref())];
    apart(sources.iter().filter_map(file), &outputs)?;
    let mut reading = Reading::new(&args.puzzles.reading)?;
    reading.keep_text = matches!(args.format, Some(Format::Csv | Format::Json));
    let symbols = reading.options.symbols;
    let choice = Choice::new(&Asked {
        engine: args.engine,
        encoding: args.encoding,
        clues: args.clues,
        dpll: &args.dpll,
        stats: args.stats,
    })?;
    let seconds = args.seconds.map(|seconds| seconds.0);
    // Lines to lines need no puzzle in between.
    reading.blocks = match args.format {
        Some(format) => format == Format::Line,
        None => !face.data_on_terminal(&args.output),
    } && !args.stats
        && choice.takes_blocks();
    let blocks = reading.blocks;
    let mut chunks = Chunks::new(sources.clone(), reading);
    if blocks {
        chunks = chunks.with_blocks();
    }
    let format = match args.format {
        Some(format) => format,
        None if face.data_on_terminal(&args.output) && chunks.is_one_puzzle() => Format::Grid,
        None => Format::Line,
    };
    if format == Format::Csv {
        chunks = chunks.with_tables();
    }
    // Steps are told in the order of the input.
    let threads = if choice.trace().is_some() { Some(1) } else { args.threads };
    let mut run = Run::begin(face, &args.output, &sources, threads)?;
    if format == Format::Csv && !matches!(chunks.first(), Some(Item::Header { .. })) {
        run.output.put(rows::CSV_HEADER.as_bytes())?;
    }
    let style = Style { format, symbols, color: face.color, language: face.language() };
    let totals = args.stats.then(|| Arc::new(Mutex::new(Totals::default())));
    let table = if format == Format::Csv { Table::of(&mut chunks) } else { None };
    let (tally, end) = run.go(face, chunks, || {
        let mut engine = Engine::new(&choice);
        let (trace, totals) = (choice.trace().cloned(), totals.clone());
        move |items: Vec<Item>, answered: &mut Answered| {
            engine.reset();
            let puzzles = solved(&items, &mut engine, seconds, trace.as_ref(), totals.as_deref());
            if items.iter().any(|item| matches!(item, Item::Block { .. })) {
                return style.blocks(answered, &mut engine, seconds, items, puzzles);
            }
            for (item, verdict) in items.iter().zip(puzzles) {
                match item {
                    Item::Header { record, delimiter, .. } => {
                        rows::table_header(&mut answered.bytes, record, *delimiter);
                    }
                    Item::Puzzle(item) => style.answer(answered, item, verdict, table),
                    Item::Unreadable { .. } | Item::Block { .. } => {}
                }
            }
        }
    })?;
    if let Some(trace) = choice.trace() {
        trace.finish()?;
    }
    if let Some(totals) = totals.as_ref().and_then(|totals| totals.lock().ok()) {
        for line in totals.lines(face.language()) {
            face.messages.note(&line);
        }
    }
    let (counts, no) = (report::counts(&tally, style.language), report::no(&tally, style.language));
    run.finish(face, &tally, end, &counts, no)
}

/// The answer to each item that is a puzzle, with the puzzle.
type Solved = Option<(Puzzle, Result<Verdict, String>)>;

/// Solves the puzzles among the items: all at once, or one by one where the search of each is traced or measured.
fn solved(
    items: &[Item],
    engine: &mut Engine,
    seconds: Option<Duration>,
    trace: Option<&Trace>,
    totals: Option<&Mutex<Totals>>,
) -> Vec<Solved> {
    let mut at = Vec::new();
    let mut puzzles = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if let Item::Puzzle(item) = item
            && let Ok(given) = &item.given
        {
            at.push((index, item.place.line));
            puzzles.push(Puzzle::from(given.clone()));
        }
    }
    let mut verdicts: Vec<Option<Result<Verdict, String>>> = puzzles.iter().map(|_| None).collect();
    if trace.is_none() && totals.is_none() {
        engine.solve_all(&puzzles, seconds, |at, verdict, _| verdicts[at] = Some(verdict));
    } else {
        for ((verdict, puzzle), &(_, line)) in verdicts.iter_mut().zip(&puzzles).zip(&at) {
            if let Some(trace) = trace {
                trace.puzzle(line, &puzzle.to_line());
            }
            let start = Instant::now();
            let (answer, search) = engine.solve(puzzle, seconds);
            *verdict = Some(answer);
            if let (Some(totals), Some(search)) = (totals, search)
                && let Ok(mut totals) = totals.lock()
            {
                totals.add(line, &search, start.elapsed());
            }
        }
    }
    let mut solved: Vec<Solved> = items.iter().map(|_| None).collect();
    for (((index, _), puzzle), verdict) in at.into_iter().zip(puzzles).zip(verdicts) {
        solved[index] = verdict.map(|verdict| (puzzle, verdict));
    }
    solved
}

/// The table that answers are added to.
#[derive(Clone, Copy)]
struct Table {
    columns: usize,
    delimiter: Delimiter,
}

impl Table {
    fn of(chunks: &mut Chunks) -> Option<Table> {
        match chunks.first() {
            Some(Item::Header { record, delimiter, .. }) => {
                Some(Table { columns: record.fields(*delimiter).len(), delimiter: *delimiter })
            }
            _ => None,
        }
    }
}

/// How answers are written.
#[derive(Clone, Copy)]
struct Style {
    format: Format,
    symbols: SymbolSet,
    color: bool,
    language: Language,
}

impl Style {
    /// Solves the blocks and writes all answers in the order of the items.
    fn blocks(
        self,
        answered: &mut Answered,
        engine: &mut Engine,
        seconds: Option<Duration>,
        items: Vec<Item>,
        puzzles: Vec<Solved>,
    ) {
        // One text for the engine, in which a line that is no puzzle stands for what has its answer already.
        const PLACE: &[u8] = b"!\n";
        let mut text = Vec::new();
        let mut others = Vec::new();
        for (item, solved) in items.into_iter().zip(puzzles) {
            match item {
                Item::Block { text: block, .. } if text.is_empty() => text = block,
                Item::Block { text: block, .. } => text.extend_from_slice(&block),
                Item::Puzzle(item) => {
                    text.extend_from_slice(PLACE);
                    others.push((item, solved));
                }
                Item::Header { .. } | Item::Unreadable { .. } => {}
            }
        }
        let mut others = others.into_iter();
        let mut tally = Tally::default();
        let mut out = std::mem::take(&mut answered.bytes);
        engine.solve_block(&text, seconds, &mut tally, &mut out, |out| {
            if let Some((item, solved)) = others.next() {
                std::mem::swap(out, &mut answered.bytes);
                self.answer(answered, &item, solved, None);
                std::mem::swap(out, &mut answered.bytes);
            }
        });
        answered.bytes = out;
        answered.tally.add(&tally);
    }

    /// Writes the answer to one puzzle and counts it.
    fn answer(self, answered: &mut Answered, item: &PuzzleItem, solved: Solved, table: Option<Table>) {
        match (&item.given, solved) {
            (Err(bad), _) => {
                answered.bad_input(bad, self.language);
                self.write(&mut answered.bytes, item, None, None, table);
            }
            (Ok(_), Some((puzzle, Ok(verdict)))) => {
                answered.tally.count(verdict.status());
                self.write(&mut answered.bytes, item, Some(&puzzle), Some(&verdict), table);
            }
            (Ok(_), Some((_, Err(text)))) => {
                answered.refuse("engine", &item.place, text);
                self.write(&mut answered.bytes, item, None, None, table);
            }
            (Ok(_), None) => {}
        }
    }

    fn write(
        self,
        out: &mut Vec<u8>,
        item: &PuzzleItem,
        puzzle: Option<&Puzzle>,
        verdict: Option<&Verdict>,
        table: Option<Table>,
    ) {
        let symbols = self.symbols;
        match (self.format, table) {
            (Format::Line, _) => rows::line(out, verdict, symbols),
            (Format::Json, _) => rows::json(out, item, verdict, symbols),
            (Format::Csv, None) => rows::csv(out, item, verdict, symbols),
            (Format::Csv, Some(table)) => {
                rows::table_row(out, item.record.as_ref(), table.columns, table.delimiter, verdict, symbols);
            }
            (Format::Grid, _) => report::grid(out, puzzle, verdict, symbols, self.color, self.language),
        }
    }
}
