//! What is known of the quasi-identifiers before compartments are chosen.

use super::Question;
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, Table};
use lethe_discovery::qid::{self, Algorithm as _, Exact, Found, Limits};

/// With at most so many columns all quasi-identifiers of any size are searched for.
const ALL_SIZES_UP_TO: usize = 20;
/// Where sets are grown by counting, quasi-identifiers of up to so many columns save most of the counting.
const SIEVE_SIZE: usize = 3;

/// The minimal quasi-identifiers of more than one column, and the columns that are quasi-identifiers by themselves.
pub(super) struct Known {
    pub(super) alone: Vec<usize>,
    pub(super) columns: ColumnSet,
    pub(super) minimal: Vec<ColumnSet>,
    /// Whether a set without any of these is safe; else rows must be counted.
    pub(super) decisive: bool,
    pub(super) pairs: Pairs,
    /// Whether cells change afterwards, so that the table does not show yet how records look alike.
    pub(super) treated_later: bool,
}

impl Known {
    /// Searches the quasi-identifiers that are needed.
    ///
    /// **Errors**: the question is not one, the run is cancelled, or the memory budget is too small for a search without
    /// which nothing is known to be safe.
    pub(super) fn find(question: &Question<'_>, context: &Context) -> Result<Self> {
        let width = question.columns.len();
        let decisive = question.max_size.is_some() || width <= ALL_SIZES_UP_TO;
        let max_size = if decisive { question.max_size } else { Some(SIEVE_SIZE) };
        let found = search(question.table, &question.columns, question.k, max_size, context)?;
        // Without a sieve sets are still counted, but columns and pairs must be known.
        if !found.complete && (decisive || found.complete_to < 2) {
            return Err(unfinished());
        }
        let (single, minimal): (Vec<_>, Vec<_>) = found.minimal.into_iter().partition(|set| set.len() == 1);
        let alone: Vec<usize> = single.iter().flat_map(ColumnSet::iter).collect();
        let columns =
            ColumnSet::of(question.columns.iter().copied().filter(|column| !alone.contains(column)))?;
        let pairs = Pairs::new(&columns, &minimal);
        Ok(Self { alone, columns, minimal, decisive, pairs, treated_later: false })
    }

    /// What shall be taken for all there is; the sets have at least two columns.
    ///
    /// **Errors**: there are more columns than a set can hold.
    pub(super) fn given(question: &Question<'_>, minimal: Vec<ColumnSet>) -> Result<Self> {
        let columns = ColumnSet::of(question.columns.iter().copied())?;
        let pairs = Pairs::new(&columns, &minimal);
        Ok(Self { alone: Vec::new(), columns, minimal, decisive: true, pairs, treated_later: true })
    }
}

/// All minimal quasi-identifiers of at most `max_size` of some columns.
///
/// **Errors**: as [`Known::find`].
pub(super) fn minimal_identifiers(
    table: &Table,
    columns: &[usize],
    k: u64,
    max_size: usize,
    context: &Context,
) -> Result<Vec<ColumnSet>> {
    let found = search(table, columns, k, Some(max_size), context)?;
    if found.complete { Ok(found.minimal) } else { Err(unfinished()) }
}

fn search(
    table: &Table,
    columns: &[usize],
    k: u64,
    max_size: Option<usize>,
    context: &Context,
) -> Result<Found> {
    let limits = Limits { k, max_size, ..Limits::default() };
    let found = Exact.find(&qid::Question::new(table, columns.iter().copied(), limits)?, context)?;
    context.check_cancelled()?;
    Ok(found)
}

fn unfinished() -> Error {
    Error::Unfinished { what: "the search for quasi-identifiers" }
}

/// Which pairs of columns are unsafe together.
pub(super) struct Pairs {
    unsafe_with: Vec<ColumnSet>,
    columns: ColumnSet,
}

impl Pairs {
    /// The pairs among some sets; larger ones say nothing of pairs.
    pub(super) fn new(columns: &ColumnSet, sets: &[ColumnSet]) -> Self {
        let width = columns.iter().last().map_or(0, |last| last + 1);
        let mut unsafe_with = vec![ColumnSet::default(); width];
        for pair in sets.iter().filter(|set| set.len() == 2 && set.is_subset(columns)) {
            for column in pair.iter() {
                unsafe_with[column] = unsafe_with[column].union(pair);
                unsafe_with[column].remove(column);
            }
        }
        Self { unsafe_with, columns: columns.clone() }
    }

    /// The columns that are unsafe together with one.
    pub(super) fn unsafe_with(&self, column: usize) -> &ColumnSet {
        &self.unsafe_with[column]
    }

    /// The columns that are safe together with one, without itself.
    pub(super) fn safe_with(&self, column: usize) -> ColumnSet {
        let mut safe = self.columns.difference(&self.unsafe_with[column]);
        safe.remove(column);
        safe
    }

    /// How many pairs are safe.
    pub(super) fn safe(&self) -> u64 {
        self.columns.iter().map(|column| self.safe_with(column).len() as u64).sum::<u64>() / 2
    }
}
