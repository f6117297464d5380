//! Puzzle text: what is read, as what, and what is said about the rest.

use exactone::{Entry, Given, Grid, PuzzleReader, Shape, SymbolSet, TextLayout, TextOptions, read_puzzles};

const FIRST: &str = "000000185007030000000021400800000020003905600050000004004860000000040300931000000";

fn read(text: &str) -> Vec<String> {
    read_with(text, TextOptions::default())
}

/// Each entry in short: `LINE:SHAPE:PUZZLE`, or the error.
fn read_with(text: &str, options: TextOptions) -> Vec<String> {
    read_puzzles(text.as_bytes(), &options).iter().map(short).collect()
}

fn short(entry: &Entry) -> String {
    match &entry.given {
        Ok(given) => format!("{}:{}:{}", entry.line, given.shape(), given.to_line()),
        Err(error) => error.to_string(),
    }
}

fn shape(rows: usize, cols: usize) -> TextOptions {
    TextOptions { boxes: Shape::new(rows, cols), ..TextOptions::default() }
}

#[test]
fn one_puzzle_a_line() {
    let dots = FIRST.replace('0', ".");
    let text = format!(
        "{FIRST}\r\n\r\n# a comment\n  {dots}\t4.5 stars\n{FIRST},{dots}\n{}",
        dots.replace('.', "_")
    );
    let entries = read_puzzles(text.as_bytes(), &TextOptions::default());
    assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [1, 4, 5, 6]);
    for entry in &entries {
        assert_eq!(entry.given.as_ref().unwrap().to_line(), dots);
    }
    assert_eq!(entries[1].trailing, "4.5 stars");
    assert_eq!(entries[2].trailing, dots);
    for empty in ["*", "-", "?"] {
        assert_eq!(read(&dots.replace('.', empty)), [format!("1:3x3:{dots}")]);
    }
}

#[test]
fn every_way_of_cutting_the_text_reads_the_same() {
    let text = format!("\u{FEFF}{FIRST}\r\nGrid 02\r1234\r\n3412\r2143\n4321\n\n\n{FIRST} x\n");
    let whole = read(&text);
    assert_eq!(whole.len(), 3);
    for step in [1, 2, 3, 7, 50] {
        let mut reader = PuzzleReader::new(TextOptions::default());
        let mut found = Vec::new();
        for part in text.as_bytes().chunks(step) {
            reader.feed(part);
            found.extend(reader.by_ref().map(|entry| short(&entry)));
        }
        reader.finish();
        found.extend(reader.map(|entry| short(&entry)));
        assert_eq!(found, whole);
    }
}

#[test]
fn lengths_that_are_no_puzzle() {
    let digit_too_many = format!("{FIRST}0");
    assert_eq!(read(&digit_too_many), ["line 1, column 82: saw 82 characters, expected 81 (a 9x9 grid)"]);
    assert_eq!(read(&FIRST[1..]), ["line 1, column 81: saw 80 characters, expected 81 (a 9x9 grid)"]);
    assert_eq!(
        read(&format!("{FIRST}#5")),
        ["line 1, column 82: saw '#', expected a digit, a letter or one of . 0 _ * - ? for an empty cell"]
    );
    assert_eq!(
        read(&FIRST.replacen('7', "x", 1)),
        ["line 1, column 12: saw 'x', expected 1-9 or one of . 0 _ * - ? for an empty cell"]
    );
    assert_eq!(read(&".".repeat(728)), ["line 1, column 729: saw 728 characters, expected 729 (a 9x9 grid)"]);
    assert_eq!(
        read_with(&".".repeat(16), shape(3, 3)),
        ["line 1, column 17: saw 16 characters, expected 81 (a 9x9 grid)"]
    );
    let (numbers, large) = (". ".repeat(1295), " (a 36x36 grid, in numbers separated by spaces)");
    assert_eq!(
        read_with(&".".repeat(1296), shape(6, 6)),
        [format!("line 1, column 1297: saw 1 number, expected 1296{large}")]
    );
    assert_eq!(
        read_with(&numbers, shape(6, 6)),
        [format!("line 1, column 2590: saw 1295 numbers, expected 1296{large}")]
    );
    assert_eq!(
        read_with(&format!("{numbers}. 0"), shape(6, 6)),
        [format!("line 1, column 2593: saw 1297 numbers, expected 1296{large}")]
    );
    assert_eq!(read("hello world"), ["line 1, column 12: saw 10 characters, expected 81 (a 9x9 grid)"]);
    assert_eq!(
        read("数独"),
        ["line 1, column 1: saw '数', expected a digit, a letter or one of . 0 _ * - ? for an empty cell"]
    );
}

