//! A column without its codes.

use lethe_data::{Dictionary, ValueType};
use std::sync::Arc;

/// A named, typed column of a [`SpilledTable`](super::SpilledTable).
#[derive(Clone, Debug)]
pub struct SpilledColumn {
    pub(super) name: String,
    pub(super) dictionary: Arc<Dictionary>,
    pub(super) nulls: u64,
}

impl SpilledColumn {
    /// The column's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of the values.
    pub fn value_type(&self) -> ValueType {
        self.dictionary.value_type()
    }

    /// The distinct values of the whole table.
    pub fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// The number of rows without a value.
    pub fn nulls(&self) -> u64 {
        self.nulls
    }

    /// The code that means null, when the column has nulls.
    pub fn null_code(&self) -> Option<u32> {
        (self.nulls > 0).then_some(self.dictionary.len() as u32)
    }

    /// One more than the largest code in use: distinct values, plus one for null where there are nulls.
    pub fn domain(&self) -> usize {
        self.dictionary.len() + usize::from(self.nulls > 0)
    }
}
