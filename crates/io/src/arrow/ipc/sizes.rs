//! How much memory a block of an Arrow file becomes, before it is decoded.

use super::frame::PREFIX;
use arrow_ipc::{
    Block, Buffer as Place, CompressionType, Message, MetadataVersion, RecordBatch, root_as_message,
};
use arrow_schema::{DataType, Field, UnionMode};
use std::collections::VecDeque;

/// The length before a compressed buffer.
const LENGTH: usize = 8;
/// The length of a buffer that was left as it is.
const PLAIN: i64 = -1;
/// Buffers that do not start at a multiple of this may be copied.
const ALIGNMENT: u64 = 16;
/// No format gains more: a block of Zstandard gives 128 KiB for four bytes, a run of LZ4 255 for one.
const ZSTD_GAIN: u64 = 1 << 15;
const LZ4_GAIN: u64 = 255;
/// What even the shortest content may become.
const LEAST: u64 = 1 << 17;
const MOST_ROWS: i64 = u32::MAX as i64;

/// The message of a block that was read.
///
/// **Errors**: it is damaged.
pub(crate) fn message<'a>(content: &'a [u8], block: &Block) -> Result<Message<'a>, String> {
    let damaged = || "the header of a batch is damaged".to_owned();
    let length = usize::try_from(block.metaDataLength()).map_err(|_| damaged())?;
    let header = content.get(..length).ok_or_else(damaged)?;
    // Files from before 2019 have no mark before the length.
    let skipped = if header.starts_with(&[0xff; 4]) { PREFIX } else { PREFIX / 2 };
    root_as_message(header.get(skipped..).ok_or_else(damaged)?).map_err(|_| damaged())
}

/// The bytes that the buffers of some fields occupy once decoded, besides those of the block itself.
///
/// **Errors**: a buffer lies outside the body, declares more than its content can become, or the batch has more rows
/// than can be numbered.
pub(super) fn decoded_bytes(
    batch: &RecordBatch<'_>,
    body: &[u8],
    version: MetadataVersion,
    fields: &[(&Field, bool)],
) -> Result<u64, String> {
    if !(0..=MOST_ROWS).contains(&batch.length()) {
        return Err("a batch has more rows than can be numbered".to_owned());
    }
    let gain = batch.compression().map(|compression| match compression.codec() {
        CompressionType::LZ4_FRAME => LZ4_GAIN,
        _ => ZSTD_GAIN,
    });
    let mut variadic: VecDeque<i64> = batch.variadicBufferCounts().into_iter().flatten().collect();
    let mut places = batch.buffers().into_iter().flatten();
    let mut total = 0u64;
    for (field, kept) in fields {
        for _ in 0..buffer_count(field.data_type(), version, &mut variadic)? {
            let place = places.next().ok_or("a buffer is missing")?;
            let bytes = buffer_bytes(place, body, gain)?;
            if *kept {
                total = total.checked_add(bytes).ok_or("its buffers are beyond all bounds")?;
            }
        }
    }
    Ok(total)
}

fn buffer_bytes(place: &Place, body: &[u8], gain: Option<u64>) -> Result<u64, String> {
    let bounds = || "a buffer is out of its bounds".to_owned();
    let start = usize::try_from(place.offset()).map_err(|_| bounds())?;
    let length = usize::try_from(place.length()).map_err(|_| bounds())?;
    let end = start.checked_add(length).ok_or_else(bounds)?;
    let content = body.get(start..end).ok_or_else(bounds)?;
    let copied = if (start as u64).is_multiple_of(ALIGNMENT) { 0 } else { content.len() as u64 };
    let Some(gain) = gain.filter(|_| !content.is_empty()) else { return Ok(copied) };
    let declared = content.first_chunk::<LENGTH>().ok_or("a compressed buffer has no length")?;
    let declared = i64::from_le_bytes(*declared);
    if declared == PLAIN {
        return Ok(content.len() as u64);
    }
    let packed = (content.len() - LENGTH) as u64;
    u64::try_from(declared)
        .ok()
        .filter(|&declared| declared <= packed.saturating_mul(gain).saturating_add(LEAST))
        .ok_or_else(|| "a buffer declares more than its content can become".to_owned())
}

/// How many buffers a column has. Names in the format: docs of the columnar format, "Buffer listing for each layout".
fn buffer_count(
    data_type: &DataType,
    version: MetadataVersion,
    variadic: &mut VecDeque<i64>,
) -> Result<usize, String> {
    let mut within = |fields: &[&Field], own: usize| {
        fields.iter().try_fold(own, |sum, field| {
            Ok::<usize, String>(sum + buffer_count(field.data_type(), version, variadic)?)
        })
    };
    Ok(match data_type {
        DataType::Null => 0,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Binary | DataType::LargeBinary => 3,
        DataType::Utf8View | DataType::BinaryView => {
            let more = variadic.pop_front().and_then(|count| usize::try_from(count).ok());
            more.and_then(|count| count.checked_add(2)).ok_or("the number of its buffers is missing")?
        }
        DataType::List(field) | DataType::LargeList(field) | DataType::Map(field, _) => within(&[field], 2)?,
        DataType::ListView(field) | DataType::LargeListView(field) => within(&[field], 3)?,
        DataType::FixedSizeList(field, _) => within(&[field], 1)?,
        DataType::Struct(fields) => within(&fields.iter().map(|field| &**field).collect::<Vec<_>>(), 1)?,
        DataType::RunEndEncoded(ends, values) => within(&[ends, values], 0)?,
        DataType::Union(fields, mode) => {
            let validity = usize::from(version < MetadataVersion::V5);
            let own = validity + if *mode == UnionMode::Dense { 2 } else { 1 };
            within(&fields.iter().map(|(_, field)| &**field).collect::<Vec<_>>(), own)?
        }
        _ => 2,
    })
}
