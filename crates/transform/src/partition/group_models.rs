//! Whether units together are enough of a crowd.

use super::Units;
use crate::add_up::add_up;
use crate::{Error, Result};
use lethe_models::privacy::{Class, Histogram, Requirements, Scope};

/// The models that every group must satisfy.
#[derive(Clone, Copy, Debug)]
pub struct GroupModels<'a> {
    requirements: &'a Requirements,
    least: u64,
    size_is_enough: bool,
}

impl<'a> GroupModels<'a> {
    /// Looks at what the models demand.
    ///
    /// **Errors**: a model looks at more than single classes, at a population, or is not monotone: groups that show the
    /// same labels become one class, which it must stand.
    pub fn new(requirements: &'a Requirements, method: &str) -> Result<Self> {
        let fail = |what: &str| Err(Error::Problem(format!("the method '{method}' {what}")));
        let of_columns = requirements.classes.iter().any(|other| other.scope != Scope::Quasi);
        if !requirements.release.is_empty() || of_columns {
            return fail("cannot satisfy models that look at more than single classes");
        }
        if requirements.need_population() {
            return fail("cannot satisfy models that look at a population");
        }
        if !requirements.monotone() {
            return fail("needs models that hold for the union of classes for which they hold");
        }
        let size_is_enough =
            requirements.over_quasi().all(|model| model.least_is_enough() && model.slot().is_none());
        Ok(Self { requirements, least: requirements.least_size(), size_is_enough })
    }

    /// The records that every group needs at least.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// Whether so many records are enough, whoever they are.
    pub fn size_is_enough(&self) -> bool {
        self.size_is_enough
    }

    /// Whether these units together satisfy every model.
    pub fn holds(&self, units: &Units, members: &[u32]) -> bool {
        let records: u64 = members.iter().map(|&unit| units.records(unit)).sum();
        records >= self.least && (self.size_is_enough || self.holds_in(units, members, records))
    }

    fn holds_in(&self, units: &Units, members: &[u32], records: u64) -> bool {
        let slots = 0..units.sensitive().len();
        let histograms: Vec<_> = slots.map(|slot| histogram(units, members, slot)).collect();
        self.holds_with(records, &histograms)
    }

    /// Whether records with these sensitive values, by slot, satisfy every model; see [`Histogram`].
    pub fn holds_with(&self, records: u64, histograms: &[Vec<(u32, u64)>]) -> bool {
        let histograms: Vec<Histogram<'_>> = histograms.iter().map(Vec::as_slice).collect();
        self.requirements.hold_in(&Class { size: records, population: 0, histograms: &histograms })
    }
}

fn histogram(units: &Units, members: &[u32], slot: usize) -> Vec<(u32, u64)> {
    let values = &units.sensitive()[slot];
    let entries = || members.iter().flat_map(|&unit| values.of(unit).iter().copied());
    if members.len() > values.domain {
        let mut records = vec![0; values.domain];
        entries().for_each(|(code, count)| records[code as usize] += count);
        let codes = records.into_iter().enumerate().filter(|(_, records)| *records > 0);
        return codes.map(|(code, records)| (code as u32, records)).collect();
    }
    let mut entries: Vec<(u32, u64)> = entries().collect();
    add_up(&mut entries);
    entries
}
