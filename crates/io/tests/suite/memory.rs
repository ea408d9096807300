//! Tables in memory and in several files are read like one file.

use arrow_array::{Int32Array, RecordBatch, RecordBatchIterator, StringArray};
use lethe_data::{Column, Context, Table, ValueType};
use lethe_io::{Error, Location, MemoryTable, ReadOptions, Staged, read_table, stream_table, write_table};
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

fn context() -> Context {
    Context::new(2).unwrap()
}

fn cells(table: &Table) -> Vec<(String, ValueType, Vec<Option<String>>)> {
    let column = |column: &Column| {
        let texts = (0..table.rows()).map(|row| column.text(row).map(str::to_owned)).collect();
        (column.name().to_owned(), column.value_type(), texts)
    };
    table.columns().iter().map(column).collect()
}

fn read(location: &Location) -> Table {
    read_table(location, &ReadOptions::default(), &context()).unwrap()
}

fn located(folder: &Path, name: &str, content: &str) -> Location {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    Location::parse(path.to_str().unwrap()).unwrap()
}

#[test]
fn a_table_in_memory_is_what_an_arrow_file_of_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let original = read(&located(
        folder.path(),
        "t.csv",
        "n,d,t,m\n1,2020-01-01,x,1.50\n,2020-01-02,\"\",2.25\n3,,y,\n",
    ));
    let file = Location::parse(folder.path().join("t.arrow").to_str().unwrap()).unwrap();
    write_table(&original, &file, &context()).unwrap();
    let held = MemoryTable::from_table(&original).unwrap();
    let memory = Location::memory("records", held.clone());
    assert_eq!(cells(&read(&memory)), cells(&read(&file)));
    assert_eq!(cells(&read(&memory)), cells(&original));
    let options = ReadOptions {
        columns: Some(vec!["t".to_owned(), "n".to_owned()]),
        types: vec![("n".to_owned(), ValueType::Text)],
        ..ReadOptions::default()
    };
    let chosen = read_table(&memory, &options, &context()).unwrap();
    assert_eq!(cells(&chosen), cells(&read_table(&file, &options, &context()).unwrap()));
    let unknown = ReadOptions { columns: Some(vec!["age".to_owned()]), ..ReadOptions::default() };
    let error = read_table(&memory, &unknown, &context()).unwrap_err().to_string();
    assert!(error.starts_with("records") && error.contains("'age'"), "{error}");
}

#[test]
fn batches_of_a_reader_are_read_and_a_place_without_any_is_refused() {
    let batch = |from: i32| {
        let numbers = Arc::new(Int32Array::from_iter_values(from..from + 3)) as _;
        let names = Arc::new(StringArray::from(vec![Some("a"), None, Some("b")])) as _;
        RecordBatch::try_from_iter_with_nullable([("n", numbers, true), ("t", names, true)]).unwrap()
    };
    let batches: Vec<RecordBatch> = [0, 10].map(batch).into();
    let schema = batches[0].schema();
    let reader = RecordBatchIterator::new(batches.clone().into_iter().map(Ok), schema.clone());
    let table = read(&Location::memory("t", MemoryTable::from_reader(reader).unwrap()));
    assert_eq!((table.rows(), table.column(0).text(4), table.column(1).text(4)), (6, Some("11"), None));
    let other = RecordBatch::try_from_iter([("x", Arc::new(Int32Array::from(vec![1])) as _)]).unwrap();
    assert!(MemoryTable::new(schema, vec![batches[0].clone(), other]).is_err());
    let empty = Location::memory("nothing", MemoryTable::default());
    let error = read_table(&empty, &ReadOptions::default(), &context()).unwrap_err().to_string();
    assert!(error.contains("nothing was put there yet"), "{error}");
}

#[test]
fn a_staged_table_is_handed_over_when_it_is_committed() {
    let folder = tempfile::tempdir().unwrap();
    let table = read(&located(folder.path(), "t.csv", "a,b\n1,x\n2,y\n"));
    let place = MemoryTable::default();
    let staged = Staged::write(table.clone(), &Location::memory("out", place.clone()), &context()).unwrap();
    assert!(place.batches().is_none(), "not before it is committed");
    assert_eq!(cells(&read(staged.location())), cells(&table));
    let judged = match &staged.location().format {
        lethe_io::Format::Memory(staged) => staged.batches().unwrap(),
        other => panic!("{other:?}"),
    };
    staged.commit(&context()).unwrap();
    assert_eq!(place.batches().unwrap(), judged, "what was read back is what is handed over");
}

