//! Arrow arrays to codes.

use super::primitive::{self, Cells};
use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake, LOCAL_NULL};
use crate::options::ReadOptions;
use crate::selection::Selection;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type};
use arrow_array::{AnyDictionaryArray, Array, ArrayRef, RecordBatch, UInt64Array};
use arrow_schema::DataType;
use arrow_select::take::take;
use lethe_data::{Context, Interner};
use rayon::prelude::*;
use std::sync::Arc;

/// A block is not larger, so that its working space stays small for any number of columns.
const MOST_CELLS: usize = 1 << 20;
/// Nor does it show more bytes of text, unless a single row does.
const MOST_BYTES: usize = 1 << 24;

/// Hands record batches that hold the kept columns to an intake.
pub(super) struct BatchReader<'a, I> {
    file: &'a str,
    selection: Selection,
    /// Whether a value that cannot be read is null: so it is where records are read by themselves.
    is_lenient: bool,
    intake: I,
    scratch: Vec<Vec<u32>>,
    blocks: usize,
    block_rows: usize,
    context: &'a Context,
}

impl<'a, I: Intake> BatchReader<'a, I> {
    pub(super) fn new(
        file: &'a str,
        selection: Selection,
        options: &ReadOptions,
        intake: I,
        context: &'a Context,
        size: BlockSize,
    ) -> Self {
        let scratch = vec![Vec::new(); selection.len()];
        let block_rows = size.rows.min(MOST_CELLS / selection.len().max(1)).max(1);
        Self {
            file,
            selection,
            is_lenient: options.is_per_record(),
            intake,
            scratch,
            blocks: 0,
            block_rows,
            context,
        }
    }

    /// Takes in one batch, block by block; columns in parallel.
    pub(super) fn push(&mut self, batch: &RecordBatch) -> Result<()> {
        let mut start = 0;
        while start < batch.num_rows() {
            self.context.check_cancelled()?;
            let mut rows = self.block_rows.min(batch.num_rows() - start);
            while rows > 1 && shown_bytes(&batch.slice(start, rows)) > MOST_BYTES {
                rows /= 2;
            }
            self.push_block(&batch.slice(start, rows))?;
            start += rows;
        }
        Ok(())
    }

    fn push_block(&mut self, block: &RecordBatch) -> Result<()> {
        let file = self.file;
        let shown = shown_bytes(block);
        if shown > MOST_BYTES {
            self.intake.expect(shown)?;
        }
        let work = self.scratch.par_iter_mut().zip(self.intake.interners()).zip(block.columns());
        let columns = &self.selection.columns;
        let is_lenient = self.is_lenient;
        self.context.install(|| {
            work.zip(columns).try_for_each(|(((codes, interner), array), (name, _))| {
                codes.clear();
                decode(array, is_lenient, interner, codes).ok_or_else(|| {
                    let kind = array.data_type();
                    Error::content(
                        file,
                        None,
                        format!("column '{name}' holds values of type {kind} that Lethe cannot read"),
                    )
                })
            })
        })?;
        self.intake.push_block(self.blocks, &self.scratch)?;
        self.blocks += 1;
        Ok(())
    }

    pub(super) fn finish(self) -> (Selection, I) {
        (self.selection, self.intake)
    }
}

/// The bytes of texts that a batch shows without holding them: many views may look at the same bytes. Other texts are
/// part of the batch, for which there is memory already.
fn shown_bytes(batch: &RecordBatch) -> usize {
    batch.columns().iter().map(viewed_bytes).fold(0, usize::saturating_add)
}

fn viewed_bytes(array: &ArrayRef) -> usize {
    // The first four bytes of a view are its length.
    let viewed = |views: &[u128]| views.iter().map(|&view| view as u32 as usize).sum();
    match array.data_type() {
        DataType::Utf8View => viewed(array.as_string_view().views()),
        DataType::BinaryView => viewed(array.as_binary_view().views()),
        DataType::Dictionary(..) => viewed_bytes(array.as_any_dictionary().values()),
        DataType::RunEndEncoded(..) => run_values(array).map_or(0, |(values, _)| viewed_bytes(&values)),
        _ => 0,
    }
}

