//! A small table that stands for a large one.
//!
//! What is planned depends on names, dictionaries and on how often each value occurs in its column, not on which values
//! occur together. A weighted table with the same columns and the same counts therefore plans the same release. One row
//! for each stretch of records in which no column changes its value is enough when all columns are sorted: no more rows than
//! the columns have distinct values together.

use crate::Result;
use lethe_data::{Codes, Column, Dictionary, Table};
use std::sync::Arc;

/// A column as it is known: its values and how many records have each, null last.
pub(crate) struct Counted {
    pub(crate) name: String,
    pub(crate) dictionary: Arc<Dictionary>,
    /// By code; one more than there are values.
    pub(crate) counts: Vec<u64>,
}

/// A weighted table with these columns, in the order of `names`; columns that are not counted have no values.
///
/// **Guarantee**: every counted column has its dictionary, and every value as many records.
pub(crate) fn stand_in(names: &[String], counted: &[Counted]) -> Result<Table> {
    let mut cursors: Vec<Cursor<'_>> = counted.iter().map(|column| Cursor::new(&column.counts)).collect();
    let (mut codes, mut weights) = (vec![Vec::new(); counted.len()], Vec::new());
    while let Some(records) = cursors.iter().map(|cursor| cursor.left).min().filter(|&records| records > 0) {
        for (cursor, codes) in cursors.iter_mut().zip(&mut codes) {
            codes.push(cursor.code);
            cursor.pass(records);
        }
        weights.push(records);
    }
    let column = |name: &String| {
        let known = counted.iter().zip(&codes).find(|(column, _)| column.name == *name);
        let (dictionary, codes) = match known {
            Some((column, codes)) => (Arc::clone(&column.dictionary), codes.clone()),
            None => (Arc::new(Dictionary::of_texts([])), vec![0; weights.len()]),
        };
        let codes = Codes::from_iter_within(dictionary.len() + 1, codes.into_iter());
        Column::new(name.clone(), dictionary, codes)
    };
    Ok(Table::new(names.iter().map(column).collect())?.with_weights(weights)?)
}

/// A value of a sorted column, and how many of its records are still to come.
struct Cursor<'a> {
    counts: &'a [u64],
    code: u32,
    left: u64,
}

impl<'a> Cursor<'a> {
    fn new(counts: &'a [u64]) -> Self {
        let mut cursor = Self { counts, code: 0, left: counts.first().copied().unwrap_or(0) };
        cursor.pass(0);
        cursor
    }

    fn pass(&mut self, records: u64) {
        self.left -= records;
        while self.left == 0 && (self.code as usize) + 1 < self.counts.len() {
            self.code += 1;
            self.left = self.counts[self.code as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_column_keeps_its_values_and_their_records(
            records in 0usize..60,
            columns in prop::collection::vec(prop::collection::vec(prop::option::of(0u8..6), 60), 1..4)
        ) {
            let cells = |column: &[Option<u8>]| -> Vec<Option<String>> {
                column[..records].iter().map(|cell| cell.map(|value| value.to_string())).collect()
            };
            let counted: Vec<Counted> = columns.iter().enumerate().map(|(at, column)| {
                let cells = cells(column);
                let texts = cells.iter().map(Option::as_deref);
                let column = Column::from_texts("c", texts, lethe_data::TypeChoice::Infer).unwrap();
                let mut counts = column.histogram(None);
                counts.resize(column.dictionary().len() + 1, 0);
                Counted { name: format!("c{at}"), dictionary: Arc::clone(column.dictionary()), counts }
            }).collect();
            let names: Vec<String> = ["other"].into_iter().map(str::to_owned).chain(counted.iter().map(|column| column.name.clone())).collect();
            let table = stand_in(&names, &counted).unwrap();
            prop_assert_eq!(table.records(), records as u64);
            for (column, known) in table.columns()[1..].iter().zip(&counted) {
                let mut counts = column.histogram(table.weights());
                counts.resize(known.counts.len(), 0);
                prop_assert_eq!(&counts, &known.counts);
                prop_assert_eq!(column.dictionary(), &known.dictionary);
            }
            let values: usize = counted.iter().map(|column| column.counts.len()).sum();
            prop_assert!(table.rows() <= values);
        }
    }
}
