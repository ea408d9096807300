//! The values that are looked at.

use lethe_data::Table;

/// The values of some columns, each with the records that have it. A missing value is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    columns: Vec<usize>,
    people: Vec<Vec<u64>>,
}

impl Nodes {
    /// The values of the columns at these positions of a table.
    pub fn of(table: &Table, columns: &[usize]) -> Self {
        let people = columns.iter().map(|&position| {
            let column = table.column(position);
            let mut people = column.histogram(table.weights());
            people.resize(column.dictionary().len() + 1, 0);
            people.truncate(column.dictionary().len());
            people
        });
        Self { people: people.collect(), columns: columns.to_vec() }
    }

    /// The positions of the columns; elsewhere columns go by their place here.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The records that have each value of a column, by code.
    pub fn people(&self, place: usize) -> &[u64] {
        &self.people[place]
    }

    /// How many values somebody has.
    pub fn count(&self) -> usize {
        self.people.iter().flatten().filter(|&&people| people > 0).count()
    }
}
