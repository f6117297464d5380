//! The open nodes of the puzzles in flight: for each puzzle a list in depth-first order, all lists in one pool.

use super::node::Node;
use super::transpose::NODE_WORDS;

/// No slot, no job, no lane.
pub(super) const NONE: u32 = u32::MAX;
/// The node of a slot waits in the pool.
pub(super) const WAITING: u32 = u32::MAX - 1;
/// The node of a slot is a solution.
pub(super) const SOLUTION: u32 = u32::MAX - 2;

/// A puzzle in flight.
#[derive(Clone, Copy)]
pub(super) struct Job {
    pub(super) number: u32,
    /// First and last slot of its list.
    pub(super) head: u32,
    pub(super) tail: u32,
    /// Nodes that wait in the pool.
    pub(super) waiting: u32,
    /// Nodes that were split.
    pub(super) split: u32,
    /// Solutions counted and not kept.
    pub(super) counted: u64,
}

/// A place in the list of a puzzle, with its node: two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Slot {
    pub(super) node: Node,
    pub(super) next: u32,
    pub(super) previous: u32,
    pub(super) job: u32,
    /// A lane, or [`WAITING`], or [`SOLUTION`].
    pub(super) place: u32,
}

/// All lists, with room that is used again.
pub(super) struct Pool {
    slots: Vec<Slot>,
    free_slots: Vec<u32>,
    jobs: Vec<Job>,
    free_jobs: Vec<u32>,
}

impl Pool {
    pub(super) fn new() -> Self {
        Pool { slots: Vec::new(), free_slots: Vec::new(), jobs: Vec::new(), free_jobs: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.free_slots.clear();
        self.jobs.clear();
        self.free_jobs.clear();
    }

    #[inline(always)]
    pub(super) fn slot(&self, slot: u32) -> &Slot {
        &self.slots[slot as usize]
    }

    #[inline(always)]
    pub(super) fn slot_mut(&mut self, slot: u32) -> &mut Slot {
        &mut self.slots[slot as usize]
    }

    #[inline(always)]
    pub(super) fn job(&self, job: u32) -> &Job {
        &self.jobs[job as usize]
    }

    #[inline(always)]
    pub(super) fn job_mut(&mut self, job: u32) -> &mut Job {
        &mut self.jobs[job as usize]
    }

    /// So many numbers of jobs are in use or free.
    pub(super) fn job_count(&self) -> u32 {
        self.jobs.len() as u32
    }

    /// The jobs in flight.
    pub(super) fn in_flight(&self) -> impl Iterator<Item = &Job> {
        let open = |at: &(usize, &Job)| !self.free_jobs.contains(&(at.0 as u32));
        self.jobs.iter().enumerate().filter(open).map(|(_, job)| job)
    }

    /// Solutions counted (and not kept) in the puzzles in flight.
    pub(super) fn counted(&self) -> u64 {
        self.jobs.iter().map(|job| job.counted).sum()
    }

    /// A puzzle whose list has one slot, which belongs to this lane.
    #[inline]
    pub(super) fn new_job(&mut self, number: u32, lane: u32) -> u32 {
        let job = Job { number, head: NONE, tail: NONE, waiting: 0, split: 0, counted: 0 };
        let at = if let Some(at) = self.free_jobs.pop() {
            self.jobs[at as usize] = job;
            at
        } else {
            self.jobs.push(job);
            self.jobs.len() as u32 - 1
        };
        let slot = self.new_slot(at, lane);
        let entry = &mut self.jobs[at as usize];
        (entry.head, entry.tail) = (slot, slot);
        slot
    }

    /// A slot that is in no list yet.
    #[inline(always)]
    fn new_slot(&mut self, job: u32, place: u32) -> u32 {
        let slot = self.free_slots.pop().unwrap_or_else(|| {
            self.slots.push(Slot { node: [0; NODE_WORDS], next: NONE, previous: NONE, job, place });
            self.slots.len() as u32 - 1
        });
        let entry = &mut self.slots[slot as usize];
        (entry.next, entry.previous, entry.job, entry.place) = (NONE, NONE, job, place);
        slot
    }

    /// A new waiting slot after this one; its node is for the caller to fill in.
    #[inline(always)]
    pub(super) fn insert_after(&mut self, slot: u32) -> u32 {
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

    /// Takes a slot out of its list.
    #[inline(always)]
    pub(super) fn remove(&mut self, slot: u32) {
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

    /// Takes a slot and all after it out of their list; `leave` is told of each lane that worked on one of them.
    #[inline]
    pub(super) fn cut(&mut self, mut slot: u32, mut leave: impl FnMut(usize)) {
        if slot == NONE {
            return;
        }
        let Slot { previous, job, .. } = self.slots[slot as usize];
        let job = &mut self.jobs[job as usize];
        job.tail = previous;
        if previous == NONE {
            job.head = NONE;
        } else {
            self.slots[previous as usize].next = NONE;
        }
        while slot != NONE {
            let Slot { next, place, .. } = self.slots[slot as usize];
            match place {
                WAITING => job.waiting -= 1,
                SOLUTION => {}
                lane => leave(lane as usize),
            }
            self.free_slots.push(slot);
            slot = next;
        }
    }

    /// Frees a puzzle; its slots are taken out before, or with it by [`Pool::free_list`].
    #[inline]
    pub(super) fn free_job(&mut self, job: u32) {
        let entry = &mut self.jobs[job as usize];
        (entry.waiting, entry.counted) = (0, 0);
        self.free_jobs.push(job);
    }

    /// Frees all slots of a puzzle that is done with.
    #[inline]
    pub(super) fn free_list(&mut self, job: u32) {
        let mut slot = self.jobs[job as usize].head;
        while slot != NONE {
            self.free_slots.push(slot);
            slot = self.slots[slot as usize].next;
        }
    }

    /// The first slot from this one on whose place is of this kind.
    #[inline(always)]
    pub(super) fn first_from(&self, mut slot: u32, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        while slot != NONE {
            let Slot { place, next, .. } = self.slots[slot as usize];
            if wanted(place) {
                return Some(slot);
            }
            slot = next;
        }
        None
    }

    /// The last waiting slot of a puzzle that has one.
    pub(super) fn last_waiting(&self, job: u32) -> u32 {
        let mut slot = self.jobs[job as usize].tail;
        while self.slots[slot as usize].place != WAITING {
            slot = self.slots[slot as usize].previous;
        }
        slot
    }

    /// The first solution in the list of a puzzle.
    pub(super) fn first_solution(&self, job: &Job) -> Option<&Node> {
        self.first_from(job.head, |place| place == SOLUTION).map(|slot| &self.slot(slot).node)
    }
}
