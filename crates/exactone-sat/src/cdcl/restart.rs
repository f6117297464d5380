//! When to start again from the top, and in which mode.
//!
//! The search alternates between focused mode, with many restarts, and stable mode, with few (Oh, Between SAT and
//! UNSAT, SAT 2015; Biere, CaDiCaL at the SAT Race 2019). In focused mode a restart is due when the LBD of recent conflicts is worse than on average (Audemard and Simon, Refining restarts
//! strategies for SAT and UNSAT, CP 2012), both as exponential moving averages (Biere and Fröhlich, Evaluating CDCL
//! restart schemes, POS 2015); in stable mode by the Luby sequence.

/// An exponential moving average, corrected for its start at 0 (Kingma and Ba, Adam, 2015) so that it is right while
/// it is young.
struct Average {
    biased: f64,
    missing: f64,
    alpha: f64,
}

impl Average {
    const fn new(window: f64) -> Average {
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

/// The state that decides about restarts and modes.
pub(super) struct Restarts {
    recent: [Average; 2],
    overall: [Average; 2],
    since: u64,
    /// Propagations until the last restart.
    propagations: u64,
    /// Whether the search is in stable mode.
    pub(super) stable: bool,
    /// How many times stable mode began, anew or after a restart.
    pub(super) stable_runs: u64,
    /// Whether this run of stable mode ends after few conflicts, outside of the Luby sequence.
    pub(super) short_run: bool,
    luby: Luby,
    next_mode: u64,
    mode_ticks: u64,
    modes: u64,
    span: u64,
}

const RECENT: f64 = 33.0;
const OVERALL: f64 = 100_000.0;
const MARGIN: f64 = 1.1;
const AT_LEAST: u64 = 2;
/// For so many literals on the trail as the first number, as many propagations as the second since the last restart: the
/// way back to where the search stands, which a restart throws away, and half as many more.
const WORTH: [u64; 2] = [2, 3];
/// Conflicts before the first change of mode.
const FIRST_MODE: u64 = 1_000;
/// Conflicts of the unit of the Luby sequence in stable mode.
const LUBY_UNIT: u64 = 1_024;
/// Conflicts of a short run in stable mode.
const SHORT_RUN: u64 = 128;

/// The sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair and Zuckerman, 1993) by Knuth's reluctant doubling.
struct Luby {
    u: u64,
    v: u64,
}

impl Luby {
    fn next(&mut self) -> u64 {
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        self.v
    }
}

impl Restarts {
    pub(super) fn new() -> Restarts {
        Restarts {
            recent: [const { Average::new(RECENT) }; 2],
            overall: [const { Average::new(OVERALL) }; 2],
            since: 0,
            propagations: 0,
            stable: false,
            stable_runs: 0,
            short_run: false,
            luby: Luby { u: 1, v: 1 },
            next_mode: FIRST_MODE,
            mode_ticks: 0,
            modes: 0,
            span: 0,
        }
    }

    /// Takes note of a conflict whose learnt clause has this LBD.
    pub(super) fn conflict(&mut self, lbd: u32) {
        self.since += 1;
        let mode = usize::from(self.stable);
        self.recent[mode].update(f64::from(lbd));
        self.overall[mode].update(f64::from(lbd));
    }

    /// Whether to restart now.
    pub(super) fn is_due(&self) -> bool {
        if self.stable {
            return self.since >= if self.short_run { SHORT_RUN } else { self.luby.v * LUBY_UNIT };
        }
        self.since >= AT_LEAST && self.recent[0].value() > MARGIN * self.overall[0].value()
    }

    /// Whether the search has made more of the trail than it took to build it: on a large easy instance the way back
    /// is all that restarts cost.
    pub(super) fn are_worth(&self, propagations: u64, trail: usize) -> bool {
        WORTH[0] * (propagations - self.propagations) >= WORTH[1] * trail as u64
    }

    /// A restart happens, after so many propagations.
    pub(super) fn done(&mut self, propagations: u64) {
        self.since = 0;
        self.propagations = propagations;
        if self.stable {
            self.stable_runs += 1;
            if !std::mem::take(&mut self.short_run) {
                self.luby.next();
            }
        }
    }

    /// Whether to change between focused and stable mode, after so many conflicts and so much work: the first focused
    /// phase is measured in conflicts, every later phase gets as much work as that one, times the square of its number.
    pub(super) fn changes_mode(&mut self, conflicts: u64, ticks: u64) -> bool {
        if self.modes == 0 {
            if conflicts < self.next_mode {
                return false;
            }
            self.span = ticks.max(1);
        } else if ticks < self.mode_ticks {
            return false;
        }
        self.modes += 1;
        let round = self.modes.div_ceil(2);
        self.mode_ticks = ticks + self.span * round * round;
        self.stable = !self.stable;
        self.stable_runs += u64::from(self.stable);
        self.short_run = false;
        self.since = 0;
        true
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
        restarts.done(0);
        assert!(!restarts.is_due());
    }

    #[test]
    fn a_restart_waits_until_the_way_back_pays() {
        let mut restarts = Restarts::new();
        restarts.done(1_000);
        assert!(!restarts.are_worth(1_149, 100) && restarts.are_worth(1_150, 100));
    }

    #[test]
    fn stable_mode_follows_the_luby_sequence() {
        let mut luby = Luby { u: 1, v: 1 };
        let mut seen = vec![luby.v];
        for _ in 0..14 {
            seen.push(luby.next());
        }
        assert_eq!(seen, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
