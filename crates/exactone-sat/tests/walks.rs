//! Random walks through everything a solver can be asked, each answer held against the truth table: verdicts, models,
//! cores, budgets, interrupts, forced literals, listed models, counts, proofs. A failure is shrunk before it is shown.
//!
//! The everyday run walks a fixed number of seeds. For longer:
//! `EXACTONE_WALK_SECONDS=1800 cargo test --release -p exactone-sat --test walks -- --nocapture`
//! (`EXACTONE_WALK_SEED` begins elsewhere).

mod truth_table;
mod walk;

use std::time::{Duration, Instant};

use exactone_sat::{CdclOptions, ClauseSink, Cnf, Dpll, Lit, Outcome, Query, Solver, Stats};
use walk::judge::Judge;
use walk::shrink::{failure, shrunk};
use walk::step::{Step, random_walk};

/// Walks of the everyday run.
const WALKS: u64 = 3000;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
#[allow(clippy::print_stderr, reason = "how far a long run came")]
fn every_answer_of_every_walk_is_right() {
    let start = Instant::now();
    let seconds = number("EXACTONE_WALK_SECONDS").map(Duration::from_secs);
    let first = number("EXACTONE_WALK_SEED").unwrap_or(0);
    let mut walks = 0;
    while seconds.map_or(walks < WALKS, |seconds| start.elapsed() < seconds) {
        let seed = first + walks;
        let steps = random_walk(seed);
        let honest = move || Judge::of_our_solvers(CdclOptions::new().seed(seed % 5));
        if let Some(message) = failure(&steps, &honest) {
            let least = shrunk(steps, &honest);
            let now = failure(&least, &honest).unwrap_or(message);
            panic!("seed {seed}: {now}\nthe shortest walk that shows it:\n{least:#?}");
        }
        walks += 1;
    }
    assert!(walks > 0, "no walk in {seconds:?}");
    eprintln!("{walks} walks in {:.0?}", start.elapsed());
}

/// A solver with a defect: it forgets clauses of three literals that begin with a negated one.
#[derive(Default)]
struct Forgetful(Dpll);

impl ClauseSink for Forgetful {
    fn var_count(&self) -> u32 {
        self.0.var_count()
    }
    fn ensure_vars(&mut self, count: u32) {
        self.0.ensure_vars(count);
    }
    fn new_var(&mut self) -> exactone_sat::Var {
        self.0.new_var()
    }
    fn add_clause(&mut self, lits: &[Lit]) {
        if lits.len() != 3 || lits[0].is_positive() {
            self.0.add_clause(lits);
        }
    }
}

impl Solver for Forgetful {
    fn solve_query(&mut self, query: &Query<'_>) -> Outcome {
        self.0.solve_query(query)
    }
    fn stats(&self) -> Stats {
        self.0.stats()
    }
}

#[test]
fn a_defect_is_found_and_shrunk_to_what_shows_it() {
    let broken = || Judge::of(vec![("forgetful", Box::new(Forgetful::default()) as Box<dyn Solver>)]);
    let walk = (0..200).map(random_walk).find(|steps| failure(steps, &broken).is_some());
    let least = shrunk(walk.expect("one of 200 walks shows the defect"), &broken);
    assert!(failure(&least, &broken).is_some(), "{least:?} shows nothing");
    // The clause that is forgotten, at most one that fixes each of its variables, and the question.
    assert!(least.len() <= 5, "{least:#?}");
    let clauses = least.iter().filter(|step| matches!(step, Step::Clause(lits) if lits.len() == 3)).count();
    assert_eq!(clauses, 1, "{least:#?}");
    let honest = || Judge::of_our_solvers(CdclOptions::new());
    assert_eq!(failure(&least, &honest), None);
    let mut cnf = Cnf::new();
    for step in &least {
        if let Step::Clause(lits) = step {
            cnf.add_clause(lits);
        }
    }
    assert!(cnf.len() <= 4, "{least:#?}");
}
