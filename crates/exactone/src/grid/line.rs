//! What one line of puzzle text says: its tokens, which symbols they are made of, whether it is a puzzle of its own
//! or may be the row of a grid.

use crate::candidates::Candidates;
use crate::digit::Digit;
use crate::grid::{Given, Grid, GridError, GridProblem, SymbolSet, TextLayout, TextOptions, in_numbers};
use crate::shape::Shape;

/// The longest line, in characters, that can be a row: larger digits have no characters.
const LONGEST_ROW: usize = 35;

/// A stretch of a line between blanks, commas, semicolons and bars.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    /// Of its first character, from 1.
    pub(super) column: usize,
    pub(super) text: &'t str,
    /// In characters.
    pub(super) len: usize,
    /// Whether a bar stands between it and the token before (or the line's start).
    pub(super) bar_before: bool,
    /// Whether a bar follows it at once.
    pub(super) bar_after: bool,
}

const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '¦')
}

/// Characters of which only the lines between cells are made.
const fn is_rule(c: char) -> bool {
    matches!(c, '+' | '=' | '\u{2500}'..='\u{257F}') && !is_bar(c)
}

fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';') || c.is_whitespace()
}

const fn is_empty_cell(c: char) -> bool {
    matches!(c, '.' | '0' | '_' | '*' | '-' | '?')
}

/// Whether a character occurs in some puzzle.
const fn is_symbol(c: char) -> bool {
    is_empty_cell(c) || Digit::from_symbol(c).is_some()
}

/// The digit that a character says in a grid of this size, 0 for an empty cell.
fn symbol_value(c: char, size: usize, symbols: SymbolSet) -> Option<u8> {
    let value = match symbols {
        SymbolSet::Hex if size == 16 && (c == '0' || !is_empty_cell(c)) => c.to_digit(16)? as u8 + 1,
        _ if is_empty_cell(c) => 0,
        _ => Digit::from_symbol(c)?.number(),
    };
    (usize::from(value) <= size).then_some(value)
}

/// The digit that a number says, 0 for an empty cell.
fn number_value(text: &str, size: usize) -> Option<u8> {
    if text.chars().all(is_empty_cell) {
        return Some(0);
    }
    let value = match text.parse::<u8>() {
        Ok(number) => number,
        Err(_) if text.len() == 1 => symbol_value(text.chars().next()?, size, SymbolSet::Letters)?,
        Err(_) => return None,
    };
    (usize::from(value) <= size).then_some(value)
}

pub(super) fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token<'_>> = Vec::new();
    let mut bar = false;
    let mut open = false;
    for (column, (at, c)) in (1..).zip(line.char_indices()) {
        if is_bar(c) || is_separator(c) {
            if let Some(last) = found.last_mut().filter(|_| open) {
                last.bar_after = is_bar(c);
            }
            bar |= is_bar(c);
            open = false;
        } else if open {
            let last = found.last_mut().expect("a token is open");
            last.text = &line[at - last.text.len()..at + c.len_utf8()];
            last.len += 1;
        } else {
            let text = &line[at..at + c.len_utf8()];
            found.push(Token { column, text, len: 1, bar_before: bar, bar_after: false });
            (open, bar) = (true, false);
        }
    }
    found
}

/// How a line that is a puzzle of its own is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Its first token, a character a cell.
    Characters,
    /// n tokens of n characters.
    Groups,
    /// n * n tokens.
    Numbers,
    /// Its first token: n characters a cell.
    Marks,
}

/// A line that can be a puzzle of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Single {
    form: Form,
    size: usize,
    /// If it can also be the row of a larger grid: how many cells that row has.
    pub(super) as_row: Option<usize>,
}

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// A line between rows of boxes, certainly.
    Rule,
    /// Made of dashes, bars and blanks: a line between rows of boxes, or empty cells.
    Dashes(Option<Single>),
    /// A puzzle of its own.
    Single(Single),
    /// Neither a puzzle nor a row: too long for the one, not right for the other.
    Neither,
    /// Perhaps the row of a grid; `framed`: it has bars.
    Row { framed: bool },
}

