//! Many growing lists in one pool.
//!
//! A solver keeps two or three lists a literal, most of them empty or short. A `Vec` each would cost 24 bytes of
//! header and an allocation; here the header takes 8 bytes and the items of all lists share one buffer, in blocks
//! whose sizes are powers of two, recycled through free lists. A block's place in the pool never changes under a
//! list that does not grow, so a list can be walked by index while others are pushed to.
//!
//! ```text
//! Head.size:  bit 31 .............. 5 | 4 ............ 0
//!             items in the list       | class: room for (1 << class) / 2 items
//! ```

#[derive(Clone, Copy, Default)]
struct Head {
    start: u32,
    size: u32,
}

impl Head {
    #[inline]
    fn len(self) -> usize {
        (self.size >> 5) as usize
    }

    #[inline]
    fn class(self) -> u32 {
        self.size & 31
    }

    #[inline]
    fn room(self) -> usize {
        (1 << self.class()) >> 1
    }
}

/// Lists numbered from 0, each a growing sequence of small `Copy` items.
pub(super) struct Lists<T> {
    lists: usize,
    heads: Vec<Head>,
    pub(super) pool: Vec<T>,
    free: Vec<Vec<u32>>,
    first_class: u32,
    filler: T,
}

impl<T: Copy> Lists<T> {
    /// No lists yet. A list's first block has room for `first_room` items, a power of two.
    pub(super) fn new(first_room: usize, filler: T) -> Lists<T> {
        Lists {
            lists: 0,
            heads: Vec::new(),
            pool: Vec::new(),
            free: Vec::new(),
            first_class: first_room.trailing_zeros() + 1,
            filler,
        }
    }

    /// Raises the number of lists. They have heads, eight bytes each, once one of all has an item.
    pub(super) fn grow(&mut self, lists: usize) {
        self.lists = self.lists.max(lists);
        if !self.heads.is_empty() {
            self.heads.resize(self.lists, Head::default());
        }
    }

    /// The places in the pool that hold the items of a list.
    #[inline]
    pub(super) fn range(&self, list: usize) -> (usize, usize) {
        let head = self.head(list);
        (head.start as usize, head.start as usize + head.len())
    }

    /// Whether a list has no items.
    #[inline]
    pub(super) fn is_empty(&self, list: usize) -> bool {
        self.head(list).len() == 0
    }

    #[inline]
    fn head(&self, list: usize) -> Head {
        self.heads.get(list).copied().unwrap_or_default()
    }

    /// The items of a list.
    #[inline]
    pub(super) fn items(&self, list: usize) -> &[T] {
        let (start, end) = self.range(list);
        &self.pool[start..end]
    }

    /// Adds an item at the end of a list.
    #[inline]
    pub(super) fn push(&mut self, list: usize, item: T) {
        let Some(head) = self.heads.get_mut(list) else { return self.push_enlarged(list, item) };
        let (start, len) = (head.start as usize, head.len());
        if len < head.room() {
            head.size += 1 << 5;
            self.pool[start + len] = item;
        } else {
            self.push_enlarged(list, item);
        }
    }

    #[cold]
    fn push_enlarged(&mut self, list: usize, item: T) {
        self.heads.resize(self.lists, Head::default());
        self.enlarge(list);
        let head = &mut self.heads[list];
        self.pool[head.start as usize + head.len()] = item;
        head.size += 1 << 5;
    }

    /// Cuts a list to its first `len` items; keeps its block.
    #[inline]
    pub(super) fn truncate(&mut self, list: usize, len: usize) {
        let Some(head) = self.heads.get_mut(list) else { return };
        debug_assert!(len <= head.len());
        head.size = (len as u32) << 5 | head.class();
    }

    /// Keeps the items that `keep` says yes to, in order.
    pub(super) fn retain(&mut self, list: usize, mut keep: impl FnMut(&mut T) -> bool) {
        let (start, end) = self.range(list);
        let mut kept = start;
        for at in start..end {
            let mut item = self.pool[at];
            if keep(&mut item) {
                self.pool[kept] = item;
                kept += 1;
            }
        }
        self.truncate(list, kept - start);
    }

    fn enlarge(&mut self, list: usize) {
        let old = self.heads[list];
        let class = if old.class() == 0 { self.first_class } else { old.class() + 1 };
        let room = (1usize << class) >> 1;
        let start = match self.free.get_mut(class as usize).and_then(Vec::pop) {
            Some(start) => start as usize,
            None => {
                let start = self.pool.len();
                self.pool.resize(start + room, self.filler);
                start
            }
        };
        let from = old.start as usize;
        self.pool.copy_within(from..from + old.len(), start);
        if old.class() != 0 {
            if self.free.len() <= old.class() as usize {
                self.free.resize(old.class() as usize + 1, Vec::new());
            }
            self.free[old.class() as usize].push(old.start);
        }
        let start = u32::try_from(start).expect("a pool of lists holds fewer than 2^32 items");
        self.heads[list] = Head { start, size: (old.len() as u32) << 5 | class };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_behave_like_vectors() {
        let mut lists = Lists::new(2, 0u32);
        lists.grow(7);
        let mut vectors: Vec<Vec<u32>> = vec![Vec::new(); 7];
        let mut state = 1u32;
        for step in 0..5_000u32 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let list = (state >> 16) as usize % 7;
            match state >> 28 {
                0 => {
                    lists.retain(list, |item| *item % 3 != 0);
                    vectors[list].retain(|item| item % 3 != 0);
                }
                1 => {
                    let half = vectors[list].len() / 2;
                    lists.truncate(list, half);
                    vectors[list].truncate(half);
                }
                _ => {
                    lists.push(list, step);
                    vectors[list].push(step);
                }
            }
            assert_eq!(lists.items(list), vectors[list]);
        }
        for (list, vector) in vectors.iter().enumerate() {
            assert_eq!(lists.items(list), vector);
        }
    }
}
