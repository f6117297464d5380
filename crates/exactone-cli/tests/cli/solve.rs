//! `exactone solve`: statuses, formats, engines, limits, threads.

use crate::support::*;

const FIRST_TUTORIAL: &str =
    "000000185007030000000021400800000020003905600050000004004860000000040300931000000";
const FIRST_TUTORIAL_SOLVED: &str =
    "362794185417538269598621437879416523243975618156382794724863951685149372931257846";

#[test]
fn one_line_a_puzzle_in_the_order_of_the_input() {
    let text = format!("{CLASSIC}\n{TWO}\n{NONE}\n{CLASH}\nx\n{FIRST_TUTORIAL}\n");
    for engine in ["auto", "lanes", "cdcl", "dpll"] {
        let run = run_with(&["solve", "--engine", engine], &text);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), 6, "{engine}: {run:?}");
        assert_eq!(lines[0], CLASSIC_SOLVED);
        let (grid, word) = lines[1].split_once(' ').unwrap();
        assert_eq!((grid.len(), word), (81, "several"));
        assert!(TWO.bytes().zip(grid.bytes()).all(|(clue, digit)| clue == b'0' || clue == digit));
        assert_eq!(lines[2..], ["none", "none", "invalid", FIRST_TUTORIAL_SOLVED]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("6 puzzles: 2 unique, 1 several, 2 none, 1 invalid; "), "{}", run.err);
    }
}

#[test]
fn csv_and_json() {
    let csv = run_with(&["solve", "--format", "csv"], format!("{CLASSIC} hard\nx,y\n{NONE}\n"));
    assert_eq!(
        csv.out,
        format!(
            "puzzle,status,solution\n{CLASSIC},unique,{CLASSIC_SOLVED}\n\"x,y\",invalid,\n{NONE},none,\n"
        )
    );
    let json = run_with(&["solve", "--format", "json"], format!("# c\n{TWO}\n{CLASSIC}\nbad \"one\n"));
    let objects: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    let keys: Vec<&String> = objects[0].as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 5);
    assert_eq!((&objects[0]["line"], &objects[0]["status"]), (&2.into(), &"several".into()));
    assert_eq!(objects[0]["puzzle"], TWO);
    assert_ne!(objects[0]["solution"], objects[0]["second"]);
    assert_eq!(objects[1]["solution"], CLASSIC_SOLVED);
    assert!(objects[1]["second"].is_null());
    assert_eq!((&objects[2]["status"], &objects[2]["puzzle"]), (&"invalid".into(), &"bad \"one".into()));
    assert!(json.out.starts_with("{\"line\":2,\"puzzle\":"), "keys in the order of the contract");
}

#[test]
fn the_drawn_answer_begins_with_words() {
    let one = run(&["solve", "--format", "grid", CLASSIC]);
    let lines: Vec<&str> = one.out.lines().collect();
    assert_eq!(lines[0], "exactly one solution");
    assert_eq!(lines[1], "5 3 4 | 6 7 8 | 9 1 2");
    assert_eq!(lines[4], "------+-------+------");
    let clash = run(&["solve", "--format", "grid", CLASH]);
    assert!(clash.out.starts_with("no solution: row 1 has two 9s (r1c2, r1c3)\n"), "{}", clash.out);
    assert_eq!(clash.code, 1);
    let two = run(&["solve", "--format", "grid", TWO]);
    assert!(two.out.starts_with("more than one solution\n"));
    let width = two.out.lines().nth(1).unwrap().len();
    assert!(width > 50, "two grids side by side: {}", two.out);
    let stars = two.out.matches('*').count();
    assert!(stars > 0 && stars.is_multiple_of(2), "differing cells are marked in both: {}", two.out);
    assert!(run(&["solve", "--format", "grid", NONE]).out.starts_with("no solution\n"));
}

#[test]
fn known_hard_cases_of_other_tools() {
    let cases = [
        ("001000000200000000003000000400000005005000600600000040007103000800000000009020000", "several"),
        ("000007004000006003860000200000509082000640000080000000700000000042010030000703000009", "invalid"),
        ("92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..", "several"),
        ("895.....7..79...6...65..3.....34.6.9.....81...2.....4..7...5.....8......9..6....5", "several"),
        ("123456789457189236689237145214573698376918452598624371731892564842365917965741823", "unique"),
        (SMALL_TWO, "several"),
        (".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", "none"),
    ];
    for (puzzle, word) in cases {
        for engine in ["auto", "cdcl"] {
            let run = run_with(&["solve", "--engine", engine, "--format", "csv"], puzzle);
            let row = run.out.lines().nth(1).unwrap().to_owned();
            assert_eq!(row.split(',').nth(1), Some(word), "{puzzle} {engine}");
        }
    }
}

