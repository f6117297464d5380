//! 128 nodes in a WebAssembly vector, where the module is built with `-C target-feature=+simd128`.
//!
//! WebAssembly has no run-time choice: a module with vector instructions does not load where there are none. So the
//! feature decides when it is compiled, and every operation is safe.

use core::arch::wasm32::*;

use super::lone::Lone;
use super::machine::{Machine, Portable, export, import, propagate};
use super::node::Node;
use super::pass::State;
use super::search::Aim;
use super::transpose::Nodes;
use super::vector::Vector;

/// A vector of 128 lanes.
#[derive(Clone, Copy)]
pub(super) struct V128(v128);

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

    #[inline(always)]
    fn zero() -> Self {
        V128(u64x2_splat(0))
    }
    #[inline(always)]
    fn ones() -> Self {
        V128(u64x2_splat(!0))
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        V128(u64x2_splat(word))
    }
    #[inline(always)]
    fn load(memory: &Words) -> Self {
        V128(u64x2(memory.0[0], memory.0[1]))
    }
    #[inline(always)]
    fn store(self) -> Words {
        Words([u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        V128(v128_and(self.0, other.0))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        V128(v128_or(self.0, other.0))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        V128(v128_xor(self.0, other.0))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        V128(v128_andnot(self.0, other.0))
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        V128(u64x2_shl(self.0, N))
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        V128(u64x2_shr(self.0, N))
    }
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        V128(v128_bitselect(yes.0, no.0, self.0))
    }
}

/// A module built with vectors runs on a machine that has them.
#[derive(Clone, Copy)]
pub(super) struct Simd128;

impl Machine for Simd128 {
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
