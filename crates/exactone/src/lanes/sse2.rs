//! 128 nodes in an SSE2 register, which every x86-64 processor has.

use core::arch::x86_64::*;

use super::machine::Plain;
use super::vector::register;

/// The width.
pub(super) type Sse2 = Plain<V128>;

// SAFETY of all instructions: SSE2 is part of x86-64.
register! {
    /// A vector of 128 lanes.
    V128(__m128i), 2 words at 16 bytes, at once: false;
    zero: _mm_setzero_si128();
    splat: |word| _mm_set1_epi64x(word as i64);
    load: |from| _mm_load_si128(from);
    store: |to, x| _mm_store_si128(to, x);
    and: _mm_and_si128;
    or: _mm_or_si128;
    xor: _mm_xor_si128;
    and_not: |kept, gone| _mm_andnot_si128(gone, kept);
    up: |x| _mm_sll_epi64(x, _mm_cvtsi32_si128(N as i32));
    down: _mm_srl_epi64(x, _mm_cvtsi32_si128(N as i32));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        super::super::vector::tests::means_what_it_says::<V128>();
    }
}
