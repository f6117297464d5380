//! Standard output, or a file that appears only when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::status::Failure;

/// Files being written under another name, to be removed should a signal end the process.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes what is half written. For the way out through a signal.
pub fn remove_unfinished() {
    if let Ok(paths) = UNFINISHED.try_lock() {
        for path in &*paths {
            let _ = fs::remove_file(path);
        }
    }
}

/// A buffered destination of data. A file is written under another name beside its final one and renamed by
/// [`finish`](Sink::finish); dropped before that it leaves nothing behind. What is no regular file (a device, a
/// named pipe) is written directly.
pub struct Sink {
    // Closed before `pending` removes or renames: fields drop in this order.
    to: BufWriter<Box<dyn Write + Send>>,
    name: String,
    pending: Option<Pending>,
}

/// A file under its temporary name. Dropping it removes it.
struct Pending {
    temporary: PathBuf,
    to: PathBuf,
}

impl Sink {
    /// Standard output.
    pub fn stdout() -> Sink {
        Sink::over(Box::new(io::stdout()), "<stdout>".to_owned(), None)
    }

    /// The named file, or standard output for `-` and `None`.
    pub fn open(path: Option<&Path>) -> Result<Sink, Failure> {
        match path {
            None => Ok(Sink::stdout()),
            Some(path) if path == Path::new("-") => Ok(Sink::stdout()),
            Some(path) => {
                Sink::create(path).map_err(|error| Failure::reading(&path.display().to_string(), &error))
            }
        }
    }

    fn create(path: &Path) -> io::Result<Sink> {
        let name = path.display().to_string();
        let about = fs::metadata(path).ok();
        if about.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if about.as_ref().is_some_and(|about| !about.is_file()) {
            let device = OpenOptions::new().write(true).open(path)?;
            return Ok(Sink::over(Box::new(device), name, None));
        }
        // A link stays a link: what it points to is replaced.
        let to = if about.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
        let (file, temporary) = create_beside(&to)?;
        if let Some(about) = about {
            // Where that is refused the new file simply has the usual permissions.
            let _ = file.set_permissions(about.permissions());
        }
        if let Ok(mut paths) = UNFINISHED.lock() {
            paths.push(temporary.clone());
        }
        Ok(Sink::over(Box::new(file), name, Some(Pending { temporary, to })))
    }

    fn over(to: Box<dyn Write + Send>, name: String, pending: Option<Pending>) -> Sink {
        Sink { to: BufWriter::with_capacity(1 << 16, to), name, pending }
    }

    /// Writes out what is buffered and gives a file its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.to.flush().map_err(|error| self.failure(&error))?;
        if let Some(pending) = self.pending.take() {
            pending.complete().map_err(|error| self.failure(&error))?;
        }
        Ok(())
    }

    /// Opens a file that is being written to read what is in it so far, and tells how many bytes these are.
    pub fn reread(&mut self) -> io::Result<(File, u64)> {
        self.to.flush()?;
        let pending = self.pending.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        let file = File::open(&pending.temporary)?;
        let bytes = file.metadata()?.len();
        Ok((file, bytes))
    }

    /// Whether this is a file that appears when it is complete.
    pub fn is_file(&self) -> bool {
        self.pending.is_some()
    }

    /// Gives up: what is still buffered is not written, a file does not appear.
    pub fn discard(self) {
        let _ = self.to.into_parts();
    }

    /// What this error while writing here means for the command.
    pub fn failure(&self, error: &io::Error) -> Failure {
        Failure::writing(&self.name, error)
    }

    /// Writes `bytes`.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.to.write_all(bytes).map_err(|error| self.failure(&error))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Pending {
    fn complete(self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.to)?;
        self.forget();
        Ok(())
    }

    fn forget(&self) {
        if let Ok(mut paths) = UNFINISHED.lock() {
            paths.retain(|path| *path != self.temporary);
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // After `complete` there is nothing of that name any more.
        let _ = fs::remove_file(&self.temporary);
        self.forget();
    }
}

/// A new file in the same folder, so that renaming stays within one file system.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    for attempt in 0..100 {
        let temporary = path.with_file_name(format!(".{name}.{}-{attempt}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return Ok((other?, temporary)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_its_name_only_when_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        let mut sink = Sink::open(Some(&path)).unwrap();
        sink.put(b"text\n").unwrap();
        assert!(!path.exists());
        assert_eq!(names(folder.path()).len(), 1);
        sink.finish().unwrap();
        assert_eq!(names(folder.path()), ["out.txt"]);
        assert_eq!(fs::read(&path).unwrap(), b"text\n");

        let mut sink = Sink::open(Some(&path)).unwrap();
        sink.put(b"half").unwrap();
        drop(sink);
        assert_eq!(names(folder.path()), ["out.txt"]);
        assert_eq!(fs::read(&path).unwrap(), b"text\n", "the old file stands");
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Sink::open(Some(folder.path())).is_err());
        assert!(Sink::open(Some(&folder.path().join("no/such/out.txt"))).is_err());
        assert!(names(folder.path()).is_empty());
    }
}
