//! The documents at the root name what is there, and nothing of the machine they were written on.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_file_on_the_map_is_there() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let mut folder = None;
    let mut inside = false;
    let mut found = 0;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            folder = Some(root().join("crates").join(title).join("src"));
        } else if line.starts_with("## ") {
            folder = None;
        } else if line.starts_with("```") {
            inside = !inside;
        } else if let (Some(folder), true) = (&folder, inside) {
            for name in line.split_whitespace().filter(|word| word.ends_with(".rs")) {
                assert!(
                    folder.join(name).is_file(),
                    "the map names {name}, which is not in {}",
                    folder.display()
                );
                found += 1;
            }
        }
    }
    assert!(found > 30, "only {found} files were found on the map");
}

#[test]
fn links_between_documents_lead_somewhere() {
    for file in ["README.md", "README.zh-CN.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "DESIGN.md"] {
        let text = read(&root().join(file));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or(link);
            if !path.contains("://") && !path.is_empty() {
                assert!(root().join(path).exists(), "{file} links to {link}");
            }
        }
    }
}

/// Every text file of the project, build folders left out.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the workspace can be read").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let kind = entry.file_type().expect("its kind is known");
        if kind.is_dir() {
            let built = ["target", ".git", "node_modules", "corpus", "artifacts", "dist"];
            if !built.contains(&&*name) {
                files(&path, all);
            }
        } else if kind.is_file() {
            all.push(path);
        }
    }
}

#[test]
fn nothing_names_a_place_on_somebodys_machine() {
    let mut all = Vec::new();
    files(&root(), &mut all);
    assert!(all.len() > 100);
    // In pieces, so that this file does not name what it looks for.
    let homes = ["root", "home", "Users"].map(|home| format!("/{home}/"));
    for path in all {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            for home in &homes {
                let named = line.match_indices(home.as_str()).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    before.is_none_or(|c| c.is_whitespace() || "\"'`(=:".contains(c))
                });
                assert!(!named, "{}:{}: {line}", path.display(), number + 1);
            }
        }
    }
}
