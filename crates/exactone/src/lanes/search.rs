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
use super::transpose::{NODE_WORDS, Nodes};
use super::vector::{MAX_WORDS, Vector};

/// Lanes still active, in 64ths of the busy ones, when the passes stop for the others.
const REST: usize = 26;

/// Up to one fresh puzzle in so many lanes, clues are taken from their rows puzzle by puzzle, not on vectors.
const FEW: usize = 32;

/// No slot, no job, no lane.
const NONE: u32 = u32::MAX;
/// The node of a slot waits in the pool.
const WAITING: u32 = u32::MAX - 1;
/// The node of a slot is a solution.
const SOLUTION: u32 = u32::MAX - 2;

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

/// A puzzle in flight.
#[derive(Clone, Copy)]
struct Job {
    number: u32,
    /// First and last slot of its list.
    head: u32,
    tail: u32,
    /// Nodes that wait in the pool.
    waiting: u32,
    /// Nodes that were split.
    split: u32,
    /// Solutions counted and not kept.
    counted: u64,
}

/// A place in the list of a puzzle, with its node: two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Slot {
    node: Node,
    next: u32,
    previous: u32,
    job: u32,
    /// A lane, or [`WAITING`], or [`SOLUTION`].
    place: u32,
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
    slots: Vec<Slot>,
    free_slots: Vec<u32>,
    jobs: Vec<Job>,
    free_jobs: Vec<u32>,
}

/// A set of lanes.
type Lanes = [u64; MAX_WORDS];

impl<M: Machine> Search<M> {
    pub(super) fn new(machine: M) -> Self {
        let empty = M::V::zero().store();
        Search {
            machine,
            state: Box::new(State::new()),
            nodes: Box::new([[empty; NODE_WORDS]; 64]),
            lanes: vec![NONE; M::LANES],
            idle: [0; MAX_WORDS],
            slots: Vec::new(),
            free_slots: Vec::new(),
            jobs: Vec::new(),
            free_jobs: Vec::new(),
        }
    }

    /// What the search runs on.
    pub(super) fn machine(&self) -> M {
        self.machine
    }

    /// Solutions counted (and not kept) in the puzzles in flight.
    pub(super) fn counted(&self) -> u64 {
        self.jobs.iter().map(|job| job.counted).sum()
    }

