//! The exponential mechanism: choosing by scores.

use super::{Draw, MechanismError};
use crate::Epsilon;
use lethe_num::{Decide, Rational, WeightedDraw};

/// The largest epsilon that is used, and one over the smallest factor.
const LARGEST: u64 = 1 << 62;

/// Chooses a candidate with a chance in proportion to e^(factor · score).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exponential {
    factor: Rational,
}

impl Exponential {
    /// For scores that one person changes by at most `sensitivity`, some up and some down.
    ///
    /// **Guarantee**: choices are epsilon-differentially private. With the factor epsilon / 2Δ a person changes the weight of the choice
    /// and the sum of all weights by e^(epsilon / 2) each.
    /// **Paper**: `McSherry`, Talwar (2007).
    /// **Errors**: no budget or no sensitivity.
    pub fn new(epsilon: &Epsilon, sensitivity: &Rational) -> Result<Self, MechanismError> {
        let monotone = Self::monotone(epsilon, sensitivity)?;
        Ok(Self { factor: monotone.factor / Rational::from(2u8) })
    }

    /// For scores that one more person never lowers (or never raises) and changes by at most `sensitivity`, such as counts.
    ///
    /// **Guarantee**: choices are epsilon-differentially private without the factor 2: one more person changes the weight of the choice
    /// and the sum of all weights in the same direction by at most e^epsilon, so their ratio changes by at most that.
    /// **Errors**: no budget, no sensitivity, or a factor below 2^-62.
    pub fn monotone(epsilon: &Epsilon, sensitivity: &Rational) -> Result<Self, MechanismError> {
        if *sensitivity <= Rational::ZERO {
            return Err(MechanismError::Sensitivity);
        }
        let epsilon = epsilon.fraction_below().ok_or(MechanismError::NoBudget)?;
        // More budget than anybody means is not used; with less than anybody means every choice is as good as another.
        let factor = epsilon.min(Rational::from(LARGEST)) / sensitivity;
        if &factor * Rational::from(LARGEST) < Rational::ONE {
            return Err(MechanismError::TooMuchNoise);
        }
        Ok(Self { factor })
    }

    /// What a score is multiplied by.
    pub fn factor(&self) -> &Rational {
        &self.factor
    }

    /// The number of the chosen candidate; `None` when there is none.
    ///
    /// **Errors**: there are no random bits.
    pub fn select<D: Draw>(
        &self,
        scores: impl IntoIterator<Item = Rational>,
        random: &mut D,
    ) -> Result<Option<usize>, <D as Decide>::Error> {
        let weighted_draw = WeightedDraw::of(scores.into_iter().map(|score| score * &self.factor));
        random.draw(&weighted_draw)
    }
}
