//! Grids as text: one line, or drawn with their boxes.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::{Grid, SymbolSet};
use crate::shape::Shape;

impl Grid {
    /// One line: a character a cell, `.` for an empty one; above size 35 numbers separated by spaces.
    ///
    /// ```
    /// use exactone::{Grid, Shape};
    /// assert_eq!(Grid::empty(Shape::new(2, 2).unwrap()).to_line(), "................");
    /// ```
    pub fn to_line(&self) -> String {
        self.to_line_with(SymbolSet::Letters)
    }

    /// One line in another set of symbols.
    pub fn to_line_with(&self, symbols: SymbolSet) -> String {
        let mut line = String::with_capacity(self.shape().cell_count());
        for (index, (_, digit)) in self.iter().enumerate() {
            match digit {
                None if self.size() > 35 && index > 0 => line.push_str(" ."),
                None => line.push('.'),
                Some(digit) => match symbols.symbol(digit, self.size()) {
                    Some(symbol) => line.push(symbol),
                    None => line.push_str(&format!("{}{digit}", if index > 0 { " " } else { "" })),
                },
            }
        }
        line
    }
}

impl SymbolSet {
    /// The character for a digit of a grid of this size; `None` where numbers are used, above size 35.
    pub fn symbol(self, digit: Digit, size: usize) -> Option<char> {
        match self {
            SymbolSet::Hex if size == 16 => {
                char::from_digit(digit.index() as u32, 16).map(|c| c.to_ascii_uppercase())
            }
            _ if size <= 35 => digit.symbol(),
            _ => None,
        }
    }
}

/// Draws a grid whose cells show as these texts, lined up, with lines between the boxes; ends with a line feed.
/// The texts must be single-width characters.
pub(crate) fn draw<'t>(
    out: &mut impl fmt::Write,
    shape: Shape,
    text: &dyn Fn(Cell) -> &'t str,
) -> fmt::Result {
    let size = shape.size();
    let (box_rows, box_cols) =
        if shape.is_latin() { (size, size) } else { (shape.box_rows(), shape.box_cols()) };
    let width = shape.cells().map(|cell| text(cell).chars().count()).max().unwrap_or(1);
    for row in 0..size {
        if row > 0 && row % box_rows == 0 {
            for group in 0..size / box_cols {
                let edge = usize::from(group > 0) + usize::from(group + 1 < size / box_cols);
                let dashes = box_cols * (width + 1) - 1 + edge;
                write!(out, "{}{:-<dashes$}", if group > 0 { "+" } else { "" }, "")?;
            }
            out.write_char('\n')?;
        }
        for col in 0..size {
            if col > 0 {
                out.write_str(if col % box_cols == 0 { " | " } else { " " })?;
            }
            let cell = text(Cell::new(row, col));
            out.write_str(cell)?;
            if col + 1 < size {
                write!(out, "{:1$}", "", width - cell.chars().count())?;
            }
        }
        out.write_char('\n')?;
    }
    Ok(())
}

impl fmt::Display for Grid {
    /// Draws the grid with its boxes, a line feed after every line. Numbers above size 35 are lined up on the left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self
            .iter()
            .map(|(_, digit)| match digit {
                None => ".".to_owned(),
                Some(digit) => match SymbolSet::Letters.symbol(digit, self.size()) {
                    Some(symbol) => symbol.to_string(),
                    None => digit.to_string(),
                },
            })
            .collect();
        draw(f, self.shape(), &|cell| &cells[self.shape().index_of(cell)])
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}, {})", self.shape(), self.to_line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_9x9_has_the_usual_lines() {
        let drawn = Grid::empty(Shape::CLASSIC).to_string();
        assert_eq!(drawn.lines().count(), 11);
        assert_eq!(drawn.lines().nth(3), Some("------+-------+------"));
        assert_eq!(drawn.lines().nth(4), Some(". . . | . . . | . . ."));
    }

    #[test]
    fn large_grids_line_up_numbers() {
        let mut grid = Grid::empty(Shape::new(6, 6).unwrap());
        grid.set(Cell::new(0, 1), Digit::new(36)).unwrap();
        assert!(grid.to_line().starts_with(". 36 . ."));
        assert!(grid.to_string().starts_with(".  36 .  "));
    }

    #[test]
    fn hexadecimal_symbols_count_from_nought() {
        let mut grid = Grid::empty(Shape::new(4, 4).unwrap());
        grid.set(Cell::new(0, 0), Digit::new(1)).unwrap();
        grid.set(Cell::new(0, 1), Digit::new(16)).unwrap();
        assert!(grid.to_line_with(SymbolSet::Hex).starts_with("0F.."));
        assert!(grid.to_line().starts_with("1G.."));
    }
}
