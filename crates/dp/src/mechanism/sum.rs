//! The sum of a column.

use super::{Counted, Draw, Grid, MechanismError, Noise};
use crate::Budget;
use lethe_num::Decide;

/// A noisy sum of clamped values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    grid: Grid,
    noise: Noise,
}

impl Sum {
    /// **Guarantee**: keeps the budget. One row more adds one value of the grid or, without a value, nothing, so the sum changes by at
    /// most the larger bound's size.
    /// **Errors**: the budget makes no noise.
    pub fn new(grid: Grid, budget: &Budget) -> Result<Self, MechanismError> {
        let noise = Noise::new(budget, sensitivity(&grid, 0))?;
        Ok(Self { grid, noise })
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The noise, in steps of the grid.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The sum with noise, in steps of the grid.
    ///
    /// **Errors**: there are no random bits.
    pub fn release<D: Draw>(
        &self,
        values: impl IntoIterator<Item = Counted>,
        random: &mut D,
    ) -> Result<i128, <D as Decide>::Error> {
        self.noise.add_to(above(&self.grid, 0, values), random)
    }
}

/// By how much one value can be away from the middle, in steps.
pub(super) fn sensitivity(grid: &Grid, middle: i64) -> u64 {
    grid.lower().abs_diff(middle).max(grid.upper().abs_diff(middle))
}

/// The sum of the values' distances from the middle, in steps; rows without a value add nothing.
///
/// Values are clamped here too, so that the sensitivity does not rest on the caller. A distance is below 2^62 and there are fewer than
/// 2^64 rows, so the sum fits.
pub(super) fn above(grid: &Grid, middle: i64, values: impl IntoIterator<Item = Counted>) -> i128 {
    let distance = |units: i64| i128::from(units.clamp(grid.lower(), grid.upper())) - i128::from(middle);
    values.into_iter().filter_map(|(units, rows)| Some(distance(units?) * i128::from(rows))).sum()
}
