//! From counts to a file.

use super::header::Header;
use super::{KEY, ModelFile, fields};
use crate::document::Document;
use crate::error::{Error, Result};
use arrow_array::{ArrayRef, LargeStringArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use arrow_schema::Schema;
use std::collections::HashMap;
use std::sync::Arc;

/// Rows in a batch: fixed, so that equal models are equal bytes.
const BATCH: usize = 1 << 16;

/// Writes a model file.
///
/// **Guarantee**: equal models are equal bytes, and the file appears under its name only when it is complete.
/// **Errors**: the file cannot be written, or there are more values than can be numbered.
pub fn write_model(model: &ModelFile, document: &Document) -> Result<()> {
    let file = document.name();
    if u32::try_from(model.values.len()).is_err() {
        return Err(Error::content(&file, None, "a model can have at most 4294967295 values"));
    }
    let failed = |error: ArrowError| match error {
        ArrowError::IoError(_, source) => Error::File { file: file.clone(), action: "write", source },
        other => Error::content(&file, None, format!("cannot be written as Arrow: {other}")),
    };
    let header = serde_json::to_string(&Header::of(model))
        .map_err(|error| Error::content(&file, None, format!("cannot be written: {error}")))?;
    let schema = Arc::new(Schema::new_with_metadata(fields(), HashMap::from([(KEY.to_owned(), header)])));
    let mut writer = FileWriter::try_new(document.create()?, &schema).map_err(failed)?;
    for start in (0..model.values.len() + model.pairs.len()).step_by(BATCH) {
        let batch = RecordBatch::try_new(schema.clone(), rows(model, start)).map_err(failed)?;
        writer.write(&batch).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    writer.into_inner().map_err(failed)?.commit()
}

/// The rows of a batch: a value is paired with itself and spelled, two values have no text.
fn rows(model: &ModelFile, start: usize) -> Vec<ArrayRef> {
    let values = model.values.iter().zip(0u32..).skip(start).take(BATCH);
    let values: Vec<_> =
        values.map(|(value, number)| (&*value.text, number, number, value.records)).collect();
    let pairs = model.pairs.iter().skip(start.saturating_sub(model.values.len())).take(BATCH - values.len());
    let pairs = pairs.map(|pair| ("", pair.left, pair.right, pair.records));
    let rows: Vec<(&str, u32, u32, u64)> = values.into_iter().chain(pairs).collect();
    vec![
        Arc::new(LargeStringArray::from_iter_values(rows.iter().map(|row| row.0))),
        Arc::new(UInt32Array::from_iter_values(rows.iter().map(|row| row.1))),
        Arc::new(UInt32Array::from_iter_values(rows.iter().map(|row| row.2))),
        Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| row.3))),
    ]
}
