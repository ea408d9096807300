//! Cutting a stream of bytes into blocks of whole records.

use lethe_data::{Context, MemoryBudget, Reservation};
use memchr::{memchr, memrchr};
use std::io::{Error, ErrorKind, Read};
use std::sync::Arc;

/// No real record is longer, and positions within a block must fit 32 bits.
const LONGEST_RECORD: usize = if cfg!(test) { 1 << 18 } else { 1 << 30 };

/// A run of whole records.
pub(super) struct TextBlock {
    pub(super) index: usize,
    pub(super) bytes: Vec<u8>,
    /// For a block that is longer than others.
    pub(super) memory: Option<Reservation>,
}

/// Reads a stream block by block; each block ends where a record ends.
pub(super) struct BlockSource<R> {
    stream: R,
    delimiter: u8,
    size: usize,
    carry: Vec<u8>,
    next_index: usize,
    at_end: bool,
    budget: Option<Arc<MemoryBudget>>,
    /// For a header that is longer than a block.
    header: Option<Reservation>,
    /// The stream ended with an error: what follows it would start in the middle of a record.
    failed: bool,
}

impl<R: Read> BlockSource<R> {
    pub(super) fn new(stream: R, size: usize) -> Self {
        Self {
            stream,
            delimiter: b',',
            size,
            carry: Vec::new(),
            next_index: 0,
            at_end: false,
            budget: None,
            header: None,
            failed: false,
        }
    }

    /// Asks the memory budget for records that are longer than a block.
    pub(super) fn within(self, context: &Context) -> Self {
        Self { budget: Some(Arc::clone(context.memory())), ..self }
    }

    /// Reads ahead so that the first bytes can be looked at.
    pub(super) fn peek(&mut self) -> std::io::Result<&[u8]> {
        let wanted = self.size;
        let mut carry = std::mem::take(&mut self.carry);
        let outcome = self.fill(&mut carry, wanted);
        self.carry = carry;
        outcome?;
        Ok(&self.carry)
    }

    /// Drops the first bytes of what was looked at.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.carry.drain(..bytes);
    }

    pub(super) fn set_delimiter(&mut self, delimiter: u8) {
        self.delimiter = delimiter;
    }

    /// Whether everything that is left was looked at already.
    pub(super) fn saw_everything(&self) -> bool {
        self.at_end
    }

    /// Looks further ahead than the last [`Self::peek`].
    pub(super) fn peek_more(&mut self) -> std::io::Result<()> {
        let mut held = self.header.take();
        self.size = self.longer(self.size, &mut held)?;
        self.header = held;
        self.peek().map(|_| ())
    }

    /// The next run of whole records, in `buffer` whose old content is dropped.
    ///
    /// After an error there is nothing more.
    pub(super) fn next(&mut self, buffer: Vec<u8>) -> std::io::Result<Option<TextBlock>> {
        if self.failed {
            return Ok(None);
        }
        let outcome = self.read_block(buffer);
        self.failed = outcome.is_err();
        outcome
    }

    fn read_block(&mut self, mut buffer: Vec<u8>) -> std::io::Result<Option<TextBlock>> {
        buffer.clear();
        // What a long record has left behind is not kept.
        buffer.shrink_to(self.size.saturating_mul(2));
        buffer.append(&mut self.carry);
        let mut wanted = self.size;
        let mut memory = None;
        loop {
            self.fill(&mut buffer, wanted)?;
            if self.at_end {
                break;
            }
            if let Some(end) = last_record_end(&buffer, self.delimiter) {
                self.carry.extend_from_slice(&buffer[end..]);
                buffer.truncate(end);
                break;
            }
            wanted = self.longer(wanted, &mut memory)?;
        }
        if buffer.is_empty() {
            return Ok(None);
        }
        let index = self.next_index;
        self.next_index += 1;
        Ok(Some(TextBlock { index, bytes: buffer, memory }))
    }

    fn fill(&mut self, buffer: &mut Vec<u8>, wanted: usize) -> std::io::Result<()> {
        if self.at_end || buffer.len() >= wanted {
            return Ok(());
        }
        let missing = (wanted - buffer.len()) as u64;
        let read = self.stream.by_ref().take(missing).read_to_end(buffer)?;
        self.at_end = (read as u64) < missing;
        Ok(())
    }

    /// Twice the length looked at, while a record may be so long and there is memory for it.
    fn longer(&self, wanted: usize, held: &mut Option<Reservation>) -> std::io::Result<usize> {
        if wanted >= LONGEST_RECORD {
            let problem = "a record is longer than 1 GiB; is a quote never closed?";
            return Err(Error::new(ErrorKind::InvalidData, problem));
        }
        if let Some(budget) = &self.budget {
            let held = held.get_or_insert_with(|| budget.reserve("a long record"));
            // The text, and the space that it grows into.
            let more = (4 * wanted).saturating_sub(usize::try_from(held.held()).unwrap_or(usize::MAX));
            held.try_grow(more).map_err(|error| Error::new(ErrorKind::OutOfMemory, error))?;
        }
        Ok(wanted * 2)
    }
}

