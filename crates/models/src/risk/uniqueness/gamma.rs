//! The logarithm of the gamma function and its derivative, for positive arguments.

/// From here on the asymptotic series are exact to the last digits.
const FAR: f64 = 12.0;

/// ln Γ(x) for x > 0.
pub(super) fn ln_gamma(x: f64) -> f64 {
    let (far, below) = shifted(x, f64::ln);
    let inverse = 1.0 / far;
    let square = inverse * inverse;
    // The coefficients are B(2i) / (2i (2i − 1)) with Bernoulli's numbers.
    let series = inverse
        * (1.0 / 12.0
            - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0))));
    let half_ln_two_pi = 0.5 * (2.0 * std::f64::consts::PI).ln();
    (far - 0.5) * far.ln() - far + half_ln_two_pi + series - below
}

/// The derivative of ln Γ at x > 0.
pub(super) fn digamma(x: f64) -> f64 {
    let (far, below) = shifted(x, |step| 1.0 / step);
    let square = 1.0 / (far * far);
    // The coefficients are B(2i) / (2i).
    let series = square
        * (1.0 / 12.0
            - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square * (1.0 / 240.0 - square / 132.0))));
    far.ln() - 0.5 / far - series - below
}

/// Moves an argument up by whole steps until the series apply, and sums what the recurrence takes away for it.
fn shifted(x: f64, step: impl Fn(f64) -> f64) -> (f64, f64) {
    let (mut far, mut below) = (x, 0.0);
    while far < FAR {
        below += step(far);
        far += 1.0;
    }
    (far, below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} {expected}");
    }

    #[test]
    fn known_values() {
        close(ln_gamma(1.0), 0.0);
        close(ln_gamma(0.5), 0.5 * std::f64::consts::PI.ln());
        close(ln_gamma(11.0), 3_628_800f64.ln());
        close(ln_gamma(171.0), (1..=170).map(|i| f64::from(i).ln()).sum());
        close(digamma(1.0), -0.577_215_664_901_532_9);
        close(digamma(0.5), -0.577_215_664_901_532_9 - 2.0 * 2f64.ln());
        close(digamma(101.0) - digamma(1.0), (1..=100).map(|i| 1.0 / f64::from(i)).sum());
    }
}
