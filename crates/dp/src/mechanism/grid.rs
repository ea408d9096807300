//! Decimals as whole steps of a grid between bounds.

use super::MechanismError;
use lethe_num::{Natural, Rational, ratio};

/// Bounds are at most so many steps away from zero, so that the sum of 2^64 values fits into 128 bits.
pub const MOST_UNITS: i64 = 1 << 60;

/// The multiples of a step from a lower to an upper bound, all given by the user and never taken from data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    step: Rational,
    lower: i64,
    upper: i64,
}

impl Grid {
    /// **Errors**: the step is not from 10^-100 to 10^100, the bounds are not in order, no multiples of the step, or too many steps away from zero.
    pub fn new(lower: &Rational, upper: &Rational, step: &Rational) -> Result<Self, MechanismError> {
        // Everything that is shown then is a finite double.
        let googol = Rational::from(Natural::from(10u8).pow(100));
        if step * &googol < Rational::ONE || *step > googol {
            return Err(MechanismError::Step);
        }
        if lower >= upper {
            return Err(MechanismError::Bounds);
        }
        Ok(Self { step: step.clone(), lower: units_of(lower, step)?, upper: units_of(upper, step)? })
    }

    /// The lowest value in steps.
    pub fn lower(&self) -> i64 {
        self.lower
    }

    /// The highest value in steps.
    pub fn upper(&self) -> i64 {
        self.upper
    }

    /// The size of a step.
    pub fn step(&self) -> &Rational {
        &self.step
    }

    /// The nearest step to a value, clamped to the bounds.
    ///
    /// Every value is rounded on its own, before anything is added up: so one person changes a sum by at most one clamped value.
    pub fn place(&self, value: &Rational) -> i64 {
        let steps = value / &self.step + ratio(1, 2).unwrap_or(Rational::ZERO);
        // What does not fit is beyond the bounds.
        let beyond = if *value < Rational::ZERO { self.lower } else { self.upper };
        i64::try_from(steps.floor()).unwrap_or(beyond).clamp(self.lower, self.upper)
    }

    /// The value of so many steps.
    pub fn value(&self, units: i128) -> Rational {
        ratio(units, 1).unwrap_or(Rational::ZERO) * &self.step
    }
}

fn units_of(bound: &Rational, step: &Rational) -> Result<i64, MechanismError> {
    let steps = bound / step;
    if !steps.is_int() {
        return Err(MechanismError::OffGrid);
    }
    let units = i64::try_from(steps.floor()).ok().filter(|units| units.abs() <= MOST_UNITS);
    units.ok_or(MechanismError::TooFine { limit: MOST_UNITS.unsigned_abs() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_number;

    fn grid(lower: &str, upper: &str, step: &str) -> Result<Grid, MechanismError> {
        let number = |text| parse_number(text).unwrap();
        Grid::new(&number(lower), &number(upper), &number(step))
    }

    #[test]
    fn values_are_clamped_and_rounded() {
        let grid = grid("-1", "2.5", "0.5").unwrap();
        assert_eq!((grid.lower(), grid.upper()), (-2, 5));
        for (value, units) in [
            ("0", 0),
            ("0.24", 0),
            ("0.25", 1),
            ("-0.25", 0),
            ("-0.26", -1),
            ("2.6", 5),
            ("1e300", 5),
            ("-1e300", -2),
            ("-7", -2),
        ] {
            assert_eq!(grid.place(&parse_number(value).unwrap()), units, "{value}");
        }
        assert_eq!(grid.value(-3), parse_number("-1.5").unwrap());
    }

    #[test]
    fn grids_that_make_no_sense_are_refused() {
        assert_eq!(grid("0", "1", "0"), Err(MechanismError::Step));
        assert_eq!(grid("0", "1", "-1"), Err(MechanismError::Step));
        assert_eq!(grid("0", "1e300", "1e300"), Err(MechanismError::Step));
        assert_eq!(grid("0", "1e-300", "1e-300"), Err(MechanismError::Step));
        assert_eq!(grid("1", "1", "1"), Err(MechanismError::Bounds));
        assert_eq!(grid("2", "1", "1"), Err(MechanismError::Bounds));
        assert_eq!(grid("0", "1", "0.3"), Err(MechanismError::OffGrid));
        assert_eq!(grid("0.05", "1", "0.1"), Err(MechanismError::OffGrid));
        assert!(matches!(grid("0", "1e19", "1"), Err(MechanismError::TooFine { .. })));
    }
}
