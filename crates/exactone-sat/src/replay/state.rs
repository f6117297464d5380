//! The state of a search after any of its recorded steps.

use super::recording::{Recording, StepKind, StepView};
use crate::lit::{Lit, Var};

/// Steps between two snapshots: stepping back replays at most this many.
const SNAPSHOT_INTERVAL: usize = 1024;

/// One literal on the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The literal that is true.
    pub lit: Lit,
    /// The number of decisions up to and including it.
    pub level: u32,
    /// The step that set it; its clause in the recording is the reason.
    pub step: usize,
}

/// What the search had done up to a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Literals chosen or assumed.
    pub decisions: u64,
    /// Literals that followed.
    pub propagations: u64,
    /// Pure literals set.
    pub pure_assignments: u64,
    /// Clauses found false.
    pub conflicts: u64,
    /// Clauses learnt.
    pub learnt: u64,
    /// Times that decisions were taken back, restarts not counted.
    pub backtracks: u64,
    /// Restarts.
    pub restarts: u64,
}

/// The trail and what else there is to see after a number of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    trail: Vec<Assigned>,
    /// Where each level begins on the trail.
    levels: Vec<usize>,
    /// By variable index: position on the trail plus 1, or 0.
    places: Vec<u32>,
    counters: Counters,
    conflict: Option<usize>,
}

impl State {
    /// The true literals in the order in which they were set.
    pub fn trail(&self) -> &[Assigned] {
        &self.trail
    }

    /// The number of decisions on the trail.
    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// Where a variable stands on the trail, if it has a value.
    pub fn position(&self, var: Var) -> Option<usize> {
        self.places.get(var.index()).and_then(|&place| (place as usize).checked_sub(1))
    }

    /// The value of a literal, if it has one.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.position(lit.var()).map(|position| self.trail[position].lit == lit)
    }

    /// The counters.
    pub const fn counters(&self) -> Counters {
        self.counters
    }

    /// The step at which a clause was found false, if the search has not yet taken anything back since.
    pub const fn conflict(&self) -> Option<usize> {
        self.conflict
    }

    fn apply(&mut self, step: StepView<'_>, at: usize) {
        match step.kind {
            StepKind::Decide => {
                self.counters.decisions += 1;
                self.levels.push(self.trail.len());
            }
            StepKind::Propagate => self.counters.propagations += 1,
            StepKind::Pure => self.counters.pure_assignments += 1,
            StepKind::Conflict => {
                self.counters.conflicts += 1;
                self.conflict = Some(at);
            }
            StepKind::Learnt => self.counters.learnt += 1,
            StepKind::Backtrack => {
                self.counters.backtracks += 1;
                self.retreat(step.level);
            }
            StepKind::Restart => {
                self.counters.restarts += 1;
                self.retreat(0);
            }
            StepKind::Delete => {}
        }
        if let Some(lit) = step.lit {
            self.set(lit, at);
        }
    }

    fn set(&mut self, lit: Lit, step: usize) {
        let index = lit.var().index();
        if index >= self.places.len() {
            self.places.resize(index + 1, 0);
        }
        if self.places[index] == 0 {
            self.trail.push(Assigned { lit, level: self.level(), step });
            self.places[index] = self.trail.len() as u32;
        }
    }

    fn retreat(&mut self, level: u32) {
        self.conflict = None;
        if let Some(&length) = self.levels.get(level as usize) {
            for assigned in self.trail.drain(length..) {
                self.places[assigned.lit.var().index()] = 0;
            }
            self.levels.truncate(level as usize);
        }
    }
}

/// A recording with a place in it.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Solver};
/// use exactone_sat::replay::{Recorder, Replay};
/// let mut solver = Dpll::with_observer(Recorder::new(1000));
/// clauses![[1], [-1, 2], [-2, 3]].pour(&mut solver);
/// assert!(solver.solve().is_sat());
/// let mut replay = Replay::new(solver.into_observer().finish());
/// assert_eq!(replay.position(), 0);
/// replay.go_to(2);
/// assert_eq!(replay.state().trail().iter().map(|set| set.lit.to_dimacs()).collect::<Vec<_>>(), [1, 2]);
/// replay.go_to(1);
/// assert_eq!(replay.state().trail().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    recording: Recording,
    /// The state before step k * SNAPSHOT_INTERVAL, for as far as the replay has been.
    snapshots: Vec<State>,
    state: State,
    position: usize,
}

