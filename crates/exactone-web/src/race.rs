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

    /// What `web/e2e/race.spec.ts` finds on the page, in WebAssembly, is what is found here.
    #[test]
    fn the_page_shows_these_numbers_on_ten_puzzles() {
        const SHOWN: &str = include_str!("../../../web/e2e/race.json");
        #[derive(serde::Deserialize)]
        struct Shown {
            puzzle: String,
            rows: Vec<(String, usize, usize, usize, usize, usize, usize)>,
        }
        let all: Vec<Shown> = serde_json::from_str(SHOWN).unwrap();
        assert_eq!(all.len(), 10);
        for Shown { puzzle, rows } in all {
            let puzzle = puzzle_of(&example(&puzzle)).unwrap();
            assert_eq!(rows.len(), 4);
            for (encoding, variables, clauses, filled, fixed, decisions, conflicts) in rows {
                let line = run(&puzzle, encoding.parse().unwrap(), Budget::new()).unwrap().unwrap();
                assert_eq!(
                    (line.variables as usize, line.clauses, line.filled, line.fixed),
                    (variables, clauses, filled, fixed),
                    "{encoding}"
                );
                assert_eq!(
                    (line.decisions as usize, line.conflicts as usize),
                    (decisions, conflicts),
                    "{encoding}"
                );
            }
        }
    }
}
