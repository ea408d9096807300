//! How often each sensitive value occurs in each equivalence class.

use super::Combinations;
use crate::{Context, Result, Table};
use std::collections::BTreeMap;

/// The equivalence classes of some columns, each with the values of a sensitive column.
#[derive(Debug)]
pub struct ClassHistograms {
    combinations: Combinations,
    sensitive: usize,
}

/// One equivalence class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassHistogram<'a> {
    /// The values of the class, in the order of the columns; `None` is a missing value.
    pub class: Vec<Option<&'a str>>,
    /// The records of the class.
    pub records: u64,
    /// How many of them have each sensitive value, in the order of the texts; a missing value comes first.
    pub values: Vec<(Option<&'a str>, u64)>,
}

impl ClassHistograms {
    /// Counts the classes of the columns `quasi` of a part, with the values of the column `sensitive`.
    ///
    /// **Errors**: as of [`Combinations::of`].
    pub fn of(part: &Table, quasi: &[usize], sensitive: usize, context: &Context) -> Result<Self> {
        let columns: Vec<usize> = quasi.iter().copied().chain([sensitive]).collect();
        let combinations = Combinations::of(part, &columns, context)?;
        let sensitive = combinations.place(part.column(sensitive).name())?;
        Ok(Self { combinations, sensitive })
    }

    /// Adds the classes of another part.
    ///
    /// **Errors**: as of [`Combinations::merge`].
    pub fn merge(&mut self, other: Self) -> Result<()> {
        self.combinations.merge(other.combinations)
    }

    /// The classes in the order of their values' texts.
    pub fn classes(&self) -> Vec<ClassHistogram<'_>> {
        let mut classes: BTreeMap<Vec<Option<&str>>, BTreeMap<Option<&str>, u64>> = BTreeMap::new();
        for (key, records) in self.combinations.entries() {
            let mut class: Vec<Option<&str>> =
                (0..).zip(key).map(|(place, &code)| self.combinations.text(place, code)).collect();
            let value = class.remove(self.sensitive);
            *classes.entry(class).or_default().entry(value).or_default() += records;
        }
        let histogram = |(class, values): (Vec<_>, BTreeMap<_, u64>)| ClassHistogram {
            class,
            records: values.values().sum(),
            values: values.into_iter().collect(),
        };
        classes.into_iter().map(histogram).collect()
    }
}
