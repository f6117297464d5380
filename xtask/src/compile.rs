//! Rust to WebAssembly, with whichever compiler here has a standard library for the browser.
//!
//! First the toolchain that runs this program, with rustup's `wasm32-unknown-unknown` (added if rustup can). Where that
//! cannot be had, Debian's `rustc-web`, which brings the sources of its standard library: cargo then compiles those
//! too, about 40 s of one core. The two compilers share no folder.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGES: &str = "rustc-web cargo-web rust-web-src lld-19";

/// The compiled module, before the bindings.
pub fn module(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target").join("wasm");
    let (mut cargo, name) = cargo()?;
    println!("xtask: compiling exactone-web with {name}");
    cargo.current_dir(root);
    cargo.args(["build", "--locked", "--package", "exactone-web", "--profile", "wasm"]);
    cargo.args(["--target", TARGET, "--target-dir"]).arg(&folder);
    let status = cargo.status().map_err(|error| format!("cargo does not start: {error}"))?;
    if !status.success() {
        return Err(format!("cargo build for {TARGET}: {status}"));
    }
    Ok(folder.join(TARGET).join("wasm").join("exactone_web.wasm"))
}

/// Cargo with a compiler that can do it, and its name.
fn cargo() -> Result<(Command, String), String> {
    let own = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    if has_target() || added_target() {
        return Ok((Command::new(own), format!("{} and rustup's {TARGET}", version("rustc"))));
    }
    let debian = Path::new("/usr/bin/rustc");
    let linker = linker();
    if let (true, true, Some(linker)) = (debian.exists(), has_sources(debian), linker) {
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.env("RUSTC", debian).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        cargo.arg("-Zbuild-std=std,panic_abort");
        return Ok((
            cargo,
            format!("Debian's {}, its standard library compiled along", version("/usr/bin/rustc")),
        ));
    }
    Err(format!(
        "no compiler here has a standard library for {TARGET}. Either of these brings one:\n  \
         rustup target add {TARGET}\n  \
         apt-get install --no-install-recommends {PACKAGES}     (Debian)"
    ))
}

/// Whether the toolchain's compiler has the target's standard library.
fn has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let Ok(output) = output else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let Ok(files) = Path::new(&folder).read_dir() else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

/// Whether rustup could add the target just now.
fn added_target() -> bool {
    let status = Command::new("rustup").args(["target", "add", TARGET]).status();
    status.is_ok_and(|status| status.success()) && has_target()
}

/// Whether a compiler's own standard library is here as sources.
fn has_sources(rustc: &Path) -> bool {
    let Ok(output) = Command::new(rustc).args(["--print", "sysroot"]).output() else { return false };
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    sysroot.join("lib/rustlib/src/rust/library/std/Cargo.toml").exists()
}

/// LLVM's linker for WebAssembly, the newest there is.
fn linker() -> Option<&'static str> {
    let names = ["wasm-ld", "wasm-ld-22", "wasm-ld-21", "wasm-ld-20", "wasm-ld-19"];
    names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
}

/// What a compiler calls itself.
fn version(rustc: &str) -> String {
    let output = Command::new(rustc).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| rustc.to_owned())
}
