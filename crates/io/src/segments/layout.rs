//! How a segment looks on disk; all numbers are little endian.
//!
//! | part | bytes |
//! | --- | --- |
//! | header | `LETHESEG`, version (4), words of a record (4), checksum of these (8) |
//! | frame, any number of them | records, at least 1 (4), checksum (8), the records' words |
//! | footer | 0 instead of a number of records (4), `LETHEEND`, records of all frames (8), checksum of these (8) |
//!
//! A frame's checksum also covers its number, so that frames cannot change places; the footer's covers the words, so
//! that it belongs to its header. A file that was cut has no footer where one must be.

pub(super) const HEADER_BYTES: usize = 24;
pub(super) const FRAME_BYTES: usize = 12;
pub(super) const FOOTER_BYTES: usize = 28;
/// A frame's records take at most this much, which bounds what a reader allocates whatever a file claims.
const MOST_FRAME_WORDS: usize = 1 << 18;
const MOST_FRAME_RECORDS: usize = 1 << 16;

const HEADER_MARK: &[u8; 8] = b"LETHESEG";
const FOOTER_MARK: &[u8; 8] = b"LETHEEND";
const VERSION: u32 = 1;

/// The most records that a frame holds; `None` for a size that records cannot have.
pub(super) fn records_per_frame(words: usize) -> Option<usize> {
    let fits = (1..=MOST_FRAME_WORDS).contains(&words);
    fits.then(|| (MOST_FRAME_WORDS / words).min(MOST_FRAME_RECORDS))
}

/// The header of a segment.
pub(super) fn header(words: u32) -> [u8; HEADER_BYTES] {
    joined(&[HEADER_MARK, &VERSION.to_le_bytes(), &words.to_le_bytes()], &[])
}

/// The words of a record; `None` where the header is not whole.
pub(super) fn words_of(bytes: &[u8; HEADER_BYTES]) -> Option<u32> {
    let words = u32::from_le_bytes(at(bytes, 12)?);
    (header(words) == *bytes && records_per_frame(words as usize).is_some()).then_some(words)
}

/// The footer of a segment.
pub(super) fn footer(words: u32, records: u64) -> [u8; FOOTER_BYTES] {
    joined(&[&0u32.to_le_bytes(), FOOTER_MARK, &records.to_le_bytes()], &words.to_le_bytes())
}

/// The records of all frames; `None` where the footer is not whole.
pub(super) fn records_of(words: u32, bytes: &[u8; FOOTER_BYTES]) -> Option<u64> {
    let records = u64::from_le_bytes(at(bytes, 12)?);
    (footer(words, records) == *bytes).then_some(records)
}

/// What stands before a frame's records.
pub(super) fn frame_head(number: u64, records: u32, payload: &[u8]) -> [u8; FRAME_BYTES] {
    let mut bytes = [0; FRAME_BYTES];
    let (count, sum) = bytes.split_at_mut(4);
    count.copy_from_slice(&records.to_le_bytes());
    sum.copy_from_slice(&checksum(&[payload, &number.to_le_bytes(), &records.to_le_bytes()]));
    bytes
}

/// The parts with the checksum of them, and of `context`, behind.
fn joined<const N: usize>(parts: &[&[u8]], context: &[u8]) -> [u8; N] {
    let mut text = parts.concat();
    let sum = checksum(&[&text, context]);
    text.extend_from_slice(&sum);
    let mut bytes = [0; N];
    // The parts are constants of this file, and the tests hold them against the sizes above.
    bytes.copy_from_slice(&text);
    bytes
}

/// The bytes of a number that starts at `start`.
pub(super) fn at<const N: usize>(bytes: &[u8], start: usize) -> Option<[u8; N]> {
    bytes.get(start..start + N)?.try_into().ok()
}

fn checksum(parts: &[&[u8]]) -> [u8; 8] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    let mut sum = [0; 8];
    hasher.finalize_xof().fill(&mut sum);
    sum
}
