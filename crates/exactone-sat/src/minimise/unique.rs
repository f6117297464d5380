//! Nodes that are there once: equal nodes have equal numbers, so a number is a function (or a set).
//!
//! A flat list of nodes and an open-addressed table of their numbers; a quarter of the memory of a hash map that
//! keeps the nodes as keys too. Beside it a [`Memo`] of bounded size: what has been computed lately.

use std::cell::Cell;

/// Why a computation on nodes ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// There are more nodes than there may be.
    Full,
    /// The time is up.
    Late,
}

/// The clock of a computation, looked at now and then: a thousand steps take about a tenth of a millisecond.
pub(crate) struct Watch<'a> {
    expired: &'a dyn Fn() -> bool,
    steps: Cell<u32>,
}

impl<'a> Watch<'a> {
    const STEPS: u32 = 1024;

    pub fn new(expired: &'a dyn Fn() -> bool) -> Watch<'a> {
        Watch { expired, steps: Cell::new(0) }
    }

    /// One more step.
    pub fn tick(&self) -> Result<(), Halt> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps % Self::STEPS);
        if steps == Self::STEPS { self.now() } else { Ok(()) }
    }

    /// Looks at the clock.
    pub fn now(&self) -> Result<(), Halt> {
        if (self.expired)() { Err(Halt::Late) } else { Ok(()) }
    }
}

/// What a node is found by.
pub(crate) trait Key: Copy + Eq {
    fn hash(self) -> u64;
}

/// Spreads numbers over all bits.
fn spread(numbers: impl IntoIterator<Item = u32>) -> u64 {
    numbers.into_iter().fold(0x2545_F491_4F6C_DD1D, |hash: u64, number| {
        let mixed = (hash.rotate_left(23) ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 29
    })
}

impl<const N: usize> Key for [u32; N] {
    fn hash(self) -> u64 {
        spread(self)
    }
}

/// Nodes by number, each once.
pub(crate) struct Unique<K> {
    nodes: Vec<K>,
    /// Numbers plus 1, 0 where nothing is; at most half full, a power of two long.
    slots: Vec<u32>,
    most: usize,
}

impl<K: Key> Unique<K> {
    /// With these nodes, which are not found again, and room for `most` nodes.
    pub fn new(first: &[K], most: usize) -> Unique<K> {
        Unique { nodes: first.to_vec(), slots: vec![0; 64], most: most.min(u32::MAX as usize / 2) }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn get(&self, number: u32) -> K {
        self.nodes[number as usize]
    }

    /// The number of this node.
    pub fn add(&mut self, node: K) -> Result<u32, Halt> {
        let mut place = self.place(node);
        if self.slots[place] != 0 {
            return Ok(self.slots[place] - 1);
        }
        if self.nodes.len() >= self.most {
            return Err(Halt::Full);
        }
        if 2 * self.nodes.len() >= self.slots.len() {
            self.grow();
            place = self.place(node);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.slots[place] = number + 1;
        Ok(number)
    }

    /// Where the node is, or would be.
    fn place(&self, node: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = node.hash() as usize & mask;
        while self.slots[place] != 0 && self.nodes[self.slots[place] as usize - 1] != node {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; 2 * old.len()];
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let place = self.place(self.nodes[slot as usize - 1]);
            self.slots[place] = slot;
        }
    }
}

/// Results by key. A new result may take the place of an old one, so memory is bounded whatever is computed.
pub(crate) struct Memo<K, V> {
    entries: Vec<Option<(K, V)>>,
    used: usize,
    most: usize,
}

impl<K: Key, V: Copy> Memo<K, V> {
    /// For up to about so many results at a time.
    pub fn new(most: usize) -> Memo<K, V> {
        Memo { entries: vec![None; 256], used: 0, most }
    }

    pub fn get(&self, key: K) -> Option<V> {
        let (found, value) = self.entries[key.hash() as usize & (self.entries.len() - 1)]?;
        (found == key).then_some(value)
    }

    pub fn put(&mut self, key: K, value: V) {
        if 2 * self.used >= self.entries.len() && self.entries.len() < self.most {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![None; 4 * old.len()];
            self.used = 0;
            old.into_iter().flatten().for_each(|(key, value)| self.store(key, value));
        }
        self.store(key, value);
    }

    fn store(&mut self, key: K, value: V) {
        let place = key.hash() as usize & (self.entries.len() - 1);
        self.used += self.entries[place].is_none() as usize;
        self.entries[place] = Some((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_nodes_have_one_number_and_there_is_an_end() {
        let mut unique = Unique::new(&[[0, 0]], 1000);
        for round in 0..2 {
            for n in 1..1000 {
                assert_eq!(unique.add([n, n * n % 7]), Ok(n), "round {round}");
            }
        }
        assert_eq!(unique.add([0, 1]), Err(Halt::Full));
        assert_eq!(unique.add([5, 25 % 7]), Ok(5), "what is there is still found");
        assert_eq!((unique.len(), unique.get(5)), (1000, [5, 4]));
    }

    #[test]
    fn a_memo_forgets_but_never_lies() {
        let mut memo: Memo<[u32; 2], u32> = Memo::new(1024);
        for n in 0..10_000 {
            memo.put([n, 1], n);
            assert_eq!(memo.get([n, 1]), Some(n));
        }
        let known =
            (0..10_000).filter(|&n| memo.get([n, 1]).inspect(|&found| assert_eq!(found, n)).is_some());
        assert!((500..=1024).contains(&known.count()));
        assert!((0..10_000).all(|n| memo.get([n, 2]).is_none()));
    }

    #[test]
    fn the_clock_is_looked_at_now_and_then() {
        let asked = Cell::new(0);
        let expired = || asked.replace(asked.get() + 1) >= 2;
        let watch = Watch::new(&expired);
        let steps = (0..10_000).take_while(|_| watch.tick().is_ok()).count();
        assert_eq!((steps, asked.get()), (3 * 1024 - 1, 3));
    }
}
