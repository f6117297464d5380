//! What each technique is worth.

use std::time::Duration;

use exactone_sat::{Budget, Cdcl, CdclOptions, Outcome, Query, Solver};

use super::holds;
use super::problems::{pencilmark_problems, problems};
use crate::arguments::Arguments;
use crate::measure;
use crate::record::Record;

/// Each technique switched off, over all sets: counted in propagations, so that every run gives the same table.
pub fn ablation(arguments: &Arguments, record: &mut Record) -> Result<(), String> {
    let seeds = arguments.number("seeds", 1)?;
    let limit = arguments.number("propagations", 2_000_000)? as u64;
    let base = CdclOptions::new();
    let variants = [
        ("all on", base),
        ("without first-fail on groups", base.first_fail(false)),
        ("without target phases", base.targets(false)),
        ("without bumping reasons", base.bump_reasons(false)),
        ("without stable mode", base.modes(false)),
        ("without restarts", base.restarts(false)),
        ("without shrinking", base.shrink(false)),
        ("without vivification", base.vivify(false)),
        ("without local search", base.walk(false)),
    ];
    let sets = ["empty", "holes", "qwh", "3sat", "structured", "pencilmarks"];
    let mut sums = vec![[(0u64, 0usize, 0u64); 6]; variants.len()];
    let mut times = vec![Duration::ZERO; variants.len()];
    for (place, set) in sets.iter().enumerate() {
        let problems = match *set {
            "pencilmarks" => pencilmark_problems(4 * seeds),
            _ => problems(set, seeds as u64),
        };
        for problem in &problems {
            for (((_, options), sum), time) in variants.iter().zip(&mut sums).zip(&mut times) {
                let start = measure::processor_time();
                let mut solver = Cdcl::with_options(options.seed(problem.seed));
                (problem.pour)(&mut solver);
                let outcome = solver.solve_query(&Query::new().budget(Budget::new().propagations(limit)));
                *time += measure::processor_time().saturating_sub(start);
                let (sum, stats) = (&mut sum[place], solver.stats());
                match outcome {
                    Outcome::Sat(model) if !holds(problem, &model) => {
                        return Err(format!("{}: a wrong model", problem.name));
                    }
                    Outcome::Unknown(_) => sum.0 += 2 * limit,
                    _ => *sum = (sum.0 + stats.propagations, sum.1 + 1, sum.2),
                }
                sum.2 += stats.conflicts;
            }
            eprintln!("{}", problem.name);
        }
    }
    let total = |sum: &[(u64, usize, u64)]| sum.iter().map(|(par2, _, _)| par2).sum::<u64>() as f64;
    let rows: Vec<Vec<String>> = variants
        .iter()
        .zip(&sums)
        .zip(&times)
        .map(|(((name, _), sum), time)| {
            let mut row = vec![(*name).to_owned()];
            row.extend(sum.iter().map(|&(par2, solved, conflicts)| {
                format!("{:.2} ({solved}; {conflicts})", par2 as f64 / 1e6)
            }));
            let change = 100.0 * (total(sum) / total(&sums[0]) - 1.0);
            row.push(format!("{:.1}, {change:+.0} %", total(sum) / 1e6));
            row.push(measure::show(*time));
            row
        })
        .collect();
    record.say("## Ablation: one technique off");
    record.say(&format!(
        "Millions of propagations (problems solved; conflicts). A problem without an answer after {:.1} million counts \
         twice that (PAR-2). The steps of local search are not propagations; processor time has them.",
        limit as f64 / 1e6
    ));
    let mut head = vec!["techniques"];
    head.extend(sets);
    record.table(&[&head[..], &["total", "processor time"]].concat(), &rows);
    Ok(())
}
