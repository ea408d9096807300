//! k-map: every record looks like at least k people of the population.

use super::fraction::{at_least_one, refuse, share};
use super::{Class, ClassModel, Least, Threshold, zero_truncated};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::Interval;

const NAME: &str = "k-map";

/// Every class stands for at least `k` people of the population from which the table was drawn.
///
/// **Guarantee**: whoever finds a class in a register of the population has at least `k` people to choose from. With
/// [`KMap::estimated`] no register is at hand and this is a statistical claim, see there.
///
/// **Paper**: Sweeney 2002; for the estimate El Emam and Dankar 2008.
///
/// **Cost**: one comparison a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KMap {
    k: u64,
    by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Population,
    Sample,
}

impl KMap {
    /// The model for classes whose population is known.
    pub fn new(k: u64) -> Result<Self> {
        Ok(Self { k: at_least_one(NAME, "k", k)?, by: By::Population })
    }

    /// The model for a sample of `people` from a population of which only the size is known.
    ///
    /// If a class stood for exactly `k` people of the population, its size in the sample would be about Poisson with
    /// mean λ = `k · people / population`, and not zero as the class was seen. The class is trusted to stand for more
    /// than `k` people when a size like its own would be rare then: it needs the smallest number `k'` for which a
    /// zero-truncated Poisson variable reaches `k'` with a probability of at most `significance`. A class of `k` people
    /// stands for `k` people whatever the estimate, so `k'` is at most `k`.
    ///
    /// **Cost**: about √λ terms of the distribution, once.
    pub fn estimated(k: u64, people: u64, population: u64, significance: Decimal) -> Result<Self> {
        at_least_one(NAME, "k", k)?;
        let significance = share(NAME, "the significance level", significance)?;
        if population == 0 || people > population {
            return Err(refuse(NAME, "the population must be at least as large as the table"));
        }
        let needed = zero_truncated::rare_from(k, people, population, significance.exact());
        Ok(Self { k: needed.min(k), by: By::Sample })
    }

    /// The people a class needs: of the population, or of the table when that is an estimate.
    pub fn needed(&self) -> u64 {
        self.k
    }

    fn seen(self, class: &Class<'_>) -> u64 {
        match self.by {
            By::Population => class.population,
            By::Sample => class.size,
        }
    }
}

impl ClassModel for KMap {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        (self.by == By::Sample).then_some("estimated")
    }

    fn needs_population(&self) -> bool {
        self.by == By::Population
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        self.seen(class) >= self.k
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        Interval::from_u64(self.seen(class))
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtLeast(self.k as f64)
    }

    fn least(&self) -> Least {
        match self.by {
            By::Population => Least { population: self.k, ..Least::default() },
            By::Sample => Least { size: self.k, ..Least::default() },
        }
    }

    fn least_is_enough(&self) -> bool {
        true
    }

    fn monotone(&self) -> bool {
        true
    }
}
