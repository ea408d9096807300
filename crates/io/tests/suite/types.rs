//! Every type of Arrow's: read as it is, or refused by the column's name; never quietly turned into null.

use arrow_array::types::{ArrowPrimitiveType, Float16Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Date64Array, Decimal128Array, Decimal256Array,
    DictionaryArray, DurationSecondArray, FixedSizeBinaryArray, Float16Array, Int8Array, Int32Array,
    Int64Array, IntervalYearMonthArray, LargeBinaryArray, LargeStringArray, ListArray, MapArray, NullArray,
    RecordBatch, RunArray, StringArray, StringViewArray, StructArray, Time32SecondArray,
    Time64MicrosecondArray, Time64NanosecondArray, UInt64Array, UnionArray,
};
use arrow_buffer::{OffsetBuffer, i256};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Fields, UnionFields};
use lethe_data::Context;
use lethe_io::{Location, ReadOptions, read_table};
use std::sync::Arc;

/// The cells of a column in a file, or why it could not be read.
fn read(column: ArrayRef) -> Result<Vec<Option<String>>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.arrow");
    let batch = RecordBatch::try_from_iter_with_nullable([("odd", column, true)]).unwrap();
    let mut writer = FileWriter::try_new(std::fs::File::create(&path).unwrap(), &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    let location = Location::parse(path.to_str().unwrap()).unwrap();
    let context = Context::new(1).unwrap();
    let table =
        read_table(&location, &ReadOptions::default(), &context).map_err(|error| error.to_string())?;
    Ok((0..table.rows()).map(|row| table.column(0).text(row).map(str::to_owned)).collect())
}

fn shown(column: impl Array + 'static) -> Vec<Option<String>> {
    read(Arc::new(column)).unwrap()
}

fn cells(texts: &[Option<&str>]) -> Vec<Option<String>> {
    texts.iter().map(|text| text.map(str::to_owned)).collect()
}

#[test]
fn plain_values_are_read_with_their_nulls() {
    let texts = [Some("x"), None, Some("long enough to lie elsewhere")];
    let expected = cells(&texts);
    assert_eq!(shown(LargeStringArray::from_iter(texts)), expected);
    assert_eq!(shown(StringViewArray::from_iter(texts)), expected);
    assert_eq!(shown(BinaryArray::from_iter(texts.map(|text| text.map(str::as_bytes)))), expected);
    assert_eq!(shown(LargeBinaryArray::from_iter(texts.map(|text| text.map(str::as_bytes)))), expected);
    assert_eq!(shown(BinaryViewArray::from_iter(texts.map(|text| text.map(str::as_bytes)))), expected);
    assert_eq!(shown(NullArray::new(2)), [None, None]);
    assert_eq!(shown(Int8Array::from(vec![Some(-5), None])), cells(&[Some("-5"), None]));
    assert_eq!(shown(UInt64Array::from(vec![u64::MAX])), cells(&[Some("18446744073709551615")]));
    // One and a half.
    let half = <Float16Type as ArrowPrimitiveType>::Native::from_bits(0x3e00);
    assert_eq!(shown(Float16Array::from(vec![Some(half), None])), cells(&[Some("1.5"), None]));
    assert_eq!(shown(Time32SecondArray::from(vec![Some(61), None])), cells(&[Some("00:01:01"), None]));
    assert_eq!(shown(Time64NanosecondArray::from(vec![1])), cells(&[Some("00:00:00.000000001")]));
    let wide = Decimal256Array::from(vec![Some(i256::from_i128(-12345)), None]);
    let wide = wide.with_precision_and_scale(60, 2).unwrap();
    assert_eq!(shown(wide), cells(&[Some("-123.45"), None]));
    let seconds = DurationSecondArray::from(vec![Some(5), Some(i64::MIN), None]);
    assert_eq!(shown(seconds), cells(&[Some("PT5S"), Some("PT-9223372036854775808S"), None]));
    assert_eq!(shown(IntervalYearMonthArray::from(vec![Some(14), None])), cells(&[Some("P14M"), None]));
    let moments = Date64Array::from(vec![Some(86_400_001), None]);
    assert_eq!(shown(moments), cells(&[Some("1970-01-02T00:00:00.001"), None]));
    let micros = Time64MicrosecondArray::from(vec![86_399_999_999]);
    assert_eq!(shown(micros), cells(&[Some("23:59:59.999999")]));
    assert!(read(Arc::new(Time64MicrosecondArray::from(vec![86_400_000_000]))).is_err());
    let narrow =
        Decimal128Array::from(vec![Some(-5), Some(-5), None]).with_precision_and_scale(9, 3).unwrap();
    assert_eq!(shown(narrow), cells(&[Some("-0.005"), Some("-0.005"), None]));
}

