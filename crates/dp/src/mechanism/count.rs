//! How many rows there are.

use super::{Draw, MechanismError, Noise};
use crate::Budget;
use lethe_num::Decide;

/// A noisy number of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    noise: Noise,
}

impl Count {
    /// **Guarantee**: keeps the budget: one row more changes the count by at most 1.
    /// **Errors**: the budget makes no noise.
    pub fn new(budget: &Budget) -> Result<Self, MechanismError> {
        Ok(Self { noise: Noise::new(budget, 1)? })
    }

    /// The noise.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The count with noise. It may be below zero; cutting it there would make sums of counts too large.
    ///
    /// **Errors**: there are no random bits.
    pub fn release<D: Draw>(&self, rows: u64, random: &mut D) -> Result<i128, <D as Decide>::Error> {
        self.noise.add_to(i128::from(rows), random)
    }
}
