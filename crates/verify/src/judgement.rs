//! The verdict.

use lethe_models::privacy::Threshold;
use lethe_num::Interval;

/// Whether a table satisfies its models, and what each of them measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Whether every model holds.
    pub holds: bool,
    /// All records of the table.
    pub records: u64,
    /// The records that are `*` in every quasi-identifying column; 0 where these are a class like any other.
    pub suppressed: u64,
    /// Whether these records are nevertheless one class to some of the models.
    pub suppressed_judged: bool,
    /// The classes over all quasi-identifying columns, suppressed records apart.
    pub classes: usize,
    /// The records in the smallest class, a missing value being a value of its own; `None` without any class.
    pub smallest_class: Option<u64>,
    /// The fewest records that some record matches when a missing value may stand for any value.
    pub fewest_matches: Option<u64>,
    /// The models in the order of the requirements: those of classes, then those of the whole release.
    pub models: Vec<JudgedModel>,
}

/// What a model measured.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedModel {
    /// The name users write.
    pub name: &'static str,
    /// The name of the variant, for models that have several.
    pub variant: Option<&'static str>,
    /// The slot of the sensitive column it looks at.
    pub slot: Option<usize>,
    /// The limit it sets.
    pub required: Threshold,
    /// What was measured; `None` when there was nothing to measure.
    pub achieved: Option<Achieved>,
    /// Whether the model holds.
    pub holds: bool,
    /// The classes that do not satisfy it; 0 for models of the whole release.
    pub failing_classes: u64,
    /// The records in them. With several column choices, a person counts once for each choice that fails.
    pub failing_records: u64,
    /// Those of the failing classes that have no value to measure, all being suppressed: they are too small whatever the
    /// values are.
    pub failing_unmeasured: u64,
    /// The class that decides, where the model judges classes.
    pub worst: Option<WorstClass>,
}

/// Bounds on the least and on the largest exact value over all classes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Achieved {
    /// Encloses the least value.
    pub least: Interval,
    /// Encloses the largest value.
    pub largest: Interval,
}

impl Achieved {
    /// Bounds on the value that decides. For a range, those on the end that is worse.
    pub fn worst(&self, required: Threshold) -> Interval {
        let by_the_least = match required {
            Threshold::AtLeast(_) => true,
            Threshold::AtMost(_) | Threshold::Below(_) => false,
            Threshold::Between(min, max) => min - self.least.lo() > self.largest.hi() - max,
        };
        if by_the_least { self.least } else { self.largest }
    }
}

/// The class that decides about a model, described without a value of its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorstClass {
    /// Its records.
    pub records: u64,
    /// The records of the population who look like them, where one is known.
    pub population: Option<u64>,
    /// Its first row, counted from 0; `None` for records that are not published.
    pub first_row: Option<u32>,
    /// The columns it is a class of, by position.
    pub columns: Vec<usize>,
    /// Whether these are the records that are not published.
    pub unpublished: bool,
}
