//! `exactone encode`: one puzzle as DIMACS CNF.

use exactone::{Clues, EncodeOptions};
use exactone_sat::card::AtMostOne;
use exactone_sat::{ClauseCounter, dimacs};

use super::{engine, one};
use crate::args::encode::{AmoName, EncodeArgs, EncodedClues};
use crate::face::{self, Face};
use crate::input::reading::Reading;
use crate::input::source::Source;
use crate::output::apart::{apart, file};
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};

/// Runs the command.
pub fn run(args: &EncodeArgs, face: &mut Face) -> Result<u8, Failure> {
    let Some(source) = Source::from_optional(args.puzzle.as_deref()) else {
        return Ok(face::nothing_to_read(face));
    };
    apart(file(&source), &[("-o", args.output.output.as_deref())])?;
    let reading = Reading::new(&args.reading)?;
    let Some((_, puzzle)) = one::puzzle(source, reading, face)? else { return Ok(Status::Bad.code()) };
    let options = EncodeOptions {
        encoding: engine::encoding(args.encoding),
        at_most_one: at_most_one(args.amo),
        clues: clues(args.clues),
    };
    // Encoded once to be counted and to see whether it can be encoded at all; written by two further runs.
    let mut size = ClauseCounter::new();
    puzzle.encode(&mut size, &options).map_err(|error| Failure::new(error.to_string()))?;
    let comments = puzzle.encoding_comments(&options, size.vars());
    let mut sink = Sink::open(args.output.output.as_deref())?;
    let written = dimacs::write_with_comments(&mut sink, &comments, |clauses| {
        // That this encoding fits the puzzle was found above.
        let _ = puzzle.encode(clauses, &options);
    });
    written.map_err(|error| sink.failure(&error))?;
    sink.finish()?;
    Ok(Status::Holds.code())
}

fn at_most_one(name: AmoName) -> AtMostOne {
    match name {
        AmoName::Auto => AtMostOne::Auto,
        AmoName::Pairwise => AtMostOne::Pairwise,
        AmoName::Sequential => AtMostOne::Sequential,
        AmoName::Ladder => AtMostOne::Ladder,
        AmoName::Product => AtMostOne::Product,
        AmoName::Commander => AtMostOne::Commander,
        AmoName::Bimander => AtMostOne::Bimander,
        AmoName::Bitwise => AtMostOne::Bitwise,
    }
}

fn clues(name: EncodedClues) -> Clues {
    match name {
        EncodedClues::Units => Clues::Units,
        EncodedClues::Simplify => Clues::Simplify,
        // Assumed by whoever solves, so not among the clauses.
        EncodedClues::None => Clues::Assumptions,
    }
}
