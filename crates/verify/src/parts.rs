//! A verdict on a table that is judged part by part.

use crate::judgement::{Achieved, JudgedModel, Judgement};
use lethe_models::privacy::Threshold;
use lethe_num::Interval;

impl Judgement {
    /// The same, with other row numbers: `row` says where a row of the part is in the whole table.
    #[must_use]
    pub fn in_rows(mut self, row: impl Fn(u32) -> u32) -> Self {
        for worst in self.models.iter_mut().filter_map(|model| model.worst.as_mut()) {
            worst.first_row = worst.first_row.map(&row);
        }
        self
    }

    /// The verdict on two parts of a table together, which must not share a class: rows that are equal on the
    /// quasi-identifying columns are all in one of them. Models of the whole release cannot be judged so.
    ///
    /// **Guarantee**: equal to the verdict on the whole table, apart from who may be matched through missing values, which
    /// no part can show, and from which class is named where several fail or are equally bad.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let smallest = [self.smallest_class, other.smallest_class].into_iter().flatten().min();
        Self {
            holds: self.holds && other.holds,
            records: self.records + other.records,
            suppressed: self.suppressed + other.suppressed,
            suppressed_judged: self.suppressed_judged || other.suppressed_judged,
            classes: self.classes + other.classes,
            smallest_class: smallest,
            fewest_matches: None,
            models: self.models.into_iter().zip(other.models).map(|(one, two)| one.and(two)).collect(),
        }
    }
}

impl JudgedModel {
    fn and(self, other: Self) -> Self {
        let second_is_worse =
            (other.failing_classes > 0, other.badness()) > (self.failing_classes > 0, self.badness());
        let (failing_classes, failing_records, failing_unmeasured) = (
            self.failing_classes + other.failing_classes,
            self.failing_records.saturating_add(other.failing_records),
            self.failing_unmeasured + other.failing_unmeasured,
        );
        let holds = self.holds && other.holds;
        let achieved = match (self.achieved, other.achieved) {
            (Some(one), Some(two)) => Some(one.and(two)),
            (one, two) => one.or(two),
        };
        let base = if second_is_worse || self.worst.is_none() { other } else { self };
        Self { achieved, holds, failing_classes, failing_records, failing_unmeasured, ..base }
    }

    fn badness(&self) -> f64 {
        let Some(Achieved { least, largest }) = self.achieved else { return f64::NEG_INFINITY };
        match self.required {
            Threshold::AtLeast(_) => -least.lo(),
            Threshold::AtMost(_) | Threshold::Below(_) => largest.hi(),
            Threshold::Between(min, max) => (min - least.lo()).max(largest.hi() - max),
        }
    }
}

impl Achieved {
    /// Bounds on the least and on the largest value of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            least: pairwise(self.least, other.least, f64::min),
            largest: pairwise(self.largest, other.largest, f64::max),
        }
    }
}

/// The bounds of the least (largest) of two enclosed numbers are the least (largest) of their bounds.
fn pairwise(one: Interval, two: Interval, choose: fn(f64, f64) -> f64) -> Interval {
    Interval::enclosing(choose(one.lo(), two.lo()), choose(one.hi(), two.hi()))
}