/// The position after the last line feed that is outside quotes; `bytes` starts where a record starts.
fn last_record_end(bytes: &[u8], delimiter: u8) -> Option<usize> {
    let mut end = None;
    let mut outside_from = 0;
    let mut search_from = 0;
    while let Some(offset) = memchr(b'"', &bytes[search_from..]) {
        let quote = search_from + offset;
        let opens = quote == 0 || bytes[quote - 1] == delimiter || bytes[quote - 1] == b'\n';
        search_from = quote + 1;
        if !opens {
            continue;
        }
        if let Some(at) = memrchr(b'\n', &bytes[outside_from..quote]) {
            end = Some(outside_from + at + 1);
        }
        match closing_quote(bytes, quote + 1) {
            Some(close) => {
                search_from = close + 1;
                outside_from = close + 1;
            }
            None => return end,
        }
    }
    memrchr(b'\n', &bytes[outside_from..]).map(|at| outside_from + at + 1).or(end)
}

/// The quote that closes a field whose content starts at `from`.
pub(super) fn closing_quote(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let quote = at + memchr(b'"', &bytes[at..])?;
        if bytes.get(quote + 1) != Some(&b'"') {
            return Some(quote);
        }
        at = quote + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn records_end_outside_quotes_only() {
        assert_eq!(last_record_end(b"a,b\n\"x\ny\",1\n\"z\n", b','), Some(12));
        assert_eq!(last_record_end(b"a\"b\nc", b','), Some(4));
        assert_eq!(last_record_end(b"\"a\"\"\n\"\n", b','), Some(7));
        assert_eq!(last_record_end(b"\"a\n", b','), None);
    }

    #[test]
    fn a_record_without_end_is_refused_instead_of_held() {
        let endless = "x".repeat(3 * LONGEST_RECORD);
        let mut source = BlockSource::new(endless.as_bytes(), 64);
        assert!(source.next(Vec::new()).is_err());
        // Another worker must not go on in the middle of the record.
        assert!(source.next(Vec::new()).unwrap().is_none());
        let unclosed = format!("\"{}", "y\n".repeat(2 * LONGEST_RECORD));
        assert!(BlockSource::new(unclosed.as_bytes(), 64).next(Vec::new()).is_err());
        let mut header = BlockSource::new(endless.as_bytes(), 64);
        let mut looks = 0;
        while header.peek_more().is_ok() {
            looks += 1;
        }
        assert!(looks < 20, "looking ahead ends at the longest record");
    }

    proptest! {
        #[test]
        fn blocks_of_any_size_add_up_to_the_stream_and_end_with_records(
            cells in prop::collection::vec(prop::collection::vec("[a\",\n]{0,6}", 2..3), 0..40), size in 1usize..50
        ) {
            let records: Vec<String> = cells
                .iter()
                .map(|row| row.iter().map(|c| format!("\"{}\"", c.replace('"', "\"\""))).collect::<Vec<_>>().join(",") + "\n")
                .collect();
            let text = records.concat();
            let mut source = BlockSource::new(text.as_bytes(), size);
            let mut joined = Vec::new();
            let mut ends: Vec<usize> = vec![0];
            for record in &records {
                ends.push(ends[ends.len() - 1] + record.len());
            }
            while let Some(block) = source.next(Vec::new()).unwrap() {
                joined.extend(block.bytes);
                prop_assert!(ends.contains(&joined.len()));
            }
            prop_assert_eq!(joined, text.into_bytes());
        }
    }
}
