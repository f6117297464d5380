//! Single lines of text in AVX-512 registers, where bytes have masks and tables too (AVX-512BW and VBMI).
//!
//! A mask of byte comparisons is a word of a node: one comparison for the first 64 cells of a digit, one for the last 17 cells of
//! three digits at once.

use core::arch::x86_64::*;

use super::node::Node;

/// Proof that the processor has AVX-512 for bytes, with tables: made only by [`Vbmi::detect`].
#[derive(Clone, Copy)]
pub(super) struct Vbmi(());

impl Vbmi {
    pub(super) fn detect() -> Option<Self> {
        let here = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vbmi");
        here.then_some(Vbmi(()))
    }

    /// See [`Machine::read_text`](super::machine::Machine::read_text).
    #[inline]
    pub(super) fn read_text(self, text: &[u8; 81], node: &mut Node) -> bool {
        // SAFETY: `self` proves AVX-512F, BW and VBMI.
        unsafe { read_text(text, node) }
    }

    /// See [`Machine::clean_lines`](super::machine::Machine::clean_lines).
    pub(super) fn clean_lines(self, text: &[u8]) -> (usize, usize) {
        // SAFETY: `self` proves AVX-512F, BW and VBMI.
        unsafe { clean_lines(text) }
    }

    /// See [`Machine::read_digits`](super::machine::Machine::read_digits).
    #[inline]
    pub(super) fn read_digits(self, digits: &[u8; 81], node: &mut Node) {
        // SAFETY: `self` proves AVX-512F, BW and VBMI.
        unsafe { read_digits(digits, node) }
    }

    /// See [`Machine::write_grid`](super::machine::Machine::write_grid).
    #[inline]
    pub(super) fn write_grid(self, node: &Node, base: u8, grid: &mut [u8; 81]) {
        // SAFETY: `self` proves AVX-512F, BW and VBMI.
        unsafe { write_grid(node, base, grid) }
    }
}

/// 64 bytes at an address divisible by 64.
#[repr(C, align(64))]
struct Bytes([u8; 64]);

impl Bytes {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self) -> __m512i {
        // SAFETY: the type is 64 bytes at an address divisible by 64.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

/// The 64 bytes at this place.
#[inline]
#[target_feature(enable = "avx512f")]
fn bytes_at(bytes: &[u8; 81], at: usize) -> __m512i {
    let part: &[u8; 64] = (&bytes[at..at + 64]).try_into().expect("64 bytes");
    // SAFETY: the array is 64 bytes, and the load asks for no alignment.
    unsafe { _mm512_loadu_si512(part.as_ptr().cast()) }
}

/// The number that each ASCII character stands for, 0 for an empty cell, [`WRONG`] where it is no puzzle character.
static NUMBERS: [Bytes; 2] = {
    let mut halves = [const { Bytes([WRONG; 64]) }; 2];
    let mut byte = 0;
    while byte < 128 {
        let number = match byte as u8 {
            digit @ b'0'..=b'9' => digit - b'0',
            b'.' | b'_' | b'*' | b'-' | b'?' => 0,
            _ => WRONG,
        };
        halves[byte / 64].0[byte % 64] = number;
        byte += 1;
    }
    halves
};

/// The bit that no number has.
const WRONG: u8 = 0x80;

/// Cells 64 to 80 three times, as places in the last 64 of 81 bytes.
static TAILS: Bytes = {
    let mut places = [0; 64];
    let mut i = 0;
    while i < TAIL_BITS {
        places[i] = 47 + (i % 17) as u8;
        i += 1;
    }
    Bytes(places)
};

/// Bits of a word that holds the last cells of three digits.
const TAIL_BITS: usize = 51;
const TAIL: u64 = (1 << TAIL_BITS) - 1;

/// For each such word the digits from 1 to 9 its bits are for.
static TAIL_DIGITS: [Bytes; 3] = {
    let mut digits = [const { Bytes([0; 64]) }; 3];
    let mut i = 0;
    while i < 3 * TAIL_BITS {
        digits[i / TAIL_BITS].0[i % TAIL_BITS] = 1 + (i / 17) as u8;
        i += 1;
    }
    digits
};

/// The numbers of 64 characters.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn numbers(bytes: __m512i) -> __m512i {
    let number = _mm512_permutex2var_epi8(NUMBERS[0].load(), bytes, NUMBERS[1].load());
    // The table looks at seven bits; bytes from 128 on are wrong, too: number | (byte & 0x80).
    _mm512_ternarylogic_epi64::<0xF8>(number, bytes, _mm512_set1_epi8(WRONG as i8))
}

