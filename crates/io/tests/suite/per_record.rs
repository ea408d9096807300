//! Read per record, a record becomes the same whatever other records there are: files that differ by one record, in every format.

use arrow_array::{ArrayRef, BinaryArray, Float64Array, RecordBatch, TimestampSecondArray, UInt64Array};
use lethe_data::{Context, Table, ValueType};
use lethe_io::{Location, ReadOptions, read_table};
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

type Cells = Vec<Vec<Option<String>>>;

fn read(path: &str, options: &ReadOptions) -> Result<Cells, String> {
    let context = Context::new(2).unwrap();
    let table = read_table(&Location::parse(path).unwrap(), &options.clone().per_record(), &context);
    table.map(|table| cells(&table)).map_err(|error| error.to_string())
}

fn cells(table: &Table) -> Cells {
    let row = |row| table.columns().iter().map(|column| column.text(row).map(str::to_owned)).collect();
    (0..table.rows()).map(row).collect()
}

fn text_file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Fields of two columns, most of them no numbers, dates or separators in spite of their looks.
const ODD: [&str; 34] = [
    "",
    "\"\"",
    "30",
    "\"30\"",
    "1",
    "1.0",
    "01",
    "+1",
    "1e3",
    "NaN",
    "inf",
    "99999999999999999999",
    "true",
    "yes",
    "unknown",
    "NA",
    "*",
    " ",
    "2020-01-02",
    "02.01.2020",
    "03/04/2020",
    "23/04/2020",
    "04/23/2020",
    "2020-01-02 10:30",
    "a;b",
    "a;b;c",
    "x|y|z",
    "a\tb\tc",
    "\"a,b\"",
    "\"say \"\"x\"\"\"",
    "\"two\nlines\"",
    "x\"y",
    "z\0z",
    "\"\r\"",
];

fn types() -> impl Strategy<Value = Vec<(String, ValueType)>> {
    let all: Vec<ValueType> = ValueType::NAMES.iter().map(|(_, value_type)| *value_type).collect();
    let declared = || prop::option::of(prop::sample::select(all.clone()));
    (declared(), declared()).prop_map(|(a, b)| {
        let named = [("a", a), ("b", b)].into_iter();
        named.filter_map(|(name, declared)| Some((name.to_owned(), declared?))).collect()
    })
}

proptest! {
    #[test]
    fn records_of_text_are_what_they_are_by_themselves(
        lines in prop::collection::vec((prop::sample::select(&ODD[..]), prop::sample::select(&ODD[..])), 1..70),
        one in any::<prop::sample::Index>(),
        types in types(),
        nulls in any::<bool>(),
        header in any::<bool>(),
        blank in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let options = ReadOptions {
            types: if header { types } else { Vec::new() },
            null_words: if nulls { vec!["NA".to_owned()] } else { Vec::new() },
            header,
            ..ReadOptions::default()
        };
        let start = if header { "a,b\n" } else { "" };
        let lines: Vec<String> = lines.iter().map(|(a, b)| format!("{a},{b}\n")).collect();
        // The record itself, and that it is the first or the last, or follows a blank line, are no reason either.
        let one = one.index(lines.len());
        let mut apart = Vec::new();
        for line in &lines {
            // Without a header the first line tells how many columns there are.
            let gap = if blank && header { "\n" } else { "" };
            apart.extend(read(&text_file(folder.path(), "one.csv", &format!("{start}{gap}{line}")), &options).unwrap());
        }
        let together = read(&text_file(folder.path(), "all.csv", &(start.to_owned() + &lines.concat())), &options).unwrap();
        prop_assert_eq!(&together, &apart);
        let others: String = lines.iter().enumerate().filter(|(at, _)| *at != one).map(|(_, line)| line.as_str()).collect();
        apart.remove(one);
        if header || !apart.is_empty() {
            let neighbour = read(&text_file(folder.path(), "less.csv", &(start.to_owned() + &others)), &options).unwrap();
            prop_assert_eq!(neighbour, apart);
        }
    }
}

