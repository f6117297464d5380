//! `exactone completions` and `exactone man`: made from the same description as the command line itself.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::output::sink::Sink;
use crate::output::status::{Failure, Status};

/// Prints a completion script.
pub fn completions(shell: Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "exactone", &mut script);
    print(&script)
}

/// Prints the manual page of the program or of one command, in roff.
pub fn man(command: Option<&str>) -> Result<u8, Failure> {
    let mut cli = Cli::command();
    cli.build();
    let page = match command {
        None => cli,
        Some(name) => {
            let found = cli.find_subcommand(name).cloned();
            found.ok_or_else(|| {
                Failure::both(
                    format!("no command {name:?}; `exactone --help` lists them"),
                    format!("没有命令 {name:?}；`exactone --help` 列出所有命令"),
                )
            })?
        }
    };
    let mut roff = Vec::new();
    // Writing to memory does not fail.
    clap_mangen::Man::new(page).render(&mut roff).map_err(|error| Failure::new(error.to_string()))?;
    print(&roff)
}

fn print(text: &[u8]) -> Result<u8, Failure> {
    let mut out = Sink::stdout();
    out.put(text)?;
    out.finish()?;
    Ok(Status::Holds.code())
}
