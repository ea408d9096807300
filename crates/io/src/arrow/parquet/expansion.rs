//! Whether a compressed page becomes what it declares.
//!
//! Most codecs are given room for the declared size and fail when it is not enough. Others go on for as long as
//! something comes, so that a page of theirs is first unpacked to nowhere, up to what it declares.

use crate::allowance::Allowance;
use crate::error::{Error, Result, while_doing};
use parquet::basic::Compression;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, sink};
use std::sync::Arc;

/// What a byte of gzip, or of LZ4 in frames, can become.
const GZIP_GAIN: u64 = 1032;
const LZ4_GAIN: u64 = 255;
/// What a small page may become without anybody caring.
const HARMLESS: u64 = 1 << 20;
/// The space that brotli works in.
#[cfg(feature = "brotli")]
const BUFFER: usize = 1 << 12;

/// A page of a file.
pub(super) struct Packed<'a> {
    pub(super) file: &'a Arc<File>,
    pub(super) start: u64,
    pub(super) length: u64,
    /// The size that it declares to have when unpacked.
    pub(super) unpacked: u64,
    pub(super) codec: Compression,
}

/// **Errors**: the page becomes larger than it declares.
pub(super) fn check_expansion(name: &str, page: &Packed<'_>, memory: &mut Allowance<'_>) -> Result<()> {
    let gain = match page.codec {
        Compression::GZIP(_) => GZIP_GAIN,
        Compression::LZ4 => LZ4_GAIN,
        Compression::BROTLI(_) => u64::MAX,
        _ => return Ok(()),
    };
    let most = page.length.saturating_mul(gain);
    if most <= page.unpacked.max(HARMLESS) || memory.could_grow(most) {
        return Ok(());
    }
    let mut file = &**page.file;
    file.seek(SeekFrom::Start(page.start)).map_err(while_doing("read", name))?;
    let content = file.take(page.length);
    let limit = page.unpacked + 1;
    let outcome = match page.codec {
        Compression::GZIP(_) => {
            std::io::copy(&mut flate2::read::MultiGzDecoder::new(content).take(limit), &mut sink())
        }
        // Frames that hardly any program writes: there must be memory for what they can become.
        Compression::LZ4 => return memory.grow(most),
        #[cfg(feature = "brotli")]
        _ => std::io::copy(&mut brotli::Decompressor::new(content, BUFFER).take(limit), &mut sink()),
        #[cfg(not(feature = "brotli"))]
        _ => {
            return Err(Error::content(
                name,
                None,
                "this Lethe is built without brotli, which its pages need",
            ));
        }
    };
    // What cannot be unpacked is told by the reader.
    if outcome.is_ok_and(|bytes| bytes > page.unpacked) {
        let problem = "not readable as Parquet: a page becomes larger than it declares";
        return Err(Error::content(name, None, problem));
    }
    Ok(())
}
