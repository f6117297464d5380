//! What the search asks of a lane width: the passes, compiled for one instruction set.

use core::marker::PhantomData;

use super::choice::choose;
use super::clean::clean;
use super::lone::{Lone, Numbers};
use super::node::{Node, bytes_of, from_planes, planes_of, to_planes};
use super::pass::{State, clear_rows, pass, reset_open};
use super::search::Aim;
use super::transpose::{NOTES, Nodes, from_nodes, to_nodes};
use super::triad::triads;
use super::vector::{MAX_WORDS, Pair, Vector};

/// A lane width that this machine can run.
pub(super) trait Machine: Copy {
    /// The vector type.
    type V: Vector;
    /// Nodes in a vector.
    const LANES: usize = 64 * Self::V::WORDS;

    /// The node of 81 puzzle characters, clues not yet taken from their rows; false where a byte is no puzzle character.
    fn read_text(self, text: &[u8; 81], node: &mut Node) -> bool;
    /// How much of the beginning of a text is lines of just a puzzle: bytes and lines.
    fn clean_lines(self, text: &[u8]) -> (usize, usize);
    /// The node of 81 numbers, 0 for an empty cell.
    fn read_digits(self, digits: &[u8; 81], node: &mut Node);
    /// The digits of a solved node, each with `base` added.
    fn write_grid(self, node: &Node, base: u8, grid: &mut [u8; 81]);
    /// The search for one node alone; false where it was stopped.
    fn lone(self, lone: &mut Lone, node: &Node, aim: Aim, stop: &mut dyn FnMut(u64) -> bool) -> bool;
    /// Passes until at most `most` nodes are active.
    fn propagate(self, state: &mut State<Self::V>, most: u32);
    /// The cardinality rule on the stalled nodes.
    fn triads(self, state: &mut State<Self::V>);
    /// All nodes into node form, each with the split chosen for it.
    fn export(self, state: &mut State<Self::V>, nodes: &mut Nodes<<Self::V as Vector>::Memory>);
    /// All nodes back; `changed` ones start anew, `fresh` ones among them have their clues taken from their rows.
    fn import(
        self,
        nodes: &Nodes<<Self::V as Vector>::Memory>,
        state: &mut State<Self::V>,
        changed: Self::V,
        fresh: Option<Self::V>,
    );
}

/// A width that needs no proof, as whatever runs this program has it. What is not vectors is done in plain integers.
#[derive(Clone, Copy)]
pub(super) struct Plain<V>(PhantomData<V>);

/// The portable width: 128 nodes in two `u64`.
pub(super) type Portable = Plain<Pair>;

impl<V> Plain<V> {
    pub(super) fn new() -> Self {
        Plain(PhantomData)
    }
}

impl<V: Vector> Machine for Plain<V> {
    type V = V;

    fn read_text(self, text: &[u8; 81], node: &mut Node) -> bool {
        *node = from_planes(&planes_of(text));
        text.iter().all(|&byte| is_puzzle_character(byte))
    }
    fn clean_lines(self, text: &[u8]) -> (usize, usize) {
        clean(text, |puzzle| puzzle.iter().all(|&byte| is_puzzle_character(byte)))
    }
    fn read_digits(self, digits: &[u8; 81], node: &mut Node) {
        *node = from_planes(&planes_of(digits));
    }
    fn write_grid(self, node: &Node, base: u8, grid: &mut [u8; 81]) {
        *grid = bytes_of(&to_planes(node), base);
    }
    fn lone(self, lone: &mut Lone, node: &Node, aim: Aim, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        super::lone::search::<Numbers>(lone, node, aim, stop)
    }
    fn propagate(self, state: &mut State<V>, most: u32) {
        propagate(state, most);
    }
    fn triads(self, state: &mut State<V>) {
        triads(state);
    }
    fn export(self, state: &mut State<V>, nodes: &mut Nodes<V::Memory>) {
        export(state, nodes);
    }
    fn import(self, nodes: &Nodes<V::Memory>, state: &mut State<V>, changed: V, fresh: Option<V>) {
        import(nodes, state, changed, fresh);
    }
}

