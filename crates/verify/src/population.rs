//! The population that a table is a part of, held against its classes.

use crate::{Error, Result};
use lethe_data::{Classes, Codes, Column, Context, Dictionary, Table, group};
use std::sync::Arc;

/// How the records of a population fall into the classes of a table.
#[derive(Debug)]
pub(crate) struct PopulationCounts {
    /// The records in each class of the table.
    pub(crate) of_classes: Vec<u64>,
    /// The records that look like nobody in the table.
    pub(crate) elsewhere: u64,
}

impl PopulationCounts {
    /// Counts the records of `population`, whose columns are those of `columns` in the same order. Values are compared by
    /// their spelling.
    ///
    /// **Cost**: one grouping of the rows of both tables.
    pub(crate) fn of(
        table: &Table,
        columns: &[usize],
        classes: &Classes,
        population: &Table,
        context: &Context,
    ) -> Result<Self> {
        let found = population.columns().len();
        if found != columns.len() {
            return Err(Error::PopulationColumns { found, expected: columns.len() });
        }
        let joined = columns.iter().zip(population.columns());
        let joined = joined.map(|(&column, other)| one_after_the_other(table.column(column), other));
        let both = Table::new(joined.collect())?;
        let mut memory = context.memory().reserve("the population beside the table");
        memory.try_grow(both.bytes())?;
        let positions: Vec<usize> = (0..columns.len()).collect();
        // Classes are numbered by their first row and the table comes first, so its classes keep their numbers.
        let grouped = group::classes_of(&both, &positions, context)?;
        let mut counts = Self { of_classes: vec![0; classes.len()], elsewhere: 0 };
        for (row, &class) in grouped.ids()[table.rows().min(grouped.ids().len())..].iter().enumerate() {
            let records = population.weights().map_or(1, |weights| weights[row]);
            *counts.of_classes.get_mut(class as usize).unwrap_or(&mut counts.elsewhere) += records;
        }
        Ok(counts)
    }
}

/// The rows of one column and then those of another, in codes of both dictionaries together.
fn one_after_the_other(first: &Column, second: &Column) -> Column {
    let texts = first.dictionary().texts().chain(second.dictionary().texts());
    let dictionary = Dictionary::of_texts(texts);
    let null = dictionary.len() as u32;
    let map = |column: &Column| -> Vec<u32> {
        // Every text of both columns went into the dictionary.
        let codes = column.dictionary().texts().map(|text| dictionary.find(text).unwrap_or(null));
        codes.chain([null]).collect()
    };
    let mut codes = Codes::with_capacity(dictionary.len() + 1, first.len() + second.len());
    codes.extend_mapped(first.codes(), &map(first));
    codes.extend_mapped(second.codes(), &map(second));
    Column::new(first.name(), Arc::new(dictionary), codes)
}
