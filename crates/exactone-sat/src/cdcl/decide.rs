//! Which variable to branch on in stable mode: the most active one that has no value.
//!
//! VSIDS with exponentially growing increments (Moskewicz et al., Chaff, DAC 2001; Eén and Sörensson, MiniSat, SAT
//! 2003) in a binary heap of those that were ever bumped; after them come the others by their numbers. Variables stay in
//! the heap until they are looked at and found assigned, and come back when their value is taken back; a new call finds
//! the heap as the last one left it. Nothing is allocated before stable mode is entered.

const ABSENT: u32 = u32::MAX;
const RESCALE: f64 = 1e150;

/// A variable in the heap; its score stands beside it, so that sinking touches one place a step.
#[derive(Clone, Copy)]
struct Entry {
    score: f64,
    var: u32,
}

/// Variables by activity.
pub(super) struct Activity {
    scores: Vec<f64>,
    heap: Vec<Entry>,
    places: Vec<u32>,
    increment: f64,
    /// Of the variables that were never bumped all before this one have a value.
    rest: usize,
}

impl Activity {
    pub(super) fn new() -> Activity {
        Activity { scores: Vec::new(), heap: Vec::new(), places: Vec::new(), increment: 1.0, rest: 0 }
    }

    /// Raises the number of variables; new ones get the score 0.
    pub(super) fn grow(&mut self, vars: usize) {
        self.scores.resize(vars, 0.0);
        self.places.resize(vars, ABSENT);
    }

    /// Takes note that all variables may be without a value.
    pub(super) fn insert_all(&mut self) {
        for index in 0..self.scores.len() {
            self.insert(index);
        }
    }

    /// Whether one variable comes before another.
    #[inline]
    pub(super) fn is_before(&self, a: usize, b: usize) -> bool {
        self.scores[a] > self.scores[b]
    }

    /// Whether a variable was ever bumped in stable mode.
    #[inline]
    pub(super) fn is_active(&self, index: usize) -> bool {
        self.scores[index] > 0.0
    }

    #[inline]
    fn put(&mut self, at: usize, entry: Entry) {
        self.heap[at] = entry;
        self.places[entry.var as usize] = at as u32;
    }

    #[inline]
    fn rise(&mut self, mut at: usize, entry: Entry) {
        while at > 0 {
            let parent = (at - 1) / 2;
            let above = self.heap[parent];
            if entry.score <= above.score {
                break;
            }
            self.put(at, above);
            at = parent;
        }
        self.put(at, entry);
    }

    #[inline]
    fn sink(&mut self, mut at: usize, entry: Entry) {
        loop {
            let child = 2 * at + 1;
            let next = match self.heap[child.min(self.heap.len())..] {
                [a, b, ..] if b.score > a.score => (child + 1, b),
                [a, ..] => (child, a),
                [] => break,
            };
            if next.1.score <= entry.score {
                break;
            }
            self.put(at, next.1);
            at = next.0;
        }
        self.put(at, entry);
    }

    /// Puts a variable without a value in, if it is not.
    #[inline]
    pub(super) fn insert(&mut self, index: usize) {
        let score = self.scores[index];
        if score == 0.0 {
            self.rest = self.rest.min(index);
        } else if self.places[index] == ABSENT {
            let entry = Entry { score, var: index as u32 };
            self.heap.push(entry);
            self.rise(self.heap.len() - 1, entry);
        }
    }

    /// The first variable in this order that has no value.
    #[inline]
    pub(super) fn next(&mut self, has_value: impl Fn(usize) -> bool) -> Option<usize> {
        while let Some(top) = self.heap.first() {
            if !has_value(top.var as usize) {
                return Some(top.var as usize);
            }
            self.pop();
        }
        while self.rest < self.scores.len() && (has_value(self.rest) || self.is_active(self.rest)) {
            self.rest += 1;
        }
        (self.rest < self.scores.len()).then_some(self.rest)
    }

    /// Takes the most active variable out.
    #[inline]
    fn pop(&mut self) {
        let last = self.heap.pop().expect("a heap with a top is not empty");
        match self.heap.first() {
            Some(top) => {
                self.places[top.var as usize] = ABSENT;
                self.sink(0, last);
            }
            None => self.places[last.var as usize] = ABSENT,
        }
    }

    /// Makes a variable more active. One that has a value comes into the heap when that is taken back.
    #[inline]
    pub(super) fn bump(&mut self, index: usize) {
        self.scores[index] += self.increment;
        if self.scores[index] > RESCALE {
            self.rescale();
        }
        let place = self.places[index];
        if place != ABSENT {
            self.rise(place as usize, Entry { score: self.scores[index], var: index as u32 });
        }
    }

    /// Makes all scores smaller. Some become 0; what is in the heap stays there.
    #[cold]
    fn rescale(&mut self) {
        for score in &mut self.scores {
            *score /= RESCALE;
        }
        self.increment /= RESCALE;
        for entry in &mut self.heap {
            entry.score = self.scores[entry.var as usize];
        }
    }

    /// How many variables have a score above 0.
    pub(super) fn active_count(&self) -> usize {
        self.scores.iter().filter(|&&score| score > 0.0).count()
    }

    /// Forgets all scores, when no variable has a value.
    pub(super) fn forget(&mut self) {
        self.scores.fill(0.0);
        self.places.fill(ABSENT);
        self.heap.clear();
        self.increment = 1.0;
        self.rest = 0;
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
    fn variables_come_by_activity_then_by_number() {
        let mut activity = Activity::new();
        activity.grow(50);
        for index in 0..50 {
            for _ in 0..index * 7 % 50 % 20 {
                activity.bump(index);
            }
        }
        activity.insert_all();
        let mut assigned = [false; 50];
        let mut order = Vec::new();
        while let Some(index) = activity.next(|index| assigned[index]) {
            assigned[index] = true;
            order.push(index);
        }
        let score = |index: usize| index * 7 % 50 % 20;
        assert_eq!(order.len(), 50);
        assert!(order.windows(2).all(|two| score(two[0]) >= score(two[1])));
        let never = order.iter().filter(|&&index| score(index) == 0).copied().collect::<Vec<_>>();
        assert!(never.len() > 1 && never.is_sorted());
        for index in [never[1], 3, never[0], 3] {
            assigned[index] = false;
            activity.insert(index);
        }
        assert_eq!(activity.heap.len(), 1);
        assert_eq!(activity.next(|index| assigned[index]), Some(3));
        assigned[3] = true;
        assert_eq!(activity.next(|index| assigned[index]), Some(never[0]));
    }

    #[test]
    fn who_forgets_goes_by_numbers_again() {
        let mut activity = Activity::new();
        activity.grow(4);
        activity.bump(2);
        activity.decay(0.5);
        activity.bump(3);
        activity.insert_all();
        assert_eq!((activity.next(|_| false), activity.active_count()), (Some(3), 2));
        activity.forget();
        assert_eq!((activity.next(|_| false), activity.active_count()), (Some(0), 0));
        activity.bump(1);
        activity.insert(1);
        assert_eq!((activity.next(|_| false), activity.scores[1]), (Some(1), 1.0));
    }

    #[test]
    fn large_scores_are_scaled_down_together() {
        let mut activity = Activity::new();
        activity.grow(2);
        activity.bump(1);
        activity.insert_all();
        for _ in 0..30_000 {
            activity.decay(0.95);
            activity.bump(0);
        }
        activity.insert(0);
        assert!(!activity.is_active(1) && activity.scores[0].is_finite());
        assert_eq!(activity.next(|_| false), Some(0));
        assert_eq!(activity.next(|index| index == 0), Some(1));
    }
}
