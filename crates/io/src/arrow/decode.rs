//! Arrow arrays to codes.

use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake, LOCAL_NULL};
use crate::options::ReadOptions;
use crate::selection::Selection;
use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, UInt64Array};
use arrow::compute::{CastOptions, cast_with_options, take};
use arrow::datatypes::{
    DataType, Date32Type, Float64Type, Int16Type, Int32Type, Int64Type, TimeUnit, TimestampMicrosecondType,
    TimestampNanosecondType,
};
use lethe_data::{Context, Interner, calendar};
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
    casts: CastOptions<'static>,
    intake: I,
    scratch: Vec<Vec<u32>>,
    blocks: usize,
    block_rows: usize,
    context: &'a Context,
}

impl<'a, I: Intake> BatchReader<'a, I> {
    /// Arrow's casts are told to fail, because by default they turn what does not fit into null; that is wanted only where
    /// records are read by themselves.
    pub(super) fn new(
        file: &'a str,
        selection: Selection,
        options: &ReadOptions,
        intake: I,
        context: &'a Context,
        size: BlockSize,
    ) -> Self {
        let casts = CastOptions { safe: options.is_per_record(), ..CastOptions::default() };
        let scratch = vec![Vec::new(); selection.len()];
        let block_rows = size.rows.min(MOST_CELLS / selection.len().max(1)).max(1);
        Self { file, selection, casts, intake, scratch, blocks: 0, block_rows, context }
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
        let casts = &self.casts;
        self.context.install(|| {
            work.zip(columns).try_for_each(|(((codes, interner), array), (name, _))| {
                codes.clear();
                decode(array, casts, interner, codes).ok_or_else(|| {
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

/// Appends the codes of an array, or `None` when a value cannot be read. Arrow's own messages quote values, so they
/// are not passed on.
fn decode(
    array: &ArrayRef,
    casts: &CastOptions<'_>,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) -> Option<()> {
    let readable = |target: &DataType| cast_with_options(array, target, casts).ok();
    match array.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let keys = dictionary.normalized_keys_or_zero();
            let places = keys.iter().enumerate().map(|(row, &key)| (!dictionary.is_null(row)).then_some(key));
            push_places(dictionary.values(), places, casts, interner, codes)?;
        }
        DataType::RunEndEncoded(..) => {
            let (values, runs) = run_values(array)?;
            push_places(&values, runs.into_iter().map(Some), casts, interner, codes)?;
        }
        DataType::Utf8 => push_bytes(texts(array.as_string::<i32>()), casts, interner, codes)?,
        DataType::LargeUtf8 => push_bytes(texts(array.as_string::<i64>()), casts, interner, codes)?,
        DataType::Utf8View => push_bytes(texts(array.as_string_view()), casts, interner, codes)?,
        DataType::Binary => push_bytes(array.as_binary::<i32>().iter(), casts, interner, codes)?,
        DataType::LargeBinary => push_bytes(array.as_binary::<i64>().iter(), casts, interner, codes)?,
        DataType::BinaryView => push_bytes(array.as_binary_view().iter(), casts, interner, codes)?,
        DataType::Null => {
            codes.resize(array.len(), LOCAL_NULL);
        }
        DataType::Boolean => push_exact(
            array.as_boolean().iter().map(|v| v.map(u64::from)),
            |tag| (tag == 1).to_string(),
            interner,
            codes,
        ),
        DataType::UInt64 => push_exact(
            array.as_primitive::<arrow::datatypes::UInt64Type>().iter(),
            |tag| tag.to_string(),
            interner,
            codes,
        ),
        other if other.is_integer() => push_exact(
            readable(&DataType::Int64)?.as_primitive::<Int64Type>().iter().map(|v| v.map(i64::cast_unsigned)),
            |tag| tag.cast_signed().to_string(),
            interner,
            codes,
        ),
        // A float of 32 bits is written with the digits it has, not with those of its widening.
        DataType::Float16 | DataType::Float32 => push_exact(
            readable(&DataType::Float32)?
                .as_primitive::<arrow::datatypes::Float32Type>()
                .iter()
                .map(|v| v.filter(|f| !f.is_nan()).map(|f| u64::from(f.to_bits()))),
            |tag| f32::from_bits(tag as u32).to_string(),
            interner,
            codes,
        ),
        // Not a number is what other tools write for a missing one.
        DataType::Float64 => push_exact(
            array.as_primitive::<Float64Type>().iter().map(|v| v.filter(|f| !f.is_nan()).map(f64::to_bits)),
            |tag| f64::from_bits(tag).to_string(),
            interner,
            codes,
        ),
        DataType::Date32 => push_exact(
            array.as_primitive::<Date32Type>().iter().map(|v| v.map(|d| u64::from(d.cast_unsigned()))),
            |tag| calendar::iso_date((tag as u32).cast_signed()),
            interner,
            codes,
        ),
        DataType::Timestamp(TimeUnit::Second | TimeUnit::Millisecond | TimeUnit::Microsecond, zone) => {
            let suffix = if zone.is_some() { "Z" } else { "" };
            let micros = readable(&DataType::Timestamp(TimeUnit::Microsecond, zone.clone()))?;
            push_exact(
                micros.as_primitive::<TimestampMicrosecondType>().iter().map(|v| v.map(i64::cast_unsigned)),
                |tag| calendar::iso_datetime(tag.cast_signed()) + suffix,
                interner,
                codes,
            );
        }
        DataType::Timestamp(TimeUnit::Nanosecond, zone) => {
            let suffix = if zone.is_some() { "Z" } else { "" };
            push_exact(
                array.as_primitive::<TimestampNanosecondType>().iter().map(|v| v.map(i64::cast_unsigned)),
                |tag| nanosecond_text(tag.cast_signed()) + suffix,
                interner,
                codes,
            );
        }
        other if other.is_primitive() => {
            push_bytes(texts(readable(&DataType::Utf8)?.as_string::<i32>()), casts, interner, codes)?;
        }
        _ => return None,
    }
    Some(())
}

/// Appends the codes of rows that point at places of `values`.
///
/// Values that no row uses must not become values of the table, so only those that are used are decoded, each once.
fn push_places(
    values: &ArrayRef,
    places: impl Iterator<Item = Option<usize>>,
    casts: &CastOptions<'_>,
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
    decode(&used, casts, interner, &mut numbers)?;
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

/// A moment with as many fraction digits as it needs, up to nine.
fn nanosecond_text(nanos: i64) -> String {
    let (seconds, fraction) = (nanos.div_euclid(1_000_000_000), nanos.rem_euclid(1_000_000_000));
    // Nanoseconds that fit 64 bits span three centuries around 1970, so microseconds of whole seconds fit too.
    let mut text = calendar::iso_datetime(seconds * 1_000_000);
    if fraction != 0 {
        text.push_str(format!(".{fraction:09}").trim_end_matches('0'));
    }
    text
}

trait NormalizedKeys {
    fn normalized_keys_or_zero(&self) -> Vec<usize>;
}

impl NormalizedKeys for dyn arrow::array::AnyDictionaryArray + '_ {
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
    casts: &CastOptions<'_>,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) -> Option<()> {
    for text in texts {
        codes.push(match text {
            None => LOCAL_NULL,
            Some(text) => match interner.intern_bytes(text) {
                Ok(code) => code + 1,
                Err(_) if casts.safe => LOCAL_NULL,
                Err(_) => return None,
            },
        });
    }
    Some(())
}

fn push_exact(
    tags: impl Iterator<Item = Option<u64>>,
    write: impl Fn(u64) -> String,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) {
    codes.extend(tags.map(|tag| tag.map_or(LOCAL_NULL, |tag| interner.intern_exact(tag, || write(tag)) + 1)));
}
