//! From the command line to a command, and from its answer to the exit status.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, Parser};

use crate::args::{Cli, FaceArgs, OutputArgs};
use crate::input::source::{Source, is_puzzle_text};
use crate::language::Language;
use crate::output::messages::Messages;
use crate::output::status::{Failure, Status};
use crate::{command, interrupt, words};

/// What a command needs to know of the terminal, and where it speaks.
pub struct Face {
    /// Standard error.
    pub messages: Messages,
    /// Whether data may be coloured.
    pub color: bool,
    /// Whether a progress bar may be shown.
    pub progress: bool,
    /// The worst that is known so far, for when the run ends early.
    pub so_far: Status,
}

impl Face {
    fn new(args: &FaceArgs) -> Face {
        let language = args.lang.unwrap_or_else(Language::of_locale);
        let on_terminal = io::stderr().is_terminal();
        let messages = Messages::new(language, colored(args.color, on_terminal), args.quiet);
        Face {
            messages,
            color: colored(args.color, io::stdout().is_terminal()),
            progress: on_terminal && !args.quiet && args.color != ColorChoice::Never,
            so_far: Status::Holds,
        }
    }

    /// Whether data goes to a terminal.
    pub fn data_on_terminal(&self, output: &OutputArgs) -> bool {
        output.output.is_none() && io::stdout().is_terminal()
    }

    /// The language of messages.
    pub fn language(&self) -> Language {
        self.messages.language()
    }
}

fn colored(choice: ColorChoice, terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
            terminal && !refused && !dumb
        }
    }
}

/// The whole program: arguments in, exit status out.
pub fn main(arguments: Vec<OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().map(puzzle_with_dashes).collect();
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, language_asked(&arguments)),
    };
    interrupt::listen();
    let mut face = Face::new(&cli.face);
    let code = match command::run(cli.command, &mut face) {
        Ok(code) => code,
        Err(Failure::ClosedPipe) => {
            if face.so_far == Status::Bad {
                Status::Bad.code()
            } else {
                0
            }
        }
        Err(failure) => {
            face.messages.close();
            face.messages.error(failure.text(face.language()));
            Status::Bad.code()
        }
    };
    ExitCode::from(code)
}

/// A puzzle that begins with dashes for empty cells looks like an option; dots say the same.
fn puzzle_with_dashes(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.len() >= 16 && text.starts_with('-') && is_puzzle_text(text) => {
            text.replace('-', ".").into()
        }
        _ => argument,
    }
}

/// The language of messages where the arguments could not be read as a whole.
fn language_asked(arguments: &[OsString]) -> Language {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let after = words.windows(2).rev().find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
    match after.or_else(|| words.iter().rev().find_map(|word| word.strip_prefix("--lang="))) {
        Some("zh") => Language::Zh,
        Some("en") => Language::En,
        _ => Language::of_locale(),
    }
}

/// What to say to a command line that cannot be taken, or that asked for help or the version.
fn usage(error: &clap::Error, language: Language) -> ExitCode {
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if let ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand = error.kind() {
        return short_help(language);
    }
    let unknown = match error.get(ContextKind::InvalidSubcommand).or(error.get(ContextKind::InvalidArg)) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let meant = match error.kind() {
        ErrorKind::InvalidSubcommand => match Source::from_argument(unknown) {
            Source::File(path) => path.exists(),
            Source::Argument(_) | Source::Stdin => true,
        },
        ErrorKind::UnknownArgument => unknown == "-",
        _ => false,
    };
    if meant {
        let meant = language.pick("did you mean", "是否想写");
        say(&format!("{meant}: exactone solve {unknown}\n"));
    } else if let Some(text) = words::usage::problem(error, language) {
        say(&text);
    } else if let Err(error) = error.print() {
        // Help into a closed pipe is fine, into a full disk it is lost.
        if asked && error.kind() != io::ErrorKind::BrokenPipe {
            let label = language.pick("error", "错误");
            say(&format!("{label}: {error}\n"));
            return Status::Bad.into();
        }
    }
    if asked { ExitCode::SUCCESS } else { Status::Bad.into() }
}

/// What a command says that has no input on a terminal: the short help, and status 2.
pub fn nothing_to_read(face: &Face) -> u8 {
    short_help(face.language());
    Status::Bad.code()
}

/// What a person sees who gave nothing to work on.
fn short_help(language: Language) -> ExitCode {
    say(language.pick(
        "\
usage: exactone COMMAND [FILE|PUZZLE]...

  exactone solve puzzles.txt                 solve every puzzle of a file
  exactone solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  cat puzzles.txt | exactone count           count the solutions of puzzles from standard input

`exactone --help` lists the commands.
",
        "\
用法：exactone COMMAND [FILE|PUZZLE]...

  exactone solve puzzles.txt                 解一个文件中的所有题目
  exactone solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  cat puzzles.txt | exactone count           数出来自标准输入的题目的解

`exactone --help` 列出所有命令。
",
    ));
    Status::Bad.into()
}

/// Prints to standard error, which may be closed.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
