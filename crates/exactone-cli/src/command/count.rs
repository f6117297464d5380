//! `exactone count`: how many solutions each puzzle has.

use exactone::Puzzle;

use super::batch::{self, Answered, Chunks, Run};
use super::engine::{Choice, Engine};
use crate::args::count::CountArgs;
use crate::face::{self, Face};
use crate::input::item::{Item, PuzzleItem};
use crate::input::reading::Reading;
use crate::language::Language;
use crate::output::progress::Progress;
use crate::output::status::Failure;
use crate::words;

/// Runs the command.
pub fn run(args: &CountArgs, face: &mut Face) -> Result<u8, Failure> {
    let Some(sources) = batch::sources(&args.puzzles) else { return Ok(face::nothing_to_read(face)) };
    let reading = Reading::new(&args.puzzles.reading)?;
    let chunks = Chunks::new(sources.clone(), reading).one_by_one();
    let mut run = Run::begin(face, &args.output, &sources, args.threads)?;
    let (language, limit, seconds) = (face.language(), args.limit, args.seconds.map(|seconds| seconds.0));
    let progress = run.progress.clone();
    let (tally, end) = run.go(face, chunks, || {
        let mut engine = Engine::new(&Choice::automatic());
        let progress = progress.clone();
        move |items: Vec<Item>, answered: &mut Answered| {
            for item in items {
                if let Item::Puzzle(item) = item {
                    engine.reset();
                    let text = count(&item, &mut engine, answered, (limit, seconds), &progress, language);
                    answered.bytes.extend_from_slice(text.as_bytes());
                    answered.bytes.push(b'\n');
                }
            }
        }
    })?;
    let counts = words::puzzles(tally.puzzles, language);
    run.finish(face, &tally, end, &counts, None)
}

/// The number as it is printed: `288`, or `1000+` where the count did not come to its end.
fn count(
    item: &PuzzleItem,
    engine: &mut Engine,
    answered: &mut Answered,
    (limit, seconds): (Option<u64>, Option<std::time::Duration>),
    progress: &Progress,
    language: Language,
) -> String {
    let given = match &item.given {
        Ok(given) => given,
        Err(bad) => {
            answered.bad_input(bad, language);
            return "invalid".to_owned();
        }
    };
    let line = item.place.line;
    let heard = |number| progress.say(|| words::counting(line, number, language));
    match engine.count(&Puzzle::from(given.clone()), limit, seconds, heard) {
        Ok(counted) => {
            answered.tally.puzzles += 1;
            answered.tally.unknown += u64::from(counted.stopped);
            format!("{}{}", counted.number, if counted.complete { "" } else { "+" })
        }
        Err(text) => {
            answered.refuse("engine", &item.place, text);
            "invalid".to_owned()
        }
    }
}
