//! 256 nodes in an AVX2 register.

use core::arch::x86_64::*;

use super::machine::{Machine, export, import, propagate};
use super::node::{Cells, Planes};
use super::pass::State;
use super::transpose::Nodes;
use super::vector::Vector;

/// A vector of 256 lanes.
#[derive(Clone, Copy)]
pub(super) struct V256(__m256i);

/// Its bits in memory.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Words([u64; 4]);

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

/// Proof that the processor has AVX2: made only by [`Avx2::detect`].
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }
}

// The operations are called only from the `target_feature` functions at the foot of this file (and from tests that have
// detected AVX2), into which they are inlined.
impl Vector for V256 {
    type Memory = Words;
    const WORDS: usize = 4;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_setzero_si256() })
    }
    #[inline(always)]
    fn ones() -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_set1_epi64x(-1) })
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    fn load(memory: &Words) -> Self {
        // SAFETY: runs only where AVX2 was detected; `Words` is 32 bytes at an address divisible by 32.
        V256(unsafe { _mm256_load_si256(core::ptr::from_ref(memory).cast()) })
    }
    #[inline(always)]
    fn store(self) -> Words {
        let mut words = Words([0; 4]);
        // SAFETY: runs only where AVX2 was detected; `Words` is 32 bytes at an address divisible by 32.
        unsafe { _mm256_store_si256(core::ptr::from_mut(&mut words).cast(), self.0) };
        words
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        V256(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
}

impl Machine for Avx2 {
    type V = V256;

    fn planes_of(self, bytes: &[u8; 81]) -> Planes {
        // SAFETY: `self` proves AVX2.
        unsafe { planes_avx2(bytes) }
    }
    fn bytes_of(self, planes: &Planes, base: u8) -> [u8; 81] {
        // SAFETY: `self` proves AVX2.
        unsafe { bytes_avx2(planes, base) }
    }
    fn propagate(self, state: &mut State<V256>, most: u32) {
        // SAFETY: `self` proves AVX2.
        unsafe { propagate_avx2(state, most) }
    }
    fn triads(self, state: &mut State<V256>) {
        // SAFETY: `self` proves AVX2.
        unsafe { triads_avx2(state) }
    }
    fn export(self, state: &mut State<V256>, nodes: &mut Nodes<Words>) {
        // SAFETY: `self` proves AVX2.
        unsafe { export_avx2(state, nodes) }
    }
    fn import(self, nodes: &Nodes<Words>, state: &mut State<V256>, changed: V256, fresh: Option<V256>) {
        // SAFETY: `self` proves AVX2.
        unsafe { import_avx2(nodes, state, changed, fresh) }
    }
}

#[target_feature(enable = "avx2")]
fn propagate_avx2(state: &mut State<V256>, most: u32) {
    propagate(state, most);
}

#[target_feature(enable = "avx2")]
fn triads_avx2(state: &mut State<V256>) {
    super::triad::triads(state);
}

#[target_feature(enable = "avx2")]
fn export_avx2(state: &mut State<V256>, nodes: &mut Nodes<Words>) {
    export(state, nodes);
}

#[target_feature(enable = "avx2")]
fn import_avx2(nodes: &Nodes<Words>, state: &mut State<V256>, changed: V256, fresh: Option<V256>) {
    import(nodes, state, changed, fresh);
}

/// 32 bytes from `at` on.
#[target_feature(enable = "avx2")]
fn bytes_at(bytes: &[u8; 81], at: usize) -> __m256i {
    let bytes: &[u8; 32] = bytes[at..at + 32].try_into().expect("32 bytes");
    // SAFETY: the array is 32 bytes, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
fn planes_avx2(bytes: &[u8; 81]) -> Planes {
    // The last vector overlaps the second: its upper 17 bytes are cells 64 to 80.
    let parts = [bytes_at(bytes, 0), bytes_at(bytes, 32), bytes_at(bytes, 49)];
    let plane = |parts: [__m256i; 3]| {
        let [low, high, tail] = parts.map(|part| _mm256_movemask_epi8(part) as u32);
        Cells::from(u64::from(low) | u64::from(high) << 32) | Cells::from(tail >> 15) << 64
    };
    // Bit 0 to 3 of each byte, shifted up to where the mask is taken.
    [
        plane(parts.map(|part| _mm256_slli_epi64::<7>(part))),
        plane(parts.map(|part| _mm256_slli_epi64::<6>(part))),
        plane(parts.map(|part| _mm256_slli_epi64::<5>(part))),
        plane(parts.map(|part| _mm256_slli_epi64::<4>(part))),
    ]
}

#[target_feature(enable = "avx2")]
fn bytes_avx2(planes: &Planes, base: u8) -> [u8; 81] {
    let mut bytes = [0; 81];
    let each = _mm256_set_epi64x(
        0x0303_0303_0303_0303,
        0x0202_0202_0202_0202,
        0x0101_0101_0101_0101,
        0x0000_0000_0000_0000,
    );
    let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    for at in [49, 32, 0] {
        let mut sum = _mm256_set1_epi8(base as i8);
        for (bit, plane) in planes.iter().enumerate() {
            let word = _mm256_set1_epi32((plane >> at) as u32 as i32);
            let hit = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(word, each), bits), bits);
            sum = _mm256_or_si256(sum, _mm256_and_si256(hit, _mm256_set1_epi8(1 << bit)));
        }
        let part: &mut [u8; 32] = (&mut bytes[at..at + 32]).try_into().expect("32 bytes");
        // SAFETY: the array is 32 bytes, and the store asks for no alignment.
        unsafe { _mm256_storeu_si256(part.as_mut_ptr().cast(), sum) };
    }
    bytes
}

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "says what is skipped")]
mod tests {
    use super::super::node::{bytes_of, planes_of};
    use super::*;

    #[test]
    fn operations() {
        if Avx2::detect().is_some() {
            super::super::vector::tests::means_what_it_says::<V256>();
        } else {
            println!("skipped: this processor has no AVX2");
        }
    }

    #[test]
    fn bytes_as_the_portable_form() {
        let Some(avx2) = Avx2::detect() else { return println!("skipped: this processor has no AVX2") };
        for seed in 0..200_usize {
            let bytes: [u8; 81] = core::array::from_fn(|i| (i * 7 + seed * (i + 3)) as u8);
            let planes = avx2.planes_of(&bytes);
            assert_eq!(planes, planes_of(&bytes));
            assert_eq!(avx2.bytes_of(&planes, b'0'), bytes_of(&planes, b'0'));
            assert_eq!(avx2.bytes_of(&planes, 0), bytes.map(|byte| byte & 15));
        }
    }
}
