//! Files that are read and files that are written must be different ones.

use std::fs;
use std::path::{Path, PathBuf};

use super::status::Failure;
use crate::input::source::Source;

/// The place of a file that is there, or will be; `None` for what can be read and written any number of times.
fn place(path: &Path) -> Option<PathBuf> {
    match fs::metadata(path) {
        Ok(about) if about.is_file() => fs::canonicalize(path).ok(),
        Ok(_) => None,
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
        }
    }
}

/// Fails where an output, given by its option, would replace an input or another output.
///
/// # Errors
/// Bad use, in both languages.
pub fn apart<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    outputs: &[(&str, Option<&Path>)],
) -> Result<(), Failure> {
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(place).collect();
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    for &(option, path) in outputs {
        let Some(path) = path.filter(|&path| path != Path::new("-")) else { continue };
        let Some(place) = place(path) else { continue };
        let shown = path.display();
        if inputs.contains(&place) {
            return Err(Failure::both(
                format!("{option} {shown}: this file is being read; name another one"),
                format!("{option} {shown}：这是正在读取的文件，请另取文件名"),
            ));
        }
        if let Some((other, _)) = seen.iter().find(|(_, taken)| *taken == place) {
            return Err(Failure::both(
                format!("{option} {shown}: {other} writes this file; name another one"),
                format!("{option} {shown}：{other} 已写入此文件，请另取文件名"),
            ));
        }
        seen.push((option, place));
    }
    Ok(())
}

/// The file of a source, if it is one.
pub fn file(source: &Source) -> Option<&Path> {
    match source {
        Source::File(path) => Some(path),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_under_all_its_names() {
        let folder = std::env::temp_dir().join(format!("exactone-apart-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let there = folder.join("there");
        fs::write(&there, "x").unwrap();
        let (around, new) = (folder.join(".").join("there"), folder.join("new"));
        let check =
            |inputs: &[&Path], outputs: &[(&str, Option<&Path>)]| apart(inputs.iter().copied(), outputs);
        assert!(check(&[&there], &[("-o", Some(&around))]).is_err());
        assert!(check(&[&there], &[("-o", Some(&new)), ("--proof", None)]).is_ok());
        assert!(check(&[&there], &[("-o", Some(&new)), ("--proof", Some(&folder.join("./new")))]).is_err());
        assert!(check(&[], &[("-o", Some(Path::new("-"))), ("--proof", Some(Path::new("-")))]).is_ok());
        assert!(check(&[], &[("-o", Some(&new)), ("--proof", Some(&folder.join("no/new")))]).is_ok());
        fs::remove_dir_all(&folder).unwrap();
    }
}
