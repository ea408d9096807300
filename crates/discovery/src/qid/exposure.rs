//! How many records does a column set expose? The definition in its plainest form.
//!
//! The reference algorithms, coverage and witnesses ask here; the exact search has its own, faster ways and is tested
//! against this one.

use super::{Nulls, Question, wildcard};
use crate::Result;
use lethe_data::{ColumnSet, Context, group};

impl Question<'_> {
    /// The number of records whose class on `set` has fewer than `k`.
    ///
    /// **Cost**: one grouping of the table.
    pub fn exposed(&self, set: &ColumnSet, context: &Context) -> Result<u64> {
        if self.limits().nulls == Nulls::Wildcard && wildcard::matters(self.table(), set) {
            let sizes = wildcard::Matches::count(self.table(), set, context)?;
            return Ok(sizes.exposed(self.k()));
        }
        self.exposed_by_values(set, context)
    }

    /// As [`Self::exposed`], with a missing value as a value of its own.
    pub(super) fn exposed_by_values(&self, set: &ColumnSet, context: &Context) -> Result<u64> {
        let counts = group::counts(self.table(), set, context)?;
        Ok(counts.counts().iter().filter(|&&count| count < self.k()).sum())
    }

    /// Whether `set` is a quasi-identifier.
    pub fn is_exposing(&self, set: &ColumnSet, context: &Context) -> Result<bool> {
        if self.min_exposed() == 1 && self.table().weights().is_none() {
            // Treating null as a value only makes classes smaller, so a "no" holds for wildcards, too.
            let below = group::has_class_below(self.table(), set, self.k(), context)?;
            let decided = self.limits().nulls == Nulls::Value || !wildcard::matters(self.table(), set);
            if !below || decided {
                return Ok(below);
            }
        }
        Ok(self.exposed(set, context)? >= self.min_exposed())
    }

    /// For every row, whether its person is exposed by `set`.
    pub fn exposed_rows(&self, set: &ColumnSet, context: &Context) -> Result<Vec<bool>> {
        let classes = group::classes(self.table(), set, context)?;
        let sizes = if self.limits().nulls == Nulls::Wildcard && wildcard::matters(self.table(), set) {
            wildcard::Matches::of(self.table(), set, &classes, context)?.into_sizes()
        } else {
            classes.counts().to_vec()
        };
        Ok(classes.ids().iter().map(|&id| sizes[id as usize] < self.k()).collect())
    }
}
