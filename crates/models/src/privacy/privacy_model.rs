//! A privacy model that somebody asks for.

use super::entry::{Asked, Entry, Made, Make, Site};
use super::registry::MODELS;
use crate::{Error, Result};
use lethe_data::Decimal;
use lethe_recipe::model::{self, ModelFamily, ModelSpec, Parameters};
use serde::{Serialize, Serializer};
use std::fmt;

/// A privacy model of the registry with its parameters, as a recipe or a flag asks for it.
#[derive(Clone)]
pub struct PrivacyModel {
    entry: &'static Entry,
    parameters: Parameters,
}

impl PrivacyModel {
    /// A model with parameters that obey its keys.
    pub(super) fn new(entry: &'static Entry, parameters: Parameters) -> Self {
        Self { entry, parameters }
    }

    /// The name users write.
    pub fn name(&self) -> &'static str {
        self.entry.spec.name
    }

    /// The sensitive column that the model protects, for models that protect one.
    pub fn column(&self) -> Option<&str> {
        ModelFamily::column(self)
    }

    /// Its parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Whether it is this one of the registry.
    pub(super) fn is(&self, entry: &Entry) -> bool {
        self.name() == entry.spec.name
    }

    /// Whether it is a guarantee of how a release is made, which no table shows.
    pub fn is_guarantee(&self) -> bool {
        matches!(self.entry.make, Make::Guarantee(_))
    }

    /// Makes the model for a table.
    ///
    /// **Errors**: no class of the table could satisfy it, the table lacks what it needs, or no table shows it.
    pub fn make(&self, site: &dyn Site) -> Result<Made> {
        match self.entry.make {
            Make::Judged(make) => make(&Asked { model: self.name(), parameters: &self.parameters }, site),
            Make::Guarantee(problem) => Err(Error::Unjudged(problem)),
        }
    }

    /// The same model asking a little less, with what is then asked.
    pub fn weakened(&self) -> Option<(String, Self)> {
        let (asks, parameters) = (self.entry.weaken)(&self.parameters)?;
        Some((asks, Self { entry: self.entry, parameters }))
    }

    /// How sure an estimate of the population must be where the model is one: the chance that a class stands for no
    /// more records than is asked although its size in the sample suggests so.
    pub fn significance(&self) -> Option<Decimal> {
        (self.entry.significance)(&self.parameters)
    }

    /// The file with the population that the model names.
    pub fn population_file(&self) -> Option<&str> {
        self.parameters.population_file()
    }

    /// Looks for the population in another file.
    pub fn set_population_file(&mut self, file: String) {
        self.parameters.set_population_file(file);
    }
}

/// Name and parameters: what is declared of a model has addresses of functions, which differ from run to run.
impl fmt::Debug for PrivacyModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.name()).field(&self.parameters).finish()
    }
}

impl PartialEq for PrivacyModel {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.parameters == other.parameters
    }
}

impl ModelFamily for PrivacyModel {
    fn specs() -> Vec<&'static ModelSpec> {
        MODELS.iter().map(|entry| &entry.spec).collect()
    }

    fn from_parts(spec: &'static ModelSpec, parameters: Parameters) -> Self {
        let entry = MODELS.iter().find(|entry| entry.spec.name == spec.name);
        // Every declaration comes from the registry; k-anonymity is there.
        Self { entry: entry.unwrap_or(&MODELS[0]), parameters }
    }

    fn spec(&self) -> &'static ModelSpec {
        &self.entry.spec
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

/// As a recipe has it.
impl Serialize for PrivacyModel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        model::write(self, serializer)
    }
}
