//! 512 nodes in an AVX-512 register.
//!
//! Three-input operations are one instruction here; each is named by its truth table, which the tests take from the
//! portable meaning.

use core::arch::x86_64::*;

use super::avx2::Avx2;
use super::lone::Lone;
use super::machine::{Machine, compiled_for};
use super::node::Node;
use super::pass::State;
use super::search::Aim;
use super::transpose::Nodes;
use super::vbmi::Vbmi;
use super::vector::{Vector, register};

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

// SAFETY of all instructions: the operations are called only from functions compiled for AVX-512F, which only a proof of it runs, and
// from tests that have detected it; into these they are inlined.
register! {
    /// A vector of 512 lanes.
    V512(__m512i), 8 words at 64 bytes, at once: true;
    zero: _mm512_setzero_si512();
    splat: |word| _mm512_set1_epi64(word as i64);
    load: |from| _mm512_load_si512(from);
    store: |to, x| _mm512_store_si512(to, x);
    and: _mm512_and_si512;
    or: _mm512_or_si512;
    xor: _mm512_xor_si512;
    and_not: |kept, gone| _mm512_andnot_si512(gone, kept);
    up: |x| _mm512_slli_epi64::<N>(x);
    down: _mm512_srli_epi64::<N>(x);
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
    compiled_for!("avx512f");
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
