//! A zip archive with one file in it, read from front to back without seeking, so that it may come from a pipe.
//!
//! ```text
//! local header: "PK\3\4" version flags method time date crc32 packed plain name-length extra-length name extra
//! then the data, then (flag bit 3) "PK\7\8" crc32 packed plain; then the next header or the directory "PK\1\2"
//! ```
//! (APPNOTE 6.3, sections 4.3.7 and 4.3.9.) A second file is an error that names the remedy.

use std::io::{self, BufRead, Read, Take};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

const LOCAL_HEADER: [u8; 4] = *b"PK\x03\x04";
const DATA_DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";

/// The plain bytes of the only file in an archive.
pub struct OneFile<R: BufRead> {
    data: Data<R>,
    crc: Crc,
    /// The checksum that the header promises; `None` where it follows the data.
    promised: Option<u32>,
}

enum Data<R: BufRead> {
    Stored(Take<R>),
    Deflated(DeflateDecoder<R>),
    Finished,
}

struct Header {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    name: Vec<u8>,
}

impl Header {
    /// Whether the entry only sets the scene: a folder, or what a Mac adds.
    fn is_decoration(&self) -> bool {
        self.name.ends_with(b"/") || self.name.starts_with(b"__MACOSX/")
    }

    fn sizes_follow(&self) -> bool {
        self.flags & 8 != 0
    }
}

impl<R: BufRead> OneFile<R> {
    /// Opens the first file of the archive.
    pub fn open(mut reader: R) -> io::Result<OneFile<R>> {
        loop {
            let Some(header) = read_header(&mut reader)? else {
                return Err(io::Error::other("no file in the archive"));
            };
            if header.flags & 1 != 0 {
                return Err(io::Error::other("the file is encrypted"));
            }
            if header.is_decoration() && !header.sizes_follow() {
                io::copy(&mut reader.by_ref().take(u64::from(header.packed)), &mut io::sink())?;
                continue;
            }
            let promised = (!header.sizes_follow()).then_some(header.crc);
            let data = match header.method {
                8 => Data::Deflated(DeflateDecoder::new(reader)),
                0 if !header.sizes_follow() && header.packed != u32::MAX => {
                    Data::Stored(reader.take(u64::from(header.packed)))
                }
                0 => return Err(io::Error::other("stored without its size")),
                method => {
                    return Err(io::Error::other(format!("compression method {method} is not supported")));
                }
            };
            return Ok(OneFile { data, crc: Crc::new(), promised });
        }
    }

    /// Checks what follows the data: the checksum, and that there is no other file.
    fn finish(&mut self) -> io::Result<()> {
        let mut reader = match std::mem::replace(&mut self.data, Data::Finished) {
            Data::Stored(data) if data.limit() > 0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            Data::Stored(data) => data.into_inner(),
            Data::Deflated(data) => data.into_inner(),
            Data::Finished => return Ok(()),
        };
        let promised = match self.promised {
            Some(promised) => promised,
            None => {
                let mut first = [0; 4];
                reader.read_exact(&mut first)?;
                if first == DATA_DESCRIPTOR {
                    reader.read_exact(&mut first)?;
                }
                io::copy(&mut reader.by_ref().take(8), &mut io::sink())?;
                u32::from_le_bytes(first)
            }
        };
        if promised != self.crc.sum() {
            return Err(io::Error::other("wrong checksum"));
        }
        while let Some(header) = read_header(&mut reader)? {
            if !header.is_decoration() {
                return Err(io::Error::other(format!(
                    "more than one file in the archive (the next is {}): unpack it first",
                    String::from_utf8_lossy(&header.name)
                )));
            }
            if header.sizes_follow() {
                break;
            }
            io::copy(&mut reader.by_ref().take(u64::from(header.packed)), &mut io::sink())?;
        }
        Ok(())
    }
}

impl<R: BufRead> Read for OneFile<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.data {
            Data::Stored(data) => data.read(buffer)?,
            Data::Deflated(data) => data.read(buffer)?,
            Data::Finished => return Ok(0),
        };
        if count == 0 && !buffer.is_empty() {
            self.finish()?;
        }
        self.crc.update(&buffer[..count]);
        Ok(count)
    }
}

/// The next local header, or `None` where the archive's directory (or its end) begins.
fn read_header(reader: &mut impl BufRead) -> io::Result<Option<Header>> {
    let mut mark = [0; 4];
    match reader.read_exact(&mut mark) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    if mark != LOCAL_HEADER {
        return Ok(None);
    }
    let mut fixed = [0; 26];
    reader.read_exact(&mut fixed)?;
    let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
    let long = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
    let mut name = vec![0; usize::from(short(22))];
    reader.read_exact(&mut name)?;
    io::copy(&mut reader.by_ref().take(u64::from(short(24))), &mut io::sink())?;
    Ok(Some(Header { flags: short(2), method: short(4), crc: long(10), packed: long(14), name }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// An archive as a packer would write it; `late` puts sizes after the data.
    fn archive(files: &[(&str, &[u8])], method: u16, late: bool) -> Vec<u8> {
        let mut out = Vec::new();
        for (name, text) in files {
            let data = if method == 8 {
                let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap()
            } else {
                text.to_vec()
            };
            let mut crc = Crc::new();
            crc.update(text);
            let sizes = [crc.sum(), data.len() as u32, text.len() as u32].map(u32::to_le_bytes).concat();
            out.extend(LOCAL_HEADER);
            out.extend([20, 0, if late { 8 } else { 0 }, 0, method as u8, 0, 0, 0, 0, 0]);
            out.extend(if late { vec![0; 12] } else { sizes.clone() });
            out.extend((name.len() as u16).to_le_bytes());
            out.extend([0, 0]);
            out.extend(name.bytes());
            out.extend(data);
            if late {
                out.extend(DATA_DESCRIPTOR);
                out.extend(sizes);
            }
        }
        out.extend(b"PK\x01\x02 the directory is not read");
        out
    }

    fn text(archive: &[u8]) -> io::Result<String> {
        let mut out = String::new();
        OneFile::open(archive)?.read_to_string(&mut out)?;
        Ok(out)
    }

    #[test]
    fn the_one_file_comes_out() {
        let plain = "53..7....\n".repeat(500);
        for (method, late) in [(8, false), (8, true), (0, false)] {
            let folder: (&str, &[u8]) = ("folder/", b"");
            let files = [("folder/puzzles.txt", plain.as_bytes())];
            assert_eq!(text(&archive(&files, method, late)).unwrap(), plain);
            if !late {
                let with_folder = archive(&[folder, files[0], ("__MACOSX/._x", b"junk")], method, late);
                assert_eq!(text(&with_folder).unwrap(), plain);
            }
        }
    }

    #[test]
    fn two_files_none_and_damage_are_errors() {
        let two = archive(&[("a.txt", b"1"), ("b.txt", b"2")], 8, false);
        assert!(text(&two).unwrap_err().to_string().contains("the next is b.txt"));
        assert!(text(b"PK\x05\x06").is_err());
        let mut wrong = archive(&[("a.txt", b"some text")], 0, false);
        wrong[36] ^= 1; // in the data: 30 bytes of header, 5 of name
        assert!(text(&wrong).is_err());
        let cut = archive(&[("a.txt", &b"some text".repeat(50))], 8, false);
        assert!(text(&cut[..50]).is_err());
    }
}