#[test]
fn other_sizes_by_their_length() {
    for (size, boxes) in
        [(4, "2x2"), (6, "2x3"), (8, "2x4"), (9, "3x3"), (10, "2x5"), (12, "3x4"), (16, "4x4"), (25, "5x5")]
    {
        let line = ".".repeat(size * size);
        assert_eq!(read(&line), [format!("1:{boxes}:{line}")]);
        let numbers = format!("{size}, {}", vec!["0"; size * size - 1].join(" "));
        let given = Given::parse(&numbers, &TextOptions::default()).unwrap();
        let Given::Grid(grid) = given else { panic!("a grid") };
        assert_eq!(usize::from(grid.digits()[0]), size);
        assert_eq!(grid.to_line().parse::<Grid>().unwrap(), grid);
    }
    let six = format!("2{}", ".".repeat(35));
    assert_eq!(read_with(&six, shape(3, 2)), [format!("1:3x2:{six}")]);
    assert_eq!(read_with(&six, shape(1, 6)), [format!("1:1x6:{six}")]);
    let five = format!("5{}", ".".repeat(24));
    assert_eq!(read_with(&five, shape(1, 5)), [format!("1:1x5:{five}")]);
    assert_eq!(read_with("2...", shape(1, 2)), ["1:1x2:2..."]);
    assert_eq!(read_with("2...\n", shape(2, 1)), ["1:2x1:2..."]);
    let big = vec!["0"; 10_000].join(" ");
    assert_eq!(Given::parse(&big, &TextOptions::default()).unwrap().shape().to_string(), "10x10");
}

#[test]
fn letters_and_hexadecimal() {
    let letters = format!("1G{}", ".".repeat(254));
    assert_eq!(read(&letters), [format!("1:4x4:{letters}")]);
    assert_eq!(read(&letters.to_lowercase()), [format!("1:4x4:{letters}")]);
    let hex = TextOptions { symbols: SymbolSet::Hex, ..TextOptions::default() };
    let text = format!("0F{}", ".".repeat(254));
    assert_eq!(read_with(&text, hex), [format!("1:4x4:{letters}")]);
    assert_eq!(
        read_with(&text.replace('F', "G"), hex),
        ["line 1, column 2: saw 'G', expected 0-9 or A-F, or one of . _ * - ? for an empty cell"]
    );
    // Other sizes keep their symbols.
    assert_eq!(read_with(FIRST, hex), [format!("1:3x3:{}", FIRST.replace('0', "."))]);
}

#[test]
fn drawn_grids() {
    let grid: Grid = FIRST.parse().unwrap();
    let expected = grid.to_line();
    let drawn = grid.to_string();
    assert_eq!(drawn.parse::<Grid>().unwrap(), grid);
    let boxed: String = format!(
        "+-------+-------+-------+\n{}+-------+-------+-------+\n",
        drawn
            .lines()
            .map(|line| match line.contains('+') {
                true => "+-------+-------+-------+\n".to_owned(),
                false => format!("| {line} |\n"),
            })
            .collect::<String>()
    );
    assert_eq!(read(&boxed), [format!("1:3x3:{expected}")]);
    let unicode = boxed.replace('|', "│").replace('-', "─").replace('+', "┼");
    assert_eq!(read(&unicode), [format!("1:3x3:{expected}")]);
    let tight: String = drawn.replace(' ', "");
    assert_eq!(read(&tight), [format!("1:3x3:{expected}")]);
    let dashes = drawn.replace('.', "-");
    assert_eq!(read(&dashes), [format!("1:3x3:{expected}")]);
    let plain: String = (0..9).map(|row| format!("{}\n", &FIRST[row * 9..row * 9 + 9])).collect();
    assert_eq!(read(&plain), [format!("1:3x3:{expected}")]);
    assert_eq!(read(&format!("Grid 01\n{plain}Grid 02\n{plain}\n\n{plain}")).len(), 3);
    let commas: String = (0..9)
        .map(|row| format!("{}\n", FIRST[row * 9..row * 9 + 9].replace("", ",").trim_matches(',')))
        .collect();
    assert_eq!(read(&commas), [format!("1:3x3:{expected}")]);
    // Every size and shape reads back with its own boxes.
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 4), (4, 3), (5, 5), (6, 6)] {
        let mut grid = Grid::empty(Shape::new(rows, cols).unwrap());
        grid.set(exactone::Cell::new(1, 0), exactone::Digit::new((rows * cols) as u8)).unwrap();
        assert_eq!(grid.to_string().parse::<Grid>().unwrap(), grid, "{rows}x{cols}");
    }
    // Bars around every cell say nothing of boxes.
    let every: String = (0..4).map(|_| "| 1 | . | . | . |\n+---+---+---+---+\n").collect();
    assert_eq!(read(&every), ["1:2x2:1...1...1...1..."]);
}

