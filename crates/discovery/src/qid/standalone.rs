//! Which columns identify records by themselves?
//!
//! Such columns are set aside before a search: they have to go or to be replaced in any case, and what they single
//! out together with others would hide what the others do by themselves. That is a choice, not a theorem: a set with
//! such a column need not be a quasi-identifier when many records have no value there, when a missing value may be any,
//! when many records must be exposed, or when the threshold is below 1.

use crate::Result;
use crate::profile::{check_threshold, count_values};
use lethe_data::{Context, Table};
use rayon::prelude::*;

/// The standalone identifiers among some columns, in the order given.
///
/// **Guarantee**: these are the columns that [`profile`](fn@crate::profile) calls standalone with the same threshold.
/// **Paper**: Podlesny 2023, Definitions 2 and 7.
/// **Cost**: one pass over the codes of each column, columns in parallel.
/// **Errors**: the threshold is not in (0, 1], the memory budget is too small, or the run is cancelled.
pub fn standalone(table: &Table, columns: &[usize], threshold: f64, context: &Context) -> Result<Vec<usize>> {
    check_threshold(threshold)?;
    let identifying: Result<Vec<Option<usize>>> = context.install(|| {
        let columns = columns.par_iter();
        columns
            .map(|&column| {
                let counted = count_values(table.column(column), table.weights(), context)?;
                Ok(counted.distribution.is_standalone(threshold).then_some(column))
            })
            .collect()
    });
    Ok(identifying?.into_iter().flatten().collect())
}
