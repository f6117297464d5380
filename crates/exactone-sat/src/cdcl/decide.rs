//! Which variable to branch on in stable mode: the most active one that has no value.
//!
//! VSIDS with exponentially growing increments (Moskewicz et al., Chaff, DAC 2001; Eén and Sörensson, MiniSat, SAT
//! 2003) in a binary heap. Variables stay in the heap until they are looked at and found assigned, and come back when
//! their value is taken back; a new call finds the heap as the last one left it. Nothing is allocated before stable mode is entered.

const ABSENT: u32 = u32::MAX;
const RESCALE: f64 = 1e150;

/// Variables by activity.
pub(super) struct Activity {
    scores: Vec<f64>,
    heap: Vec<u32>,
    places: Vec<u32>,
    increment: f64,
}

impl Activity {
    pub(super) fn new() -> Activity {
        Activity { scores: Vec::new(), heap: Vec::new(), places: Vec::new(), increment: 1.0 }
    }

    /// Raises the number of variables; new ones get the score 0.
    pub(super) fn grow(&mut self, vars: usize) {
        for index in self.scores.len()..vars {
            self.scores.push(0.0);
            self.places.push(ABSENT);
            self.insert(index);
        }
    }

    /// Puts all variables in that are not.
    pub(super) fn insert_all(&mut self) {
        for index in 0..self.scores.len() {
            self.insert(index);
        }
    }

    /// Whether one variable is more active than another.
    #[inline]
    pub(super) fn is_before(&self, a: usize, b: usize) -> bool {
        self.scores[a] > self.scores[b]
    }

    #[inline]
    fn before(&self, a: u32, b: u32) -> bool {
        self.scores[a as usize] > self.scores[b as usize]
    }

    #[inline]
    fn rise(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            self.places[self.heap[at] as usize] = at as u32;
            at = parent;
        }
        self.heap[at] = var;
        self.places[var as usize] = at as u32;
    }

    #[inline]
    fn sink(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], var) {
                break;
            }
            self.heap[at] = self.heap[child];
            self.places[self.heap[at] as usize] = at as u32;
            at = child;
        }
        self.heap[at] = var;
        self.places[var as usize] = at as u32;
    }

    /// Puts a variable in, if it is not.
    #[inline]
    pub(super) fn insert(&mut self, index: usize) {
        if self.places[index] == ABSENT {
            self.heap.push(index as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// The most active variable in the heap.
    #[inline]
    pub(super) fn top(&self) -> Option<usize> {
        self.heap.first().map(|&var| var as usize)
    }

    /// Takes the most active variable out.
    #[inline]
    pub(super) fn pop(&mut self) {
        let var = self.heap[0];
        self.places[var as usize] = ABSENT;
        let last = self.heap.pop().expect("a heap with a top is not empty");
        if !self.heap.is_empty() {
            self.heap[0] = last;
            self.sink(0);
        }
    }

    /// Makes a variable more active.
    #[inline]
    pub(super) fn bump(&mut self, index: usize) {
        self.scores[index] += self.increment;
        if self.scores[index] > RESCALE {
            for score in &mut self.scores {
                *score /= RESCALE;
            }
            self.increment /= RESCALE;
        }
        if self.places[index] != ABSENT {
            self.rise(self.places[index] as usize);
        }
    }

    /// Makes later bumps count more, which lets earlier ones fade by the factor `decay`.
    pub(super) fn decay(&mut self, decay: f64) {
        self.increment /= decay;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_out_by_activity() {
        let mut activity = Activity::new();
        activity.grow(50);
        for index in 0..50 {
            for _ in 0..index * 7 % 50 {
                activity.bump(index);
            }
        }
        let mut last = f64::INFINITY;
        let mut count = 0;
        while let Some(index) = activity.top() {
            assert!(activity.scores[index] <= last);
            last = activity.scores[index];
            activity.pop();
            count += 1;
        }
        assert_eq!(count, 50);
        activity.insert(3);
        activity.insert(3);
        assert_eq!(activity.heap.len(), 1);
    }

    #[test]
    fn large_scores_are_scaled_down_together() {
        let mut activity = Activity::new();
        activity.grow(2);
        activity.bump(1);
        for _ in 0..10_000 {
            activity.decay(0.95);
            activity.bump(0);
        }
        assert_eq!(activity.top(), Some(0));
        assert!(activity.scores[0].is_finite());
    }
}
