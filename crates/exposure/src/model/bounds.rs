//! What counts with hidden records tell for certain.

use super::sanitize::remaining;
use super::{ColumnCounts, Model};
use crate::pairs::Pair;

/// The records that may have a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least so many.
    pub lower: u64,
    /// At most so many.
    pub upper: u64,
}

/// What can be said about the pairs of two columns.
#[derive(Clone, Debug)]
pub struct TableBounds<'a> {
    pairs: &'a [Pair],
    lefts: usize,
    /// The records of each value, left ones first, whose pair is not reported.
    rest: Vec<u64>,
    /// The records without a reported value in the left and in the right column.
    untold: [u64; 2],
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// All counts are reported.
    Exact,
    /// What is reported is all there is of it.
    Hidden,
    /// What is reported may miss records of silos that hide them.
    Merged,
}

impl Model {
    /// What can be said about the pairs of two columns, the first before the second; `None` for counts with noise, about which
    /// nothing is certain.
    pub fn bounds(&self, left: usize, right: usize) -> Option<TableBounds<'_>> {
        if self.is_noisy() {
            return None;
        }
        let kind = match (self.treatments.is_empty(), self.is_merged) {
            (true, _) => Kind::Exact,
            (false, false) => Kind::Hidden,
            (false, true) => Kind::Merged,
        };
        let pairs = self.table(left, right);
        let untold = |column: &ColumnCounts| self.records.saturating_sub(column.reported());
        let (left, right) = (&self.columns[left], &self.columns[right]);
        Some(TableBounds {
            pairs,
            lefts: left.values.len(),
            rest: remaining(pairs, left, right),
            untold: [untold(left), untold(right)],
            kind,
        })
    }
}

impl TableBounds<'_> {
    /// The reported count of a pair; 0 where none is reported.
    pub fn reported(&self, left: Option<u32>, right: Option<u32>) -> u64 {
        let (Some(left), Some(right)) = (left, right) else { return 0 };
        let found = self.pairs.binary_search_by_key(&(left, right), |pair| (pair.left, pair.right));
        found.map_or(0, |at| self.pairs[at].records)
    }

    /// The bounds of the true count of a pair of values by their places, `None` for values that the model does not show.
    ///
    /// **Guarantee**: the true count lies between them. Whoever has the pair and is not reported has, in their silo, either the left
    /// value reported and is in its rest, or not reported and is among those without a reported value; and the same on the right.
    pub fn of(&self, left: Option<u32>, right: Option<u32>) -> Bounds {
        let lower = self.reported(left, right);
        let line = |value: Option<u32>, offset: usize| value.map(|value| self.rest[offset + value as usize]);
        let sides = [(line(left, 0), self.untold[0]), (line(right, self.lefts), self.untold[1])];
        let more = |(rest, untold): (Option<u64>, u64)| match (self.kind, rest) {
            (Kind::Exact, _) => 0,
            (Kind::Hidden, Some(rest)) => rest,
            (Kind::Hidden | Kind::Merged, None) => untold,
            (Kind::Merged, Some(rest)) => rest.saturating_add(untold),
        };
        let is_all = self.kind == Kind::Hidden && lower > 0;
        let more = if is_all { 0 } else { more(sides[0]).min(more(sides[1])) };
        Bounds { lower, upper: lower.saturating_add(more) }
    }
}
