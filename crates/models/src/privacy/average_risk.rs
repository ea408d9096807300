//! A limit on the mean risk that a record is re-identified.

use super::entry::{Entry, Judged, Made};
use super::fraction::{Fraction, quotient, share};
use super::{ClassSize, ReleaseModel, Threshold};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::Interval;
use lethe_recipe::PART;
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Written, number};

const NAME: &str = "average-risk";
const ASKS: &str = "The mean risk of all records, classes / records, is at most a limit.";

/// The average risk in the registry.
pub(super) static ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[Key::required("max", Kind::Number(PART), "the largest mean risk")],
        flag: Some(Flag {
            name: "average-risk",
            value: "MAX",
            help: "The largest mean risk of re-identification",
            example: "--average-risk 0.05",
            read: |written| Some(Written::new([("max", number(written)?)])),
        }),
        ..ModelSpec::new(NAME, ASKS)
    },
    &[Judged::release(ASKS)],
    |asked, _| Ok(Made::release(AverageRisk::new(asked.number("max")?)?)),
);

/// The mean over all published records of `1 / size` of their class, which is the number of classes divided by the number of
/// records, is at most a limit.
///
/// **Guarantee**: an attacker who matches all published records with records re-identifies at most this share of them, on
/// average. Single classes may be as small as one.
///
/// **Paper**: El Emam 2013 (marketer risk of a table that is its own population); Prasser et al. 2020.
///
/// **Cost**: one addition a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AverageRisk {
    max: Fraction,
}

impl AverageRisk {
    /// The model with this limit.
    ///
    /// **Errors**: `max` is not above 0 and at most 1.
    pub fn new(max: Decimal) -> Result<Self> {
        Ok(Self { max: share(NAME, "the largest risk", max)? })
    }
}

fn totals(classes: &[ClassSize]) -> (u128, u128) {
    let published = classes.iter().filter(|class| class.records > 0);
    published.fold((0, 0), |(classes, records), class| (classes + 1, records + u128::from(class.records)))
}

impl ReleaseModel for AverageRisk {
    fn name(&self) -> &'static str {
        NAME
    }

    fn measure(&self, classes: &[ClassSize]) -> Interval {
        let (classes, records) = totals(classes);
        quotient(classes, records)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.max.to_f64())
    }

    fn holds(&self, classes: &[ClassSize]) -> bool {
        let (classes, records) = totals(classes);
        self.max.covers(classes, records)
    }

    /// Without the smallest class the mean size never falls, so the first rest that holds is the largest.
    fn excess(&self, ascending: &[ClassSize]) -> usize {
        let (mut classes, mut records) = totals(ascending);
        for (gone, class) in ascending.iter().enumerate() {
            if self.max.covers(classes, records) {
                return gone;
            }
            classes -= u128::from(class.records > 0);
            records -= u128::from(class.records);
        }
        ascending.len()
    }

    /// The records in the excess. No choice of classes loses fewer: `j` of them take away the most of what is too much when
    /// they are the `j` smallest. And no finer release does: the classes here of the records that it publishes are no more
    /// than its own, and hold at least these records.
    fn least_lost(&self, ascending: &[ClassSize]) -> u64 {
        ascending[..self.excess(ascending)].iter().map(|class| class.records).sum()
    }

    /// Merging classes leaves the records and fewer classes.
    fn monotone(&self) -> bool {
        true
    }
}
