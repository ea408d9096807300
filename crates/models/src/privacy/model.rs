//! The shapes of privacy models.

use super::Class;
use lethe_num::Interval;
use std::fmt::Debug;

/// The limit a model sets and the side on which it holds; doubles for display, the decision is the model's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// The measured value must be at least this.
    AtLeast(f64),
    /// The measured value must be at most this.
    AtMost(f64),
    /// The measured value must be less than this.
    Below(f64),
    /// The measured value must lie between these, both included.
    Between(f64, f64),
}

/// What a class must have at least, whatever else the model asks. A class that lacks it fails, **and so does every part
/// of it**: searches skip whole regions by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Least {
    /// Records.
    pub size: u64,
    /// Distinct values of the model's sensitive column.
    pub distinct: usize,
    /// Records of the population.
    pub population: u64,
}

impl Default for Least {
    fn default() -> Self {
        Self { size: 1, distinct: 1, population: 0 }
    }
}

/// A model that each class satisfies by itself or not.
pub trait ClassModel: Send + Sync + Debug {
    /// The name users write.
    fn name(&self) -> &'static str;

    /// The name of the variant, for models that have several.
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// The slot of the sensitive column it looks at: its index in [`Class::histograms`].
    fn slot(&self) -> Option<usize> {
        None
    }

    /// Whether it looks at [`Class::population`].
    fn needs_population(&self) -> bool {
        false
    }

    /// Whether the class satisfies the model.
    ///
    /// **Guarantee**: `true` only when the exact values do.
    fn holds(&self, class: &Class<'_>) -> bool;

    /// What was measured: bounds that enclose the exact value which [`ClassModel::threshold`] limits.
    fn measure(&self, class: &Class<'_>) -> Interval;

    /// The limit.
    fn threshold(&self) -> Threshold;

    /// What a class needs at least, see [`Least`].
    fn least(&self) -> Least;

    /// Whether a class that has [`ClassModel::least`] satisfies the model.
    fn least_is_enough(&self) -> bool {
        false
    }

    /// Whether what is measured is the number of records in the class, which must be at least that of
    /// [`ClassModel::least`], and nothing else matters. Such a model can be judged by counting only.
    fn is_size(&self) -> bool {
        false
    }

    /// How many of the class's records no release can publish that splits it, at least.
    ///
    /// Those whom such a release publishes are a union of classes which satisfy the model. Searches give up whole regions
    /// by that, so it must never be too many.
    fn least_lost(&self, class: &Class<'_>) -> u64 {
        u64::from(self.monotone() && !self.holds(class))
    }

    /// Whether a class that is the union of classes which satisfy the model satisfies it, too.
    fn monotone(&self) -> bool;

    /// Whether the records that are not published, as one class, must satisfy the model as well.
    fn judges_unpublished(&self) -> bool {
        false
    }
}

/// The size of a class and of the part of the population that looks like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassSize {
    /// Records in the table.
    pub records: u64,
    /// Records of the population; 0 where none is known.
    pub population: u64,
}

/// A model that looks at the sizes of all classes together.
pub trait ReleaseModel: Send + Sync + Debug {
    /// The name users write.
    fn name(&self) -> &'static str;

    /// The name of the variant, for models that have several.
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// Whether it looks at [`ClassSize::population`].
    fn needs_population(&self) -> bool {
        false
    }

    /// Bounds that enclose the exact value which [`ReleaseModel::threshold`] limits.
    fn measure(&self, classes: &[ClassSize]) -> Interval;

    /// The limit.
    fn threshold(&self) -> Threshold;

    /// Whether classes of these sizes satisfy the model. No class at all always does.
    fn holds(&self, classes: &[ClassSize]) -> bool;

    /// How many of the classes must be suppressed, the first ones, so that the rest satisfies the model. Classes come
    /// in ascending order of risk reduction per person lost: ascending size.
    fn excess(&self, ascending: &[ClassSize]) -> usize;

    /// How many records no release can publish whose classes are parts of these, at least.
    fn least_lost(&self, _ascending: &[ClassSize]) -> u64 {
        0
    }

    /// Whether generalizing can only lower what is measured.
    fn monotone(&self) -> bool;
}
