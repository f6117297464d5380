//! `exactone verify`: a proof or a model against a formula.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Instant;

use exactone::words::Say;
use exactone_sat::check::{DratChecker, LratChecker, ModelChecker, ProofError, ProofErrorKind, ProofFormat};
use exactone_sat::dimacs::{self, Answer, DimacsError, DimacsErrorKind, ReadOptions};
use exactone_sat::{ClauseSink, Lit};

use crate::args::verify::{Format, VerifyArgs};
use crate::face::Face;
use crate::input::literals::literals;
use crate::input::{compressed, encoding};
use crate::language::Language;
use crate::output::apart::apart;
use crate::output::messages::Place;
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};
use crate::words::{counted, dimacs as dimacs_words};

/// How much of the evidence is looked at to find out what it is.
const LOOK: usize = 1 << 16;

/// Why there is no verdict.
enum Stop {
    /// Bad input; it has been said.
    Said,
    /// Anything else.
    Failure(Failure),
}

/// Runs the command.
pub fn run(args: &VerifyArgs, face: &mut Face) -> Result<u8, Failure> {
    if args.formula == "-" && args.proof == "-" {
        return Err(Failure::both(
            "formula and proof cannot both come from standard input",
            "公式和证明不能都来自标准输入",
        ));
    }
    apart([&args.formula, &args.proof].map(Path::new), &[("--lrat", args.lrat.as_deref())])?;
    let assumptions =
        args.assume.as_deref().map(|text| literals("--assume", text)).transpose()?.unwrap_or_default();
    let evidence = open(&args.proof).map_err(|error| Failure::reading(&args.proof, &error))?;
    let (beginning, evidence) =
        compressed::peek(evidence, LOOK).map_err(|error| Failure::reading(&args.proof, &error))?;
    let format = args.format.unwrap_or_else(|| detect(&beginning));
    if args.lrat.is_some() && format != Format::Drat {
        return Err(Failure::both(
            "--lrat turns a DRAT proof into LRAT, and this is none",
            "--lrat 把 DRAT 证明转换为 LRAT，而这不是 DRAT 证明",
        ));
    }
    let start = Instant::now();
    let verdict = match format {
        Format::Model => model(args, face, &assumptions, evidence),
        Format::Lrat => lrat(args, face, &assumptions, evidence),
        Format::Drat => drat(args, face, &assumptions, evidence),
    };
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(Stop::Said) => return Ok(Status::Bad.code()),
        Err(Stop::Failure(failure)) => return Err(failure),
    };
    let mut out = Sink::stdout();
    let (word, comment, status) = match &verdict {
        Ok(about) => ("s VERIFIED", about, Status::Holds),
        Err(why) => ("s NOT VERIFIED", why, Status::No),
    };
    out.put(format!("c {comment}\n{word}\n").as_bytes())?;
    out.finish()?;
    let unit = face.language().pick("s", "秒");
    face.messages.note(&format!("{:.3} {unit}", start.elapsed().as_secs_f64()));
    Ok(status.code())
}

/// In words: what was verified, or why not.
type Verdict = Result<String, String>;

fn model(
    args: &VerifyArgs,
    face: &mut Face,
    assumptions: &[Lit],
    evidence: Box<dyn Read + Send>,
) -> Result<Verdict, Stop> {
    let language = face.language();
    let no = |english: &str, chinese: &str| Ok(Err(language.pick(english, chinese).to_owned()));
    let model = match dimacs::read_answer(evidence) {
        Ok(Answer::Sat(model)) => model,
        Ok(Answer::SatWithoutModel) => {
            return no("the answer has no values to check", "答案中没有可检查的取值");
        }
        Ok(Answer::Unsat) => {
            return no(
                "the answer is UNSATISFIABLE, and there is no proof with it",
                "答案是 UNSATISFIABLE，但没有附证明",
            );
        }
        Ok(Answer::Unknown) => return no("the answer is UNKNOWN", "答案是 UNKNOWN"),
        Err(error) => return malformed(args, error, language),
    };
    let mut checker = ModelChecker::new(&model);
    formula(args, face, &mut checker)?;
    if let Some(lit) = assumptions.iter().find(|&&lit| !model.is_true(lit)) {
        return no(&format!("the assumption {lit} is false"), &format!("假设 {lit} 为假"));
    }
    let all = checker.clauses();
    Ok(match (checker.first_false(), language) {
        (None, Language::En) if all == 1 => Ok("the model satisfies the one clause".to_owned()),
        (None, Language::En) => Ok(format!("the model satisfies all {all} clauses")),
        (None, Language::Zh) => Ok(format!("模型满足全部 {all} 个子句")),
        (Some(wrong), _) => {
            let (number, clause, count) = (wrong.number, &wrong.clause, checker.false_clauses());
            Err(match language {
                Language::En => {
                    let (of, are) = (counted(all, "clause"), if count == 1 { "is" } else { "are" });
                    format!("clause {number} is false: {clause:?} ({count} of {of} {are})")
                }
                Language::Zh => format!("子句 {number} 为假：{clause:?}（{all} 个子句中有 {count} 个为假）"),
            })
        }
    })
}

fn lrat(
    args: &VerifyArgs,
    face: &mut Face,
    assumptions: &[Lit],
    evidence: Box<dyn Read + Send>,
) -> Result<Verdict, Stop> {
    let mut checker = LratChecker::new();
    formula(args, face, &mut checker)?;
    checker.assume(assumptions);
    match checker.check(evidence) {
        Ok(report) => {
            let (added, hints, rat) = (report.added, report.hints, report.rat);
            Ok(Ok(match face.language() {
                Language::En => {
                    let (added, hints) = (counted(added, "clause"), counted(hints, "hint"));
                    format!("LRAT: {added} checked by {hints}, {rat} only up to satisfiability")
                }
                Language::Zh => {
                    format!("LRAT：用 {hints} 个提示检查了 {added} 个子句，其中 {rat} 个仅保持可满足性")
                }
            }))
        }
        Err(error) => refused(args, error, face.language()),
    }
}

