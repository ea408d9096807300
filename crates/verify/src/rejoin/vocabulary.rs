//! Columns of one name in several tables, and one numbering of their values.

use super::Compartment;
use lethe_data::{Column, ColumnSet};
use std::collections::{BTreeMap, HashMap};

/// The columns of all compartments together, numbered by first appearance, with the values they show.
pub(super) struct Vocabulary {
    names: Vec<String>,
    by_name: BTreeMap<String, usize>,
    /// For each column the number of each text; `None` is the missing value.
    values: Vec<HashMap<Option<String>, u32>>,
}

impl Vocabulary {
    pub(super) fn of(compartments: &[Compartment<'_>]) -> Self {
        let mut made = Self { names: Vec::new(), by_name: BTreeMap::new(), values: Vec::new() };
        for column in compartments.iter().flat_map(|compartment| compartment.table.columns()) {
            let next = made.names.len();
            let number = *made.by_name.entry(column.name().to_owned()).or_insert(next);
            if number == next {
                made.names.push(column.name().to_owned());
                made.values.push(HashMap::new());
            }
            let values = &mut made.values[number];
            for text in texts(column) {
                let next = values.len() as u32;
                values.entry(text.map(str::to_owned)).or_insert(next);
            }
        }
        made
    }

    /// The number of a column.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// How many values a column has, the missing one included.
    pub(super) fn domain(&self, column: usize) -> usize {
        self.values[column].len()
    }

    /// For each code of a table's column the number of its value.
    pub(super) fn translation(&self, number: usize, column: &Column) -> Vec<u32> {
        // Every text was entered when the vocabulary was made from this very column.
        let number_of = |text: Option<&str>| self.values[number].get(&text.map(str::to_owned)).copied();
        texts(column).map(|text| number_of(text).unwrap_or_default()).collect()
    }

    /// The names of some columns.
    pub(super) fn names(&self, columns: &ColumnSet) -> Vec<String> {
        columns.iter().map(|column| self.names[column].clone()).collect()
    }
}

/// The texts of all codes in order, the missing value last.
fn texts(column: &Column) -> impl Iterator<Item = Option<&str>> {
    let dictionary = column.dictionary();
    (0..dictionary.len() as u32).map(|code| Some(dictionary.text(code))).chain([None])
}
