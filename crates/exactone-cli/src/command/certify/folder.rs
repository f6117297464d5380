//! The folder of one certificate. Its files are written under other names and get their own all together, when
//! everything is written and checked; of an earlier certificate in the same folder nothing remains beside them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::output::sink::Sink;
use crate::output::status::Failure;

/// Every name that a certificate may use.
pub const NAMES: [&str; 6] =
    ["puzzle.txt", "solution.txt", "solutions.txt", "formula.cnf", "proof.lrat", "README.md"];

/// How the README of a certificate begins.
const TITLES: [&str; 2] = ["# Certificate: ", "# 证书："];

/// A folder that is being filled.
pub struct Folder {
    path: PathBuf,
    files: Vec<(&'static str, Sink)>,
    /// Whether the folder was made by us, and so goes if it stays empty.
    ours: bool,
}

impl Folder {
    /// Makes the folder, if it is not there. One that holds files under the names of a certificate, but no
    /// certificate's README beside them, is somebody else's and stays as it is.
    pub fn create(path: &Path) -> Result<Folder, Failure> {
        let ours = !path.exists();
        let taken = NAMES.iter().find(|name| path.join(name).exists());
        if let Some(name) = taken
            && !fs::read_to_string(path.join("README.md"))
                .is_ok_and(|text| TITLES.iter().any(|title| text.starts_with(title)))
        {
            let file = path.join(name);
            let file = file.display();
            return Err(Failure::both(
                format!("{file}: is there already and of no certificate; name another folder"),
                format!("{file}：已经存在，且不属于任何证书；请另选文件夹"),
            ));
        }
        fs::create_dir_all(path).map_err(|error| Failure::reading(&path.display().to_string(), &error))?;
        Ok(Folder { path: path.to_owned(), files: Vec::new(), ours })
    }

    /// The destination of a file that [`keep`](Folder::keep) will take.
    pub fn file(&self, name: &str) -> Result<Sink, Failure> {
        Sink::open(Some(&self.path.join(name)))
    }

    /// An error while a file of this folder was written, with the name of that file.
    pub fn name_in(&self, name: &str, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.join(name).display()))
    }

    /// Takes a file that is written.
    pub fn keep(&mut self, name: &'static str, file: Sink) {
        self.files.push((name, file));
    }

    /// Writes a short file.
    pub fn put(&mut self, name: &'static str, text: &str) -> Result<(), Failure> {
        let mut file = self.file(name)?;
        file.put(text.as_bytes())?;
        self.keep(name, file);
        Ok(())
    }

    /// Gives all files their names; tells these.
    pub fn finish(mut self) -> Result<Vec<&'static str>, Failure> {
        let files = std::mem::take(&mut self.files);
        let names: Vec<&'static str> = files.iter().map(|(name, _)| *name).collect();
        for stale in NAMES.iter().filter(|name| !names.contains(name)) {
            // What is not there need not be removed.
            let _ = fs::remove_file(self.path.join(stale));
        }
        for (_, file) in files {
            file.finish()?;
        }
        self.ours = false;
        Ok(names)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.files.clear(); // removes what has no name yet
        if self.ours {
            // Fails where somebody else has put something into it, and so it should.
            let _ = fs::remove_dir(&self.path);
        }
    }
}
