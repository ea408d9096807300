//! Columns of codes in a file that ours and every peer can read.

use anyhow::{Context as _, Result};
use arrow_array::{ArrayRef, RecordBatch, UInt8Array, UInt16Array, UInt32Array};
use arrow_ipc::writer::FileWriter;
use lethe_data::Codes;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Rows in a record batch: many enough to be read quickly, few enough that threads share the work.
const BATCH: usize = 1 << 16;

/// Writes columns of equal length as plain unsigned integers in Arrow's file format.
pub(crate) fn write(columns: impl IntoIterator<Item = (String, Codes)>, file: &Path) -> Result<()> {
    let whole = RecordBatch::try_from_iter(columns.into_iter().map(|(name, codes)| {
        let array: ArrayRef = match codes {
            Codes::U8(codes) => Arc::new(UInt8Array::from(codes)),
            Codes::U16(codes) => Arc::new(UInt16Array::from(codes)),
            Codes::U32(codes) => Arc::new(UInt32Array::from(codes)),
        };
        (name, array)
    }))?;
    // A measurement takes a file that exists for whole, so it gets its name only when it is.
    let unfinished = file.with_extension("tmp");
    let output =
        File::create(&unfinished).with_context(|| format!("cannot write {}", unfinished.display()))?;
    let mut writer = FileWriter::try_new(output, &whole.schema())?;
    for start in (0..whole.num_rows()).step_by(BATCH) {
        writer.write(&whole.slice(start, BATCH.min(whole.num_rows() - start)))?;
    }
    writer.finish()?;
    std::fs::rename(&unfinished, file).with_context(|| format!("cannot write {}", file.display()))
}
