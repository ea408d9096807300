//! Columns that determine others: no minimal set has both.

use super::Index;
use super::evaluate::Evaluator;
use crate::qid::Nulls;
use lethe_data::{Code, with_codes};

impl Evaluator<'_> {
    /// Whether one of two columns determines the other, so that no minimal set has both.
    pub(super) fn is_redundant(&self, first: Index, second: Index) -> bool {
        let column = |index: Index| &self.sheet.columns[usize::from(index)];
        let has_nulls = |index: Index| self.question.table().column(column(index).position).nulls() > 0;
        // A missing value that equals everything determines nothing.
        let comparable =
            self.question.limits().nulls == Nulls::Value || !(has_nulls(first) || has_nulls(second));
        comparable
            && (column(first).occupied <= column(second).occupied && self.determines(second, first)
                || column(second).occupied <= column(first).occupied && self.determines(first, second))
    }

    /// Whether rows with equal values of one column have equal values of the other; ends at the first contradiction.
    fn determines(&self, from: Index, to: Index) -> bool {
        let mut values = vec![u32::MAX; self.sheet.domain(from) as usize];
        let to = self.whole.codes(to);
        with_codes!(self.whole.codes(from), from => from.iter().enumerate().all(|(row, code)| {
            let (value, seen) = (to.get(row), &mut values[code.widen() as usize]);
            let first = *seen == u32::MAX;
            if first {
                *seen = value;
            }
            first || *seen == value
        }))
    }
}
