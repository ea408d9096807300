//! Zayatz's estimate: the classes of the population are distributed like those of the sample.

use super::Sample;

/// With `c(j)` of the `u` classes of size `j`, a class of the population has size `j` with probability `c(j) / u`, and
/// then exactly one of its records is in the sample with the hypergeometric probability `h(j)`. By Bayes' rule a sample
/// unique is unique in the population with probability `c(1) h(1) / Σ c(j) h(j)`.
///
/// **Paper**: Zayatz 1991; Dankar et al. 2012, Appendix A.
pub(super) fn uniques(sample: &Sample<'_>) -> Option<f64> {
    let uniques = sample.uniques() as f64;
    let all: f64 =
        sample.sizes.sizes().iter().map(|&(size, classes)| classes as f64 * one_of(size, sample)).sum();
    let likely = uniques * one_of(1, sample) / all;
    Some(uniques * likely / sample.fraction()).filter(|estimate| estimate.is_finite())
}

/// The probability that exactly one of `size` records is among the `n` drawn from `N`:
/// `size · n/N · (N − n)/(N − 1) · (N − n − 1)/(N − 2) · …`.
fn one_of(size: u64, sample: &Sample<'_>) -> f64 {
    let (drawn, left_out) = (sample.sizes.records(), sample.population - sample.sizes.records());
    let mut probability = size as f64 * drawn as f64 / sample.population as f64;
    for step in 0..size - 1 {
        if step >= left_out {
            return 0.0;
        }
        probability *= (left_out - step) as f64 / (sample.population - 1 - step) as f64;
        if probability < f64::MIN_POSITIVE {
            return 0.0;
        }
    }
    probability
}
