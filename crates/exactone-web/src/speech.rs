//! Who speaks, and which cells are spoken of.

use exactone::Shape;
use exactone::words::{Language, Speaker};
use exactone_sat::Lit;

/// The language of this code; English where it is none of ours.
pub(crate) fn language(code: &str) -> Language {
    code.parse().unwrap_or_default()
}

pub(crate) fn speaker(shape: Option<Shape>, triads: bool, code: &str) -> Speaker {
    let speaker = Speaker::new(language(code)).with_triads(triads);
    shape.map_or(speaker, |shape| speaker.on(shape))
}

/// The cells that literals speak of, each once.
pub(crate) fn cells(shape: Option<Shape>, lits: &[Lit]) -> Vec<usize> {
    let Some(shape) = shape else { return Vec::new() };
    let places = lits.iter().filter_map(|lit| shape.meaning(lit.var()));
    let mut cells: Vec<usize> = places.map(|(cell, _)| shape.index_of(cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

pub(crate) fn integers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}
