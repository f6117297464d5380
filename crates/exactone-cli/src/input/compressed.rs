//! Compressed input, recognised by its first bytes and unpacked while it is read.
//!
//! Nothing is unpacked ahead of what is asked for, so a small file that unpacks to terabytes costs time, not
//! memory; the windows that the formats keep are bounded.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use super::zip;

/// The largest dictionary or window that an input may ask for.
const WINDOW_LIMIT: u32 = 128 << 20;

/// A reader of the plain bytes behind `packed`: unpacked if they begin like gzip, xz, zstd or zip, else as they are.
pub fn unpack(packed: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let (start, whole) = peek(packed, 6)?;
    let whole = BufReader::with_capacity(1 << 16, whole);
    Ok(if start.starts_with(&[0x1f, 0x8b, 0x08]) {
        Box::new(Named("gzip", MultiGzDecoder::new(whole)))
    } else if start.starts_with(b"\xfd7zXZ\0") {
        Box::new(Named("xz", Sips(XzReader::new_mem_limit(whole, true, WINDOW_LIMIT >> 10))))
    } else if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(Named("zstd", ZstdFrames::new(whole)))
    } else if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
        Box::new(Named("zip", zip::OneFile::open(whole).map_err(|error| named("zip", error))?))
    } else {
        whole.into_inner()
    })
}

/// Reads `count` bytes ahead or a few more, where there are so many; gives them and a reader that begins with them.
pub fn peek(reader: Box<dyn Read + Send>, count: usize) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    peek_while(reader, |start| start.len() < count, count)
}

/// Reads ahead as long as `more` says so of what there is, by stretches of at most `stretch` bytes; gives what was
/// read and a reader that begins with it.
pub fn peek_while(
    mut reader: Box<dyn Read + Send>,
    more: impl Fn(&[u8]) -> bool,
    stretch: usize,
) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    let mut start = Vec::new();
    while more(&start) {
        let had = start.len();
        start.resize(had + stretch, 0);
        let count = loop {
            match reader.read(&mut start[had..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // It is told behind what could be read before.
                Err(error) if had > 0 => {
                    start.truncate(had);
                    let whole = Cursor::new(start.clone()).chain(Broken(Some(error)));
                    return Ok((start, Box::new(whole)));
                }
                other => break other?,
            }
        };
        start.truncate(had + count);
        if count == 0 {
            break;
        }
    }
    let whole = Cursor::new(start.clone()).chain(reader);
    Ok((start, Box::new(whole)))
}

/// Fails, once.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Asks for little at a time, of a reader that loses what it has found so far when an error comes.
struct Sips<R>(R);

impl<R: Read> Read for Sips<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(1 << 12);
        self.0.read(&mut buffer[..count])
    }
}

/// Says of which format an unpacking error speaks.
struct Named<R>(&'static str, R);

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1.read(buffer).map_err(|error| named(self.0, error))
    }
}

fn named(format: &str, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => error,
        io::ErrorKind::UnexpectedEof => io::Error::other(format!("{format} data cut short")),
        io::ErrorKind::OutOfMemory => {
            io::Error::other(format!("{format} data that needs more than {} MB", WINDOW_LIMIT >> 20))
        }
        // What is said about archives is said by us.
        _ if format == "zip" => io::Error::other(format!("damaged {format} data: {error}")),
        _ => io::Error::other(format!("damaged {format} data")),
    }
}

/// Zstandard frames one after the other, as parallel compressors write them.
struct ZstdFrames<R: BufRead> {
    /// The frame being read; `None` at the end.
    frame: Option<StreamingDecoder<WholeBlocks<R>, FrameDecoder>>,
    /// What follows the last frame, or everything before the first.
    rest: Option<R>,
}

impl<R: BufRead> ZstdFrames<R> {
    fn new(reader: R) -> ZstdFrames<R> {
        ZstdFrames { frame: None, rest: Some(reader) }
    }
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(buffer)?;
                if count > 0 {
                    return Ok(count);
                }
                let Some(blocks) = self.frame.take().map(StreamingDecoder::into_inner) else { return Ok(0) };
                if blocks.cut {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.rest = Some(blocks.from);
            }
            let Some(mut rest) = self.rest.take() else { return Ok(0) };
            if rest.fill_buf()?.is_empty() {
                return Ok(0);
            }
            let blocks = WholeBlocks::new(rest)?;
            let frame = StreamingDecoder::new_with_max_window_size(blocks, u64::from(WINDOW_LIMIT));
            self.frame = Some(frame.map_err(|error| match error {
                FrameDecoderError::WindowSizeTooBig { .. } => io::ErrorKind::OutOfMemory.into(),
                error => io::Error::other(error),
            })?);
        }
    }
}

