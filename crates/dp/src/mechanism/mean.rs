//! The mean of a column.

use super::{Counted, Draw, Grid, MechanismError, Noise, sum};
use crate::Budget;
use lethe_num::{Decide, Rational, ratio};

/// A noisy sum over a noisy count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mean {
    grid: Grid,
    /// Distances are summed from the middle of the bounds: that halves the sensitivity.
    middle: i64,
    sum_noise: Noise,
    count_noise: Noise,
}

/// What a mean is made of; all of it may be shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NoisyMean {
    /// The sum of distances from the middle, in steps.
    pub sum: i128,
    /// The number of values.
    pub count: i128,
    /// The mean, between the bounds.
    pub mean: Rational,
}

impl Mean {
    /// **Guarantee**: keeps the budget, half of which goes to the sum and half to the count (sequential composition); the division comes
    /// after the noise.
    /// **Errors**: the budget makes no noise.
    pub fn new(grid: Grid, budget: &Budget) -> Result<Self, MechanismError> {
        let (for_count, for_sum) = budget.halves().ok_or(MechanismError::NoBudget)?;
        let middle = grid.lower().midpoint(grid.upper());
        let sum_noise = Noise::new(&for_sum, sum::sensitivity(&grid, middle))?;
        Ok(Self { grid, middle, sum_noise, count_noise: Noise::new(&for_count, 1)? })
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The noise of the sum, in steps of the grid.
    pub fn sum_noise(&self) -> &Noise {
        &self.sum_noise
    }

    /// The noise of the count.
    pub fn count_noise(&self) -> &Noise {
        &self.count_noise
    }

    /// The noisy mean of the rows with a value.
    ///
    /// A count below 1 counts as 1, and a mean beyond the bounds as the bound.
    /// **Errors**: there are no random bits.
    pub fn release<D: Draw>(
        &self,
        values: impl IntoIterator<Item = Counted> + Clone,
        random: &mut D,
    ) -> Result<NoisyMean, <D as Decide>::Error> {
        let rows = values.clone().into_iter().filter(|(units, _)| units.is_some()).map(|(_, rows)| rows);
        let count = self.count_noise.add_to(rows.map(i128::from).sum(), random)?;
        let sum = self.sum_noise.add_to(sum::above(&self.grid, self.middle, values), random)?;
        let mean =
            ratio(sum, count.max(1).unsigned_abs()).unwrap_or(Rational::ZERO) + Rational::from(self.middle);
        let mean = mean.clamp(Rational::from(self.grid.lower()), Rational::from(self.grid.upper()));
        Ok(NoisyMean { sum, count, mean: mean * self.grid.step() })
    }
}