/// The node of numbers from 0 to 9: those of cells 0 to 63, and those of cells 64 to 80 three times.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn node_of(head: __m512i, tails: __m512i, node: &mut Node) {
    let empty = _mm512_testn_epi8_mask(head, head);
    for (digit, word) in (1..=9).zip(&mut *node) {
        *word = _mm512_cmpeq_epi8_mask(head, _mm512_set1_epi8(digit)) | empty;
    }
    let empty = _mm512_testn_epi8_mask(tails, tails);
    for (third, digits) in TAIL_DIGITS.iter().enumerate() {
        node[9 + third] = (_mm512_cmpeq_epi8_mask(tails, digits.load()) | empty) & TAIL;
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn read_text(text: &[u8; 81], node: &mut Node) -> bool {
    let head = numbers(bytes_at(text, 0));
    let last = numbers(bytes_at(text, 17));
    node_of(head, _mm512_permutexvar_epi8(TAILS.load(), last), node);
    _mm512_movepi8_mask(_mm512_or_si512(head, last)) == 0
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn read_digits(digits: &[u8; 81], node: &mut Node) {
    let tails = _mm512_permutexvar_epi8(TAILS.load(), bytes_at(digits, 17));
    node_of(bytes_at(digits, 0), tails, node);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn clean_lines(text: &[u8]) -> (usize, usize) {
    super::clean::clean(text, |puzzle| {
        let all = _mm512_or_si512(numbers(bytes_at(puzzle, 0)), numbers(bytes_at(puzzle, 17)));
        _mm512_movepi8_mask(all) == 0
    })
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn write_grid(node: &Node, base: u8, grid: &mut [u8; 81]) {
    let base = _mm512_set1_epi8(base as i8);
    let digit = |digit: usize| _mm512_maskz_set1_epi8(node[digit], digit as i8 + 1);
    let three = |a, b, c| _mm512_ternarylogic_epi64::<0xFE>(a, b, c);
    let head = three(
        three(digit(0), digit(1), digit(2)),
        three(digit(3), digit(4), digit(5)),
        three(digit(6), digit(7), digit(8)),
    );
    let tail = |third: usize| _mm512_maskz_mov_epi8(node[9 + third] & TAIL, TAIL_DIGITS[third].load());
    let tails = three(tail(0), tail(1), tail(2));
    // The three thirds of 17 bytes one upon the other.
    let down = |by| _mm512_permutexvar_epi8(_mm512_add_epi8(PLACES.load(), _mm512_set1_epi8(by)), tails);
    let last = three(tails, down(17), down(34));
    // SAFETY: the first 64 bytes of the grid are written, then the 17 from the 65th on; neither asks for an alignment.
    unsafe {
        _mm512_storeu_si512(grid.as_mut_ptr().cast(), _mm512_add_epi8(head, base));
        _mm512_mask_storeu_epi8(grid.as_mut_ptr().add(64).cast(), 0x1FFFF, _mm512_add_epi8(last, base));
    }
}

/// The numbers 0 to 63.
static PLACES: Bytes = {
    let mut places = [0; 64];
    let mut i = 0;
    while i < 64 {
        places[i] = i as u8;
        i += 1;
    }
    Bytes(places)
};
