//! The Chinese sentences.

use exactone_sat::{Stopped, is_printable};

use crate::board::{Fact, Family, Part, Section, UnknownName};
use crate::digit::Digit;
use crate::grid::in_numbers;
use crate::grid::{GridError, GridProblem, ModelError, Place, SymbolSet};
use crate::house::{House, HouseKind};
use crate::puzzle::{DecodeError, EncodeError};
use crate::rule::{Spelled, Violation, write_cells};
use crate::shape::Shape;
use crate::solve::{SolveError, Status, Verdict};

/// Numbers from two to nine as characters.
const COUNTS: [&str; 8] = ["两", "三", "四", "五", "六", "七", "八", "九"];

pub(super) fn house(house: &House) -> String {
    let number = house.index + 1;
    match house.kind {
        HouseKind::Row => format!("第 {number} 行"),
        HouseKind::Column => format!("第 {number} 列"),
        HouseKind::Box => format!("第 {number} 宫"),
        HouseKind::Diagonal => if house.index == 0 { "主对角线" } else { "副对角线" }.to_owned(),
    }
}

pub(super) fn violation(violation: &Violation) -> String {
    spelled(&violation.spelled(SymbolSet::Letters, 0))
}

pub(super) fn spelled(spelled: &Spelled<'_>) -> String {
    let written = |digit: &Digit| spelled.digit(*digit);
    match spelled.violation {
        Violation::Repeat { house: place, digit, cells } => {
            let count = cells.len().checked_sub(2).and_then(|index| COUNTS.get(index));
            let count = count.map_or_else(|| format!(" {} ", cells.len()), |count| (*count).to_owned());
            let mut list = String::new();
            let _ = write_cells(&mut list, cells, "、"); // writing into a String cannot fail
            format!("{}有{count}个 {}（{list}）", house(place), written(digit))
        }
        Violation::Clue { cell, clue, found: Some(found) } => {
            format!("{cell}：题目给的是 {}，答案是 {}", written(clue), written(found))
        }
        Violation::Clue { cell, clue, found: None } => {
            format!("{cell}：题目给的是 {}，答案为空", written(clue))
        }
        Violation::Gone { cell, digit } => format!("{cell}：候选数中没有 {}", written(digit)),
        Violation::NoCandidate { cell } => format!("{cell} 没有候选数"),
        Violation::Empty { cell } => format!("{cell} 是空格"),
        Violation::Size { found, expected } => {
            let size = expected.size();
            format!("盘面是 {found}x{found}，应当是 {size}x{size}")
        }
    }
}

/// A character, or its code where it cannot be shown.
fn seen(c: char) -> String {
    if is_printable(c) { format!("“{c}”") } else { format!("U+{:04X}", u32::from(c)) }
}

/// The symbols of a size.
fn symbols(size: usize) -> String {
    match size {
        0 | 1 => "1".to_owned(),
        2..=9 => format!("1-{size}"),
        10 => "1-9 或 A".to_owned(),
        11..=35 => format!("1-9 或 A-{}", (b'A' + size as u8 - 10) as char),
        _ => format!("1 到 {size} 的数"),
    }
}

pub(super) fn problem(problem: &GridProblem) -> String {
    match problem {
        GridProblem::Symbol { found, size: 16, symbols: SymbolSet::Hex } => {
            format!("看到 {}，应当是 0-9 或 A-F，空格用 . _ * - ? 之一", seen(*found))
        }
        GridProblem::Symbol { found, size, .. } => {
            format!("看到 {}，应当是 {}，空格用 . 0 _ * - ? 之一", seen(*found), symbols(*size))
        }
        GridProblem::Character { found } => {
            format!("看到 {}，应当是数字、字母，空格用 . 0 _ * - ? 之一", seen(*found))
        }
        GridProblem::Number { found, size } => format!("看到 {found:?}，应当是 1 到 {size} 的数，空格写 0"),
        GridProblem::Pencilmark { found, expected } => {
            format!("看到 {}，应当是候选数 {expected} 或“.”", seen(*found))
        }
        GridProblem::Length { found, expected, size } if in_numbers(*size) => {
            format!("有 {found} 个数，应当是 {expected} 个（{size}x{size} 的盘面，用空格分开的数书写）")
        }
        GridProblem::Length { found, expected, size } => {
            format!("有 {found} 个字符，应当是 {expected} 个（{size}x{size} 的盘面）")
        }
        GridProblem::RowLength { row, found, expected } => {
            format!("第 {row} 行有 {found} 格，应当是 {expected} 格")
        }
        GridProblem::RowCount { found, cells } => {
            format!("有 {found} 行、每行 {cells} 格，应当有 {cells} 行，或者一行 81 个字符")
        }
        GridProblem::Frame => "盘面中画的线没有分出大小相等的宫".to_owned(),
        GridProblem::Boxes { rows, cols, size } => format!("画出的宫是 {rows}x{cols}，不是 {size} 格"),
        GridProblem::NoBoxes { size } => {
            format!("{size}x{size} 的盘面没有宫；宫的大小 1x{size} 表示只有行和列")
        }
        GridProblem::WrongSize { found, expected } => {
            let size = expected.size();
            format!("盘面是 {found}x{found}，应当是 {size}x{size}（宫的大小 {expected}）")
        }
        GridProblem::Size { found } => format!("大小是 {found}，应当是 1 到 {}", Shape::MAX_SIZE),
        GridProblem::Digit { found, size } => format!("看到数字 {found}，应当是 1 到 {size}"),
        GridProblem::Outside { size } => format!("这一格在 {size}x{size} 的盘面之外"),
        GridProblem::NotText { byte } => format!("看到字节 0x{byte:02X}，应当是文本"),
        GridProblem::TooLong { limit } => format!("比任何题目都长（最多 {limit} 字节）"),
        GridProblem::Nothing => "这里没有题目".to_owned(),
        GridProblem::MoreThanOne => "不止一道题目，应当只有一道".to_owned(),
        GridProblem::NotAGrid => "看到候选数，应当是数字的盘面".to_owned(),
    }
}

