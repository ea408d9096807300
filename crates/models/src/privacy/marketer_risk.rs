//! A limit on the mean risk of records that were drawn from a known population.

use super::fraction::{Fraction, share};
use super::{ClassSize, ReleaseModel, Threshold};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational, Verdict};
use std::collections::BTreeMap;

const NAME: &str = "marketer-risk";
/// Sums that intervals leave open are made exactly for at most so many different population sizes.
const EXACT_DENOMINATORS: usize = 4096;

/// The mean over all published records of `1 / population` of their class is at most a limit: with `f` records and a
/// population of `F` in each class, `Σ f / F ≤ max · Σ f`.
///
/// **Guarantee**: an attacker who matches all published records with the population re-identifies at most this share of
/// them, on average. Sums are enclosed by intervals and made exactly when those leave the comparison open, up to 4,096
/// different population sizes; beyond it counts as too risky.
///
/// **Paper**: El Emam 2013; Dankar and El Emam 2010.
///
/// **Cost**: one division a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketerRisk {
    max: Fraction,
}

impl MarketerRisk {
    /// The model with this limit.
    ///
    /// **Errors**: `max` is not above 0 and at most 1.
    pub fn new(max: Decimal) -> Result<Self> {
        Ok(Self { max: share(NAME, "the largest risk", max)? })
    }

    /// Whether the expected matches are few enough for so many records.
    fn decide(&self, matches: Interval, records: u64, classes: &[ClassSize]) -> bool {
        let allowed = Interval::around(self.max.exact()) * Interval::from_u64(records);
        match matches.at_most(allowed) {
            Verdict::True => true,
            Verdict::False => false,
            Verdict::Undecided => self.decide_exactly(classes),
        }
    }

    fn decide_exactly(&self, classes: &[ClassSize]) -> bool {
        let mut records_by_population = BTreeMap::new();
        for class in classes.iter().filter(|class| class.records > 0) {
            *records_by_population.entry(class.population).or_insert(0u128) += u128::from(class.records);
        }
        if records_by_population.contains_key(&0) || records_by_population.len() > EXACT_DENOMINATORS {
            return false;
        }
        let (mut matches, mut records) = (Rational::ZERO, Rational::ZERO);
        for (population, count) in records_by_population {
            matches += Rational::from(count) / Rational::from(population);
            records += Rational::from(count);
        }
        matches <= self.max.exact() * records
    }
}

/// The expected matches of one class; records without a population are matched without doubt.
fn matches(class: &ClassSize) -> Interval {
    if class.records == 0 {
        return Interval::point(0.0);
    }
    let found = Interval::from_u64(class.records).checked_div(Interval::from_u64(class.population));
    found.unwrap_or(Interval::point(f64::INFINITY))
}

fn totals(classes: &[ClassSize]) -> (Interval, u64) {
    classes.iter().fold((Interval::point(0.0), 0), |(sum, records), class| {
        (sum + matches(class), records + class.records)
    })
}

impl ReleaseModel for MarketerRisk {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_population(&self) -> bool {
        true
    }

    fn measure(&self, classes: &[ClassSize]) -> Interval {
        let (matches, records) = totals(classes);
        if records == 0 {
            return Interval::point(0.0);
        }
        matches.checked_div(Interval::from_u64(records)).unwrap_or(Interval::ALL)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.max.to_f64())
    }

    fn holds(&self, classes: &[ClassSize]) -> bool {
        let (matches, records) = totals(classes);
        records == 0 || self.decide(matches, records, classes)
    }

    /// Small classes need not be the risky ones, so every rest is asked, the largest first.
    fn excess(&self, ascending: &[ClassSize]) -> usize {
        let mut rests = vec![(Interval::point(0.0), 0)];
        for class in ascending.iter().rev() {
            let (sum, records) = rests[rests.len() - 1];
            rests.push((sum + matches(class), records + class.records));
        }
        let mut gone = 0..ascending.len();
        let holds = |gone: &usize| {
            let (matches, records) = rests[ascending.len() - gone];
            records == 0 || self.decide(matches, records, &ascending[*gone..])
        };
        gone.find(holds).unwrap_or(ascending.len())
    }

    /// `(f + f') / (F + F')` is at most the larger of `f / F` and `f' / F'`, which is at most their sum.
    fn monotone(&self) -> bool {
        true
    }
}