    /// Answers every puzzle of the desk (in no particular order), or stops early and gives up those in flight.
    pub(super) fn run(&mut self, aim: Aim, desk: &mut impl Desk) {
        *self.state = State::new();
        self.lanes.fill(NONE);
        self.idle = [0; MAX_WORDS];
        self.idle[..M::V::WORDS].fill(!0);
        self.slots.clear();
        self.free_slots.clear();
        self.jobs.clear();
        self.free_jobs.clear();
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
                self.give_all_up(desk);
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
        for j in 0..M::V::WORDS {
            let mut splitting = stalled[j];
            while splitting != 0 {
                let k = splitting.trailing_zeros() as usize;
                splitting &= splitting - 1;
                let slot = self.lanes[64 * j + k];
                if slot == NONE {
                    // Its puzzle was given up earlier in this round.
                    continue;
                }
                let job = self.slots[slot as usize].job;
                if self.jobs[job as usize].split >= aim.nodes {
                    self.give_up(job, desk, &mut active);
                    continue;
                }
                self.jobs[job as usize].split += 1;
                self.split(j, k);
            }
        }
        for j in 0..M::V::WORDS {
            let mut ended = solved[j];
            while ended != 0 {
                let k = ended.trailing_zeros() as usize;
                ended &= ended - 1;
                let slot = self.lanes[64 * j + k];
                if slot == NONE {
                    // Cut away by an earlier solution of this round.
                    continue;
                }
                self.solution(aim, slot, 64 * j + k, desk, &mut active);
            }
        }
        for j in 0..M::V::WORDS {
            let mut ended = dead[j];
            while ended != 0 {
                let k = ended.trailing_zeros() as usize;
                ended &= ended - 1;
                let lane = 64 * j + k;
                let slot = self.lanes[lane];
                if slot != NONE {
                    self.leave(lane);
                    self.remove_and_settle(slot, lane, desk);
                }
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
                let job = self.new_job(number);
                let slot = self.new_slot(job, (64 * j + k) as u32);
                let entry = &mut self.jobs[job as usize];
                (entry.head, entry.tail) = (slot, slot);
                self.take(64 * j + k, slot);
                self.write(j, k, &node);
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
            for lane in (0..M::LANES).filter(|lane| fresh[lane / 64] >> (lane % 64) & 1 == 1) {
                let mut node = self.read(lane / 64, lane % 64);
                clear_rows(&mut node);
                self.write(lane / 64, lane % 64, &node);
            }
            fresh = [0; MAX_WORDS];
        }
        let changed = M::V::from_words(&changed);
        let fresh = (fresh != [0; MAX_WORDS]).then(|| M::V::from_words(&fresh));
        self.machine.import(&self.nodes, &mut self.state, changed, fresh);
        self.state.active = M::V::from_words(&active);
        let zero = M::V::zero();
        (self.state.dead, self.state.solved, self.state.stalled) = (zero, zero, zero);
    }

    /// Splits the node in a lane: the lane keeps one child, the other waits behind it.
    #[inline]
    fn split(&mut self, j: usize, k: usize) {
        let new = self.insert_after(self.lanes[64 * j + k]);
        // Said once, so that it is not asked for each word.
        assert!(j < M::V::WORDS);
        let words = &mut self.nodes[k];
        let other = &mut self.slots[new as usize].node;
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
        let mut idle: Vec<usize> = (0..M::LANES).filter(|&lane| self.lanes[lane] == NONE).collect();
        let mut given = true;
        while given && !idle.is_empty() {
            given = false;
            for job in 0..self.jobs.len() {
                if self.jobs[job].waiting == 0 {
                    continue;
                }
                let Some(lane) = idle.pop() else { break };
                let mut slot = self.jobs[job].tail;
                while self.slots[slot as usize].place != WAITING {
                    slot = self.slots[slot as usize].previous;
                }
                self.seat(slot, lane);
                changed[lane / 64] |= 1 << (lane % 64);
                *busy += 1;
                given = true;
            }
        }
    }

    /// A lane found a solution.
    fn solution(&mut self, aim: Aim, slot: u32, lane: usize, desk: &mut impl Desk, active: &mut Lanes) {
        let job = self.slots[slot as usize].job;
        self.leave(lane);
        if !aim.grids {
            self.jobs[job as usize].counted += 1;
            if self.jobs[job as usize].counted == aim.limit {
                self.cut(self.jobs[job as usize].head, active);
                self.finish(job, desk);
            } else {
                self.remove_and_settle(slot, lane, desk);
            }
            return;
        }
        let Job { number, head, tail, .. } = self.jobs[job as usize];
        if head == tail {
            // The usual case: the puzzle has nothing else left.
            let node = self.read(lane / 64, lane % 64);
            desk.answer(number, Found { count: 1, solutions: [Some(&node), None] });
            self.free_slots.push(slot);
            self.free_jobs.push(job);
            return;
        }
        self.slots[slot as usize].node = self.read(lane / 64, lane % 64);
        self.slots[slot as usize].place = SOLUTION;
        let (mut at, mut count) = (self.jobs[job as usize].head, 0);
        while at != NONE {
            let Slot { place, next, .. } = self.slots[at as usize];
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
    fn remove_and_settle(&mut self, slot: u32, lane: usize, desk: &mut impl Desk) {
        let Slot { next, job, .. } = self.slots[slot as usize];
        self.remove(slot);
        self.settle(job, next, lane, desk);
    }

    /// Seats the next waiting node of the puzzle (the first from `from` on, else the first of all) in the lane, or ends the
    /// puzzle where nothing is left.
    fn settle(&mut self, job: u32, from: u32, lane: usize, desk: &mut impl Desk) {
        if self.jobs[job as usize].waiting > 0 {
            for start in [from, self.jobs[job as usize].head] {
                let mut slot = start;
                while slot != NONE {
                    let Slot { place, next, .. } = self.slots[slot as usize];
                    if place == WAITING {
                        self.seat(slot, lane);
                        return;
                    }
                    slot = next;
                }
            }
        }
        let mut slot = self.jobs[job as usize].head;
        while slot != NONE {
            let Slot { place, next, .. } = self.slots[slot as usize];
            if place != SOLUTION {
                return;
            }
            slot = next;
        }
        self.finish(job, desk);
    }

    /// Puts a waiting node into a lane.
    fn seat(&mut self, slot: u32, lane: usize) {
        let Slot { node, place, job, .. } = &mut self.slots[slot as usize];
        *place = lane as u32;
        self.jobs[*job as usize].waiting -= 1;
        let node = *node;
        self.write(lane / 64, lane % 64, &node);
        self.take(lane, slot);
    }

    /// Reports a puzzle whose list holds only solutions, and frees what it held.
    fn finish(&mut self, job: u32, desk: &mut impl Desk) {
        let Job { number, head, counted, .. } = self.jobs[job as usize];
        let mut solutions = [None; 2];
        let mut count = counted;
        let mut slot = head;
        while slot != NONE {
            if let Some(solution) = solutions.get_mut(count as usize) {
                *solution = Some(&self.slots[slot as usize].node);
            }
            count += 1;
            self.free_slots.push(slot);
            slot = self.slots[slot as usize].next;
        }
        desk.answer(number, Found { count, solutions });
        let job_ = &mut self.jobs[job as usize];
        (job_.waiting, job_.counted) = (0, 0);
        self.free_jobs.push(job);
    }

    /// Drops a puzzle whose search takes too long.
    #[cold]
    fn give_up(&mut self, job: u32, desk: &mut impl Desk, active: &mut Lanes) {
        let Job { number, head, .. } = self.jobs[job as usize];
        desk.give_up(number, self.first_solution(head));
        self.cut(head, active);
        let job_ = &mut self.jobs[job as usize];
        (job_.waiting, job_.counted) = (0, 0);
        self.free_jobs.push(job);
    }

    /// Tells the desk of every puzzle in flight that it is given up.
    #[cold]
    fn give_all_up(&self, desk: &mut impl Desk) {
        for (at, &Job { number, head, .. }) in self.jobs.iter().enumerate() {
            if !self.free_jobs.contains(&(at as u32)) {
                desk.give_up(number, self.first_solution(head));
            }
        }
    }

    /// The first solution in a list.
    fn first_solution(&self, mut slot: u32) -> Option<&Node> {
        while slot != NONE {
            let Slot { node, next, place, .. } = &self.slots[slot as usize];
            if *place == SOLUTION {
                return Some(node);
            }
            slot = *next;
        }
        None
    }

    /// Removes a slot and all after it, emptying their lanes.
    fn cut(&mut self, mut slot: u32, active: &mut Lanes) {
        while slot != NONE {
            let Slot { next, place, .. } = self.slots[slot as usize];
            if place < SOLUTION {
                let lane = place as usize;
                self.leave(lane);
                active[lane / 64] &= !(1 << (lane % 64));
            }
            self.remove(slot);
            slot = next;
        }
    }

    fn remove(&mut self, slot: u32) {
        let Slot { next, previous, job, place, .. } = self.slots[slot as usize];
        let job = &mut self.jobs[job as usize];
        if place == WAITING {
            job.waiting -= 1;
        }
        if previous == NONE {
            job.head = next;
        } else {
            self.slots[previous as usize].next = next;
        }
        if next == NONE {
            job.tail = previous;
        } else {
            self.slots[next as usize].previous = previous;
        }
        self.free_slots.push(slot);
    }

    /// A new waiting slot after this one; its node is for the caller to fill in.
    #[inline]
    fn insert_after(&mut self, slot: u32) -> u32 {
        let Slot { next, job, .. } = self.slots[slot as usize];
        let new = self.new_slot(job, WAITING);
        (self.slots[new as usize].previous, self.slots[new as usize].next) = (slot, next);
        self.slots[slot as usize].next = new;
        if next == NONE {
            self.jobs[job as usize].tail = new;
        } else {
            self.slots[next as usize].previous = new;
        }
        self.jobs[job as usize].waiting += 1;
        new
    }

    /// A slot that is in no list yet.
    #[inline]
    fn new_slot(&mut self, job: u32, place: u32) -> u32 {
        let slot = self.free_slots.pop().unwrap_or_else(|| {
            self.slots.push(Slot { node: [0; NODE_WORDS], next: NONE, previous: NONE, job, place });
            self.slots.len() as u32 - 1
        });
        let entry = &mut self.slots[slot as usize];
        (entry.next, entry.previous, entry.job, entry.place) = (NONE, NONE, job, place);
        slot
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

    fn new_job(&mut self, number: u32) -> u32 {
        let job = Job { number, head: NONE, tail: NONE, waiting: 0, split: 0, counted: 0 };
        if let Some(place) = self.free_jobs.pop() {
            self.jobs[place as usize] = job;
            place
        } else {
            self.jobs.push(job);
            self.jobs.len() as u32 - 1
        }
    }

    #[inline(always)]
    fn read(&self, j: usize, k: usize) -> Node {
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
    fn write(&mut self, j: usize, k: usize, node: &Node) {
        assert!(j < M::V::WORDS);
        let words = &mut self.nodes[k];
        for w in 0..NODE_WORDS {
            words[w].as_mut()[j] = node[w];
        }
    }
}
