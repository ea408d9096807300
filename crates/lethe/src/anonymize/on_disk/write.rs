//! The release, written row by row while the input is read a second time.

use super::Run;
use super::shown::Shown;
use crate::Result;
use crate::anonymize::plan::Plan;
use crate::anonymize::publish;
use crate::error::in_file;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::{Codes, Column, Context, Dictionary, Table};
use lethe_io::{Format, ReadOptions, Staged, Staging, stream_table};
use lethe_models::quality::Span;
use lethe_transform::Recoding;
use lethe_transform::partition::{self, Axis, span_label};
use std::collections::HashMap;
use std::sync::Arc;

/// Writes what each row shows in place of its quasi-identifying values. Counts the people who show `*` in all columns.
pub(super) fn write(
    run: &Run<'_>,
    shown: &mut Shown,
    read: &ReadOptions,
    format: &Format,
    mut staging: Staging,
    context: &Context,
) -> Result<(Staged, u64)> {
    let &Run { plan, axes, .. } = run;
    let request = plan.request;
    // Typed formats take the form of their columns from the first block, which the others need not share.
    let as_text = !matches!(format, Format::Delimited { .. });
    let mut under_stars = 0;
    let task = context.task("writing", Some(plan.table.people()));
    stream_table(&request.data, read, context, |block: &Table| -> Result<()> {
        let recoding = recoding(plan, axes, block.rows(), shown)?;
        let columns = plan.roles.quasi.iter().zip(&plan.hierarchies);
        let hierarchies: Vec<BoundHierarchy> = columns
            .map(|(&position, bound)| bound.hierarchy().bind(block.column(position), request.unknown))
            .collect::<Result<_, _>>()
            .map_err(in_file(&request.data))?;
        let quasi: Vec<&Column> = plan.roles.quasi.iter().map(|&position| block.column(position)).collect();
        under_stars += recoding.rows_of_stars(&quasi, &hierarchies).len() as u64;
        let published = publish::published(plan, block, &hierarchies, &recoding, &[], None)?;
        let published = if as_text { texts(&published)? } else { published };
        staging.write(&published, context)?;
        task.advance(block.rows() as u64);
        Ok(())
    })?;
    Ok((staging.finish()?, under_stars))
}

/// What the next rows show.
fn recoding(plan: &Plan<'_>, axes: &[Axis], rows: usize, shown: &mut Shown) -> Result<Recoding> {
    let mut recoding = Recoding { spans: vec![Vec::new(); axes.len()], ..Recoding::default() };
    let mut round_of: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut span_of: Vec<HashMap<[u32; 2], usize>> = vec![HashMap::new(); axes.len()];
    let mut words_of_row = Vec::with_capacity(2 * axes.len());
    for _ in 0..rows {
        shown.next(&mut words_of_row)?;
        let known = round_of.get(&words_of_row).copied();
        let round = known.unwrap_or_else(|| {
            let words = words_of_row.chunks_exact(2).map(|words| [words[0], words[1]]).enumerate();
            let entries = words.map(|(at, words)| {
                let height = plan.hierarchies[at].height();
                match axes[at].shown(words) {
                    partition::Shown::Level(level) => level,
                    partition::Shown::Everything => height - 1,
                    partition::Shown::Span(covers) => {
                        let spans = &mut recoding.spans[at];
                        let number = *span_of[at].entry(words).or_insert_with(|| {
                            let dictionary = plan.table.column(plan.roles.quasi[at]).dictionary();
                            let label = span_label(dictionary, &covers);
                            spans.push(Span { label, covers });
                            spans.len() - 1
                        });
                        height + number
                    }
                }
            });
            recoding.rounds.push(entries.collect());
            let round = recoding.rounds.len() as u32 - 1;
            round_of.insert(words_of_row.clone(), round);
            round
        });
        recoding.round_of_row.push(round);
    }
    Ok(recoding)
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
