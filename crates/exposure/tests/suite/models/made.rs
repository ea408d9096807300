//! Small tables.

use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_exposure::Model;
use proptest::prelude::*;

/// Rows of cells, `None` for a missing value.
pub(crate) type Rows = Vec<Vec<Option<u8>>>;

/// Up to `rows` rows of so many columns with few values, some of them missing.
pub(crate) fn rows(columns: usize, rows: usize) -> impl Strategy<Value = Rows> {
    let cell = prop_oneof![1 => Just(None), 6 => (0u8..4).prop_map(Some)];
    prop::collection::vec(prop::collection::vec(cell, columns), 0..=rows)
}

/// A table of the named columns. Values sort differently as numbers and as texts.
pub(crate) fn table(names: &[&str], rows: &Rows) -> Table {
    let spelled = ["9", "10", "x", "007"];
    let column = |(place, name): (usize, &&str)| {
        let cells = rows.iter().map(|row| row[place].map(|value| spelled[usize::from(value)]));
        Column::from_texts(name, cells, TypeChoice::Infer).unwrap()
    };
    Table::new(names.iter().enumerate().map(column).collect()).unwrap()
}

pub(crate) fn context(threads: usize) -> Context {
    Context::new(threads).unwrap()
}

pub(crate) fn model(table: &Table) -> Model {
    let all: Vec<usize> = (0..table.columns().len()).collect();
    Model::train(table, &all, &context(1)).unwrap()
}
