//! How often each value of a domain occurs.

use super::{Draw, MechanismError, Noise};
use crate::Budget;
use lethe_num::Decide;

/// Noisy counts of the values of a domain that the user gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    noise: Noise,
}

impl Histogram {
    /// **Guarantee**: all counts together keep the budget: one row more changes one of them, by 1 (parallel composition). The domain must
    /// not come from the data: that a value is listed at all would tell that somebody has it.
    /// **Errors**: the budget makes no noise.
    pub fn new(budget: &Budget) -> Result<Self, MechanismError> {
        Ok(Self { noise: Noise::new(budget, 1)? })
    }

    /// The noise of each count.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The counts with noise.
    ///
    /// **Errors**: there are no random bits.
    pub fn release<D: Draw>(
        &self,
        counts: &[u64],
        random: &mut D,
    ) -> Result<Vec<i128>, <D as Decide>::Error> {
        counts.iter().map(|&count| self.noise.add_to(i128::from(count), random)).collect()
    }
}
