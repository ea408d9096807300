//! Limits on the risk that one record is re-identified.

use super::entry::{Asked, Entry, Judged, Made, Site};
use super::fraction::{Fraction, exact, quotient, refuse, share};
use super::k_map::SIGNIFICANCE;
use super::{AverageRisk, Class, ClassModel, KMap, Least, MarketerRisk, Threshold};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational};
use lethe_recipe::model::{Flag, Key, Kind, Misfit, ModelSpec, Population, Written, number, text};
use lethe_recipe::{PART, names, words};

const NAME: &str = "reidentification-risk";

words! {
    /// Whom an attacker is after.
    pub enum Attacker is "attacker" {
        /// A person known to be in the table: the risk is that of the record most at risk.
        Prosecutor = "prosecutor",
        /// Anybody of a population of which the table is a part.
        Journalist = "journalist",
        /// As many records as possible: the risk is the share of records to be re-identified.
        Marketer = "marketer",
    }
}

/// The risk of re-identification in the registry.
pub(super) static ENTRY: Entry = Entry {
    significance: |parameters| {
        parameters.population_size()?;
        (parameters.word("attacker") == Some(Attacker::Journalist.name())).then(SIGNIFICANCE)
    },
    ..Entry::new(
        ModelSpec {
            keys: &[
                Key::required("max", Kind::Number(PART), "the largest risk"),
                Key::required(
                    "attacker",
                    Kind::Word("attacker", names::<Attacker>),
                    "whom the attacker is after",
                ),
                Key::optional(
                    "population",
                    Kind::Population,
                    "the population that a journalist or marketer has: a file, or its size; the table itself when left out",
                ),
            ],
            check: |parameters| {
                let is_prosecutor = parameters.word("attacker") == Some(Attacker::Prosecutor.name());
                if is_prosecutor && parameters.population("population").is_some() {
                    let problem =
                        "does not go with attacker = \"prosecutor\", who knows that a person is in the table";
                    return Err(Misfit::new("population", problem));
                }
                Ok(())
            },
            flag: Some(Flag {
                name: "reidentification-risk",
                value: "MAX@ATTACKER",
                help: "The largest risk of re-identification by a prosecutor, journalist or marketer",
                example: "--reidentification-risk 0.2@prosecutor",
                read: |written| {
                    let (max, attacker) = written.split_once('@')?;
                    Some(Written::new([("max", number(max)?), ("attacker", text(attacker))]))
                },
            }),
            ..ModelSpec::new(NAME, "The risk of re-identification by an attacker is bounded.")
        },
        &[
            Judged::class("No record's risk 1 / class size is above a limit.").variant("prosecutor"),
            Judged {
                population: true,
                ..Judged::class("No record's risk 1 / population of its class is above a limit.")
            }
            .variant("journalist"),
            Judged {
                model: Some("marketer-risk"),
                population: true,
                ..Judged::release(
                    "The mean of 1 / population of their class over all records is at most a limit.",
                )
            },
        ],
        make,
    )
};

fn make(asked: &Asked<'_>, site: &dyn Site) -> Result<Made> {
    let max = asked.number("max")?;
    let attacker = asked.parameters.word("attacker").and_then(|word| word.parse().ok());
    Ok(match (attacker.unwrap_or(Attacker::Prosecutor), asked.parameters.population("population")) {
        (Attacker::Prosecutor, _) | (Attacker::Journalist, None) => {
            Made::class(ReidentificationRisk::prosecutor(max)?)
        }
        (Attacker::Journalist, Some(Population::File(_))) => {
            Made::class(ReidentificationRisk::journalist(max)?)
        }
        (Attacker::Journalist, Some(Population::Size(size))) => {
            Made::class(KMap::estimated(records_for(max)?, site.records(), *size, SIGNIFICANCE())?)
        }
        (Attacker::Marketer, Some(Population::File(_))) => Made::release(MarketerRisk::new(max)?),
        (Attacker::Marketer, _) => Made::release(AverageRisk::new(max)?),
    })
}

/// The smallest number of records among whom a risk is at most `max`.
fn records_for(max: Decimal) -> Result<u64> {
    u64::try_from((Rational::ONE / exact(max)).ceil()).map_err(|_| refuse(NAME, "max is too small"))
}

/// No record is re-identified with a probability above a limit.
///
/// A **prosecutor** knows that the person is in the table and finds one of `size` records: the risk is `1 / size`. A
/// **journalist** does not, and has the records of the population to choose from: the risk is `1 / population`. For an
/// attacker who matches all records see [`super::AverageRisk`] and [`super::MarketerRisk`].
///
/// **Guarantee**: the risk of every record is at most the limit; k-anonymity or k-map with `k = ⌈1 / limit⌉`.
///
/// **Paper**: El Emam and Dankar 2008.
///
/// **Cost**: one comparison a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReidentificationRisk {
    max: Fraction,
    k: u64,
    journalist: bool,
}

impl ReidentificationRisk {
    /// The risk from an attacker who knows that the person is in the table.
    ///
    /// **Errors**: `max` is not above 0 and at most 1.
    pub fn prosecutor(max: Decimal) -> Result<Self> {
        Self::new(max, false)
    }

    /// The risk from an attacker who does not know whether the person is in the table.
    ///
    /// **Errors**: `max` is not above 0 and at most 1.
    pub fn journalist(max: Decimal) -> Result<Self> {
        Self::new(max, true)
    }

    fn new(max: Decimal, journalist: bool) -> Result<Self> {
        let max = share(NAME, "the largest risk", max)?;
        let k = u64::try_from((Rational::ONE / max.exact()).ceil()).unwrap_or(u64::MAX);
        Ok(Self { max, k, journalist })
    }

    fn candidates(&self, class: &Class<'_>) -> u64 {
        if self.journalist { class.population } else { class.size }
    }
}

impl ClassModel for ReidentificationRisk {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some(if self.journalist { "journalist" } else { "prosecutor" })
    }

    fn needs_population(&self) -> bool {
        self.journalist
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        self.candidates(class) >= self.k
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        quotient(1, self.candidates(class).into())
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.max.to_f64())
    }

    fn least(&self) -> Least {
        if self.journalist {
            Least { population: self.k, ..Least::default() }
        } else {
            Least { size: self.k, ..Least::default() }
        }
    }

    fn least_is_enough(&self) -> bool {
        true
    }

    fn monotone(&self) -> bool {
        true
    }
}
