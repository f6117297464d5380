//! From a walk that fails to the shortest one near it that fails.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::judge::Judge;
use super::step::Step;

/// What goes wrong on this walk, if anything: a wrong answer or a panic.
pub fn failure(steps: &[Step], judge: &dyn Fn() -> Judge) -> Option<String> {
    let run = catch_unwind(AssertUnwindSafe(|| {
        let mut judge = judge();
        steps.iter().try_for_each(|step| judge.take(step))
    }));
    match run {
        Ok(outcome) => outcome.err(),
        Err(panic) => Some(match panic.downcast_ref::<String>() {
            Some(message) => format!("a panic: {message}"),
            None => format!("a panic: {:?}", panic.downcast_ref::<&str>()),
        }),
    }
}

/// A walk that still fails, from which no step and no literal can be taken away.
pub fn shrunk(mut steps: Vec<Step>, judge: &dyn Fn() -> Judge) -> Vec<Step> {
    let fails = |steps: &[Step]| failure(steps, judge).is_some();
    loop {
        let before = steps.clone();
        let mut chunk = steps.len().max(1);
        while chunk > 0 {
            let mut at = 0;
            while at < steps.len() {
                let mut fewer = steps.clone();
                fewer.drain(at..(at + chunk).min(steps.len()));
                if fails(&fewer) { steps = fewer } else { at += chunk }
            }
            chunk /= 2;
        }
        for at in 0..steps.len() {
            let mut place = 0;
            while let Some(smaller) = without(&steps[at], place) {
                let mut fewer = steps.clone();
                fewer[at] = smaller;
                if fails(&fewer) { steps = fewer } else { place += 1 }
            }
        }
        if steps == before {
            return steps;
        }
    }
}

/// The step without its `place`-th literal or variable.
fn without(step: &Step, place: usize) -> Option<Step> {
    fn less<T: Clone>(items: &[T], place: usize) -> Option<Vec<T>> {
        (place < items.len()).then(|| {
            let mut items = items.to_vec();
            items.remove(place);
            items
        })
    }
    match step {
        Step::Clause(lits) => less(lits, place).map(Step::Clause),
        Step::AtMostOne(lits) => less(lits, place).map(Step::AtMostOne),
        Step::ExactlyOne(lits) => less(lits, place).map(Step::ExactlyOne),
        Step::Vars(_) | Step::AskStopped => None,
        Step::Ask(assumptions, constraint) => match less(assumptions, place) {
            Some(fewer) => Some(Step::Ask(fewer, constraint.clone())),
            None => {
                let constraint = less(constraint.as_ref()?, place - assumptions.len())?;
                Some(Step::Ask(assumptions.clone(), Some(constraint)))
            }
        },
        Step::AskBriefly(assumptions, conflicts) => {
            less(assumptions, place).map(|fewer| Step::AskBriefly(fewer, *conflicts))
        }
        Step::Forced(assumptions) => less(assumptions, place).map(Step::Forced),
        Step::Prove(assumptions) => less(assumptions, place).map(Step::Prove),
        Step::Models(vars, assumptions) => match less(assumptions, place) {
            Some(fewer) => Some(Step::Models(vars.clone(), fewer)),
            None => less(vars, place - assumptions.len()).map(|vars| Step::Models(vars, assumptions.clone())),
        },
        Step::Count(vars, assumptions) => match less(assumptions, place) {
            Some(fewer) => Some(Step::Count(vars.clone(), fewer)),
            None => less(vars, place - assumptions.len()).map(|vars| Step::Count(vars, assumptions.clone())),
        },
    }
}
