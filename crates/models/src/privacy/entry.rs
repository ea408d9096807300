//! What a privacy model declares about itself: how it is written, made, weakened and judged.

use super::{ClassRequirement, Distribution, ReleaseModel};
use crate::{Error, Result};
use lethe_data::Decimal;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_recipe::model::{ModelSpec, Parameters};

/// A privacy model in the registry. It stands in the model's own file.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// How recipes and flags write it.
    pub spec: ModelSpec,
    /// How it is made.
    pub make: Make,
    /// What is judged, variants apart.
    pub judged: &'static [Judged],
    /// The same model asking a little less, with what is then asked; `None` where there is no smaller step to speak of.
    pub weaken: fn(&Parameters) -> Option<(String, Parameters)>,
    /// How sure an estimate must be, where the model is one.
    pub significance: fn(&Parameters) -> Option<Decimal>,
}

impl Entry {
    /// A model that is judged on a table.
    pub const fn new(spec: ModelSpec, judged: &'static [Judged], make: MakeJudged) -> Self {
        Self { spec, make: Make::Judged(make), judged, weaken: |_| None, significance: |_| None }
    }
}

/// Makes a model that is judged on a table.
pub type MakeJudged = fn(&Asked<'_>, &dyn Site) -> Result<Made>;

/// How a model is made.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// From its parameters and the table.
    Judged(MakeJudged),
    /// Not at all: it is a guarantee of how a release is made, which no table shows. What to show somebody who asks.
    Guarantee(&'static str),
}

/// A model that was made.
#[derive(Debug)]
pub enum Made {
    /// One that judges classes.
    Class(ClassRequirement),
    /// One that judges all class sizes together.
    Release(Box<dyn ReleaseModel>),
}

impl Made {
    /// A model of the classes over all quasi-identifying columns.
    pub fn class(model: impl super::ClassModel + 'static) -> Self {
        Self::Class(ClassRequirement::quasi(model))
    }

    /// A model of all class sizes together.
    pub fn release(model: impl ReleaseModel + 'static) -> Self {
        Self::Release(Box::new(model))
    }
}

/// The parameters that a model is requested with.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The model's name.
    pub model: &'static str,
    /// The parameters.
    pub parameters: &'a Parameters,
}

impl Asked<'_> {
    /// A whole number that the model needs.
    ///
    /// **Errors**: it is not there.
    pub fn whole(&self, key: &str) -> Result<u64> {
        self.needed(key, self.parameters.whole(key))
    }

    /// A number that the model needs.
    ///
    /// **Errors**: it is not there.
    pub fn number(&self, key: &str) -> Result<Decimal> {
        self.needed(key, self.parameters.number(key))
    }

    fn needed<T>(&self, key: &str, value: Option<T>) -> Result<T> {
        let problem = || Error::Parameter { model: self.model, problem: format!("needs the key '{key}'") };
        value.ok_or_else(problem)
    }
}

/// The table that a model is made for.
pub trait Site {
    /// The records in it.
    fn records(&self) -> u64;

    /// The slot of the model's sensitive column, and the distribution that classes are held against.
    ///
    /// **Errors**: the model names no such column.
    fn sensitive(&self) -> Result<(usize, &Distribution)>;

    /// The codes of values of the sensitive column, ascending. Where the key that lists them is given, all must occur.
    ///
    /// **Errors**: a value that must occur does not.
    fn codes(&self, texts: &[String], key: Option<&'static str>) -> Result<Vec<u32>>;

    /// Every code of the sensitive column in the order of its values, where that is not the order of the codes.
    ///
    /// **Errors**: the values have no order.
    fn order(&self) -> Result<Option<Vec<u32>>>;

    /// The hierarchy of the sensitive column.
    ///
    /// **Errors**: it has none, or one that lacks values.
    fn hierarchy(&self) -> Result<BoundHierarchy>;

    /// Refuses quasi-identifying columns of sets, whose items are parts of a cell.
    ///
    /// **Errors**: there is one.
    fn refuse_sets(&self) -> Result<()>;
}

/// Something that the verifier judges: a model, or a variant of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The name of the model that judges, where it is not the one that users write.
    pub model: Option<&'static str>,
    /// The name of the variant, for models that have several.
    pub variant: Option<&'static str>,
    /// What it asks for, in one sentence.
    pub asks: &'static str,
    /// Whether a release that satisfies it still does when it is generalized further, nothing suppressed.
    pub monotone: bool,
    /// Whether it looks at a sensitive column.
    pub sensitive: bool,
    /// Whether it looks at a population.
    pub population: bool,
    /// What is judged.
    pub judges: Judges,
}

/// What a model judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judges {
    /// Each class over all quasi-identifying columns.
    Classes,
    /// Each class over every choice of so many quasi-identifying columns.
    KnownColumns,
    /// All classes together.
    Release,
}

impl Judged {
    /// A monotone model of classes by their sizes.
    pub const fn class(asks: &'static str) -> Self {
        Self {
            model: None,
            variant: None,
            asks,
            monotone: true,
            sensitive: false,
            population: false,
            judges: Judges::Classes,
        }
    }

    /// A monotone model of classes by a sensitive column.
    pub const fn sensitive(asks: &'static str) -> Self {
        Self { sensitive: true, ..Self::class(asks) }
    }

    /// A monotone model of all classes together.
    pub const fn release(asks: &'static str) -> Self {
        Self { judges: Judges::Release, ..Self::class(asks) }
    }

    /// The same as a variant.
    #[must_use]
    pub const fn variant(self, name: &'static str) -> Self {
        Self { variant: Some(name), ..self }
    }
}
