//! `cargo run -p xtask --profile tool -- wasm`: the page's WebAssembly and the JavaScript around it, in `web/pkg`.
//!
//! Two steps, each of which says what it uses: cargo for `wasm32-unknown-unknown` ([`compile`]), and the bindings by the
//! library behind `wasm-bindgen` ([`bind`]).
#![allow(clippy::print_stdout, clippy::print_stderr)] // a build step speaks on the terminal

mod compile;
mod bind;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo run -p xtask --profile tool -- wasm";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments != ["wasm"] {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    match wasm(&root()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn wasm(root: &Path) -> Result<(), String> {
    bind::versions_match(root)?;
    let module = compile::module(root)?;
    let folder = root.join("web").join("pkg");
    bind::bindings(&module, &folder)
}

/// The workspace: the folder above this package.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("xtask lies in the workspace").to_owned()
}

/// Bytes as people read them.
fn kilobytes(path: &Path) -> String {
    match std::fs::metadata(path) {
        Ok(data) => format!("{} KB", data.len().div_ceil(1000)),
        Err(error) => format!("{}: {error}", path.display()),
    }
}
