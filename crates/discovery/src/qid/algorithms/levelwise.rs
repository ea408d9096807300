//! Assess every column set: the plain search that others are measured against.
//!
//! Nothing is pruned, so the number of sets counted is the size of the search space. What is not minimal is dropped
//! when its size is finished.

use super::by_size::{self, Strategy};
use super::combinations::Combinations;
use super::minimal_sets::MinimalSets;
use crate::Result;
use crate::qid::{Algorithm, Found, Question};
use lethe_data::{ColumnSet, Context};

/// Groups and counts all combinations of columns, size by size.
///
/// **Paper**: Podlesny 2023, Algorithms 1 and 2. Algorithm 1 starts with pairs because standalone identifiers were
/// set aside before; a single column that exposes some records but not all is found here, too.
/// **Cost**: one grouping for each of the `C(n, 1) + … + C(n, max_size)` sets of `n` columns.
#[derive(Clone, Copy, Debug)]
pub struct Levelwise;

impl Algorithm for Levelwise {
    fn name(&self) -> &'static str {
        "levelwise"
    }

    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found> {
        by_size::search(question, &Everything { question, context }, context)
    }
}

struct Everything<'a> {
    question: &'a Question<'a>,
    context: &'a Context,
}

impl Strategy for Everything<'_> {
    fn candidates<'a>(
        &'a self,
        question: &'a Question<'_>,
        size: usize,
        _: &'a MinimalSets,
        _: &'a Context,
    ) -> Result<Box<dyn Iterator<Item = ColumnSet> + 'a>> {
        Ok(Box::new(Combinations::new(question.columns(), size)))
    }

    fn assess(&self, sets: &[ColumnSet]) -> Vec<Result<bool>> {
        by_size::group_and_count(self.question, sets, self.context)
    }
}
