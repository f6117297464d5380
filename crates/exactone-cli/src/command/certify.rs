//! `exactone certify`: an answer with its proof, in a folder that anyone can check.

mod batch;
mod evidence;
mod folder;
mod text;

use exactone::Verdict;

use super::{engine, one, solve};
use crate::args::certify::CertifyArgs;
use crate::face::{self, Face};
use crate::input::reading::Reading;
use crate::input::source::Source;
use crate::interrupt;
use crate::output::apart::{apart, file};
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};
use crate::words;
use evidence::{Certifier, Trouble};

/// Runs the command.
pub fn run(args: &CertifyArgs, face: &mut Face) -> Result<u8, Failure> {
    if let Some(file) = &args.batch {
        return batch::run(args, file, face);
    }
    let Some(source) = Source::from_optional(args.puzzle.as_deref()) else {
        return Ok(face::nothing_to_read(face));
    };
    apart(file(&source), &[("-o", args.output.output.as_deref())])?;
    let reading = Reading::new(&args.reading)?;
    let symbols = reading.options.symbols;
    let Some((_, puzzle)) = one::puzzle(source, reading, face)? else { return Ok(Status::Bad.code()) };
    let mut out = Sink::open(args.output.output.as_deref())?;
    interrupt::answer_signals();
    let language = face.language();
    let mut certifier =
        Certifier::new(engine::encoding(args.encoding), symbols, args.seconds.map(|s| s.0), language);
    let found = match certifier.certify(&puzzle, args.out.as_deref()) {
        Ok(found) => found,
        Err(Trouble::Puzzle(text)) => return Err(Failure::new(text)),
        Err(Trouble::Failure(failure)) => return Err(failure),
    };
    let mut shown = Vec::new();
    solve::report::grid(&mut shown, Some(&puzzle), Some(&found.verdict), symbols, face.color, language);
    for line in text::about(&found, &puzzle, symbols, language) {
        shown.extend_from_slice(line.as_bytes());
        shown.push(b'\n');
    }
    out.put(&shown)?;
    out.finish()?;
    if let Some(folder) = args.out.as_deref().filter(|_| !found.files.is_empty()) {
        face.messages.note(&text::written(folder, &found.files, language));
    }
    let (status, why) = match found.verdict {
        Verdict::Unique(_) => return Ok(Status::Holds.code()),
        Verdict::None { .. } | Verdict::Several(..) => {
            (Status::No, words::puzzles_that(1, "without exactly one solution", "并非恰有一个解", language))
        }
        Verdict::Unknown { .. } if interrupt::signalled() => {
            (Status::Undecided, language.pick("interrupted", "已中断").to_owned())
        }
        Verdict::Unknown { .. } => (
            Status::Undecided,
            words::puzzles_that(1, "not decided within the limit", "未能在限制内判定", language),
        ),
    };
    face.messages.note(&words::reason(status.code(), &why, language));
    Ok(status.code())
}