fn drat(
    args: &VerifyArgs,
    face: &mut Face,
    assumptions: &[Lit],
    evidence: Box<dyn Read + Send>,
) -> Result<Verdict, Stop> {
    let mut checker = DratChecker::new();
    formula(args, face, &mut checker)?;
    checker.assume(assumptions);
    let result = match &args.lrat {
        None => checker.check(evidence),
        Some(path) => {
            let mut out = Sink::open(Some(path)).map_err(Stop::Failure)?;
            let result = checker.check_to_lrat(evidence, &mut out);
            if result.is_ok() {
                out.finish().map_err(Stop::Failure)?;
            }
            result
        }
    };
    match result {
        Ok(report) => {
            if report.ignored > 0 {
                let ignored = report.ignored;
                face.messages.warning(&match face.language() {
                    Language::En => format!(
                        "{} ignored: of clauses that are not there, or that a literal rested on",
                        counted(ignored, "deletion")
                    ),
                    Language::Zh => format!("忽略了 {ignored} 次删除：子句不存在，或有文字以它为理由"),
                });
            }
            let (core, added, rat, formula) = (report.core, report.added, report.rat, report.formula_core);
            Ok(Ok(match face.language() {
                Language::En => format!(
                    "DRAT: {core} of {} needed and checked, {rat} only up to satisfiability; {} of the formula needed",
                    counted(added, "clause"),
                    counted(formula, "clause"),
                ),
                Language::Zh => format!(
                    "DRAT：{added} 个子句中需要并检查了 {core} 个，其中 {rat} 个仅保持可满足性；用到公式的 {formula} 个子句"
                ),
            }))
        }
        Err(error) => refused(args, error, face.language()),
    }
}

/// What a proof that was not accepted means.
fn refused(args: &VerifyArgs, error: ProofError, language: Language) -> Result<Verdict, Stop> {
    match error.kind {
        ProofErrorKind::Malformed(error) => malformed(args, error, language),
        ProofErrorKind::Output(error) => {
            let name = args.lrat.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
            Err(Stop::Failure(Failure::writing(&name, &error)))
        }
        _ => Ok(Err(error.say(language.into()))),
    }
}

/// Evidence that cannot be read: a failure if the disk is to blame, else simply no evidence.
fn malformed(args: &VerifyArgs, error: DimacsError, language: Language) -> Result<Verdict, Stop> {
    match error.kind {
        DimacsErrorKind::Io(cause) => Err(Stop::Failure(Failure::reading(&args.proof, &cause))),
        _ => Ok(Err(format!("{}: {}", args.proof, error.say(language.into())))),
    }
}

/// Reads the formula into a checker; says what is wrong with it.
fn formula(args: &VerifyArgs, face: &mut Face, checker: &mut dyn ClauseSink) -> Result<(), Stop> {
    let name = if args.formula == "-" { "<stdin>" } else { &args.formula };
    let options = ReadOptions { strict: args.strict, ..ReadOptions::default() };
    let text = open(&args.formula).and_then(encoding::decode);
    let text = text.map_err(|error| Stop::Failure(Failure::reading(name, &error)))?;
    match dimacs::read_with(text, checker, &options) {
        Ok(report) => {
            for warning in &report.warnings {
                let text = dimacs_words::warning(warning, face.language());
                face.messages.warning(&format!("{name}: {text}"));
            }
            Ok(())
        }
        Err(error) => {
            let place = Place { input: name.into(), line: error.line, column: error.column };
            face.messages.at("dimacs", &place, &dimacs_words::problem(&error.kind, face.language()));
            Err(Stop::Said)
        }
    }
}

/// The bytes of a file or of standard input, unpacked if they are compressed. A proof may be binary, so they are
/// not looked at as text.
fn open(argument: &str) -> io::Result<Box<dyn Read + Send>> {
    let packed: Box<dyn Read + Send> = match argument {
        "-" => Box::new(io::stdin()),
        path => {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            Box::new(file)
        }
    };
    compressed::unpack(packed)
}

/// What the evidence is, by its beginning.
fn detect(beginning: &[u8]) -> Format {
    let text = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let comment = |line: &[u8]| line[0] == b'c' && line.get(1).is_none_or(|&byte| byte == b' ');
    let first = lines.find(|line| !(line.is_empty() || comment(line)));
    let word = first.unwrap_or_default().split(|&byte| byte == b' ').next().unwrap_or_default();
    if word == b"s" || word == b"v" || word.first().is_some_and(u8::is_ascii_uppercase) {
        return Format::Model;
    }
    match ProofFormat::detect(beginning) {
        Ok((ProofFormat::Lrat, _)) => Format::Lrat,
        _ => Format::Drat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_told_apart_by_its_beginning() {
        assert_eq!(detect(b"c x\ns SATISFIABLE\nv 1 0\n"), Format::Model);
        assert_eq!(detect(b"v 1 0\n"), Format::Model);
        assert_eq!(detect(b"SAT\n1 0\n"), Format::Model);
        assert_eq!(detect(b"UNSAT\n"), Format::Model);
        assert_eq!(detect(b"1 0\n"), Format::Drat);
        assert_eq!(detect(b"a\x02\0"), Format::Drat);
        assert_eq!(detect(b"5 1 0 3 4 0\n"), Format::Lrat);
        assert_eq!(detect(b""), Format::Drat);
    }
}
