//! Columns of the original beside what the release shows of them.

use crate::Values;
use crate::reading::{KnownLabels, Meaning, meanings};
use lethe_data::{Column, Context, Table};
use rayon::prelude::*;
use std::collections::HashMap;

/// A column of the original and every place where the release shows it.
#[derive(Debug)]
pub struct Counterpart<'a> {
    /// The original's values.
    pub original: Values<'a>,
    /// The columns of this name in the tables of the release, in their order.
    pub shown: Vec<Shown<'a>>,
}

/// A column of a table of the release.
#[derive(Debug)]
pub struct Shown<'a> {
    /// Which table of the release.
    pub part: usize,
    /// The column.
    pub column: &'a Column,
    /// What each of its codes says, null last.
    pub meanings: Vec<Meaning>,
    /// How often each of its codes occurs, null last.
    pub counts: Vec<u64>,
}

impl<'a> Counterpart<'a> {
    /// The columns of an original beside those of a release, which may be in several tables. `known` shows what labels of
    /// hierarchies stand for, by column name.
    ///
    /// **Cost**: one look at each row and distinct label of the release.
    pub fn all(
        original: &'a Table,
        release: &'a [Table],
        known: &HashMap<String, KnownLabels>,
        context: &Context,
    ) -> Vec<Self> {
        let none = KnownLabels::new();
        let by_name = |table: &'a Table| -> HashMap<&'a str, &'a Column> {
            // Of columns with one name the first counts.
            table.columns().iter().rev().map(|column| (column.name(), column)).collect()
        };
        let parts: Vec<HashMap<&str, &'a Column>> = release.iter().map(by_name).collect();
        let beside = |column: &'a Column| {
            let original = Values::of(column);
            let known = known.get(column.name()).unwrap_or(&none);
            let of_part = |(part, columns): (usize, &HashMap<&str, &'a Column>)| {
                Some(Shown::new(part, columns.get(column.name())?, &original, known))
            };
            let shown = parts.iter().enumerate().filter_map(of_part).collect();
            Self { original, shown }
        };
        context.install(|| original.columns().par_iter().map(beside).collect())
    }

    /// The place that shows most cells, of equal ones the first: a column that several tables repeat shows no more than
    /// one of them.
    pub fn best(&self) -> Option<&Shown<'a>> {
        self.shown.iter().rev().max_by_key(|shown| shown.cells())
    }

    /// How often each value of the original occurs: by code, of equal ones the first; what shows nothing is not counted.
    pub fn original_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.original.len()];
        for (code, count) in (0..).zip(self.original.column().histogram(None)) {
            if let Some(value) = self.original.value(code) {
                counts[value as usize] += count;
            }
        }
        counts
    }
}

impl<'a> Shown<'a> {
    fn new(part: usize, column: &'a Column, original: &Values<'_>, known: &KnownLabels) -> Self {
        let mut counts = column.histogram(None);
        counts.resize(column.dictionary().len() + 1, 0);
        Self { part, column, meanings: meanings(original, column, known), counts }
    }

    /// Codes that say something, with what they say and how often.
    pub fn labels(&self) -> impl Iterator<Item = (&Meaning, u64)> {
        let labels = self.meanings.iter().zip(self.counts.iter().copied());
        labels.filter(|(meaning, count)| meaning.is_shown() && *count > 0)
    }

    /// The number of cells that say something.
    pub fn cells(&self) -> u64 {
        self.labels().map(|(_, count)| count).sum()
    }

    /// The number of cells whose label cannot be read.
    pub fn unread(&self) -> u64 {
        self.labels().filter(|(meaning, _)| **meaning == Meaning::Unread).map(|(_, count)| count).sum()
    }
}
