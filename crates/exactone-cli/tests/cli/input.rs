//! What is read: files, standard input, arguments, encodings, compression, tables, and everything that is no puzzle.

use std::io::Write;

use crate::support::*;

const BOTH: &str = "\
534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(unit).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn xz(text: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

/// An archive with one stored file.
fn zip(text: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let size = (text.len() as u32).to_le_bytes();
    let mut out = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0".to_vec();
    out.extend(crc.sum().to_le_bytes());
    out.extend(size);
    out.extend(size);
    out.extend(b"\x05\0\0\0a.txt");
    out.extend(text);
    out.extend(b"PK\x01\x02");
    out
}

#[test]
fn a_file_standard_input_and_an_argument_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "puzzle.txt", format!("{CLASSIC}\n"));
    for run in [
        run(&["solve", &path]),
        run_with(&["solve", "-"], CLASSIC),
        run_with(&["solve"], CLASSIC),
        run(&["solve", CLASSIC]),
    ] {
        assert_eq!((run.code, run.out.as_str()), (0, BOTH), "{run:?}");
    }
}

#[test]
fn errors_name_the_argument_and_standard_input() {
    let argument = run(&["solve", &CLASSIC.replace("53007", "99007"), "--format", "csv"]);
    assert_eq!(argument.code, 1);
    let typo = run_with(
        &["solve"],
        "53007x000600195000098000060800060003400803001700020006060000280000419005000080079",
    );
    assert_eq!((typo.code, typo.out.as_str()), (2, "invalid\n"));
    assert!(typo.err.starts_with("<stdin>:1:6: saw 'x', expected 1-9"), "{}", typo.err);
    let drawn = run(&["solve", "12|34\n34|1x\n--+--\n21|43\n43|21"]);
    assert!(drawn.err.starts_with("<argument>:2:5: saw 'x'"), "{}", drawn.err);
}

#[test]
fn an_argument_that_is_neither_file_nor_puzzle_says_both() {
    let long = run(&["solve", &format!("{CLASSIC}1")]);
    assert_eq!(long.code, 2);
    assert!(long.err.contains("no such file"), "{}", long.err);
    assert!(long.err.contains("82 characters"), "{}", long.err);
}

#[test]
fn every_encoding_of_text_reads_the_same() {
    let text = format!("# comment\r\n{CLASSIC}\r\n\r\n{SMALL_TWO}\r\n");
    let plain = run_with(&["solve"], &text);
    assert_eq!(plain.out.lines().count(), 2);
    for bytes in [
        format!("\u{feff}{text}").into_bytes(),
        utf16(&text, u16::to_le_bytes),
        utf16(&text, u16::to_be_bytes),
        text.replace("\r\n", "\r").into_bytes(),
        gzip(text.as_bytes()),
        xz(text.as_bytes()),
        zstd(text.as_bytes()),
        zip(text.as_bytes()),
        gzip(&utf16(&text, u16::to_le_bytes)),
    ] {
        let other = run_with(&["solve"], bytes);
        assert_eq!((other.code, &other.out), (plain.code, &plain.out), "{}", other.err);
    }
}

#[test]
fn what_the_tools_of_the_system_pack_is_read() {
    for tool in ["gzip", "xz", "zstd"] {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "puzzles.txt", format!("{CLASSIC}\n").repeat(3));
        match std::process::Command::new(tool).args(["-q", &path]).status() {
            Ok(status) if status.success() => {
                let end = if tool == "gzip" {
                    "gz"
                } else if tool == "xz" {
                    "xz"
                } else {
                    "zst"
                };
                assert_eq!(run(&["solve", &format!("{path}.{end}")]).out, BOTH.repeat(3), "{tool}");
            }
            _ => println!("skipped: {tool} (not installed)"),
        }
    }
}

#[test]
fn damaged_and_crowded_archives_are_errors() {
    let text = format!("{CLASSIC}\n").repeat(1000);
    let packed = gzip(text.as_bytes());
    let cut = run_with(&["solve"], &packed[..packed.len() / 2]);
    assert_eq!(cut.code, 2);
    assert!(cut.err.contains("gzip data cut short"), "{}", cut.err);
    let mut two = zip(CLASSIC.as_bytes());
    two.truncate(two.len() - 4);
    two.extend(zip(CLASSIC.as_bytes()));
    let two = run_with(&["solve"], two);
    assert_eq!(two.code, 2);
    assert!(two.err.contains("more than one file"), "{}", two.err);
}

