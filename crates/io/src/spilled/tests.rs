//! A spilled table is the table.

use super::*;
use crate::{read_table, write_table};
use lethe_data::{ByteSize, Fault, MemoryBudget, TypeChoice, ValueType};
use proptest::prelude::*;

fn location(folder: &Path, name: &str) -> Location {
    Location::parse(&folder.join(name).to_string_lossy()).unwrap()
}

fn column(name: &str, cells: &[Option<String>]) -> Column {
    Column::from_texts(name, cells.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
}

fn check_same(spilled: &SpilledTable, table: &Table, context: &Context) {
    assert_eq!((spilled.rows(), spilled.columns().len()), (table.rows() as u64, table.columns().len()));
    for (ours, whole) in spilled.columns().iter().zip(table.columns()) {
        assert_eq!(ours.name(), whole.name());
        assert_eq!(ours.dictionary(), whole.dictionary());
        assert_eq!((ours.nulls(), ours.null_code()), (whole.nulls() as u64, whole.null_code()));
        assert_eq!((ours.domain(), ours.value_type()), (whole.domain(), whole.value_type()));
    }
    let mut codes: Vec<Vec<u32>> = vec![Vec::new(); table.columns().len()];
    spilled
        .for_each_block(context, |first_row, block| {
            assert_eq!(first_row, codes[0].len() as u64);
            for ((codes, column), ours) in codes.iter_mut().zip(block.columns()).zip(spilled.columns()) {
                assert!(Arc::ptr_eq(column.dictionary(), ours.dictionary()));
                codes.extend(column.codes().widened());
            }
            Ok::<(), Error>(())
        })
        .unwrap();
    let expected: Vec<Vec<u32>> = table.columns().iter().map(|c| c.codes().widened().collect()).collect();
    assert_eq!(codes, expected);
}

/// A table of every type; `rows` of them.
fn sample(rows: usize) -> Table {
    let cells = |cell: &dyn Fn(usize) -> Option<String>| (0..rows).map(cell).collect::<Vec<_>>();
    Table::new(vec![
        column("text", &cells(&|i| (i % 5 > 0).then(|| format!("t{}", i * 7 % 13)))),
        column("number", &cells(&|i| Some(((i * 31) % 17).to_string()))),
        column("date", &cells(&|i| (i % 9 > 0).then(|| format!("{:02}.12.2020", i % 28 + 1)))),
        column("unique", &cells(&|i| Some(format!("{}.5", i * 37 % 1009)))),
    ])
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn blocks_and_dictionaries_are_those_of_the_table_before_and_after_reopening(
        texts in prop::collection::vec(prop::option::of("[a-d\",\n \u{e4}]{0,3}"), 40),
        numbers in prop::collection::vec(prop::option::of("-?[1-9][0-9]{0,1}(\\.5)?|NA"), 40),
        dates in prop::collection::vec(prop::option::of("(0[1-9]|[12][0-9])\\.0[1-9]\\.2020"), 40),
        rows in 0usize..40, bytes in 1usize..300, block_rows in 1usize..40, projected in any::<bool>(),
        declared in any::<bool>()
    ) {
        let folder = tempfile::tempdir().unwrap();
        let table = Table::new(vec![
            column("text", &texts[..rows]), column("number", &numbers[..rows]), column("date", &dates[..rows]),
        ]).unwrap();
        let mut options = ReadOptions { null_words: vec!["NA".to_owned()], ..ReadOptions::default() };
        if projected {
            options.columns = Some(vec!["date".to_owned(), "text".to_owned()]);
        }
        if declared {
            options.types = vec![("date".to_owned(), ValueType::Date)];
        }
        let size = BlockSize { bytes, rows: block_rows };
        for (name, threads) in [("t.csv", 1), ("t.csv", 2), ("t.parquet", 1), ("t.parquet", 2), ("t.sqlite#t", 2)] {
            let context = Context::new(threads).unwrap();
            let place = location(folder.path(), name);
            write_table(&table, &place, &context).unwrap();
            let whole = read_table(&place, &options, &context).unwrap();
            let state = tempfile::tempdir().unwrap();
            let spilled = create::create(&place, &options, state.path(), &context, size).unwrap();
            check_same(&spilled, &whole, &context);
            drop(spilled);
            let reopened = SpilledTable::open(state.path(), &Context::new(3 - threads).unwrap()).unwrap();
            check_same(&reopened, &whole, &context);
            reopened.remove().unwrap();
            prop_assert_eq!(std::fs::read_dir(state.path()).unwrap().count(), 0);
        }
    }
}

#[test]
fn every_cut_and_every_changed_byte_is_an_error() {
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let context = Context::new(2).unwrap();
    let place = location(folder.path(), "t.csv");
    write_table(&sample(20), &place, &context).unwrap();
    let size = BlockSize { bytes: 60, rows: 5 };
    let spilled = create::create(&place, &ReadOptions::default(), state.path(), &context, size).unwrap();
    let all = spilled.files();
    assert_eq!(std::fs::read_dir(state.path()).unwrap().count(), all.len());
    let read = || {
        let opened = SpilledTable::open(state.path(), &context)?;
        opened.for_each_block(&context, |_, _| Ok::<(), Error>(()))
    };
    read().unwrap();
    for path in all {
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x11;
            std::fs::write(&path, bytes).unwrap();
            assert!(read().is_err(), "{} changed at {at}", path.display());
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(read().is_err(), "{} cut at {at}", path.display());
        }
        std::fs::remove_file(&path).unwrap();
        assert!(read().is_err());
        std::fs::write(&path, whole).unwrap();
    }
    read().unwrap();
}

