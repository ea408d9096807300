//! From concentrated differential privacy to (epsilon, delta).

use super::MechanismError;
use crate::Budget;
use lethe_num::{Enclosure, FIRST_BITS, Rational, Verdict, ratio};

/// The scale of fractions made from doubles.
const SCALE: u32 = 100;
/// By how much the searched rho is lowered before it is proven, one after the other.
const MARGINS: [f64; 4] = [1e-9, 1e-6, 1e-3, 1e-1];

/// A rho such that every rho-zCDP mechanism keeps the budget.
///
/// **Guarantee**: rho-zCDP implies the (epsilon, delta) of the budget. Any alpha above 1 gives the bound
/// delta ≤ e^((α−1)(αρ−ε)) / (α−1) · (1 − 1/α)^α; doubles look for a good alpha and rho, and bounds of whole numbers prove the pair.
/// **Paper**: Canonne, Kamath, Steinke (2020), Corollary 13.
/// **Errors**: there is no epsilon or no delta, or the proof fails.
pub(super) fn rho(budget: &Budget) -> Result<Rational, MechanismError> {
    if !budget.epsilon.is_positive() {
        return Err(MechanismError::NoBudget);
    }
    if budget.delta <= Rational::ZERO || budget.delta >= Rational::ONE {
        return Err(MechanismError::Delta);
    }
    let epsilon = budget.epsilon.to_interval().lo();
    let goal = Enclosure::around(&budget.delta, FIRST_BITS).ln().ok_or(MechanismError::Delta)?;
    let goal = goal.to_interval().lo();
    // The logarithm of the bound grows with rho, so halving finds where it reaches the goal.
    let (mut low, mut high) = (f64::MIN_POSITIVE.ln(), (epsilon + 1.0).ln());
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let rho = middle.exp();
        if log_delta(rho, best_alpha(rho, epsilon), epsilon) <= goal { low = middle } else { high = middle }
    }
    for margin in MARGINS {
        let rho = low.exp() * (1.0 - margin);
        let alpha = best_alpha(rho, epsilon);
        let (Some(rho), Some(alpha)) = (fraction(rho), fraction(alpha)) else { continue };
        if is_proven(&rho, &alpha, budget) {
            return Ok(rho);
        }
    }
    Err(MechanismError::Unproven)
}

/// Where the bound is least: its derivative (2α − 1)ρ − ε + ln(1 − 1/α) grows with alpha.
fn best_alpha(rho: f64, epsilon: f64) -> f64 {
    let (mut low, mut high) = (1.0, (epsilon + 1.0) / (2.0 * rho) + 2.0);
    for _ in 0..200 {
        let alpha = f64::midpoint(low, high);
        let slope = (2.0 * alpha - 1.0).mul_add(rho, (-1.0 / alpha).ln_1p() - epsilon);
        if slope < 0.0 { low = alpha } else { high = alpha }
    }
    f64::midpoint(low, high).max(1.0 + 1e-9)
}

/// (α−1)(αρ−ε) + (α−1) ln(α−1) − α ln α, the logarithm of the bound.
fn log_delta(rho: f64, alpha: f64, epsilon: f64) -> f64 {
    let less = alpha - 1.0;
    less * alpha.mul_add(rho, -epsilon) + less * less.ln() - alpha * alpha.ln()
}

/// The double as a fraction, rounded down; `None` when nothing is left or it is too large.
fn fraction(value: f64) -> Option<Rational> {
    let scaled = value * 2f64.powi(SCALE as i32);
    (scaled >= 1.0 && scaled < 2f64.powi(126)).then(|| ratio(scaled as i128, 1 << SCALE))?
}

/// Whether the bound is surely at most delta.
fn is_proven(rho: &Rational, alpha: &Rational, budget: &Budget) -> bool {
    let bound = |bits: u32| {
        let less = alpha - Rational::ONE;
        let exponent = &Enclosure::around(&(alpha * rho), bits) - &budget.epsilon.within(bits);
        let (alpha, less) = (Enclosure::around(alpha, bits), Enclosure::around(&less, bits));
        let logarithms = &(&less * &less.ln()?) - &(&alpha * &alpha.ln()?);
        let goal = Enclosure::around(&budget.delta, bits).ln()?;
        Some((&(&less * &exponent) + &logarithms).at_most(&goal))
    };
    lethe_num::decide(|bits| bound(bits).unwrap_or(Verdict::False)).is_proven()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rho_of(epsilon: &str, delta: &str) -> f64 {
        let budget = Budget { epsilon: epsilon.parse().unwrap(), delta: crate::parse_number(delta).unwrap() };
        rho(&budget).unwrap().to_f64().value()
    }

    #[test]
    fn it_is_better_than_the_simple_conversion() {
        // Bun and Steinke (2016): rho + 2 sqrt(rho ln(1/delta)) is at most epsilon.
        for (epsilon, delta) in [(0.1f64, 1e-6f64), (1.0, 1e-5), (1.0, 1e-9), (4.0, 1e-6), (0.01, 1e-12)] {
            let log = (1.0 / delta).ln();
            let simple = ((log + epsilon).sqrt() - log.sqrt()).powi(2);
            let found = rho_of(&epsilon.to_string(), &format!("{delta:e}"));
            assert!(found > simple && found < 3.0 * simple, "{epsilon} {delta}: {found} {simple}");
        }
    }

    #[test]
    fn extremes_are_proven_or_refused() {
        assert!(rho_of("ln(2)", "1e-300") > 0.0);
        assert!(rho_of("50", "0.5") > 1.0);
        assert!(rho_of("1e-6", "1e-6") > 0.0);
        let budget = |epsilon: &str, delta: &str| Budget {
            epsilon: epsilon.parse().unwrap(),
            delta: crate::parse_number(delta).unwrap(),
        };
        assert_eq!(rho(&budget("1", "0")), Err(MechanismError::Delta));
        assert_eq!(rho(&budget("1", "1")), Err(MechanismError::Delta));
        assert_eq!(rho(&budget("0", "0.1")), Err(MechanismError::NoBudget));
        assert!(rho(&budget("1e-40", "1e-6")).is_err());
    }
}
