//! 256 nodes in an AVX2 register.

use core::arch::x86_64::*;

use super::lone::{Digits, Lone, Numbers};
use super::machine::{Machine, compiled_for};
use super::node::{Cells, Node, Planes, from_planes, to_planes};
use super::pass::State;
use super::search::Aim;
use super::transpose::Nodes;
use super::vector::{Vector, register};

/// Proof that the processor has AVX2: made only by [`Avx2::detect`].
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        // Every processor with AVX2 has the others; asked for all the same, because the functions below may use them.
        let here = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt");
        here.then_some(Avx2(()))
    }
}

// SAFETY of all instructions: the operations are called only from functions compiled for AVX2, which only a proof of it runs, and
// from tests that have detected it; into these they are inlined.
register! {
    /// A vector of 256 lanes.
    V256(__m256i), 4 words at 32 bytes, at once: false;
    zero: _mm256_setzero_si256();
    splat: |word| _mm256_set1_epi64x(word as i64);
    load: |from| _mm256_load_si256(from);
    store: |to, x| _mm256_store_si256(to, x);
    and: _mm256_and_si256;
    or: _mm256_or_si256;
    xor: _mm256_xor_si256;
    and_not: |kept, gone| _mm256_andnot_si256(gone, kept);
    up: |x| _mm256_sll_epi64(x, _mm_cvtsi32_si128(N as i32));
    down: _mm256_srl_epi64(x, _mm_cvtsi32_si128(N as i32));
    #[inline(always)]
    fn exchange<const N: u32>(self, other: Self, lower: Self) -> (Self, Self) {
        let (up, down) = (other.up::<N>(), self.down::<N>());
        // Where the halves are whole bytes, one instruction each puts them together.
        // SAFETY: runs only where AVX2 was detected.
        let (a, b) = unsafe {
            match N {
                32 => (
                    _mm256_blend_epi32::<0b1010_1010>(self.0, up.0),
                    _mm256_blend_epi32::<0b0101_0101>(other.0, down.0),
                ),
                16 => (
                    _mm256_blend_epi16::<0b1010_1010>(self.0, up.0),
                    _mm256_blend_epi16::<0b0101_0101>(other.0, down.0),
                ),
                8 => {
                    (_mm256_blendv_epi8(up.0, self.0, lower.0), _mm256_blendv_epi8(other.0, down.0, lower.0))
                }
                _ => {
                    let moved = down.xor(other).and(lower);
                    (self.xor(moved.up::<N>()).0, other.xor(moved).0)
                }
            }
        };
        (V256(a), V256(b))
    }
}

impl Machine for Avx2 {
    type V = V256;

    fn read_text(self, text: &[u8; 81], node: &mut Node) -> bool {
        // SAFETY: `self` proves AVX2 and the others.
        unsafe { read_text_avx2(text, node) }
    }
    fn clean_lines(self, text: &[u8]) -> (usize, usize) {
        // SAFETY: `self` proves AVX2 and the others.
        unsafe { clean_lines_avx2(text) }
    }
    fn read_digits(self, digits: &[u8; 81], node: &mut Node) {
        // SAFETY: `self` proves AVX2 and the others.
        unsafe { read_digits_avx2(digits, node) }
    }
    fn write_grid(self, node: &Node, base: u8, grid: &mut [u8; 81]) {
        // SAFETY: `self` proves AVX2 and the others.
        unsafe { write_grid_avx2(node, base, grid) }
    }
    fn lone(self, lone: &mut Lone, node: &Node, aim: Aim, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        // SAFETY: `self` proves AVX2 and the others.
        unsafe { lone_avx2(lone, node, aim, stop) }
    }
    compiled_for!("avx2");
}

/// 32 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes_at(bytes: &[u8; 81], at: usize) -> __m256i {
    let bytes: &[u8; 32] = bytes[at..at + 32].try_into().expect("32 bytes");
    // SAFETY: the array is 32 bytes, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
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

#[target_feature(enable = "avx2,bmi1")]
fn read_digits_avx2(digits: &[u8; 81], node: &mut Node) {
    *node = from_planes(&planes_avx2(digits));
}

/// Whether all bytes are puzzle characters.
#[inline]
#[target_feature(enable = "avx2")]
fn is_puzzle_avx2(text: &[u8; 81]) -> bool {
    // A byte is a puzzle character where its two halves share a bit: 1 for `* - .`, 2 for `0`-`9 ?`, 4 for `_`.
    let low = _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 0, 0, 1, 1, 6));
    let high = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    let nibble = _mm256_set1_epi8(15);
    let mut wrong = _mm256_setzero_si256();
    for at in [0, 32, 49] {
        let part = bytes_at(text, at);
        let upper = _mm256_and_si256(_mm256_srli_epi64::<4>(part), nibble);
        // The shuffle gives 0 for bytes from 128 on.
        let shared = _mm256_and_si256(_mm256_shuffle_epi8(low, part), _mm256_shuffle_epi8(high, upper));
        wrong = _mm256_or_si256(wrong, _mm256_cmpeq_epi8(shared, _mm256_setzero_si256()));
    }
    _mm256_movemask_epi8(wrong) == 0
}