#[test]
fn the_same_bytes_for_every_number_of_threads() {
    let mut text = String::new();
    for round in 0..600 {
        text.push_str([CLASSIC, TWO, NONE, FIRST_TUTORIAL, SMALL_TWO, "typo"][round % 6]);
        text.push('\n');
    }
    let text = text.repeat(10);
    for engine in ["auto", "cdcl"] {
        let runs = ["1", "2", "8"].map(|threads| {
            let run = run_with(&["solve", "--engine", engine, "--threads", threads], &text);
            let errors = run.err.lines().filter(|line| line.starts_with("<stdin>")).count();
            assert_eq!(errors, 20);
            run.out
        });
        assert_eq!(runs[0].lines().count(), 6000);
        assert!(runs[0] == runs[1] && runs[1] == runs[2], "{engine}");
    }
}

/// Which of many solutions is shown depends on the puzzle alone, not on what is solved before, beside or after it.
#[test]
fn equal_lines_have_equal_answers() {
    let empty = ".".repeat(81);
    // Few lines, more than lanes, more than a chunk of blocks; and lines that go another way than blocks.
    for (engine, copies) in
        [("auto", 7), ("auto", 300), ("auto", 9000), ("lanes", 300), ("cdcl", 7), ("dpll", 7)]
    {
        let puzzles = if engine == "dpll" { [TWO, SMALL_TWO] } else { [TWO, &empty] };
        let mut answers: Vec<std::collections::BTreeSet<String>> = vec![Default::default(); 2];
        let inputs = [
            format!("{}\n{}\n", puzzles[0], puzzles[1]).repeat(copies),
            format!("{} a note\n{}\n", puzzles[1], puzzles[0]).repeat(copies.min(300)),
            format!("{}\n{}\n", puzzles[1], CLASSIC).repeat(copies.min(40)),
        ];
        for input in &inputs {
            for threads in ["1", "2"] {
                let run = run_with(&["solve", "--engine", engine, "--threads", threads], input);
                for (line, answer) in input.lines().zip(run.out.lines()) {
                    if let Some(which) = puzzles.iter().position(|puzzle| line.starts_with(puzzle)) {
                        answers[which].insert(answer.to_owned());
                    }
                }
                assert_eq!(run.out.lines().count(), input.lines().count());
            }
        }
        assert!(answers.iter().all(|answers| answers.len() == 1), "{engine}, {copies}: {answers:?}");
    }
}

#[test]
fn a_hundred_thousand_puzzles_stream_through() {
    let text = format!("{CLASSIC}\n{FIRST_TUTORIAL}\n").repeat(50_000);
    let run = run_with(&["solve"], text);
    assert_eq!(run.code, 0);
    assert_eq!(run.out.len(), 82 * 100_000);
    assert!(run.out.ends_with(&format!("{FIRST_TUTORIAL_SOLVED}\n")));
    assert!(run.err.contains("100000 puzzles: 100000 unique"), "{}", run.err);
}

#[test]
fn statistics_tell_the_encoding_and_the_search() {
    let run1 = run(&["solve", "--stats", "--encoding", "efficient", "--clues", "units", CLASSIC]);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = run1.err.lines().map(words).collect();
    let totals: Vec<&str> =
        lines.iter().filter(|line| line[0] == "clauses:").map(|line| line.last().unwrap().as_str()).collect();
    assert_eq!(totals, ["81", "2997", "5913", "8829", "11745", "11775"], "{}", run1.err);
    let figure = |name: &str| {
        let line = lines.iter().find(|line| line.join(" ").starts_with(name));
        line.unwrap_or_else(|| panic!("{name} in {}", run1.err)).last().unwrap().clone()
    };
    assert_eq!(figure("variables"), "729");
    assert_eq!(figure("decisions"), "0", "propagation alone solves it");
    for name in ["propagations", "pure assignments", "conflicts", "milliseconds"] {
        figure(name);
    }
    let assumed = run(&["solve", "--stats", "--encoding", "efficient", CLASSIC]);
    assert!(assumed.err.contains("11745"), "{}", assumed.err);
}

#[test]
fn every_encoding_and_way_for_the_clues_gives_the_same() {
    for engine in ["cdcl", "dpll"] {
        for encoding in ["minimal", "efficient", "extended", "triads"] {
            for clues in ["units", "assumptions", "simplify"] {
                let arguments =
                    ["solve", "--engine", engine, "--encoding", encoding, "--clues", clues, FIRST_TUTORIAL];
                let run = run(&arguments);
                assert_eq!((run.code, run.out.trim_end()), (0, FIRST_TUTORIAL_SOLVED), "{arguments:?}");
            }
        }
    }
    for rule in ["first", "moms", "jeroslow-wang"] {
        let run = run(&["solve", "--engine", "dpll", "--branching", rule, "--no-pure", CLASSIC]);
        assert_eq!(run.out.trim_end(), CLASSIC_SOLVED, "{rule}");
    }
}