/// What comes before the break is answered; the line in which it breaks off is none, and the error says where.
#[test]
fn input_that_breaks_off_is_answered_as_far_as_it_goes() {
    // Comments that hardly pack, so that there are several blocks to lose one of.
    let mut state = 7u32;
    let mut text = String::new();
    for _ in 0..6000 {
        text += CLASSIC;
        text += "\n#";
        for _ in 0..80 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push((b'0' + (state >> 24) as u8 % 64) as char);
        }
        text.push('\n');
    }
    for (name, packed) in
        [("gzip", gzip(text.as_bytes())), ("xz", xz(text.as_bytes())), ("zstd", zstd(text.as_bytes()))]
    {
        let half = &packed[..packed.len() * 3 / 4];
        for format in ["line", "csv"] {
            let cut = run_with(&["solve", "--format", format], half);
            assert_eq!(cut.code, 2, "{name}");
            let answers = cut.out.lines().filter(|line| line.ends_with(CLASSIC_SOLVED)).count();
            // What xz packs together is lost together.
            assert!(answers > if name == "xz" { 0 } else { 2000 }, "{name}: {answers}");
            assert!(!cut.out.contains("invalid"), "{name}: the line that breaks off is no puzzle");
            let error = cut.err.lines().next().unwrap_or_default();
            let line = error.strip_prefix("<stdin>:").and_then(|error| error.split_once(": "));
            let (line, what) = line.unwrap_or_else(|| panic!("{error}"));
            assert_eq!(what, format!("{name} data cut short"), "{error}");
            let line: usize = line.parse().unwrap_or_else(|_| panic!("{error}"));
            assert!(line >= 2 * answers && line <= 2 * answers + 2, "{error} after {answers}");
        }
    }
    let table = format!("puzzle\n{}", format!("{CLASSIC}\n").repeat(5000));
    let packed = gzip(table.as_bytes());
    let cut = run_with(&["solve", "--format", "csv"], &packed[..packed.len() / 2]);
    assert!(cut.out.lines().count() > 1000 && cut.err.contains("gzip data cut short"), "{}", cut.err);
}

#[test]
fn inputs_that_cannot_be_read_do_not_stop_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let good = file(folder.path(), "good.txt", CLASSIC);
    let empty = file(folder.path(), "empty.txt", "");
    let missing = folder.path().join("missing.txt").to_str().unwrap().to_owned();
    let directory = folder.path().to_str().unwrap().to_owned();
    let run = run(&["solve", &missing, &directory, &empty, &good]);
    assert_eq!((run.code, run.out.as_str()), (2, BOTH));
    assert!(run.err.contains(&format!("{missing}: no such file\n")), "{}", run.err);
    assert!(run.err.contains(&format!("{directory}: is a directory")), "{}", run.err);
    assert!(run.err.contains(&format!("{empty}: no puzzle in it\n")), "{}", run.err);
    assert!(run.err.contains("exit status 2: 3 inputs could not be read"), "{}", run.err);
}

#[test]
fn bad_lines_keep_their_place_and_are_named() {
    let text = format!("{CLASSIC}\n{CLASSIC}1\nhello world\n{CLASSIC} easy\n");
    let run = run_with(&["solve"], text);
    assert_eq!(run.code, 2);
    assert_eq!(run.out, format!("{BOTH}invalid\ninvalid\n{BOTH}"));
    assert!(run.err.contains("<stdin>:2:82: saw 82 characters, expected 81"), "{}", run.err);
    assert!(run.err.contains("<stdin>:3:12: saw 10 characters"), "{}", run.err);
    assert!(run.err.contains("exit status 2: 2 puzzles could not be taken"), "{}", run.err);
}

#[test]
fn after_twenty_messages_of_a_kind_the_rest_is_counted() {
    let mut text = format!("{CLASSIC}1\n").repeat(57);
    text.push_str(&CLASSIC.replace('5', "x"));
    let run = run_with(&["solve"], text);
    assert_eq!(run.err.matches("saw 82 characters").count(), 20);
    assert!(run.err.contains("... and 37 more"), "{}", run.err);
    assert!(run.err.contains("saw 'x'"), "another kind has a limit of its own: {}", run.err);
}

#[test]
fn binary_input_nul_bytes_and_a_line_without_end_are_errors_soon() {
    let binary: Vec<u8> = (0..100_000u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let run_binary = run_with(&["solve"], &binary);
    assert_eq!(run_binary.code, 2);
    let nul = run_with(&["solve"], [&[0; 9], CLASSIC.as_bytes()].concat());
    assert_eq!((nul.code, nul.out.as_str()), (2, "invalid\n"));
    assert!(nul.err.starts_with("<stdin>:1:1: saw byte 0x00"), "{}", nul.err);
    let long = run_with(&["solve"], [&b"1".repeat(50 << 20)[..], b"\n", CLASSIC.as_bytes()].concat());
    assert_eq!((long.code, long.out.clone()), (2, format!("invalid\n{BOTH}")));
    assert!(long.err.contains("<stdin>:1:1: longer than any puzzle"), "{}", long.err);
}

#[test]
fn tables_keep_every_column_and_get_two() {
    let text =
        format!("id,Puzzle,\"note, quoted\"\n7,{CLASSIC},\"a, b\"\n8,{SMALL_TWO},\n9,x,\"two\nlines\"\n");
    let run = run_with(&["solve", "--format", "csv"], &text);
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "id,Puzzle,\"note, quoted\",status,solution");
    assert_eq!(lines[1], format!("7,{CLASSIC},\"a, b\",unique,{CLASSIC_SOLVED}"));
    assert!(lines[2].starts_with(&format!("8,{SMALL_TWO},,several,")));
    assert_eq!(lines[3..], ["9,x,\"two", "lines\",invalid,"]);
    assert!(run.err.contains("<stdin>:4:3: saw"), "{}", run.err);
    let plain = run_with(&["solve"], &text);
    assert_eq!(plain.out.lines().count(), 3);
}

