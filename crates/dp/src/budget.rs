//! What a release may cost: epsilon and delta together.

use crate::Epsilon;
use lethe_num::{Rational, ratio};

/// The promise of (epsilon, delta)-differential privacy, in exact numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// By how much chances may grow.
    pub epsilon: Epsilon,
    /// What chances may grow by besides; zero for pure differential privacy.
    pub delta: Rational,
}

impl Budget {
    /// Nothing.
    pub const ZERO: Self = Self { epsilon: Epsilon::ZERO, delta: Rational::ZERO };

    /// A budget without delta.
    pub fn pure(epsilon: Epsilon) -> Self {
        Self { epsilon, delta: Rational::ZERO }
    }

    /// Two budgets that add up to this one, about as large as each other; `None` when there is no epsilon.
    ///
    /// **Guarantee**: the sum is exact, also for logarithms: the first part is then a fraction just below the half.
    pub fn halves(&self) -> Option<(Self, Self)> {
        let half = ratio(1, 2)?;
        let first =
            Self { epsilon: Epsilon::new(self.epsilon.fraction_below()? * &half), delta: &self.delta * half };
        let second =
            Self { epsilon: self.epsilon.clone() - first.epsilon.clone(), delta: &self.delta - &first.delta };
        Some((first, second))
    }

    /// The cost of both one after the other (sequential composition).
    #[must_use]
    pub fn plus(self, other: &Self) -> Self {
        Self { epsilon: self.epsilon + other.epsilon.clone(), delta: self.delta + &other.delta }
    }

    /// Whether it is at most another in both numbers; what is not decided counts as no.
    pub fn at_most(&self, other: &Self) -> bool {
        self.delta <= other.delta && self.epsilon.at_most(&other.epsilon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_add_up_exactly() {
        for text in ["1", "0.1", "ln(2)", "ln(5/2)", "1e-9"] {
            let whole = Budget { epsilon: text.parse().unwrap(), delta: ratio(1, 3).unwrap() };
            let (first, second) = whole.halves().unwrap();
            assert!(first.epsilon.is_positive() && first.epsilon.at_most(&second.epsilon), "{text}");
            assert_eq!(first.plus(&second), whole);
        }
        assert!(Budget::ZERO.halves().is_none());
    }
}
