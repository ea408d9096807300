//! The values that are looked at.

use lethe_data::Table;

/// The values of some columns, each with the records that have it. A missing value is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    columns: Vec<usize>,
    records: Vec<Vec<u64>>,
}

impl Nodes {
    /// The values of the columns at these positions of a table.
    pub fn of(table: &Table, columns: &[usize]) -> Self {
        let records = columns.iter().map(|&position| {
            let column = table.column(position);
            let mut records = column.histogram(table.weights());
            records.resize(column.dictionary().len() + 1, 0);
            records.truncate(column.dictionary().len());
            records
        });
        Self { records: records.collect(), columns: columns.to_vec() }
    }

    /// The positions of the columns; elsewhere columns go by their place here.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The records that have each value of a column, by code.
    pub fn records(&self, place: usize) -> &[u64] {
        &self.records[place]
    }

    /// How many values somebody has.
    pub fn count(&self) -> usize {
        self.records.iter().flatten().filter(|&&records| records > 0).count()
    }
}
