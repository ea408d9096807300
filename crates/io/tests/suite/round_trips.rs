//! What is written is what is read, for every format and in every order.

use lethe_data::{Column, Context, Table, TypeChoice, ValueType};
use lethe_io::{Location, ReadOptions, read_table, write_table};
use proptest::prelude::*;
use std::path::Path;

const FORMATS: [&str; 9] = [
    "t.csv",
    "t.tsv",
    "t.psv",
    "t.csv.gz",
    "t.csv.zst",
    "t.parquet",
    "t.arrow",
    "t.feather",
    "t.sqlite#people",
];

fn location(folder: &Path, name: &str) -> Location {
    Location::parse(&folder.join(name).to_string_lossy()).unwrap()
}

fn shape(table: &Table) -> Vec<(String, ValueType, Vec<Option<String>>)> {
    table
        .columns()
        .iter()
        .map(|column| {
            let cells = (0..table.rows()).map(|row| column.text(row).map(str::to_owned)).collect();
            (column.name().to_owned(), column.value_type(), cells)
        })
        .collect()
}

fn check_all_formats(table: &Table) {
    let context = Context::new(2).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for first in FORMATS {
        write_table(table, &location(folder.path(), first), &context).unwrap();
        let read = read_table(&location(folder.path(), first), &ReadOptions::default(), &context).unwrap();
        assert_eq!(shape(&read), shape(table), "{first}");
    }
}

fn column(name: &str, cells: &[Option<&str>]) -> Column {
    Column::from_texts(name, cells.iter().copied(), TypeChoice::Infer).unwrap()
}

#[test]
fn every_type_and_spelling_survives_every_format() {
    let table = Table::new(vec![
        column("integer", &[Some("1"), Some("-9223372036854775808"), None, Some("1")]),
        column("fixed", &[Some("1.50"), Some("-0.25"), None, Some("10.00")]),
        column("mixed scale", &[Some("1.5"), Some("2"), None, Some("0.125")]),
        column("odd decimals", &[Some("1.50"), Some("1.5"), None, Some("1e5")]),
        column("huge", &[Some("99999999999999999999"), Some("1"), None, Some("2")]),
        column("yes", &[Some("true"), Some("false"), None, Some("true")]),
        column("capitals", &[Some("True"), Some("False"), None, Some("TRUE")]),
        column("date", &[Some("2020-02-29"), Some("1900-01-01"), None, Some("2020-02-29")]),
        column("dotted", &[Some("29.02.2020"), Some("01.01.1900"), None, Some("29.02.2020")]),
        column(
            "moment",
            &[Some("2020-02-29T10:00:00"), Some("1969-12-31T23:59:59.25"), None, Some("2020-01-01T00:00:00")],
        ),
        column(
            "zoned",
            &[Some("2020-02-29 10:00Z"), Some("2020-02-29T10:00:00+01:00"), None, Some("2020-01-01T00:00")],
        ),
        column("zip", &[Some("01234"), Some("99999"), None, Some("00000")]),
        column("text, \"quoted\"", &[Some("a,b;c|d\te"), Some("say \"hi\"\nthere\r\n"), None, Some(" ä ")]),
        column("empty text", &[Some(""), Some("x"), None, Some("y")]),
        column("nothing", &[None, None, None, None]),
    ])
    .unwrap();
    check_all_formats(&table);
}

#[test]
fn tables_without_rows_with_one_row_and_with_one_column_survive() {
    check_all_formats(&Table::new(vec![column("a", &[]), column("b", &[])]).unwrap());
    check_all_formats(&Table::new(vec![column("a", &[Some("1")]), column("b", &[None])]).unwrap());
    check_all_formats(&Table::new(vec![column("a", &[Some("x"), None, Some("y"), None])]).unwrap());
}

