//! δ-disclosure privacy: every sensitive value is about as frequent in each class as in the table.

use super::entry::{Entry, Judged, Made};
use super::fraction::{Fraction, above_zero};
use super::{Class, ClassModel, Distribution, Least, Threshold};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational};
use lethe_recipe::POSITIVE;
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Written, number, text};

const NAME: &str = "delta-disclosure";
const ASKS: &str =
    "Every sensitive value's share in every class differs from the table's by a factor below e to the delta.";

/// δ-disclosure privacy in the registry.
pub(super) static ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[
            Key::COLUMN,
            Key::required(
                "delta",
                Kind::Number(POSITIVE),
                "the bound on the absolute logarithm of the ratio of the two probabilities",
            ),
        ],
        flag: Some(Flag {
            name: "delta-disclosure",
            value: "DELTA@COLUMN",
            help: "delta-disclosure privacy",
            example: "--delta-disclosure 0.5@COLUMN",
            read: |written| {
                let (delta, column) = written.split_once('@')?;
                Some(Written::new([("delta", number(delta)?), ("column", text(column))]))
            },
        }),
        ..ModelSpec::new(NAME, ASKS)
    },
    &[Judged::sensitive(ASKS)],
    |asked, site| {
        let (slot, reference) = site.sensitive()?;
        Ok(Made::class(DeltaDisclosure::new(slot, asked.number("delta")?, reference)?))
    },
);

/// For every value of the table with share `q` there and `p` in a class, `|ln(p / q)| < δ`. A value that a class lacks has
/// an infinite logarithm, so every class must have all values.
///
/// **Guarantee**: seeing the class changes the odds of every value by a factor below `e^δ`, up or down. The factor is
/// replaced by bounds on the safe side that are off by less than 10⁻¹² of it.
///
/// **Paper**: Brickell and Shmatikov 2008.
///
/// **Cost**: two products a value of the table and class.
#[derive(Clone, Debug)]
pub struct DeltaDisclosure {
    slot: usize,
    delta: Fraction,
    /// For each code the shares between which it must stay, bounds excluded.
    between: Vec<(Fraction, Fraction)>,
    reference: Distribution,
    least: Least,
}

impl DeltaDisclosure {
    /// The model for the sensitive column of a slot, whose distribution in the whole table is `reference`.
    ///
    /// **Errors**: `delta` is not above 0.
    pub fn new(slot: usize, delta: Decimal, reference: &Distribution) -> Result<Self> {
        let delta = above_zero(NAME, "delta", delta)?;
        let exponent = Interval::around(delta.exact());
        let up = Rational::try_from(exponent.exp().lo()).unwrap_or(Rational::ONE);
        let down = Rational::try_from((-exponent).exp().hi()).unwrap_or(Rational::ONE);
        let records = Rational::from(reference.records().max(1));
        let bounds = |&count: &u64| {
            let share = Rational::from(count) / &records;
            (Fraction::new(&down * &share), Fraction::new(&up * &share))
        };
        let between: Vec<_> = reference.counts().iter().map(bounds).collect();
        let distinct = reference.distinct();
        let least = Least { size: smallest_size(&between), distinct: distinct.max(1), population: 0 };
        Ok(Self { slot, delta, between, reference: reference.clone(), least })
    }
}

/// The rarest value must occur, so one person must be less than its largest share of the class.
fn smallest_size(between: &[(Fraction, Fraction)]) -> u64 {
    let rarest = between.iter().map(|(_, up)| up.exact()).filter(|up| !up.is_zero()).min();
    let Some(rarest) = rarest else { return 1 };
    let inverse = (Rational::ONE / rarest).floor();
    u64::try_from(inverse).unwrap_or(u64::MAX).saturating_add(1)
}

impl ClassModel for DeltaDisclosure {
    fn name(&self) -> &'static str {
        NAME
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let histogram = class.histograms[self.slot];
        let size = u128::from(class.size);
        // As many values as the table has and none that it lacks are all of them.
        histogram.len() >= self.least.distinct
            && histogram.iter().all(|&(code, count)| {
                let bounds = self.between.get(code as usize);
                bounds.is_some_and(|(down, up)| {
                    up.exceeds(count.into(), size) && !down.covers(count.into(), size)
                })
            })
    }

    /// The largest `|ln(p / q)|`, infinite when a value is missing or new.
    fn measure(&self, class: &Class<'_>) -> Interval {
        let histogram = class.histograms[self.slot];
        let counts = self.reference.counts();
        let known = |code: u32| counts.get(code as usize).copied().unwrap_or(0);
        if histogram.len() < self.reference.distinct() || histogram.iter().any(|&(code, _)| known(code) == 0)
        {
            return Interval::point(f64::INFINITY);
        }
        let mut largest = Interval::point(0.0);
        for &(code, count) in histogram {
            let here = Rational::from(count) / Rational::from(class.size.max(1));
            let there = Rational::from(known(code)) / Rational::from(self.reference.records());
            let factor = if here > there { here / there } else { there / here };
            let change = Interval::around(&factor).ln().unwrap_or(Interval::ALL);
            largest = Interval::enclosing(largest.lo().max(change.lo()), largest.hi().max(change.hi()));
        }
        largest
    }

    fn threshold(&self) -> Threshold {
        Threshold::Below(self.delta.to_f64())
    }

    fn least(&self) -> Least {
        self.least
    }

    /// The share of a value in a union lies between its shares in the classes.
    fn monotone(&self) -> bool {
        true
    }
}
