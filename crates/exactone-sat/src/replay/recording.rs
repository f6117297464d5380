//! The steps of one search in flat buffers: 24 bytes a step, and each clause once for the step that names it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::lit::Lit;
use crate::observer::{Cause, ClauseId, Observer};

/// What kind of step it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum StepKind {
    /// A literal was chosen or assumed.
    Decide,
    /// A literal followed from a clause.
    Propagate,
    /// A literal was set because its negation no longer occurs.
    Pure,
    /// A clause was found false.
    Conflict,
    /// A clause was learnt.
    Learnt,
    /// Decisions were taken back.
    Backtrack,
    /// The search began again from the top.
    Restart,
    /// A clause was deleted.
    Delete,
}

/// One step as it is read back. What a kind of step has no use for is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepView<'a> {
    /// What kind of step it was.
    pub kind: StepKind,
    /// The literal made true, for decide, propagate and pure.
    pub lit: Option<Lit>,
    /// The number of decisions then on the trail, for decide and backtrack.
    pub level: u32,
    /// The clause it speaks of, for propagate, conflict, learnt and delete.
    pub id: Option<ClauseId>,
    /// That clause's literals; of a propagation the propagated literal stands first. Empty for delete.
    pub clause: &'a [Lit],
}

#[derive(Clone, Copy, Debug)]
struct Packed {
    kind: StepKind,
    /// The code of a literal, or a level; a step has only one of them but for decide, whose level is counted.
    word: u32,
    id: Option<ClauseId>,
}

/// The steps of a search in the order in which they happened.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Solver};
/// use exactone_sat::replay::{Recorder, StepKind};
/// let mut solver = Dpll::with_observer(Recorder::new(1000));
/// clauses![[1], [-1, 2]].pour(&mut solver);
/// assert!(solver.solve().is_sat());
/// let recording = solver.into_observer().finish();
/// assert_eq!(recording.len(), 2);
/// assert_eq!(recording.get(1).unwrap().kind, StepKind::Propagate);
/// assert_eq!(recording.get(1).unwrap().lit, Some(2.into()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Recording {
    steps: Vec<Packed>,
    lits: Vec<Lit>,
    ends: Vec<u32>,
    levels: Vec<u32>,
    full: bool,
}

impl Recording {
    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether the search went on after the last step that there was room for.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The step at `position`, 0-based.
    pub fn get(&self, position: usize) -> Option<StepView<'_>> {
        let step = self.steps.get(position)?;
        let start = if position == 0 { 0 } else { self.ends[position - 1] as usize };
        let clause = &self.lits[start..self.ends[position] as usize];
        let lit = matches!(step.kind, StepKind::Decide | StepKind::Propagate | StepKind::Pure)
            .then(|| Lit::from_code(step.word))
            .flatten();
        Some(StepView { kind: step.kind, lit, level: self.levels[position], id: step.id, clause })
    }

    /// The steps in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = StepView<'_>> + '_ {
        (0..self.len()).map(|position| self.get(position).expect("the position is below the length"))
    }

    /// The nearest step of this kind after `position`, which may be any number.
    pub fn next(&self, kind: StepKind, position: usize) -> Option<usize> {
        let from = position.checked_add(1)?;
        (from..self.len()).find(|&at| self.steps[at].kind == kind)
    }

    /// The nearest step of this kind before `position`.
    pub fn previous(&self, kind: StepKind, position: usize) -> Option<usize> {
        (0..position.min(self.len())).rev().find(|&at| self.steps[at].kind == kind)
    }
}

/// An observer that keeps every step up to a limit.
///
/// At the limit it sets its [`stop flag`](Recorder::stop_flag), which the query of the same call should carry.
///
/// ```
/// use exactone_sat::{clauses, Dpll, Query, Solver};
/// use exactone_sat::replay::Recorder;
/// let recorder = Recorder::new(1);
/// let stop = recorder.stop_flag();
/// let mut solver = Dpll::with_observer(recorder);
/// clauses![[1, 2], [1, -2], [-1, 2], [-1, -2]].pour(&mut solver);
/// assert!(!solver.solve_query(&Query::new().stop(&stop)).is_sat());
/// let recording = solver.into_observer().finish();
/// assert_eq!(recording.len(), 1);
/// assert!(recording.is_full());
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    recording: Recording,
    limit: usize,
    stop: Arc<AtomicBool>,
    level: u32,
}

impl Recorder {
    /// A recorder of at most `limit` steps.
    pub fn new(limit: usize) -> Recorder {
        Recorder { recording: Recording::default(), limit, stop: Arc::new(AtomicBool::new(false)), level: 0 }
    }

    /// The flag that is set when there is no more room.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// What was recorded.
    pub fn finish(self) -> Recording {
        self.recording
    }

