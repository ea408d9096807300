//! Arrow arrays to codes.

use super::TYPE_KEY;
use crate::error::{Error, Result};
use crate::intake::{Intake, Knowledge, LOCAL_NULL};
use crate::options::ReadOptions;
use crate::selection::Selection;
use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::compute::{CastOptions, cast_with_options};
use arrow::datatypes::{
    DataType, Date32Type, Float64Type, Int64Type, Schema, TimeUnit, TimestampMicrosecondType,
    TimestampNanosecondType,
};
use lethe_data::{Context, Interner, ValueType, calendar};
use rayon::prelude::*;

/// The columns of a file with this schema that are kept.
pub(super) fn select(file: &str, schema: &Schema, options: &ReadOptions) -> Result<Selection> {
    let mut columns: Vec<(String, Knowledge)> = Vec::with_capacity(schema.fields().len());
    for (index, field) in schema.fields().iter().enumerate() {
        let name = field.name();
        if name.trim().is_empty() {
            return Err(Error::content(file, None, format!("column {} has an empty name", index + 1)));
        }
        if columns.iter().any(|(other, _)| other == name) {
            return Err(Error::content(file, None, format!("two columns have the name '{name}'")));
        }
        let declared = field.metadata().get(TYPE_KEY).and_then(|name| name.parse().ok());
        let native = native_type(field.data_type());
        columns.push((name.clone(), Knowledge::Format(declared.unwrap_or(native))));
    }
    Selection::new(file, columns, options)
}

/// Hands record batches that hold the kept columns to an intake.
pub(super) struct BatchReader<'a, I> {
    file: &'a str,
    selection: Selection,
    casts: CastOptions<'static>,
    intake: I,
    scratch: Vec<Vec<u32>>,
    blocks: usize,
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
    ) -> Self {
        let scratch = vec![Vec::new(); selection.len()];
        let casts = CastOptions { safe: options.is_per_record(), ..CastOptions::default() };
        Self { file, selection, casts, intake, scratch, blocks: 0, context }
    }

    /// Takes in one batch, in blocks of at most `block_rows`; columns in parallel.
    pub(super) fn push(&mut self, batch: &RecordBatch, block_rows: usize) -> Result<()> {
        for start in (0..batch.num_rows()).step_by(block_rows) {
            self.context.check_cancelled()?;
            let rows = block_rows.min(batch.num_rows() - start);
            self.push_block(&batch.slice(start, rows))?;
        }
        Ok(())
    }

    fn push_block(&mut self, block: &RecordBatch) -> Result<()> {
        let file = self.file;
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

fn native_type(data_type: &DataType) -> ValueType {
    match data_type {
        DataType::Boolean => ValueType::Boolean,
        DataType::Date32 => ValueType::Date,
        DataType::Timestamp(..) | DataType::Date64 => ValueType::DateTime,
        DataType::Float16
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => ValueType::Decimal,
        other if other.is_integer() => ValueType::Integer,
        DataType::Dictionary(_, values) => native_type(values),
        _ => ValueType::Text,
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
        DataType::Dictionary(_, values) if matches!(**values, DataType::Utf8 | DataType::LargeUtf8) => {
            decode_dictionary(array, casts, interner, codes)?;
        }
        DataType::Dictionary(_, values) => decode(&readable(values)?, casts, interner, codes)?,
        DataType::Utf8 => push_texts(array.as_string::<i32>().iter(), interner, codes),
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
        _ => push_texts(readable(&DataType::Utf8)?.as_string::<i32>().iter(), interner, codes),
    }
    Some(())
}

fn decode_dictionary(
    array: &ArrayRef,
    casts: &CastOptions<'_>,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) -> Option<()> {
    let dictionary = array.as_any_dictionary();
    let values = cast_with_options(dictionary.values(), &DataType::Utf8, casts).ok()?;
    let values = values.as_string::<i32>();
    let keys = dictionary.normalized_keys_or_zero();
    // Values that no row uses must not become values of the table, so each is numbered when first used.
    let mut numbers: Vec<Option<u32>> = vec![None; values.len()];
    for (row, key) in keys.into_iter().enumerate() {
        codes.push(if dictionary.is_null(row) || values.is_null(key) {
            LOCAL_NULL
        } else {
            *numbers[key].get_or_insert_with(|| interner.intern(values.value(key)) + 1)
        });
    }
    Some(())
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

fn push_texts<'a>(
    texts: impl Iterator<Item = Option<&'a str>>,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) {
    codes.extend(texts.map(|text| text.map_or(LOCAL_NULL, |text| interner.intern(text) + 1)));
}

fn push_exact(
    tags: impl Iterator<Item = Option<u64>>,
    write: impl Fn(u64) -> String,
    interner: &mut Interner,
    codes: &mut Vec<u32>,
) {
    codes.extend(tags.map(|tag| tag.map_or(LOCAL_NULL, |tag| interner.intern_exact(tag, || write(tag)) + 1)));
}
