//! Which variable to branch on in focused mode: the one bumped last that has no value.
//!
//! VMTF, variable move to front (Ryan, 2004), as a doubly linked list with time stamps (Biere and Fröhlich, Evaluating
//! CDCL variable scoring schemes, SAT 2015). A decision walks down from where the last one stopped; taking a value back
//! moves that place up again. Before anything is bumped, variables come in the order of their numbers.

const NONE: u32 = u32::MAX;
/// The stamp above those of variables that were never bumped.
const START: u32 = 1 << 31;

#[derive(Clone, Copy)]
struct Link {
    /// Towards the variables bumped earlier.
    down: u32,
    /// Towards the variables bumped later.
    up: u32,
    stamp: u32,
}

/// Variables by the time of their last bump.
pub(super) struct Queue {
    links: Vec<Link>,
    top: u32,
    bottom: u32,
    /// No variable above this one lacks a value.
    search: u32,
    /// The stamp of that one.
    search_stamp: u32,
    clock: u32,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { links: Vec::new(), top: NONE, bottom: NONE, search: NONE, search_stamp: 0, clock: START }
    }

    /// Raises the number of variables; new ones come last.
    pub(super) fn grow(&mut self, vars: usize) {
        for index in self.links.len() as u32..vars as u32 {
            self.links.push(Link { down: NONE, up: self.bottom, stamp: START - 1 - index });
            match self.bottom {
                NONE => self.top = index,
                bottom => self.links[bottom as usize].down = index,
            }
            self.bottom = index;
            if self.search == NONE {
                self.start_at(index);
            }
        }
    }

    /// When a variable was last bumped; only the order of these counts.
    #[inline]
    pub(super) fn stamp(&self, index: usize) -> u32 {
        self.links[index].stamp
    }

    /// Moves a variable to the top. It has a value, or the caller starts again from the top afterwards.
    #[inline]
    pub(super) fn bump(&mut self, index: usize, unassigned: bool) {
        let link = self.links[index];
        let this = index as u32;
        if link.up != NONE {
            if self.search == this {
                // What lies above has values, and so does this variable or the search restarts there below.
                self.start_at(if link.down == NONE { link.up } else { link.down });
            }
            self.links[link.up as usize].down = link.down;
            match link.down {
                NONE => self.bottom = link.up,
                down => self.links[down as usize].up = link.up,
            }
            self.links[self.top as usize].up = this;
            self.links[index].down = self.top;
            self.links[index].up = NONE;
            self.top = this;
        }
        if self.clock == u32::MAX {
            self.renumber();
        }
        self.links[index].stamp = self.clock;
        self.clock += 1;
        if unassigned || self.search == this {
            self.start_at(this);
        }
    }

    fn renumber(&mut self) {
        self.clock = START;
        let mut stamp = START;
        let mut at = self.top;
        while at != NONE {
            stamp -= 1;
            self.links[at as usize].stamp = stamp;
            at = self.links[at as usize].down;
        }
        self.start_at(self.search);
    }

    #[inline]
    fn start_at(&mut self, index: u32) {
        self.search = index;
        self.search_stamp = self.links[index as usize].stamp;
    }

    /// A variable lost its value.
    #[inline]
    pub(super) fn unassigned(&mut self, index: usize) {
        let stamp = self.links[index].stamp;
        if stamp > self.search_stamp {
            self.search = index as u32;
            self.search_stamp = stamp;
        }
    }

    /// Starts the search from the top again.
    pub(super) fn rewind(&mut self) {
        if self.top != NONE {
            self.start_at(self.top);
        }
    }

    /// The topmost variable for which `has_value` says no.
    #[inline]
    pub(super) fn next(&mut self, has_value: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = self.search;
        while at != NONE {
            if !has_value(at as usize) {
                self.start_at(at);
                return Some(at as usize);
            }
            at = self.links[at as usize].down;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_bumped_variable_without_a_value_comes_next() {
        let mut queue = Queue::new();
        queue.grow(20);
        let mut order: Vec<usize> = (0..20).collect(); // the top first
        let mut assigned = [false; 20];
        let mut state = 9u32;
        for _ in 0..5_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let index = (state >> 8) as usize % 20;
            match state >> 30 {
                0 => {
                    order.retain(|&other| other != index);
                    order.insert(0, index);
                    queue.bump(index, !assigned[index]);
                }
                1 if assigned[index] => {
                    assigned[index] = false;
                    queue.unassigned(index);
                }
                2 => {
                    if let Some(next) = queue.next(|index| assigned[index]) {
                        assigned[next] = true;
                    }
                }
                _ => {}
            }
            let expected = order.iter().copied().find(|&index| !assigned[index]);
            assert_eq!(queue.next(|index| assigned[index]), expected);
            if state.is_multiple_of(97) {
                queue.clock = u32::MAX;
            }
            if state.is_multiple_of(89) {
                queue.rewind();
            }
        }
    }
}
