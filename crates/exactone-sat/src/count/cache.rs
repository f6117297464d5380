//! Counts of parts that were seen before, by the whole description of the part.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::component::{Part, Parts};
use crate::natural::Natural;

/// A part written down: how many variables, then the gaps between variables and between clauses, seven bits a byte.
pub(super) type Key = Box<[u8]>;

pub(super) fn key(parts: &Parts, part: Part) -> Key {
    let (vars, clauses) = (parts.vars(part), parts.clauses(part));
    let mut bytes = Vec::with_capacity(vars.len() + clauses.len() + 4);
    write(&mut bytes, vars.len() as u32);
    for list in [vars, clauses] {
        let mut last = 0;
        for &item in list {
            write(&mut bytes, item - last);
            last = item;
        }
    }
    bytes.into()
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
