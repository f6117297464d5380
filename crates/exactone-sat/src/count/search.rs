//! The search: branch, split into parts, multiply, add up. A stack of frames, so that depth costs no call stack.

use std::ops::ControlFlow;

use super::branch::Chooser;
use super::cache::{Cache, Key, write_key};
use super::component::{Part, Parts, Splitter};
use super::formula::Formula;
use super::{CountProgress, Counted};
use crate::lit::{Lit, Var};
use crate::natural::Natural;
use crate::solver::{Query, Stopped};

/// How many decisions pass between two looks at the clock, and between two reports.
const POLL: u64 = 64;
const REPORT: u64 = 4096;

/// A part that is being counted.
struct Frame {
    part: Part,
    key: Key,
    decision: Lit,
    /// Whether the second side of the decision is being looked at.
    second: bool,
    /// The trail before the decision.
    trail: usize,
    /// Where this side's own parts begin on the stack of parts; those from here to its end are yet to be counted.
    parts: usize,
    /// Without a variable asked about, only whether there is a model matters.
    exists: bool,
    total: Natural,
    product: Natural,
}

pub(super) struct Search {
    formula: Formula,
    projected: Vec<bool>,
    splitter: Splitter,
    parts: Parts,
    cache: Cache,
    frames: Vec<Frame>,
    chooser: Chooser,
    key: Vec<u8>,
    vars: Vec<u32>,
    clauses: Vec<u32>,
    decisions: u64,
    conflicts: u64,
}

impl Search {
    pub(super) fn new(formula: Formula, projected: Vec<bool>, cache_bytes: usize, in_order: bool) -> Search {
        let splitter = Splitter::new(&formula);
        let chooser = Chooser::new(&formula, in_order);
        Search {
            formula,
            projected,
            splitter,
            parts: Parts::default(),
            cache: Cache::new(cache_bytes),
            frames: Vec::new(),
            chooser,
            key: Vec::new(),
            vars: Vec::new(),
            clauses: Vec::new(),
            decisions: 0,
            conflicts: 0,
        }
    }

    /// The whole count; `free` variables beyond the formula's double it each. The last report is the answer.
    pub(super) fn run(
        mut self,
        free: u32,
        query: &Query<'_>,
        watch: &mut dyn FnMut(&CountProgress) -> ControlFlow<()>,
    ) -> Counted {
        let answer = self.count(free, query, watch);
        let (Counted::Exactly(number) | Counted::AtLeast(number, _)) = &answer;
        let _ = watch(&CountProgress { at_least: number.clone(), ..self.progress() });
        answer
    }

    fn count(
        &mut self,
        free: u32,
        query: &Query<'_>,
        watch: &mut dyn FnMut(&CountProgress) -> ControlFlow<()>,
    ) -> Counted {
        if !self.formula.begin() {
            return Counted::Exactly(Natural::ZERO);
        }
        let vars: Vec<u32> = (0..self.formula.var_count() as u32).collect();
        let clauses: Vec<u32> = (0..self.formula.clause_count() as u32).collect();
        let product = &Natural::power_of_two(free) * &self.split(&vars, &clauses);
        // The bottom of the stack is the formula itself, as if it were the second side of a decision.
        self.frames.push(Frame {
            part: Part::default(),
            key: Key::default(),
            decision: Lit::from_index(0),
            second: true,
            trail: self.formula.trail_len(),
            parts: 0,
            exists: false,
            total: Natural::ZERO,
            product,
        });
        let mut next_poll = 0;
        let mut next_report = REPORT;
        loop {
            if self.decisions >= next_poll {
                next_poll = self.decisions + POLL;
                let over = query.budget.conflicts.is_some_and(|limit| self.conflicts >= limit);
                let why = query.stopped().or(over.then_some(Stopped::Conflicts));
                if let Some(why) = why {
                    return Counted::AtLeast(self.at_least(), why);
                }
            }
            if self.decisions >= next_report {
                next_report = self.decisions + REPORT;
                if watch(&self.progress()).is_break() {
                    return Counted::AtLeast(self.at_least(), Stopped::Interrupted);
                }
            }
            let Some(frame) = self.frames.last() else {
                unreachable!("the bottom frame ends the search");
            };
            if !frame.product.is_zero() && self.parts.len() > frame.parts {
                self.count_next_part();
                continue;
            }
            // This side is done.
            if let Some(total) = self.finish_side() {
                return Counted::Exactly(total);
            }
        }
    }

