//! How text is to be taken.

use exactone::{Shape, TextLayout, TextOptions};

use crate::args::puzzles::{ReadingArgs, SymbolSet};
use crate::output::status::Failure;

/// How text is to be taken: the options of the command line, checked.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// For the reader of puzzle text.
    pub options: TextOptions,
    /// The column of a CSV that was asked for.
    pub column: Option<String>,
    /// Whether the text of each puzzle is wanted as it was written.
    pub keep_text: bool,
    /// Whether the solutions of tables are wanted.
    pub solutions: bool,
    /// Whether lines of 81 characters may come as blocks of text.
    pub blocks: bool,
}

impl Reading {
    /// What these arguments mean.
    pub fn new(args: &ReadingArgs) -> Result<Reading, Failure> {
        let boxes = match args.boxes {
            None => None,
            Some(size) => Some(Shape::new(size.rows, size.columns).ok_or_else(|| {
                let (rows, columns, most) = (size.rows, size.columns, Shape::MAX_SIZE);
                Failure::both(
                    format!("--box {rows}x{columns}: expected boxes of at most {most} cells"),
                    format!("--box {rows}x{columns}：宫最多 {most} 格"),
                )
            })?),
        };
        let layout = match (args.one_per_line, args.grids) {
            (true, _) => TextLayout::OnePerLine,
            (_, true) => TextLayout::Grids,
            _ => TextLayout::Auto,
        };
        let symbols = match args.symbols {
            None => exactone::SymbolSet::Letters,
            Some(SymbolSet::Hex) => exactone::SymbolSet::Hex,
        };
        let options = TextOptions { boxes, symbols, layout };
        Ok(Reading { options, column: args.column.clone(), ..Reading::default() })
    }
}
