//! What one worker has read, on disk.

use crate::error::Result;
use crate::intake::Intake;
use crate::segments::SegmentWriter;
use crate::vocabulary::Vocabulary;
use lethe_data::{Context, Interner};
use std::path::Path;

/// Writes blocks of codes as records of one word a column.
pub(super) struct Spill {
    pub(super) vocabulary: Vocabulary,
    pub(super) writer: SegmentWriter,
    /// The number and the rows of each block, as written.
    pub(super) blocks: Vec<(usize, u32)>,
    records: Vec<u32>,
}

impl Spill {
    pub(super) fn create(path: &Path, columns: usize, context: &Context) -> Result<Self> {
        Ok(Self {
            vocabulary: Vocabulary::new(columns, context),
            writer: SegmentWriter::create(path, columns)?,
            blocks: Vec::new(),
            records: Vec::new(),
        })
    }
}

impl Intake for Spill {
    fn interners(&mut self) -> &mut [Interner] {
        &mut self.vocabulary.interners
    }

    fn expect(&mut self, bytes: usize) -> Result<()> {
        Ok(self.vocabulary.expect(bytes)?)
    }

    fn push_block(&mut self, index: usize, columns: &[Vec<u32>]) -> Result<()> {
        let (width, rows) = (columns.len(), columns.first().map_or(0, Vec::len));
        self.records.clear();
        self.records.resize(width * rows, 0);
        for (place, codes) in columns.iter().enumerate() {
            for (word, code) in self.records.iter_mut().skip(place).step_by(width).zip(codes) {
                *word = *code;
            }
        }
        self.writer.push_all(&self.records)?;
        // A block of text is at most 1 GiB long, and others are cut: their rows fit 32 bits.
        self.blocks.push((index, rows as u32));
        Ok(self.vocabulary.reserve(0)?)
    }
}