/// The size n if a line of `cells` cells can be a puzzle: n has boxes, or is what was asked for.
fn size_of(cells: usize, largest: usize, options: &TextOptions) -> Option<usize> {
    let size = cells.isqrt();
    if size * size != cells || size > largest {
        return None;
    }
    match options.boxes {
        Some(boxes) => (boxes.size() == size).then_some(size),
        None if size < 4 && options.layout != TextLayout::OnePerLine => None,
        None => Shape::of_size(size).map(|_| size),
    }
}

fn single(tokens: &[Token<'_>], options: &TextOptions) -> Option<Single> {
    let first = tokens.first()?;
    let barred = first.bar_after || tokens.iter().any(|token| token.bar_before);
    if first.bar_before || (barred && first.len <= LONGEST_ROW) {
        return None;
    }
    let classic = options.boxes.is_none_or(|boxes| boxes.size() == 9);
    if first.len == 729 && classic {
        return Some(Single { form: Form::Marks, size: 9, as_row: None });
    }
    let free = options.boxes.is_none() && options.layout != TextLayout::OnePerLine;
    if let Some(size) = size_of(first.len, LONGEST_ROW, options) {
        let row = free && tokens.len() == 1 && first.len <= LONGEST_ROW;
        return Some(Single { form: Form::Characters, size, as_row: row.then_some(first.len) });
    }
    let count = tokens.len();
    if tokens.iter().all(|token| token.len == count)
        && count > 1
        && size_of(count * count, LONGEST_ROW, options).is_some()
    {
        let row = free && count * count <= LONGEST_ROW;
        return Some(Single { form: Form::Groups, size: count, as_row: row.then_some(count * count) });
    }
    let size = size_of(count, Shape::MAX_SIZE, options).filter(|_| count > 1)?;
    let numbers = tokens.iter().all(|token| token.len <= 3 && token.text.chars().all(is_symbol));
    let row = free && count <= Shape::MAX_SIZE;
    numbers.then_some(Single { form: Form::Numbers, size, as_row: row.then_some(count) })
}

/// What a line that is neither blank nor a comment looks like.
pub(super) fn look(line: &str, tokens: &[Token<'_>], options: &TextOptions) -> Look {
    let found = single(tokens, options);
    if options.layout == TextLayout::OnePerLine {
        return found.map_or(Look::Neither, Look::Single);
    }
    let frame = |c: char| c == '-' || is_rule(c) || is_bar(c) || c.is_whitespace();
    if line.chars().all(frame) {
        return if line.chars().any(is_rule) { Look::Rule } else { Look::Dashes(found) };
    }
    match found {
        Some(Single { as_row: Some(_), .. }) if options.layout == TextLayout::Grids => {
            Look::Row { framed: false }
        }
        Some(found) => Look::Single(found),
        None if tokens
            .first()
            .is_some_and(|first| !first.bar_before && !first.bar_after && first.len > LONGEST_ROW) =>
        {
            Look::Neither
        }
        None => Look::Row { framed: line.chars().any(is_bar) },
    }
}

/// Whether every digit of a line fits a puzzle of the size that it has as a puzzle of its own.
pub(super) fn fits(tokens: &[Token<'_>], single: Single, options: &TextOptions) -> bool {
    let numbers = single.form == Form::Numbers;
    let whole = matches!(single.form, Form::Characters | Form::Marks);
    tokens.iter().take(if whole { 1 } else { tokens.len() }).all(|token| match numbers {
        true => number_value(token.text, single.size).is_some(),
        false => token.text.chars().all(|c| symbol_value(c, single.size, options.symbols).is_some()),
    })
}

pub(super) fn shape_for(size: usize, options: &TextOptions) -> Result<Shape, GridProblem> {
    match options.boxes {
        Some(boxes) if boxes.size() == size => Ok(boxes),
        Some(expected) => Err(GridProblem::WrongSize { found: size, expected }),
        None if size > Shape::MAX_SIZE => Err(GridProblem::Size { found: size }),
        None => Shape::of_size(size).ok_or(GridProblem::NoBoxes { size }),
    }
}

/// Reads the cells of some tokens, each a number or a character a cell.
pub(super) fn read_cells(
    tokens: &[Token<'_>],
    numbers: bool,
    size: usize,
    symbols: SymbolSet,
    line: u64,
    cells: &mut Vec<u8>,
) -> Result<(), GridError> {
    for token in tokens {
        if numbers {
            let value = number_value(token.text, size).ok_or_else(|| {
                let found = token.text.chars().take(20).collect();
                GridError::text(line, token.column, GridProblem::Number { found, size })
            })?;
            cells.push(value);
            continue;
        }
        for (column, c) in (token.column..).zip(token.text.chars()) {
            let value = symbol_value(c, size, symbols).ok_or_else(|| {
                GridError::text(line, column, GridProblem::Symbol { found: c, size, symbols })
            })?;
            cells.push(value);
        }
    }
    Ok(())
}

/// Reads a line that is a puzzle of its own, and the text after it.
pub(super) fn read_single(
    tokens: &[Token<'_>],
    text: &str,
    line: u64,
    found: Single,
    options: &TextOptions,
) -> (Result<Given, GridError>, String) {
    let size = found.size;
    let shape = match shape_for(size, options) {
        Ok(shape) => shape,
        Err(problem) => return (Err(GridError::text(line, tokens[0].column, problem)), String::new()),
    };
    let used = if matches!(found.form, Form::Characters | Form::Marks) { 1 } else { tokens.len() };
    let trailing = tokens.get(used).map_or(String::new(), |rest| {
        text.chars().skip(rest.column - 1).collect::<String>().trim_end().to_owned()
    });
    if found.form == Form::Marks {
        return (read_marks(tokens[0], line, shape), trailing);
    }
    let mut cells = Vec::with_capacity(shape.cell_count());
    let read =
        read_cells(&tokens[..used], found.form == Form::Numbers, size, options.symbols, line, &mut cells);
    (read.and_then(|()| Grid::from_digits(shape, &cells).map(Given::Grid)), trailing)
}

fn read_marks(token: Token<'_>, line: u64, shape: Shape) -> Result<Given, GridError> {
    let mut marks = Candidates::none(shape);
    let pairs = shape.cells().flat_map(|cell| shape.digits().map(move |digit| (cell, digit)));
    for ((column, c), (cell, digit)) in (token.column..).zip(token.text.chars()).zip(pairs) {
        if Digit::from_symbol(c) == Some(digit) {
            marks.insert(cell, digit);
        } else if !is_empty_cell(c) {
            let expected = digit.symbol().unwrap_or('?');
            return Err(GridError::text(line, column, GridProblem::Pencilmark { found: c, expected }));
        }
    }
    Ok(Given::Candidates(marks))
}

/// Why a line is no puzzle of its own.
pub(super) fn lone_line_error(tokens: &[Token<'_>], line: u64, options: &TextOptions) -> GridError {
    if let Some(error) = foreign_character(tokens, line) {
        return error;
    }
    let Some(&first) = tokens.first() else { return GridError::text(line, 1, GridProblem::Nothing) };
    let found = if first.len > LONGEST_ROW { first.len } else { tokens.iter().map(|token| token.len).sum() };
    let sizes = [4, 6, 8, 9, 12, 16, 25].map(|size| (size * size, size)).into_iter().chain([(729, 9)]);
    let (expected, size) = match options.boxes.map(Shape::size) {
        Some(9) if found.abs_diff(729) < 100 => (729, 9),
        Some(size) => (size * size, size),
        None => {
            let near = sizes.min_by_key(|(cells, _)| found.abs_diff(*cells)).unwrap_or((81, 9));
            if found.abs_diff(near.0) * 4 <= near.0 { near } else { (81, 9) }
        }
    };
    if in_numbers(size) {
        let end = tokens.last().map_or(first, |&last| last);
        let column = tokens.get(expected).map_or(end.column + end.len, |over| over.column);
        return GridError::text(line, column, GridProblem::Length { found: tokens.len(), expected, size });
    }
    // The first character too many, or the place of the first one that is missing.
    let mut left = found.min(expected);
    let mut column = first.column;
    for token in tokens {
        column = token.column + left.min(token.len);
        if left < token.len || (left == token.len && token.len == found) {
            break;
        }
        left -= token.len;
    }
    GridError::text(line, column, GridProblem::Length { found, expected, size })
}

/// The first character that occurs in no puzzle.
pub(super) fn foreign_character(tokens: &[Token<'_>], line: u64) -> Option<GridError> {
    let all = tokens.iter().flat_map(|token| (token.column..).zip(token.text.chars()));
    let (column, found) = all.into_iter().find(|&(_, c)| !is_symbol(c))?;
    Some(GridError::text(line, column, GridProblem::Character { found }))
}