#[test]
fn dashes_as_rows_and_as_rules() {
    let empty = format!("1:3x3:{}", ".".repeat(81));
    assert_eq!(read(&format!("{}\n", "-".repeat(81))), std::slice::from_ref(&empty));
    assert_eq!(read(&"---------\n".repeat(9)), std::slice::from_ref(&empty));
    let rules = "... ... ...\n... ... ...\n... ... ...\n";
    assert_eq!(read(&format!("{rules}-----------\n{rules}-----------\n{rules}")), [empty]);
    assert_eq!(
        read("12|34\n-----\n34|12\n-----\n2143\n"),
        ["line 5, column 1: saw 3 lines of 4 cells, expected 4 of them, or one line of 81 characters"]
    );
}

#[test]
fn sixteen_characters_are_a_4x4_or_a_row() {
    let four = "1...............\n";
    assert_eq!(read(four).len(), 1);
    assert_eq!(read(&four.repeat(5)).len(), 5);
    assert_eq!(read(&four.repeat(16)).len(), 16, "the symbols fit a 4x4");
    assert_eq!(read(&four.repeat(40)).len(), 40);
    let sixteen = format!("{}{}", four.repeat(15), "5...............\n");
    let one = read(&sixteen);
    assert_eq!(one.len(), 1);
    assert!(one[0].starts_with("1:4x4:1...") && one[0].len() == "1:4x4:".len() + 256);
    assert_eq!(read(&format!("{sixteen}\n{sixteen}")).len(), 2);
    let lines = read(&format!("{four}{sixteen}"));
    assert_eq!(lines.len(), 17, "one line more: puzzles of their own");
    assert!(lines[16].starts_with("line 17, column 1: saw '5', expected 1-4"));
    let by_line = TextOptions { layout: TextLayout::OnePerLine, ..TextOptions::default() };
    assert_eq!(read_with(&sixteen, by_line).len(), 16);
    let grids = TextOptions { layout: TextLayout::Grids, ..TextOptions::default() };
    assert_eq!(read_with(&four.repeat(16), grids).len(), 1);
    assert_eq!(read_with(&sixteen, shape(4, 4)).len(), 1);
    assert_eq!(read_with(&four.repeat(16), shape(2, 2)).len(), 16);
    // A row too short among rows with large symbols: one error for the grid, not fifteen puzzles.
    let short_row = sixteen.replacen("1...............", "1..............", 1);
    assert_eq!(read(&short_row), ["line 1, column 16: row 1 has 15 cells, expected 16"]);
}

#[test]
fn what_is_wrong_with_a_block() {
    let grid = Grid::try_from([[0u8; 9]; 9]).unwrap().to_string();
    assert_eq!(
        read(&grid.replacen(". . . | . . .", ". . | . . .", 1)),
        ["line 1, column 20: row 1 has 8 cells, expected 9"]
    );
    assert_eq!(
        read(&grid.replacen(". . . |", ". x . |", 1)),
        ["line 1, column 3: saw 'x', expected 1-9 or one of . 0 _ * - ? for an empty cell"]
    );
    assert_eq!(
        read("12345\n23451\n34512\n45123\n51234"),
        ["line 1, column 1: a 5x5 grid has no boxes; box size 1x5 says rows and columns only"]
    );
    assert_eq!(read_with("12345\n23451\n34512\n45123\n51234", shape(1, 5)).len(), 1);
    assert_eq!(
        read_with("12\n21", shape(2, 2)),
        ["line 1, column 1: saw a 2x2 grid, expected 4x4 (box size 2x2)"]
    );
    assert_eq!(
        read("1|234\n3|412\n2|143\n4|321"),
        ["line 1, column 1: the lines drawn between the cells do not make equal boxes"]
    );
    assert_eq!(
        read("12|34\n34|12\n21|43\n4|321"),
        ["line 4, column 1: the lines drawn between the cells do not make equal boxes"]
    );
    assert_eq!(
        read("1 2 3 40\n3 4 1 2\n2 1 4 3\n4 3 2 1"),
        ["line 1, column 7: saw \"40\", expected a number from 1 to 4, or 0 for an empty cell"]
    );
    // Found by the fuzz target: as many numbers a row as rows, one of them too long for a number.
    assert_eq!(
        read("10 2 3 4\n1 2 3 4\n1 2 3 4000\n1 2 3 4"),
        ["line 3, column 7: saw \"4000\", expected a number from 1 to 4, or 0 for an empty cell"]
    );
}

