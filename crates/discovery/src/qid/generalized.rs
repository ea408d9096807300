//! Whom do the minimal sets still expose when one column is coarser?
//!
//! Joining values joins classes, so a coarser column exposes nobody who was not exposed. And sets without the column
//! expose whom they exposed. So only those who are exposed *only with* the column can be relieved, and they are, unless
//! one of the sets with the column still exposes them.
//!
//! Rows alike on a set stay alike when a column of it is coarser. So the table is grouped by a set once, and for each
//! of its columns the classes are grouped again, one row a class, instead of the records.

use super::coarser::Coarser;
use super::each_set::{Tally, tally};
use super::relief::{Records, Relief, clear};
use super::{Generalized, Question};
use crate::Result;
use lethe_data::group::{self, Classes};
use lethe_data::{Column, ColumnSet, Context, Reservation, Table};
use rayon::prelude::*;

/// What happens when each column is coarser, by position in the searched columns.
///
/// All of `sets` must have been added to `relief`, unless nothing can change any more; `dropped` is what it tells of
/// columns left out.
///
/// **Cost**: for each set with a column that relieves somebody one grouping, and one of its classes for each such
/// column.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub(super) fn each_column(
    question: &Question<'_>,
    sets: &[ColumnSet],
    mut relief: Relief<'_>,
    dropped: &Records,
    context: &Context,
) -> Result<Vec<Generalized>> {
    let counting = Counting::new(question, &dropped.relieved, relief.words(), context)?;
    let concerned: Vec<ColumnSet> =
        sets.iter().filter(|set| counting.relieving(set).next().is_some()).cloned().collect();
    let task = context.task("counting with generalized columns", Some(concerned.len() as u64));
    relief.close();
    let remaining = tally(question, &concerned, Remaining(relief), context, |set| {
        let exposed = counting.still_exposed(set);
        task.advance(1);
        exposed
    })?;
    let relieved = remaining.0.records().relieved;
    let columns = counting.coarser.iter().zip(relieved);
    Ok(columns
        .map(|(coarser, relieved)| Generalized {
            groups: coarser.groups(),
            still_exposed: dropped.exposed - relieved,
        })
        .collect())
}

/// What the work on all sets needs.
struct Counting<'a> {
    question: &'a Question<'a>,
    /// By position in the searched columns.
    coarser: Vec<Coarser>,
    /// The records relieved when a column is left out, by position.
    dropped: &'a [u64],
    /// The words of a row.
    words: usize,
    context: &'a Context,
    _memory: Reservation,
}

impl<'a> Counting<'a> {
    fn new(
        question: &'a Question<'a>,
        dropped: &'a [u64],
        words: usize,
        context: &'a Context,
    ) -> Result<Self> {
        let (table, columns) = (question.table(), question.columns());
        let mut memory = context.memory().reserve("joining values");
        let values: usize = columns.iter().map(|&column| table.column(column).domain()).sum();
        memory.try_grow(values * (size_of::<u32>() + size_of::<u64>()))?;
        let coarser: Result<Vec<Coarser>> = context.install(|| {
            let joined = columns.par_iter().map(|&column| {
                context.check_cancelled()?;
                Ok(Coarser::of(table.column(column), table.weights(), question.k()))
            });
            joined.collect()
        });
        Ok(Self { question, coarser: coarser?, dropped, words, context, _memory: memory })
    }

    /// The columns of a set that relieve somebody when they are left out: which of its columns it is, and the position
    /// in the searched columns.
    fn relieving(&self, set: &ColumnSet) -> impl Iterator<Item = (usize, usize)> {
        let positions = set.iter().enumerate().filter_map(|(index, column)| {
            Some((index, self.question.columns().binary_search(&column).ok()?))
        });
        positions.filter(|(_, position)| self.dropped[*position] > 0)
    }

    fn still_exposed(&self, set: &ColumnSet) -> Result<StillExposed> {
        let (table, context) = (self.question.table(), self.context);
        let classes = group::classes(table, set, context)?;
        let mut memory = context.memory().reserve("counting with generalized columns");
        // The codes of each class, twice; its records and its words.
        let class_bytes = 2 * set.len() * size_of::<u32>() + (1 + self.words) * size_of::<u64>();
        memory.try_grow(classes.len() * class_bytes)?;
        let all = ColumnSet::all(set.len())?;
        let members: Vec<Column> =
            set.iter().map(|column| table.column(column).select(classes.first_rows())).collect();
        let mut kept = vec![u64::MAX; classes.len() * self.words];
        for (index, position) in self.relieving(set) {
            let mut changed = members.clone();
            changed[index] = self.coarser[position].apply(&members[index]);
            let changed = Table::new(changed)?.with_weights(classes.counts().to_vec())?;
            let question = Question::new(&changed, 0..set.len(), *self.question.limits())?;
            let exposed = question.exposed_rows(&all, context)?;
            for (words, _) in kept.chunks_exact_mut(self.words).zip(exposed).filter(|(_, exposed)| *exposed) {
                clear(words, position);
            }
        }
        Ok(StillExposed { classes, kept, _memory: memory })
    }
}

/// Whom a set exposes when one of its columns is coarser.
struct StillExposed {
    classes: Classes,
    /// The words of each class: a bit is 0 when the class is exposed with that column coarser.
    kept: Vec<u64>,
    _memory: Reservation,
}

/// For each row, the columns that relieve it as far as is known.
struct Remaining<'a>(Relief<'a>);

impl Tally for Remaining<'_> {
    type Seen = StillExposed;

    fn add(&mut self, _: &ColumnSet, seen: &StillExposed) {
        let words = self.0.words();
        for (row, &class) in seen.classes.ids().iter().enumerate() {
            let kept = &seen.kept[class as usize * words..(class as usize + 1) * words];
            // Whom the set exposes with a coarser column, it exposes: the row has been added before.
            if kept.iter().any(|&word| word != u64::MAX) {
                self.0.keep(row, kept);
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.0.is_settled()
    }
}
