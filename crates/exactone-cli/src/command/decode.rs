//! `exactone decode`: a solver's answer back to a grid.

use exactone::SymbolSet;
use exactone_sat::dimacs::{self, Answer};

use super::one;
use crate::args::decode::DecodeArgs;
use crate::face::{self, Face};
use crate::input::reading::Reading;
use crate::input::source::Source;
use crate::output::apart::{apart, file};
use crate::output::draw::{self, Style};
use crate::output::messages::Place;
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};
use crate::words;

/// Runs the command.
pub fn run(args: &DecodeArgs, face: &mut Face) -> Result<u8, Failure> {
    let source = Source::from_argument(&args.puzzle);
    let Some(answer) = Source::from_optional(args.model.as_deref()) else {
        return Ok(face::nothing_to_read(face));
    };
    if source == Source::Stdin && answer == Source::Stdin {
        return Err(Failure::both(
            "puzzle and answer cannot both come from standard input",
            "题目和答案不能都来自标准输入",
        ));
    }
    apart([&source, &answer].into_iter().filter_map(file), &[("-o", args.output.output.as_deref())])?;
    let reading = Reading::new(&args.reading)?;
    let symbols = reading.options.symbols;
    let Some((_, puzzle)) = one::puzzle(source, reading, face)? else { return Ok(Status::Bad.code()) };
    let Some(answer) = read(&answer, face) else { return Ok(Status::Bad.code()) };
    let language = face.language();
    let model = match answer {
        Answer::Sat(model) => model,
        Answer::SatWithoutModel => {
            let english = "the answer says satisfiable but has no model (no v lines)";
            return Err(Failure::new(language.pick(english, "答案说可满足，却没有模型（没有 v 行）")));
        }
        Answer::Unsat => return say(args, "none\n", Status::No),
        Answer::Unknown => return say(args, "? unknown\n", Status::Undecided),
    };
    match puzzle.decode(&model) {
        Ok(grid) if face.data_on_terminal(&args.output) => {
            let style = |cell| if puzzle.givens().get(cell).is_some() { Style::Clue } else { Style::Plain };
            say(args, &(draw::grid(&grid, symbols, face.color, style).join("\n") + "\n"), Status::Holds)
        }
        Ok(grid) => say(args, &line(&grid, symbols), Status::Holds),
        Err(error) => {
            let text = words::decode_error(&error, language);
            Err(Failure::new(match language {
                crate::language::Language::En => format!("the model is no solution of this puzzle: {text}"),
                crate::language::Language::Zh => format!("这个模型不是此题的解：{text}"),
            }))
        }
    }
}

fn line(grid: &exactone::Grid, symbols: SymbolSet) -> String {
    grid.to_line_with(symbols) + "\n"
}

fn say(args: &DecodeArgs, text: &str, status: Status) -> Result<u8, Failure> {
    let mut sink = Sink::open(args.output.output.as_deref())?;
    sink.put(text.as_bytes())?;
    sink.finish()?;
    Ok(status.code())
}

/// The answer of a source; what is wrong with it is said.
fn read(source: &Source, face: &mut Face) -> Option<Answer> {
    let name = source.to_string();
    let opened = match source.open() {
        Ok(opened) => opened,
        Err(error) => {
            let text = words::system(error.kind(), &error.to_string(), face.language());
            face.messages.at("unreadable", &Place::whole(&name), &text);
            return None;
        }
    };
    match dimacs::read_answer(opened.text) {
        Ok(answer) => Some(answer),
        Err(error) => {
            let place = Place { input: name.as_str().into(), line: error.line, column: error.column };
            face.messages.at("answer", &place, &words::dimacs::problem(&error.kind, face.language()));
            None
        }
    }
}
