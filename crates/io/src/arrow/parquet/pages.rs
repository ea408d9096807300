//! What the pages of a column chunk become once they are decoded, from their headers.

use super::expansion::{Packed, check_expansion};
use super::thrift::{Damaged, Thrift};
use crate::allowance::Allowance;
use crate::error::{Error, Result};
use parquet::basic::Type;
use parquet::column::page::{Page, PageReader};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::serialized_reader::SerializedPageReader;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

/// Headers are short, unless statistics make them longer.
const HEADER: u64 = 1 << 10;
const LONGEST_HEADER: u64 = 1 << 22;
/// What a row occupies besides its text.
const ROW_BYTES: u64 = 24;

const DICTIONARY_PAGE: i64 = 2;
const DELTA_BYTE_ARRAY: i64 = 7;

/// The memory that decoding a column takes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demand {
    /// For its pages, however few rows are decoded at once.
    pub(super) pages: u64,
    /// For each row of a batch.
    pub(super) row: u64,
}

impl Demand {
    pub(super) fn largest(self, other: Self) -> Self {
        Self { pages: self.pages.max(other.pages), row: self.row.max(other.row) }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Header {
    kind: i64,
    unpacked: i64,
    packed: i64,
    values: i64,
    encoding: i64,
    /// The bytes before the compressed ones, in pages of the second version.
    levels: i64,
}

/// A file with a column chunk that is measured.
pub(super) struct Chunk<'a> {
    pub(super) name: &'a str,
    pub(super) file: &'a Arc<File>,
    pub(super) length: u64,
    pub(super) column: &'a ColumnChunkMetaData,
    /// The rows of its row group.
    pub(super) rows: i64,
}

impl Chunk<'_> {
    /// Goes through the headers of all pages.
    ///
    /// **Errors**: a page lies outside the chunk or becomes larger than it declares, or there is not enough memory.
    pub(super) fn demand(&self, memory: &mut Allowance<'_>) -> Result<Demand> {
        let (start, length) = self.column.byte_range();
        let end =
            start.checked_add(length).filter(|&end| end <= self.length).ok_or_else(|| self.damaged())?;
        let (mut at, mut is_first) = (start, true);
        let mut demand = Demand { pages: 0, row: ROW_BYTES };
        let (mut largest, mut dictionary) = (0, 0);
        let fixed = self.fixed_width();
        demand.row += fixed;
        while at < end {
            let (header, header_length) = self.header(at, end)?;
            let unpacked = u64::try_from(header.unpacked).map_err(|_| self.damaged())?;
            let packed = u64::try_from(header.packed).map_err(|_| self.damaged())?;
            let body = at + header_length;
            at = body.checked_add(packed).filter(|&next| next <= end).ok_or_else(|| self.damaged())?;
            memory.grow(unpacked.saturating_add(packed))?;
            let levels = u64::try_from(header.levels).ok().filter(|&levels| levels <= packed.min(unpacked));
            let levels = levels.ok_or_else(|| self.damaged())?;
            let page = Packed {
                file: self.file,
                start: body + levels,
                length: packed - levels,
                unpacked: unpacked - levels,
                codec: self.column.compression(),
            };
            check_expansion(self.name, &page, memory)?;
            if header.kind == DICTIONARY_PAGE {
                if !is_first {
                    return Err(self.damaged());
                }
                dictionary = unpacked;
                if fixed == 0 {
                    demand.row = demand.row.max(ROW_BYTES + self.longest_in_dictionary()?);
                }
            } else {
                largest = largest.max(unpacked.saturating_add(packed));
                if fixed == 0 {
                    let values = u64::try_from(header.values).unwrap_or(0).max(1);
                    // A text may repeat the start of the one before it, so that each may be as long as all.
                    let each = if header.encoding == DELTA_BYTE_ARRAY {
                        unpacked
                    } else {
                        unpacked.div_ceil(values)
                    };
                    demand.row = demand.row.max(ROW_BYTES + each);
                }
            }
            memory.release();
            is_first = false;
        }
        // A batch ends within a page and begins within another.
        demand.pages = dictionary.saturating_mul(2).saturating_add(largest.saturating_mul(3));
        Ok(demand)
    }

    /// The bytes of a value, where all have the same length; zero where they have not.
    fn fixed_width(&self) -> u64 {
        match self.column.column_type() {
            Type::BYTE_ARRAY => 0,
            Type::FIXED_LEN_BYTE_ARRAY => {
                u64::try_from(self.column.column_descr().type_length()).unwrap_or(0).max(1)
            }
            _ => 16,
        }
    }

    /// The longest text of the dictionary, which every row may show.
    fn longest_in_dictionary(&self) -> Result<u64> {
        let rows = usize::try_from(self.rows).map_err(|_| self.damaged())?;
        let pages = SerializedPageReader::new(Arc::clone(self.file), self.column, rows, None);
        let page = pages.and_then(|mut pages| pages.get_next_page()).map_err(|_| self.damaged())?;
        let Some(Page::DictionaryPage { buf, .. }) = page else { return Err(self.damaged()) };
        let (mut rest, mut longest) = (&buf[..], 0);
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let length = u32::from_le_bytes(*length);
            longest = longest.max(length);
            rest = after.get(length as usize..).unwrap_or_default();
        }
        Ok(u64::from(longest))
    }

    fn header(&self, at: u64, end: u64) -> Result<(Header, u64)> {
        let mut wanted = HEADER.min(end - at);
        loop {
            let mut bytes = Vec::with_capacity(wanted as usize);
            let mut file = &**self.file;
            file.seek(SeekFrom::Start(at))
                .and_then(|_| file.take(wanted).read_to_end(&mut bytes))
                .map_err(crate::error::while_doing("read", self.name))?;
            match parse(&bytes) {
                Ok(parsed) => return Ok(parsed),
                Err(Damaged) if wanted < LONGEST_HEADER.min(end - at) => {
                    wanted = (wanted * 16).min(LONGEST_HEADER).min(end - at);
                }
                Err(Damaged) => return Err(self.damaged()),
            }
        }
    }

    fn damaged(&self) -> Error {
        Error::content(self.name, None, "not readable as Parquet: a page is damaged")
    }
}

/// A page header and its length.
fn parse(bytes: &[u8]) -> std::result::Result<(Header, u64), Damaged> {
    let mut thrift = Thrift::new(bytes);
    let mut header = Header::default();
    thrift.structure(|thrift, head| {
        match head.id {
            1 => header.kind = thrift.integer(head)?,
            2 => header.unpacked = thrift.integer(head)?,
            3 => header.packed = thrift.integer(head)?,
            // Pages of data, of a dictionary, and of data in the second version.
            5 | 7 | 8 => {
                let encoding = if head.id == 8 { 4 } else { 2 };
                thrift.structure(|thrift, head| {
                    match head.id {
                        1 => header.values = thrift.integer(head)?,
                        id if id == encoding => header.encoding = thrift.integer(head)?,
                        5 | 6 if encoding == 4 => {
                            header.levels = header.levels.saturating_add(thrift.integer(head)?);
                        }
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok((header, thrift.position() as u64))
}
