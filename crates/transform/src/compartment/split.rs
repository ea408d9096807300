//! The table of a row-wise release.

use crate::Result;
use lethe_data::{Codes, Column, ColumnSet, Context, Dictionary, Table, canonical_order};
use std::sync::Arc;

/// What a split row shows in columns of other compartments.
pub const NOT_APPLICABLE: &str = lethe_data::label::ELSEWHERE;

/// The number of the one file of a row-wise release, which its order is made with.
const NUMBER: u64 = 0;

/// The table of a row-wise release: rows that stay whole, and for every split row one row a compartment that shows `n/a`
/// elsewhere; rows in canonical order, columns as given. With it, for every released row, the row it was made of, which must
/// never be published.
///
/// **Guarantee**: the table depends on what the rows show and on the seed, not on the order the rows have.
/// **Paper**: Podlesny 2023, Table 6.6.
/// **Errors**: there are too many rows, the memory budget is too small, or the run is cancelled.
pub fn split(
    table: &Table,
    columns: &[usize],
    sets: &[ColumnSet],
    split: &[bool],
    seed: u64,
    context: &Context,
) -> Result<(Table, Vec<u32>)> {
    let sets: Vec<&ColumnSet> = sets.iter().filter(|set| !set.is_empty()).collect();
    let parts = parts(split, sets.len());
    let released = columns.iter().map(|&index| column_of_parts(table.column(index), index, &sets, &parts));
    let mut released = Table::new(released.collect())?;
    let sources: Vec<u32> = parts.iter().map(|part| part.row).collect();
    if let Some(weights) = table.weights().filter(|_| !columns.is_empty()) {
        released = released.with_weights(sources.iter().map(|&row| weights[row as usize]).collect())?;
    }
    let all: Vec<usize> = (0..columns.len()).collect();
    let order = canonical_order(&released, &all, seed, NUMBER, context)?;
    let sources = order.iter().map(|&row| sources[row as usize]).collect();
    Ok((released.select(&order)?, sources))
}

/// A row, or what one compartment shows of it.
struct Part {
    row: u32,
    compartment: Option<usize>,
}

fn parts(split: &[bool], compartments: usize) -> Vec<Part> {
    let mut parts = Vec::with_capacity(split.len());
    for (row, &split) in (0u32..).zip(split) {
        if split {
            parts.extend((0..compartments).map(|number| Part { row, compartment: Some(number) }));
        } else {
            parts.push(Part { row, compartment: None });
        }
    }
    parts
}

fn column_of_parts(column: &Column, index: usize, sets: &[&ColumnSet], parts: &[Part]) -> Column {
    let shows = |part: &Part| part.compartment.is_none_or(|number| sets[number].contains(index));
    if parts.iter().all(shows) {
        return column.select(&parts.iter().map(|part| part.row).collect::<Vec<_>>());
    }
    let dictionary = Dictionary::of_texts(column.dictionary().texts().chain([NOT_APPLICABLE]));
    let null = dictionary.len() as u32;
    // Every text that is looked for was put in above.
    let code_of = |text: &str| dictionary.find(text).unwrap_or(null);
    let mut new_codes: Vec<u32> = column.dictionary().texts().map(code_of).collect();
    new_codes.push(null);
    let elsewhere = code_of(NOT_APPLICABLE);
    let codes = parts.iter().map(|part| {
        if shows(part) { new_codes[column.codes().get(part.row as usize) as usize] } else { elsewhere }
    });
    let codes = Codes::from_iter_within(dictionary.len() + 1, codes);
    Column::new(column.name(), Arc::new(dictionary), codes)
}
