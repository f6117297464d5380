//! What a certificate says in words: on standard output and in its README, in both languages.

use std::path::Path;

use exactone::words::Say;
use exactone::{Cell, Digit, Puzzle, Shape, SymbolSet, Verdict};

use super::evidence::Found;
use crate::language::Language;
use crate::words::counted;

/// The name and the text of the file with the solutions, if there are any.
pub fn solutions(verdict: &Verdict, symbols: SymbolSet) -> Option<(&'static str, String)> {
    let first = verdict.solution()?.to_line_with(symbols);
    Some(match verdict.second() {
        Some(second) => ("solutions.txt", format!("{first}\n{}\n", second.to_line_with(symbols))),
        None => ("solution.txt", format!("{first}\n")),
    })
}

/// Which files there are now.
pub fn written(folder: &Path, files: &[&str], language: Language) -> String {
    let (label, comma) = (language.pick("written to", "已写入"), language.pick(", ", "、"));
    format!("{label} {}: {}", folder.display(), files.join(comma))
}

/// What is known beyond the verdict, a line each.
pub fn about(found: &Found, puzzle: &Puzzle, symbols: SymbolSet, language: Language) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(proof) = found.proof {
        lines.push(match language {
            Language::En => format!(
                "proved: {} refuted in {} ({} of LRAT, checked)",
                counted(proof.clauses, "clause"),
                counted(proof.steps, "step"),
                counted(proof.bytes, "byte"),
            ),
            Language::Zh => format!(
                "已证明：{} 个子句经 {} 步导出矛盾（LRAT 共 {} 字节，已核验）",
                proof.clauses, proof.steps, proof.bytes
            ),
        });
    }
    if let Some((cells, smallest)) = &found.blamed {
        lines.push(blamed(cells, *smallest, puzzle, symbols, language));
    }
    if let (Some(first), Some(second)) = (found.verdict.solution(), found.verdict.second()) {
        let differ: Vec<String> = puzzle
            .shape()
            .cells()
            .filter(|&cell| first.get(cell) != second.get(cell))
            .map(|cell| cell.to_string())
            .collect();
        lines.push(match language {
            Language::En => format!("the two differ in {} cells: {}", differ.len(), differ.join(", ")),
            Language::Zh => format!("两者有 {} 格不同：{}", differ.len(), differ.join("、")),
        });
    }
    lines.extend(missing(found, symbols, language));
    lines
}

/// Which clues have no solution by themselves.
fn blamed(cells: &[Cell], smallest: bool, puzzle: &Puzzle, symbols: SymbolSet, language: Language) -> String {
    let size = puzzle.shape().size();
    let clues: Vec<String> = cells
        .iter()
        .map(|&cell| match (puzzle.givens().get(cell), language) {
            (Some(digit), _) => format!("{cell}={}", shown(digit, size, symbols)),
            (None, Language::En) => format!("the pencilmarks of {cell}"),
            (None, Language::Zh) => format!("{cell} 的候选数"),
        })
        .collect();
    let count = clues.len();
    match (language, smallest) {
        (_, _) if clues.is_empty() => {
            language.pick("the rules alone are to blame", "规则本身就无解").to_owned()
        }
        (Language::En, _) if count == 1 => {
            format!("to blame: this clue alone has no solution: {}", clues.join(", "))
        }
        (Language::En, true) => {
            format!("to blame: these {count} clues have no solution, and no fewer: {}", clues.join(", "))
        }
        (Language::En, false) => format!(
            "to blame: these {count} clues have no solution, and none can be spared: {}",
            clues.join(", ")
        ),
        (Language::Zh, true) => format!("症结：这 {count} 个已知数无解，更少的则不然：{}", clues.join("、")),
        (Language::Zh, false) => format!("症结：这 {count} 个已知数无解，缺一不可：{}", clues.join("、")),
    }
}

/// The puzzle in one line, as it was written.
pub fn line(puzzle: &Puzzle, symbols: SymbolSet) -> String {
    match puzzle.candidates() {
        None => puzzle.givens().to_line_with(symbols),
        Some(_) => puzzle.to_line(),
    }
}

/// A digit as it is written in the puzzle: with a symbol, or as a number where there are too many.
fn shown(digit: Digit, size: usize, symbols: SymbolSet) -> String {
    symbols.symbol(digit, size).map_or_else(|| digit.to_string(), String::from)
}

