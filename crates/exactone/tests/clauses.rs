//! The exact numbers and the order of the clauses.

use std::collections::HashSet;

use exactone::{
    Board, Clues, EncodeOptions, Encoding, Fact, Grid, HouseKind, NoRepeat, Part, Puzzle, Rule, Shape,
};
use exactone_sat::card::AtMostOne;
use exactone_sat::{ClauseCounter, ClauseSink, Cnf, Lit, Rearrange, exactly_one_each, literals};

fn empty(rows: usize, cols: usize) -> Puzzle {
    Puzzle::classic(Grid::empty(Shape::new(rows, cols).unwrap()))
}

fn count(puzzle: &Puzzle, options: &EncodeOptions) -> (u32, u64) {
    let mut size = ClauseCounter::new();
    let encoded = puzzle.encode(&mut size, options).unwrap();
    assert_eq!((encoded.vars, encoded.clauses), (size.vars(), size.clauses()));
    assert_eq!(encoded.sections.last().map_or(0, |section| section.total), encoded.clauses);
    (encoded.vars, encoded.clauses)
}

#[test]
fn clause_counts_of_every_size() {
    let table = [
        (2, 2, 304, 400, 448),
        (2, 3, 1_656, 2_196, 2_304),
        (2, 4, 5_440, 7_232, 7_424),
        (3, 3, 8_829, 11_745, 11_988),
        (3, 4, 28_656, 38_160, 38_592),
        (4, 4, 92_416, 123_136, 123_904),
        (5, 5, 563_125, 750_625, 752_500),
        (6, 6, 2_450_736, 3_267_216, 3_271_104),
        (7, 7, 8_473_129, 11_296_705, 11_303_908),
        (8, 8, 24_776_704, 33_034_240, 33_046_528),
        (9, 9, 63_779_481, 85_037_121, 85_056_804),
        (10, 10, 148_510_000, 198_010_000, 198_040_000),
    ];
    for (rows, cols, minimal, efficient, extended) in table {
        let puzzle = empty(rows, cols);
        let n = (rows * cols) as u32;
        for (encoding, clauses) in
            [(Encoding::Minimal, minimal), (Encoding::Efficient, efficient), (Encoding::Extended, extended)]
        {
            assert_eq!(count(&puzzle, &EncodeOptions::new(encoding)), (n * n * n, clauses), "{n} {encoding}");
        }
    }
    assert_eq!(count(&empty(3, 3), &EncodeOptions::new(Encoding::Triads)), (1_215, 16_686));
}

#[test]
fn extended_without_duplicates() {
    for (rows, cols, distinct) in [(2, 2, 384), (2, 3, 1_980), (2, 4, 6_400), (3, 3, 10_530), (3, 4, 34_272)]
    {
        let mut cnf = Cnf::new();
        empty(rows, cols).encode(&mut cnf, &EncodeOptions::default()).unwrap();
        assert_eq!(distinct_clauses(&cnf), distinct);
    }
}

fn distinct_clauses(cnf: &Cnf) -> usize {
    let sorted = |clause: &[Lit]| {
        let mut clause = clause.to_vec();
        clause.sort();
        clause
    };
    cnf.iter().map(sorted).collect::<HashSet<_>>().len()
}

#[test]
fn families_of_the_second_tutorial_with_their_running_total() {
    let grid: Grid =
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079".parse().unwrap();
    let puzzle = Puzzle::classic(grid);
    let mut cnf = Cnf::new();
    let encoded = puzzle.encode(&mut cnf, &EncodeOptions::new(Encoding::Efficient)).unwrap();
    let totals: Vec<u64> = encoded.sections.iter().map(|section| section.total).collect();
    assert_eq!(totals, [81, 2_997, 5_913, 8_829, 11_745, 11_775]);
    let names: Vec<String> = encoded.sections.iter().map(ToString::to_string).collect();
    assert_eq!(
        names,
        [
            "cells, at least one",
            "cells, at most one",
            "rows, at most one",
            "columns, at most one",
            "boxes, at most one",
            "clues"
        ]
    );
    assert_eq!((cnf.len(), cnf.var_count()), (11_775, 729));
    // The clues come last, one unit clause each, in reading order.
    assert_eq!(cnf[11_745], [Lit::from(5)]);
    assert_eq!(cnf[11_774], [Lit::from(729)]);
}

#[test]
fn extended_is_the_first_tutorial_clause_for_clause() {
    let mut tutorial = Cnf::new();
    let x = literals(&mut tutorial, (9, 9, 9));
    exactly_one_each(&mut tutorial, &x);
    exactly_one_each(&mut tutorial, &x.swapped(1, 2));
    exactly_one_each(&mut tutorial, &x.swapped(0, 1).swapped(1, 2));
    let boxes = x.reshaped((3, 3, 3, 3, 9)).swapped(1, 2).reshaped((9, 9, 9));
    exactly_one_each(&mut tutorial, &boxes.swapped(1, 2));
    let mut cnf = Cnf::new();
    empty(3, 3).encode(&mut cnf, &EncodeOptions::default()).unwrap();
    assert_eq!(cnf.len(), 11_988);
    assert!(cnf == tutorial);
}

