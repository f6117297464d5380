//! `exactone serve`: the page, to browsers on this machine.

use crate::args::serve::ServeArgs;
use crate::face::Face;
use crate::output::status::Failure;

/// Runs the command.
#[cfg(not(feature = "web"))]
pub fn run(_: &ServeArgs, face: &mut Face) -> Result<u8, Failure> {
    const HOW: &str = "scripts/build-page && cargo build --release -p exactone-cli --features web";
    let why = face
        .language()
        .pick("this program was built without the page; for one with it", "此程序不含网页；构建方法");
    Err(Failure::new(format!("{why}: {HOW}")))
}

#[cfg(feature = "web")]
pub use with_page::run;

#[cfg(feature = "web")]
mod with_page {
    use std::net::SocketAddr;

    use exactone::Puzzle;

    use super::{Face, Failure, ServeArgs};
    use crate::command::one;
    use crate::input::reading::Reading;
    use crate::input::source::Source;
    use crate::language::Language;
    use crate::output::sink::Sink;
    use crate::output::status::Status;
    use crate::{interrupt, page};

    /// The sizes of grids that the page shows.
    const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

    /// Runs the command.
    pub fn run(args: &ServeArgs, face: &mut Face) -> Result<u8, Failure> {
        let language = face.language();
        let fragment = match &args.puzzle {
            None => String::new(),
            Some(text) => {
                let reading = Reading::new(&args.reading)?;
                let Some((_, puzzle)) = one::puzzle(Source::from_argument(text), reading, face)? else {
                    return Ok(Status::Bad.code());
                };
                fragment(&puzzle, language)?
            }
        };
        let listener = page::listen(args.port).map_err(|error| {
            let why = language.pick("no free port", "没有可用的端口");
            Failure::new(format!("{why} ({}): {error}", args.port))
        })?;
        let here: SocketAddr = listener.local_addr().map_err(|error| Failure::new(error.to_string()))?;
        interrupt::answer_signals();
        let address = format!("http://{here}/{fragment}");
        let mut sink = Sink::open(None)?;
        sink.put(format!("{address}\n").as_bytes())?;
        sink.finish()?;
        if args.port != 0 && here.port() != args.port {
            let taken = args.port;
            face.messages.note(&match language {
                Language::En => format!("port {taken} is taken, {} is not", here.port()),
                Language::Zh => format!("端口 {taken} 已被占用，改用 {}", here.port()),
            });
        }
        face.messages.note(language.pick("Ctrl-C ends", "按 Ctrl-C 结束"));
        if args.open
            && let Err(error) = open::that_detached(&address)
        {
            let why = language.pick("no browser could be started", "无法打开浏览器");
            face.messages.warning(&format!("{why}: {error}"));
        }
        page::serve(listener, interrupt::stopping).map_err(|error| Failure::new(error.to_string()))?;
        Ok(Status::Holds.code())
    }

    /// The part of the address that opens a puzzle: the same as in the page's own links.
    fn fragment(puzzle: &Puzzle, language: Language) -> Result<String, Failure> {
        let shape = puzzle.shape();
        let size = shape.size();
        if !SIZES.contains(&size) {
            let (least, most) = SIZES.into_inner();
            return Err(Failure::new(match language {
                Language::En => {
                    format!(
                        "the page shows grids of {least}x{least} to {most}x{most}, this one is {size}x{size}"
                    )
                }
                Language::Zh => {
                    format!("网页只显示 {least}x{least} 到 {most}x{most} 的题目，此题为 {size}x{size}")
                }
            }));
        }
        Ok(format!("#p={}&b={shape}", puzzle.to_line()))
    }

    #[cfg(test)]
    mod tests {
        use exactone::Grid;

        use super::*;

        #[test]
        fn a_link_carries_the_clues_and_the_boxes() {
            let grid: Grid = ("12".to_owned() + &".".repeat(34)).parse().expect("a grid of 6x6");
            let link = fragment(&Puzzle::classic(grid), Language::En).expect("a size that the page shows");
            assert_eq!(link, format!("#p=12{}&b=2x3", ".".repeat(34)));
        }

        #[test]
        fn what_the_page_cannot_show_is_refused() {
            let grid: Grid = ".".repeat(625).parse().expect("a grid of 25x25");
            let Err(Failure::Message { english: text, .. }) = fragment(&Puzzle::classic(grid), Language::En)
            else {
                panic!("25x25 must be refused")
            };
            assert_eq!(text, "the page shows grids of 4x4 to 16x16, this one is 25x25");
        }
    }
}