#[test]
fn other_names_other_delimiters_and_a_solution_column() {
    let given = format!("quizzes\tsolutions\n{CLASSIC}\t{CLASSIC_SOLVED}\n");
    let run1 = run_with(&["solve", "--format", "csv"], &given);
    assert_eq!(run1.out.lines().next(), Some("quizzes\tsolutions\tstatus\tsolution"));
    let taken = format!("board;solution\n{CLASSIC};\n");
    let run2 = run_with(&["solve", "--format", "csv"], &taken);
    assert_eq!(run2.out.lines().next(), Some("board;solution;status;exactone_solution"));
    let named = format!("grid,x\n{CLASSIC},1\n");
    assert_eq!(run_with(&["solve", "--column", "grid"], &named).out, BOTH);
    let missing = run_with(&["solve", "--column", "nope"], &named);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("no column \"nope\", the columns are: grid, x"), "{}", missing.err);
}

#[test]
fn tables_of_other_columns_are_refused_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let one = file(folder.path(), "1.csv", format!("puzzle,a\n{CLASSIC},1\n"));
    let same = file(folder.path(), "2.csv", format!("puzzle,a\n{CLASSIC},2\n"));
    let other = file(folder.path(), "3.csv", format!("b,puzzle\n3,{CLASSIC}\n"));
    let plain = file(folder.path(), "4.txt", CLASSIC);
    let run = run(&["solve", "--format", "csv", &one, &other, &plain, &same]);
    assert_eq!(run.code, 2);
    let starts: Vec<&str> = run.out.lines().map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(starts, ["a", "1", "2"]);
    assert_eq!(run.err.matches("its columns are not those of the first table").count(), 2, "{}", run.err);
}

#[test]
fn drawn_grids_letters_and_boxes() {
    let drawn = "+--+--+\n|1.|..|\n|23|..|\n+--+--+\n|.4|.1|\n|.2|..|\n+--+--+\n";
    assert_eq!(run_with(&["solve"], drawn).out, run(&["solve", "1...23...4.1.2.."]).out);
    let sixteen = format!("{}G", ".".repeat(255));
    let solved = run(&["solve", &sixteen]);
    assert_eq!((solved.code, solved.out.ends_with("several\n")), (1, true));
    assert_eq!(solved.out.chars().nth(255), Some('G'));
    let clash = run(&["check", "--symbols", "hex", &format!("0F{}F{}", ".".repeat(13), ".".repeat(240))]);
    assert_eq!(clash.out, "row 1 has two Fs (r1c2, r1c16)\n");
    let hex = run(&["solve", "--symbols", "hex", &format!("{}F", ".".repeat(255))]);
    assert_eq!(hex.out.chars().nth(255), Some('F'));
    assert!(hex.out[..256].contains('0'));
    let latin = run_with(&["solve", "--box", "1x5"], ".".repeat(25));
    assert!(latin.out.ends_with("several\n"), "{latin:?}");
    let prime = run_with(&["solve"], "12345\n2....\n3....\n4....\n5....\n");
    assert_eq!(prime.code, 2);
    assert!(prime.err.contains("1x5"), "{}", prime.err);
}

#[test]
fn a_block_of_lines_is_decided_by_force() {
    // Four lines of sixteen cells: four 4x4 puzzles.
    let four = format!("{SMALL_TWO}\n").repeat(4);
    assert_eq!(run_with(&["solve"], &four).out.lines().count(), 4);
    // Nine lines of nine cells are one grid, as a drawn puzzle without its frame.
    let nine: String =
        CLASSIC.as_bytes().chunks(9).map(|row| format!("{}\n", std::str::from_utf8(row).unwrap())).collect();
    assert_eq!(run_with(&["solve"], &nine).out, BOTH);
    let forced = run_with(&["solve", "--one-per-line"], &nine);
    assert_eq!((forced.code, forced.out.lines().count()), (2, 9));
    assert_eq!(run(&["solve", "--one-per-line", "--grids", CLASSIC]).code, 2);
}

#[test]
fn pencilmarks_are_a_puzzle() {
    let marks: String = CLASSIC
        .chars()
        .map(|clue| {
            if clue == '0' {
                "123456789".to_owned()
            } else {
                (1..=9).map(|d| if clue.to_digit(10) == Some(d) { clue } else { '.' }).collect()
            }
        })
        .collect();
    assert_eq!(marks.len(), 729);
    for given in [run(&["solve", &marks]), run_with(&["solve"], &marks)] {
        assert_eq!((given.code, given.out.as_str()), (0, BOTH), "{}", given.err);
    }
}

#[test]
fn a_puzzle_of_dashes_is_no_option() {
    let dashes = format!("-{}", &CLASSIC.replace('0', "-")[1..]);
    assert_ne!(run(&["solve", &dashes]).code, 2);
}
