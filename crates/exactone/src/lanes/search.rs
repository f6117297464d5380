//! Depth-first search of many puzzles, one node in each lane.
//!
//! Each puzzle in flight has a list of its open nodes in depth-first order, all in one pool. A lane works on the first of
//! them; a dead node's lane takes the next node of its own puzzle, else a fresh puzzle. Only when the input ends do idle lanes
//! take nodes from further back in the lists of the puzzles that are left. Solutions stay in the list where they were found,
//! and what comes after the last one asked for is cut away: so the solutions reported are the first ones in depth-first order,
//! whatever the lane width, the neighbours and the time at which they were found.
//!
//! The passes run until most lanes have come to rest ([`REST`]); then all nodes are turned into node form, those at rest are
//! split, replaced or reported, and all are turned back. (Moving nodes one by one, bit by bit, loses everything the lanes won.)

#![allow(clippy::needless_range_loop, reason = "several arrays of lane words go by the same index")]

use super::machine::Machine;
use super::node::{Node, clear_rows, split};
use super::pass::State;
use super::pool::{Job, NONE, Pool, SOLUTION, Slot, WAITING};
use super::transpose::{NODE_WORDS, Nodes};
use super::vector::{MAX_WORDS, Vector};

/// Lanes still active, in 64ths of the busy ones, when the passes stop for the others.
const REST: usize = 26;

/// Up to one fresh puzzle in so many lanes, clues are taken from their rows puzzle by puzzle, not on vectors.
const FEW: usize = 32;

/// What was found for one puzzle.
pub(super) struct Found<'a> {
    /// Solutions, at most the limit.
    pub(super) count: u64,
    /// The first two in depth-first order, where they were asked for.
    pub(super) solutions: [Option<&'a Node>; 2],
}

/// Where puzzles come from and answers go.
pub(super) trait Desk {
    /// The next puzzle's number; its node, clues not yet taken from their rows, goes to `node`.
    fn next(&mut self, node: &mut Node) -> Option<u32>;
    /// The answer for the puzzle of that number.
    fn answer(&mut self, number: u32, found: Found<'_>);
    /// The puzzle of that number was given up; a solution, if one had been found and was to be kept.
    fn give_up(&mut self, _number: u32, _solution: Option<&Node>) {}
    /// Asked after every round, with the solutions counted so far in the puzzles in flight: no more work is wanted.
    fn stop(&mut self, _counted: u64) -> bool {
        false
    }
}

/// How many solutions are looked for, and whether they are kept.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    /// A puzzle is done when so many solutions are found.
    pub(super) limit: u64,
    /// Report the first two solutions (else only their number).
    pub(super) grids: bool,
    /// A puzzle is given up when more nodes than this would have to be split.
    pub(super) nodes: u32,
}

/// The search, with its memory, which is kept from one run to the next.
pub(super) struct Search<M: Machine> {
    machine: M,
    state: Box<State<M::V>>,
    nodes: Box<Nodes<<M::V as Vector>::Memory>>,
    /// The slot each lane works on.
    lanes: Vec<u32>,
    /// The lanes without one.
    idle: Lanes,
    pool: Pool,
}

/// A set of lanes.
type Lanes = [u64; MAX_WORDS];

/// One after the other, in order.
#[inline(always)]
fn numbers(lanes: Lanes) -> impl Iterator<Item = usize> {
    lanes.into_iter().enumerate().flat_map(|(j, mut word)| {
        core::iter::from_fn(move || {
            let k = word.trailing_zeros() as usize;
            word &= word.checked_sub(1)?;
            Some(64 * j + k)
        })
    })
}

impl<M: Machine> Search<M> {
    pub(super) fn new(machine: M) -> Self {
        let empty = M::V::zero().store();
        Search {
            machine,
            state: Box::new(State::new()),
            nodes: Box::new([[empty; NODE_WORDS]; 64]),
            lanes: vec![NONE; M::LANES],
            idle: [0; MAX_WORDS],
            pool: Pool::new(),
        }
    }