/// What to add so that one solution is left.
fn missing(found: &Found, symbols: SymbolSet, language: Language) -> Option<String> {
    let missing = found.missing.as_ref()?;
    let solution = found.verdict.solution()?;
    let clues: Vec<String> = missing
        .cells
        .iter()
        .filter_map(|&cell| Some(format!("{cell}={}", shown(solution.get(cell)?, solution.size(), symbols))))
        .collect();
    let at_least = missing.at_least;
    Some(match (language, missing.is_smallest()) {
        (Language::En, true) if clues.len() == 1 => {
            format!("with this clue too only the first is left: {}", clues.join(", "))
        }
        (Language::En, true) => {
            format!("with these clues too only the first is left, and with no fewer: {}", clues.join(", "))
        }
        (Language::En, false) => format!(
            "with these {} clues too only the first is left (at least {at_least} {} needed): {}",
            clues.len(),
            if at_least == 1 { "is" } else { "are" },
            clues.join(", ")
        ),
        (Language::Zh, true) => format!("再给出这些数就只剩第一个解，更少则不行：{}", clues.join("、")),
        (Language::Zh, false) => format!(
            "再给出这 {} 个数就只剩第一个解（至少需要 {at_least} 个）：{}",
            clues.len(),
            clues.join("、")
        ),
    })
}

/// The README of the folder: what it shows, and how to check that without us.
pub fn readme(found: &Found, puzzle: &Puzzle, symbols: SymbolSet, language: Language) -> String {
    let verdict = found.verdict.say(language.into());
    let about: String =
        about(found, puzzle, symbols, language).iter().map(|line| format!("- {line}\n")).collect();
    let unique = matches!(found.verdict, Verdict::Unique(_));
    let shape = puzzle.shape();
    let boxes = if Shape::of_size(shape.size()) == Some(shape) {
        String::new()
    } else {
        format!(" --box {}x{}", shape.box_rows(), shape.box_cols())
    };
    let boxes = if symbols == SymbolSet::Hex { boxes + " --symbols hex" } else { boxes };
    let title = language.pick("Certificate", "证书");
    let mut text = format!("# {title}{}{verdict}\n\n{about}\n", language.pick(": ", "："));
    text += language.pick("- `puzzle.txt`: the puzzle\n", "- `puzzle.txt`：题目\n");
    match &found.verdict {
        Verdict::Several(..) => {
            text += language.pick("- `solutions.txt`: two solutions\n\n", "- `solutions.txt`：两个解\n\n");
            text += language.pick(
                "Whoever doubts checks both by eye, or so (`ok` twice):\n",
                "如有怀疑，可以亲自核对，或者运行（应输出两次 `ok`）：\n",
            );
            text += &format!("\n    cat puzzle.txt puzzle.txt | exactone check{boxes} - solutions.txt\n");
            return text;
        }
        Verdict::Unique(_) => {
            text += language.pick("- `solution.txt`: its solution\n", "- `solution.txt`：它的解\n");
            text += language.pick(
                "- `formula.cnf`: the rules, the clues and, as the last clause, \"some cell differs from the solution\", in DIMACS; its comments say what the variables mean\n",
                "- `formula.cnf`：规则、已知数，以及最后一个子句“至少有一格与解不同”（DIMACS 格式；注释说明变量的含义）\n",
            );
        }
        _ => {
            text += language.pick(
                "- `formula.cnf`: the rules and the clues, in DIMACS; its comments say what the variables mean\n",
                "- `formula.cnf`：规则与已知数（DIMACS 格式；注释说明变量的含义）\n",
            );
        }
    }
    text += language.pick(
        "- `proof.lrat`: the proof that these clauses cannot all hold\n\nA checker that is not ours, of LRAT proofs:\n",
        "- `proof.lrat`：这些子句不能同时成立的证明\n\n用别人写的 LRAT 核验程序：\n",
    );
    text += "\n    lrat-check formula.cnf proof.lrat\n\n";
    text += language.pick(
        "or of DRAT proofs, after leaving out numbers, hints and deletions:\n",
        "或者去掉编号、提示和删除步骤后，用 DRAT 核验程序：\n",
    );
    text += "\n    sed -E '/^[0-9]+ d /d; s/^[0-9]+ //; s/(^| )0 .*/\\10/' proof.lrat > proof.drat\n";
    text += "    drat-trim formula.cnf proof.drat\n    rate formula.cnf proof.drat\n\n";
    text += language
        .pick("or ours, which shares no code with the solver:\n", "或者用我们的（与求解器没有共用代码）：\n");
    text += "\n    exactone verify formula.cnf proof.lrat\n";
    if unique {
        text += &format!("    exactone check{boxes} puzzle.txt solution.txt\n");
    }
    text
}