/// Appends the codes of an array, or `None` when a value cannot be read.
fn decode(array: &ArrayRef, is_lenient: bool, interner: &mut Interner, codes: &mut Vec<u32>) -> Option<()> {
    match array.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let keys = dictionary.normalized_keys_or_zero();
            let places = keys.iter().enumerate().map(|(row, &key)| (!dictionary.is_null(row)).then_some(key));
            push_places(dictionary.values(), places, is_lenient, interner, codes)?;
        }
        DataType::RunEndEncoded(..) => {
            let (values, runs) = run_values(array)?;
            push_places(&values, runs.into_iter().map(Some), is_lenient, interner, codes)?;
        }
        DataType::Utf8 => push_bytes(texts(array.as_string::<i32>()), is_lenient, interner, codes)?,
        DataType::LargeUtf8 => push_bytes(texts(array.as_string::<i64>()), is_lenient, interner, codes)?,
        DataType::Utf8View => push_bytes(texts(array.as_string_view()), is_lenient, interner, codes)?,
        DataType::Binary => push_bytes(array.as_binary::<i32>().iter(), is_lenient, interner, codes)?,
        DataType::LargeBinary => push_bytes(array.as_binary::<i64>().iter(), is_lenient, interner, codes)?,
        DataType::BinaryView => push_bytes(array.as_binary_view().iter(), is_lenient, interner, codes)?,
        DataType::Null => codes.resize(array.len(), LOCAL_NULL),
        _ => primitive::push(array, &mut Cells { interner, codes, is_lenient })?,
    }
    Some(())
}

/// Appends the codes of rows that point at places of `values`.
///
/// Values that no row uses must not become values of the table, so only those that are used are decoded, each once.
fn push_places(
    values: &ArrayRef,
    places: impl Iterator<Item = Option<usize>>,
    is_lenient: bool,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) -> Option<()> {
    let mut ranks: Vec<u32> = vec![UNUSED; values.len()];
    let mut used: Vec<u64> = Vec::new();
    let start = codes.len();
    for place in places {
        codes.push(match place {
            None => UNUSED,
            Some(place) => {
                let rank = ranks.get_mut(place)?;
                if *rank == UNUSED {
                    *rank = u32::try_from(used.len()).ok()?;
                    used.push(place as u64);
                }
                *rank
            }
        });
    }
    let used = take(values, &UInt64Array::from(used), None).ok()?;
    let mut numbers = Vec::with_capacity(used.len());
    decode(&used, is_lenient, interner, &mut numbers)?;
    for code in &mut codes[start..] {
        *code = if *code == UNUSED { LOCAL_NULL } else { *numbers.get(*code as usize)? };
    }
    Some(())
}

/// The rank of a value that no row has used, and of a null.
const UNUSED: u32 = u32::MAX;

/// The values of runs, and for each row which of them it shows.
fn run_values(array: &ArrayRef) -> Option<(ArrayRef, Vec<usize>)> {
    macro_rules! runs {
        ($kind:ty) => {{
            let runs = array.as_run_opt::<$kind>()?;
            let places = (0..runs.len()).map(|row| runs.get_physical_index(row)).collect();
            Some((Arc::clone(runs.values()), places))
        }};
    }
    let DataType::RunEndEncoded(ends, _) = array.data_type() else { return None };
    match ends.data_type() {
        DataType::Int16 => runs!(Int16Type),
        DataType::Int32 => runs!(Int32Type),
        _ => runs!(Int64Type),
    }
}

trait NormalizedKeys {
    fn normalized_keys_or_zero(&self) -> Vec<usize>;
}

impl NormalizedKeys for dyn AnyDictionaryArray + '_ {
    /// Keys as indexes; a null row's key is zero. Arrow's own method panics when there are rows but no values.
    fn normalized_keys_or_zero(&self) -> Vec<usize> {
        if self.values().is_empty() { vec![0; self.len()] } else { self.normalized_keys() }
    }
}

fn texts<'a>(array: impl IntoIterator<Item = Option<&'a str>>) -> impl Iterator<Item = Option<&'a [u8]>> {
    array.into_iter().map(|text| text.map(str::as_bytes))
}

/// Appends the codes of texts; `None` when one is not UTF-8, unless that is to be null.
fn push_bytes<'a>(
    texts: impl Iterator<Item = Option<&'a [u8]>>,
    is_lenient: bool,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) -> Option<()> {
    for text in texts {
        codes.push(match text {
            None => LOCAL_NULL,
            Some(text) => match interner.intern_bytes(text) {
                Ok(code) => code + 1,
                Err(_) if is_lenient => LOCAL_NULL,
                Err(_) => return None,
            },
        });
    }
    Some(())
}
