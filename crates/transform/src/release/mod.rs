//! From a decision to the table that is published.
//!
//! A [`Recoding`] says what each record shows. Here it becomes a table: labels instead of values in quasi-identifying
//! columns, `*` for records that are suppressed, identifying columns gone or replaced. The work is done on codes; a label
//! is looked up once a node or span, never once a row.

mod labels;
mod misfits;
mod order;
mod places;

pub use lethe_recipe::Suppressed;
pub use misfits::{Classed, HIDDEN};
pub use places::Places;

use crate::{Recoding, Result, SUPPRESSED};
use labels::{generalized, hidden, replaced};
use lethe_data::Table;
use lethe_data::hierarchy::BoundHierarchy;

/// A name that stands for another one.
pub type Pseudonym<'a> = &'a (dyn Fn(&str) -> String + Sync);

/// What is published besides the quasi-identifying columns, and how.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// What happens to suppressed records.
    pub suppressed: Suppressed,
    /// The columns in which suppressed records show `*`, besides the quasi-identifying ones.
    pub hidden: &'a [usize],
    /// The columns that are left out.
    pub dropped: &'a [usize],
    /// The columns whose values are replaced, and by what. A suppressed record shows `*` there: a name that is the same
    /// in every table would point at the one whom suppression hides.
    pub replaced: Option<(&'a [usize], Pseudonym<'a>)>,
    /// The seed of the row order, which depends on the table's contents as well; `None` keeps the order.
    pub shuffle: Option<u64>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { suppressed: Suppressed::Keep, hidden: &[], dropped: &[], replaced: None, shuffle: None }
    }
}

/// The table that is published.
///
/// A null stays null on every level below the top, where it becomes `*` like any value; a value that the hierarchy does
/// not know is `*` on every level. Columns that are not named are published as they are.
///
/// **Guarantee**: a record's quasi-identifying cells are the labels of its values on the levels of its round, or the
/// labels of its round's spans, and `*` in all of them when it is suppressed. The row order, when shuffled, depends on the seed and on every cell of the
/// original: it cannot be undone without having it.
///
/// **Cost**: a few look-ups a row and column, and a sort of the labels that occur, however many rounds there are.
///
/// **Errors**: the row weights do not fit 64 bits, which they did in the table.
pub fn apply(
    table: &Table,
    quasi: &[usize],
    hierarchies: &[BoundHierarchy],
    recoding: &Recoding,
    options: &Options<'_>,
) -> Result<Table> {
    let rounds = &recoding.round_of_row;
    let keeps = options.suppressed == Suppressed::Keep;
    let any_hidden = keeps && rounds.contains(&SUPPRESSED);
    let mut columns = Vec::with_capacity(table.columns().len());
    for (position, column) in table.columns().iter().enumerate() {
        if options.dropped.contains(&position) {
            continue;
        }
        let is_hidden = any_hidden && options.hidden.contains(&position);
        let place = quasi.iter().position(|&other| other == position);
        columns.push(match (place, options.replaced) {
            (Some(place), _) => {
                let entries: Vec<usize> = recoding.rounds.iter().map(|entries| entries[place]).collect();
                let bound = &hierarchies[place];
                let unchanged = entries.iter().all(|&entry| entry == 0) && bound.unknown() == 0;
                match (unchanged, any_hidden) {
                    (true, true) => hidden(column, rounds),
                    (true, false) => column.clone(),
                    (false, _) => {
                        let places = Places::new(bound, recoding.spans_of(place));
                        generalized(column, &places, &entries, rounds, any_hidden)
                    }
                }
            }
            (None, Some((replaced_columns, pseudonym))) if replaced_columns.contains(&position) => {
                let replaced = replaced(column, pseudonym);
                if any_hidden { hidden(&replaced, rounds) } else { replaced }
            }
            (None, _) if is_hidden => hidden(column, rounds),
            (None, _) => column.clone(),
        });
    }
    let mut published = Table::new(columns)?;
    if let Some(weights) = table.weights() {
        published = published.with_weights(weights.to_vec())?;
    }
    if keeps && options.shuffle.is_none() {
        return Ok(published);
    }
    let mut rows: Vec<u32> =
        (0..table.rows() as u32).filter(|&row| keeps || rounds[row as usize] != SUPPRESSED).collect();
    if let Some(seed) = options.shuffle {
        order::shuffle(&mut rows, seed, table);
    }
    Ok(published.select(&rows)?)
}

#[cfg(test)]
mod tests;
