//! From an unsatisfiable set down to a minimal one, and from a satisfiable one up to a maximal one.

use super::explore::{Answer, Explorer};
use super::{Blame, Correction, Group};
use crate::model::Model;
use crate::solver::Stopped;

pub(super) fn blame(explorer: &mut Explorer<'_>, all: Vec<Group>) -> Blame {
    match explorer.ask(all) {
        Err(why) => Blame::Unknown(why, None),
        Ok(Answer::Sat(model)) => Blame::Satisfiable(explorer.cut(&model)),
        Ok(Answer::Unsat(core)) => match shrink(explorer, core) {
            Ok(groups) => Blame::Minimal(groups),
            Err((why, groups)) => Blame::Unknown(why, Some(groups)),
        },
    }
}

/// A minimal unsatisfiable subset of an unsatisfiable set; when stopped, the smallest unsatisfiable set so far.
pub(super) fn shrink(
    explorer: &mut Explorer<'_>,
    mut candidates: Vec<Group>,
) -> Result<Vec<Group>, (Stopped, Vec<Group>)> {
    let mut needed: Vec<Group> = Vec::new();
    // From the last to the first, so that of several explanations one with early groups remains.
    while let Some(tried) = candidates.pop() {
        match explorer.ask(needed.iter().chain(&candidates).copied()) {
            Ok(Answer::Sat(_)) => needed.push(tried),
            Ok(Answer::Unsat(core)) => candidates.retain(|group| core.binary_search(group).is_ok()),
            Err(why) => {
                candidates.push(tried);
                candidates.append(&mut needed);
                candidates.sort();
                return Err((why, candidates));
            }
        }
    }
    needed.sort();
    Ok(needed)
}

/// A maximal satisfiable superset of the groups that hold under a model: for each group whether it is in, and a model.
pub(super) fn grow(explorer: &mut Explorer<'_>, mut model: Model) -> Result<(Vec<bool>, Model), Stopped> {
    let mut holds = explorer.satisfied(&model);
    for index in 0..holds.len() {
        if holds[index] {
            continue;
        }
        let groups = holds.iter().enumerate().filter(|&(other, &holds)| holds || other == index);
        match explorer.ask(groups.map(|(other, _)| Group::new(other)).collect::<Vec<_>>())? {
            Answer::Sat(better) => {
                for (holds, now) in holds.iter_mut().zip(explorer.satisfied(&better)) {
                    *holds |= now;
                }
                model = better;
            }
            Answer::Unsat(_) => {}
        }
    }
    Ok((holds, model))
}

pub(super) fn correction(explorer: &mut Explorer<'_>) -> Correction {
    let grown = match explorer.ask([]) {
        Ok(Answer::Sat(model)) => grow(explorer, model),
        Ok(Answer::Unsat(_)) => return Correction::Impossible,
        Err(why) => Err(why),
    };
    match grown {
        Ok((holds, model)) => Correction::Minimal(left_out(&holds), explorer.cut(&model)),
        Err(why) => Correction::Unknown(why),
    }
}

/// The groups that do not hold.
pub(super) fn left_out(holds: &[bool]) -> Vec<Group> {
    holds.iter().enumerate().filter(|(_, holds)| !**holds).map(|(index, _)| Group::new(index)).collect()
}