/// The methods of [`Machine`] on vectors, compiled for a feature that `self` proves.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($feature:literal) => {
        fn propagate(self, state: &mut State<Self::V>, most: u32) {
            #[target_feature(enable = $feature)]
            fn compiled<V: Vector>(state: &mut State<V>, most: u32) {
                $crate::lanes::machine::propagate(state, most);
            }
            // SAFETY: `self` proves the feature.
            unsafe { compiled(state, most) }
        }
        fn triads(self, state: &mut State<Self::V>) {
            #[target_feature(enable = $feature)]
            fn compiled<V: Vector>(state: &mut State<V>) {
                $crate::lanes::triad::triads(state);
            }
            // SAFETY: `self` proves the feature.
            unsafe { compiled(state) }
        }
        fn export(self, state: &mut State<Self::V>, nodes: &mut Nodes<<Self::V as Vector>::Memory>) {
            #[target_feature(enable = $feature)]
            fn compiled<V: Vector>(state: &mut State<V>, nodes: &mut Nodes<V::Memory>) {
                $crate::lanes::machine::export(state, nodes);
            }
            // SAFETY: `self` proves the feature.
            unsafe { compiled(state, nodes) }
        }
        fn import(
            self,
            nodes: &Nodes<<Self::V as Vector>::Memory>,
            state: &mut State<Self::V>,
            changed: Self::V,
            fresh: Option<Self::V>,
        ) {
            #[target_feature(enable = $feature)]
            fn compiled<V: Vector>(
                nodes: &Nodes<V::Memory>,
                state: &mut State<V>,
                changed: V,
                fresh: Option<V>,
            ) {
                $crate::lanes::machine::import(nodes, state, changed, fresh);
            }
            // SAFETY: `self` proves the feature.
            unsafe { compiled(nodes, state, changed, fresh) }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(super) use compiled_for;

/// A digit, or a sign for an empty cell. Of all these the low four bits are 1 to 9 for a digit, something else for an empty cell.
#[inline(always)]
pub(super) fn is_puzzle_character(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'.' | b'_' | b'*' | b'-' | b'?')
}

/// The body of [`Machine::propagate`].
#[inline(always)]
pub(super) fn propagate<V: Vector>(state: &mut State<V>, most: u32) {
    loop {
        pass(state);
        let active: u32 = state.active.to_words().iter().map(|word| word.count_ones()).sum();
        if active <= most {
            break;
        }
    }
}

/// The body of [`Machine::export`].
#[inline(always)]
pub(super) fn export<V: Vector>(state: &mut State<V>, nodes: &mut Nodes<V::Memory>) {
    let some = state.stalled.to_words() != [0; MAX_WORDS];
    let notes = if some { choose(state) } else { [V::zero(); NOTES] };
    to_nodes(state, &notes, nodes);
}

/// The body of [`Machine::import`].
#[inline(always)]
pub(super) fn import<V: Vector>(
    nodes: &Nodes<V::Memory>,
    state: &mut State<V>,
    changed: V,
    fresh: Option<V>,
) {
    from_nodes(nodes, state);
    if let Some(fresh) = fresh {
        clear_rows(state, fresh);
    }
    reset_open(state, changed);
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::node::from_masks;
    use super::super::transpose::NODE_WORDS;
    use super::*;

    /// Single lines read and written as the portable width does.
    pub(in super::super) fn text_as_the_portable_form(machine: impl Machine) {
        for seed in 0..200_usize {
            let digits: [u8; 81] = core::array::from_fn(|i| ((i * 7 + seed * (i + 3)) % 10) as u8);
            let text = digits.map(|digit| digit + b'0');
            let mut nodes = [[0; NODE_WORDS]; 4];
            machine.read_digits(&digits, &mut nodes[0]);
            Portable::new().read_digits(&digits, &mut nodes[1]);
            assert!(
                machine.read_text(&text, &mut nodes[2]) && Portable::new().read_text(&text, &mut nodes[3])
            );
            assert!(nodes.iter().all(|node| *node == nodes[0]));
            let solved = from_masks(&digits.map(|digit| 1 << (digit % 9)));
            let (mut one, mut other) = ([0; 81], [0; 81]);
            machine.write_grid(&solved, b'0', &mut one);
            Portable::new().write_grid(&solved, b'0', &mut other);
            assert_eq!(one, other);
            assert_eq!(one, digits.map(|digit| digit % 9 + b'1'));
        }
        let mut text = [b'5'; 81];
        for place in [0, 16, 17, 63, 64, 80] {
            for byte in 0..=255 {
                text[place] = byte;
                assert_eq!(machine.read_text(&text, &mut [0; NODE_WORDS]), is_puzzle_character(byte));
                let line = [&text[..], b"\n"].concat();
                assert_eq!(machine.clean_lines(&line), Portable::new().clean_lines(&line));
                text[place] = b'5';
            }
        }
    }
}