#[test]
fn an_option_the_engine_cannot_honour_is_an_error() {
    for wrong in [
        &["--engine", "lanes", "--encoding", "minimal"][..],
        &["--engine", "lanes", "--clues", "units"],
        &["--engine", "lanes", "--stats"],
        &["--engine", "lanes", "--no-pure"],
        &["--engine", "cdcl", "--branching", "moms"],
        &["--engine", "cdcl", "--no-pure"],
    ] {
        let arguments: Vec<&str> = ["solve"].iter().chain(wrong).copied().chain([CLASSIC]).collect();
        let run = run(&arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{wrong:?}");
        assert!(run.err.contains(wrong[2]) && run.err.contains(wrong[1]), "{wrong:?}: {}", run.err);
    }
    let small = run(&["solve", "--engine", "lanes", SMALL_TWO]);
    assert_eq!((small.code, small.out.as_str()), (2, "invalid\n"));
    assert!(small.err.contains("9x9 only"), "{}", small.err);
    let latin = run_with(&["solve", "--encoding", "triads", "--box", "1x4"], ".".repeat(16));
    assert_eq!((latin.code, latin.out.as_str()), (2, "invalid\n"));
}

#[test]
fn a_puzzle_too_hard_for_the_lanes() {
    // Left to itself the engine gives up when the seconds are over; else the other engine has the last word.
    let input = format!("{IMPOSSIBLE}\n{CLASSIC}\n");
    let limited = run_with(&["solve", "--engine", "lanes", "--seconds", "0.1"], &input);
    assert_eq!((limited.code, limited.out), (3, format!("? unknown\n{CLASSIC_SOLVED}\n")));
    for seconds in [&[][..], &["--seconds", "100"]] {
        for format in ["line", "csv", "json"] {
            let arguments = [&["solve", "--format", format], seconds].concat();
            let both = run_with(&arguments, &input);
            assert_eq!(both.code, 1, "{both:?}");
            assert!(both.out.contains("none") && both.out.contains(CLASSIC_SOLVED), "{both:?}");
        }
    }
}

/// Lines of 81 characters go as blocks of text to the 9x9 engine, everything else another way; nothing of that shows.
#[test]
fn clean_lines_and_all_others_keep_their_order() {
    let drawn = "Grid 01\n12|34\n34|12\n--+--\n21|43\n43|21\n\n";
    let letter = format!("A{}", &CLASSIC[1..]);
    let mut input = String::from("\u{feff}# a head\n");
    let mut expected = String::new();
    let mut add = |line: &str, answer: &str| {
        input += line;
        if !answer.is_empty() {
            expected += answer;
            expected += "\n";
        }
    };
    for i in 0..400 {
        add(&format!("{CLASSIC}\n"), CLASSIC_SOLVED);
        match i % 20 {
            0 => add(&format!("{}\r\n", CLASSIC.replace('0', ".")), CLASSIC_SOLVED),
            1 => add("# note\n\n", ""),
            2 => add(&format!("{CLASSIC} easy, they say\n"), CLASSIC_SOLVED),
            3 => add(&format!("{NONE}\n"), "none"),
            4 => add("junk\n", "invalid"),
            5 => add(&format!("{letter}\n"), "invalid"),
            6 => add(drawn, "1234341221434321"),
            7 => add(&format!("{CLASSIC}0\n"), "invalid"),
            8 => add(&format!("{CLASSIC_SOLVED}\n"), CLASSIC_SOLVED),
            9 => add(&format!("{CLASH}\n"), "none"),
            _ => {}
        }
    }
    add(CLASSIC, CLASSIC_SOLVED);
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "mixed.txt", &input);
    let junk = 1 + input.lines().position(|line| line == "junk").unwrap();
    for engine in ["auto", "cdcl"] {
        for arguments in
            [&["solve", "--engine", engine, &path][..], &["solve", "--threads", "1", "--engine", engine, "-"]]
        {
            let run = run_with(arguments, if arguments.contains(&"-") { &input } else { "" });
            assert_eq!(run.code, 2);
            assert!(run.out == expected, "{arguments:?}");
            assert!(run.err.contains(&format!(":{junk}:")), "{}", run.err);
        }
    }
    for format in ["csv", "json"] {
        let with = |engine| run_with(&["solve", "--format", format, "--engine", engine, "-"], &input);
        let (auto, cdcl) = (with("auto"), with("cdcl"));
        assert!(auto.out == cdcl.out, "{format}");
    }
}

#[test]
fn a_trace_is_json_lines() {
    let folder = tempfile::tempdir().unwrap();
    for engine in ["cdcl", "dpll"] {
        let path = folder.path().join(engine);
        let run = run(&["solve", "--engine", engine, "--trace", path.to_str().unwrap(), SMALL_TWO]);
        assert_eq!(run.code, 1);
        let text = std::fs::read_to_string(&path).unwrap();
        let steps: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(steps[0]["step"], "puzzle");
        assert!(
            steps.iter().any(|step| step["step"] == "propagate" && step["clause"].is_array()),
            "{engine}"
        );
    }
}
