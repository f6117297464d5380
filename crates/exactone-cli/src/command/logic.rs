//! `exactone logic`: questions about formulas, and their other forms.

mod ask;
mod form;

use std::io::Read;
use std::time::{Duration, Instant};

use exactone::words::Say;
use exactone_sat::{Budget, Expr, ExprError, Names, Query, Statements, Stopped};

use crate::args::logic::{Form, LogicArgs, LogicFormat};
use crate::face::{self, Face};
use crate::input::source::Source;
use crate::interrupt::{STOP, signalled};
use crate::output::messages::Place;
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};

/// More than any file of statements that people write.
const MAX_BYTES: u64 = 1 << 28;

/// Runs the command.
pub fn run(args: &LogicArgs, face: &mut Face) -> Result<u8, Failure> {
    let distributed = matches!(args.to, Some(Form::Cnf | Form::Dnf));
    for (given, name) in
        [(args.keep_tautologies, "--keep-tautologies"), (args.max_clauses.is_some(), "--max-clauses")]
    {
        if given && !distributed {
            return Err(Failure::new(format!("{name} needs --to cnf or --to dnf")));
        }
    }
    if args.to == Some(Form::Dimacs) && (args.format == LogicFormat::Json || args.unicode) {
        return Err(Failure::new("--to dimacs has a format of its own"));
    }
    let (name, text) = match &args.expression[..] {
        [] => {
            let Some(source) = Source::from_optional(args.file.as_deref()) else {
                return Ok(face::nothing_to_read());
            };
            (source.to_string(), read(&source)?)
        }
        lines => ("<argument>".to_owned(), lines.join("\n")),
    };
    let mut statements = match Statements::parse(&text) {
        Ok(statements) => statements,
        Err(found) => return Ok(refuse(face, &name, &found)),
    };
    let other = match &args.equivalent {
        None => None,
        Some(text) => match statements.parse_more(text) {
            Ok(other) => Some(other),
            Err(error) => return Ok(refuse(face, "--equivalent", &[error])),
        },
    };
    let mut sink = Sink::open(args.output.output.as_deref())?;
    let timed = args.to.is_some() || args.count || !(args.models || args.valid || other.is_some());
    let limit = args.seconds.as_ref().map(|seconds| seconds.0).or(timed.then_some(Duration::from_secs(10)));
    let start = Instant::now();
    let expired = move || limit.is_some_and(|limit| start.elapsed() >= limit) || signalled();
    let query = Query::new().budget(Budget::new().deadline(&expired)).stop(&STOP);
    let mut asked = Asked { statements: &statements, args, query, sink: &mut sink, face };
    let status = match (args.to, &other) {
        (Some(form), _) => asked.form(form)?,
        (_, Some(other)) => asked.equivalent(other)?,
        _ if args.models => asked.models()?,
        _ if args.count => asked.count()?,
        _ if args.valid => asked.valid()?,
        _ => asked.everything()?,
    };
    sink.finish()?;
    Ok(status.code())
}

/// One question with all it needs.
struct Asked<'a> {
    statements: &'a Statements,
    args: &'a LogicArgs,
    query: Query<'a>,
    sink: &'a mut Sink,
    face: &'a mut Face,
}

impl Asked<'_> {
    fn names(&self) -> &Names {
        self.statements.names()
    }

    fn shown(&self, formula: &Expr) -> String {
        formula.printed(self.names()).unicode(self.args.unicode).to_string()
    }

    fn json(&self) -> bool {
        self.args.format == LogicFormat::Json
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.sink.put(text.as_bytes())?;
        self.sink.put(b"\n")
    }

    /// Says why there is no answer.
    fn undecided(&mut self, why: Stopped) -> Status {
        let language = self.face.language();
        let text = match why {
            Stopped::Interrupted => language.pick("interrupted", "已中断"),
            _ if signalled() => language.pick("interrupted", "已中断"),
            _ => {
                language.pick("not decided within the time limit (--seconds)", "在时限内未能判定 (--seconds)")
            }
        };
        self.face.messages.note(text);
        Status::Undecided
    }
}

fn read(source: &Source) -> Result<String, Failure> {
    let opened = match source.open() {
        Ok(opened) => opened,
        Err(error) => {
            // A formula where a file was expected is easily told.
            if let Source::File(path) = source
                && !path.exists()
                && let Some(text) = path.to_str()
                && Statements::parse(text).is_ok()
                && !text.contains('.')
            {
                let text = text.replace('\'', r"'\''");
                return Err(Failure::new(format!(
                    "no file `{text}`; for a formula: exactone logic -e '{text}'"
                )));
            }
            return Err(Failure::new(format!("{source}: {error}")));
        }
    };
    let mut bytes = Vec::new();
    opened
        .text
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(format!("{source}: {error}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::new(format!(
            "{source}: longer than {} MiB, the most that is read",
            MAX_BYTES >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        Failure::new(format!("{source}:{}: not UTF-8 text", line + 1))
    })
}

fn refuse(face: &mut Face, input: &str, found: &[ExprError]) -> u8 {
    for error in found {
        let place = Place { input: input.into(), line: error.line() as u64, column: error.column() as u64 };
        let text = error.say(face.language().into());
        face.messages.at("formula", &place, &format!("{text}\n{}", error.drawing()));
    }
    face.messages.close();
    Status::Bad.code()
}
