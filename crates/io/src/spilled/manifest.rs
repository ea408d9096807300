//! What a spilled table consists of, in one file with a checksum.

use super::column::SpilledColumn;
use super::files::damaged;
use super::texts;
use crate::atomic::write_privately;
use crate::error::{Error, Result, while_doing};
use crate::segments::{SegmentReader, SegmentWriter};
use lethe_data::ValueType;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

const VERSION: u32 = 1;
const HASH_DIGITS: usize = 64;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    version: u32,
    pub(super) columns: Vec<ColumnNote>,
    pub(super) workers: Vec<WorkerNote>,
    /// In the order of the file.
    pub(super) blocks: Vec<Block>,
}

/// A column and its file of distinct values.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ColumnNote {
    name: String,
    value_type: ValueType,
    nulls: u64,
    distinct: usize,
    hash: String,
}

/// A worker's file of translations: how many there are for each column.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WorkerNote {
    lengths: Vec<usize>,
}

/// A run of rows, and which worker's file has it next.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Block {
    pub(super) worker: u32,
    pub(super) rows: u32,
}

impl Manifest {
    pub(super) fn new(columns: Vec<ColumnNote>, workers: Vec<WorkerNote>, blocks: Vec<Block>) -> Self {
        Self { version: VERSION, columns, workers, blocks }
    }

    /// The rows of all blocks.
    pub(super) fn rows(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.rows)).sum()
    }

    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string(self)
            .map_err(|problem| while_doing("write", &path.display().to_string())(problem.into()))?;
        let hash = blake3::hash(text.as_bytes()).to_hex();
        write_privately(path, format!("{hash}\n{text}").as_bytes())
    }

    pub(super) fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(while_doing("open", &name))?;
        let text = std::str::from_utf8(&bytes).map_err(|_| damaged(path))?;
        let (hash, text) = text.split_once('\n').ok_or_else(|| damaged(path))?;
        if hash.len() != HASH_DIGITS || blake3::hash(text.as_bytes()).to_hex().as_str() != hash {
            return Err(damaged(path));
        }
        let manifest: Self = serde_json::from_str(text).map_err(|_| damaged(path))?;
        if manifest.version != VERSION {
            return Err(Error::content(&name, None, "it was spilled by another version of Lethe"));
        }
        let whole = manifest.workers.iter().all(|worker| worker.lengths.len() == manifest.columns.len())
            && manifest.blocks.iter().all(|block| (block.worker as usize) < manifest.workers.len());
        if whole { Ok(manifest) } else { Err(damaged(path)) }
    }
}

impl ColumnNote {
    /// Writes a column's distinct values.
    pub(super) fn write(path: &Path, column: &SpilledColumn) -> Result<Self> {
        Ok(Self {
            name: column.name.clone(),
            value_type: column.value_type(),
            nulls: column.nulls,
            distinct: column.dictionary.len(),
            hash: texts::write(path, &column.dictionary)?,
        })
    }

    /// Reads them back.
    pub(super) fn open(&self, path: &Path) -> Result<SpilledColumn> {
        let dictionary = texts::read(path, &self.name, self.value_type, self.distinct, &self.hash)?;
        Ok(SpilledColumn { name: self.name.clone(), dictionary: Arc::new(dictionary), nulls: self.nulls })
    }
}

impl WorkerNote {
    /// Writes what a worker's numbers became, column after column.
    pub(super) fn write(path: &Path, translations: &[Vec<u32>]) -> Result<Self> {
        let mut writer = SegmentWriter::create(path, 1)?;
        translations.iter().try_for_each(|codes| writer.push_all(codes))?;
        writer.finish()?;
        Ok(Self { lengths: translations.iter().map(Vec::len).collect() })
    }

    pub(super) fn translation_bytes(&self) -> usize {
        self.lengths.iter().sum::<usize>() * size_of::<u32>()
    }

    /// Reads it back.
    pub(super) fn open(&self, path: &Path) -> Result<Vec<Vec<u32>>> {
        let mut reader = SegmentReader::open(path)?;
        if reader.words() != 1 || reader.records() != self.lengths.iter().sum::<usize>() as u64 {
            return Err(damaged(path));
        }
        let (mut all, mut frame) =
            (Vec::with_capacity(self.translation_bytes() / size_of::<u32>()), Vec::new());
        while reader.next(&mut frame)? {
            all.extend_from_slice(&frame);
        }
        let mut rest = all.as_slice();
        let mut translations = Vec::with_capacity(self.lengths.len());
        for &length in &self.lengths {
            let (codes, others) = rest.split_at_checked(length).ok_or_else(|| damaged(path))?;
            translations.push(codes.to_vec());
            rest = others;
        }
        Ok(translations)
    }
}
