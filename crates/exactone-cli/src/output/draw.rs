//! Grids on a terminal: clues bold, cells that differ marked, two grids side by side.

use exactone::{Cell, Grid, SymbolSet};

/// How a cell is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As it is.
    Plain,
    /// A clue: bold where colours may be used.
    Clue,
    /// Not the same in both grids: inverse, or with a star where colours may not be used.
    Differs,
}

/// The lines of a drawn grid, all of the same visible width.
pub fn grid(grid: &Grid, symbols: SymbolSet, color: bool, style: impl Fn(Cell) -> Style) -> Vec<String> {
    let shape = grid.shape();
    let size = shape.size();
    let (box_rows, box_cols) =
        if shape.is_latin() { (size, size) } else { (shape.box_rows(), shape.box_cols()) };
    let starred = !color && shape.cells().any(|cell| style(cell) == Style::Differs);
    let text = |cell: Cell| match grid.get(cell) {
        None => ".".to_owned(),
        Some(digit) => symbols.symbol(digit, size).map_or(digit.to_string(), |symbol| symbol.to_string()),
    };
    let width = shape.cells().map(|cell| text(cell).len()).max().unwrap_or(1) + usize::from(starred);
    let shown = |cell: Cell| {
        let (text, style) = (text(cell), style(cell));
        let text = if starred && style == Style::Differs { text + "*" } else { text };
        let padding = " ".repeat(width - text.len());
        match style {
            Style::Clue if color => format!("\x1b[1m{text}\x1b[0m{padding}"),
            Style::Differs if color => format!("\x1b[7m{text}\x1b[0m{padding}"),
            _ => text + &padding,
        }
    };
    let mut lines = Vec::new();
    for row in 0..size {
        if row > 0 && row % box_rows == 0 {
            let boxes = size / box_cols;
            let rules: Vec<String> = (0..boxes)
                .map(|at| {
                    let edges = usize::from(at > 0) + usize::from(at + 1 < boxes);
                    "-".repeat(box_cols * (width + 1) - 1 + edges)
                })
                .collect();
            lines.push(rules.join("+"));
        }
        let groups: Vec<String> = (0..size)
            .step_by(box_cols)
            .map(|start| {
                let cells: Vec<String> =
                    (start..start + box_cols).map(|col| shown(Cell::new(row, col))).collect();
                cells.join(" ")
            })
            .collect();
        lines.push(groups.join(" | "));
    }
    lines
}

/// The lines of two drawn grids beside each other.
pub fn side_by_side(left: Vec<String>, right: Vec<String>) -> Vec<String> {
    left.into_iter().zip(right).map(|(left, right)| format!("{left}    {right}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    #[test]
    fn without_styles_it_is_the_drawing_of_the_library() {
        for puzzle in
            ["1...23...4.1.2..", &".".repeat(81), &"1.........".repeat(10)[..36], &"G.......".repeat(32)]
        {
            let read: Grid = puzzle.parse().unwrap();
            let drawn = grid(&read, SymbolSet::Letters, false, |_| Style::Plain);
            let drawn: Vec<String> = drawn.iter().map(|line| line.trim_end().to_owned()).collect();
            assert_eq!(drawn, lines(&read.to_string()));
        }
    }

    #[test]
    fn cells_that_differ_are_marked() {
        let (one, two): (Grid, Grid) =
            ("1234341221434321".parse().unwrap(), "1234341243212143".parse().unwrap());
        let style = |cell| if one.get(cell) == two.get(cell) { Style::Plain } else { Style::Differs };
        let plain = side_by_side(
            grid(&one, SymbolSet::Letters, false, style),
            grid(&two, SymbolSet::Letters, false, style),
        );
        assert_eq!(plain[0], "1  2  | 3  4     1  2  | 3  4 ");
        assert_eq!(plain[3], "2* 1* | 4* 3*    4* 3* | 2* 1*");
        let color = grid(&one, SymbolSet::Letters, true, style);
        assert_eq!(color[3], "\x1b[7m2\x1b[0m \x1b[7m1\x1b[0m | \x1b[7m4\x1b[0m \x1b[7m3\x1b[0m");
    }
}
