//! The table as the search sees it: columns in search order, with how often each value occurs.

use super::Index;
use super::slab::BLOCK;
use crate::Result;
use crate::qid::{Nulls, Question};
use lethe_data::{Code, Codes, Column, Context, with_codes};
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
    /// Codes that records have: the classes of the column alone.
    pub(super) occupied: u32,
    /// Records in classes of fewer than k.
    pub(super) exposed: u64,
}

impl<'a> SheetColumn<'a> {
    /// A column that exposes somebody and need not be counted any further.
    fn exposing(position: usize, codes: &'a Codes) -> Self {
        Self { position, codes, domain: 1, rows: Vec::new(), occupied: 0, exposed: 1 }
    }
}

/// With fewer values than this all are counted as fast as one is looked for.
const MANY_VALUES: usize = if cfg!(test) { 4 } else { 1 << 11 };
/// Rows whose values are looked at for a rare one.
const LOOKED_AT: usize = 64;
/// Values counted at most.
const TRIED: usize = 6;

/// A quick "yes": whether fewer than `k` rows have the smallest, the largest or one of a few random values. Outliers and
/// columns with many values are recognised so without counting all values.
fn has_rare_value(column: &Column, k: u64) -> bool {
    if column.domain() < MANY_VALUES {
        return false;
    }
    let rows = column.len();
    let mut seen: Vec<u32> = (0..LOOKED_AT).map(|look| column.codes().get(look * rows / LOOKED_AT)).collect();
    seen.sort_unstable();
    let once = seen.chunk_by(u32::eq).filter(|same| same.len() == 1).map(|same| same[0]);
    let outliers = [0, column.dictionary().len().saturating_sub(1) as u32];
    outliers.into_iter().chain(once.take(TRIED)).any(|code| {
        let mut rows = 0;
        with_codes!(column.codes(), codes => for block in codes.chunks(BLOCK) {
            rows += block.iter().filter(|other| other.widen() == code).count() as u64;
            if rows >= k {
                break;
            }
        });
        (1..k).contains(&rows)
    })
}

/// The searched columns, those with few values first, and what is asked of them.
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
        let one_is_enough =
            question.min_exposed() == 1 && weights.is_none() && question.limits().nulls == Nulls::Value;
        let columns: Result<Vec<SheetColumn<'a>>> = context.install(|| {
            question
                .columns()
                .par_iter()
                .map(|&position| {
                    context.check_cancelled()?;
                    let column = table.column(position);
                    if one_is_enough && has_rare_value(column, k) {
                        return Ok(SheetColumn::exposing(position, column.codes()));
                    }
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