#[target_feature(enable = "avx2")]
fn clean_lines_avx2(text: &[u8]) -> (usize, usize) {
    super::clean::clean(text, |puzzle| is_puzzle_avx2(puzzle))
}

#[target_feature(enable = "avx2,bmi1")]
fn read_text_avx2(text: &[u8; 81], node: &mut Node) -> bool {
    read_digits_avx2(text, node);
    is_puzzle_avx2(text)
}

#[target_feature(enable = "avx2,bmi1")]
fn write_grid_avx2(node: &Node, base: u8, grid: &mut [u8; 81]) {
    let planes = to_planes(node);
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
        let part: &mut [u8; 32] = (&mut grid[at..at + 32]).try_into().expect("32 bytes");
        // SAFETY: the array is 32 bytes, and the store asks for no alignment.
        unsafe { _mm256_storeu_si256(part.as_mut_ptr().cast(), sum) };
    }
}

/// Sixteen numbers in a register.
#[derive(Clone, Copy)]
struct Sixteen(__m256i);

// Called only inside `lone_avx2`, into which the operations are inlined.
impl Digits for Sixteen {
    #[inline(always)]
    fn load(memory: &Numbers) -> Self {
        // SAFETY: runs only where AVX2 was detected; `Numbers` is 32 bytes at an address divisible by 32.
        Sixteen(unsafe { _mm256_load_si256(core::ptr::from_ref(memory).cast()) })
    }
    #[inline(always)]
    fn store(self) -> Numbers {
        let mut numbers = Numbers([0; 16]);
        // SAFETY: runs only where AVX2 was detected; `Numbers` is 32 bytes at an address divisible by 32.
        unsafe { _mm256_store_si256(core::ptr::from_mut(&mut numbers).cast(), self.0) };
        numbers
    }
    #[inline(always)]
    fn splat(number: u16) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_set1_epi16(number as i16) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_add_epi16(self.0, other.0) })
    }
    #[inline(always)]
    fn up<const N: i32>(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_slli_epi16::<N>(self.0) })
    }
    #[inline(always)]
    fn down<const N: i32>(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_srli_epi16::<N>(self.0) })
    }
    #[inline(always)]
    fn is_zero(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn all_zero(self) -> bool {
        // SAFETY: runs only where AVX2 was detected.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }
    #[inline(always)]
    fn in_any(self) -> Self {
        // Each step joins every number with the one 8, 4, 2, 1 places on.
        let x = self.or(self.halves());
        let x = x.or(x.fours());
        let x = x.or(x.twos());
        x.or(x.ones())
    }
    #[inline(always)]
    fn in_one_and_two(self) -> (Self, Self) {
        let join = |(one, two): (Self, Self), (other, other_two): (Self, Self)| {
            (one.or(other), two.or(other_two).or(one.and(other)))
        };
        let other = self.halves();
        let x = (self.or(other), self.and(other));
        let x = join(x, (x.0.fours(), x.1.fours()));
        let x = join(x, (x.0.twos(), x.1.twos()));
        join(x, (x.0.ones(), x.1.ones()))
    }
    #[inline(always)]
    fn count_bit<const N: i32>(self) -> u32 {
        // SAFETY: runs only where AVX2 was detected.
        let mask = unsafe {
            // The bit goes to the top of its number, where the mask of bytes finds it.
            let top = _mm256_and_si256(
                _mm256_sll_epi16(self.0, _mm_cvtsi32_si128(15 - N)),
                _mm256_set1_epi16(i16::MIN),
            );
            _mm256_movemask_epi8(top)
        };
        mask.count_ones()
    }
}

/// Shuffles that come back to the start when done twice.
impl Sixteen {
    #[inline(always)]
    fn halves(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_permute2x128_si256::<1>(self.0, self.0) })
    }
    #[inline(always)]
    fn fours(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn twos(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(self.0) })
    }
    #[inline(always)]
    fn ones(self) -> Self {
        // SAFETY: runs only where AVX2 was detected.
        Sixteen(unsafe { _mm256_or_si256(_mm256_slli_epi32::<16>(self.0), _mm256_srli_epi32::<16>(self.0)) })
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn lone_avx2(lone: &mut Lone, node: &Node, aim: Aim, stop: &mut dyn FnMut(u64) -> bool) -> bool {
    super::lone::search::<Sixteen>(lone, node, aim, stop)
}

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "says what is skipped")]
mod tests {
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
    fn text_as_the_portable_form() {
        let Some(avx2) = Avx2::detect() else { return println!("skipped: this processor has no AVX2") };
        super::super::machine::tests::text_as_the_portable_form(avx2);
    }
}