/// One Zstandard frame whose end, if it is cut short, is the last block that is whole. The decoder keeps back as much
/// as its window holds until a frame ends, and would lose that much text with the frame.
///
/// (RFC 8878, sections 3.1.1 and 3.1.1.2.)
struct WholeBlocks<R: BufRead> {
    from: R,
    /// What goes to the decoder before more is read: the header, or a block.
    ready: Cursor<Vec<u8>>,
    checksum: bool,
    /// The last block is in `ready`.
    last: bool,
    /// The frame is cut short.
    cut: bool,
}

impl<R: BufRead> WholeBlocks<R> {
    fn new(from: R) -> io::Result<WholeBlocks<R>> {
        let mut frame =
            WholeBlocks { from, ready: Cursor::default(), checksum: false, last: false, cut: false };
        let mut header = Vec::new();
        frame.append(5, &mut header)?;
        if header[..4] != [0x28, 0xb5, 0x2f, 0xfd] {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let about = header[4];
        let single = about & 0x20 != 0;
        frame.checksum = about & 4 != 0;
        let dictionary = [0, 1, 2, 4][usize::from(about & 3)];
        let size = [usize::from(single), 2, 4, 8][usize::from(about >> 6)];
        frame.append(usize::from(!single) + dictionary + size, &mut header)?;
        frame.ready = Cursor::new(header);
        Ok(frame)
    }

    /// Appends so many bytes.
    fn append(&mut self, count: usize, to: &mut Vec<u8>) -> io::Result<()> {
        let had = to.len();
        self.from.by_ref().take(count as u64).read_to_end(to)?;
        if to.len() < had + count { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn block(&mut self, block: &mut Vec<u8>) -> io::Result<()> {
        self.append(3, block)?;
        let header = u32::from_le_bytes([block[0], block[1], block[2], 0]);
        self.last = header & 1 != 0;
        let is_one_byte = header >> 1 & 3 == 1;
        self.append(if is_one_byte { 1 } else { header as usize >> 3 }, block)?;
        if self.last && self.checksum {
            self.append(4, block)?;
        }
        Ok(())
    }
}

impl<R: BufRead> Read for WholeBlocks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.ready.read(buffer)?;
        if count > 0 || buffer.is_empty() || self.last {
            return Ok(count);
        }
        let mut block = std::mem::take(&mut self.ready).into_inner();
        block.clear();
        match self.block(&mut block) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                // A last block of nothing, and a checksum that nobody compares.
                (self.cut, self.last) = (true, true);
                block.clear();
                block.extend_from_slice(&[1, 0, 0]);
                block.extend_from_slice(if self.checksum { &[0; 4] } else { &[] });
            }
            Err(error) => return Err(error),
        }
        self.ready = Cursor::new(block);
        self.ready.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn plain(packed: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        unpack(Box::new(Cursor::new(packed)))?.read_to_end(&mut out)?;
        Ok(out)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn xz(text: &[u8]) -> Vec<u8> {
        let options = lzma_rust2::XzOptions::with_preset(1);
        let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        writer.write_all(text).unwrap();
        writer.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    #[test]
    fn every_format_gives_the_text_back() {
        let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
            .repeat(3000);
        assert_eq!(plain(text.clone()).unwrap(), text);
        for pack in [gzip, xz, zstd] {
            assert_eq!(plain(pack(&text)).unwrap(), text);
            let twice = [pack(&text), pack(&text)].concat();
            assert_eq!(plain(twice).unwrap().len(), 2 * text.len(), "members one after the other");
        }
    }

    #[test]
    fn damaged_data_is_an_error_that_names_the_format() {
        let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
            .repeat(300);
        for (name, pack) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("xz", xz), ("zstd", zstd)] {
            let packed = pack(&text);
            for end in [packed.len() / 2, packed.len() - 1] {
                let error = plain(packed[..end].to_vec()).unwrap_err().to_string();
                assert!(error.contains(name), "{error}");
            }
        }
    }

    #[test]
    fn what_comes_before_the_cut_is_read() {
        // Hardly compressible, so that there are several blocks.
        let mut state = 1u32;
        let text: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b'0' + (state >> 24) as u8 % 64
        })
        .take(700_000)
        .collect();
        for (pack, least) in [(gzip as fn(&[u8]) -> Vec<u8>, 500_000), (zstd, 200_000), (xz, 1)] {
            let packed = pack(&text);
            let mut unpacked =
                unpack(Box::new(Cursor::new(packed[..packed.len() * 3 / 4].to_vec()))).unwrap();
            let mut out = Vec::new();
            let error = unpacked.read_to_end(&mut out).unwrap_err();
            assert!(error.to_string().contains("data cut short"), "{error}");
            assert!(out.len() > least, "{}", out.len());
            assert!(text.starts_with(&out));
        }
    }

    #[test]
    fn short_and_empty_inputs_are_themselves() {
        for text in [&b""[..], b"1", b"PK", b"\x1f\x8b"] {
            assert_eq!(plain(text.to_vec()).unwrap(), text);
        }
    }
}
