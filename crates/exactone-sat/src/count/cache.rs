//! Counts of parts that were seen before, by the whole description of the part.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::component::{Part, Parts};
use super::formula::Formula;
use crate::natural::Natural;

/// A part written down: its variables, then its long clauses.
///
/// Left out are clauses whose literals exclude each other: such a clause is open just when one of its variables is,
/// because the others follow from a true one.
pub(super) type Key = Box<[u8]>;

/// Writes down a part.
pub(super) fn write_key(bytes: &mut Vec<u8>, formula: &Formula, parts: &Parts, part: Part) {
    bytes.clear();
    write_set(bytes, parts.vars(part).iter().copied());
    write_set(bytes, parts.clauses(part).iter().copied().filter(|&id| !formula.is_exclusive(id)));
}

/// An ascending list of numbers: how many, twice, plus one if bits follow; the first; then the gaps between neighbours
/// or a bit for each number from the first to the last, whichever is shorter.
fn write_set(bytes: &mut Vec<u8>, mut numbers: impl DoubleEndedIterator<Item = u32> + Clone) {
    let count = numbers.clone().count();
    let (Some(first), last) = (numbers.next(), numbers.clone().next_back()) else {
        bytes.push(0);
        return;
    };
    let span = last.map_or(1, |last| (last - first) as usize);
    let bits = span.div_ceil(8) < count - 1;
    write(bytes, 2 * count as u32 + u32::from(bits));
    write(bytes, first);
    if bits {
        let start = bytes.len();
        bytes.resize(start + span.div_ceil(8), 0);
        for number in numbers {
            let place = (number - first - 1) as usize;
            bytes[start + place / 8] |= 1 << (place % 8);
        }
    } else {
        let mut last = first;
        for number in numbers {
            write(bytes, number - last);
            last = number;
        }
    }
}

fn write(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Multiplies and folds, eight bytes at a time. Keys are compared in full, so a collision costs time only.
#[derive(Default)]
pub(super) struct Fold(u64);

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let product = u128::from(self.0 ^ u64::from_le_bytes(word)) * 0x9E37_79B9_7F4A_7C15;
            self.0 = (product >> 64) as u64 ^ product as u64;
        }
    }
}

struct Entry {
    count: Natural,
    used: u64,
}

/// What a hash map needs for an entry beside the key's bytes, about.
const OVERHEAD: usize = 24 + size_of::<(Key, Entry)>();

pub(super) struct Cache {
    entries: HashMap<Key, Entry, BuildHasherDefault<Fold>>,
    bytes: usize,
    most: usize,
    clock: u64,
    pub(super) hits: u64,
}

impl Cache {
    pub(super) fn new(most: usize) -> Cache {
        Cache { entries: HashMap::default(), bytes: 0, most, clock: 0, hits: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn get(&mut self, key: &[u8]) -> Option<&Natural> {
        let entry = self.entries.get_mut(key)?;
        self.clock += 1;
        self.hits += 1;
        entry.used = self.clock;
        Some(&entry.count)
    }

    pub(super) fn insert(&mut self, key: Key, count: Natural) {
        let size = key.len() + count.heap_size() + OVERHEAD;
        if self.bytes + size > self.most {
            self.forget_half();
            if self.bytes + size > self.most {
                return;
            }
        }
        self.clock += 1;
        self.bytes += size;
        self.entries.insert(key, Entry { count, used: self.clock });
    }

    fn forget_half(&mut self) {
        let mut used: Vec<u64> = self.entries.values().map(|entry| entry.used).collect();
        let middle = used.len() / 2;
        if middle == 0 {
            self.entries.clear();
            self.bytes = 0;
            return;
        }
        let (_, &mut median, _) = used.select_nth_unstable(middle);
        let bytes = &mut self.bytes;
        self.entries.retain(|key, entry| {
            let keep = entry.used >= median;
            if !keep {
                *bytes -= key.len() + entry.count.heap_size() + OVERHEAD;
            }
            keep
        });
    }
}
