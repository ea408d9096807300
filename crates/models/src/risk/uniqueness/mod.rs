//! How many records of the population are unique, judged from a sample.
//!
//! Each estimator assumes a model of how the population falls into classes. None is right everywhere: Dankar et al.
//! (2012) compared them and gave the rule by which [`UniquenessEstimates::chosen`] picks one. An estimator that finds
//! no solution says so with `None`.

mod gamma;
mod pitman;
mod snb;
mod zayatz;

use super::ClassSizes;

/// A sample and the size of the population it was drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    sizes: &'a ClassSizes,
    population: u64,
}

impl<'a> Sample<'a> {
    /// The sample; `None` when it is empty or larger than the population.
    pub fn new(sizes: &'a ClassSizes, population: u64) -> Option<Self> {
        (sizes.records() > 0 && sizes.records() <= population).then_some(Self { sizes, population })
    }

    /// The share of the population that the sample holds.
    pub fn fraction(&self) -> f64 {
        self.sizes.records() as f64 / self.population as f64
    }

    fn uniques(&self) -> u64 {
        self.sizes.of_size(1)
    }
}

/// Estimated numbers of records that are unique in the population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UniquenessEstimates {
    /// By Pitman's sampling formula (Hoshino 2001).
    pub pitman: Option<f64>,
    /// By the classes of the sample (Zayatz 1991).
    pub zayatz: Option<f64>,
    /// By a shifted negative binomial distribution of class sizes (Chen and Keller-McNulty 1998).
    pub snb: Option<f64>,
    /// The one that the rule of Dankar et al. (2012) picks.
    pub chosen: Option<Chosen>,
}

/// The estimate to be believed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// `exact`, `pitman`, `zayatz` or `snb`.
    pub estimator: &'static str,
    /// Records that are unique in the population.
    pub uniques: f64,
}

/// Up to this share of the population the rule prefers Pitman's estimate.
const SMALL_FRACTION: f64 = 0.1;

impl UniquenessEstimates {
    /// All estimates for a sample. When the sample is the whole population, or nobody is unique in it, they are exact:
    /// the number of uniques of the sample.
    ///
    /// **Cost**: some thousand steps for each size that occurs.
    pub fn of(sample: &Sample<'_>) -> Self {
        if sample.sizes.records() == sample.population || sample.uniques() == 0 {
            let uniques = sample.uniques() as f64;
            let chosen = Some(Chosen { estimator: "exact", uniques });
            return Self { pitman: Some(uniques), zayatz: Some(uniques), snb: Some(uniques), chosen };
        }
        let possible =
            |uniques: &f64| uniques.is_finite() && (0.0..=sample.population as f64).contains(uniques);
        let pitman = pitman::uniques(sample).filter(possible);
        let zayatz = zayatz::uniques(sample).filter(possible);
        let snb = snb::uniques(sample).filter(possible);
        let chosen = choose(sample.fraction(), pitman, zayatz, snb);
        Self { pitman, zayatz, snb, chosen }
    }
}

/// The rule: for small samples Pitman's estimate, for others the smaller one of the two that remain; what has no
/// solution is passed over.
fn choose(fraction: f64, pitman: Option<f64>, zayatz: Option<f64>, snb: Option<f64>) -> Option<Chosen> {
    let named = |estimator, uniques: Option<f64>| uniques.map(|uniques| Chosen { estimator, uniques });
    let (pitman, zayatz, snb) = (named("pitman", pitman), named("zayatz", zayatz), named("snb", snb));
    if fraction <= SMALL_FRACTION {
        return pitman.or(zayatz);
    }
    match (zayatz, snb) {
        (Some(zayatz), Some(snb)) => Some(if zayatz.uniques < snb.uniques { zayatz } else { snb }),
        (zayatz, snb) => zayatz.or(snb),
    }
}

#[cfg(test)]
mod tests;
