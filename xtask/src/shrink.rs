//! `wasm-opt`: a smaller and quicker module, where the page's development packages are installed.

use std::path::Path;
use std::process::Command;

use crate::kilobytes;

/// What the compiler may have used, and browsers since 2021 know.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-mutable-globals",
];

/// Replaces the module by an optimised one.
pub fn shrink(root: &Path, module: &Path) -> Result<(), String> {
    let program = root.join("web").join("node_modules").join("binaryen").join("bin").join("wasm-opt");
    if !program.exists() {
        println!(
            "xtask: without wasm-opt, which `npm ci` in web/ brings: the module stays about a tenth larger"
        );
        return Ok(());
    }
    let before = kilobytes(module);
    let smaller = module.with_extension("opt");
    // The npm package's wasm-opt is itself WebAssembly, run by node.
    let status = Command::new("node")
        .arg(&program)
        .arg("-O2")
        .args(FEATURES)
        .arg("-o")
        .arg(&smaller)
        .arg(module)
        .status();
    let status = status.map_err(|error| format!("node does not start: {error}"))?;
    if !status.success() {
        return Err(format!("wasm-opt: {status}"));
    }
    std::fs::rename(&smaller, module).map_err(|error| format!("{}: {error}", module.display()))?;
    println!("xtask: wasm-opt {before} -> {}", kilobytes(module));
    Ok(())
}
