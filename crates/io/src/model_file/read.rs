//! From a stranger's file to counts. Nothing in it is believed before it is checked, and nothing is allocated because it says so.

use super::header::{AnyHeader, Header, VERSION, digest};
use super::{KEY, ModelFile, ModelPair, ModelValue, fields};
use crate::arrow::{Frame, block_range, footer_range, message};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::read::guarded;
use arrow_array::{Array, LargeStringArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_buffer::Buffer;
use arrow_ipc::Block;
use arrow_ipc::reader::FileDecoder;
use arrow_schema::Schema;
use lethe_data::Context;
use std::io::Cursor;
use std::sync::Arc;

/// The copies of a file's content that reading holds at once, with room for small texts.
const COPIES: usize = 4;

/// Reads a model file.
///
/// **Guarantee**: never panics, and allocates at most a few times the size of the file. Numbers of rows are as the header says;
/// what they mean is not checked.
/// **Errors**: it is not such a file, is of another version, or damaged; or the memory budget is too small.
pub fn read_model(document: &Document, context: &Context) -> Result<ModelFile> {
    let file = document.name();
    let mut reserved = context.memory().reserve("a model");
    reserved.try_grow(usize::try_from(document.length()?).unwrap_or(usize::MAX).saturating_mul(COPIES))?;
    let bytes = document.read()?;
    guarded(&file, || {
        parse(bytes)
            .map_err(|problem| Error::content(&file, None, format!("not a readable model: {problem}")))
    })
}

fn parse(bytes: Vec<u8>) -> Result<ModelFile, String> {
    let footer = footer_range(&mut Cursor::new(&bytes))?;
    let Frame { schema, version, dictionaries, batches } =
        Frame::parse(&bytes[footer.start as usize..footer.end as usize], footer.start)?;
    if *schema.fields() != fields() {
        return Err("it is an Arrow file of something else".to_owned());
    }
    if !dictionaries.is_empty() {
        return Err("it has dictionaries".to_owned());
    }
    let mut model = Rows::announced(&header(&schema)?)?;
    // The columns of a batch are those of the schema, with or without what it says besides.
    let decoder = FileDecoder::new(Arc::new(schema), version).with_require_alignment(false);
    let bytes = Buffer::from_vec(bytes);
    for block in &batches {
        // The frame has checked that the block lies within the file.
        let range = block_range(block).ok_or("a batch is out of its bounds")?;
        let content = bytes.slice_with_length(range.start as usize, (range.end - range.start) as usize);
        check_is_plain(&content, block)?;
        let batch = decoder.read_record_batch(block, &content).map_err(|_| "a batch is damaged")?;
        model.push(&batch.ok_or("a batch is missing")?)?;
    }
    model.finish()
}

fn header(schema: &Schema) -> Result<Header, String> {
    let text = schema.metadata().get(KEY).ok_or("it is an Arrow file of something else")?;
    let any: AnyHeader = serde_json::from_str(text).map_err(|_| "its header is damaged")?;
    if any.version != u64::from(VERSION) {
        let version = any.version;
        return Err(format!(
            "it is of version {version}, and this program reads version {VERSION}; train it again"
        ));
    }
    Ok(serde_json::from_str(text).map_err(|_| "its header is damaged")?)
}

/// A compressed batch says itself how large it becomes, so there must be none.
fn check_is_plain(content: &[u8], block: &Block) -> Result<(), String> {
    let message = message(content, block)?;
    let batch = message.header_as_record_batch().ok_or("a batch is none")?;
    let is_marked = content.starts_with(&[0xff; 4]);
    if !is_marked || batch.compression().is_some() {
        return Err("a batch is compressed or of an old form".to_owned());
    }
    Ok(())
}

/// The rows so far.
struct Rows {
    model: ModelFile,
    digest: String,
    values: u64,
    pairs: u64,
}

impl Rows {
    /// **Errors**: the header contradicts itself.
    fn announced(header: &Header) -> Result<Self, String> {
        let columns = header.columns.len() as u64;
        let sum = |mut numbers: Box<dyn Iterator<Item = u64> + '_>| numbers.try_fold(0u64, u64::checked_add);
        let values = sum(Box::new(header.columns.iter().map(|column| column.values)));
        let pairs = sum(Box::new(header.tables.iter().copied()));
        // A header of so many columns would not fit into a file, so the product does not overflow.
        let tables = columns * columns.saturating_sub(1) / 2;
        match (values, pairs) {
            (Some(values), Some(pairs)) if tables == header.tables.len() as u64 => {
                let model = ModelFile {
                    records: header.records,
                    columns: header.columns.clone(),
                    tables: header.tables.clone(),
                    treatments: header.treatments.clone(),
                    merged: header.merged,
                    per_record: header.per_record,
                    ..ModelFile::default()
                };
                Ok(Self { model, digest: header.digest.clone(), values, pairs })
            }
            _ => Err("its header contradicts itself".to_owned()),
        }
    }

    fn push(&mut self, batch: &RecordBatch) -> Result<(), String> {
        if batch.columns().iter().any(|column| column.null_count() > 0) {
            return Err("a cell is missing".to_owned());
        }
        let [text, left, right, records] = batch.columns() else {
            return Err("a column is missing".to_owned());
        };
        let text = text.as_any().downcast_ref::<LargeStringArray>();
        let number = |column: &'_ Arc<dyn Array>| column.as_any().downcast_ref::<UInt32Array>().cloned();
        let records = records.as_any().downcast_ref::<UInt64Array>();
        let (Some(text), Some(left), Some(right), Some(records)) =
            (text, number(left), number(right), records)
        else {
            return Err("a column is of another type".to_owned());
        };
        for row in 0..batch.num_rows() {
            let (left, right, records) = (left.value(row), right.value(row), records.value(row));
            let place = self.model.values.len() as u64;
            if place < self.values {
                if left != right || u64::from(left) != place {
                    return Err("a value has another number".to_owned());
                }
                self.model.values.push(ModelValue { text: text.value(row).into(), records });
            } else if text.value(row).is_empty() {
                self.model.pairs.push(ModelPair { left, right, records });
            } else {
                return Err("a pair has a text".to_owned());
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<ModelFile, String> {
        let is_complete =
            (self.model.values.len() as u64, self.model.pairs.len() as u64) == (self.values, self.pairs);
        if !is_complete {
            return Err("it has fewer or more rows than its header says".to_owned());
        }
        if digest(&self.model) != self.digest {
            return Err("its content is damaged: the digest is another".to_owned());
        }
        Ok(self.model)
    }
}
