//! Models made for these tests: one of each shape, exact in integers.

use lethe_models::privacy::{Class, ClassModel, ClassSize, Least, ReleaseModel, Threshold};
use lethe_num::Interval;

/// At least `l` different values.
#[derive(Debug)]
pub(crate) struct Different {
    pub(crate) slot: usize,
    pub(crate) l: usize,
}

impl ClassModel for Different {
    fn name(&self) -> &'static str {
        "different"
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.histograms[self.slot].len() >= self.l
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        Interval::from_u64(class.histograms[self.slot].len() as u64)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtLeast(self.l as f64)
    }

    fn least(&self) -> Least {
        Least { distinct: self.l, ..Least::default() }
    }

    fn monotone(&self) -> bool {
        true
    }
}

/// No value has more than half of a class.
#[derive(Debug)]
pub(crate) struct Half {
    pub(crate) slot: usize,
}

impl ClassModel for Half {
    fn name(&self) -> &'static str {
        "half"
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.histograms[self.slot].iter().all(|(_, records)| 2 * records <= class.size)
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        let most = class.histograms[self.slot].iter().map(|(_, records)| *records).max().unwrap_or(0);
        Interval::from_u64(most).checked_div(Interval::from_u64(class.size)).unwrap_or(Interval::ALL)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(0.5)
    }

    fn least(&self) -> Least {
        Least::default()
    }

    fn monotone(&self) -> bool {
        true
    }
}

/// Between a tenth and half of the records that look alike are in the table, whoever they are.
#[derive(Debug)]
pub(crate) struct Presence;

impl ClassModel for Presence {
    fn name(&self) -> &'static str {
        "presence"
    }

    fn needs_population(&self) -> bool {
        true
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        10 * class.size >= class.population && 2 * class.size <= class.population
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        let share = Interval::from_u64(class.size).checked_div(Interval::from_u64(class.population));
        share.unwrap_or(Interval::ALL)
    }

    fn threshold(&self) -> Threshold {
        Threshold::Between(0.1, 0.5)
    }

    fn least(&self) -> Least {
        Least::default()
    }

    fn monotone(&self) -> bool {
        true
    }

    fn judges_unpublished(&self) -> bool {
        true
    }
}

/// At most half as many classes as records.
#[derive(Debug)]
pub(crate) struct Mean;

impl ReleaseModel for Mean {
    fn name(&self) -> &'static str {
        "mean"
    }

    fn measure(&self, classes: &[ClassSize]) -> Interval {
        let records = classes.iter().map(|class| class.records).sum();
        let share = Interval::from_u64(classes.len() as u64).checked_div(Interval::from_u64(records));
        share.unwrap_or(Interval::ALL)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(0.5)
    }

    fn holds(&self, classes: &[ClassSize]) -> bool {
        2 * classes.len() as u64 <= classes.iter().map(|class| class.records).sum()
    }

    fn excess(&self, _: &[ClassSize]) -> usize {
        0
    }

    fn monotone(&self) -> bool {
        true
    }
}
