//! `exactone candidates`: the digits that occur in a solution, and the clues that are not needed.

use exactone::{Puzzle, Verdict};

use super::batch::{self, Answered, Chunks, Run};
use super::engine::{Choice, Engine};
use crate::args::candidates::CandidatesArgs;
use crate::face::{self, Face};
use crate::input::item::{Item, PuzzleItem};
use crate::input::reading::Reading;
use crate::language::Language;
use crate::output::status::Failure;
use crate::words;

/// Runs the command.
pub fn run(args: &CandidatesArgs, face: &mut Face) -> Result<u8, Failure> {
    let Some(sources) = batch::sources(&args.puzzles) else { return Ok(face::nothing_to_read(face)) };
    let reading = Reading::new(&args.puzzles.reading)?;
    let chunks = Chunks::new(sources.clone(), reading);
    let mut run = Run::begin(face, &args.output, &sources, args.threads)?;
    let language = face.language();
    let asked = match (args.redundant, args.missing) {
        (true, _) => Asked::Redundant,
        (_, true) => Asked::Missing,
        _ => Asked::Candidates { drawn: face.data_on_terminal(&args.output) },
    };
    let (tally, end) = run.go(face, chunks, || {
        let mut engine = Engine::new(&Choice::automatic());
        move |items: Vec<Item>, answered: &mut Answered| {
            engine.reset();
            for item in items {
                if let Item::Puzzle(item) = item {
                    let text = answer(&item, &mut engine, answered, asked, language);
                    answered.bytes.extend_from_slice(text.as_bytes());
                    answered.bytes.push(b'\n');
                }
            }
        }
    })?;
    let counts = words::puzzles(tally.puzzles, language);
    run.finish(face, &tally, end, &counts, None)
}

/// What is asked of each puzzle.
#[derive(Clone, Copy)]
enum Asked {
    Candidates { drawn: bool },
    Redundant,
    Missing,
}

fn answer(
    item: &PuzzleItem,
    engine: &mut Engine,
    answered: &mut Answered,
    asked: Asked,
    language: Language,
) -> String {
    let given = match &item.given {
        Ok(given) => given,
        Err(bad) => {
            answered.bad_input(bad, language);
            return "invalid".to_owned();
        }
    };
    let puzzle = Puzzle::from(given.clone());
    let found = match asked {
        Asked::Candidates { drawn } => candidates(&puzzle, engine, drawn),
        Asked::Redundant => redundant_clues(&puzzle, engine),
        Asked::Missing => missing_clues(&puzzle, engine),
    };
    match found {
        Ok(text) => {
            answered.tally.puzzles += 1;
            answered.tally.unknown += u64::from(text.is_none());
            text.unwrap_or_else(|| "unknown".to_owned())
        }
        Err(text) => {
            answered.refuse("engine", &item.place, text);
            "invalid".to_owned()
        }
    }
}

/// One line of n characters a cell, or drawn.
fn candidates(puzzle: &Puzzle, engine: &mut Engine, drawn: bool) -> Result<Option<String>, String> {
    let found = engine.candidates(puzzle)?;
    Ok(found.map(|candidates| if drawn { candidates.to_string() } else { candidates.to_line() }))
}

/// `r1c1=5 r2c7=3`, `minimal` where every clue is needed; `several` or `none` where there is not just one solution.
fn redundant_clues(puzzle: &Puzzle, engine: &mut Engine) -> Result<Option<String>, String> {
    let verdict = verdict(puzzle, engine)?;
    let Verdict::Unique(solution) = &verdict else { return Ok(Some(verdict.status().word().to_owned())) };
    let Some(cells) = engine.redundant(puzzle, solution)? else { return Ok(None) };
    let named: Vec<String> = cells
        .into_iter()
        .filter_map(|cell| puzzle.givens().get(cell).map(|digit| format!("{cell}={digit}")))
        .collect();
    Ok(Some(if named.is_empty() { "minimal".to_owned() } else { named.join(" ") }))
}

/// `r1c1=5 r2c7=3`: the fewest clues that leave one solution, with ` at_least=N` behind them where that is all that
/// is proved; `unique` or `none` where nothing is to be added.
fn missing_clues(puzzle: &Puzzle, engine: &mut Engine) -> Result<Option<String>, String> {
    let verdict = verdict(puzzle, engine)?;
    let Verdict::Several(solution, _) = &verdict else { return Ok(Some(verdict.status().word().to_owned())) };
    let Some(missing) = engine.missing(puzzle, solution)? else { return Ok(None) };
    let mut named: Vec<String> = missing
        .cells
        .iter()
        .filter_map(|&cell| solution.get(cell).map(|digit| format!("{cell}={digit}")))
        .collect();
    if !missing.is_smallest() {
        named.push(format!("at_least={}", missing.at_least));
    }
    Ok(Some(named.join(" ")))
}

fn verdict(puzzle: &Puzzle, engine: &mut Engine) -> Result<Verdict, String> {
    let mut verdict = Err(String::new());
    engine.solve_all(std::slice::from_ref(puzzle), None, |_, answer, _| verdict = answer);
    verdict
}