fn parts(folder: &Path, header: &str, rows: &[String], cuts: &[usize]) -> Location {
    let mut from = 0;
    let ends = cuts.iter().copied().chain([rows.len()]);
    let files = ends.enumerate().map(|(number, end)| {
        let part = rows[from.min(end)..end].concat();
        from = end;
        located(folder, &format!("part-{number:02}.csv"), &format!("{header}\n{part}"))
    });
    Location::parts("all", files.collect()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn parts_are_one_table(
        rows in prop::collection::vec(("[0-9]{0,2}|x", "[a-c ]{0,2}"), 1..40),
        mut cuts in prop::collection::vec(0usize..40, 0..4),
        threads in 1usize..4,
    ) {
        let rows: Vec<String> = rows.iter().map(|(a, b)| format!("{a},\"{b}\"\n")).collect();
        for cut in &mut cuts {
            *cut = (*cut).min(rows.len());
        }
        cuts.sort_unstable();
        let folder = tempfile::tempdir().unwrap();
        let whole = located(folder.path(), "whole.csv", &format!("a,b\n{}", rows.concat()));
        let split = parts(folder.path(), "a,b", &rows, &cuts);
        let context = Context::new(threads).unwrap();
        let read = |location: &Location| read_table(location, &ReadOptions::default(), &context).unwrap();
        prop_assert_eq!(cells(&read(&split)), cells(&read(&whole)));
        // The same in other formats, mixed: a value is the same value wherever it was met.
        let formats = ["parquet", "arrow", "csv"];
        let lethe_io::Format::Parts(files) = &split.format else { panic!("not in parts") };
        let mixed: Vec<Location> = files.iter().enumerate().map(|(at, file)| {
            let table = read(file);
            let path = folder.path().join(format!("mixed-{at}.{}", formats[(at + threads) % 3]));
            let location = Location::parse(path.to_str().unwrap()).unwrap();
            write_table(&table, &location, &context).unwrap();
            location
        }).collect();
        let texts = |table: &Table| cells(table).into_iter().map(|(name, _, cells)| (name, cells)).collect::<Vec<_>>();
        let known = rows.iter().all(|row| !row.contains("\"\""));
        if known {
            prop_assert_eq!(texts(&read(&Location::parts("mixed", mixed).unwrap())), texts(&read(&whole)));
        }
        let mut streamed = 0;
        stream_table(&split, &ReadOptions::default(), &context, |block| {
            streamed += block.rows();
            Ok::<_, Error>(())
        }).unwrap();
        prop_assert_eq!(streamed, rows.len());
    }
}

#[test]
fn parts_of_other_columns_folders_without_tables_and_strange_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().display().to_string();
    let refused = |what: &str| {
        let error = Location::parse(&name).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    refused("holds no table");
    located(folder.path(), "a.csv", "a,b\n1,2\n");
    located(folder.path(), "b.csv", "a,b\n3,x\n");
    std::fs::write(folder.path().join("_SUCCESS"), "").unwrap();
    std::fs::write(folder.path().join(".a.csv.crc"), "").unwrap();
    let table = read(&Location::parse(&name).unwrap());
    assert_eq!((table.rows(), table.column(1).value_type()), (2, ValueType::Text));
    located(folder.path(), "c.csv", "a,c\n3,x\n");
    for outcome in [
        read_table(&Location::parse(&name).unwrap(), &ReadOptions::default(), &context()).map(drop),
        stream_table(&Location::parse(&name).unwrap(), &ReadOptions::default(), &context(), |_| Ok(())),
    ] {
        let error = outcome.unwrap_err().to_string();
        assert!(error.contains("c.csv") && error.contains("has column 'c'"), "{error}");
    }
    std::fs::write(folder.path().join("notes.xyz"), "").unwrap();
    refused("'notes.xyz' is no table");
    std::fs::remove_file(folder.path().join("notes.xyz")).unwrap();
    let error = write_table(&table, &Location::parse(&name).unwrap(), &context()).unwrap_err().to_string();
    assert!(error.contains("one file"), "{error}");
}
