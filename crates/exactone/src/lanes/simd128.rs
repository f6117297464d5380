//! 128 nodes in a WebAssembly vector, where the module is built with `-C target-feature=+simd128`.
//!
//! WebAssembly has no run-time choice: a module with vector instructions does not load where there are none. So the
//! feature decides when it is compiled.

use core::arch::wasm32::*;

use super::machine::Plain;
use super::vector::register;

/// The width.
pub(super) type Simd128 = Plain<V128>;

// SAFETY of all instructions: this file is compiled only with the feature, and a module built with vectors runs on a machine that
// has them.
register! {
    /// A vector of 128 lanes.
    V128(v128), 2 words at 16 bytes, at once: true;
    zero: u64x2_splat(0);
    splat: |word| u64x2_splat(word);
    load: |from| v128_load(from);
    store: |to, x| v128_store(to, x);
    and: v128_and;
    or: v128_or;
    xor: v128_xor;
    and_not: |kept, gone| v128_andnot(kept, gone);
    up: |x| u64x2_shl(x, N);
    down: u64x2_shr(x, N);
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        V128(v128_bitselect(yes.0, no.0, self.0))
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
