//! Blocks put together are the table, whatever their size.

use super::*;
use crate::{read_table, write_table};
use lethe_data::{Column, TypeChoice, ValueType};
use proptest::prelude::*;
use std::path::Path;

const FORMATS: [&str; 5] = ["t.csv", "t.tsv.zst", "t.parquet", "t.arrow", "t.sqlite#people"];

type Cells = Vec<Vec<Option<String>>>;

fn location(folder: &Path, name: &str) -> Location {
    Location::parse(&folder.join(name).to_string_lossy()).unwrap()
}

fn cells(table: &Table) -> Cells {
    let cell = |row: usize, column: &Column| column.text(row).map(str::to_owned);
    (0..table.rows()).map(|row| table.columns().iter().map(|c| cell(row, c)).collect()).collect()
}

fn streamed(
    place: &Location,
    options: &ReadOptions,
    threads: usize,
    size: BlockSize,
) -> Result<Cells, Error> {
    let mut all = Vec::new();
    let context = Context::new(threads).unwrap();
    stream_in_blocks(place, options, &context, size, |block| {
        all.extend(cells(block));
        Ok::<(), Error>(())
    })?;
    Ok(all)
}

fn column(name: &str, cells: &[Option<String>]) -> Column {
    Column::from_texts(name, cells.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn blocks_of_any_size_are_the_table_for_every_format_and_thread_count(
        texts in prop::collection::vec(prop::option::of("[a-d\",\n \u{e4}]{0,5}"), 30),
        numbers in prop::collection::vec(prop::option::of("-?[1-9][0-9]{0,2}(\\.5)?|NA"), 30),
        dates in prop::collection::vec(prop::option::of("20[0-9]{2}-0[1-9]-1[0-9]"), 30),
        rows in 0usize..30, bytes in 1usize..400, block_rows in 1usize..40, projected in any::<bool>()
    ) {
        let folder = tempfile::tempdir().unwrap();
        let context = Context::new(2).unwrap();
        let table = Table::new(vec![
            column("text", &texts[..rows]), column("number", &numbers[..rows]), column("date", &dates[..rows]),
        ]).unwrap();
        let mut options = ReadOptions { null_words: vec!["NA".to_owned()], ..ReadOptions::default() };
        if projected {
            options.columns = Some(vec!["date".to_owned(), "text".to_owned()]);
        }
        for (format, threads) in FORMATS.into_iter().flat_map(|format| [(format, 1), (format, 2)]) {
            let place = location(folder.path(), format);
            write_table(&table, &place, &context).unwrap();
            let whole = read_table(&place, &options, &context).unwrap();
            let size = BlockSize { bytes, rows: block_rows };
            prop_assert_eq!(streamed(&place, &options, threads, size).unwrap(), cells(&whole), "{}", format);
        }
    }
}

#[test]
fn types_are_the_same_in_every_block() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(2).unwrap();
    let place = location(folder.path(), "t.csv");
    std::fs::write(place.path.as_ref().unwrap(), "code,n,empty\n007,1,\n8,2,\"\"\nx,NA,\n+9,4,\n").unwrap();
    let types = vec![("n".to_owned(), ValueType::Integer)];
    let options = ReadOptions { types, null_words: vec!["NA".to_owned()], ..ReadOptions::default() };
    let mut blocks = 0;
    stream_in_blocks(&place, &options, &context, BlockSize { bytes: 1, rows: 1 }, |block| {
        let types: Vec<_> = block.columns().iter().map(Column::value_type).collect();
        assert_eq!(types, [ValueType::Text, ValueType::Integer, ValueType::Text]);
        blocks += 1;
        Ok::<(), Error>(())
    })
    .unwrap();
    assert!(blocks > 1);
    let size = BlockSize::default();
    let empties = streamed(&place, &options, 1, size).unwrap();
    let empties: Vec<Option<&str>> = empties.iter().map(|row| row[2].as_deref()).collect();
    assert_eq!(empties, [None, Some(""), None, None]);
}

#[test]
fn faults_are_those_of_reading_the_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(2).unwrap();
    let place = location(folder.path(), "t.csv");
    let long = "1,2\n".repeat(300) + "\"x\ny\",3\n4\n" + &"5,6,7\n".repeat(20);
    for text in
        [&b"a,b\n1,2\n3,\xE4\n"[..], b"", b"a,b\n1,2\n\"3,4\n", ("a,b\n".to_owned() + &long).as_bytes()]
    {
        std::fs::write(place.path.as_ref().unwrap(), text).unwrap();
        let options = ReadOptions::default();
        let expected = read_table(&place, &options, &context).unwrap_err().to_string();
        for (threads, bytes) in [(1, 8), (1, 1000), (2, 8), (2, 1000)] {
            let error = streamed(&place, &options, threads, BlockSize { bytes, rows: 1 }).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}

#[test]
fn the_receiver_stops_the_stream_and_a_table_without_rows_is_one_block() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(2).unwrap();
    let full = Table::new(vec![column("a", &["1", "2", "3"].map(|text| Some(text.to_owned())))]).unwrap();
    for format in FORMATS {
        let place = location(folder.path(), format);
        write_table(&full, &place, &context).unwrap();
        let mut given = 0;
        let size = BlockSize { bytes: 1, rows: 1 };
        let outcome = stream_in_blocks(&place, &ReadOptions::default(), &context, size, |_| {
            given += 1;
            if given == 2 { Err(Error::Request("enough".to_owned())) } else { Ok(()) }
        });
        assert_eq!((outcome.unwrap_err().to_string().as_str(), given), ("enough", 2), "{format}");
        let panicking = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let receive = |_: &Table| -> Result<(), Error> { panic!("ours") };
            stream_table(&place, &ReadOptions::default(), &context, receive)
        }));
        assert!(panicking.is_err(), "{format}: a panic of the receiver is not a damaged file");
        write_table(&full.slice(0..0), &place, &context).unwrap();
        let mut shapes = Vec::new();
        stream_table(&place, &ReadOptions::default(), &context, |block| {
            shapes.push((block.columns().len(), block.rows()));
            Ok::<(), Error>(())
        })
        .unwrap();
        assert_eq!(shapes, [(1, 0)], "{format}");
    }
}
