//! What is asked: which columns, how few records, how many of them.

use crate::{Error, Result};
use lethe_data::{ColumnSet, Table};
use serde::{Deserialize, Serialize};

/// How a missing value compares with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nulls {
    /// A missing value is a value of its own: it equals other missing values and nothing else.
    #[default]
    Value,
    /// A missing value may stand for any value: it equals everything.
    Wildcard,
}

/// How few records make a column set dangerous, and how far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A person is exposed by a column set when fewer than `k` records look alike on it.
    pub k: u64,
    /// A column set is a quasi-identifier when it exposes at least so many records.
    pub min_exposed: u64,
    /// The largest sets to look at; `None`: all sizes.
    pub max_size: Option<usize>,
    /// How a missing value compares with others.
    pub nulls: Nulls,
}

impl Default for Limits {
    fn default() -> Self {
        Self { k: 2, min_exposed: 1, max_size: None, nulls: Nulls::Value }
    }
}

/// A table, the columns to combine, and the limits: everything an algorithm needs to know.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    table: &'a Table,
    columns: Vec<usize>,
    limits: Limits,
}

impl<'a> Question<'a> {
    /// Asks about combinations of `columns`, given by position.
    ///
    /// **Errors**: `k` is below 2, `min_exposed` or `max_size` is 0, there are more columns than a set can hold, or the
    /// table does not have a column.
    pub fn new(table: &'a Table, columns: impl IntoIterator<Item = usize>, limits: Limits) -> Result<Self> {
        if limits.k < 2 {
            return Err(Error::SmallK { k: limits.k });
        }
        if limits.min_exposed == 0 {
            return Err(Error::NothingExposed);
        }
        if limits.max_size == Some(0) {
            return Err(Error::NoSize);
        }
        let columns: Vec<usize> = ColumnSet::of(columns)?.iter().collect();
        if let Some(position) = columns.iter().find(|&&position| position >= table.columns().len()) {
            let name = format!("number {}", position + 1);
            return Err(lethe_data::Error::UnknownColumn { name, suggestion: None }.into());
        }
        Ok(Self { table, columns, limits })
    }

    /// The table.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// The columns to combine, ascending.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The limits as asked.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Fewer records than this alike are exposed.
    pub fn k(&self) -> u64 {
        self.limits.k
    }

    /// So many exposed records make a quasi-identifier.
    pub fn min_exposed(&self) -> u64 {
        self.limits.min_exposed
    }

    /// The largest sets to look at; never more than there are columns.
    pub fn max_size(&self) -> usize {
        self.limits.max_size.map_or(self.columns.len(), |size| size.min(self.columns.len()))
    }
}
