//! The smallest unsatisfiable set by implicit hitting sets.

use super::Group;
use super::explore::{Answer, Explorer};
use super::shrink::{grow, left_out, shrink};
use crate::card::{Bounds, Limit, Totalizer};
use crate::cdcl::Cdcl;
use crate::lit::{Lit, Var};
use crate::model::Model;
use crate::sink::ClauseSink;
use crate::solver::{Outcome, Query, Solver, Stopped};

/// What [`GroupedCnf::smallest`](super::GroupedCnf::smallest) found out.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    best: Option<Vec<Group>>,
    lower: usize,
    model: Option<Model>,
    stopped: Option<Stopped>,
}

impl Smallest {
    /// The smallest unsatisfiable set known, in ascending order: one of the smallest of all if
    /// [`is_proved`](Self::is_proved), else a minimal one. `None` if all groups can hold, or if nothing is known.
    pub fn best(&self) -> Option<&[Group]> {
        self.best.as_deref()
    }

    /// No unsatisfiable set has fewer groups than this.
    pub const fn lower_bound(&self) -> usize {
        self.lower
    }

    /// Whether the best set is proved to be one of the smallest.
    pub fn is_proved(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.len() <= self.lower)
    }

    /// A model, if all groups can hold together.
    pub const fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// Why the search ended before a proof.
    pub const fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }
}

pub(super) fn smallest(explorer: &mut Explorer<'_>, groups: usize) -> Smallest {
    let mut result = Smallest { best: None, lower: 0, model: None, stopped: None };
    if let Err(why) = search(explorer, groups, &mut result) {
        result.stopped = Some(why);
    }
    result
}

fn search(explorer: &mut Explorer<'_>, groups: usize, result: &mut Smallest) -> Result<(), Stopped> {
    let core = match explorer.ask((0..groups).map(Group::new))? {
        Answer::Sat(model) => {
            result.model = Some(explorer.cut(&model));
            return Ok(());
        }
        Answer::Unsat(core) => core,
    };
    // Until something better is known.
    let (best, stopped) = match shrink(explorer, core) {
        Ok(mus) => (mus, None),
        Err((why, groups)) => (groups, Some(why)),
    };
    let upper = best.len();
    result.best = Some(best);
    stopped.map_or(Ok(()), Err)?;

    let mut hitting = HittingSet::new(groups, upper);
    while let Some(seed) = hitting.smallest(explorer.query(), &mut result.lower, upper)? {
        match explorer.ask(seed.iter().copied())? {
            Answer::Unsat(_) => {
                // A set that hits every known correction is no larger than the smallest; this one is unsatisfiable.
                result.best = Some(seed);
                return Ok(());
            }
            Answer::Sat(model) => {
                // Disjoint corrections first: they raise the bound most.
                let mut covered = vec![false; groups];
                seed.iter().for_each(|group| covered[group.index()] = true);
                let mut model = model;
                loop {
                    let (holds, _) = grow(explorer, model)?;
                    let correction = left_out(&holds);
                    hitting.add(&correction);
                    correction.iter().for_each(|group| covered[group.index()] = true);
                    let next = (0..groups).map(Group::new).filter(|group| covered[group.index()]);
                    match explorer.ask(next)? {
                        Answer::Sat(next) => model = next,
                        Answer::Unsat(_) => break,
                    }
                }
            }
        }
    }
    result.lower = upper; // nothing smaller than the first one hits all corrections
    Ok(())
}

/// The corrections known so far, and the smallest set of groups that hits them all.
struct HittingSet {
    solver: Cdcl,
    vars: Vec<Lit>,
    count: Totalizer,
}

impl HittingSet {
    fn new(groups: usize, upper: usize) -> HittingSet {
        // A group is left out unless a correction asks for it.
        let mut solver = Cdcl::with_options(crate::cdcl::CdclOptions::new().phase(false));
        let vars: Vec<Lit> = Var::range(1..=groups as u32).map(Lit::from).collect();
        solver.ensure_vars(groups as u32);
        let count = Totalizer::new(&mut solver, &vars, upper.min(1), Bounds::Upper);
        HittingSet { solver, vars, count }
    }

    fn add(&mut self, correction: &[Group]) {
        let clause: Vec<Lit> = correction.iter().map(|group| self.vars[group.index()]).collect();
        self.solver.add_clause(&clause);
    }

    /// The smallest set, whose size becomes the lower bound; `None` if it needs `upper` groups or more.
    fn smallest(
        &mut self,
        query: &Query<'_>,
        lower: &mut usize,
        upper: usize,
    ) -> Result<Option<Vec<Group>>, Stopped> {
        while *lower < upper {
            let limit = match self.count.at_most(&mut self.solver, *lower) {
                Limit::When(lit) => vec![lit],
                Limit::Always | Limit::Never => Vec::new(),
            };
            match self.solver.solve_query(&Query { assumptions: &limit, constraint: None, ..*query }) {
                Outcome::Sat(model) => {
                    let hit = self.vars.iter().enumerate().filter(|(_, lit)| model.is_true(**lit));
                    return Ok(Some(hit.map(|(index, _)| Group::new(index)).collect()));
                }
                Outcome::Unsat(_) => *lower += 1,
                Outcome::Unknown(why) => return Err(why),
            }
        }
        Ok(None)
    }
}
