//! Arrow IPC files, block by block. Nothing in a file is believed before it is checked.

mod frame;
mod sizes;

pub(crate) use frame::{Frame, block_range, footer_range};
pub(crate) use sizes::message;

use super::decode::BatchReader;
use super::select::select;
use crate::allowance::Allowance;
use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake};
use crate::opened::open;
use crate::options::ReadOptions;
use crate::selection::Selection;
use arrow_array::RecordBatch;
use arrow_buffer::{Buffer, MutableBuffer};
use arrow_ipc::reader::FileDecoder;
use arrow_ipc::{Block, MessageHeader};
use arrow_schema::{DataType, Field};
use frame::SCHEMA_GROWTH;
use lethe_data::Context;
use sizes::decoded_bytes;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// Dictionaries are held while they are put together with those that extend them.
const DICTIONARY_COPIES: u64 = 2;

/// Reads the kept columns of an Arrow file into what `start` makes.
pub(crate) fn take_in_ipc<I: Intake>(
    file: &str,
    path: &Path,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    start: impl FnOnce(&Selection) -> Result<I>,
) -> Result<(Selection, I)> {
    let problem = |error: String| Error::content(file, None, format!("not readable as Arrow: {error}"));
    let mut stream = open(path, file)?;
    let range = footer_range(&mut stream).map_err(problem)?;
    let length = range.end - range.start;
    let mut held = Allowance::new(file, "an Arrow file", context);
    held.grow(length.saturating_mul(SCHEMA_GROWTH))?;
    let footer = read_at(&mut stream, range.start, length).map_err(problem)?;
    let frame = Frame::parse(&footer, range.start).map_err(problem)?;
    drop(footer);
    let selection = select(file, &frame.schema, options)?;
    let task = context.task("reading", Some(frame.batches.len() as u64));
    let Frame { schema, version, dictionaries, batches } = frame;
    let kept = selection.kept().to_vec();
    let schema = Arc::new(schema);
    let mut decoder = FileDecoder::new(Arc::clone(&schema), version).with_projection(selection.positions());
    let mut blocks = Blocks { stream, decoder: &mut decoder };
    for block in &dictionaries {
        blocks.read_dictionary(block, &schema, &mut held).map_err(|fault| fault.reported(problem))?;
    }
    let intake = start(&selection)?;
    let mut reader = BatchReader::new(file, selection, options, intake, context, size);
    let fields: Vec<(&Field, bool)> = schema.fields().iter().map(|field| &**field).zip(kept).collect();
    let mut held = Allowance::new(file, "a batch of an Arrow file", context);
    for block in &batches {
        context.check_cancelled()?;
        let batch = blocks.read_batch(block, &fields, &mut held).map_err(|fault| fault.reported(problem))?;
        if let Some(batch) = batch {
            reader.push(&batch)?;
        }
        held.release();
        task.advance(1);
    }
    Ok(reader.finish())
}

/// Why a block could not be read: the file is at fault, or memory is short.
enum Fault {
    File(String),
    Other(Error),
}

impl Fault {
    fn reported(self, problem: impl FnOnce(String) -> Error) -> Error {
        match self {
            Self::File(text) => problem(text),
            Self::Other(error) => error,
        }
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self::File(text)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

impl From<arrow_schema::ArrowError> for Fault {
    fn from(_: arrow_schema::ArrowError) -> Self {
        // Arrow's messages may quote values.
        Self::File("a batch is damaged".to_owned())
    }
}

struct Blocks<'a> {
    stream: File,
    decoder: &'a mut FileDecoder,
}

impl Blocks<'_> {
    fn read_dictionary(
        &mut self,
        block: &Block,
        schema: &arrow_schema::Schema,
        held: &mut Allowance<'_>,
    ) -> Result<(), Fault> {
        let content = self.content(block, held)?;
        let message = message(&content, block)?;
        let dictionary =
            message.header_as_dictionary_batch().ok_or_else(|| "a dictionary is none".to_owned())?;
        let batch = dictionary.data().ok_or_else(|| "a dictionary is empty".to_owned())?;
        #[expect(deprecated, reason = "the number is how the format connects a column with its dictionary")]
        let columns = schema.fields_with_dict_id(dictionary.id());
        let Some(DataType::Dictionary(_, values)) = columns.first().map(|field| field.data_type()) else {
            return Err("a dictionary belongs to no column".to_owned().into());
        };
        let field = Field::new("values", (**values).clone(), true);
        let body = &content[block.metaDataLength() as usize..];
        let bytes = decoded_bytes(&batch, body, message.version(), &[(&field, true)])?;
        held.grow(bytes.saturating_mul(DICTIONARY_COPIES))?;
        Ok(self.decoder.read_dictionary(block, &content)?)
    }

    fn read_batch(
        &mut self,
        block: &Block,
        fields: &[(&Field, bool)],
        held: &mut Allowance<'_>,
    ) -> Result<Option<RecordBatch>, Fault> {
        let content = self.content(block, held)?;
        let message = message(&content, block)?;
        if message.header_type() == MessageHeader::NONE {
            return Ok(None);
        }
        let batch = message.header_as_record_batch().ok_or_else(|| "a batch is none".to_owned())?;
        let body = &content[block.metaDataLength() as usize..];
        held.grow(decoded_bytes(&batch, body, message.version(), fields)?)?;
        Ok(self.decoder.read_record_batch(block, &content)?)
    }

    fn content(&mut self, block: &Block, held: &mut Allowance<'_>) -> Result<Buffer, Fault> {
        // The frame has checked that the block lies within the file.
        let range = block_range(block).ok_or_else(|| "a batch is out of its bounds".to_owned())?;
        let length = range.end - range.start;
        held.grow(length)?;
        let mut content = MutableBuffer::from_len_zeroed(length as usize);
        let read = self.stream.seek(SeekFrom::Start(range.start));
        read.and_then(|_| self.stream.read_exact(&mut content)).map_err(|_| "it is cut off".to_owned())?;
        Ok(content.into())
    }
}

fn read_at(stream: &mut File, start: u64, length: u64) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; length as usize];
    stream
        .seek(SeekFrom::Start(start))
        .and_then(|_| stream.read_exact(&mut bytes))
        .map_err(|_| "it is cut off".to_owned())?;
    Ok(bytes)
}
