//! Groups in which everybody has the same value.

use super::file::File;
use crate::Result;
use lethe_data::{ColumnSet, Context};
use rayon::prelude::*;

/// How many groups show one value only in some column of the file that is not shared. `ids` says for each distinct row
/// which of the `count` groups it is in.
pub(super) fn groups(
    file: &File,
    ids: &[u32],
    count: usize,
    shared: &ColumnSet,
    context: &Context,
) -> Result<u64> {
    const NONE: u32 = u32::MAX;
    const SEVERAL: u32 = u32::MAX - 1;
    context.check_cancelled()?;
    let other: Vec<usize> =
        (0..file.columns.len()).filter(|&place| !shared.contains(file.columns[place])).collect();
    let lone = |place: &usize| {
        let mut value_of = vec![NONE; count];
        for (&id, value) in ids.iter().zip(file.values(*place)) {
            let seen = &mut value_of[id as usize];
            *seen = if *seen == NONE || *seen == value { value } else { SEVERAL };
        }
        value_of.into_iter().map(|value| value != NONE && value != SEVERAL).collect::<Vec<bool>>()
    };
    let either = |mut one: Vec<bool>, two: Vec<bool>| {
        one.iter_mut().zip(two).for_each(|(one, two)| *one |= two);
        one
    };
    let some = context.install(|| other.par_iter().map(lone).reduce(|| vec![false; count], either));
    Ok(some.into_iter().filter(|&lone| lone).count() as u64)
}
