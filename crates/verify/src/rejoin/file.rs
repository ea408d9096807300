//! A compartment in the form that all attacks work on: its distinct rows and how many records show each.

use super::vocabulary::Vocabulary;
use crate::Result;
use lethe_data::{Classes, Context, Table, group};

pub(super) struct File {
    /// The columns by their number in the vocabulary, in the order of the table.
    pub(super) columns: Vec<usize>,
    /// The distinct rows; their weights are the records that show them.
    pub(super) distinct: Table,
    /// For each column the number in the vocabulary of each code.
    pub(super) translations: Vec<Vec<u32>>,
    /// Which distinct row each row of the compartment is.
    pub(super) classes: Classes,
}

impl File {
    pub(super) fn of(table: &Table, vocabulary: &Vocabulary, context: &Context) -> Result<Self> {
        let all: Vec<usize> = (0..table.columns().len()).collect();
        // The rows of a compartment are records; nothing else may weigh.
        let plain = Table::new(table.columns().to_vec())?;
        let classes = group::classes_of(&plain, &all, context)?;
        let distinct = plain.select(classes.first_rows())?.with_weights(classes.counts().to_vec())?;
        let columns = table.columns().iter().filter_map(|column| vocabulary.column(column.name())).collect();
        let mut file = Self { columns, distinct, translations: Vec::new(), classes };
        let numbered = file.columns.iter().zip(table.columns());
        file.translations =
            numbered.map(|(&number, column)| vocabulary.translation(number, column)).collect();
        Ok(file)
    }

    /// The records of each distinct row.
    pub(super) fn records(&self) -> &[u64] {
        self.classes.counts()
    }

    /// Where a column of the vocabulary stands in the table.
    pub(super) fn place(&self, column: usize) -> Option<usize> {
        self.columns.iter().position(|&number| number == column)
    }

    /// The value of a column in each distinct row, as numbered by the vocabulary.
    pub(super) fn values(&self, place: usize) -> impl Iterator<Item = u32> {
        let translation = &self.translations[place];
        self.distinct.column(place).codes().widened().map(|code| translation[code as usize])
    }
}
