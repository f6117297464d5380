//! Puzzles to read: which inputs, and how their text is to be taken.

use std::str::FromStr;

/// Inputs that hold puzzles.
#[derive(Debug, clap::Args)]
pub struct PuzzlesArgs {
    /// Files of puzzles, `-` for standard input, or puzzles written out (default: standard input)
    #[arg(value_name = "FILE|PUZZLE", allow_hyphen_values = false)]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How puzzle text is to be taken where it could be read in more than one way.
#[derive(Clone, Debug, clap::Args)]
pub struct ReadingArgs {
    /// Every line is a puzzle of its own
    #[arg(long, conflicts_with = "grids", help_heading = "Reading")]
    pub one_per_line: bool,
    /// Every block of lines is one grid
    #[arg(long, help_heading = "Reading")]
    pub grids: bool,
    /// Boxes of R rows and C columns; 1xN: rows and columns only
    #[arg(long = "box", value_name = "RxC", help_heading = "Reading")]
    pub boxes: Option<BoxSize>,
    /// Symbols of the cells: hex is 0-F for 16x16
    #[arg(long, value_name = "SYMBOLS", help_heading = "Reading")]
    pub symbols: Option<SymbolSet>,
    /// Read CSV, with the puzzles in this column
    #[arg(long, value_name = "NAME", help_heading = "Reading")]
    pub column: Option<String>,
}

/// A set of cell symbols that must be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SymbolSet {
    /// 0-9 and A-F: 16x16
    Hex,
}

/// The size of a box, as `RxC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxSize {
    pub rows: usize,
    pub columns: usize,
}

impl FromStr for BoxSize {
    type Err = String;

    fn from_str(text: &str) -> Result<BoxSize, String> {
        let expected = || format!("expected ROWSxCOLUMNS such as 2x3, got {text:?}");
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(expected)?;
        let side = |text: &str| text.trim().parse().ok().filter(|&side| side > 0).ok_or_else(expected);
        Ok(BoxSize { rows: side(rows)?, columns: side(columns)? })
    }
}

/// A limit of seconds; fractions allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(pub std::time::Duration);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let expected = || format!("expected a number of seconds such as 10 or 0.5, got {text:?}");
        let seconds: f64 = text.trim_end_matches('s').parse().map_err(|_| expected())?;
        std::time::Duration::try_from_secs_f64(seconds).map(Seconds).map_err(|_| expected())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn box_sizes_and_seconds_read_as_people_write_them() {
        assert_eq!("2x3".parse(), Ok(BoxSize { rows: 2, columns: 3 }));
        assert_eq!("1X11".parse(), Ok(BoxSize { rows: 1, columns: 11 }));
        for wrong in ["", "3", "0x3", "2x", "2x3x4", "axb"] {
            assert!(wrong.parse::<BoxSize>().is_err(), "{wrong}");
        }
        assert_eq!("0.5".parse(), Ok(Seconds(std::time::Duration::from_millis(500))));
        for wrong in ["", "-1", "nan", "inf", "1e400", "ten"] {
            assert!(wrong.parse::<Seconds>().is_err(), "{wrong}");
        }
    }
}
