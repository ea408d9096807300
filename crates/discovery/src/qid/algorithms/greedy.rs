//! Look at the most promising sets of each size first.
//!
//! Columns with many different values make small classes, so within a size the sets are sorted by the sum of their
//! columns' cardinalities (distinct values a row). All columns have the same number of rows, so the sum of the distinct
//! values gives the same order without rounding. The published measures include the mean, which within one size gives
//! the same order again.
//!
//! The publication also *skips* sets whose measures are below thresholds. No threshold is safe: two columns of two
//! values each may single a person out. So measures only order here, and nothing is skipped but supersets of what is
//! found. A finished search therefore counts the same sets as [`Minimal`](super::Minimal); the order pays when it is
//! stopped, because by then more of the size at hand is found.

use super::by_size::{self, Strategy};
use super::combinations::Uncovered;
use super::minimal_sets::MinimalSets;
use crate::Result;
use crate::qid::{Algorithm, Found, Question};
use lethe_data::{ColumnSet, Context};
use std::cmp::Reverse;

/// Groups and counts as [`Minimal`](super::Minimal) does, in the order of promise.
///
/// **Paper**: Podlesny 2023, Algorithm 3 without its thresholds.
/// **Cost**: as [`Minimal`](super::Minimal), and the queue of one size in memory.
/// **Errors**: the queue does not fit the memory budget.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Algorithm for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found> {
        by_size::search(question, &Prioritised::new(question, context), context)
    }
}

struct Prioritised<'a> {
    question: &'a Question<'a>,
    context: &'a Context,
    /// The number of values that occur in each column of the table that is asked about; zero in others.
    distinct: Vec<u64>,
}

impl<'a> Prioritised<'a> {
    fn new(question: &'a Question<'a>, context: &'a Context) -> Self {
        let mut distinct = vec![0; question.table().columns().len()];
        for &column in question.columns() {
            let occurrences = question.table().column(column).histogram(None);
            distinct[column] = occurrences.iter().filter(|&&rows| rows > 0).count() as u64;
        }
        Self { question, context, distinct }
    }
}

impl Strategy for Prioritised<'_> {
    fn candidates<'a>(
        &'a self,
        question: &'a Question<'_>,
        size: usize,
        minimal: &'a MinimalSets,
        context: &'a Context,
    ) -> Result<Box<dyn Iterator<Item = ColumnSet> + 'a>> {
        let mut memory = context.memory().reserve("the candidate queue");
        let mut queue: Vec<(Reverse<u64>, ColumnSet)> = Vec::new();
        for set in Uncovered::new(question.columns(), size, minimal, context) {
            if queue.len() == queue.capacity() {
                let more = queue.len().max(1 << 10);
                memory.try_grow(more * size_of::<(Reverse<u64>, ColumnSet)>())?;
                queue.reserve_exact(more);
            }
            queue.push((Reverse(set.iter().map(|column| self.distinct[column]).sum()), set));
        }
        queue.sort_unstable();
        Ok(Box::new(queue.into_iter().map(move |(_, set)| {
            // The reservation lives as long as the queue.
            let _ = &memory;
            set
        })))
    }

    fn assess(&self, sets: &[ColumnSet]) -> Vec<Result<bool>> {
        by_size::group_and_count(self.question, sets, self.context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qid::Limits;
    use lethe_data::{Column, Table, TypeChoice};

    #[test]
    fn columns_with_more_distinct_values_come_first_and_ties_in_column_order() {
        let column = |name: &str, cells: [&'static str; 4]| {
            Column::from_texts(name, cells.into_iter().map(Some), TypeChoice::Infer).unwrap()
        };
        let table = Table::new(vec![
            column("two", ["a", "a", "b", "b"]),
            column("one", ["a", "a", "a", "a"]),
            column("four", ["a", "b", "c", "d"]),
            column("two more", ["x", "y", "x", "y"]),
        ])
        .unwrap();
        let (question, context) =
            (Question::new(&table, 0..4, Limits::default()).unwrap(), Context::new(1).unwrap());
        let greedy = Prioritised::new(&question, &context);
        let (nothing, mut four) = (MinimalSets::default(), MinimalSets::default());
        four.insert(ColumnSet::of([2]).unwrap());
        let queue = |size, minimal| -> Vec<Vec<usize>> {
            greedy
                .candidates(&question, size, minimal, &context)
                .unwrap()
                .map(|set| set.iter().collect())
                .collect()
        };
        assert_eq!(queue(1, &nothing), [[2], [0], [3], [1]]);
        assert_eq!(queue(2, &four), [[0, 3], [0, 1], [1, 3]]);
    }
}
