//! How suppressed records are read.

use super::inference::Learning;
use super::score::{Counts, Score};
use crate::recipe_file::{MethodName, PrivacyModel, Recipe};
use lethe_attack::{Findings, ReadingFindings};
use lethe_data::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose candidate a suppressed record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SuppressedReading {
    /// Everybody's.
    Any,
    /// By the rule that equal records are suppressed together, only of those whose class is not published.
    Rule,
}

impl std::str::FromStr for SuppressedReading {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "any" => Ok(Self::Any),
            "rule" => Ok(Self::Rule),
            _ => Err("write any or rule".to_owned()),
        }
    }
}

/// Whether equal records may be published and suppressed beside each other: where records are sampled at random.
pub(super) fn is_sampled(recipe: &Recipe) -> bool {
    recipe.search.method.name() == MethodName::Safepub
        || recipe.privacy.iter().any(PrivacyModel::is_guarantee)
}

/// The quasi-identifiers of a recipe, if it has any.
pub(super) fn quasi_of(recipe: &Recipe) -> Option<Vec<String>> {
    let quasi = recipe.columns.iter().filter(|(_, column)| column.role == Some(Role::Quasi));
    let quasi: Vec<String> = quasi.map(|(name, _)| name.clone()).collect();
    (!quasi.is_empty()).then_some(quasi)
}

/// The same by each reading.
#[derive(Clone)]
pub(super) struct ByReading<T> {
    pub(super) any: T,
    /// `None` where it is the same.
    pub(super) rule: Option<T>,
}

impl<T> ByReading<T> {
    pub(super) fn of(&self, reading: SuppressedReading) -> &T {
        match reading {
            SuppressedReading::Any => &self.any,
            SuppressedReading::Rule => self.rule.as_ref().unwrap_or(&self.any),
        }
    }
}

impl ByReading<Score> {
    pub(super) fn new(records: usize, sensitive: &[String], differ: bool) -> Self {
        let new = || Score::new(records, sensitive);
        Self { any: new(), rule: differ.then(new) }
    }

    pub(super) fn add(&mut self, found: &Findings, learning: &Learning<'_>) {
        self.any.add(&found.any, learning);
        if let Some(rule) = &mut self.rule {
            let found: &ReadingFindings = found.rule.as_ref().unwrap_or(&found.any);
            rule.add(found, learning);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.any.merge(&other.any);
        if let Some(rule) = &mut self.rule {
            rule.merge(other.of(SuppressedReading::Rule));
        }
    }

    pub(super) fn counts(&self, k: u64) -> ByReading<Counts> {
        ByReading { any: self.any.counts(k), rule: self.rule.as_ref().map(|rule| rule.counts(k)) }
    }
}
