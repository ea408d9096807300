//! Distinct l-diversity: at least l different sensitive values.

use super::super::fraction::at_least_one;
use super::super::{Class, ClassModel, Distribution, Least, Threshold};
use super::{NAME, possible};
use crate::Result;
use lethe_num::Interval;

/// Every class has at least `l` distinct values of a sensitive column.
///
/// **Guarantee**: nobody's value is certain from the class only (for `l` of 2 or more). How likely a value is stays
/// unlimited.
///
/// **Paper**: Machanavajjhala et al. 2007; Dimakopoulos 2022, section 2.5.3.1.
///
/// **Cost**: one comparison a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistinctDiversity {
    slot: usize,
    l: usize,
}

impl DistinctDiversity {
    /// The model for the sensitive column of a slot, whose distribution in the whole table is `reference`.
    ///
    /// **Errors**: `l` is 0, or more than the distinct values of the table.
    pub fn new(slot: usize, l: u64, reference: &Distribution) -> Result<Self> {
        at_least_one(NAME, "l", l)?;
        possible(l, reference)?;
        Ok(Self { slot, l: usize::try_from(l).unwrap_or(usize::MAX) })
    }
}

impl ClassModel for DistinctDiversity {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some("distinct")
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

    fn least_is_enough(&self) -> bool {
        true
    }

    fn monotone(&self) -> bool {
        true
    }
}
