//! `exactone check`: grids against the rules, the clues and their puzzles.

use exactone::{Given, Grid, Puzzle, Status, SymbolSet};

use super::batch::{Answered, Chunks, Run};
use super::engine::{Choice, Engine};
use crate::args::check::CheckArgs;
use crate::face::{self, Face};
use crate::input::item::{Item, PuzzleItem, Solution};
use crate::input::reading::Reading;
use crate::input::source::Source;
use crate::language::Language;
use crate::output::status::Failure;
use crate::words;

/// Runs the command.
pub fn run(args: &CheckArgs, face: &mut Face) -> Result<u8, Failure> {
    let Some(source) = Source::from_optional(args.puzzles.as_deref()) else {
        return Ok(face::nothing_to_read(face));
    };
    let reading = Reading { solutions: true, ..Reading::new(&args.reading)? };
    let symbols = reading.options.symbols;
    let mut sources = vec![source];
    let mut chunks = Chunks::new(sources.clone(), reading.clone());
    if let Some(solutions) = &args.solutions {
        let solutions = Source::from_argument(solutions);
        if solutions == Source::Stdin && sources[0] == Source::Stdin {
            return Err(Failure::both(
                "puzzles and solutions cannot both come from standard input",
                "题目和答案不能都来自标准输入",
            ));
        }
        chunks = chunks.with_solutions(solutions.clone(), reading);
        sources.push(solutions);
    }
    let mut run = Run::begin(face, &args.output, &sources, args.threads)?;
    let (language, unique) = (face.language(), args.unique);
    let (tally, end) = run.go(face, chunks, || {
        let mut engine = Engine::new(&Choice::automatic());
        move |items: Vec<Item>, answered: &mut Answered| {
            for item in items {
                if let Item::Puzzle(item) = item {
                    check(&item, unique.then_some(&mut engine), answered, symbols, language);
                }
            }
        }
    })?;
    let right = tally.puzzles - tally.wrong - tally.invalid - tally.unknown;
    let (all, wrong) = (words::puzzles(tally.puzzles, language), tally.wrong);
    let counts = match language {
        Language::En => format!("{all} checked: {right} ok, {wrong} wrong"),
        Language::Zh => format!("已检查 {all}：ok {right}，有错 {wrong}"),
    };
    let no = (wrong > 0).then(|| words::puzzles_that(wrong, "wrong", "有错", language));
    run.finish(face, &tally, end, &counts, no)
}

/// Checks one grid and writes its line.
fn check(
    item: &PuzzleItem,
    engine: Option<&mut Engine>,
    answered: &mut Answered,
    symbols: SymbolSet,
    language: Language,
) {
    let say = |answered: &mut Answered, text: &str| {
        answered.bytes.extend_from_slice(text.as_bytes());
        answered.bytes.push(b'\n');
    };
    let given = match &item.given {
        Ok(given) => given,
        Err(bad) => {
            answered.bad_input(bad, language);
            return say(answered, "invalid");
        }
    };
    let solution = match &item.solution {
        None => None,
        Some(Solution::Given(Given::Grid(grid))) => Some(grid),
        Some(Solution::Bad(bad)) => {
            answered.bad_solution(bad, language);
            return say(answered, "invalid");
        }
        Some(Solution::Given(Given::Candidates(_)) | Solution::Missing) => {
            let text = language.pick("no solution to check beside this puzzle", "这道题旁没有可检查的答案");
            answered.refuse("missing", &item.place, text.to_owned());
            return say(answered, "invalid");
        }
    };
    answered.tally.puzzles += 1;
    match verdict(given, solution, symbols, engine) {
        Verdict::Right => say(answered, "ok"),
        Verdict::Wrong(text) => {
            answered.tally.wrong += 1;
            say(answered, &text);
        }
        Verdict::Stopped => {
            answered.tally.unknown += 1;
            say(answered, "unknown");
        }
    }
}

enum Verdict {
    Right,
    Wrong(String),
    Stopped,
}

fn verdict(
    given: &Given,
    solution: Option<&Grid>,
    symbols: SymbolSet,
    engine: Option<&mut Engine>,
) -> Verdict {
    let puzzle = Puzzle::from(given.clone());
    let checked = match (solution, given) {
        (Some(solution), _) => puzzle.check_clues().and_then(|()| puzzle.check_solution(solution)),
        (None, _) => puzzle.check_clues(),
    };
    if let Err(violation) = checked {
        return Verdict::Wrong(violation.spelled(symbols, puzzle.shape().size()).to_string());
    }
    let Some(engine) = engine else { return Verdict::Right };
    let mut found = Err(String::new());
    engine.solve_all(&[puzzle], None, |_, verdict, _| found = verdict);
    match found.map(|verdict| verdict.status()) {
        Ok(Status::Unique) => Verdict::Right,
        Ok(Status::Several) => Verdict::Wrong("more than one solution".to_owned()),
        Ok(Status::None | Status::Invalid) => Verdict::Wrong("no solution".to_owned()),
        Ok(Status::Unknown) => Verdict::Stopped,
        Err(text) => Verdict::Wrong(text),
    }
}