    /// What the search runs on.
    pub(super) fn machine(&self) -> M {
        self.machine
    }

    /// Solutions counted (and not kept) in the puzzles in flight.
    pub(super) fn counted(&self) -> u64 {
        self.pool.counted()
    }

    /// Answers every puzzle of the desk (in no particular order), or stops early and gives up those in flight.
    pub(super) fn run(&mut self, aim: Aim, desk: &mut impl Desk) {
        *self.state = State::new();
        self.lanes.fill(NONE);
        self.idle = [0; MAX_WORDS];
        self.idle[..M::V::WORDS].fill(!0);
        self.pool.clear();
        if aim.limit == 0 {
            while let Some(number) = desk.next(&mut [0; NODE_WORDS]) {
                desk.answer(number, Found { count: 0, solutions: [None; 2] });
            }
            return;
        }
        let mut more = true;
        let mut busy = 0;
        loop {
            self.visit(aim, desk, &mut more, &mut busy);
            if busy == 0 {
                return;
            }
            let counted = if aim.grids { 0 } else { self.counted() };
            if desk.stop(counted) {
                for job in self.pool.in_flight() {
                    desk.give_up(job.number, self.pool.first_solution(job));
                }
                return;
            }
            let most = (busy * REST / 64) as u32;
            loop {
                self.machine.propagate(&mut self.state, most);
                if self.state.stalled.to_words() == [0; MAX_WORDS] {
                    break;
                }
                self.machine.triads(&mut self.state);
                let active: u32 = self.state.active.to_words().iter().map(|word| word.count_ones()).sum();
                if active <= most {
                    break;
                }
            }
            self.machine.export(&mut self.state, &mut self.nodes);
        }
    }

    /// Splits, reports and replaces the nodes at rest.
    fn visit(&mut self, aim: Aim, desk: &mut impl Desk, more: &mut bool, busy: &mut usize) {
        let dead = self.state.dead.to_words();
        let solved = self.state.solved.to_words();
        let stalled = self.state.stalled.to_words();
        let mut active = self.state.active.to_words();
        let mut changed: Lanes = [0; MAX_WORDS];
        let mut fresh: Lanes = [0; MAX_WORDS];
        *busy = 0;
        for lane in numbers(stalled) {
            let slot = self.lanes[lane];
            if slot == NONE {
                // Its puzzle was given up earlier in this round.
                continue;
            }
            let job = self.pool.slot(slot).job;
            if self.pool.job(job).split >= aim.nodes {
                self.give_up(job, desk, &mut active);
                continue;
            }
            self.pool.job_mut(job).split += 1;
            self.split(lane);
        }
        for lane in numbers(solved) {
            let slot = self.lanes[lane];
            // Else cut away by an earlier solution of this round.
            if slot != NONE {
                self.solution(aim, slot, lane, desk, &mut active);
            }
        }
        for lane in numbers(dead) {
            let slot = self.lanes[lane];
            if slot != NONE {
                self.leave(lane);
                self.remove_and_settle(slot, lane, desk);
            }
        }
        let mut node = [0; NODE_WORDS];
        for j in 0..M::V::WORDS {
            let mut empty = self.idle[j];
            while *more && empty != 0 {
                let k = empty.trailing_zeros() as usize;
                let Some(number) = desk.next(&mut node) else {
                    *more = false;
                    break;
                };
                empty &= empty - 1;
                let lane = 64 * j + k;
                let slot = self.pool.new_job(number, lane as u32);
                self.take(lane, slot);
                self.write(lane, &node);
                fresh[j] |= 1 << k;
            }
            let taken = !self.idle[j];
            changed[j] = (stalled[j] | dead[j] | solved[j] | fresh[j]) & taken;
            active[j] &= taken;
            *busy += taken.count_ones() as usize;
        }
        if !*more && *busy < M::LANES {
            self.share(&mut changed, busy);
        }
        for j in 0..M::V::WORDS {
            active[j] |= changed[j];
        }
        let arrived: u32 = fresh.iter().map(|word| word.count_ones()).sum();
        if arrived as usize <= M::LANES / FEW {
            for lane in numbers(fresh) {
                let mut node = self.read(lane);
                clear_rows(&mut node);
                self.write(lane, &node);
            }
            fresh = [0; MAX_WORDS];
        }
        let (changed, active) = (M::V::from_words(&changed), M::V::from_words(&active));
        let fresh = (fresh != [0; MAX_WORDS]).then(|| M::V::from_words(&fresh));
        self.machine.import(&self.nodes, &mut self.state, changed, fresh);
        self.state.active = active;
        let zero = M::V::zero();
        (self.state.dead, self.state.solved, self.state.stalled) = (zero, zero, zero);
    }

