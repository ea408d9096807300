//! Learners and scores on tables whose answers are known.

mod learners;
mod scores;

use super::{Options, Released, Score, evaluate};
use lethe_data::{Column, Context, Table, TypeChoice};

/// A table from rows of cells; an empty cell is null.
fn table(names: &[&str], rows: &[Vec<String>]) -> Table {
    let column = |at: usize| {
        let cells = rows.iter().map(|row| (!row[at].is_empty()).then_some(row[at].as_str()));
        Column::from_texts(names[at], cells, TypeChoice::Infer).unwrap()
    };
    Table::new((0..names.len()).map(column).collect()).unwrap()
}

/// Copies of rows: (times, cells).
fn repeated(rows: &[(usize, &[&str])]) -> Vec<Vec<String>> {
    let copies = |(times, cells): &(usize, &[&str])| {
        vec![cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>(); *times]
    };
    rows.iter().flat_map(copies).collect()
}

fn small() -> Options {
    Options { rare: 1, min_leaf: 1, tolerance: 1e-7, ..Options::default() }
}

fn context(threads: usize) -> Context {
    Context::new(threads).unwrap()
}

fn rows_scored(original: &Table, released: &Table, options: &Options) -> Vec<Score> {
    evaluate(original, &Released::Rows(released), "class", options, &context(1)).unwrap()
}

fn unlinked(original: &Table, tables: &[&Table], options: &Options) -> Vec<Score> {
    let released = Released::Unlinked { tables: tables.to_vec(), shown: None };
    evaluate(original, &released, "class", options, &context(1)).unwrap()
}
