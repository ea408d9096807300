//! k-map: every record looks like at least k records of the population.

use super::entry::{Entry, Judged, Made};
use super::fraction::{at_least_one, refuse, share};
use super::{Class, ClassModel, KAnonymity, Least, Threshold, zero_truncated};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::Interval;
use lethe_recipe::model::{Flag, Key, Kind, Misfit, ModelSpec, Population, Written, number, whole_or_text};
use lethe_recipe::{PART, at_least_two};

const NAME: &str = "k-map";
const ASKS: &str = "Every class stands for at least k records of the population.";

/// How likely a class may look large enough by chance, where nothing else is said.
pub(super) const SIGNIFICANCE: fn() -> Decimal = || Decimal::new(1, -2);

/// k-map in the registry.
pub(super) static ENTRY: Entry = Entry {
    significance: |parameters| {
        parameters.population_size()?;
        Some(parameters.number("significance").unwrap_or_else(SIGNIFICANCE))
    },
    ..Entry::new(
        ModelSpec {
            keys: &[
                Key::required("k", Kind::Whole(at_least_two()), "the smallest number of records"),
                Key::optional(
                    "population",
                    Kind::Population,
                    "the file of the population, or its size for an estimate; the table itself when left out",
                ),
                Key::unreported(
                    "significance",
                    Kind::Number(PART),
                    "for an estimate: how likely a class may look large enough by chance; 0.01 when left out",
                ),
            ],
            check: |parameters| match (parameters.number("significance"), parameters.population_size()) {
                (Some(_), None) => {
                    let problem = "goes with a population of which only the number of records is known";
                    Err(Misfit::new("significance", problem))
                }
                _ => Ok(()),
            },
            flag: Some(Flag {
                name: "k-map",
                value: "K@FILE|N",
                help: "k-map in a population: a file, or its size for an estimate",
                example: "--k-map 5@POPULATION.csv or --k-map 5@1000000",
                read: |written| {
                    let (k, population) = written.split_once('@')?;
                    Some(Written::new([("population", whole_or_text(population)?), ("k", number(k)?)]))
                },
            }),
            ..ModelSpec::new(NAME, ASKS)
        },
        &[
            Judged { population: true, ..Judged::class(ASKS) },
            Judged::class(
                "Every class is large enough to stand for k records of a population of known size, most likely.",
            )
            .variant("estimated"),
        ],
        |asked, site| {
            let k = asked.whole("k")?;
            Ok(match asked.parameters.population("population") {
                // A table that is its own population asks for k records of the table.
                None => Made::class(KAnonymity::asked(k)?),
                Some(Population::File(_)) => Made::class(KMap::new(k)?),
                Some(Population::Size(size)) => {
                    let significance = asked.parameters.number("significance").unwrap_or_else(SIGNIFICANCE);
                    Made::class(KMap::estimated(k, site.records(), *size, significance)?)
                }
            })
        },
    )
};

/// Every class stands for at least `k` records of the population from which the table was drawn.
///
/// **Guarantee**: whoever finds a class in a register of the population has at least `k` records to choose from. With
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

    /// The model for a sample of `records` from a population of which only the size is known.
    ///
    /// If a class stood for exactly `k` records of the population, its size in the sample would be about Poisson with
    /// mean λ = `k · records / population`, and not zero as the class was seen. The class is trusted to stand for more
    /// than `k` records when a size like its own would be rare then: it needs the smallest number `k'` for which a
    /// zero-truncated Poisson variable reaches `k'` with a probability of at most `significance`. A class of `k` records
    /// stands for `k` records whatever the estimate, so `k'` is at most `k`.
    ///
    /// **Cost**: about √λ terms of the distribution, once.
    pub fn estimated(k: u64, records: u64, population: u64, significance: Decimal) -> Result<Self> {
        at_least_one(NAME, "k", k)?;
        let significance = share(NAME, "the significance level", significance)?;
        if population == 0 || records > population {
            return Err(refuse(NAME, "the population must be at least as large as the table"));
        }
        let needed = zero_truncated::rare_from(k, records, population, significance.exact());
        Ok(Self { k: needed.min(k), by: By::Sample })
    }

    /// The records a class needs: of the population, or of the table when that is an estimate.
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
