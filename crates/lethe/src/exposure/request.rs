//! What is asked about exposure.

use crate::Files;
use lethe_data::Decimal;
use lethe_exposure::aggregate::{Strength, Threshold};
use lethe_io::{Location, ReadOptions};
use std::path::PathBuf;
use std::str::FromStr;

/// Which columns of which table, and what to tell.
#[derive(Clone, Debug)]
pub struct Exposure {
    /// The table.
    pub data: Location,
    /// How to read it.
    pub read: ReadOptions,
    /// Only these columns; all when empty.
    pub columns: Vec<String>,
    /// Not these columns.
    pub exclude: Vec<String>,
    /// Columns whose values nobody should learn; rules about them are told first.
    pub sensitive: Vec<String>,
    /// Standard deviations from which on a record or column pair is told.
    pub theta: f64,
    /// How many values, records, column pairs and rules are told.
    pub top: usize,
    /// People with both values of a rule, at least.
    pub min_support: u64,
    /// The least share of those with one value who have the other, so that it is told as certain.
    pub certain: Decimal,
    /// A column pair exposes somebody when fewer than so many people have both values; what they have is not released.
    pub k: u64,
    /// Column sets to measure.
    pub sets: Vec<Vec<String>>,
    /// The most columns of a set that grows from candidates; such sets have at least three.
    pub max_size: usize,
    /// Whether candidates are held against what is true, for several thresholds.
    pub check: bool,
    /// Which nodes become one.
    pub aggregate: Aggregate,
    /// Whether values are told.
    pub show_values: bool,
    /// Where every edge goes.
    pub edges: Option<Location>,
    /// Where a map of the graph is drawn, as SVG.
    pub map: Option<PathBuf>,
    /// Where the measures of every record go.
    pub records: Option<Location>,
    /// Statistics that may be shown to others.
    pub release: Option<Release>,
}

impl Exposure {
    /// The files of the question.
    pub fn files(&self) -> Files {
        Files::default()
            .reads_table("the table", &self.data)
            .writes_table("`edges`", self.edges.as_ref())
            .writes_table("`records`", self.records.as_ref())
            .writes("`map`", self.map.as_deref())
            .writes_table("`release`", self.release.as_ref().map(|release| &release.file))
    }
}

/// Statistics that may be shown to others.
#[derive(Clone, Debug, PartialEq)]
pub struct Release {
    /// Where they go.
    pub file: Location,
    /// Only of these column pairs, which must not form a cycle; a choice of those that tell most when empty.
    pub pairs: Vec<Vec<String>>,
}

/// Which nodes of the graph become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aggregate {
    /// None.
    #[default]
    None,
    /// By the people they have in common.
    By(Strength),
    /// By their places in a map of the graph.
    Manifold,
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
