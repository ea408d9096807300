//! All measures in one list.

use super::{
    Aggregate, Domain, Measure, ambiguity, classification, discernibility, entropy, group_size,
    kl_divergence, loss, ncp, precision, squared_error, total,
};
use crate::{Error, Result};
use lethe_data::Decimal;
use lethe_recipe::Word;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Every quality measure, in the order in which messages list them; the first is the usual one.
pub static MEASURES: &[&MeasureEntry] = &[
    &loss::ENTRY,
    &precision::ENTRY,
    &discernibility::ENTRY,
    &group_size::ENTRY,
    &entropy::ENTRY,
    &ncp::ENTRY,
    &total::ENTRY,
    &classification::ENTRY,
    &discernibility::MONOTONE_ENTRY,
    &entropy::MONOTONE_ENTRY,
    &ambiguity::ENTRY,
    &kl_divergence::ENTRY,
    &squared_error::ENTRY,
];

/// A quality measure in the registry. It stands in the measure's own file.
#[derive(Debug)]
pub struct MeasureEntry {
    /// The name users write.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub summary: &'static str,
    /// Whether it needs [`Subject::label`].
    pub needs_label: bool,
    /// Whether it needs [`Subject::combinations`].
    pub needs_combinations: bool,
    /// Whether it knows [`Subject::gs_factor`].
    pub weighs_suppression: bool,
    /// Makes it.
    pub make: fn(&Subject<'_>) -> Result<Box<dyn Measure>>,
}

impl MeasureEntry {
    /// A measure that needs the columns only.
    pub(super) const fn new(
        name: &'static str,
        summary: &'static str,
        make: fn(&Subject<'_>) -> Result<Box<dyn Measure>>,
    ) -> Self {
        let (needs_label, needs_combinations, weighs_suppression) = (false, false, false);
        Self { name, summary, needs_label, needs_combinations, weighs_suppression, make }
    }
}

/// The measure that a search makes small, as a recipe or a flag names it.
#[derive(Clone, Copy)]
pub struct QualityMeasure(&'static MeasureEntry);

impl QualityMeasure {
    /// The name users write.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What the measure is and needs.
    pub fn entry(self) -> &'static MeasureEntry {
        self.0
    }
}

/// The name only: entries have addresses of functions, which differ from run to run.
impl fmt::Debug for QualityMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("QualityMeasure").field(&self.name()).finish()
    }
}

impl Default for QualityMeasure {
    fn default() -> Self {
        Self(MEASURES[0])
    }
}

impl PartialEq for QualityMeasure {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for QualityMeasure {}

impl Word for QualityMeasure {
    const KIND: &'static str = "quality";

    fn all() -> Vec<Self> {
        MEASURES.iter().map(|entry| Self(entry)).collect()
    }

    fn word(self) -> &'static str {
        self.name()
    }
}

impl FromStr for QualityMeasure {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::from_word(text)
    }
}

impl fmt::Display for QualityMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for QualityMeasure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What a measure is made from.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The quasi-identifying columns.
    pub domains: &'a [Domain],
    /// How the losses of columns become one.
    pub aggregate: Aggregate,
    /// The position in the table of the column to be predicted, which `classification` needs.
    pub label: Option<usize>,
    /// What suppression counts against generalization, for `loss`; both as they are when not given.
    pub gs_factor: Option<Decimal>,
    /// The records of each original combination of quasi-identifying values, in any order, which `kl-divergence` needs.
    pub combinations: Option<&'a [u64]>,
}

/// The measure of this name.
///
/// **Errors**: there is none of this name, it needs what the subject does not have, or weights are negative, infinite
/// or all 0.
pub fn measure(name: &str, subject: &Subject<'_>) -> Result<Box<dyn Measure>> {
    check_weights(subject.domains)?;
    let entry = MEASURES.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<&str> = MEASURES.iter().map(|entry| entry.name).collect();
        problem("quality", format!("no measure is called so; there are {}", names.join(", ")))
    })?;
    if subject.gs_factor.is_some() && !entry.weighs_suppression {
        let able = MEASURES.iter().filter(|entry| entry.weighs_suppression).map(|entry| entry.name);
        let able = able.collect::<Vec<_>>().join(", ");
        return Err(problem("quality", format!("`gs_factor` weighs suppression in {able}, not in {name}")));
    }
    (entry.make)(subject)
}

fn check_weights(domains: &[Domain]) -> Result<()> {
    if domains.iter().any(|domain| !(domain.weight.is_finite() && domain.weight >= 0.0)) {
        return Err(problem("quality", "weights of columns must be 0 or more"));
    }
    if !domains.is_empty() && domains.iter().all(|domain| domain.weight <= 0.0) {
        return Err(problem("quality", "at least one column must have a weight above 0"));
    }
    Ok(())
}

pub(super) fn problem(model: &'static str, problem: impl Into<String>) -> Error {
    Error::Parameter { model, problem: problem.into() }
}