    /// Splits the node in a lane: the lane keeps one child, the other waits behind it.
    #[inline]
    fn split(&mut self, lane: usize) {
        let new = self.pool.insert_after(self.lanes[lane]);
        let (j, k) = (lane / 64, lane % 64);
        // Said once, so that it is not asked for each word.
        assert!(j < M::V::WORDS);
        let words = &mut self.nodes[k];
        let other = &mut self.pool.slot_mut(new).node;
        for w in 0..NODE_WORDS {
            other[w] = words[w].as_ref()[j];
        }
        let split = split(other);
        for (w, bits) in split.clears(split.second) {
            other[w] &= !bits;
        }
        for (w, bits) in split.clears(split.first) {
            words[w].as_mut()[j] &= !bits;
        }
    }

    /// Gives waiting nodes to idle lanes: the one nearest to the root of each puzzle in turn.
    fn share(&mut self, changed: &mut Lanes, busy: &mut usize) {
        let mut idle = numbers(self.idle);
        let mut lane = idle.next();
        let mut given = true;
        while given && lane.is_some() {
            given = false;
            for job in 0..self.pool.job_count() {
                if self.pool.job(job).waiting == 0 {
                    continue;
                }
                let Some(to) = lane else { break };
                lane = idle.next();
                self.seat(self.pool.last_waiting(job), to);
                changed[to / 64] |= 1 << (to % 64);
                *busy += 1;
                given = true;
            }
        }
    }

    /// A lane found a solution.
    #[inline]
    fn solution(&mut self, aim: Aim, slot: u32, lane: usize, desk: &mut impl Desk, active: &mut Lanes) {
        let job = self.pool.slot(slot).job;
        self.leave(lane);
        if !aim.grids {
            let entry = self.pool.job_mut(job);
            entry.counted += 1;
            if entry.counted == aim.limit {
                let head = entry.head;
                self.cut(head, active);
                self.finish(job, desk);
            } else {
                self.remove_and_settle(slot, lane, desk);
            }
            return;
        }
        let node = self.read(lane);
        let entry = *self.pool.job(job);
        if entry.head == entry.tail {
            // The usual case: the puzzle has nothing else left.
            desk.answer(entry.number, Found { count: 1, solutions: [Some(&node), None] });
            self.pool.free_list(job);
            self.pool.free_job(job);
            return;
        }
        let kept = self.pool.slot_mut(slot);
        (kept.node, kept.place) = (node, SOLUTION);
        let (mut at, mut count) = (entry.head, 0);
        while at != NONE {
            let Slot { place, next, .. } = *self.pool.slot(at);
            if place == SOLUTION {
                count += 1;
                if count == aim.limit {
                    self.cut(next, active);
                    break;
                }
            }
            at = next;
        }
        self.settle(job, NONE, lane, desk);
    }

    /// Removes a node that is done and finds its lane other work in the same puzzle.
    #[inline(always)]
    fn remove_and_settle(&mut self, slot: u32, lane: usize, desk: &mut impl Desk) {
        let Slot { next, job, .. } = *self.pool.slot(slot);
        let Job { number, head, tail, counted, .. } = *self.pool.job(job);
        if head == tail {
            // Nothing else is left.
            desk.answer(number, Found { count: counted, solutions: [None; 2] });
            self.pool.free_list(job);
            self.pool.free_job(job);
            return;
        }
        self.pool.remove(slot);
        self.settle(job, next, lane, desk);
    }