pub(super) fn grid_error(error: &GridError) -> String {
    let what = problem(&error.problem);
    match error.place {
        Place::Text { line, column } => format!("第 {line} 行第 {column} 列：{what}"),
        Place::Cell(cell) => format!("{cell}：{what}"),
        Place::Whole => what,
    }
}

pub(super) fn model_error(error: &ModelError) -> String {
    match (error.first, error.second) {
        (Some(first), Some(second)) => format!("{}：模型中既是 {first} 又是 {second}", error.cell),
        _ => format!("{}：模型中没有数字", error.cell),
    }
}

pub(super) fn decode_error(error: &DecodeError) -> String {
    match error {
        DecodeError::NoGrid(error) => model_error(error),
        DecodeError::Wrong(broken) => violation(broken),
    }
}

pub(super) fn encode_error(error: &EncodeError) -> String {
    match error {
        EncodeError::NoTriads { shape } => format!("triads 编码要求宫至少是 2x2，这里是 {shape}"),
        EncodeError::TriadRules => "triads 编码要求行、列、宫三条规则".to_owned(),
    }
}

pub(super) fn stopped(why: &Stopped) -> String {
    match why {
        Stopped::Conflicts => "达到冲突次数上限",
        Stopped::Propagations => "达到传播次数上限",
        Stopped::Deadline => "达到时间上限",
        Stopped::Interrupted => "被中断",
        _ => "求解器放弃",
    }
    .to_owned()
}

pub(super) fn solve_error(error: &SolveError) -> String {
    match error {
        SolveError::Encode(error) => encode_error(error),
        SolveError::Stopped(why) => format!("未判定：{}", stopped(why)),
        SolveError::Wrong(error) => format!("求解器给出的不是解（{}）", decode_error(error)),
    }
}

pub(super) fn unknown_name(error: &UnknownName) -> String {
    format!("看到 {:?}，应当是 {} 之一", error.found, error.expected.join("、"))
}

pub(super) const fn status(status: Status) -> &'static str {
    match status {
        Status::Unique => "恰有一个解",
        Status::Several => "不止一个解",
        Status::None => "无解",
        Status::Unknown => "未判定",
        Status::Invalid => "不是题目",
    }
}

pub(super) fn verdict(verdict: &Verdict) -> String {
    let word = status(verdict.status());
    match verdict {
        Verdict::None { clash: Some(clash) } => format!("{word}：{}", violation(clash)),
        Verdict::Unknown { found: None, why } => format!("{word}：{}", stopped(why)),
        Verdict::Unknown { found: Some(_), why } => {
            format!("至少有一个解；是否唯一{word}：{}", stopped(why))
        }
        Verdict::None { clash: None } | Verdict::Unique(_) | Verdict::Several(..) => word.to_owned(),
    }
}

pub(super) fn fact(fact: &Fact) -> String {
    use Part::{AtLeastOne, AtMostOne};
    let half = |columns: bool| if columns { "宫内列段" } else { "宫内行段" };
    match *fact {
        Fact::Cell { cell, part: AtLeastOne } => format!("{cell} 有一个数字"),
        Fact::Cell { cell, part: AtMostOne } => format!("{cell} 不会有两个数字"),
        Fact::House { house: place, digit, part: AtLeastOne } => format!("{}有 {digit}", house(&place)),
        Fact::House { house: place, digit, part: AtMostOne } => format!("{}没有两个 {digit}", house(&place)),
        Fact::Triad { house: place, section, digit, .. } => {
            let name = half(place.kind == HouseKind::Column);
            format!("{}的第 {} 个{name}有 {digit}，当且仅当其中一格是 {digit}", house(&place), section + 1)
        }
        Fact::Triads { house: place, columns, digit, part: AtLeastOne } => {
            format!("{}有一个{}含 {digit}", house(&place), half(columns))
        }
        Fact::Triads { house: place, columns, digit, part: AtMostOne } => {
            format!("{}没有两个{}都含 {digit}", house(&place), half(columns))
        }
        Fact::Clue { cell, digit } => format!("{cell} 是 {digit}（题目给出）"),
        Fact::Gone { cell, digit } => format!("{cell} 不是 {digit}（候选数）"),
    }
}

pub(super) fn family(family: &Family) -> String {
    match family {
        Family::Cells => "格",
        Family::Houses(HouseKind::Row) => "行",
        Family::Houses(HouseKind::Column) => "列",
        Family::Houses(HouseKind::Box) => "宫",
        Family::Houses(HouseKind::Diagonal) => "对角线",
        Family::Triads => "三元段",
        Family::Clues => "题目数字",
        Family::Gone => "候选数",
    }
    .to_owned()
}

pub(super) fn section(section: &Section) -> String {
    let name = family(&section.family);
    match (section.family, section.part) {
        (Family::Clues | Family::Gone, _) => name,
        (_, Part::AtLeastOne) => format!("{name}，至少一个"),
        (_, Part::AtMostOne) => format!("{name}，至多一个"),
    }
}