#[test]
fn facts_say_which_clauses_are_theirs() {
    let puzzle = Puzzle::classic("1...23...4.1.2..".parse::<Grid>().unwrap());
    for encoding in Encoding::ALL {
        for at_most_one in AtMostOne::ALL {
            let options = EncodeOptions { encoding, at_most_one, ..EncodeOptions::default() };
            let mut cnf = Cnf::new();
            let encoded = puzzle.encode(&mut cnf, &options).unwrap();
            assert_eq!(encoded.clauses, cnf.len() as u64);
            assert!(encoded.facts.is_sorted_by_key(|(first, _)| *first));
            for (index, &(first, fact)) in encoded.facts.iter().enumerate() {
                let next = encoded.facts.get(index + 1).map_or(encoded.clauses + 1, |(next, _)| *next);
                for number in first..next {
                    let clause = &cnf[number as usize - 1];
                    match fact {
                        Fact::Clue { cell, digit } => {
                            assert_eq!(clause, [puzzle.shape().literal(cell, digit)]);
                        }
                        Fact::Cell { cell, part: Part::AtLeastOne } => {
                            let meanings =
                                clause.iter().map(|lit| puzzle.shape().meaning(lit.var()).unwrap());
                            assert!(meanings.eq(puzzle.shape().digits().map(|digit| (cell, digit))));
                        }
                        Fact::House { house, digit, part: Part::AtLeastOne } => {
                            let meanings =
                                clause.iter().map(|lit| puzzle.shape().meaning(lit.var()).unwrap());
                            assert!(meanings.eq(house.cells(puzzle.shape()).map(|cell| (cell, digit))));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

#[test]
fn clues_substituted() {
    let table = [
        (
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
            17,
            303,
            2_843,
            2_462,
        ),
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            21,
            254,
            2_080,
            1_804,
        ),
        (
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            23,
            223,
            1_680,
            1_472,
        ),
        (
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            21,
            239,
            1_786,
            1_565,
        ),
    ];
    for (text, clues, free, clauses, distinct) in table {
        let grid: Grid = text.parse().unwrap();
        assert_eq!(grid.clue_count(), clues);
        let mut cnf = Cnf::new();
        let options = EncodeOptions::default().clues(Clues::Simplify);
        let encoded = Puzzle::classic(grid).encode(&mut cnf, &options).unwrap();
        assert_eq!(encoded.free_vars, Some(free));
        assert_eq!((encoded.clauses, cnf.len(), cnf.var_count()), (clauses, clauses as usize, 729));
        assert_eq!(distinct_clauses(&cnf), distinct);
    }
    // Clashing clues substituted are the empty clause.
    let mut cnf = Cnf::new();
    let clash = Puzzle::classic("11..............".parse::<Grid>().unwrap());
    clash.encode(&mut cnf, &EncodeOptions::default().clues(Clues::Simplify)).unwrap();
    assert!(cnf.iter().any(<[Lit]>::is_empty));
}

#[test]
fn triads_of_other_boxes() {
    for (rows, cols) in [(2u64, 2u64), (2, 3), (3, 2), (3, 4), (4, 4)] {
        let n = rows * cols;
        let pairs = |k: u64| k * (k - 1) / 2;
        let groups = n * n * (rows * (1 + pairs(cols + 1)) + cols * (1 + pairs(rows + 1)))
            + 2 * n * n * (1 + pairs(rows) + 1 + pairs(cols));
        let extended = 4 * n * n * (1 + pairs(n));
        let (vars, clauses) =
            count(&empty(rows as usize, cols as usize), &EncodeOptions::new(Encoding::Triads));
        assert_eq!((u64::from(vars), clauses), (n * n * n + n * n * (rows + cols), extended + groups));
    }
    let mut sink = Cnf::new();
    let error = empty(1, 4).encode(&mut sink, &EncodeOptions::new(Encoding::Triads)).unwrap_err();
    assert_eq!(error.to_string(), "the triads encoding needs boxes of at least 2x2, and these are 1x4");
    let bare = Puzzle::without_rules(Grid::empty(Shape::CLASSIC)).with_rule(NoRepeat(HouseKind::Row));
    assert!(bare.encode(&mut sink, &EncodeOptions::new(Encoding::Triads)).is_err());
    assert_eq!((sink.var_count(), sink.len()), (0, 0), "nothing was written");
}

#[test]
fn a_closed_sink_ends_the_encoding_early() {
    struct Closed(u64);
    impl ClauseSink for Closed {
        fn var_count(&self) -> u32 {
            1_000_000
        }
        fn ensure_vars(&mut self, _count: u32) {}
        fn add_clause(&mut self, _clause: &[Lit]) {
            self.0 += 1;
        }
        fn is_closed(&self) -> bool {
            true
        }
    }
    let mut sink = Closed(0);
    empty(10, 10).encode(&mut sink, &EncodeOptions::default()).unwrap();
    assert_eq!(sink.0, 0);
}

#[test]
fn a_rule_of_your_own_writes_into_the_board() {
    #[derive(Debug)]
    struct NoOneInTheCorner;
    impl Rule for NoOneInTheCorner {
        fn name(&self) -> String {
            "no 1 in the corner".to_owned()
        }
        fn check(&self, _grid: &Grid) -> Result<(), exactone::Violation> {
            Ok(())
        }
        fn encode(&self, board: &mut Board<'_>) {
            board.gone(exactone::Cell::new(0, 0), exactone::Digit::new(1).unwrap());
        }
    }
    let mut cnf = Cnf::new();
    let puzzle = empty(2, 2).with_rule(NoOneInTheCorner);
    puzzle.encode(&mut cnf, &EncodeOptions::default()).unwrap();
    assert_eq!(cnf[cnf.len() - 1], [Lit::from(-1)]);
    assert!(!puzzle.is_classic());
}
