//! One block of rows as a table of its own.

use crate::error::{Result, in_file};
use crate::intake::Knowledge;
use crate::merge::{Otherwise, merge_column};
use crate::options::ReadOptions;
use lethe_data::{Codes, Column, Interner, Table};
use std::sync::Arc;

/// Makes a table of a block in a worker's numbering. The interners are left empty, for the next block.
pub(crate) fn block_table(
    file: &str,
    columns: &[(String, Knowledge)],
    interners: &mut [Interner],
    codes: &[Vec<u32>],
    options: &ReadOptions,
) -> Result<Table> {
    let columns = columns.iter().zip(interners).zip(codes).map(|(((name, knowledge), interner), codes)| {
        let interners = vec![std::mem::take(interner)];
        let merged = merge_column(name, *knowledge, interners, options, Otherwise::Text)?;
        // One worker, one translation.
        let translated = merged
            .translations
            .first()
            .into_iter()
            .flat_map(|translation| codes.iter().map(|&code| translation[code as usize]));
        let codes = Codes::from_iter_within(merged.dictionary.len() + 1, translated);
        Ok(Column::new(name.clone(), Arc::new(merged.dictionary), codes))
    });
    columns.collect::<lethe_data::Result<_>>().and_then(Table::new).map_err(in_file(file))
}
