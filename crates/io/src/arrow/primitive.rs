//! Arrow's numbers, moments, times of day, decimals and durations as codes.

use crate::intake::LOCAL_NULL;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DecimalType, DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType,
    DurationSecondType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    IntervalDayTimeType, IntervalMonthDayNanoType, IntervalYearMonthType, Time32MillisecondType,
    Time32SecondType, Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, IntervalUnit, TimeUnit};
use lethe_data::{Interner, calendar};
use std::collections::HashMap;
use std::hash::Hash;

const NANOS_A_DAY: i64 = 86_400_000_000_000;

/// Where codes go, and what becomes of a value that has no text.
pub(super) struct Cells<'a> {
    pub(super) interner: &'a mut Interner,
    pub(super) codes: &'a mut Vec<u32>,
    /// Whether it is null; it is an error otherwise.
    pub(super) is_lenient: bool,
}

/// Appends the codes of an array, or `None` when it is of another type or holds a value that cannot be read.
pub(super) fn push(array: &ArrayRef, to: &mut Cells<'_>) -> Option<()> {
    match array.data_type() {
        DataType::Boolean => {
            let cells = array.as_boolean().iter().map(|cell| cell.map(u64::from));
            to.exact(cells.map(|cell| cell.map(Some)), |tag| (tag == 1).to_string())
        }
        DataType::Int8 => to.integers::<Int8Type>(array),
        DataType::Int16 => to.integers::<Int16Type>(array),
        DataType::Int32 => to.integers::<Int32Type>(array),
        DataType::Int64 => to.integers::<Int64Type>(array),
        DataType::UInt8 => to.integers::<UInt8Type>(array),
        DataType::UInt16 => to.integers::<UInt16Type>(array),
        DataType::UInt32 => to.integers::<UInt32Type>(array),
        DataType::UInt64 => to.each::<UInt64Type>(array, Some, |tag| tag.to_string()),
        // A float of 32 bits is written with the digits it has, not with those of its widening.
        DataType::Float16 => to.floats(array.as_primitive::<Float16Type>().iter().map(|v| v.map(f32::from))),
        DataType::Float32 => to.floats(array.as_primitive::<Float32Type>().iter()),
        DataType::Float64 => {
            // Not a number is what other tools write for a missing one.
            let cells = array.as_primitive::<Float64Type>().iter().map(|v| v.filter(|f| !f.is_nan()));
            to.exact(cells.map(|v| v.map(|f| Some(f.to_bits()))), |tag| f64::from_bits(tag).to_string())
        }
        DataType::Date32 => {
            let write = |tag| calendar::iso_date((tag as u32).cast_signed());
            to.each::<Date32Type>(array, |day| Some(u64::from(day.cast_unsigned())), write)
        }
        DataType::Date64 => to.moments::<Date64Type>(array, 1000, ""),
        DataType::Timestamp(unit, zone) => {
            let zone = if zone.is_some() { "Z" } else { "" };
            match unit {
                TimeUnit::Second => to.moments::<TimestampSecondType>(array, 1_000_000, zone),
                TimeUnit::Millisecond => to.moments::<TimestampMillisecondType>(array, 1000, zone),
                TimeUnit::Microsecond => to.moments::<TimestampMicrosecondType>(array, 1, zone),
                TimeUnit::Nanosecond => {
                    let write = |tag: u64| nanosecond_text(tag.cast_signed()) + zone;
                    to.each::<TimestampNanosecondType>(array, |nanos| Some(nanos.cast_unsigned()), write)
                }
            }
        }
        DataType::Time32(TimeUnit::Second) => to.times::<Time32SecondType>(array, 1_000_000_000),
        DataType::Time32(TimeUnit::Millisecond) => to.times::<Time32MillisecondType>(array, 1_000_000),
        DataType::Time64(TimeUnit::Microsecond) => to.times::<Time64MicrosecondType>(array, 1000),
        DataType::Time64(TimeUnit::Nanosecond) => to.times::<Time64NanosecondType>(array, 1),
        DataType::Duration(TimeUnit::Second) => to.durations::<DurationSecondType>(array, 0),
        DataType::Duration(TimeUnit::Millisecond) => to.durations::<DurationMillisecondType>(array, 3),
        DataType::Duration(TimeUnit::Microsecond) => to.durations::<DurationMicrosecondType>(array, 6),
        DataType::Duration(TimeUnit::Nanosecond) => to.durations::<DurationNanosecondType>(array, 9),
        DataType::Decimal32(precision, scale) => to.decimals::<Decimal32Type>(array, *precision, *scale),
        DataType::Decimal64(precision, scale) => to.decimals::<Decimal64Type>(array, *precision, *scale),
        DataType::Decimal128(precision, scale) => to.decimals::<Decimal128Type>(array, *precision, *scale),
        DataType::Decimal256(precision, scale) => to.decimals::<Decimal256Type>(array, *precision, *scale),
        DataType::Interval(IntervalUnit::YearMonth) => {
            to.written::<IntervalYearMonthType>(array, |months| interval_text(months.into(), 0, 0))
        }
        DataType::Interval(IntervalUnit::DayTime) => to.written::<IntervalDayTimeType>(array, |span| {
            interval_text(0, span.days.into(), i128::from(span.milliseconds) * 1_000_000)
        }),
        DataType::Interval(IntervalUnit::MonthDayNano) => to
            .written::<IntervalMonthDayNanoType>(array, |span| {
                interval_text(span.months.into(), span.days.into(), span.nanoseconds.into())
            }),
        _ => None,
    }
}

