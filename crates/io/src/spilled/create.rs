//! From a file to a spilled table.

use super::SpilledTable;
use super::column::SpilledColumn;
use super::files::Files;
use super::manifest::{Block, ColumnNote, Manifest, WorkerNote};
use super::spill::Spill;
use crate::error::{Error, Result, in_file};
use crate::intake::BlockSize;
use crate::location::Location;
use crate::merge::{Merged, Otherwise, by_column, merge_column};
use crate::options::ReadOptions;
use crate::read::take_in;
use crate::selection::Selection;
use lethe_data::Context;
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;

pub(super) fn create(
    location: &Location,
    options: &ReadOptions,
    folder: &Path,
    context: &Context,
    size: BlockSize,
) -> Result<SpilledTable> {
    let files = Files::new(folder);
    files.remove_manifest()?;
    let (mut workers, mut columns) = (0, 0);
    let start = |selection: &Selection| {
        workers += 1;
        columns = selection.len();
        Spill::create(&files.codes(workers - 1), columns, context)
    };
    let outcome = take_in(location, options, context, size, start)
        .and_then(|(selection, spills)| finish(&location.name, selection, spills, &files, options, context));
    if outcome.is_err() {
        // What failed is the error to tell; what cannot be removed now is replaced by the next try.
        let _ = files.remove(columns, workers);
    }
    outcome
}

fn finish(
    file: &str,
    selection: Selection,
    spills: Vec<Spill>,
    files: &Files,
    options: &ReadOptions,
    context: &Context,
) -> Result<SpilledTable> {
    let mut blocks = Vec::new();
    let (mut interners, mut reservations) = (Vec::new(), Vec::new());
    for (worker, spill) in spills.into_iter().enumerate() {
        spill.writer.finish()?;
        blocks.extend(
            spill.blocks.into_iter().map(|(index, rows)| (index, Block { worker: worker as u32, rows })),
        );
        let (texts, reservation) = spill.vocabulary.into_parts();
        interners.push(texts);
        reservations.push(reservation);
    }
    let workers = interners.len();
    blocks.sort_unstable_by_key(|(index, _)| *index);
    let columns: Vec<_> = selection.columns.into_iter().zip(by_column(interners)).collect();
    let merged: Vec<(String, Merged)> = context
        .install(|| {
            let merge = |((name, knowledge), interners): ((String, _), _)| {
                context.check_cancelled()?;
                let merged = merge_column(&name, knowledge, interners, options, Otherwise::Infer)?;
                Ok((name, merged))
            };
            columns.into_par_iter().map(merge).collect::<lethe_data::Result<_>>()
        })
        .map_err(in_file(file))?;
    // What the workers held has become the dictionaries.
    drop(reservations);
    let mut table = SpilledTable {
        files: files.clone(),
        columns: Vec::with_capacity(merged.len()),
        translations: vec![Vec::with_capacity(merged.len()); workers],
        rows: blocks.iter().map(|(_, block)| u64::from(block.rows)).sum(),
        blocks: blocks.into_iter().map(|(_, block)| block).collect(),
        memory: context.memory().reserve("the distinct values"),
    };
    for (name, Merged { dictionary, translations }) in merged {
        let bytes = translations.iter().map(Vec::len).sum::<usize>() * size_of::<u32>();
        table.memory.try_grow(dictionary.bytes() + bytes)?;
        table.columns.push(SpilledColumn { name, dictionary: Arc::new(dictionary), nulls: 0 });
        for (all, own) in table.translations.iter_mut().zip(translations) {
            all.push(own);
        }
    }
    count_nulls(&mut table, context)?;
    persist(&table)?;
    Ok(table)
}

/// Which texts mean null is known only now that the columns have types, so the codes are read once.
fn count_nulls(table: &mut SpilledTable, context: &Context) -> Result<()> {
    let mut nulls = vec![0; table.columns.len()];
    table.for_each_block(context, |_, block| {
        for (nulls, column) in nulls.iter_mut().zip(block.columns()) {
            *nulls += column.nulls() as u64;
        }
        Ok::<(), Error>(())
    })?;
    for (column, nulls) in table.columns.iter_mut().zip(nulls) {
        column.nulls = nulls;
    }
    Ok(())
}

fn persist(table: &SpilledTable) -> Result<()> {
    let note = |(index, column)| ColumnNote::write(&table.files.dictionary(index), column);
    let columns = table.columns.iter().enumerate().map(note).collect::<Result<_>>()?;
    let note = |(index, codes): (usize, &Vec<_>)| WorkerNote::write(&table.files.translations(index), codes);
    let workers = table.translations.iter().enumerate().map(note).collect::<Result<_>>()?;
    Manifest::new(columns, workers, table.blocks.clone()).write(&table.files.manifest())
}
