//! A limit on the estimated share of records that are unique in the population.

use super::entry::{Entry, Judged, Made};
use super::fraction::{Fraction, at_least_zero, refuse};
use super::{ClassSize, ReleaseModel, Threshold};
use crate::Result;
use crate::risk::{ClassSizes, Sample, UniquenessEstimates};
use lethe_data::Decimal;
use lethe_num::{Interval, Verdict};
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Preset, Written, number, text};
use lethe_recipe::{SHARE, names, words};

const NAME: &str = "population-uniqueness";

words! {
    /// How the records that are unique in a population are estimated from a sample.
    #[derive(Default)]
    pub enum UniquenessEstimator is "estimator" {
        /// By the rule of Dankar et al. (2012), which chooses among the others by the sampling fraction.
        #[default]
        Dankar = "dankar",
        /// By Pitman's sampling formula.
        Pitman = "pitman",
        /// By the classes of the sample.
        Zayatz = "zayatz",
        /// By a shifted negative binomial distribution of class sizes.
        Snb = "snb",
    }
}

/// Population uniqueness in the registry.
pub(super) static ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[
            Key::required("max", Kind::Number(SHARE), "the largest share of the population that is unique"),
            Key::required("population", Kind::PopulationSize, "the number of records in the population"),
            Key::preset(
                "estimator",
                Kind::Word("estimator", names::<UniquenessEstimator>),
                Preset::Word("dankar"),
                "how the unique records are estimated",
            ),
        ],
        flag: Some(Flag {
            name: NAME,
            value: "MAX@N[:ESTIMATOR]",
            help: "The largest share of a population of N persons that is unique, by an estimate; behind the number :dankar (default), :pitman, :zayatz or :snb",
            example: "--population-uniqueness 0.01@1000000, or with :dankar, :pitman, :zayatz or :snb behind the size",
            read: |written| {
                let (max, rest) = written.split_once('@')?;
                let (population, estimator) =
                    rest.split_once(':').map_or((rest, None), |(population, word)| (population, Some(word)));
                let keys = Written::new([("max", number(max)?), ("population", number(population)?)]);
                Some(match estimator {
                    Some(estimator) => keys.with("estimator", text(estimator)),
                    None => keys,
                })
            },
        }),
        ..ModelSpec::new(
            NAME,
            "The share of a population that is unique, as estimated from the table, is at most a limit.",
        )
    },
    &[
        judged("The estimate that the rule of Dankar et al. chooses is at most a limit.", "dankar"),
        judged("The estimate by Pitman's sampling formula is at most a limit.", "pitman"),
        judged("The estimate by the classes of the sample is at most a limit.", "zayatz"),
        judged("The estimate by a shifted negative binomial distribution is at most a limit.", "snb"),
    ],
    |asked, site| {
        let estimator = asked.parameters.word("estimator").and_then(|word| word.parse().ok());
        let (max, population) = (asked.number("max")?, asked.whole("population")?);
        let estimator = estimator.unwrap_or_default();
        Ok(Made::release(PopulationUniqueness::new(max, site.records(), population, estimator)?))
    },
);

const fn judged(asks: &'static str, variant: &'static str) -> Judged {
    Judged { monotone: false, ..Judged::release(asks).variant(variant) }
}

/// The records that are unique in the population, as estimated from the published records, are at most a share of it.
///
/// The published records are taken for a random sample of the population. Where nobody is unique among them, nobody is in
/// the population. Where an estimator finds no solution, everybody counts as unique.
///
/// **Guarantee**: a statistical claim, no more than the estimator's model of the population; see [`UniquenessEstimates`].
///
/// **Paper**: Dankar, El Emam, Neisa and Roffey 2012; Pitman 1995 and Hoshino 2001; Zayatz 1991; Chen and Keller-McNulty
/// 1998.
///
/// **Cost**: one estimate, some thousand steps for each class size that occurs; about log₂ of the uniques as many where records
/// are suppressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PopulationUniqueness {
    max: Fraction,
    population: u64,
    estimator: UniquenessEstimator,
}

impl PopulationUniqueness {
    /// The model for a table of `records` drawn from a population.
    ///
    /// **Errors**: `max` is negative, or the population is smaller than the table.
    pub fn new(max: Decimal, records: u64, population: u64, estimator: UniquenessEstimator) -> Result<Self> {
        if population == 0 || records > population {
            return Err(refuse(NAME, "the population must be at least as large as the table"));
        }
        Ok(Self { max: at_least_zero(NAME, "the largest share", max)?, population, estimator })
    }

    /// The estimated number of unique records; none where there is nobody.
    fn uniques(&self, classes: &[ClassSize]) -> f64 {
        let sizes = ClassSizes::of(classes.iter().map(|class| class.records));
        if sizes.records() == 0 {
            return 0.0;
        }
        let estimate = Sample::new(&sizes, self.population).and_then(|sample| {
            let estimates = UniquenessEstimates::of(&sample);
            match self.estimator {
                UniquenessEstimator::Dankar => estimates.chosen.map(|chosen| chosen.uniques),
                UniquenessEstimator::Pitman => estimates.pitman,
                UniquenessEstimator::Zayatz => estimates.zayatz,
                UniquenessEstimator::Snb => estimates.snb,
            }
        });
        estimate.unwrap_or(self.population as f64)
    }
}

impl ReleaseModel for PopulationUniqueness {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some(self.estimator.name())
    }

    fn measure(&self, classes: &[ClassSize]) -> Interval {
        let uniques = Interval::point(self.uniques(classes));
        uniques.checked_div(Interval::from_u64(self.population)).unwrap_or(Interval::point(1.0))
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.max.to_f64())
    }

    fn holds(&self, classes: &[ClassSize]) -> bool {
        // Nobody, and all, is decided without rounding.
        let uniques = self.uniques(classes);
        let allowed = Interval::around(self.max.exact()) * Interval::from_u64(self.population);
        uniques <= 0.0 || self.max.covers(1, 1) || Interval::point(uniques).at_most(allowed) == Verdict::True
    }

    /// Uniques, who come first, are taken away until the estimate is low enough; without all of them it is zero. Halving finds
    /// a number that is enough while one fewer is not: there may be a smaller one, as an estimate need not fall steadily.
    fn excess(&self, ascending: &[ClassSize]) -> usize {
        let nobody = ascending.partition_point(|class| class.records == 0);
        let uniques = ascending.partition_point(|class| class.records <= 1);
        if self.holds(ascending) {
            return 0;
        }
        let (mut too_few, mut enough) = (nobody, uniques);
        while enough - too_few > 1 {
            let middle = usize::midpoint(too_few, enough);
            if self.holds(&ascending[middle..]) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        enough
    }

    /// Merging classes changes what the estimators take for the shape of the population, and may raise their estimates.
    fn monotone(&self) -> bool {
        false
    }
}
