//! Contests: every contestant runs once a round, the rounds are interleaved, the median counts.
//!
//! Interleaving spreads what the machine does beside us (frequency, other processes) over all contestants alike; the
//! order turns by one place a round so that nobody always runs after the same one.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A contestant: a name and what it does. It returns a checksum of its answer, which must be the same in every round.
struct Contestant<'a> {
    name: String,
    work: Box<dyn FnMut() -> u64 + 'a>,
}

/// A contest between ways to do the same thing.
#[derive(Default)]
pub struct Contest<'a> {
    contestants: Vec<Contestant<'a>>,
}

/// The times of one contestant.
pub struct Times {
    /// Its name.
    pub name: String,
    /// What it answered.
    #[allow(dead_code, reason = "for subcommands whose contestants must agree")]
    pub checksum: u64,
    sorted: Vec<Duration>,
}

impl<'a> Contest<'a> {
    /// A contest without contestants.
    pub fn new() -> Contest<'a> {
        Contest::default()
    }

    /// Enters a contestant. What its closure does is timed whole; what is made outside it is not.
    pub fn enter(&mut self, name: impl Into<String>, work: impl FnMut() -> u64 + 'a) {
        self.contestants.push(Contestant { name: name.into(), work: Box::new(work) });
    }

    /// Runs one round that does not count, then `rounds` that do.
    ///
    /// # Errors
    /// If a contestant answers differently in two rounds.
    pub fn run(mut self, rounds: usize) -> Result<Vec<Times>, String> {
        let count = self.contestants.len();
        let mut all: Vec<Times> = Vec::new();
        for contestant in &mut self.contestants {
            let checksum = (contestant.work)();
            all.push(Times { name: contestant.name.clone(), checksum, sorted: Vec::new() });
        }
        for round in 0..rounds.max(1) {
            for place in 0..count {
                let turn = (round + place) % count;
                let start = Instant::now();
                let checksum = (self.contestants[turn].work)();
                all[turn].sorted.push(start.elapsed());
                if checksum != all[turn].checksum {
                    return Err(format!("{} answers differently in two rounds", all[turn].name));
                }
            }
        }
        for times in &mut all {
            times.sorted.sort_unstable();
        }
        Ok(all)
    }
}

impl Times {
    /// The median time of a round.
    pub fn median(&self) -> Duration {
        let middle = self.sorted.len() / 2;
        if self.sorted.len() % 2 == 1 {
            self.sorted[middle]
        } else {
            (self.sorted[middle - 1] + self.sorted[middle]) / 2
        }
    }

    /// The fastest and the slowest round.
    pub fn spread(&self) -> (Duration, Duration) {
        (self.sorted[0], self.sorted[self.sorted.len() - 1])
    }

    /// The median divided by a number of pieces, in words: `12.3 us`.
    pub fn each(&self, pieces: usize) -> String {
        show(self.median().div_f64(pieces.max(1) as f64))
    }

    /// The cells `name`, `median`, `spread`, and the ratio of the medians of this and `base`.
    pub fn row(&self, base: &Times) -> Vec<String> {
        let (least, most) = self.spread();
        let ratio = self.median().as_secs_f64() / base.median().as_secs_f64().max(1e-12);
        vec![
            self.name.clone(),
            show(self.median()),
            format!("{} .. {}", show(least), show(most)),
            format!("{ratio:.2}"),
        ]
    }
}

/// The processor time of this thread, which is fair on a busy machine; the wall clock where the system does not tell.
pub fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    static START: OnceLock<Instant> = OnceLock::new();
    nanos.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// The processor time of this thread, of running children and of those that have ended.
pub fn time_with_children() -> Duration {
    // Fields 16 and 17 after the name in parentheses: user and system time of ended children, in hundredths.
    let ticks = |file: &str, fields: [usize; 2]| -> u64 {
        let Ok(text) = std::fs::read_to_string(file) else { return 0 };
        let after = text.rsplit(')').next().unwrap_or("");
        let words: Vec<&str> = after.split_whitespace().collect();
        fields.iter().filter_map(|&at| words.get(at - 3)?.parse::<u64>().ok()).sum()
    };
    let mut sum = ticks("/proc/self/stat", [16, 17]);
    for task in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        sum += children
            .split_whitespace()
            .map(|child| ticks(&format!("/proc/{child}/stat"), [14, 15]))
            .sum::<u64>();
    }
    processor_time() + Duration::from_millis(10 * sum)
}

/// A time with three significant digits and its unit.
pub fn show(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "us"),
        s => (s * 1e9, "ns"),
    };
    let digits = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_with_three_digits() {
        assert_eq!(show(Duration::from_nanos(1_234)), "1.23 us");
        assert_eq!(show(Duration::from_micros(45_600)), "45.6 ms");
        assert_eq!(show(Duration::from_secs(123)), "123 s");
    }

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        let times = |numbers: &[u64]| Times {
            name: String::new(),
            checksum: 0,
            sorted: numbers.iter().map(|&n| Duration::from_micros(n)).collect(),
        };
        assert_eq!(times(&[1, 2, 9]).median(), Duration::from_micros(2));
        assert_eq!(times(&[1, 2, 4, 9]).median(), Duration::from_micros(3));
        assert_eq!(times(&[1, 2, 9]).spread(), (Duration::from_micros(1), Duration::from_micros(9)));
    }

    #[test]
    fn every_contestant_runs_once_a_round_and_must_agree_with_itself() {
        let mut runs = [0; 2];
        let [first, second] = &mut runs;
        let mut contest = Contest::new();
        contest.enter("first", || {
            *first += 1;
            7
        });
        contest.enter("second", || {
            *second += 1;
            8
        });
        let times = contest.run(4).unwrap();
        assert_eq!((times[0].checksum, times[1].checksum), (7, 8));
        assert_eq!(runs, [5, 5]);
        let mut number = 0;
        let mut contest = Contest::new();
        contest.enter("moody", || {
            number += 1;
            number
        });
        assert!(contest.run(2).is_err());
    }
}
