//! Which records are special, and through which few columns?
//!
//! A *minimal set* of a record is a column set on which fewer than `k` records look like it (one, for `k` = 2: a minimal
//! sample unique), while at least `k` do on every proper, non-empty subset. Few columns in a minimal set, and many
//! minimal sets, mark a record that is easy to recognise. A missing value counts as a value of its own. A row of weight
//! `w` stands for `w` records; a row of weight 0 stands for nobody and has no minimal sets.
//!
//! # Scores
//!
//! With `A` columns asked for and minimal sets of up to `M` columns, a minimal set of `s` columns weighs
//!
//! ```text
//! weight(s) = (A − s) · (A − s − 1) · … · (A − M')      with M' = min(M, A − 1); 1 when s > M'
//! ```
//!
//! and the *score* of a record is the sum over its minimal sets (Elliot et al. 2005). `sdcMicro::suda2` has the same
//! score with its default `original_scores = TRUE`: it always searches all sizes, so `M' = A − 1` and
//! `weight(s) = (A − s)!`. A smaller `M` divides all weights by the same number, so ranks stay. With
//! `original_scores = FALSE` it weighs a set by `(2^(A−s) − 1) · s! · (A − s)! / A!`; that variant is not offered.
//!
//! The *DIS score* scales the score by how likely a match of two sample uniques is correct (Skinner & Elliot 2002). With
//! `U` records that are alone and `P` records that are in pairs on all columns, and a sampling fraction `π`, the estimate
//! for the whole file is `DIS = U·π / (U·π + P·(1 − π))`. As in `sdcMicro`, a record with score `x` gets
//!
//! ```text
//! q   = 1 + (8 − A) / 20, at least 1/20
//! dis = 1 / (1 + (U / DIS − U) / (x^q · Σ 1 / y^q))     y: the scores of all records with a score
//! ```
//!
//! `U / DIS − U` equals `P · (1 − π) / π`, which is how it is computed: so it is defined when nobody is unique. The lower
//! end of `q` is ours: from 28 columns on the original would rank records upside down. `sdcMicro` leaves missing values
//! out of minimal sets; here they are values.
//!
//! Which sets are minimal is exact. The scores are floating-point heuristics, made to rank records.
//!
//! # Why this way
//!
//! SUDA2 descends into the rows of each value. Here whole columns are refined: all rows of a column set at once, as the
//! grouping of rows is cheap and the sets of up to `M` columns are few. Two facts make it fast. A class below `k` only
//! ever splits into classes below `k`, so it is dropped from all supersets of a prefix. And a record exposed by a subset
//! is exposed: one bit a record for each set of the size before tells which records can still have a minimal set, and
//! where no bit is left, no row is looked at.

mod exposures;
mod partition;
mod risks;
mod rows;
mod score;
mod search;
mod to_table;

pub use risks::{ColumnContribution, RecordRisk, RecordRisks, RecordTotals};
pub use to_table::to_table;

use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, Table};

/// How few records make a record special, and how far to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordOptions {
    /// A record is special on a column set when fewer than `k` records look like it; 2 for uniques.
    pub k: u64,
    /// The largest minimal sets to look for.
    pub max_size: usize,
    /// The share of the population that the table holds, for the DIS score; greater than 0, at most 1.
    pub sampling_fraction: f64,
}

/// Uniques on up to three columns; the sampling fraction is that of `sdcMicro`.
impl Default for RecordOptions {
    fn default() -> Self {
        Self { k: 2, max_size: 3, sampling_fraction: 0.01 }
    }
}

impl RecordOptions {
    /// Whether records of so many columns can be scored; to be asked before a long search.
    ///
    /// **Errors**: `k` is below 2, `max_size` is 0, the sampling fraction is no share, or the scores would exceed a
    /// double.
    pub fn check(&self, columns: usize) -> Result<()> {
        if self.k < 2 {
            return Err(Error::SmallK { k: self.k });
        }
        if self.max_size == 0 {
            return Err(Error::NoSize);
        }
        if !(self.sampling_fraction > 0.0 && self.sampling_fraction <= 1.0) {
            return Err(Error::SamplingFraction { fraction: self.sampling_fraction });
        }
        score::size_weights(columns, self.max_size.min(columns)).map(drop)
    }
}

/// The minimal sets of every record over `columns` (by position), counted by size and scored.
///
/// **Guarantee**: the counts are those of the definition above, for every record and whatever the number of threads; a
/// record is listed exactly when it has a minimal set of at most `max_size` columns.
/// **Paper**: Elliot et al. 2005 (SUDA); Manning, Haglin & Keane 2008 (SUDA2); Skinner & Elliot 2002 (DIS).
/// **Cost**: one counting pass over the rows that are not yet exposed for each column set of up to `max_size` columns.
/// Memory: 4 bytes a special record and size, one bit a record for each set of `max_size − 1` columns that exposes some
/// but not all, and 6 bytes a row, thread and size. Where the bits do not fit the budget, records are searched in
/// slices, each with all passes.
/// **Errors**: `k` is below 2, `max_size` is 0, the sampling fraction is no share, the scores would exceed a double, the
/// memory budget is too small, or the run is cancelled.
pub fn record_risks(
    table: &Table,
    columns: &[usize],
    options: &RecordOptions,
    context: &Context,
) -> Result<RecordRisks> {
    let columns: Vec<usize> = ColumnSet::of(columns.iter().copied())?.iter().collect();
    options.check(columns.len())?;
    let max_size = options.max_size.min(columns.len());
    let weights = score::size_weights(columns.len(), max_size)?;
    let mut memory = context.memory().reserve("the records at risk");
    let rows = rows::Rows::of(table, &columns, options.k, context)?;
    let minimal = search::minimal_sets(&rows, options.k, max_size, &mut memory, context)?;
    risks::assemble(table, &columns, options, &rows, minimal, weights, memory)
}