    /// Seats the next waiting node of the puzzle (the first from `from` on, else the first of all) in the lane, or ends the
    /// puzzle where nothing is left.
    #[inline(always)]
    fn settle(&mut self, job: u32, from: u32, lane: usize, desk: &mut impl Desk) {
        let entry = self.pool.job(job);
        if entry.waiting > 0 {
            let starts = [from, entry.head];
            for start in starts {
                if let Some(slot) = self.pool.first_from(start, |place| place == WAITING) {
                    self.seat(slot, lane);
                    return;
                }
            }
        }
        if self.pool.first_from(self.pool.job(job).head, |place| place != SOLUTION).is_none() {
            self.finish(job, desk);
        }
    }

    /// Puts a waiting node into a lane.
    #[inline(always)]
    fn seat(&mut self, slot: u32, lane: usize) {
        let Slot { node, place, job, .. } = self.pool.slot_mut(slot);
        *place = lane as u32;
        let (node, job) = (*node, *job);
        self.pool.job_mut(job).waiting -= 1;
        self.write(lane, &node);
        self.take(lane, slot);
    }

    /// Reports a puzzle whose list holds only solutions, and frees what it held.
    fn finish(&mut self, job: u32, desk: &mut impl Desk) {
        let entry = *self.pool.job(job);
        let mut solutions = [None; 2];
        let mut count = entry.counted;
        let mut slot = entry.head;
        while slot != NONE {
            let Slot { node, next, .. } = self.pool.slot(slot);
            if let Some(solution) = solutions.get_mut(count as usize) {
                *solution = Some(node);
            }
            count += 1;
            slot = *next;
        }
        desk.answer(entry.number, Found { count, solutions });
        self.pool.free_list(job);
        self.pool.free_job(job);
    }

    /// Drops a puzzle whose search takes too long.
    #[cold]
    fn give_up(&mut self, job: u32, desk: &mut impl Desk, active: &mut Lanes) {
        let entry = *self.pool.job(job);
        desk.give_up(entry.number, self.pool.first_solution(&entry));
        self.cut(entry.head, active);
        self.pool.free_job(job);
    }

    /// Removes a slot and all after it, emptying their lanes.
    fn cut(&mut self, slot: u32, active: &mut Lanes) {
        let (lanes, idle) = (&mut self.lanes, &mut self.idle);
        self.pool.cut(slot, |lane| {
            lanes[lane] = NONE;
            idle[lane / 64] |= 1 << (lane % 64);
            active[lane / 64] &= !(1 << (lane % 64));
        });
    }

    /// A lane begins to work on a slot.
    #[inline]
    fn take(&mut self, lane: usize, slot: u32) {
        self.lanes[lane] = slot;
        self.idle[lane / 64] &= !(1 << (lane % 64));
    }

    /// A lane has nothing to work on.
    #[inline]
    fn leave(&mut self, lane: usize) {
        self.lanes[lane] = NONE;
        self.idle[lane / 64] |= 1 << (lane % 64);
    }

    #[inline(always)]
    fn read(&self, lane: usize) -> Node {
        let (j, k) = (lane / 64, lane % 64);
        // Said once, so that it is not asked for each word.
        assert!(j < M::V::WORDS);
        let words = &self.nodes[k];
        let mut node = [0; NODE_WORDS];
        for w in 0..NODE_WORDS {
            node[w] = words[w].as_ref()[j];
        }
        node
    }

    #[inline(always)]
    fn write(&mut self, lane: usize, node: &Node) {
        let (j, k) = (lane / 64, lane % 64);
        assert!(j < M::V::WORDS);
        let words = &mut self.nodes[k];
        for w in 0..NODE_WORDS {
            words[w].as_mut()[j] = node[w];
        }
    }
}
