//! Columns that determine others: no minimal set has both.

use super::Index;
use super::evaluate::Evaluator;
use crate::Result;
use crate::qid::Nulls;
use lethe_data::{Code, Context, with_codes};

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

    /// Whether rows with equal values of one column have equal values of the other; ends at the first contradiction.
    fn determines(&self, from: Index, to: Index, context: &Context) -> Result<bool> {
        let mut values = vec![u32::MAX; self.sheet.domain(from) as usize];
        let to = self.whole.codes(to);
        with_codes!(self.whole.codes(from), from => for (row, code) in from.iter().enumerate() {
            if row % (1 << 16) == 0 {
                context.check_cancelled()?;
            }
            let (value, seen) = (to.get(row), &mut values[code.widen() as usize]);
            if *seen == u32::MAX {
                *seen = value;
            } else if *seen != value {
                return Ok(false);
            }
        });
        Ok(true)
    }
}
