//! 512 nodes in an AVX-512 register.
//!
//! Three-input operations are one instruction here; each is named by its truth table, which the tests take from the
//! portable meaning.

use core::arch::x86_64::*;

use super::avx2::Avx2;
use super::lone::Lone;
use super::machine::{Machine, export, import, propagate};
use super::node::Node;
use super::pass::State;
use super::search::Aim;
use super::transpose::Nodes;
use super::vbmi::Vbmi;
use super::vector::Vector;

/// A vector of 512 lanes.
#[derive(Clone, Copy)]
pub(super) struct V512(__m512i);

/// Its bits in memory.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Words([u64; 8]);

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

/// Proof that the processor has AVX-512: made only by [`Avx512::detect`].
#[derive(Clone, Copy)]
pub(super) struct Avx512 {
    /// Every processor with AVX-512 has AVX2, which searches for one puzzle alone, and reads and writes single lines of text ...
    avx2: Avx2,
    /// ... where there is no AVX-512 for bytes.
    bytes: Option<Vbmi>,
}

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let avx2 = std::arch::is_x86_feature_detected!("avx512f").then(Avx2::detect)??;
        Some(Avx512 { avx2, bytes: Vbmi::detect() })
    }

    /// The same without AVX-512 for bytes.
    #[cfg(test)]
    pub(super) fn plain(self) -> Self {
        Avx512 { bytes: None, ..self }
    }
}

/// Truth tables: bit `4 a + 2 b + c` is the value for the inputs a, b, c.
pub(super) mod table {
    pub(in super::super) const AND3: i32 = 0x80;
    pub(in super::super) const OR3: i32 = 0xFE;
    pub(in super::super) const XOR3: i32 = 0x96;
    pub(in super::super) const MAJORITY: i32 = 0xE8;
    pub(in super::super) const OR_AND: i32 = 0xF8;
    pub(in super::super) const OR_AND_NOT: i32 = 0xF4;
    pub(in super::super) const WITHOUT: i32 = 0x70;
    pub(in super::super) const SELECT: i32 = 0xCA;
}

#[inline(always)]
fn three<const TABLE: i32>(a: V512, b: V512, c: V512) -> V512 {
    // SAFETY: runs only where AVX-512F was detected.
    V512(unsafe { _mm512_ternarylogic_epi64::<TABLE>(a.0, b.0, c.0) })
}

// The operations are called only from the `target_feature` functions at the foot of this file (and from tests that have
// detected AVX-512), into which they are inlined.
impl Vector for V512 {
    type Memory = Words;
    const WORDS: usize = 8;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    fn ones() -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_set1_epi64(-1) })
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_set1_epi64(word as i64) })
    }
    #[inline(always)]
    fn load(memory: &Words) -> Self {
        // SAFETY: runs only where AVX-512F was detected; `Words` is 64 bytes at an address divisible by 64.
        V512(unsafe { _mm512_load_si512(core::ptr::from_ref(memory).cast()) })
    }
    #[inline(always)]
    fn store(self) -> Words {
        let mut words = Words([0; 8]);
        // SAFETY: runs only where AVX-512F was detected; `Words` is 64 bytes at an address divisible by 64.
        unsafe { _mm512_store_si512(core::ptr::from_mut(&mut words).cast(), self.0) };
        words
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_slli_epi64::<N>(self.0) })
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: runs only where AVX-512F was detected.
        V512(unsafe { _mm512_srli_epi64::<N>(self.0) })
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        three::<{ table::AND3 }>(self, b, c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        three::<{ table::OR3 }>(self, b, c)
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        three::<{ table::MAJORITY }>(self, b, c)
    }
    #[inline(always)]
    fn add3(self, b: Self, c: Self) -> (Self, Self) {
        (three::<{ table::XOR3 }>(self, b, c), self.majority(b, c))
    }
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        three::<{ table::OR_AND }>(self, b, c)
    }
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        three::<{ table::OR_AND_NOT }>(self, b, c)
    }
    #[inline(always)]
    fn without(self, b: Self, c: Self) -> Self {
        three::<{ table::WITHOUT }>(self, b, c)
    }
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        three::<{ table::SELECT }>(self, yes, no)
    }
    #[inline(always)]
    fn exchange<const N: u32>(self, other: Self, lower: Self) -> (Self, Self) {
        (lower.select(self, other.up::<N>()), lower.select(self.down::<N>(), other))
    }
}