    /// Pushes the parts of these variables; returns the factor of those that are free.
    fn split(&mut self, vars: &[u32], clauses: &[u32]) -> Natural {
        let mut free = 0;
        let projected = &self.projected;
        let first = self.parts.len();
        let count_free = |index: usize| free += u32::from(projected[index]);
        self.splitter.split(&self.formula, vars, clauses, &mut self.parts, count_free);
        self.parts.largest_first(first);
        Natural::power_of_two(free)
    }

    /// Counts the topmost part, by memory if it is known, else by a frame of its own.
    fn count_next_part(&mut self) {
        let part = self.parts.at(self.parts.len() - 1);
        write_key(&mut self.key, &self.formula, &self.parts, part);
        if let Some(count) = self.cache.get(&self.key) {
            let frame = self.frames.last_mut().expect("a part belongs to a frame");
            frame.product *= count;
            let len = self.parts.len() - 1;
            self.parts.truncate(len);
            return;
        }
        let projected = &self.projected;
        let exists = !self.parts.vars(part).iter().any(|&var| projected[var as usize]);
        let wanted = |var: Var| exists || projected[var.index()];
        let decision = self.chooser.choose(&self.formula, &self.parts, part, wanted);
        self.frames.push(Frame {
            part,
            key: self.key.as_slice().into(),
            decision,
            second: false,
            trail: self.formula.trail_len(),
            parts: self.parts.len(),
            exists,
            total: Natural::ZERO,
            product: Natural::ZERO,
        });
        self.enter(decision);
    }

    /// Looks at one side of the topmost frame's decision.
    fn enter(&mut self, lit: Lit) {
        self.decisions += 1;
        if self.decisions.is_multiple_of(128) {
            self.formula.fade();
        }
        let product = if self.formula.decide(lit) {
            let part = self.frames.last().map(|frame| frame.part).unwrap_or_default();
            let (mut vars, mut clauses) = (std::mem::take(&mut self.vars), std::mem::take(&mut self.clauses));
            vars.clear();
            vars.extend_from_slice(self.parts.vars(part));
            clauses.clear();
            clauses.extend_from_slice(self.parts.clauses(part));
            let product = self.split(&vars, &clauses);
            (self.vars, self.clauses) = (vars, clauses);
            product
        } else {
            self.conflicts += 1;
            Natural::ZERO
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.product = product;
        }
    }

    /// Adds the side that is done to its frame's total, and turns to the other side or hands the total on. Returns
    /// the whole count when the bottom frame is done.
    fn finish_side(&mut self) -> Option<Natural> {
        let bottom = self.frames.len() == 1;
        let frame = self.frames.last_mut().expect("the bottom frame stays to the end");
        let product = std::mem::replace(&mut frame.product, Natural::ZERO);
        frame.total += &product;
        self.parts.truncate(frame.parts);
        self.formula.take_back(frame.trail);
        if bottom {
            return Some(std::mem::replace(&mut frame.total, Natural::ZERO));
        }
        let settled = frame.exists && !frame.total.is_zero();
        if !frame.second && !settled {
            frame.second = true;
            let decision = frame.decision;
            self.enter(!decision);
            return None;
        }
        let done = self.frames.pop().expect("it is not the bottom frame");
        let total = if settled { Natural::ONE } else { done.total };
        let below = self.frames.last_mut().expect("the bottom frame lies under it");
        below.product *= &total;
        self.cache.insert(done.key, total);
        let len = self.parts.len() - 1;
        self.parts.truncate(len);
        None
    }

    /// What is certain so far. A side counts when all its parts but the last are done: then every model of the last
    /// one counts as often as the product of the others says.
    fn at_least(&self) -> Natural {
        let mut at_least = Natural::ZERO;
        for (index, frame) in self.frames.iter().enumerate().rev() {
            let on_top = index + 1 == self.frames.len();
            let open = match self.frames.get(index + 1) {
                None => self.parts.len() - frame.parts,
                // The part in the making is the topmost of this frame's.
                Some(above) => above.parts - frame.parts,
            };
            let last = if on_top { open == 0 } else { open == 1 };
            if on_top && last {
                at_least = frame.product.clone();
            } else if last {
                at_least *= &frame.product;
            } else {
                at_least = Natural::ZERO;
            }
            at_least += &frame.total;
            if frame.exists && !at_least.is_zero() {
                at_least = Natural::ONE;
            }
        }
        at_least
    }

    fn progress(&self) -> CountProgress {
        CountProgress {
            at_least: self.at_least(),
            decisions: self.decisions,
            recognised: self.cache.hits,
            remembered: self.cache.len() as u64,
        }
    }
}
