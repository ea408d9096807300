//! Columns that determine others: no minimal set has both.

use super::Index;
use super::evaluate::Evaluator;
use crate::Result;
use crate::qid::{Nulls, dependency};
use lethe_data::Context;

impl Evaluator<'_> {
    /// Whether one of two columns determines the other, so that no minimal set has both.
    pub(super) fn is_redundant(&self, first: Index, second: Index, context: &Context) -> Result<bool> {
        let column = |index: Index| &self.sheet.columns[usize::from(index)];
        let has_nulls = |index: Index| self.question.table().column(column(index).position).nulls() > 0;
        // A missing value that equals everything determines nothing.
        let comparable =
            self.question.limits().nulls == Nulls::Value || !(has_nulls(first) || has_nulls(second));
        if !comparable {
            return Ok(false);
        }
        let fewer = |one: Index, other: Index| column(one).occupied <= column(other).occupied;
        Ok(fewer(first, second) && self.determines(second, first, context)?
            || fewer(second, first) && self.determines(first, second, context)?)
    }

    fn determines(&self, from: Index, to: Index, context: &Context) -> Result<bool> {
        let mut seen = vec![0; self.sheet.domain(from) as usize];
        let (from, to) = (self.whole.codes(from), self.whole.codes(to));
        dependency::determines(from, to, self.sheet.weights, &mut seen, context)
    }
}
