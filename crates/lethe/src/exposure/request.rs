//! What is asked about exposure.

use crate::Files;
use crate::request::forms::{self, as_decimal, as_text};
use lethe_data::Decimal;
use lethe_exposure::aggregate::{Strength, Threshold};
use lethe_io::{Document, Location, ReadOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which columns of which table, and what to show.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Exposure {
    /// The table.
    pub data: Location,
    /// How to read it.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// Only these columns; all when empty.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Not these columns.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Columns whose values nobody should learn; rules about them are reported first.
    #[serde(default)]
    pub sensitive: Vec<String>,
    /// Standard deviations from which on a record or column pair is reported.
    #[serde(default = "usual::theta")]
    pub theta: f64,
    /// How many values, records, column pairs and rules are reported.
    #[serde(default = "usual::top")]
    pub top: usize,
    /// Records with both values of a rule, at least.
    #[serde(default = "usual::min_support")]
    pub min_support: u64,
    /// The least share of those with one value who have the other, so that it is reported as certain.
    #[serde(default = "usual::certain", with = "as_decimal")]
    #[schemars(with = "String")]
    pub certain: Decimal,
    /// A column pair exposes somebody when fewer than so many records have both values; what they have is not released.
    #[serde(default = "forms::two")]
    pub k: u64,
    /// Column sets to measure.
    #[serde(default)]
    pub sets: Vec<Vec<String>>,
    /// The most columns of a set that grows from candidates; such sets have at least three.
    #[serde(default = "usual::max_size")]
    pub max_size: usize,
    /// Whether candidates are held against what is true, for several thresholds.
    #[serde(default)]
    pub check: bool,
    /// Which nodes become one.
    #[serde(default, with = "as_text")]
    #[schemars(with = "String")]
    pub aggregate: Aggregate,
    /// Whether values are reported.
    #[serde(default)]
    pub show_values: bool,
    /// Where every edge goes.
    #[serde(default)]
    pub edges: Option<Location>,
    /// Where a map of the graph is drawn, as SVG.
    #[serde(default)]
    pub map: Option<Document>,
    /// Where the measures of every record go.
    #[serde(default)]
    pub records: Option<Location>,
    /// Statistics that may be shown to others.
    #[serde(default)]
    pub release: Option<Release>,
}

impl Exposure {
    /// The files of the question.
    pub fn files(&self) -> Files {
        Files::default()
            .reads_table("the table", &self.data)
            .writes_table("`edges`", self.edges.as_ref())
            .writes_table("`records`", self.records.as_ref())
            .writes("`map`", self.map.as_ref().and_then(Document::path))
            .writes_table("`release`", self.release.as_ref().map(|release| &release.file))
    }
}

/// Statistics that may be shown to others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Release {
    /// Where they go.
    pub file: Location,
    /// Only of these column pairs, which must not form a cycle; a choice of those that show most when empty.
    #[serde(default)]
    pub pairs: Vec<Vec<String>>,
}

/// Which nodes of the graph become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aggregate {
    /// None.
    #[default]
    None,
    /// By the records they have in common.
    By(Strength),
    /// By their places in a map of the graph.
    Manifold,
}

/// What is used where a request says nothing.
mod usual {
    use lethe_data::Decimal;

    pub(super) fn theta() -> f64 {
        2.0
    }

    pub(super) fn top() -> usize {
        10
    }

    pub(super) fn min_support() -> u64 {
        5
    }

    pub(super) fn certain() -> Decimal {
        Decimal::from(1)
    }

    pub(super) fn max_size() -> usize {
        3
    }
}

impl fmt::Display for Aggregate {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => to.write_str("none"),
            Self::By(Strength::Exact) => to.write_str("exact"),
            Self::By(Strength::Implied) => to.write_str("implied"),
            Self::By(Strength::Threshold(threshold)) => write!(to, "threshold:{threshold}"),
            Self::Manifold => to.write_str("manifold"),
        }
    }
}

impl FromStr for Aggregate {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "none" => Ok(Self::None),
            None if text == "exact" => Ok(Self::By(Strength::Exact)),
            None if text == "implied" => Ok(Self::By(Strength::Implied)),
            None if text == "manifold" => Ok(Self::Manifold),
            Some(("threshold", share)) => {
                let threshold =
                    Threshold::parse(share).ok_or("write a share above 0, such as threshold:0.95")?;
                Ok(Self::By(Strength::Threshold(threshold)))
            }
            _ => Err("write none, exact, implied, threshold:0.95 or manifold"),
        }
    }
}
