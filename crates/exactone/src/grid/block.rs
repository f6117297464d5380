//! What a block of lines says: one grid, drawn with bars and rules or not.

use std::cmp::Reverse;

use crate::grid::line::{Look, Token, foreign_character, lone_line_error, read_cells, shape_for, tokens};
use crate::grid::{Given, Grid, GridError, GridProblem, TextOptions};
use crate::shape::Shape;

/// A line of a block: its number in the text and what it says.
#[derive(Clone, Debug)]
pub(super) struct BlockLine {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) look: Look,
}

struct Row<'t> {
    number: u64,
    tokens: Vec<Token<'t>>,
    characters: usize,
    /// How many rules stand above it.
    rules: usize,
}

impl Row<'_> {
    fn end_column(&self) -> usize {
        self.tokens.last().map_or(1, |token| token.column + token.len)
    }
}

/// Reads a block of lines as one grid.
pub(super) fn read_block(lines: &[BlockLine], options: &TextOptions) -> Result<Given, GridError> {
    // Dashes are empty cells where that makes the number of rows right, else lines between boxes.
    let plain =
        lines.iter().filter(|line| matches!(line.look, Look::Single(_) | Look::Row { .. } | Look::Neither));
    let dashed = lines.iter().filter(|line| matches!(line.look, Look::Dashes(_)));
    let as_rows = plain.clone().count() + dashed.clone().count();
    let dashes_are_rows =
        dashed.clone().all(|line| line.text.chars().filter(|&c| c == '-').count() == as_rows)
            && plain.clone().next().is_none_or(|line| {
                let tokens = tokens(&line.text);
                tokens.len() == as_rows || tokens.iter().map(|token| token.len).sum::<usize>() == as_rows
            });
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut rules = 0;
    for line in lines {
        match line.look {
            Look::Rule => rules += 1,
            Look::Dashes(_) if !dashes_are_rows => rules += 1,
            _ => {
                let tokens = tokens(&line.text);
                let characters = tokens.iter().map(|token| token.len).sum();
                rows.push(Row { number: line.number, tokens, characters, rules });
            }
        }
    }
    let start = lines.first().map_or(1, |line| line.number);
    let Some(first) = rows.first() else { return Err(GridError::text(start, 1, GridProblem::Nothing)) };
    let size = rows.len();
    let by_character = rows.iter().filter(|row| row.characters == size).count();
    let is_number = |token: &Token<'_>| token.len <= 3 && size > 1;
    let by_number =
        rows.iter().filter(|row| row.tokens.len() == size && row.tokens.iter().all(is_number)).count();
    let numbers = by_character < size;
    if by_character.max(by_number) < size {
        for row in &rows {
            if let Some(error) = foreign_character(&row.tokens, row.number) {
                return Err(error);
            }
        }
        return Err(wrong_rows(&rows, by_character, by_number, options));
    }
    let fail = |problem| {
        GridError::text(first.number, first.tokens.first().map_or(1, |token| token.column), problem)
    };
    if size > Shape::MAX_SIZE {
        return Err(fail(GridProblem::Size { found: size }));
    }
    let shape = match drawn_boxes(&rows, numbers)? {
        (Some(rows), Some(cols)) if rows * cols == size => {
            Shape::new(rows, cols).expect("the size is in range")
        }
        (Some(rows), Some(cols)) => return Err(fail(GridProblem::Boxes { rows, cols, size })),
        (Some(rows), None) => Shape::new(rows, size / rows).expect("the size is in range"),
        (None, Some(cols)) => Shape::new(size / cols, cols).expect("the size is in range"),
        (None, None) => shape_for(size, options).map_err(fail)?,
    };
    let mut cells = Vec::with_capacity(shape.cell_count());
    for row in &rows {
        read_cells(&row.tokens, numbers, size, options.symbols, row.number, &mut cells)?;
    }
    Grid::from_digits(shape, &cells).map(Given::Grid)
}

fn wrong_rows(rows: &[Row<'_>], by_character: usize, by_number: usize, options: &TextOptions) -> GridError {
    let size = rows.len();
    let count = |row: &Row<'_>, numbers: bool| if numbers { row.tokens.len() } else { row.characters };
    let all_alike = |numbers| rows.iter().all(|row| count(row, numbers) == count(&rows[0], numbers));
    let numbers = if by_character.max(by_number) * 2 > size {
        by_number > by_character
    } else if all_alike(false) || all_alike(true) {
        let numbers = !all_alike(false);
        let cells = count(&rows[0], numbers);
        if size == 1 && rows[0].tokens.iter().all(|token| !token.bar_before && !token.bar_after) {
            return lone_line_error(&rows[0].tokens, rows[0].number, options);
        }
        return GridError::text(rows[size - 1].number, 1, GridProblem::RowCount { found: size, cells });
    } else {
        rows.iter().all(|row| row.tokens.len() > 1)
            && rows.iter().any(|row| row.characters != row.tokens.len())
    };
    // The other rows' length is what is expected: the most frequent one, of those the largest.
    let usual =
        |row: &Row<'_>| rows.iter().filter(|other| count(other, numbers) == count(row, numbers)).count();
    let expected = match by_character.max(by_number) * 2 > size {
        true => size,
        false => {
            rows.iter().map(|row| (usual(row), count(row, numbers))).max().map_or(size, |(_, cells)| cells)
        }
    };
    if let Some((at, row)) = (1..).zip(rows).find(|(_, row)| count(row, numbers) != expected) {
        let found = count(row, numbers);
        return GridError::text(
            row.number,
            row.end_column(),
            GridProblem::RowLength { row: at, found, expected },
        );
    }
    // Each row has as many numbers as it should; what is left is one that is too long to be a digit.
    let cells = rows.iter().flat_map(|row| row.tokens.iter().map(move |token| (row.number, token)));
    let (line, token) =
        cells.max_by_key(|(line, token)| (token.len, Reverse(*line))).expect("rows have cells");
    let found = token.text.chars().take(20).collect();
    GridError::text(line, token.column, GridProblem::Number { found, size })
}

/// The rows and columns of the boxes that a frame draws, where it draws any. Lines around every cell, or only
/// around the whole grid, say nothing.
fn drawn_boxes(rows: &[Row<'_>], numbers: bool) -> Result<(Option<usize>, Option<usize>), GridError> {
    let groups = |row: &Row<'_>| {
        let mut groups: Vec<usize> = Vec::new();
        for token in &row.tokens {
            let cells = if numbers { 1 } else { token.len };
            match groups.last_mut() {
                Some(last) if !token.bar_before => *last += cells,
                _ => groups.push(cells),
            }
        }
        groups
    };
    let equal = |sizes: &[usize], line: u64| match sizes.iter().all(|&size| size == sizes[0]) {
        false => Err(GridError::text(line, 1, GridProblem::Frame)),
        true => Ok(Some(sizes[0]).filter(|&size| size > 1 && sizes.len() > 1)),
    };
    let first = groups(&rows[0]);
    if let Some(row) = rows.iter().find(|row| groups(row) != first) {
        return Err(GridError::text(row.number, 1, GridProblem::Frame));
    }
    let mut bands: Vec<usize> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        match bands.last_mut() {
            Some(last) if rows[at - 1].rules == row.rules => *last += 1,
            _ => bands.push(1),
        }
    }
    Ok((equal(&bands, rows[0].number)?, equal(&first, rows[0].number)?))
}
