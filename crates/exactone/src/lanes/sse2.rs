//! 128 nodes in an SSE2 register, which every x86-64 processor has.
//!
//! What is not vectors is left to the portable width.

use core::arch::x86_64::*;

use super::lone::Lone;
use super::machine::{Machine, Portable, export, import, propagate};
use super::node::Node;
use super::pass::State;
use super::search::Aim;
use super::transpose::Nodes;
use super::vector::Vector;

/// A vector of 128 lanes.
#[derive(Clone, Copy)]
pub(super) struct V128(__m128i);

/// Its bits in memory.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Words([u64; 2]);

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

impl Vector for V128 {
    type Memory = Words;
    const WORDS: usize = 2;
    const AT_ONCE: bool = false;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_setzero_si128() })
    }
    #[inline(always)]
    fn ones() -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_set1_epi64x(-1) })
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_set1_epi64x(word as i64) })
    }
    #[inline(always)]
    fn load(memory: &Words) -> Self {
        // SAFETY: SSE2 is part of x86-64; `Words` is 16 bytes at an address divisible by 16.
        V128(unsafe { _mm_load_si128(core::ptr::from_ref(memory).cast()) })
    }
    #[inline(always)]
    fn store(self) -> Words {
        let mut words = Words([0; 2]);
        // SAFETY: SSE2 is part of x86-64; `Words` is 16 bytes at an address divisible by 16.
        unsafe { _mm_store_si128(core::ptr::from_mut(&mut words).cast(), self.0) };
        words
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_and_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_or_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_andnot_si128(other.0, self.0) })
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_sll_epi64(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        V128(unsafe { _mm_srl_epi64(self.0, _mm_cvtsi32_si128(N as i32)) })
    }
}

/// Needs no proof: what runs this has SSE2.
#[derive(Clone, Copy)]
pub(super) struct Sse2;

impl Machine for Sse2 {
    type V = V128;

    fn read_text(self, text: &[u8; 81], node: &mut Node) -> bool {
        Portable.read_text(text, node)
    }
    fn clean_lines(self, text: &[u8]) -> (usize, usize) {
        Portable.clean_lines(text)
    }
    fn read_digits(self, digits: &[u8; 81], node: &mut Node) {
        Portable.read_digits(digits, node);
    }
    fn write_grid(self, node: &Node, base: u8, grid: &mut [u8; 81]) {
        Portable.write_grid(node, base, grid);
    }
    fn lone(self, lone: &mut Lone, node: &Node, aim: Aim, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        Portable.lone(lone, node, aim, stop)
    }
    fn propagate(self, state: &mut State<V128>, most: u32) {
        propagate(state, most);
    }
    fn triads(self, state: &mut State<V128>) {
        super::triad::triads(state);
    }
    fn export(self, state: &mut State<V128>, nodes: &mut Nodes<Words>) {
        export(state, nodes);
    }
    fn import(self, nodes: &Nodes<Words>, state: &mut State<V128>, changed: V128, fresh: Option<V128>) {
        import(nodes, state, changed, fresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        super::super::vector::tests::means_what_it_says::<V128>();
    }
}
