//! Limits on the risk that one record is re-identified.

use super::fraction::{Fraction, quotient, share};
use super::{Class, ClassModel, Least, Threshold};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational};

const NAME: &str = "reidentification-risk";

/// No record is re-identified with a probability above a limit.
///
/// A **prosecutor** knows that the person is in the table and finds one of `size` records: the risk is `1 / size`. A
/// **journalist** does not, and has the people of the population to choose from: the risk is `1 / population`. For an
/// attacker who matches all records see [`super::AverageRisk`] and [`super::MarketerRisk`].
///
/// **Guarantee**: the risk of every record is at most the limit; k-anonymity or k-map with `k = ⌈1 / limit⌉`.
///
/// **Paper**: El Emam and Dankar 2008.
///
/// **Cost**: one comparison a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReidentificationRisk {
    max: Fraction,
    k: u64,
    journalist: bool,
}

impl ReidentificationRisk {
    /// The risk from an attacker who knows that the person is in the table.
    ///
    /// **Errors**: `max` is not above 0 and at most 1.
    pub fn prosecutor(max: Decimal) -> Result<Self> {
        Self::new(max, false)
    }

    /// The risk from an attacker who does not know whether the person is in the table.
    ///
    /// **Errors**: `max` is not above 0 and at most 1.
    pub fn journalist(max: Decimal) -> Result<Self> {
        Self::new(max, true)
    }

    fn new(max: Decimal, journalist: bool) -> Result<Self> {
        let max = share(NAME, "the largest risk", max)?;
        let k = u64::try_from((Rational::ONE / max.exact()).ceil()).unwrap_or(u64::MAX);
        Ok(Self { max, k, journalist })
    }

    fn candidates(&self, class: &Class<'_>) -> u64 {
        if self.journalist { class.population } else { class.size }
    }
}

impl ClassModel for ReidentificationRisk {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some(if self.journalist { "journalist" } else { "prosecutor" })
    }

    fn needs_population(&self) -> bool {
        self.journalist
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        self.candidates(class) >= self.k
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        quotient(1, self.candidates(class).into())
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.max.to_f64())
    }

    fn least(&self) -> Least {
        if self.journalist {
            Least { population: self.k, ..Least::default() }
        } else {
            Least { size: self.k, ..Least::default() }
        }
    }

    fn least_is_enough(&self) -> bool {
        true
    }

    fn monotone(&self) -> bool {
        true
    }
}
