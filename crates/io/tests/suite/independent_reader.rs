//! Our reader against an independent one, cell by cell, on generated and real files.

use crate::real_data::real_data;
use lethe_data::{Context, Table};
use lethe_io::{Location, ReadOptions, read_table, write_table};
use lethe_synth::{DataSet, Generator, Request};
use std::io::Read;
use std::path::Path;

fn compare(table: &Table, text: impl Read, delimiter: u8, file: &str) {
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text);
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let ours: Vec<&str> = table.columns().iter().map(lethe_data::Column::name).collect();
    assert_eq!(ours, names, "{file}");
    let mut rows = 0;
    for (row, record) in reader.records().enumerate() {
        let record = record.unwrap();
        for (column, cell) in table.columns().iter().zip(&record) {
            assert!(column.text(row).unwrap_or("") == cell, "{file}: row {row}, column {}", column.name());
        }
        rows += 1;
    }
    assert_eq!(table.rows(), rows, "{file}");
}

fn read(path: &Path, threads: usize) -> Table {
    let location = Location::parse(path.to_str().unwrap()).unwrap();
    read_table(&location, &ReadOptions::default(), &Context::new(threads).unwrap()).unwrap()
}

#[test]
fn generated_files_are_read_as_the_csv_crate_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(2).unwrap();
    for data_set in DataSet::ALL {
        let request = Request { rows: 3000, columns: None, seed: 3 };
        let table = Generator::new(data_set, &request).unwrap().block(0).unwrap();
        let path = folder.path().join(format!("{}.csv", data_set.name()));
        write_table(&table, &Location::parse(path.to_str().unwrap()).unwrap(), &context).unwrap();
        for threads in [1, 3] {
            let read = read(&path, threads);
            compare(&read, std::fs::File::open(&path).unwrap(), b',', data_set.name());
            let types = |table: &Table| {
                table.columns().iter().map(lethe_data::Column::value_type).collect::<Vec<_>>()
            };
            assert_eq!(types(&read), types(&table), "{}: the types come back", data_set.name());
        }
    }
}

#[test]
fn real_files_are_read_as_the_csv_crate_reads_them() {
    let Some(folder) = real_data() else { return };
    let plain = folder.join("adult/adult.csv");
    compare(&read(&plain, 2), std::fs::File::open(&plain).unwrap(), b';', "adult");
    for (file, delimiter) in [("cps/cps.csv.gz", b','), ("sfars/sfars.csv.gz", b';')] {
        let path = folder.join(file);
        let text = flate2::read::MultiGzDecoder::new(std::fs::File::open(&path).unwrap());
        compare(&read(&path, 2), text, delimiter, file);
    }
}