    fn push(&mut self, kind: StepKind, word: u32, id: Option<ClauseId>, clause: &[Lit]) {
        let recording = &mut self.recording;
        let room = u32::try_from(recording.lits.len() + clause.len()).is_ok();
        if recording.steps.len() >= self.limit || !room {
            recording.full = true;
            self.stop.store(true, Ordering::Relaxed);
            return;
        }
        recording.steps.push(Packed { kind, word, id });
        recording.lits.extend_from_slice(clause);
        recording.ends.push(recording.lits.len() as u32);
        recording.levels.push(self.level);
    }
}

impl Observer for Recorder {
    fn decide(&mut self, level: u32, lit: Lit) {
        self.level = level;
        self.push(StepKind::Decide, lit.code(), None, &[]);
    }
    fn propagate(&mut self, lit: Lit, because: Cause<'_>) {
        self.push(StepKind::Propagate, lit.code(), Some(because.id), because.lits);
    }
    fn pure(&mut self, lit: Lit) {
        self.push(StepKind::Pure, lit.code(), None, &[]);
    }
    fn conflict(&mut self, clause: Cause<'_>) {
        self.push(StepKind::Conflict, 0, Some(clause.id), clause.lits);
    }
    fn learnt(&mut self, clause: Cause<'_>, _antecedents: &[ClauseId]) {
        self.push(StepKind::Learnt, 0, Some(clause.id), clause.lits);
    }
    fn backtrack(&mut self, level: u32) {
        self.level = level;
        self.push(StepKind::Backtrack, level, None, &[]);
    }
    fn restart(&mut self) {
        self.level = 0;
        self.push(StepKind::Restart, 0, None, &[]);
    }
    fn delete(&mut self, clause: Cause<'_>) {
        self.push(StepKind::Delete, 0, Some(clause.id), &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dpll, Solver, Step, Tracer, clauses};

    #[test]
    fn a_recording_tells_what_the_tracer_tells() {
        let cnf = clauses![[1, 2, 3], [1, -2], [-1, 2, -3], [-1, -2], [2, 3], [-3, 4, 5], [-4, -5], [4, -5]];
        let mut steps = Vec::new();
        let mut traced = Dpll::with_observer(Tracer::new(|step| steps.push(step)));
        cnf.pour(&mut traced);
        let outcome = traced.solve();
        drop(traced);
        let mut recorded = Dpll::with_observer(Recorder::new(10_000));
        cnf.pour(&mut recorded);
        assert_eq!(recorded.solve(), outcome);
        let recording = recorded.into_observer().finish();
        assert_eq!(recording.len(), steps.len());
        for (view, step) in recording.iter().zip(&steps) {
            match step {
                Step::Decide { level, lit } => {
                    assert_eq!((view.kind, view.level, view.lit), (StepKind::Decide, *level, Some(*lit)));
                }
                Step::Propagate { lit, id, clause } => {
                    assert_eq!((view.kind, view.lit, view.id), (StepKind::Propagate, Some(*lit), Some(*id)));
                    assert_eq!(view.clause, clause);
                }
                Step::Pure { lit } => assert_eq!((view.kind, view.lit), (StepKind::Pure, Some(*lit))),
                Step::Conflict { id, clause } => {
                    assert_eq!(
                        (view.kind, view.id, view.clause),
                        (StepKind::Conflict, Some(*id), &clause[..])
                    );
                }
                Step::Learnt { id, clause } => {
                    assert_eq!((view.kind, view.id, view.clause), (StepKind::Learnt, Some(*id), &clause[..]));
                }
                Step::Backtrack { level } => {
                    assert_eq!((view.kind, view.level), (StepKind::Backtrack, *level));
                }
                Step::Restart => assert_eq!(view.kind, StepKind::Restart),
                Step::Delete { id } => assert_eq!((view.kind, view.id), (StepKind::Delete, Some(*id))),
            }
        }
    }

    #[test]
    fn the_nearest_step_of_a_kind_is_found_both_ways() {
        let mut recorder = Recorder::new(10);
        let lit = Lit::from(1);
        recorder.decide(1, lit);
        recorder.pure(lit);
        recorder.decide(2, lit);
        let recording = recorder.finish();
        assert_eq!(recording.next(StepKind::Decide, 0), Some(2));
        assert_eq!(recording.next(StepKind::Decide, 2), None);
        assert_eq!(recording.next(StepKind::Decide, usize::MAX), None);
        assert_eq!(recording.previous(StepKind::Decide, 2), Some(0));
        assert_eq!(recording.previous(StepKind::Pure, 99), Some(1));
        assert_eq!(recording.previous(StepKind::Pure, 1), None);
    }
}
