//! Only the columns asked for are kept, and what they hold does not depend on the others.

use lethe_data::{Column, Context, Table, TypeChoice, ValueType};
use lethe_io::{Location, ReadOptions, read_table, write_table};
use proptest::prelude::*;
use std::path::Path;

const FORMATS: [&str; 5] = ["t.csv", "t.csv.gz", "t.parquet", "t.arrow", "t.sqlite#people"];

fn location(folder: &Path, name: &str) -> Location {
    Location::parse(&folder.join(name).to_string_lossy()).unwrap()
}

fn keeping(columns: &[&str]) -> ReadOptions {
    let columns = columns.iter().map(|&name| name.to_owned()).collect();
    ReadOptions { columns: Some(columns), ..ReadOptions::default() }
}

fn check_same(projected: &Column, whole: &Column) {
    assert_eq!(projected.name(), whole.name());
    assert_eq!(projected.dictionary(), whole.dictionary());
    assert_eq!(projected.codes(), whole.codes());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]
    #[test]
    fn kept_columns_are_those_of_the_whole_table(
        columns in prop::collection::vec(
            prop::collection::vec(prop::option::of(prop_oneof!["[0-9]{1,3}", "[a-z\",\n ]{0,4}"]), 12), 1..6),
        wanted in 1usize..64
    ) {
        let context = Context::new(2).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let columns: Vec<Column> = columns.iter().enumerate().map(|(i, cells)| {
            Column::from_texts(&format!("c{i}"), cells.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
        }).collect();
        let mut names: Vec<String> =
            (0..columns.len()).filter(|i| wanted >> i & 1 == 1).map(|i| format!("c{i}")).rev().collect();
        if names.is_empty() {
            names.push("c0".to_owned());
        }
        let table = Table::new(columns).unwrap();
        for format in FORMATS {
            let place = location(folder.path(), format);
            write_table(&table, &place, &context).unwrap();
            let whole = read_table(&place, &ReadOptions::default(), &context).unwrap();
            let options = ReadOptions { columns: Some(names.clone()), ..ReadOptions::default() };
            let projected = read_table(&place, &options, &context).unwrap();
            prop_assert_eq!((projected.columns().len(), projected.rows()), (names.len(), whole.rows()));
            for (column, name) in projected.columns().iter().zip(names.iter().rev()) {
                check_same(column, whole.column(whole.position(name).unwrap()));
            }
        }
    }
}

#[test]
fn unknown_columns_are_named_and_types_of_dropped_ones_are_accepted() {
    let context = Context::new(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cells = |cells: [&'static str; 2]| cells.map(Some);
    let table = Table::new(vec![
        Column::from_texts("age", cells(["1", "2"]), TypeChoice::Infer).unwrap(),
        Column::from_texts("zip", cells(["a", "b"]), TypeChoice::Infer).unwrap(),
    ])
    .unwrap();
    for format in FORMATS {
        let place = location(folder.path(), format);
        write_table(&table, &place, &context).unwrap();
        let error = read_table(&place, &keeping(&["zap"]), &context).unwrap_err().to_string();
        assert!(error.ends_with("unknown column 'zap'; did you mean 'zip'?"), "{error}");
        assert!(read_table(&place, &keeping(&[]), &context).is_err(), "{format}");
        let mut options = keeping(&["age"]);
        // The type would not fit, but the column is not read.
        options.types = vec![("zip".to_owned(), ValueType::Date)];
        assert_eq!(read_table(&place, &options, &context).unwrap().columns().len(), 1, "{format}");
        options.types = vec![("zop".to_owned(), ValueType::Date)];
        assert!(read_table(&place, &options, &context).is_err(), "{format}");
    }
}

#[test]
fn the_structure_of_dropped_columns_is_still_checked() {
    let context = Context::new(2).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = location(folder.path(), "t.csv");
    for bytes in [
        &b"a,b\n1,2\n3\n"[..],
        b"a,b\n1,2,3\n",
        b"a,b\n1,\xE4\n",
        b"a,b\n1,\"x\"\"\xE4\"\n\xE4,2\n",
        b"a,b\n1,\"2\n",
        b"a,b\n1,\"2\"x\n",
    ] {
        std::fs::write(place.path.as_ref().unwrap(), bytes).unwrap();
        let whole = read_table(&place, &ReadOptions::default(), &context).unwrap_err();
        let projected = read_table(&place, &keeping(&["a"]), &context).unwrap_err();
        assert_eq!(projected.to_string(), whole.to_string());
    }
    // A delimiter that is not ASCII may cut a character in two: each cell is looked at by itself.
    std::fs::write(place.path.as_ref().unwrap(), b"a\xA4b\n1\xA4\xC3\xA4\n").unwrap();
    let options = ReadOptions { delimiter: Some(0xA4), ..keeping(&["a"]) };
    assert!(read_table(&place, &options, &context).is_err());
}

#[test]
fn rows_of_a_database_keep_their_order_where_an_index_covers_what_is_kept() {
    let context = Context::new(1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = location(folder.path(), "t.sqlite#people");
    let connection = rusqlite::Connection::open(place.path.as_ref().unwrap()).unwrap();
    let sql = "CREATE TABLE people (a, b); CREATE INDEX covering ON people (a);
               INSERT INTO people VALUES (3, 'x'), (1, 'y'), (2, 'z')";
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
    let table = read_table(&place, &keeping(&["a"]), &context).unwrap();
    let cells: Vec<_> = (0..3).map(|row| table.column(0).text(row).unwrap()).collect();
    assert_eq!(cells, ["3", "1", "2"]);
}
