//! When to start again from the top.
//!
//! A restart is due when the LBD of recent conflicts is worse than on average (Audemard and Simon, Refining restarts
//! strategies for SAT and UNSAT, CP 2012), both as exponential moving averages (Biere and Fröhlich, Evaluating CDCL
//! restart schemes, POS 2015).

/// An exponential moving average, corrected for its start at 0 (Kingma and Ba, Adam, 2015) so that it is right while
/// it is young.
struct Average {
    biased: f64,
    missing: f64,
    alpha: f64,
}

impl Average {
    fn new(window: f64) -> Average {
        Average { biased: 0.0, missing: 1.0, alpha: 1.0 / window }
    }

    fn update(&mut self, sample: f64) {
        self.biased += self.alpha * (sample - self.biased);
        self.missing *= 1.0 - self.alpha;
    }

    fn value(&self) -> f64 {
        if self.missing < 1.0 { self.biased / (1.0 - self.missing) } else { 0.0 }
    }
}

/// The state that decides about restarts.
pub(super) struct Restarts {
    recent: Average,
    overall: Average,
    since: u64,
}

const RECENT: f64 = 33.0;
const OVERALL: f64 = 10_000.0;
const MARGIN: f64 = 1.1;
const AT_LEAST: u64 = 2;

impl Restarts {
    pub(super) fn new() -> Restarts {
        Restarts { recent: Average::new(RECENT), overall: Average::new(OVERALL), since: 0 }
    }

    /// Takes note of a conflict whose learnt clause has this LBD.
    pub(super) fn conflict(&mut self, lbd: u32) {
        self.since += 1;
        self.recent.update(f64::from(lbd));
        self.overall.update(f64::from(lbd));
    }

    /// Whether to restart now.
    pub(super) fn is_due(&self) -> bool {
        self.since >= AT_LEAST && self.recent.value() > MARGIN * self.overall.value()
    }

    /// A restart happens.
    pub(super) fn done(&mut self) {
        self.since = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_right_from_the_first_sample_on() {
        let mut average = Average::new(100.0);
        for _ in 0..5 {
            average.update(7.0);
            assert!((average.value() - 7.0).abs() < 1e-9);
        }
        for _ in 0..1000 {
            average.update(3.0);
        }
        assert!((average.value() - 3.0).abs() < 0.01);
    }

    #[test]
    fn bad_conflicts_call_for_a_restart() {
        let mut restarts = Restarts::new();
        for _ in 0..100 {
            restarts.conflict(5);
        }
        assert!(!restarts.is_due());
        for _ in 0..20 {
            restarts.conflict(9);
        }
        assert!(restarts.is_due());
        restarts.done();
        assert!(!restarts.is_due());
    }
}