#[test]
fn the_delimiter_is_told_by_flag_name_or_header_and_never_by_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| text_file(folder.path(), name, text);
    let options = ReadOptions::default();
    let some =
        |texts: &[&str]| -> Vec<Option<String>> { texts.iter().map(|&text| Some(text.to_owned())).collect() };
    let rows = |texts: &[&str]| vec![some(texts)];
    // What records look like has no say.
    assert_eq!(read(&file("t.csv", "a,b\n1;2,3;4\n"), &options).unwrap(), rows(&["1;2", "3;4"]));
    assert_eq!(read(&file("t.csv", "a;b\n1,2;3,4\n"), &options).unwrap(), rows(&["1,2", "3,4"]));
    assert_eq!(read(&file("t.csv", "x;y;z,w\n1;2;3,4\n"), &options).unwrap(), rows(&["1;2;3", "4"]));
    assert_eq!(read(&file("t.tsv", "a\tb\n1,2\t3,4\n"), &options).unwrap(), rows(&["1,2", "3,4"]));
    assert_eq!(read(&file("t.psv", "a|b\n1,2|3,4\n"), &options).unwrap(), rows(&["1,2", "3,4"]));
    // What looks like an open quote in the header is not closed by a record.
    assert_eq!(read(&file("t.csv", "a,b;\"c;d,e;f\n1,2,\"x\"\n"), &options).unwrap(), rows(&["1", "2", "x"]));
    let given = ReadOptions { delimiter: Some(b';'), ..options.clone() };
    assert_eq!(read(&file("t.csv", "a,b;c\n1;2\n"), &given).unwrap(), rows(&["1", "2"]));
    // Without a header nothing is looked at: every record might be somebody's.
    let bare = ReadOptions { header: false, ..options };
    assert_eq!(read(&file("t.csv", "1;2\n3;4\n"), &bare).unwrap(), [some(&["1;2"]), some(&["3;4"])]);
}

#[test]
fn cells_of_a_database_are_read_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let database = |name: &str, values: &[&str]| {
        let path = folder.path().join(name);
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch("CREATE TABLE t (a)").unwrap();
        for value in values {
            connection.execute_batch(&format!("INSERT INTO t VALUES ({value})")).unwrap();
        }
        format!("{}#t", path.display())
    };
    let values = [
        "1",
        "1.0",
        "'1'",
        "''",
        "NULL",
        "9e999",
        "x'ff00'",
        "CAST(x'ff' AS TEXT)",
        "'2020-01-02'",
        "'unknown'",
    ];
    for types in
        [Vec::new(), vec![("a".to_owned(), ValueType::Integer)], vec![("a".to_owned(), ValueType::Date)]]
    {
        let options = ReadOptions { types, ..ReadOptions::default() };
        let all = read(&database("all.sqlite", &values), &options).unwrap();
        for (at, value) in values.iter().enumerate() {
            let alone = read(&database(&format!("{at}.sqlite"), &[value]), &options).unwrap();
            assert_eq!(alone, [all[at].clone()], "{value}");
            std::fs::remove_file(folder.path().join(format!("{at}.sqlite"))).unwrap();
        }
        std::fs::remove_file(folder.path().join("all.sqlite")).unwrap();
    }
}

#[test]
fn cells_of_parquet_and_arrow_are_read_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let floats: ArrayRef =
        Arc::new(Float64Array::from(vec![Some(1.0), Some(f64::NAN), Some(f64::INFINITY), Some(-0.0), None]));
    let numbers: ArrayRef = Arc::new(UInt64Array::from(vec![1, u64::MAX, 7, 0, 1 << 63]));
    // The last but one is beyond what microseconds can hold, the last one is no text.
    let times: ArrayRef = Arc::new(TimestampSecondArray::from(vec![0, 253_402_300_800, -1, i64::MAX, 1]));
    let bytes: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"a", b"", b"1", b"\xc3\xa4", b"\xff"]));
    let all =
        RecordBatch::try_from_iter([("f", floats), ("u", numbers), ("t", times), ("b", bytes)]).unwrap();
    for ending in ["parquet", "arrow"] {
        let file = |batch: &RecordBatch, name: &str| {
            let path = folder.path().join(format!("{name}.{ending}"));
            let file = std::fs::File::create(&path).unwrap();
            if ending == "parquet" {
                let mut writer = parquet::arrow::ArrowWriter::try_new(file, batch.schema(), None).unwrap();
                writer.write(batch).unwrap();
                writer.close().unwrap();
            } else {
                let mut writer = arrow_ipc::writer::FileWriter::try_new(file, &batch.schema()).unwrap();
                writer.write(batch).unwrap();
                writer.finish().unwrap();
            }
            path.display().to_string()
        };
        let integers = ["f", "u", "t"].map(|name| (name.to_owned(), ValueType::Integer)).to_vec();
        for types in [Vec::new(), integers] {
            let options = ReadOptions { types, ..ReadOptions::default() };
            let together = read(&file(&all, "all"), &options).unwrap();
            for (at, row) in together.into_iter().enumerate() {
                let alone = read(&file(&all.slice(at, 1), "one"), &options).unwrap();
                assert_eq!(alone, [row], "{ending}, row {at}");
            }
        }
    }
}
