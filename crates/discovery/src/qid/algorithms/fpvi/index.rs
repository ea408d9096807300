//! The inverted index: for each value of a column the rows that have it.
//!
//! Together with the codes of the table this is the record index of the paper (its Table II): a code is the reference
//! to a bucket, and a row is in the bucket of a record exactly when both have the same code.

use crate::Result;
use crate::qid::{Nulls, Question};
use lethe_data::{Codes, Column, ColumnSet, Context, Reservation, Table};
use rayon::prelude::*;

/// The posting lists of one column.
pub(super) struct Postings<'a> {
    codes: &'a Codes,
    /// Where each code's rows begin in `rows`, and the end.
    starts: Vec<u32>,
    /// All rows, sorted by code and then by row.
    rows: Vec<u32>,
    /// The code that equals every other.
    wildcard: Option<u32>,
}

impl<'a> Postings<'a> {
    fn build(column: &'a Column, nulls: Nulls) -> Self {
        let mut starts = vec![0u32; column.domain() + 1];
        column.codes().widened().for_each(|code| starts[code as usize + 1] += 1);
        for code in 1..starts.len() {
            starts[code] += starts[code - 1];
        }
        let mut next = starts.clone();
        let mut rows = vec![0u32; column.len()];
        for (row, code) in column.codes().widened().enumerate() {
            let place = &mut next[code as usize];
            rows[*place as usize] = row as u32;
            *place += 1;
        }
        let wildcard = column.null_code().filter(|_| nulls == Nulls::Wildcard);
        Self { codes: column.codes(), starts, rows, wildcard }
    }

    fn bytes(column: &Column) -> usize {
        (column.len() + 2 * (column.domain() + 1)) * size_of::<u32>()
    }

    fn bucket(&self, code: u32) -> &[u32] {
        &self.rows[self.starts[code as usize] as usize..self.starts[code as usize + 1] as usize]
    }

    /// The rows that a record may equal on this column: those with its value and those with a wildcard. `None` when
    /// it may equal all.
    fn alike(&self, record: usize) -> Option<[&[u32]; 2]> {
        let code = self.codes.get(record);
        match self.wildcard {
            Some(any) if code == any => None,
            Some(any) => Some([self.bucket(code), self.bucket(any)]),
            None => Some([self.bucket(code), &[]]),
        }
    }

    fn equal(&self, record: usize, row: usize) -> bool {
        let (a, b) = (self.codes.get(record), self.codes.get(row));
        a == b || self.wildcard.is_some_and(|any| a == any || b == any)
    }
}

/// The posting lists of all columns that are asked about.
pub(super) struct Index<'a> {
    table: &'a Table,
    records: u64,
    /// By position in the table; empty for other columns.
    columns: Vec<Option<Postings<'a>>>,
    _memory: Reservation,
}

impl<'a> Index<'a> {
    /// Builds the lists, columns in parallel (Algorithms 2 and 3).
    pub(super) fn build(question: &Question<'a>, context: &Context) -> Result<Self> {
        let (table, nulls) = (question.table(), question.limits().nulls);
        let mut memory = context.memory().reserve("the inverted index");
        memory
            .try_grow(question.columns().iter().map(|&column| Postings::bytes(table.column(column))).sum())?;
        let built: Result<Vec<(usize, Postings<'a>)>> = context.install(|| {
            let columns = question.columns().par_iter();
            columns
                .map(|&column| {
                    context.check_cancelled()?;
                    Ok((column, Postings::build(table.column(column), nulls)))
                })
                .collect()
        });
        let mut columns: Vec<Option<Postings<'a>>> = table.columns().iter().map(|_| None).collect();
        for (column, postings) in built? {
            columns[column] = Some(postings);
        }
        Ok(Self { table, records: table.records(), columns, _memory: memory })
    }

    /// The posting lists of a set's columns.
    pub(super) fn of(&self, set: &ColumnSet) -> Vec<&Postings<'a>> {
        set.iter().filter_map(|column| self.columns[column].as_ref()).collect()
    }

    /// Whether fewer than `k` records equal a record: the function that the paper calls `IsUnique`.
    ///
    /// The lists are intersected by walking the shortest and asking the record index for the others.
    pub(super) fn is_below(&self, lists: &[&Postings<'_>], record: usize, k: u64) -> bool {
        let alike = lists.iter().filter_map(|list| list.alike(record));
        let Some([same, any]) = alike.min_by_key(|[same, any]| same.len() + any.len()) else {
            return self.records < k;
        };
        let mut records = 0;
        for &row in same.iter().chain(any) {
            if lists.iter().all(|list| list.equal(record, row as usize)) {
                records += self.table.weights().map_or(1, |weights| weights[row as usize]);
                if records >= k {
                    return false;
                }
            }
        }
        true
    }
}
