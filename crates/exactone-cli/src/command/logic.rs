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
use crate::interrupt::{STOP, answer_signals, signalled};
use crate::output::apart::{apart, file};
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
            return Err(Failure::both(
                format!("{name} needs --to cnf or --to dnf"),
                format!("{name} 需要 --to cnf 或 --to dnf"),
            ));
        }
    }
    if args.to == Some(Form::Dimacs) && (args.format == LogicFormat::Json || args.unicode) {
        return Err(Failure::both("--to dimacs has a format of its own", "--to dimacs 有自己的格式"));
    }
    let (name, text) = match &args.expression[..] {
        [] => {
            let Some(source) = Source::from_optional(args.file.as_deref()) else {
                return Ok(face::nothing_to_read(face));
            };
            apart(file(&source), &[("-o", args.output.output.as_deref())])?;
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
    // Reading ends at once when it is interrupted; from here on what is known is told.
    answer_signals();
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
                return Err(Failure::both(
                    format!("no file `{text}`; for a formula: exactone logic -e '{text}'"),
                    format!("没有文件 `{text}`；若是公式：exactone logic -e '{text}'"),
                ));
            }
            return Err(Failure::reading(&source.to_string(), &error));
        }
    };
    let mut bytes = Vec::new();
    opened
        .text
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::reading(&source.to_string(), &error))?;
    if bytes.len() as u64 > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(Failure::both(
            format!("{source}: longer than {most} MiB, the most that is read"),
            format!("{source}：超过 {most} MiB，这是可读取的上限"),
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        Failure::both(
            format!("{source}:{line}:{column}: not UTF-8 text"),
            format!("{source}:{line}:{column}: 不是 UTF-8 文本"),
        )
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
