//! The frame of an Arrow file: its footer, and where its blocks are.

use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::{Block, Footer, MetadataVersion, root_as_footer_with_opts};
use arrow_schema::Schema;
use flatbuffers::VerifierOptions;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

const MAGIC: &[u8] = b"ARROW1";
/// The first bytes, with padding.
const OPENING: u64 = 8;
/// The length of the footer and the magic word.
const CLOSING: u64 = 10;
/// The mark and the length before the message of a block.
pub(crate) const PREFIX: usize = 8;
/// A table of a footer with what refers to it takes at least so many of its bytes.
const TABLE_BYTES: usize = 12;
/// How many times the footer may be walked over by those who follow its references: texts may be shared.
const SHARED: usize = 16;
/// What a byte of a footer becomes when its schema is built.
pub(super) const SCHEMA_GROWTH: u64 = 12;

/// Where the footer of a file lies, from its last bytes.
///
/// **Errors**: it is no Arrow file, or its footer would be longer than the file.
pub(crate) fn footer_range(file: &mut (impl Read + Seek)) -> Result<Range<u64>, String> {
    let unreadable = |_| "it cannot be read".to_owned();
    let length = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    if length < OPENING + CLOSING {
        return Err("it is no Arrow file, or cut off".to_owned());
    }
    let mut opening = [0; MAGIC.len()];
    file.seek(SeekFrom::Start(0)).and_then(|_| file.read_exact(&mut opening)).map_err(unreadable)?;
    let mut closing = [0; CLOSING as usize];
    let end = length - CLOSING;
    file.seek(SeekFrom::Start(end)).and_then(|_| file.read_exact(&mut closing)).map_err(unreadable)?;
    let (size, magic) = closing.split_at(4);
    if opening != MAGIC || magic != MAGIC {
        return Err("it is no Arrow file, or cut off".to_owned());
    }
    let size = size.first_chunk::<4>().map_or(-1, |size| i32::from_le_bytes(*size));
    u64::try_from(size)
        .ok()
        .filter(|&size| size > 0 && size <= end - OPENING)
        .map(|size| end - size..end)
        .ok_or_else(|| "its footer is out of its bounds".to_owned())
}

/// What a footer says.
pub(crate) struct Frame {
    pub(crate) schema: Schema,
    pub(crate) version: MetadataVersion,
    pub(crate) dictionaries: Vec<Block>,
    pub(crate) batches: Vec<Block>,
}

impl Frame {
    /// Reads a footer, before which the file has `end` bytes.
    ///
    /// **Errors**: it is damaged, repeats itself (a small footer must not become a large schema), or has blocks that
    /// lie beyond the file or within each other.
    pub(crate) fn parse(footer: &[u8], end: u64) -> Result<Self, String> {
        let options = VerifierOptions {
            max_tables: footer.len() / TABLE_BYTES + 16,
            max_apparent_size: footer.len().saturating_mul(SHARED),
            ..VerifierOptions::default()
        };
        let footer = root_as_footer_with_opts(&options, footer).map_err(|_| "its footer is damaged")?;
        let schema = footer.schema().ok_or("it has no schema")?;
        if !schema.endianness().equals_to_target_endianness() {
            return Err("its numbers have another byte order than this machine's".to_owned());
        }
        let (dictionaries, batches) = blocks(&footer);
        check_apart(dictionaries.iter().chain(&batches), end)?;
        Ok(Self { schema: fb_to_schema(schema), version: footer.version(), dictionaries, batches })
    }
}

fn blocks(footer: &Footer<'_>) -> (Vec<Block>, Vec<Block>) {
    let dictionaries = footer.dictionaries().map(|blocks| blocks.iter().copied().collect());
    let batches = footer.recordBatches().map(|blocks| blocks.iter().copied().collect());
    (dictionaries.unwrap_or_default(), batches.unwrap_or_default())
}

/// Where a block lies.
pub(crate) fn block_range(block: &Block) -> Option<Range<u64>> {
    let start = u64::try_from(block.offset()).ok()?;
    let message = u64::try_from(block.metaDataLength()).ok().filter(|&length| length >= PREFIX as u64)?;
    let body = u64::try_from(block.bodyLength()).ok()?;
    Some(start..start.checked_add(message)?.checked_add(body)?)
}

/// No block may lie within another: what is read is never more than the file.
fn check_apart<'a>(blocks: impl Iterator<Item = &'a Block>, end: u64) -> Result<(), String> {
    let bounds = "a batch is out of its bounds";
    let mut ranges = blocks.map(block_range).collect::<Option<Vec<_>>>().ok_or(bounds)?;
    ranges.sort_unstable_by_key(|range| range.start);
    let mut free = OPENING;
    for range in ranges {
        if range.start < free || range.end > end {
            return Err(bounds.to_owned());
        }
        free = range.end;
    }
    Ok(())
}
