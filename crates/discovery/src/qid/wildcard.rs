//! Counting when a missing value may stand for any value.
//!
//! Two rows match on a column set when on each column their values are equal or one of them is missing. Matching is
//! not transitive, so there are no classes; instead each row has a number of records it matches. Rows with the same
//! values match the same records, so the work is done once a class: classes are sorted by which of their columns are
//! missing, and for two such patterns the classes are joined on the columns that neither misses.

use crate::Result;
use lethe_data::group::{self, Classes};
use lethe_data::{ColumnSet, Context, Table};
use std::collections::{BTreeMap, HashMap};

/// Whether a column of the set has missing values at all.
pub(crate) fn matters(table: &Table, set: &ColumnSet) -> bool {
    set.iter().any(|column| table.column(column).nulls() > 0)
}

/// The number of records each class matches, its own included.
pub(crate) struct Matches {
    sizes: Vec<u64>,
    records: Vec<u64>,
}

impl Matches {
    /// Groups the table and counts matches.
    pub(crate) fn count(table: &Table, set: &ColumnSet, context: &Context) -> Result<Self> {
        Self::of(table, set, &group::classes(table, set, context)?, context)
    }

    /// Counts the matches of the given classes of `set`.
    ///
    /// **Guarantee**: adding a column to `set` never makes a row match more records.
    /// **Cost**: the number of classes times the number of different patterns of missing columns.
    pub(crate) fn of(table: &Table, set: &ColumnSet, classes: &Classes, context: &Context) -> Result<Self> {
        let mut patterns: BTreeMap<ColumnSet, Vec<usize>> = BTreeMap::new();
        for (class, &row) in classes.first_rows().iter().enumerate() {
            let missing = set.iter().filter(|&column| table.column(column).text(row as usize).is_none());
            patterns.entry(ColumnSet::of(missing)?).or_default().push(class);
        }
        let mut sizes = vec![0u64; classes.len()];
        let mut memory = context.memory().reserve("joining classes with missing values");
        memory.try_grow(classes.len() * size_of::<u64>())?;
        for (other_missing, others) in &patterns {
            context.check_cancelled()?;
            let mut joined: BTreeMap<ColumnSet, HashMap<Vec<u32>, u64>> = BTreeMap::new();
            let mut held = 0;
            for (missing, members) in &patterns {
                let common = set.difference(missing).difference(other_missing);
                let values = |class: usize| -> Vec<u32> {
                    let row = classes.first_rows()[class] as usize;
                    common.iter().map(|column| table.column(column).codes().get(row)).collect()
                };
                if !joined.contains_key(&common) {
                    let bytes =
                        others.len() * (size_of::<(Vec<u32>, u64)>() + common.len() * size_of::<u32>());
                    memory.try_grow(bytes)?;
                    held += bytes;
                    let mut records: HashMap<Vec<u32>, u64> = HashMap::new();
                    for &class in others {
                        *records.entry(values(class)).or_default() += classes.counts()[class];
                    }
                    joined.insert(common.clone(), records);
                }
                let records = &joined[&common];
                for &class in members {
                    sizes[class] += records.get(&values(class)).copied().unwrap_or(0);
                }
            }
            memory.shrink(held);
        }
        Ok(Self { sizes, records: classes.counts().to_vec() })
    }

    /// The records that match fewer than `k`.
    pub(crate) fn exposed(&self, k: u64) -> u64 {
        self.sizes.iter().zip(&self.records).filter(|(size, _)| **size < k).map(|(_, records)| records).sum()
    }

    /// The number of records each class matches.
    pub(crate) fn into_sizes(self) -> Vec<u64> {
        self.sizes
    }
}
