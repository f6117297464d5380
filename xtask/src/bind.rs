//! The JavaScript and TypeScript around the module, by the library behind the command `wasm-bindgen`.
//!
//! As a library and not as the installed command: one version, that of the lock file, and nothing to install.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::kilobytes;

/// Writes the bindings and the module itself into `folder`.
pub fn bindings(module: &Path, folder: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    // Not stripped by the compiler: the bindings look up which features the module uses.
    bindgen.input_path(module).typescript(true).omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    made.map_err(|error| format!("bindings of {}: {error:#}", module.display()))?;
    let bound = folder.join("exactone_web_bg.wasm");
    println!("xtask: bindings in {}, module {}", folder.display(), kilobytes(&bound));
    Ok(())
}

/// Whether the module's and our version of wasm-bindgen are one.
///
/// # Errors
///
/// The two versions where they differ: the bindings would be refused with a message that names neither file.
pub fn versions_match(root: &Path) -> Result<(), String> {
    let lock = root.join("Cargo.lock");
    let text = std::fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    let version = |name: &str| locked(&text, name).unwrap_or("none").to_owned();
    let (module, ours) = (version("wasm-bindgen"), version("wasm-bindgen-cli-support"));
    if module == ours {
        return Ok(());
    }
    Err(format!(
        "Cargo.lock has wasm-bindgen {module} and wasm-bindgen-cli-support {ours}; they must be the same"
    ))
}

/// The version of a package in a lock file.
fn locked<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let after = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1;
    after.split_once('"').map(|(version, _)| version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_by_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked(lock, "wasm"), None);
    }
}