impl Cells<'_> {
    /// Cells that 64 bits describe fully: null, a value, or `Some(None)` for one that cannot be read.
    fn exact(
        &mut self,
        cells: impl Iterator<Item = Option<Option<u64>>>,
        write: impl Fn(u64) -> String,
    ) -> Option<()> {
        for cell in cells {
            self.codes.push(match cell {
                None => LOCAL_NULL,
                Some(Some(tag)) => self.interner.intern_exact(tag, || write(tag)) + 1,
                Some(None) if self.is_lenient => LOCAL_NULL,
                Some(None) => return None,
            });
        }
        Some(())
    }

    fn each<T: ArrowPrimitiveType>(
        &mut self,
        array: &ArrayRef,
        tag: impl Fn(T::Native) -> Option<u64>,
        write: impl Fn(u64) -> String,
    ) -> Option<()> {
        self.exact(array.as_primitive::<T>().iter().map(|cell| cell.map(&tag)), write)
    }

    fn integers<T: ArrowPrimitiveType<Native: Into<i64>>>(&mut self, array: &ArrayRef) -> Option<()> {
        let tag = |number: T::Native| Some(number.into().cast_unsigned());
        self.each::<T>(array, tag, |tag| tag.cast_signed().to_string())
    }

    fn floats(&mut self, cells: impl Iterator<Item = Option<f32>>) -> Option<()> {
        let cells = cells.map(|cell| cell.filter(|float| !float.is_nan()));
        let write = |tag| f32::from_bits(tag as u32).to_string();
        self.exact(cells.map(|cell| cell.map(|float| Some(u64::from(float.to_bits())))), write)
    }

    /// Moments in units of so many microseconds.
    fn moments<T: ArrowPrimitiveType<Native = i64>>(
        &mut self,
        array: &ArrayRef,
        micros: i64,
        zone: &str,
    ) -> Option<()> {
        let tag = |moment: i64| moment.checked_mul(micros).map(i64::cast_unsigned);
        self.each::<T>(array, tag, |tag| calendar::iso_datetime(tag.cast_signed()) + zone)
    }

    /// Times of day in units of so many nanoseconds.
    fn times<T: ArrowPrimitiveType<Native: Into<i64>>>(
        &mut self,
        array: &ArrayRef,
        nanos: i64,
    ) -> Option<()> {
        let tag = |time: T::Native| {
            let time: i64 = time.into().checked_mul(nanos)?;
            (0..NANOS_A_DAY).contains(&time).then_some(time.cast_unsigned())
        };
        // The epoch's date is cut off.
        self.each::<T>(array, tag, |tag| nanosecond_text(tag.cast_signed()).split_off("1970-01-01T".len()))
    }

    /// Durations in units of a second that have so many decimals.
    fn durations<T: ArrowPrimitiveType<Native = i64>>(
        &mut self,
        array: &ArrayRef,
        decimals: u32,
    ) -> Option<()> {
        let nanos = 10i128.pow(9 - decimals);
        let tag = |duration: i64| Some(duration.cast_unsigned());
        self.each::<T>(array, tag, |tag| interval_text(0, 0, i128::from(tag.cast_signed()) * nanos))
    }

    fn decimals<T: DecimalType<Native: Eq + Hash>>(
        &mut self,
        array: &ArrayRef,
        precision: u8,
        scale: i8,
    ) -> Option<()> {
        self.written::<T>(array, |value| T::format_decimal(value, precision, scale))
    }

    /// Values that do not fit 64 bits: each that a block holds is written once.
    #[expect(clippy::unnecessary_wraps, reason = "it stands beside others that may fail")]
    fn written<T: ArrowPrimitiveType<Native: Eq + Hash>>(
        &mut self,
        array: &ArrayRef,
        write: impl Fn(T::Native) -> String,
    ) -> Option<()> {
        let mut known: HashMap<T::Native, u32> = HashMap::new();
        for cell in array.as_primitive::<T>() {
            self.codes.push(match cell {
                None => LOCAL_NULL,
                Some(value) => *known.entry(value).or_insert_with(|| self.interner.intern(&write(value)) + 1),
            });
        }
        Some(())
    }
}

/// A moment with as many fraction digits as it needs, up to nine.
fn nanosecond_text(nanos: i64) -> String {
    let (seconds, fraction) = (nanos.div_euclid(1_000_000_000), nanos.rem_euclid(1_000_000_000));
    // Nanoseconds that fit 64 bits span three centuries around 1970, so microseconds of whole seconds fit too.
    calendar::iso_datetime(seconds * 1_000_000) + &fraction_text(fraction)
}

fn fraction_text(nanos: i64) -> String {
    if nanos == 0 { String::new() } else { format!(".{nanos:09}").trim_end_matches('0').to_owned() }
}

/// A span of time as ISO 8601 writes it: `P14M3DT4.5S`.
fn interval_text(months: i64, days: i64, nanos: i128) -> String {
    let part = |number: i64, unit: &str| if number == 0 { String::new() } else { format!("{number}{unit}") };
    let mut text = format!("P{}{}", part(months, "M"), part(days, "D"));
    if nanos != 0 || text == "P" {
        let sign = if nanos < 0 { "-" } else { "" };
        let seconds = nanos.unsigned_abs() / 1_000_000_000;
        let fraction = fraction_text((nanos.unsigned_abs() % 1_000_000_000) as i64);
        text += &format!("T{sign}{seconds}{fraction}S");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_written_as_iso_8601() {
        assert_eq!(interval_text(14, 0, 0), "P14M");
        assert_eq!(interval_text(0, 0, 0), "PT0S");
        assert_eq!(interval_text(-1, 3, 4_500_000_000), "P-1M3DT4.5S");
        assert_eq!(interval_text(0, 0, -1), "PT-0.000000001S");
    }
}
