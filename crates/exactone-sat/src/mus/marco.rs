//! MARCO: one solver keeps the map of sets not yet decided, the other decides one of them at a time.

use std::ops::ControlFlow;

use super::Group;
use super::explore::{Answer, Explorer};
use super::shrink::{grow, left_out, shrink};
use crate::cdcl::Cdcl;
use crate::lit::{Lit, Var};
use crate::sink::ClauseSink;
use crate::solver::{Outcome, Query, Solver, Stopped};

/// One of the sets that [`GroupedCnf::enumerate`](super::GroupedCnf::enumerate) finds, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A minimal unsatisfiable set.
    Mus(&'a [Group]),
    /// A minimal correction set.
    Mcs(&'a [Group]),
}

pub(super) fn enumerate(
    explorer: &mut Explorer<'_>,
    each: &mut dyn FnMut(Found<'_>) -> ControlFlow<()>,
) -> Result<bool, Stopped> {
    // Variables of the map are true for groups that are in; the default phase makes its models large sets.
    let mut map = Cdcl::new();
    map.ensure_vars(explorer.group_count() as u32);
    let inside = |group: Group| Var::from_index(group.index()).positive();
    loop {
        let seed = match map.solve_query(&Query { assumptions: &[], constraint: None, ..*explorer.query() }) {
            Outcome::Sat(model) => model,
            Outcome::Unsat(_) => return Ok(true),
            Outcome::Unknown(why) => return Err(why),
        };
        let seed: Vec<Group> = (0..explorer.group_count())
            .map(Group::new)
            .filter(|&group| seed.is_true(inside(group)))
            .collect();
        let (told, block): (ControlFlow<()>, Vec<Lit>) = match explorer.ask(seed)? {
            Answer::Sat(model) => {
                let (holds, _) = grow(explorer, model)?;
                let mcs = left_out(&holds);
                // No correction at all: everything can hold, and that is the only thing to tell.
                (each(Found::Mcs(&mcs)), mcs.into_iter().map(inside).collect())
            }
            Answer::Unsat(core) => {
                let mus = shrink(explorer, core).map_err(|(why, _)| why)?;
                (each(Found::Mus(&mus)), mus.into_iter().map(|group| !inside(group)).collect())
            }
        };
        if told.is_break() {
            return Ok(false);
        }
        map.add_clause(&block);
    }
}