#[test]
fn pencilmarks() {
    let line = "123456789".repeat(80) + "..3......";
    let Given::Candidates(marks) = line.parse().unwrap() else { panic!("pencilmarks") };
    assert_eq!(marks.total(), 721);
    assert_eq!(marks.to_line(), line);
    assert_eq!(read(&(line.clone() + "\n" + FIRST)).len(), 2);
    assert_eq!(read(&line.replacen('2', "7", 1)), ["line 1, column 2: saw '7', expected candidate 2 or '.'"]);
    assert!(line.parse::<Grid>().is_err());
}

#[test]
fn what_is_no_text_at_all() {
    assert!(read("").is_empty());
    assert!(read("\n\r\n \t \n# nothing\n").is_empty());
    assert_eq!("".parse::<Grid>().unwrap_err().to_string(), "no puzzle here");
    let two = format!("{FIRST}\n{FIRST}");
    assert_eq!(
        two.parse::<Grid>().unwrap_err().to_string(),
        "line 2, column 1: more than one puzzle, expected one"
    );
    let bytes = [b"53\0".as_slice(), b"\n\xFF\xFE\n", FIRST.as_bytes()].concat();
    let entries: Vec<_> = read_puzzles(&bytes, &TextOptions::default()).iter().map(short).collect();
    assert_eq!(
        entries[..2],
        ["line 1, column 3: saw byte 0x00, expected text", "line 2, column 1: saw byte 0xFF, expected text"]
    );
    assert!(entries[2].starts_with("3:3x3:"));
    assert!(read("\u{1F600}\n<html>\u{85}")[0].contains("saw '\u{1F600}'"));
}

#[test]
fn a_line_without_end_takes_no_memory() {
    let mut reader = PuzzleReader::new(TextOptions::default());
    let part = vec![b'1'; 1 << 16];
    for _ in 0..800 {
        reader.feed(&part);
    }
    reader.feed(b"\n");
    reader.feed(FIRST.as_bytes());
    reader.finish();
    let entries: Vec<_> = reader.map(|entry| short(&entry)).collect();
    assert_eq!(entries[0], "line 1, column 1: longer than any puzzle (1048576 bytes at most)");
    assert!(entries[1].starts_with("2:3x3:"));
}

#[test]
fn many_lines_that_are_nothing_are_named_one_by_one() {
    let text = "12\n".repeat(2000);
    let entries = read_puzzles(text.as_bytes(), &TextOptions::default());
    assert!(entries.len() > 1000 && entries.iter().all(|entry| entry.given.is_err()));
}

#[test]
fn nothing_panics() {
    // A little generator of noise: every byte pattern near the grammar's own characters.
    let alphabet: Vec<&str> = vec![
        "1",
        "9",
        "0",
        ".",
        "-",
        "|",
        "+",
        "\n",
        "\r\n",
        " ",
        ",",
        "A",
        "x",
        "é",
        "─",
        "│",
        "#",
        "Grid 1",
        "\t",
        "=",
        "1234",
        "................",
        "\n\n",
        "\0",
    ];
    let mut state = 1u64;
    for round in 0..3000 {
        let mut text = String::new();
        for _ in 0..round % 90 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(alphabet[(state >> 33) as usize % alphabet.len()]);
        }
        for layout in [TextLayout::Auto, TextLayout::OnePerLine, TextLayout::Grids] {
            for boxes in [None, Shape::new(2, 2), Shape::latin(3), Shape::new(1, 1)] {
                for entry in
                    read_puzzles(text.as_bytes(), &TextOptions { boxes, layout, ..TextOptions::default() })
                {
                    if let Ok(given) = entry.given {
                        let options = TextOptions { boxes: Some(given.shape()), ..TextOptions::default() };
                        assert_eq!(Given::parse(&given.to_line(), &options), Ok(given));
                    }
                }
            }
        }
    }
}
