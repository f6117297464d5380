//! `minimise`: the simplest sum of products of random functions, proved or bounded.

use std::time::{Duration, Instant};

use exactone_sat::{Budget, Expr, Simplified, Var};

use crate::Command;
use crate::arguments::Arguments;
use crate::record::Record;
use crate::rng::Rng;

pub const COMMAND: Command = Command {
    name: "minimise",
    about: "random functions of 8 to 11 variables: proved minimum or bound",
    run,
};

/// A random function in which each assignment is true with this probability, in quarters.
fn random(vars: u32, quarters: usize, rng: &mut Rng) -> Expr {
    let row = |row: u64| Expr::all((0..vars).map(|bit| Var::new(bit + 1).lit(row >> bit & 1 == 1)));
    Expr::any((0..1u64 << vars).filter(|_| rng.below(4) < quarters).map(row).collect::<Vec<_>>())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let count = arguments.number("limit", 20)?;
    let seconds = arguments.number("seconds", 10)?;
    let mut record = Record::new(arguments, "The simplest form of random functions");
    record.say(&format!(
        "{count} random functions for each number of variables and share of true assignments; {seconds} s for each. \
         Proved: the fewest terms and for that number the fewest literals. Terms proved: only the former. The gap is \
         the largest difference between terms found and terms proved to be needed."
    ));
    let mut rows = Vec::new();
    for vars in 8..=11 {
        for quarters in [1, 2, 3] {
            let mut rng = Rng::new(u64::from(vars) * 10 + quarters as u64);
            let (mut proved, mut terms_proved, mut gap) = (0, 0, 0);
            let (mut terms, mut times) = (0, Vec::new());
            for _ in 0..count {
                let formula = random(vars, quarters, &mut rng);
                let start = Instant::now();
                let expired = || start.elapsed() >= Duration::from_secs(seconds as u64);
                let simplified = formula
                    .minimal_dnf(Budget::new().deadline(&expired))
                    .map_err(|error| error.to_string())?;
                times.push(start.elapsed());
                terms += simplified.form().len();
                match simplified {
                    Simplified::Minimum(_) => {
                        proved += 1;
                        terms_proved += 1;
                    }
                    Simplified::Bounded { best, lower } => {
                        terms_proved += usize::from(best.len() == lower.terms);
                        gap = gap.max(best.len() - lower.terms);
                    }
                }
            }
            times.sort_unstable();
            let time = |position: usize| {
                times.get(position).map_or(String::new(), |time| format!("{:.3} s", time.as_secs_f64()))
            };
            rows.push(vec![
                format!("{vars}, {quarters}/4"),
                format!("{:.1}", terms as f64 / count.max(1) as f64),
                format!("{proved} of {count}"),
                format!("{terms_proved} of {count}"),
                gap.to_string(),
                time(count / 2),
                time(count.saturating_sub(1)),
            ]);
        }
    }
    record.table(
        &[
            "variables, share true",
            "terms (mean)",
            "proved",
            "terms proved",
            "largest gap",
            "median",
            "slowest",
        ],
        &rows,
    );
    record.finish()
}
