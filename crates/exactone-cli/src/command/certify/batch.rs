//! `exactone certify --batch`: a whole file, in parallel, with a summary in the order of the input.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use exactone::{Puzzle, Status, SymbolSet};

use super::evidence::{Certifier, Found, Trouble};
use super::text;
use crate::args::certify::CertifyArgs;
use crate::command::batch::{Answered, Chunks, Run};
use crate::command::{engine, solve};
use crate::face::Face;
use crate::input::item::{Item, PuzzleItem};
use crate::input::reading::Reading;
use crate::input::source::Source;
use crate::interrupt::{self, STOP};
use crate::language::Language;
use crate::output::status::Failure;
use crate::pipeline::End;
use crate::words::counted;

/// The columns of the summary.
const HEADER: &str = "line,puzzle,status,solution,steps,bytes,milliseconds\n";

/// The figures of all puzzles together.
#[derive(Default)]
struct Totals {
    proofs: u64,
    steps: u64,
    bytes: u64,
    /// Puzzles with a verdict, their time over all threads, and the longest.
    decided: u64,
    time: Duration,
    longest: Duration,
    /// What ended the run.
    failure: Option<Failure>,
}

/// Runs the command.
pub fn run(args: &CertifyArgs, file: &str, face: &mut Face) -> Result<u8, Failure> {
    let source = if file == "-" { Source::Stdin } else { Source::File(file.into()) };
    let sources = vec![source];
    let reading = Reading::new(&args.reading)?;
    let symbols = reading.options.symbols;
    let chunks = Chunks::new(sources.clone(), reading).of_cells(16 * 81);
    let mut run = Run::begin(face, &args.output, &sources, args.threads)?;
    run.output.put(HEADER.as_bytes())?;
    let totals = Arc::new(Mutex::new(Totals::default()));
    let language = face.language();
    let (encoding, seconds) = (engine::encoding(args.encoding), args.seconds.map(|seconds| seconds.0));
    let (tally, end) = run.go(face, chunks, || {
        let mut certifier = Certifier::new(encoding, symbols, seconds, language);
        let (totals, out) = (totals.clone(), args.out.clone());
        move |items: Vec<Item>, answered: &mut Answered| {
            certifier.reset();
            for item in items {
                if let Item::Puzzle(item) = item {
                    answer(&item, &mut certifier, out.as_deref(), answered, &totals, (symbols, language));
                }
            }
        }
    })?;
    let (counts, no) = (solve::report::counts(&tally, language), solve::report::no(&tally, language));
    let mut totals =
        totals.lock().map_err(|_| Failure::both("a worker stopped unexpectedly", "一个工作线程意外中止"))?;
    if let Some(failure) = totals.failure.take() {
        return Err(failure);
    }
    if end != End::Broken {
        face.messages.note(&about(&totals, language));
    }
    run.finish(face, &tally, end, &counts, no)
}

fn answer(
    item: &PuzzleItem,
    certifier: &mut Certifier,
    out: Option<&Path>,
    answered: &mut Answered,
    totals: &Mutex<Totals>,
    (symbols, language): (SymbolSet, Language),
) {
    let line = item.place.line;
    let given = match &item.given {
        Ok(given) => given,
        Err(bad) => {
            answered.bad_input(bad, language);
            answered.bytes.extend_from_slice(format!("{line},,{},,,,\n", Status::Invalid).as_bytes());
            return;
        }
    };
    // What has not been tried yet when the run ends gets no row.
    if interrupt::stopping() {
        return;
    }
    let puzzle = Puzzle::from(given.clone());
    let folder: Option<PathBuf> = out.map(|out| out.join(format!("{line:06}")));
    match certifier.certify(&puzzle, folder.as_deref()) {
        // Stopped in the middle, because nothing can be written any more.
        Ok(found) if found.verdict.status() == Status::Unknown && failed(totals) => {}
        Ok(found) => {
            answered.tally.count(found.verdict.status());
            answered.bytes.extend_from_slice(row(line, &puzzle, &found, symbols).as_bytes());
            if let Ok(mut totals) = totals.lock() {
                totals.add(&found);
            }
        }
        Err(Trouble::Puzzle(why)) => {
            answered.refuse("engine", &item.place, why);
            let row = format!("{line},{},{},,,,\n", field(&text::line(&puzzle, symbols)), Status::Invalid);
            answered.bytes.extend_from_slice(row.as_bytes());
        }
        Err(Trouble::Failure(failure)) => {
            // A full disk is full for the other threads too.
            if let Ok(mut totals) = totals.lock() {
                totals.failure.get_or_insert(failure);
            }
            STOP.store(true, Ordering::Relaxed);
        }
    }
}

/// Whether another puzzle has ended the run. Its failure is stored before the others are stopped.
fn failed(totals: &Mutex<Totals>) -> bool {
    totals.lock().is_ok_and(|totals| totals.failure.is_some())
}

fn row(line: u64, puzzle: &Puzzle, found: &Found, symbols: SymbolSet) -> String {
    let solution = found.verdict.solution().map(|grid| grid.to_line_with(symbols)).unwrap_or_default();
    let (steps, bytes) = match found.proof {
        Some(proof) => (proof.steps.to_string(), proof.bytes.to_string()),
        None => Default::default(),
    };
    format!(
        "{line},{},{},{},{steps},{bytes},{:.3}\n",
        field(&text::line(puzzle, symbols)),
        found.verdict.status(),
        field(&solution),
        found.time.as_secs_f64() * 1000.0
    )
}

/// A field of CSV; grids of many digits hold blanks or commas between their numbers.
fn field(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

impl Totals {
    fn add(&mut self, found: &Found) {
        if let Some(proof) = found.proof {
            self.proofs += 1;
            self.steps += proof.steps;
            self.bytes += proof.bytes;
        }
        if found.verdict.status() != Status::Unknown {
            self.decided += 1;
            self.time += found.time;
            self.longest = self.longest.max(found.time);
        }
    }
}

/// `500 proofs, all checked: 812 steps, 31,012 bytes, 4.1 ms a puzzle (longest 12.0 ms)`.
fn about(totals: &Totals, language: Language) -> String {
    let each = |total: u64| total.checked_div(totals.proofs).unwrap_or(0);
    let (proofs, steps, bytes) = (totals.proofs, each(totals.steps), each(totals.bytes));
    let milliseconds = totals.time.as_secs_f64() * 1000.0 / totals.decided.max(1) as f64;
    let longest = totals.longest.as_secs_f64() * 1000.0;
    match (language, proofs) {
        _ if totals.decided == 0 => language
            .pick("no proofs, since no puzzle was decided", "没有证明，因为没有题目得到判定")
            .to_owned(),
        (Language::En, 0) => format!(
            "no proofs, since no puzzle has none or one solution; {milliseconds:.2} ms a puzzle, \
             {longest:.2} ms the longest"
        ),
        (Language::En, 1) => format!(
            "1 proof, checked: {steps} and {bytes}; {milliseconds:.2} ms a puzzle, {longest:.2} ms the longest",
            steps = counted(steps, "step"),
            bytes = counted(bytes, "byte"),
        ),
        (Language::En, _) => format!(
            "{proofs} proofs, all checked: {steps} and {bytes} each on average; \
             {milliseconds:.2} ms a puzzle, {longest:.2} ms the longest",
            steps = counted(steps, "step"),
            bytes = counted(bytes, "byte"),
        ),
        (Language::Zh, _) => format!(
            "{proofs} 个证明，全部核验通过：平均每个 {steps} 步、{bytes} 字节；每题 {milliseconds:.2} 毫秒，最长 {longest:.2} 毫秒"
        ),
    }
}
