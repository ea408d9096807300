//! May this column join that set?

use super::Question;
use crate::Result;
use lethe_data::{Classes, ColumnSet, Context, group};

/// Answers whether a safe set stays safe when a column joins it.
pub(super) struct Safety<'a> {
    question: &'a Question<'a>,
    /// Sets that no safe set contains.
    forbidden: &'a [ColumnSet],
    /// The forbidden sets with each column.
    with_column: Vec<Vec<u32>>,
    /// Whether rows must be counted, because not all unsafe sets contain a forbidden one.
    counts: bool,
}

/// A safe set that grows.
#[derive(Clone, Default)]
pub(super) struct Growing {
    pub(super) set: ColumnSet,
    /// The rows that look alike on it, where rows are counted.
    classes: Option<Classes>,
}

impl<'a> Safety<'a> {
    pub(super) fn new(question: &'a Question<'a>, forbidden: &'a [ColumnSet], counts: bool) -> Self {
        let width = question.columns.iter().max().map_or(0, |last| last + 1);
        let mut with_column = vec![Vec::new(); width];
        for (index, set) in (0u32..).zip(forbidden) {
            set.iter().for_each(|column| with_column[column].push(index));
        }
        Self { question, forbidden, with_column, counts }
    }

    /// Adds a column if the set stays safe; whether it was added.
    ///
    /// **Cost**: a look at the forbidden sets with the column; where these do not decide, a pass over the rows.
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub(super) fn try_add(&self, growing: &mut Growing, column: usize, context: &Context) -> Result<bool> {
        let mut larger = growing.set.clone();
        larger.insert(column)?;
        let forbids = |&index: &u32| self.forbidden[index as usize].is_subset(&larger);
        if self.with_column[column].iter().any(forbids) {
            return Ok(false);
        }
        if self.counts {
            let table = self.question.table;
            let classes = match &growing.classes {
                Some(classes) => group::refine(classes, table.column(column), table.weights(), context)?,
                None => group::classes_of(table, &[column], context)?,
            };
            if classes.counts().iter().any(|count| (1..self.question.k).contains(count)) {
                return Ok(false);
            }
            growing.classes = Some(classes);
        }
        growing.set = larger;
        Ok(true)
    }
}
