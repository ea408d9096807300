//! A limit on the share of records that are unique in the table.

use super::entry::{Entry, Judged, Made};
use super::fraction::{Fraction, at_least_zero, quotient};
use super::{ClassSize, ReleaseModel, Threshold};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::Interval;
use lethe_recipe::SHARE;
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Written, number};

const NAME: &str = "sample-uniqueness";
const ASKS: &str =
    "The share of records that are unique on the quasi-identifying columns is at most a limit.";

/// Sample uniqueness in the registry.
pub(super) static ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[Key::required("max", Kind::Number(SHARE), "the largest share of unique records")],
        flag: Some(Flag {
            name: NAME,
            value: "MAX",
            help: "The largest share of records that are unique in the table",
            example: "--sample-uniqueness 0.05",
            read: |written| Some(Written::new([("max", number(written)?)])),
        }),
        ..ModelSpec::new(NAME, ASKS)
    },
    &[Judged::release(ASKS)],
    |asked, _| Ok(Made::release(SampleUniqueness::new(asked.number("max")?)?)),
);

/// Of the published records at most a share is unique: in a class of size 1.
///
/// **Guarantee**: exact. An attacker who knows the quasi-identifying values of everybody in the table re-identifies at
/// most this share of the records with certainty.
///
/// **Paper**: El Emam 2013; Prasser et al. 2020.
///
/// **Cost**: one comparison a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleUniqueness {
    max: Fraction,
}

impl SampleUniqueness {
    /// The model with this limit.
    ///
    /// **Errors**: `max` is negative.
    pub fn new(max: Decimal) -> Result<Self> {
        Ok(Self { max: at_least_zero(NAME, "the largest share", max)? })
    }
}

/// The unique records and all.
fn totals(classes: &[ClassSize]) -> (u128, u128) {
    classes.iter().fold((0, 0), |(uniques, records), class| {
        (uniques + u128::from(class.records == 1), records + u128::from(class.records))
    })
}

impl ReleaseModel for SampleUniqueness {
    fn name(&self) -> &'static str {
        NAME
    }

    fn measure(&self, classes: &[ClassSize]) -> Interval {
        let (uniques, records) = totals(classes);
        quotient(uniques, records)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.max.to_f64())
    }

    fn holds(&self, classes: &[ClassSize]) -> bool {
        let (uniques, records) = totals(classes);
        self.max.covers(uniques, records)
    }

    /// Without one of the uniques, who come first, their share never rises; without all of them the model holds.
    fn excess(&self, ascending: &[ClassSize]) -> usize {
        let (mut uniques, mut records) = totals(ascending);
        for (gone, class) in ascending.iter().enumerate() {
            if self.max.covers(uniques, records) {
                return gone;
            }
            uniques -= u128::from(class.records == 1);
            records -= u128::from(class.records);
        }
        ascending.len()
    }

    /// The excess, which is of uniques. Who is unique here is unique in every finer release that publishes them, and such a
    /// release publishes no more others than there are here.
    fn least_lost(&self, ascending: &[ClassSize]) -> u64 {
        ascending[..self.excess(ascending)].iter().map(|class| class.records).sum()
    }

    /// Merging classes makes nobody unique and leaves the records.
    fn monotone(&self) -> bool {
        true
    }
}
