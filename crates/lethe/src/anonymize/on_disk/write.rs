//! The release, written row by row while the input is read a second time.

use super::Run;
use super::shown::Shown;
use crate::anonymize::Anonymize;
use crate::anonymize::axes::recoded;
use crate::anonymize::plan::Plan;
use crate::anonymize::prove::target;
use crate::anonymize::publish;
use crate::error::in_file;
use crate::{Error, Result};
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::{Codes, Column, Context, Dictionary, Table};
use lethe_io::{Format, ReadOptions, Staged, Staging, stream_table};
use lethe_transform::Recoding;
use lethe_transform::partition::{Axis, Rounds};
use std::collections::HashMap;
use std::sync::Arc;

/// Writes what each row shows in place of its quasi-identifying values. Counts the records that show `*` in all columns.
pub(super) fn write(
    run: &Run<'_>,
    shown: &mut Shown,
    read: &ReadOptions,
    mut staging: Staging,
    context: &Context,
) -> Result<(Staged, u64)> {
    let &Run { plan, axes, .. } = run;
    let request = plan.request;
    // Typed formats take the form of their columns from the first block, which the others need not share.
    let as_text = !matches!(target(request)?.format, Format::Delimited { .. });
    let mut under_stars = 0;
    let task = context.task("writing", Some(plan.table.records()));
    stream_table(&request.data, read, context, |block: &Table| -> Result<()> {
        let recoding = recoding(plan, axes, block.rows(), shown)?;
        let columns = plan.roles.quasi.iter().zip(&plan.hierarchies);
        let hierarchies: Vec<BoundHierarchy> = columns
            .map(|(&position, bound)| bound.hierarchy().bind(block.column(position), request.unknown))
            .collect::<Result<_, _>>()
            .map_err(in_file(&request.data))?;
        let quasi: Vec<&Column> = plan.roles.quasi.iter().map(|&position| block.column(position)).collect();
        under_stars += recoding.suppressed_rows(&quasi, &hierarchies).len() as u64;
        let published = publish::published(plan, block, &hierarchies, &recoding, &[], None)?;
        let published = if as_text { texts(&published)? } else { published };
        staging.write(&published, context)?;
        task.advance(block.rows() as u64);
        Ok(())
    })?;
    if !shown.is_at_end() {
        return Err(changed(request));
    }
    Ok((staging.finish()?, under_stars))
}

/// The second reading found another table than the first.
pub(super) fn changed(request: &Anonymize) -> Error {
    Error::Request(format!("{}: the file was changed while it was worked on; start again", request.data.name))
}

/// What the next rows show.
fn recoding(plan: &Plan<'_>, axes: &[Axis], rows: usize, shown: &mut Shown) -> Result<Recoding> {
    let mut rounds = Rounds::new(&recoded(plan, axes));
    let mut round_of: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut round_of_row = Vec::with_capacity(rows);
    let mut words = Vec::with_capacity(2 * axes.len());
    for _ in 0..rows {
        shown.next(&mut words)?;
        let known = round_of.get(&words).copied();
        round_of_row.push(known.unwrap_or_else(|| {
            let round = rounds.of(words.chunks_exact(2).map(|words| ([words[0], words[1]], None)));
            round_of.insert(words.clone(), round);
            round
        }));
    }
    Ok(rounds.into_recoding(round_of_row))
}

/// The same cells, all of them texts.
fn texts(table: &Table) -> Result<Table> {
    let column = |column: &Column| {
        let old = column.dictionary();
        let dictionary = Dictionary::of_texts(old.texts());
        let null = dictionary.len() as u32;
        let mut map: Vec<u32> = old.texts().map(|text| dictionary.find(text).unwrap_or(null)).collect();
        map.push(null);
        let codes = column.codes().widened().map(|code| map[code as usize]);
        let codes = Codes::from_iter_within(dictionary.len() + 1, codes);
        Column::new(column.name(), Arc::new(dictionary), codes)
    };
    Ok(Table::new(table.columns().iter().map(column).collect())?)
}
