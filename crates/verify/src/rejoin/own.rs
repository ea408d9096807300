//! A compartment by itself.

use super::file::File;
use crate::{Result, sizes};
use lethe_data::Context;

/// The fewest records that are equal on columns of the file, of which at most `max_size` are known; `None` without rows.
///
/// More columns show more records apart, so only the choices of exactly as many are looked at.
pub(super) fn smallest_class(file: &File, max_size: Option<usize>, context: &Context) -> Result<Option<u64>> {
    let count = file.columns.len();
    let known = max_size.unwrap_or(count).min(count);
    if known == count {
        return Ok(file.records().iter().copied().min());
    }
    if known == 0 {
        let everybody: u64 = file.records().iter().sum();
        return Ok((everybody > 0).then_some(everybody));
    }
    let found = sizes::of_choices(&file.distinct, file.records(), known, 0, context)?;
    Ok(found.map(|found| found.tally.smallest))
}
