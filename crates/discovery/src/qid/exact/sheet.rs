//! The table as the search sees it: columns in search order, with how often each value occurs.

use super::Index;
use crate::Result;
use crate::qid::Question;
use lethe_data::{Codes, Context};
use rayon::prelude::*;

/// One column of the search.
pub(super) struct SheetColumn<'a> {
    /// Its position in the table.
    pub(super) position: usize,
    pub(super) codes: &'a Codes,
    /// One more than the largest code.
    pub(super) domain: u32,
    /// Rows that have each code.
    pub(super) rows: Vec<u32>,
    /// Codes that people have: the classes of the column alone.
    pub(super) occupied: u32,
    /// People in classes of fewer than k.
    pub(super) exposed: u64,
}

/// The searched columns, those with few values first, and the weights capped at k.
pub(super) struct Sheet<'a> {
    pub(super) rows: usize,
    pub(super) columns: Vec<SheetColumn<'a>>,
    pub(super) weights: Option<&'a [u64]>,
    pub(super) k: u64,
    pub(super) need: u64,
}

impl<'a> Sheet<'a> {
    /// Counts the values of every column of the question.
    pub(super) fn measure(question: &Question<'a>, context: &Context) -> Result<Self> {
        let table = question.table();
        let (weights, k) = (table.weights(), question.k());
        let columns: Result<Vec<SheetColumn<'a>>> = context.install(|| {
            question
                .columns()
                .par_iter()
                .map(|&position| {
                    context.check_cancelled()?;
                    let column = table.column(position);
                    let counts = column.histogram(weights);
                    let rows = match weights {
                        None => counts.iter().map(|&count| count as u32).collect(),
                        Some(_) => column.histogram(None).iter().map(|&count| count as u32).collect(),
                    };
                    Ok(SheetColumn {
                        position,
                        codes: column.codes(),
                        domain: column.domain().max(1) as u32,
                        rows,
                        occupied: counts.iter().filter(|&&count| count > 0).count() as u32,
                        exposed: counts.iter().filter(|&&count| count < k).sum(),
                    })
                })
                .collect()
        });
        let mut columns = columns?;
        columns.sort_by_key(|column| (column.domain, column.position));
        Ok(Self { rows: table.rows(), columns, weights, k, need: question.min_exposed() })
    }

    /// Keeps only the columns that `keep` accepts, in order.
    pub(super) fn retain(&mut self, keep: impl Fn(&SheetColumn<'a>) -> bool) {
        self.columns.retain(keep);
    }

    /// The number of possible value combinations of some columns; `None` beyond 64 bits.
    pub(super) fn space(&self, columns: &[Index]) -> Option<u64> {
        columns.iter().try_fold(1u64, |space, &column| space.checked_mul(u64::from(self.domain(column))))
    }

    pub(super) fn domain(&self, column: Index) -> u32 {
        self.columns[usize::from(column)].domain
    }
}