#[test]
fn encoded_values_are_those_that_rows_show() {
    let values = Arc::new(StringArray::from(vec![Some("unused"), Some("a"), None, Some("b")]));
    let keys = Int32Array::from(vec![Some(1), None, Some(3), Some(2), Some(1)]);
    let expected = cells(&[Some("a"), None, Some("b"), None, Some("a")]);
    assert_eq!(shown(DictionaryArray::new(keys.clone(), values.clone())), expected);
    let views = Arc::new(StringViewArray::from(vec![Some("unused"), Some("a"), None, Some("b")]));
    assert_eq!(shown(DictionaryArray::new(keys.clone(), views)), expected);
    let numbers = Arc::new(Int64Array::from(vec![Some(9), Some(7), None, Some(8)]));
    let numbered = cells(&[Some("7"), None, Some("8"), None, Some("7")]);
    assert_eq!(shown(DictionaryArray::new(keys, numbers)), numbered);
    let ends = Int32Array::from(vec![2, 3, 5]);
    let runs =
        RunArray::<Int32Type>::try_new(&ends, &StringArray::from(vec![Some("a"), None, Some("b")])).unwrap();
    assert_eq!(shown(runs), cells(&[Some("a"), Some("a"), None, Some("b"), Some("b")]));
    let ends = Int64Array::from(vec![1, 4]);
    let runs = RunArray::<Int64Type>::try_new(&ends, &Int64Array::from(vec![3, 4])).unwrap();
    assert_eq!(shown(runs), cells(&[Some("3"), Some("4"), Some("4"), Some("4")]));
}

#[test]
fn what_is_no_plain_value_is_refused_by_the_name_of_its_column() {
    let field = |name: &str, kind| Arc::new(Field::new(name, kind, true));
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let both = [(0, field("t", DataType::Utf8)), (1, field("n", DataType::Int64))];
    let union = UnionArray::try_new(
        both.into_iter().collect::<UnionFields>(),
        vec![0i8, 1].into(),
        None,
        vec![texts.clone(), numbers.clone()],
    );
    let pairs = StructArray::new(
        Fields::from(vec![
            Field::new("keys", DataType::Utf8, false),
            Field::new("values", DataType::Int64, true),
        ]),
        vec![texts.clone(), numbers.clone()],
        None,
    );
    let map = MapArray::new(
        Arc::new(Field::new("entries", pairs.data_type().clone(), false)),
        OffsetBuffer::from_lengths([1, 1]),
        pairs.clone(),
        None,
        false,
    );
    let list =
        ListArray::new(field("item", DataType::Int64), OffsetBuffer::from_lengths([2, 0]), numbers, None);
    let fixed = FixedSizeBinaryArray::try_from_iter([b"ab", b"cd"].into_iter()).unwrap();
    let columns: [ArrayRef; 5] =
        [Arc::new(union.unwrap()), Arc::new(pairs), Arc::new(map), Arc::new(list), Arc::new(fixed)];
    for column in columns {
        let kind = column.data_type().clone();
        let problem = read(column).unwrap_err();
        assert!(
            problem.contains("column 'odd' holds ") && problem.contains("leave it out"),
            "{kind}: {problem}"
        );
    }
    let not_text = read(Arc::new(BinaryArray::from(vec![&b"\xff"[..]]))).unwrap_err();
    assert!(not_text.contains("column 'odd'"), "{not_text}");
}