impl Replay {
    /// The recording, before its first step.
    pub fn new(recording: Recording) -> Replay {
        Replay { recording, snapshots: vec![State::default()], state: State::default(), position: 0 }
    }

    /// The steps.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// How many steps have been taken: 0 at the start, the recording's length at the end.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// What there is to see now.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Goes to where `position` steps have been taken; beyond the end means the end.
    pub fn go_to(&mut self, position: usize) {
        let position = position.min(self.recording.len());
        let nearest = (position / SNAPSHOT_INTERVAL).min(self.snapshots.len() - 1);
        if position < self.position || nearest * SNAPSHOT_INTERVAL > self.position {
            self.state.clone_from(&self.snapshots[nearest]);
            self.position = nearest * SNAPSHOT_INTERVAL;
        }
        while self.position < position {
            let step = self.recording.get(self.position).expect("the position is below the length");
            self.state.apply(step, self.position);
            self.position += 1;
            if self.position == self.snapshots.len() * SNAPSHOT_INTERVAL {
                self.snapshots.push(self.state.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Cause, ClauseId, Observer};
    use crate::replay::Recorder;

    /// A long search of a made-up shape: levels rise and fall, now and then back to the top.
    fn long_recording() -> Recording {
        let mut recorder = Recorder::new(100_000);
        let mut seed = 1u32;
        let mut level = 0;
        let mut used = vec![Vec::new()];
        for _ in 0..4000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let var = seed >> 20;
            let lit = Var::new(var + 1).lit(seed >> 8 & 1 == 0);
            let free = used.iter().flatten().all(|&other| other != var);
            match seed >> 16 & 7 {
                0 if level > 0 => {
                    level = (seed >> 12) as usize % level;
                    used.truncate(level + 1);
                    recorder.conflict(Cause { id: ClauseId::Original(1), lits: &[lit] });
                    recorder.backtrack(level as u32);
                }
                1 => {
                    level = 0;
                    used.truncate(1);
                    recorder.restart();
                }
                2..4 if free => {
                    level += 1;
                    used.push(vec![var]);
                    recorder.decide(level as u32, lit);
                }
                _ if free => {
                    used[level].push(var);
                    recorder.propagate(lit, Cause { id: ClauseId::Original(2), lits: &[lit] });
                }
                _ => {}
            }
        }
        recorder.finish()
    }

    #[test]
    fn every_state_is_the_same_from_wherever_it_is_reached() {
        let recording = long_recording();
        assert!(recording.len() > 2 * SNAPSHOT_INTERVAL);
        let mut forwards = Replay::new(recording.clone());
        let mut states = vec![forwards.state().clone()];
        for position in 1..=recording.len() {
            forwards.go_to(position);
            states.push(forwards.state().clone());
        }
        assert!(states.iter().any(|state| state.level() > 3));
        let mut replay = Replay::new(recording.clone());
        let mut position = 7;
        for _ in 0..500 {
            position = (position * 7919 + 13) % (recording.len() + 1);
            replay.go_to(position);
            assert_eq!(replay.state(), &states[position]);
            replay.go_to(position.saturating_sub(1));
            assert_eq!(replay.state(), &states[position.saturating_sub(1)]);
        }
        replay.go_to(usize::MAX);
        assert_eq!(replay.position(), recording.len());
        replay.go_to(0);
        assert_eq!(replay.state(), &State::default());
    }

    #[test]
    fn values_follow_the_trail() {
        let mut replay = Replay::new(long_recording());
        for position in (0..replay.recording().len()).step_by(97) {
            replay.go_to(position);
            let state = replay.state();
            for (place, set) in state.trail().iter().enumerate() {
                assert_eq!(state.position(set.lit.var()), Some(place));
                assert_eq!((state.value(set.lit), state.value(!set.lit)), (Some(true), Some(false)));
                assert!(set.level <= state.level());
            }
        }
    }
}
