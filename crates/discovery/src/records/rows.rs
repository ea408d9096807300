//! The rows a search works on: one for all that are alike on every column, those that can be special first.

use crate::Result;
use lethe_data::{Classes, Codes, Column, Context, Reservation, Table, group};
use std::borrow::Cow;
use std::cmp::Reverse;

/// One column of the working rows.
pub(super) struct WorkingColumn<'a> {
    /// Where the column stands among the columns asked for.
    pub(super) position: usize,
    pub(super) codes: Cow<'a, Codes>,
    pub(super) domain: usize,
}

/// Distinct rows with the number of records each stands for.
///
/// Alike rows have the same minimal sets, so they are searched once. Only rows with fewer than `k` records on all columns
/// can have a minimal set; they come first, in row order, and are called targets. The others only count.
pub(super) struct Rows<'a> {
    /// The columns that can be part of a minimal set, those with most values first: so that the rows of a prefix are
    /// told apart, and dropped, as early as possible.
    pub(super) columns: Vec<WorkingColumn<'a>>,
    /// The records of each row; `None`: one each.
    pub(super) records: Option<Vec<u64>>,
    /// The number of rows.
    pub(super) len: usize,
    /// The number of targets.
    pub(super) targets: usize,
    /// The number of columns asked for.
    pub(super) asked: usize,
    /// The classes on all columns.
    pub(super) classes: Classes,
    _memory: Reservation,
}

impl<'a> Rows<'a> {
    pub(super) fn of(table: &'a Table, columns: &[usize], k: u64, context: &Context) -> Result<Self> {
        let mut memory = context.memory().reserve("the records to search");
        memory.try_grow(table.rows() * size_of::<u32>())?;
        let classes = group::classes_of(table, columns, context)?;
        let lists = classes.len() * 3 * size_of::<u32>();
        memory.try_grow(lists)?;
        let (targets, others): (Vec<u32>, Vec<u32>) = (0..classes.len() as u32)
            .filter(|&class| classes.counts()[class as usize] > 0)
            .partition(|&class| classes.counts()[class as usize] < k);
        let order: Vec<u32> = targets.iter().chain(&others).copied().collect();
        let as_it_stands = others.is_empty() && order.len() == table.rows();
        let first_rows: Vec<u32> = order.iter().map(|&class| classes.first_rows()[class as usize]).collect();
        // With fewer than k records in all, even a column of one value exposes everyone.
        let constant_matters = table.records() < k;
        let mut working = Vec::new();
        for (position, &index) in columns.iter().enumerate() {
            let column = table.column(index);
            if column.domain() > 1 || constant_matters {
                let codes = if as_it_stands {
                    Cow::Borrowed(column.codes())
                } else {
                    memory.try_grow(first_rows.len() * width(column))?;
                    Cow::Owned(column.codes().select(&first_rows))
                };
                working.push(WorkingColumn { position, codes, domain: column.domain() });
            }
        }
        working.sort_by_key(|column| Reverse(column.domain));
        let records: Vec<u64> = order.iter().map(|&class| classes.counts()[class as usize]).collect();
        let records = records.iter().any(|&count| count != 1).then_some(records);
        if let Some(records) = &records {
            memory.try_grow(records.len() * size_of::<u64>())?;
        }
        memory.shrink(lists);
        let (len, targets) = (order.len(), targets.len());
        Ok(Self { columns: working, records, len, targets, asked: columns.len(), classes, _memory: memory })
    }

    /// The most codes that a column has.
    pub(super) fn largest_domain(&self) -> usize {
        self.columns.iter().map(|column| column.domain).max().unwrap_or(0)
    }

    /// The records a row stands for.
    pub(super) fn records(&self, row: usize) -> u64 {
        self.records.as_ref().map_or(1, |records| records[row])
    }
}

fn width(column: &Column) -> usize {
    match column.codes() {
        Codes::U8(_) => 1,
        Codes::U16(_) => 2,
        Codes::U32(_) => 4,
    }
}
