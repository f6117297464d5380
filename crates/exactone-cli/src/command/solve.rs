//! `exactone solve`: the main job.

pub mod rows;
mod report;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use exactone::{Puzzle, SymbolSet};

use super::batch::{self, Answered, Chunks, Run, Tally};
use super::engine::{Asked, Choice, Engine};
use crate::args::solve::{Format, SolveArgs};
use crate::face::{self, Face};
use crate::input::puzzles::{Item, PuzzleItem, Reading};
use crate::input::table::Delimiter;
use crate::language::Language;
use crate::output::status::Failure;
use crate::words;
use report::Totals;
use rows::Solved;

/// Runs the command.
pub fn run(args: &SolveArgs, face: &mut Face) -> Result<u8, Failure> {
    let Some(sources) = batch::sources(&args.puzzles) else { return Ok(face::nothing_to_read()) };
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
    let mut chunks = Chunks::new(sources.clone(), reading);
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
    let seconds = args.seconds.map(|seconds| seconds.0);
    let table = Table::of(&mut chunks);
    let (tally, end) = run.go(face, chunks, || {
        let mut engine = Engine::new(&choice);
        let (trace, totals) = (choice.trace().cloned(), totals.clone());
        move |items: Vec<Item>, answered: &mut Answered| {
            engine.reset();
            for item in items {
                match item {
                    Item::Header { record, delimiter, .. } => {
                        rows::table_header(&mut answered.bytes, &record, delimiter);
                    }
                    Item::Puzzle(item) => {
                        let puzzle = item.given.as_ref().ok().cloned().map(Puzzle::from);
                        let start = Instant::now();
                        let answer = match (&item.given, &puzzle) {
                            (Ok(_), Some(puzzle)) => {
                                if let Some(trace) = &trace {
                                    trace.puzzle(item.place.line, &puzzle.to_line());
                                }
                                engine.solve(puzzle, seconds)
                            }
                            (Err(bad), _) => {
                                answered.bad_input(bad, style.language);
                                style.write(&mut answered.bytes, &item, None, &Solved::Invalid, None, table);
                                continue;
                            }
                            (Ok(_), None) => continue,
                        };
                        match answer {
                            Ok(answer) => {
                                count(&mut answered.tally, &answer.solved);
                                let clash = answer.clash.as_ref();
                                style.write(
                                    &mut answered.bytes,
                                    &item,
                                    puzzle.as_ref(),
                                    &answer.solved,
                                    clash,
                                    table,
                                );
                                if let (Some(totals), Some((encoded, stats))) = (&totals, &answer.stats)
                                    && let Ok(mut totals) = totals.lock()
                                {
                                    totals.add(item.place.line, encoded, stats, start.elapsed());
                                }
                            }
                            Err(text) => {
                                answered.refuse("engine", &item.place, text);
                                style.write(&mut answered.bytes, &item, None, &Solved::Invalid, None, table);
                            }
                        }
                    }
                    Item::Unreadable { .. } => {}
                }
            }
        }
    })?;
    if let Some(trace) = choice.trace() {
        trace.finish()?;
    }
    if let Some(totals) = totals.as_ref().and_then(|totals| totals.lock().ok()) {
        for line in totals.lines() {
            face.messages.note(&line);
        }
    }
    let (counts, no) = (report::counts(&tally, style.language), report::no(&tally, style.language));
    run.finish(face, &tally, end, &counts, no)
}

fn count(tally: &mut Tally, solved: &Solved) {
    tally.puzzles += 1;
    match solved {
        Solved::Unique(_) => tally.unique += 1,
        Solved::Several(..) => tally.several += 1,
        Solved::None => tally.none += 1,
        Solved::Unknown(_) => tally.unknown += 1,
        Solved::Invalid => tally.invalid += 1,
    }
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
    fn write(
        self,
        out: &mut Vec<u8>,
        item: &PuzzleItem,
        puzzle: Option<&Puzzle>,
        solved: &Solved,
        clash: Option<&exactone::Violation>,
        table: Option<Table>,
    ) {
        match (self.format, table) {
            (Format::Line, _) => rows::line(out, solved, self.symbols),
            (Format::Json, _) => rows::json(out, item, solved, self.symbols),
            (Format::Csv, None) => rows::csv(out, item, solved, self.symbols),
            (Format::Csv, Some(table)) => {
                rows::table_row(
                    out,
                    item.record.as_ref(),
                    table.columns,
                    table.delimiter,
                    solved,
                    self.symbols,
                );
            }
            (Format::Grid, _) => {
                report::grid(out, puzzle, solved, clash, self.symbols, self.color, self.language);
            }
        }
    }
}
