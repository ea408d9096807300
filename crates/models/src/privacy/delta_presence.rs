//! δ-presence: nobody can tell whether a person of the population is in the table.

use super::entry::{Entry, Judged, Made};
use super::fraction::{Fraction, at_least_zero, quotient, refuse, share};
use super::{Class, ClassModel, Least, Threshold};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational};
use lethe_recipe::SHARE;
use lethe_recipe::model::{Flag, Key, Kind, Misfit, ModelSpec, Written, number, text};

const NAME: &str = "delta-presence";
const ASKS: &str =
    "In every class of the population the share of records in the table lies between two bounds.";

/// δ-presence in the registry.
pub(super) static ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[
            Key::required("min", Kind::Number(SHARE), "the smallest probability of being in the table"),
            Key::required("max", Kind::Number(SHARE), "the largest probability of being in the table"),
            Key::required(
                "population",
                Kind::Text,
                "the file of the population, of which the table is a part",
            ),
        ],
        check: |parameters| match parameters.number("min").zip(parameters.number("max")) {
            Some((min, max)) if min > max => {
                Err(Misfit::new("min", format!("must not be above max, but {min} > {max}")))
            }
            _ => Ok(()),
        },
        flag: Some(Flag {
            name: "delta",
            value: "MIN,MAX@FILE",
            help: "delta-presence in a population",
            example: "--delta 0.1,0.5@POPULATION.csv",
            read: |written| {
                let (shares, population) = written.split_once('@')?;
                let (min, max) = shares.split_once(',')?;
                let keys = [("min", number(min)?), ("max", number(max)?), ("population", text(population))];
                Some(Written::new(keys))
            },
        }),
        ..ModelSpec::new(NAME, ASKS)
    },
    &[Judged { population: true, ..Judged::class(ASKS) }],
    |asked, _| Ok(Made::class(DeltaPresence::new(asked.number("min")?, asked.number("max")?)?)),
);

/// In every class of the population the share of records that are in the table is from `min` to `max`.
///
/// The records of the population who look like no published class are one class together with the suppressed records: each
/// of these could be any of them. Without suppressed records the share of that class is 0.
///
/// **Guarantee**: whoever knows a person's quasi-identifying values finds them in the table with a probability from `min` to
/// `max`.
///
/// **Paper**: Nergiz, Atzori and Clifton 2007; Dimakopoulos 2022, section 2.7.
///
/// **Cost**: two comparisons a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeltaPresence {
    min: Fraction,
    max: Fraction,
}

impl DeltaPresence {
    /// The model with these bounds.
    ///
    /// **Errors**: `max` is not above 0 and at most 1, or `min` is negative or above `max`.
    pub fn new(min: Decimal, max: Decimal) -> Result<Self> {
        let (low, high) = (at_least_zero(NAME, "the minimum", min)?, share(NAME, "the maximum", max)?);
        if min > max {
            return Err(refuse(NAME, "the minimum must not be above the maximum"));
        }
        Ok(Self { min: low, max: high })
    }
}

impl ClassModel for DeltaPresence {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_population(&self) -> bool {
        true
    }

    /// A class without a population is in none and never holds.
    fn holds(&self, class: &Class<'_>) -> bool {
        let (size, population) = (u128::from(class.size), u128::from(class.population));
        population > 0 && self.max.covers(size, population) && !self.min.exceeds(size, population)
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        if class.population == 0 {
            return Interval::point(f64::INFINITY);
        }
        quotient(class.size.into(), class.population.into())
    }

    fn threshold(&self) -> Threshold {
        Threshold::Between(self.min.to_f64(), self.max.to_f64())
    }

    /// One person needs a population of `1 / max`. That is claimed only when `min` is above 0: else a part of the class
    /// without records holds whatever its population.
    fn least(&self) -> Least {
        if self.min.exact().is_zero() {
            return Least { size: 0, ..Least::default() };
        }
        let population = (Rational::ONE / self.max.exact()).ceil();
        Least { population: u64::try_from(population).unwrap_or(u64::MAX), ..Least::default() }
    }

    /// Those who are published have at most the class's population to hide in.
    fn least_lost(&self, class: &Class<'_>) -> u64 {
        let most = u64::try_from(self.max.floor_of(class.population.into())).unwrap_or(u64::MAX);
        class.size.saturating_sub(most)
    }

    /// The share in a union lies between the shares in its classes.
    fn monotone(&self) -> bool {
        true
    }

    fn judges_unpublished(&self) -> bool {
        true
    }
}
