//! A register full of search nodes: bit `k` of every vector belongs to node `k`.
//!
//! Every pass of the engine is written once over [`Vector`]; the plain `u64` at the foot of this file, and the pair of them that
//! runs where nothing else does, are safe code and the meaning of all the others. Three-input operations have two-input defaults, so a new width needs little more
//! than AND, OR, XOR and AND-NOT.

/// The most 64-bit words any vector has.
pub(super) const MAX_WORDS: usize = 8;

/// A vector of single-bit lanes, with the operations the passes are made of.
pub(super) trait Vector: Copy + 'static {
    /// The same bits in memory, as 64-bit words.
    type Memory: Copy + AsRef<[u64]> + AsMut<[u64]>;
    /// 64-bit words in the vector.
    const WORDS: usize;
    /// Whether a pass had better apply what is left of mini-rows and of mini-columns to a cell at once, not one after the other
    /// with the cell stored in between.
    const AT_ONCE: bool = true;

    fn zero() -> Self;
    fn ones() -> Self;
    /// Every 64-bit word set to `word`.
    fn splat(word: u64) -> Self;
    fn load(memory: &Self::Memory) -> Self;
    fn store(self) -> Self::Memory;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`
    fn and_not(self, other: Self) -> Self;
    /// Each 64-bit word shifted up by `N` bits.
    fn up<const N: u32>(self) -> Self;
    /// Each 64-bit word shifted down by `N` bits.
    fn down<const N: u32>(self) -> Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self::ones().and_not(self)
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// At least two of the three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }
    /// The sum of the three: its lower and its upper bit.
    #[inline(always)]
    fn add3(self, b: Self, c: Self) -> (Self, Self) {
        let differ = self.xor(b);
        (differ.xor(c), self.and(b).or(differ.and(c)))
    }
    /// `self | (b & c)`
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// `self | (b & !c)`
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }
    /// `self & !(b & c)`
    #[inline(always)]
    fn without(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }
    /// `yes` where the bit of `self` is set, else `no`.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(no.and_not(self))
    }
    /// Changes the upper half of every `2 N` bits of `self` with the lower half of the same bits of `other`; `lower` has the
    /// lower halves.
    #[inline(always)]
    fn exchange<const N: u32>(self, other: Self, lower: Self) -> (Self, Self) {
        let moved = self.down::<N>().xor(other).and(lower);
        (self.xor(moved.up::<N>()), other.xor(moved))
    }
    /// The bits as words; words past [`Vector::WORDS`] are zero.
    #[inline(always)]
    fn to_words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        words[..Self::WORDS].copy_from_slice(self.store().as_ref());
        words
    }
    /// The inverse of [`Vector::to_words`].
    #[inline(always)]
    fn from_words(words: &[u64; MAX_WORDS]) -> Self {
        let mut memory = Self::zero().store();
        memory.as_mut().copy_from_slice(&words[..Self::WORDS]);
        Self::load(&memory)
    }
}

/// A vector in a register: its type, its bits in memory, and each operation as the instruction it is.
///
/// The instructions may need a feature of the processor, so whoever names them says why they run only where it is. `N` is the
/// distance of a shift. What follows the shifts takes the place of a default.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! register {
    (
        $(#[$doc:meta])*
        $vector:ident($register:ty), $words:literal words at $bytes:literal bytes, at once: $at_once:literal;
        zero: $zero:expr;
        splat: |$word:ident| $splat:expr;
        load: |$from:ident| $load:expr;
        store: |$to:ident, $stored:ident| $store:expr;
        and: $and:path;
        or: $or:path;
        xor: $xor:path;
        and_not: |$kept:ident, $gone:ident| $and_not:expr;
        up: |$x:ident| $up:expr;
        down: $down:expr;
        $($more:tt)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $vector($register);

        /// Its bits in memory.
        #[derive(Clone, Copy)]
        #[repr(C, align($bytes))]
        pub(super) struct Words([u64; $words]);

        impl AsRef<[u64]> for Words {
            #[inline(always)]
            fn as_ref(&self) -> &[u64] {
                &self.0
            }
        }

        impl AsMut<[u64]> for Words {
            #[inline(always)]
            fn as_mut(&mut self) -> &mut [u64] {
                &mut self.0
            }
        }

        #[allow(unused_unsafe, reason = "the instructions of WebAssembly are safe")]
        impl $crate::lanes::vector::Vector for $vector {
            type Memory = Words;
            const WORDS: usize = $words;
            const AT_ONCE: bool = $at_once;

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: the file that names the instruction says why it runs only where the processor has it.
                $vector(unsafe { $zero })
            }
            #[inline(always)]
            fn ones() -> Self {
                Self::splat(!0)
            }
            #[inline(always)]
            fn splat($word: u64) -> Self {
                // SAFETY: as for `zero`.
                $vector(unsafe { $splat })
            }
            #[inline(always)]
            fn load(memory: &Words) -> Self {
                let $from = core::ptr::from_ref(memory).cast();
                // SAFETY: as for `zero`; `Words` is as long as the register, at an address divisible by its length.
                $vector(unsafe { $load })
            }
            #[inline(always)]
            fn store(self) -> Words {
                let mut words = Words([0; $words]);
                let ($to, $stored) = (core::ptr::from_mut(&mut words).cast(), self.0);
                // SAFETY: as for `load`.
                unsafe { $store };
                words
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: as for `zero`.
                $vector(unsafe { $and(self.0, other.0) })
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: as for `zero`.
                $vector(unsafe { $or(self.0, other.0) })
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: as for `zero`.
                $vector(unsafe { $xor(self.0, other.0) })
            }
            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                let ($kept, $gone) = (self.0, other.0);
                // SAFETY: as for `zero`.
                $vector(unsafe { $and_not })
            }
            #[inline(always)]
            fn up<const N: u32>(self) -> Self {
                let $x = self.0;
                // SAFETY: as for `zero`.
                $vector(unsafe { $up })
            }
            #[inline(always)]
            fn down<const N: u32>(self) -> Self {
                let $x = self.0;
                // SAFETY: as for `zero`.
                $vector(unsafe { $down })
            }
            $($more)*
        }
    };
}
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) use register;

/// One word in memory.
#[derive(Clone, Copy)]
pub(super) struct Word([u64; 1]);

impl AsRef<[u64]> for Word {
    #[inline(always)]
    fn as_ref(&self) -> &[u64] {
        &self.0
    }
}

impl AsMut<[u64]> for Word {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

impl Vector for u64 {
    type Memory = Word;
    const WORDS: usize = 1;

    #[inline(always)]
    fn zero() -> Self {
        0
    }
    #[inline(always)]
    fn ones() -> Self {
        !0
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        word
    }
    #[inline(always)]
    fn load(memory: &Word) -> Self {
        memory.0[0]
    }
    #[inline(always)]
    fn store(self) -> Word {
        Word([self])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self & !other
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        self << N
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        self >> N
    }
}

/// Two words. Compilers make most operations one on a vector where the target always has vectors of 128 bits.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct Pair([u64; 2]);

impl AsRef<[u64]> for Pair {
    #[inline(always)]
    fn as_ref(&self) -> &[u64] {
        &self.0
    }
}

impl AsMut<[u64]> for Pair {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

impl Vector for Pair {
    type Memory = Pair;
    const WORDS: usize = 2;

    #[inline(always)]
    fn zero() -> Self {
        Pair([0; 2])
    }
    #[inline(always)]
    fn ones() -> Self {
        Pair([!0; 2])
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Pair([word; 2])
    }
    #[inline(always)]
    fn load(memory: &Pair) -> Self {
        *memory
    }
    #[inline(always)]
    fn store(self) -> Pair {
        self
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Pair([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Pair([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Pair([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Pair([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        Pair([self.0[0] << N, self.0[1] << N])
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        Pair([self.0[0] >> N, self.0[1] >> N])
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Every operation of `V` against its meaning on single bits, over all eight input combinations in every word.
    pub(in super::super) fn means_what_it_says<V: Vector>() {
        let (a, b, c) = (
            V::splat(0xF0F0_F0F0_F0F0_F0F0),
            V::splat(0xCCCC_CCCC_CCCC_CCCC),
            V::splat(0xAAAA_AAAA_AAAA_AAAA),
        );
        let table = |v: V| {
            let words = v.to_words();
            for &word in &words[..V::WORDS] {
                assert_eq!(word, (word & 0xFF) * 0x0101_0101_0101_0101);
                assert_eq!(word, words[0]);
            }
            words[0] as u8
        };
        let meant = |f: fn(bool, bool, bool) -> bool| {
            (0..8).fold(0u8, |sum, i| sum | (u8::from(f(i & 4 != 0, i & 2 != 0, i & 1 != 0)) << i))
        };
        assert_eq!(table(V::zero()), 0);
        assert_eq!(table(V::ones()), 0xFF);
        assert_eq!(table(a.not()), meant(|a, _, _| !a));
        assert_eq!(table(a.and(b)), meant(|a, b, _| a & b));
        assert_eq!(table(a.or(b)), meant(|a, b, _| a | b));
        assert_eq!(table(a.xor(b)), meant(|a, b, _| a ^ b));
        assert_eq!(table(a.and_not(b)), meant(|a, b, _| a & !b));
        assert_eq!(table(a.and3(b, c)), meant(|a, b, c| a & b & c));
        assert_eq!(table(a.or3(b, c)), meant(|a, b, c| a | b | c));
        assert_eq!(table(a.majority(b, c)), meant(|a, b, c| u8::from(a) + u8::from(b) + u8::from(c) >= 2));
        assert_eq!(table(a.add3(b, c).0), meant(|a, b, c| a ^ b ^ c));
        assert_eq!(table(a.add3(b, c).1), table(a.majority(b, c)));
        assert_eq!(table(a.or_and(b, c)), meant(|a, b, c| a | (b & c)));
        assert_eq!(table(a.or_and_not(b, c)), meant(|a, b, c| a | (b & !c)));
        assert_eq!(table(a.without(b, c)), meant(|a, b, c| a & !(b & c)));
        assert_eq!(table(a.select(b, c)), meant(|a, b, c| if a { b } else { c }));
        let mut words = [0; MAX_WORDS];
        for (j, word) in words[..V::WORDS].iter_mut().enumerate() {
            *word = 0x0123_4567_89AB_CDEF << j;
        }
        let v = V::from_words(&words);
        assert_eq!(v.to_words(), words);
        assert_eq!(v.up::<8>().to_words(), words.map(|word| word << 8));
        assert_eq!(v.down::<3>().to_words(), words.map(|word| word >> 3));
        exchanges::<V, 32>(0x0000_0000_FFFF_FFFF);
        exchanges::<V, 16>(0x0000_FFFF_0000_FFFF);
        exchanges::<V, 8>(0x00FF_00FF_00FF_00FF);
        exchanges::<V, 4>(0x0F0F_0F0F_0F0F_0F0F);
        exchanges::<V, 2>(0x3333_3333_3333_3333);
        exchanges::<V, 1>(0x5555_5555_5555_5555);
    }

    fn exchanges<V: Vector, const N: u32>(lower: u64) {
        let (mut a, mut b) = ([0; MAX_WORDS], [0; MAX_WORDS]);
        for j in 0..V::WORDS {
            a[j] = 0x0123_4567_89AB_CDEF_u64.rotate_left(11 * j as u32);
            b[j] = 0xFEDC_1BA9_5476_1032_u64.rotate_right(7 * j as u32);
        }
        let (c, d) = V::from_words(&a).exchange::<N>(V::from_words(&b), V::splat(lower));
        for j in 0..V::WORDS {
            assert_eq!(c.to_words()[j], a[j] & lower | (b[j] & lower) << N, "{N}");
            assert_eq!(d.to_words()[j], b[j] & !lower | a[j] >> N & lower, "{N}");
        }
    }

    #[test]
    fn portable() {
        means_what_it_says::<u64>();
        means_what_it_says::<Pair>();
    }
}
