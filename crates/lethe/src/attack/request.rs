//! What is asked of an attack.

use super::SuppressedReading;
use crate::request::forms::as_optional_text;
use crate::{Error, Files, Result};
use lethe_io::serial::as_map;
use lethe_io::{Location, ReadOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A release, and what somebody knows about records in it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Attack {
    /// The released table, or a folder of compartments.
    pub released: String,
    /// What is known: one row a person, columns named as in the release.
    pub known: Location,
    /// How to read the files; types are those of the known values, as released ones may be of any.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// A recipe with hierarchies, types, sensitive columns and k.
    #[serde(default)]
    pub recipe: Option<PathBuf>,
    /// Hierarchy files of columns; they come before those of the recipe.
    #[serde(rename = "hierarchy", default, with = "as_map")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub hierarchies: Vec<(String, String)>,
    /// The columns that are known; when empty, all that are in both files and neither sensitive nor identifying.
    #[serde(default)]
    pub columns: Vec<String>,
    /// The columns that are to be learned; those of the recipe when empty.
    #[serde(default)]
    pub sensitive: Vec<String>,
    /// The column in both files that says who is who; never compared.
    #[serde(default)]
    pub truth: Option<String>,
    /// Records with fewer than so many candidates are narrowed down; the recipe's k, or 2, when not given.
    #[serde(default)]
    pub k: Option<u64>,
    /// Attack with random parts of what is known: so many columns a person.
    #[serde(default, with = "as_optional_text")]
    #[schemars(with = "Option<String>")]
    pub knowledge: Option<KnowledgeRange>,
    /// How often parts are drawn for each person and number of columns.
    #[serde(default = "once")]
    pub draws: u64,
    /// Whether sensitive values that are disclosed are no answer with no.
    #[serde(default)]
    pub ignore_disclosure: bool,
    /// How suppressed records are read; when not given, by the rule unless the recipe samples records.
    #[serde(default)]
    pub reading: Option<SuppressedReading>,
    /// How far known values may be from the true ones, by column: a difference of numbers, days, or edits of a text.
    #[serde(default, with = "as_map")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub tolerance: Vec<(String, String)>,
    /// The confidences at which inferred sensitive values are counted.
    #[serde(default = "usual_confidences")]
    pub confidence: Vec<f64>,
    /// Records that are known not to be in the release: how many of them seem to be?
    #[serde(default)]
    pub absent: Option<Location>,
    /// The table before it was anonymized, attacked in the same way for comparison.
    #[serde(default)]
    pub original: Option<Location>,
}

impl Attack {
    /// The usual question: all that is known against all that is shown.
    pub fn of(released: impl Into<String>, known: Location) -> Self {
        Self {
            released: released.into(),
            known,
            read: ReadOptions::default(),
            recipe: None,
            hierarchies: Vec::new(),
            columns: Vec::new(),
            sensitive: Vec::new(),
            truth: None,
            k: None,
            knowledge: None,
            draws: 1,
            ignore_disclosure: false,
            reading: None,
            tolerance: Vec::new(),
            confidence: usual_confidences(),
            absent: None,
            original: None,
        }
    }

    /// The files that are read.
    pub fn files(&self) -> Files {
        let read = Files::default()
            .reads_any("the release", &self.released)
            .reads_table("what is known", &self.known)
            .reads_recipe(self.recipe.as_deref());
        let read =
            self.absent.iter().fold(read, |all, table| all.reads_table("records not in the release", table));
        let read = self.original.iter().fold(read, |all, table| all.reads_table("the original", table));
        let hierarchies = self.hierarchies.iter().map(|(_, file)| Path::new(file));
        hierarchies.fold(read, |all, file| all.reads("a hierarchy", file))
    }

    pub(super) fn check(&self, k: u64) -> Result<()> {
        let twice = |names: &[String]| {
            let mut sorted: Vec<&String> = names.iter().collect();
            sorted.sort_unstable();
            sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
        };
        let problem = if k < 2 {
            format!("k must be at least 2, not {k}")
        } else if self.draws == 0 {
            "`draws` must be at least 1".to_owned()
        } else if let Some(name) = twice(&self.columns).or_else(|| twice(&self.sensitive)) {
            format!("column '{name}' is named twice")
        } else if let Some(name) = self.columns.iter().find(|name| self.sensitive.contains(name)) {
            format!("column '{name}' cannot be both known and learned")
        } else if let Some(name) =
            self.truth.as_ref().filter(|name| self.columns.contains(name) || self.sensitive.contains(name))
        {
            format!("column '{name}' says who is who and is neither known nor learned")
        } else if let Some(wrong) = self.confidence.iter().find(|share| !(**share > 0.0 && **share <= 1.0)) {
            format!("`confidence` is a share above 0 and at most 1, not {wrong}")
        } else if let Some(name) =
            twice(&self.tolerance.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())
        {
            format!("`tolerance` names column '{name}' twice")
        } else {
            return Ok(());
        };
        Err(Error::Request(problem))
    }
}

/// Numbers of columns that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnowledgeRange {
    first: usize,
    last: usize,
}

impl KnowledgeRange {
    /// 1, 2 and so on up to so many columns.
    pub(crate) fn up_to(last: usize) -> Self {
        Self { first: 1, last: last.max(1) }
    }

    pub(super) fn sizes(self) -> std::ops::RangeInclusive<usize> {
        self.first..=self.last
    }
}

/// The most columns that can be requested.
const MOST: usize = 10_000;

fn usual_confidences() -> Vec<f64> {
    vec![0.5, 0.8, 0.95]
}

fn once() -> u64 {
    1
}

impl std::fmt::Display for KnowledgeRange {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{}..{}", self.first, self.last)
    }
}

impl std::str::FromStr for KnowledgeRange {
    type Err = String;

    /// Reads `3`, or `1..6` with both ends.
    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.trim().parse().ok().filter(|number| (1..=MOST).contains(number));
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err("write a number of columns such as 3, or a range such as 1..6".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends() {
        let sizes = |text: &str| text.parse::<KnowledgeRange>().map(KnowledgeRange::sizes);
        assert_eq!(sizes("3"), Ok(3..=3));
        assert_eq!(sizes("1..6"), Ok(1..=6));
        for no in ["0", "6..1", "..", "a", "1..", "1..100000", ""] {
            assert!(sizes(no).is_err(), "{no}");
        }
    }
}