#[test]
fn more_rows_than_a_batch_survive() {
    let cells: Vec<Option<String>> =
        (0..150_000).map(|i| (i % 11 != 0).then(|| format!("v{}", i % 70_000))).collect();
    let numbers: Vec<String> = (0..150_000).map(|i| (i * 7 % 1000).to_string()).collect();
    let table = Table::new(vec![
        Column::from_texts("text", cells.iter().map(Option::as_deref), TypeChoice::Infer).unwrap(),
        Column::from_texts("number", numbers.iter().map(|n| Some(n.as_str())), TypeChoice::Infer).unwrap(),
    ])
    .unwrap();
    check_all_formats(&table);
}

#[test]
fn declared_types_keep_their_spelling() {
    let codes =
        Column::from_texts("code", [Some("007"), Some("8"), None], TypeChoice::Declared(ValueType::Integer));
    let table = Table::new(vec![codes.unwrap()]).unwrap();
    let context = Context::new(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in FORMATS {
        write_table(&table, &location(folder.path(), name), &context).unwrap();
        let read = read_table(&location(folder.path(), name), &ReadOptions::default(), &context).unwrap();
        assert_eq!(shape(&read)[0].2, shape(&table)[0].2, "{name}");
    }
}

#[test]
fn a_lone_column_full_of_other_delimiters_stays_one_column() {
    check_all_formats(&Table::new(vec![column("first|last", &[Some("a|b"), Some("c;d")])]).unwrap());
}

/// What other tools write: values that do not fit our types, or that arrow would turn into null without a word.
#[test]
fn arrow_values_that_cannot_be_read_are_errors_and_extreme_ones_stay_apart() {
    use arrow_array::{
        ArrayRef, BinaryArray, Date32Array, Float64Array, Time32SecondArray, TimestampSecondArray,
        UInt64Array,
    };
    use std::sync::Arc;
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(1).unwrap();
    let read = |array: ArrayRef| {
        let path = folder.path().join("t.arrow");
        let batch = arrow_array::RecordBatch::try_from_iter([("c", array)]).unwrap();
        let mut writer =
            arrow_ipc::writer::FileWriter::try_new(std::fs::File::create(&path).unwrap(), &batch.schema())
                .unwrap();
        writer.write(&batch).unwrap();
        writer.finish().unwrap();
        read_table(&location(folder.path(), "t.arrow"), &ReadOptions::default(), &context)
    };
    for array in [
        Arc::new(BinaryArray::from(vec![&b"abc"[..], &[0xff, 0xfe]])) as ArrayRef,
        Arc::new(TimestampSecondArray::from(vec![i64::MAX, 7_654_321])),
        Arc::new(Time32SecondArray::from(vec![7_654_321])),
    ] {
        let message = read(array).unwrap_err().to_string();
        assert!(message.contains("column 'c'") && !message.contains("7654321"), "{message}");
    }
    let dates = read(Arc::new(Date32Array::from(vec![i32::MAX, i32::MAX - 1, 0]))).unwrap();
    let texts: std::collections::BTreeSet<_> = (0..3).map(|row| dates.column(0).text(row)).collect();
    assert_eq!(texts.len(), 3);
    let floats = read(Arc::new(Float64Array::from(vec![1e300, 1.5, f64::NAN]))).unwrap();
    assert_eq!((floats.column(0).value_type(), floats.column(0).nulls()), (ValueType::Decimal, 1));
    let counts = read(Arc::new(UInt64Array::from(vec![1, 2]))).unwrap();
    assert_eq!(counts.column(0).value_type(), ValueType::Integer);
}

#[test]
fn damaged_files_are_errors_not_panics() {
    let context = Context::new(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cells: Vec<String> = (0..500).map(|i| format!("v{}", i % 40)).collect();
    let table = Table::new(vec![
        Column::from_texts("t", cells.iter().map(|c| Some(c.as_str())), TypeChoice::Infer).unwrap(),
        column("n", &[Some("1"); 500]),
    ])
    .unwrap();
    for name in ["t.parquet", "t.sqlite#x", "t.csv.gz", "t.csv.zst"] {
        let place = location(folder.path(), name);
        write_table(&table, &place, &context).unwrap();
        let path = place.path.clone().unwrap();
        let whole = std::fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(whole.len() / 60 + 1) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x5a;
            std::fs::write(&path, &damaged).unwrap();
            let _ = read_table(&place, &ReadOptions::default(), &context);
            std::fs::write(&path, &whole[..at]).unwrap();
            let _ = read_table(&place, &ReadOptions::default(), &context);
        }
    }
}

#[test]
fn other_tables_of_a_database_stay() {
    let context = Context::new(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = [("d.sqlite#one", "1"), ("d.sqlite#two", "2"), ("d.sqlite#one", "3")];
    for (name, cell) in tables {
        let table = Table::new(vec![column("a", &[Some(cell)])]).unwrap();
        write_table(&table, &location(folder.path(), name), &context).unwrap();
    }
    for (name, cell) in &tables[1..] {
        let table = read_table(&location(folder.path(), name), &ReadOptions::default(), &context).unwrap();
        assert_eq!(table.column(0).text(0), Some(*cell));
    }
    let missing = read_table(&location(folder.path(), "d.sqlite#three"), &ReadOptions::default(), &context);
    assert!(missing.unwrap_err().to_string().ends_with("no table 'three'; the database has: one, two"));
}

#[test]
fn files_that_are_not_what_their_name_says_are_refused_without_a_panic() {
    let context = Context::new(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.csv.gz", "t.csv.zst", "t.parquet", "t.arrow", "t.sqlite#x"] {
        let location = location(folder.path(), name);
        let path = location.path.clone().unwrap();
        for content in [&b""[..], b"not it", &[0u8; 5000]] {
            std::fs::write(&path, content).unwrap();
            assert!(read_table(&location, &ReadOptions::default(), &context).is_err(), "{name}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(read_table(&location, &ReadOptions::default(), &context).is_err(), "{name} missing");
    }
    std::fs::create_dir(folder.path().join("d.csv")).unwrap();
    assert!(
        Location::parse(folder.path().join("d.csv").to_str().unwrap()).is_err(),
        "no table in the folder"
    );
}

#[test]
fn declared_types_and_null_words_are_obeyed() {
    let context = Context::new(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.csv"), "zip,n\n01234,NA\n99999,7\n").unwrap();
    let location = location(folder.path(), "t.csv");
    let mut options = ReadOptions { null_words: vec!["NA".into()], ..ReadOptions::default() };
    let table = read_table(&location, &options, &context).unwrap();
    assert_eq!((table.column(1).value_type(), table.column(1).nulls()), (ValueType::Integer, 1));
    options.types = vec![("zip".into(), ValueType::Integer)];
    assert_eq!(read_table(&location, &options, &context).unwrap().column(0).value_type(), ValueType::Integer);
    options.types = vec![("zip".into(), ValueType::Date)];
    assert!(read_table(&location, &options, &context).is_err());
    options.types = vec![("zap".into(), ValueType::Text)];
    let error = read_table(&location, &options, &context).unwrap_err().to_string();
    assert!(error.ends_with("unknown column 'zap'; did you mean 'zip'?"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_cells_survive_csv_to_parquet_to_csv(
        columns in prop::collection::vec(
            prop::collection::vec(prop::option::of(prop_oneof!["[0-9]{1,3}(\\.[0-9]{1,2})?", "[a-z\",\n ]{0,4}", "20[0-9]{2}-0[1-9]-1[0-9]"]), 12),
            1..6)
    ) {
        let context = Context::new(2).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let columns = columns.iter().enumerate().map(|(i, cells)| {
            let cells: Vec<Option<&str>> = cells.iter().map(Option::as_deref).collect();
            column(&format!("c{i}"), &cells)
        });
        let table = Table::new(columns.collect()).unwrap();
        let mut current = table.clone();
        for name in ["a.csv", "b.parquet", "c.csv"] {
            write_table(&current, &location(folder.path(), name), &context).unwrap();
            current = read_table(&location(folder.path(), name), &ReadOptions::default(), &context).unwrap();
        }
        prop_assert_eq!(shape(&current), shape(&table));
        let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        prop_assert_eq!(bytes("a.csv"), bytes("c.csv"));
    }
}
