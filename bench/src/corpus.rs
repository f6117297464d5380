//! The puzzles that are measured: public lists where they lie beside the workspace.

use crate::record::root;

/// The first `limit` puzzles of a list in `../shared/corpora` beside the workspace (or in the folder that the
/// environment variable `EXACTONE_CORPORA` names), or `None` where it is not there.
#[allow(dead_code, reason = "for the subcommands on puzzles")]
pub fn public(file: &str, limit: usize) -> Option<Vec<String>> {
    let folder =
        std::env::var_os("EXACTONE_CORPORA").map_or_else(|| root().join("../shared/corpora"), Into::into);
    let text = std::fs::read_to_string(folder.join(file)).ok()?;
    let puzzles = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Some(
        puzzles
            .take(limit)
            .map(|line| line.split([' ', ',', ';', '\t']).next().unwrap_or(line).to_owned())
            .collect(),
    )
}
