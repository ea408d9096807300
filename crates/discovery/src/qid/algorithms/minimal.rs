//! Skip what is known to be a quasi-identifier.
//!
//! A superset of a quasi-identifier is one, too, and not minimal. So it is neither counted nor reported.

use super::by_size::{self, Strategy};
use crate::Result;
use crate::qid::{Algorithm, Found, Question};
use lethe_data::{ColumnSet, Context};

/// Groups and counts the combinations that contain no quasi-identifier found before.
///
/// **Paper**: Podlesny 2023, Definition 6 and Section 4.2.1.
/// **Cost**: one grouping for each minimal quasi-identifier and for each set that is none.
#[derive(Clone, Copy, Debug)]
pub struct Minimal;

impl Algorithm for Minimal {
    fn name(&self) -> &'static str {
        "minimal"
    }

    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found> {
        by_size::search(question, &Pruned { question, context }, context)
    }
}

struct Pruned<'a> {
    question: &'a Question<'a>,
    context: &'a Context,
}

impl Strategy for Pruned<'_> {
    fn assess(&self, sets: &[ColumnSet]) -> Vec<Result<bool>> {
        by_size::group_and_count(self.question, sets, self.context)
    }
}
