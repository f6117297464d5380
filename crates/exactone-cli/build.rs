//! With the feature `web` the page goes into the program, so it must have been built: otherwise say how.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_WEB").is_none() {
        return;
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    if !page.join("index.html").exists() {
        println!("cargo::error=feature `web`: the page is not built yet; run scripts/build-page first");
    }
}
