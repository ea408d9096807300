//! What the release cost by every quality measure, from the labels it shows.

mod levels;
mod measured;
mod rows;

use super::knowledge::Knowledge;
use super::release::{Read, Shape};
use crate::Result;
use lethe_data::{Context, Table, group};
use lethe_models::quality::{Cell, CellRelease, Classification, Domain, MEASURES, Record, Subject, measure};
use lethe_utility::Counterpart;
use measured::Measured;
use rows::{Rows, tally};
use std::collections::BTreeMap;

/// Measures of classes only, which need no label to be understood.
const OF_CLASSES: [&str; 3] = ["discernibility", "discernibility-monotone", "group-size"];
/// Measures of cells only, which need no classes.
const OF_CELLS: [&str; 7] = ["loss", "precision", "ncp", "total", "entropy", "entropy-monotone", "ambiguity"];

/// The losses by every measure; `None` where one cannot be reported.
#[expect(clippy::too_many_arguments, reason = "all that is known of a comparison")]
pub(super) fn losses(
    original: &Table,
    counterparts: &[Counterpart<'_>],
    release: &Read,
    shape: Shape,
    knowledge: &Knowledge,
    class: Option<&str>,
    notes: &mut Vec<String>,
    context: &Context,
) -> Result<BTreeMap<String, Option<f64>>> {
    let mut losses: BTreeMap<String, Option<f64>> =
        MEASURES.iter().map(|entry| (entry.name.replace('-', "_"), None)).collect();
    let quasi = &knowledge.quasi;
    if quasi.is_empty() || original.rows() == 0 {
        if quasi.is_empty() {
            notes.push(
                "no column is quasi-identifying: quality is measured with `quasi` or a recipe".to_owned(),
            );
        }
        return Ok(losses);
    }
    let one_table = matches!(shape, Shape::Rows | Shape::Other { .. });
    let mut columns = Vec::with_capacity(quasi.len());
    for &at in quasi {
        columns.push(Measured::of(&counterparts[at], knowledge, context)?);
    }
    let unread: Vec<String> =
        columns.iter().filter(|column| !column.is_read).map(|c| format!("'{}'", c.name)).collect();
    if !unread.is_empty() {
        notes.push(format!(
            "quality measures of cells are not reported: labels or numbers stand for no values of {}",
            unread.join(", ")
        ));
    }
    let mut known: Vec<&str> = Vec::new();
    if unread.is_empty() {
        known.extend(OF_CELLS);
        known.extend(["squared-error"].iter().filter(|_| columns.iter().any(Measured::has_numbers)));
    }
    if one_table {
        known.extend(OF_CLASSES);
        known.extend(unread.is_empty().then_some("kl-divergence"));
    } else {
        notes.push("quality measures of classes are reported of single tables only".to_owned());
    }
    let table = &release.tables[0];
    let rows = one_table.then(|| Rows::of(original, table, quasi, None, context)).transpose()?;
    let on_levels = match rows.as_ref() {
        Some(rows) if unread.is_empty() => levels::tally(original, quasi, &columns, rows, context)?,
        _ => None,
    };
    let tally = on_levels.unwrap_or_else(|| tally(original, &columns, rows.as_ref(), shape));
    let combinations = group::classes_of(original, quasi, context)?;
    let domains: Vec<Domain> = columns.iter().map(|column| column.domain.clone()).collect();
    let aggregate = knowledge.recipe.search.aggregate;
    let subject = Subject {
        domains: &domains,
        aggregate,
        label: None,
        gs_factor: None,
        combinations: Some(combinations.counts()),
    };
    for name in known {
        let value = tally.value(measure(name, &subject)?.as_ref());
        losses.insert(name.replace('-', "_"), value.is_finite().then_some(value));
    }
    if let Some(class) = class.or(knowledge.recipe.search.class.as_deref()).filter(|_| one_table) {
        let value = classification(class, original, table, quasi, context)?;
        losses.insert("classification".to_owned(), value);
    }
    Ok(losses)
}

/// The share of records that their class predicts wrongly, where the release shows what is to be predicted.
fn classification(
    class: &str,
    original: &Table,
    table: &Table,
    quasi: &[usize],
    context: &Context,
) -> Result<Option<f64>> {
    let Ok(label) = table.position(class) else { return Ok(None) };
    let rows = Rows::of(original, table, quasi, Some(label), context)?;
    let shown = quasi.iter().filter_map(|&at| table.position(original.column(at).name()).ok());
    let shown: Vec<usize> = shown.collect();
    let records = rows.classes.first_rows().iter().zip(rows.classes.counts()).zip(&rows.is_lost);
    let record = |((&row, &weight), &suppressed): ((&u32, &u64), &bool)| {
        let code = |at: usize| table.column(at).codes().get(row as usize);
        // Records are told apart by what they show, whatever it stands for.
        let cells = shown.iter().map(|&at| Cell { level: 0, node: code(at) }).collect();
        Record { cells, records: weight, suppressed, label: code(label) }
    };
    let nothing = shown.iter().map(|_| Cell { level: 0, node: 0 }).collect();
    let dropped = Record { cells: nothing, records: rows.dropped, suppressed: true, label: 0 };
    let release = CellRelease::new(shown.len(), records.map(record).chain([dropped]));
    Ok(Some(release.value(&Classification::new(label))))
}