#[test]
fn what_fails_leaves_no_table_and_no_file_even_where_there_was_one() {
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let context = Context::new(2).unwrap();
    let place = location(folder.path(), "t.csv");
    let options = ReadOptions::default();
    write_table(&sample(30), &place, &context).unwrap();
    SpilledTable::create(&place, &options, state.path(), &context).unwrap();
    std::fs::write(place.path.as_ref().unwrap(), "text,number,date,unique\n1,2,3,4\n5\n").unwrap();
    let error = SpilledTable::create(&place, &options, state.path(), &context).unwrap_err();
    assert!(error.to_string().ends_with("t.csv: line 3: 1 field for 4 columns"), "{error}");
    assert_eq!(std::fs::read_dir(state.path()).unwrap().count(), 0);
    assert!(SpilledTable::open(state.path(), &context).is_err());
    assert!(SpilledTable::create(&place, &options, &state.path().join("none"), &context).is_err());
}

#[test]
fn only_distinct_values_are_asked_of_the_memory_budget() {
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let place = location(folder.path(), "t.csv");
    let text: String = (0..200_000).map(|i| format!("{},{}\n", i % 10, i)).collect();
    std::fs::write(place.path.as_ref().unwrap(), format!("few,many\n{text}")).unwrap();
    let budget = || MemoryBudget::limited(ByteSize(100_000));
    let context = Context::new(2).unwrap().with_memory(budget());
    let all = ReadOptions::default();
    let error = SpilledTable::create(&place, &all, state.path(), &context).unwrap_err();
    assert_eq!(error.fault(), Fault::Limit);
    let few = ReadOptions { columns: Some(vec!["few".to_owned()]), ..all };
    let error = read_table(&place, &few, &context).unwrap_err();
    assert_eq!(error.fault(), Fault::Limit);
    let spilled = SpilledTable::create(&place, &few, state.path(), &context).unwrap();
    assert_eq!((spilled.rows(), spilled.columns()[0].dictionary().len()), (200_000, 10));
    let held = 100_000 - context.memory().left();
    assert!(held > 0 && held < 2000, "{held}");
    drop(spilled);
    assert_eq!(context.memory().left(), 100_000);
    SpilledTable::open(state.path(), &context).unwrap();
}