impl Machine for Avx512 {
    type V = V512;

    fn read_text(self, text: &[u8; 81], node: &mut Node) -> bool {
        match self.bytes {
            Some(vbmi) => vbmi.read_text(text, node),
            None => self.avx2.read_text(text, node),
        }
    }
    fn clean_lines(self, text: &[u8]) -> (usize, usize) {
        match self.bytes {
            Some(vbmi) => vbmi.clean_lines(text),
            None => self.avx2.clean_lines(text),
        }
    }
    fn read_digits(self, digits: &[u8; 81], node: &mut Node) {
        match self.bytes {
            Some(vbmi) => vbmi.read_digits(digits, node),
            None => self.avx2.read_digits(digits, node),
        }
    }
    fn write_grid(self, node: &Node, base: u8, grid: &mut [u8; 81]) {
        match self.bytes {
            Some(vbmi) => vbmi.write_grid(node, base, grid),
            None => self.avx2.write_grid(node, base, grid),
        }
    }
    fn lone(self, lone: &mut Lone, node: &Node, aim: Aim, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        self.avx2.lone(lone, node, aim, stop)
    }
    fn propagate(self, state: &mut State<V512>, most: u32) {
        // SAFETY: `self` proves AVX-512F.
        unsafe { propagate_avx512(state, most) }
    }
    fn triads(self, state: &mut State<V512>) {
        // SAFETY: `self` proves AVX-512F.
        unsafe { triads_avx512(state) }
    }
    fn export(self, state: &mut State<V512>, nodes: &mut Nodes<Words>) {
        // SAFETY: `self` proves AVX-512F.
        unsafe { export_avx512(state, nodes) }
    }
    fn import(self, nodes: &Nodes<Words>, state: &mut State<V512>, changed: V512, fresh: Option<V512>) {
        // SAFETY: `self` proves AVX-512F.
        unsafe { import_avx512(nodes, state, changed, fresh) }
    }
}

#[target_feature(enable = "avx512f")]
fn propagate_avx512(state: &mut State<V512>, most: u32) {
    propagate(state, most);
}

#[target_feature(enable = "avx512f")]
fn triads_avx512(state: &mut State<V512>) {
    super::triad::triads(state);
}

#[target_feature(enable = "avx512f")]
fn export_avx512(state: &mut State<V512>, nodes: &mut Nodes<Words>) {
    export(state, nodes);
}

#[target_feature(enable = "avx512f")]
fn import_avx512(nodes: &Nodes<Words>, state: &mut State<V512>, changed: V512, fresh: Option<V512>) {
    import(nodes, state, changed, fresh);
}

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "says what is skipped")]
mod tests {
    use super::*;

    #[test]
    fn truth_tables_are_the_portable_meaning() {
        let (a, b, c) = (0xF0_u64, 0xCC, 0xAA);
        let tables = [
            (table::AND3, a.and3(b, c)),
            (table::OR3, a.or3(b, c)),
            (table::XOR3, a.add3(b, c).0),
            (table::MAJORITY, a.majority(b, c)),
            (table::OR_AND, a.or_and(b, c)),
            (table::OR_AND_NOT, a.or_and_not(b, c)),
            (table::WITHOUT, a.without(b, c)),
            (table::SELECT, a.select(b, c)),
        ];
        for (table, meaning) in tables {
            assert_eq!(table as u64, meaning & 0xFF);
        }
    }

    #[test]
    fn operations() {
        if Avx512::detect().is_some() {
            super::super::vector::tests::means_what_it_says::<V512>();
        } else {
            println!("skipped: this processor has no AVX-512");
        }
    }

    #[test]
    fn text_as_the_portable_form() {
        let Some(avx512) = Avx512::detect() else {
            return println!("skipped: this processor has no AVX-512");
        };
        super::super::machine::tests::text_as_the_portable_form(avx512);
        super::super::machine::tests::text_as_the_portable_form(avx512.plain());
    }
}
