//! Quantiles of a column.

use super::{Counted, Draw, Exponential, Grid, MechanismError};
use crate::Epsilon;
use lethe_num::{Decide, Rational};
use std::collections::BTreeMap;

/// The most points a grid may have to choose among.
pub const MOST_POINTS: u64 = 100_000;

/// Chooses a point of a grid with about the right share of values below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantile {
    grid: Grid,
    share: Rational,
    choice: Exponential,
}

impl Quantile {
    /// For the point with this share of the values below it.
    ///
    /// **Guarantee**: epsilon-differentially private. The score of a point is −|(1 − share) · values below − share · values above|; one row
    /// more changes it by at most the larger of share and 1 − share.
    /// **Paper**: Smith (2011) chooses among intervals of the data; a grid from the user needs no data.
    /// **Errors**: no budget, a share beyond 0 to 1, or more than [`MOST_POINTS`] points.
    pub fn new(grid: Grid, share: Rational, epsilon: &Epsilon) -> Result<Self, MechanismError> {
        if share < Rational::ZERO || share > Rational::ONE {
            return Err(MechanismError::Share);
        }
        if grid.upper().abs_diff(grid.lower()) >= MOST_POINTS {
            return Err(MechanismError::TooFine { limit: MOST_POINTS });
        }
        let sensitivity = (Rational::ONE - &share).max(share.clone());
        Ok(Self { grid, share, choice: Exponential::new(epsilon, &sensitivity)? })
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The choice among points.
    pub fn choice(&self) -> &Exponential {
        &self.choice
    }

    /// The chosen point, in steps of the grid. Rows without a value do not count.
    ///
    /// **Errors**: there are no random bits.
    pub fn release<D: Draw>(
        &self,
        values: impl IntoIterator<Item = Counted>,
        random: &mut D,
    ) -> Result<i128, <D as Decide>::Error> {
        let chosen = self.choice.select(self.scores(values), random)?;
        // A grid has at least two points, so one is chosen.
        let point = i64::try_from(chosen.unwrap_or(0)).unwrap_or(0);
        Ok(i128::from(self.grid.lower()) + i128::from(point))
    }

    /// The score of each point from the lowest to the highest.
    fn scores(&self, values: impl IntoIterator<Item = Counted>) -> impl Iterator<Item = Rational> {
        let mut rows_at = BTreeMap::<i64, u64>::new();
        for (units, rows) in values {
            if let Some(units) = units {
                *rows_at.entry(units.clamp(self.grid.lower(), self.grid.upper())).or_default() += rows;
            }
        }
        let (mut below, mut above) = (0u64, rows_at.values().sum::<u64>());
        (self.grid.lower()..=self.grid.upper()).map(move |point| {
            let here = rows_at.get(&point).copied().unwrap_or(0);
            above -= here;
            let balance =
                (Rational::ONE - &self.share) * Rational::from(below) - &self.share * Rational::from(above);
            below += here;
            if balance > Rational::ZERO { -balance } else { balance }
        })
    }
}
