//! Classes grow as Pitman's sampling formula says: the more records a class has, the more it gets.

use super::Sample;
use super::gamma::{digamma, ln_gamma};

const HALVINGS: usize = 200;
/// Below this the parameter `α` is as good as zero and the sample does not follow the model.
const LEAST_ALPHA: f64 = 1e-6;

/// The parameters `0 < α < 1` and `θ > −α` maximise the likelihood of the sample,
///
/// ```text
/// L = Σ ln(θ + iα), i < u  −  Σ ln(θ + i), i < n  +  Σ over classes Σ ln(i − α), i < size
/// ```
///
/// and the expected number of uniques among `N` records is `N Γ(θ+1) Γ(N+θ+α−1) / (Γ(θ+α) Γ(N+θ))`.
///
/// For a given `α` the derivative by `θ` falls from +∞ to below zero, so halving finds its root; the derivative of `L`
/// along these roots by `α` goes to −∞ for `α` near 1. It must be positive for small `α`, else no `α` in the range is
/// the most likely one and there is no estimate.
///
/// **Paper**: Pitman 1995; Hoshino 2001.
pub(super) fn uniques(sample: &Sample<'_>) -> Option<f64> {
    let (records, classes) = (sample.sizes.records(), sample.sizes.classes());
    if classes < 2 || classes == records {
        return None;
    }
    let likelihood = Likelihood { sample, records: records as f64, classes: classes as f64 };
    let (mut low, mut high) = (LEAST_ALPHA, 1.0 - 1e-12);
    if likelihood.by_alpha(low, likelihood.theta(low)?) <= 0.0 {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if likelihood.by_alpha(middle, likelihood.theta(middle)?) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
        if high - low < 1e-13 {
            break;
        }
    }
    let alpha = f64::midpoint(low, high);
    let theta = likelihood.theta(alpha)?;
    let population = sample.population as f64;
    let log = population.ln() + ln_gamma(theta + 1.0) - ln_gamma(theta + alpha)
        + ln_gamma(population + theta + alpha - 1.0)
        - ln_gamma(population + theta);
    Some(log.exp())
}

struct Likelihood<'a> {
    sample: &'a Sample<'a>,
    records: f64,
    classes: f64,
}

impl Likelihood<'_> {
    /// `Σ 1 / (θ + iα)` for `0 < i < u`.
    fn inverses(&self, alpha: f64, theta: f64) -> f64 {
        let start = theta / alpha;
        // The difference of two digammas far out loses digits; there the sum is nearly that of a logarithm.
        if start > 1e9 {
            return (1.0 + alpha * (self.classes - 1.0) / (theta + 0.5 * alpha)).ln() / alpha;
        }
        (digamma(start + self.classes) - digamma(start + 1.0)) / alpha
    }

    fn by_theta(&self, alpha: f64, theta: f64) -> f64 {
        self.inverses(alpha, theta) - (digamma(theta + self.records) - digamma(theta + 1.0))
    }

    fn by_alpha(&self, alpha: f64, theta: f64) -> f64 {
        let within =
            self.sample.sizes.sizes().iter().filter(|(size, _)| *size > 1).map(|&(size, classes)| {
                classes as f64 * (digamma(size as f64 - alpha) - digamma(1.0 - alpha))
            });
        (self.classes - 1.0 - theta * self.inverses(alpha, theta)) / alpha - within.sum::<f64>()
    }

    /// The most likely `θ` for an `α`, found by halving the logarithm of `θ + α`.
    fn theta(&self, alpha: f64) -> Option<f64> {
        let (mut low, mut high) = (-60.0f64, 60.0f64);
        let slope = |log: f64| self.by_theta(alpha, log.exp() - alpha);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if slope(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
            if high - low < 1e-14 * high.abs().max(1.0) {
                break;
            }
        }
        let theta = f64::midpoint(low, high).exp() - alpha;
        // At the ends of the range nothing was found.
        (low > -59.0 && high < 59.0 && theta.is_finite()).then_some(theta)
    }
}
