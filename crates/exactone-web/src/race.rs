//! One puzzle under all four encodings.

use exactone::{Clues, EncodeOptions, Encoding, Puzzle};
use exactone_sat::{Budget, Cdcl, ClauseCounter, Lit, Outcome, Propagator, Query, Solver};

use crate::protocol::{self, Failure};

/// What unit propagation alone fixes under this encoding, and what the search for a solution takes within the
/// budget. `None` where the encoding does not fit the puzzle.
pub(crate) fn run(
    puzzle: &Puzzle,
    encoding: Encoding,
    budget: Budget<'_>,
) -> Result<Option<protocol::RaceLine>, Failure> {
    let shape = puzzle.shape();
    let clues = puzzle.clue_literals();
    let options = EncodeOptions::new(encoding).clues(Clues::Assumptions);
    let mut size = ClauseCounter::new();
    if puzzle.encode(&mut size, &options).is_err() {
        return Ok(None);
    }
    let mut propagator = Propagator::new();
    puzzle.encode(&mut propagator, &options)?;
    let fixed: Option<Vec<Lit>> = propagator.propagate(&clues).ok().map(<[Lit]>::to_vec);
    let contradiction = fixed.is_none();
    let own: Vec<Lit> =
        fixed.into_iter().flatten().filter(|lit| lit.var().number() <= shape.var_count()).collect();
    // The clues as unit clauses, so that a decision is a decision of the search.
    let mut solver = Cdcl::new();
    puzzle.encode(&mut solver, &EncodeOptions::new(encoding))?;
    let outcome = solver.solve_query(&Query::new().budget(budget));
    let stats = solver.stats();
    Ok(Some(protocol::RaceLine {
        encoding: encoding.to_string(),
        variables: size.vars(),
        clauses: size.clauses() as usize,
        filled: own.iter().filter(|lit| lit.is_positive()).count(),
        fixed: own.len(),
        contradiction,
        decisions: stats.decisions as f64,
        conflicts: stats.conflicts as f64,
        decided: !matches!(outcome, Outcome::Unknown(_)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{example, puzzle_of};

    #[test]
    fn the_first_tutorial_has_its_known_numbers() {
        let text = "000000185007030000000021400800000020003905600050000004004860000000040300931000000";
        let puzzle = puzzle_of(&example(text)).unwrap();
        let line = |encoding| run(&puzzle, encoding, Budget::new()).unwrap().unwrap();
        let lines = [Encoding::Minimal, Encoding::Efficient, Encoding::Extended, Encoding::Triads].map(line);
        let sizes = [8_829, 11_745, 11_988, 16_686];
        assert_eq!(lines.each_ref().map(|line| line.clauses), sizes);
        assert_eq!((lines[1].fixed, lines[2].fixed), (525, 592));
        assert!(lines.iter().all(|line| line.decided && !line.contradiction));
    }

    /// What `web/e2e/race.spec.ts` finds on the page, in WebAssembly, is what is found here. Decisions and conflicts are
    /// those of the search as it is now: after a change of the solver, `EXACTONE_WRITE_RACE=1 cargo test -p exactone-web race`
    /// writes them anew.
    #[test]
    fn the_page_shows_these_numbers_on_ten_puzzles() {
        const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/e2e/race.json");
        #[derive(serde::Deserialize, serde::Serialize, PartialEq, Debug)]
        struct Shown {
            puzzle: String,
            rows: Vec<(String, usize, usize, usize, usize, usize, usize)>,
        }
        let shown = std::fs::read_to_string(FILE).unwrap();
        let shown: Vec<Shown> = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown.len(), 10);
        let row = |puzzle: &Puzzle, encoding: &str| {
            let line = run(puzzle, encoding.parse().unwrap(), Budget::new()).unwrap().unwrap();
            let (decisions, conflicts) = (line.decisions as usize, line.conflicts as usize);
            let (variables, name) = (line.variables as usize, encoding.to_owned());
            (name, variables, line.clauses, line.filled, line.fixed, decisions, conflicts)
        };
        let found: Vec<Shown> = shown
            .iter()
            .map(|Shown { puzzle: name, .. }| {
                let puzzle = puzzle_of(&example(name)).unwrap();
                let rows =
                    ["minimal", "efficient", "extended", "triads"].map(|encoding| row(&puzzle, encoding));
                Shown { puzzle: name.clone(), rows: rows.to_vec() }
            })
            .collect();
        if std::env::var_os("EXACTONE_WRITE_RACE").is_some() {
            let lines: Vec<String> =
                found.iter().map(|shown| serde_json::to_string(shown).unwrap()).collect();
            std::fs::write(FILE, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
        } else {
            assert_eq!(found, shown);
        }
    }
}
