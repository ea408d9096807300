//! Class sizes of the population follow a negative binomial distribution that is shifted by one, as no class is empty.

use super::Sample;

/// Steps over the logit of the probability parameter in search of a change of sign.
const STEPS: i32 = 400;
const HALVINGS: usize = 100;

/// A class of the population has `1 + X` records, where `X` is negative binomial with parameters `r` and `p`; each
/// person is in the sample with probability `π`. So a class has exactly one or two records in the sample with
/// probabilities `P1` and `P2` known in closed form, and of `K` classes `K P1` and `K P2` are expected to. `K` is
/// estimated beforehand; `r` and `p` are chosen so that the expectations are what was seen. Of several solutions, that
/// one is taken whose population is nearest to the true size. The estimate is `K p^r`.
///
/// **Paper**: Chen and Keller-McNulty 1998; Haas and Stokes 1998 for the number of classes.
pub(super) fn uniques(sample: &Sample<'_>) -> Option<f64> {
    let fit = Fit::of(sample)?;
    let logits = (0..=STEPS).map(|step| f64::from(step) * 40.0 / f64::from(STEPS) - 20.0);
    let excesses: Vec<(f64, f64)> = logits.map(|logit| (logit, fit.excess(logit))).collect();
    let solutions = excesses.windows(2).filter(|pair| {
        let (before, after) = (pair[0].1, pair[1].1);
        before.is_finite() && after.is_finite() && (before <= 0.0) != (after <= 0.0)
    });
    let solutions = solutions.map(|pair| fit.root(pair[0].0, pair[1].0));
    let population = sample.population as f64;
    let miss = |logit: &f64| (fit.population(*logit).ln() - population.ln()).abs();
    let best = solutions.min_by(|one, two| miss(one).total_cmp(&miss(two)))?;
    let (p, r) = (probability(best), fit.shape(best));
    Some(fit.classes * p.powf(r))
}

struct Fit {
    /// The classes of the population.
    classes: f64,
    fraction: f64,
    /// The classes of one person in the sample.
    ones: f64,
    /// `2 P2 / (π P1)`, as seen.
    ratio: f64,
}

impl Fit {
    fn of(sample: &Sample<'_>) -> Option<Self> {
        let (ones, twos) = (sample.uniques() as f64, sample.sizes.of_size(2) as f64);
        let fraction = sample.fraction();
        let classes = classes_of_population(sample)?;
        (twos > 0.0).then(|| Self { classes, fraction, ones, ratio: 2.0 * twos / (fraction * ones) })
    }

    /// The `r` for which `P2 / P1` is as seen: the positive root of a quadratic equation, as the ratio grows with `r`.
    fn shape(&self, logit: f64) -> f64 {
        let (kept, pull) = (1.0 - self.fraction, self.pull(logit));
        let square = kept * pull * pull;
        let linear = 2.0 * pull + square - self.ratio * kept * pull;
        // This form of the root does not cancel whatever the sign of the linear term is.
        let root = (linear * linear + 4.0 * square * self.ratio).sqrt();
        if linear > 0.0 { 2.0 * self.ratio / (linear + root) } else { (root - linear) / (2.0 * square) }
    }

    /// `q / (1 − q (1 − π))` with `q = 1 − p`.
    fn pull(&self, logit: f64) -> f64 {
        let (p, q) = (probability(logit), probability(-logit));
        q / (p + q * self.fraction)
    }

    /// How many more classes of one person are expected than were seen.
    fn excess(&self, logit: f64) -> f64 {
        let (p, q, r) = (probability(logit), probability(-logit), self.shape(logit));
        let none_of_the_rest = (p / (p + q * self.fraction)).powf(r);
        let one = self.fraction * none_of_the_rest * (1.0 + (1.0 - self.fraction) * r * self.pull(logit));
        self.classes * one - self.ones
    }

    fn root(&self, mut low: f64, mut high: f64) -> f64 {
        let positive = self.excess(low) > 0.0;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if (self.excess(middle) > 0.0) == positive {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }

    fn population(&self, logit: f64) -> f64 {
        self.classes * (1.0 + self.shape(logit) * probability(-logit) / probability(logit))
    }
}

fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// Shlosser's estimator in the modified form of Haas and Stokes (1998): the classes seen, and those not.
fn classes_of_population(sample: &Sample<'_>) -> Option<f64> {
    let (q, mut sums) = (sample.fraction(), [0.0f64; 4]);
    for &(size, classes) in sample.sizes.sizes() {
        let (size, classes) = (size as f64, classes as f64);
        let unseen = (1.0 - q).powf(size);
        sums[0] += classes * size * q * q * (1.0 - q * q).powf(size - 1.0);
        sums[1] += classes * (unseen * (1.0 + q).powf(size) - unseen);
        sums[2] += classes * unseen;
        sums[3] += classes * size * q * (1.0 - q).powf(size - 1.0);
    }
    let unseen = sample.uniques() as f64 * sums[0] / sums[1] * (sums[2] / sums[3]).powi(2);
    Some(sample.sizes.classes() as f64 + unseen).filter(|classes| classes.is_finite())
}
