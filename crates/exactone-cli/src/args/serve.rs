//! `exactone serve`

use super::puzzles::ReadingArgs;

const EXAMPLES: &str = "\
Examples:
  exactone serve
  exactone serve --open 000000185007030000000021400800000020003905600050000004004860000000040300931000000
  exactone serve --port 8000 puzzle.txt

The page runs in the browser alone; the server only hands out its files, on 127.0.0.1 and to nobody else.
Exit status: 0 ended by Ctrl-C; 2 bad input, no free port, or a program that was built without the page.";

/// The arguments of `serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// A puzzle to open: a file with one, `-` for standard input, or the puzzle written out
    #[arg(value_name = "FILE|PUZZLE")]
    pub puzzle: Option<String>,
    /// The port to listen on; where it is taken, the next free one; 0: any
    #[arg(long, value_name = "N", default_value_t = 7290)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}
