//! What is asked of discovery.

use super::MinExposed;
use crate::Files;
use crate::request::forms::{self, as_text, as_time};
use lethe_discovery::qid::Nulls;
use lethe_io::{Location, ReadOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which columns of which table to combine, what counts as dangerous, and what else to show.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Discover {
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
    /// A record is exposed by a column set when fewer than `k` records are equal on it.
    #[serde(default = "forms::two")]
    pub k: u64,
    /// A column set is a quasi-identifier when it exposes at least so many records.
    #[serde(default, with = "as_text")]
    #[schemars(with = "String")]
    pub min_exposed: MinExposed,
    /// The largest sets to look at; all sizes when not given.
    #[serde(default)]
    pub max_size: Option<usize>,
    /// How a missing value compares with others.
    #[serde(default)]
    #[schemars(with = "String")]
    pub nulls: Nulls,
    /// The name of a search algorithm; see [`super::ALGORITHMS`].
    #[serde(default = "automatic")]
    pub algorithm: String,
    /// The cardinality from which a column identifies records by itself.
    #[serde(default = "forms::one")]
    pub standalone_threshold: f64,
    /// Whether such columns are searched all the same.
    #[serde(default)]
    pub keep_standalone: bool,
    /// When to stop and show what is proven. A tenth of the time is kept for what is reported besides the sets.
    #[serde(default, with = "as_time")]
    #[schemars(with = "Option<String>")]
    pub time_limit: Option<Duration>,
    /// What to show besides the sets.
    #[serde(flatten)]
    pub details: Details,
    /// Whether something that is found is an answer with no.
    #[serde(default)]
    pub fail_if_found: bool,
    /// Where the records at risk go, when they are requested.
    #[serde(default)]
    pub records: Option<RecordFile>,
}

/// What to show besides the sets; each item costs time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Details {
    /// The records each set exposes.
    pub coverage: bool,
    /// So many rows exposed by each set.
    #[serde(rename = "witness")]
    pub witnesses: usize,
    /// Coverage and witnesses of the first so many sets only; of all when not given.
    #[serde(rename = "top")]
    pub only_first: Option<usize>,
    /// The maximal safe sets.
    pub borders: bool,
    /// Constant, equal and dependent columns.
    #[serde(rename = "explain_dependencies")]
    pub dependencies: bool,
    /// The records exposed by the sets of each size, and by all.
    pub records_by_size: bool,
    /// The records that are no longer exposed when a column is dropped or more general: about two groupings a set.
    pub column_records: Effort,
}

/// How much work an answer may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// It is not wanted.
    #[default]
    None,
    /// About as much as a reader waits for.
    Little,
    /// As much as it takes.
    Any,
}

/// A file of the records at risk.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordFile {
    /// The file.
    #[serde(rename = "file")]
    pub output: Location,
    /// The largest minimal sets of a record to look for.
    #[serde(rename = "record_size", default = "three")]
    pub max_size: usize,
    /// The share of the population that the table holds.
    #[serde(default = "hundredth")]
    pub sampling_fraction: f64,
}

fn automatic() -> String {
    "auto".to_owned()
}

fn three() -> usize {
    3
}

fn hundredth() -> f64 {
    0.01
}

impl Discover {
    /// The files of the question, as far as the request names them.
    pub fn files(&self) -> Files {
        let records = self.records.as_ref().map(|records| &records.output);
        Files::default().reads_table("the table", &self.data).writes_table("`records`", records)
    }

    /// How long the search itself may take.
    pub(super) fn time_to_search(&self) -> Option<Duration> {
        let tells_more = self.details != Details::default() || self.records.is_some();
        self.time_limit.map(|limit| if tells_more { limit.saturating_sub(limit / 10) } else { limit })
    }

    /// The usual question about a table: all columns, `k = 2`, all sizes, nothing besides the sets.
    pub fn of(data: Location) -> Self {
        Self {
            data,
            read: ReadOptions::default(),
            columns: Vec::new(),
            exclude: Vec::new(),
            k: 2,
            min_exposed: MinExposed::default(),
            max_size: None,
            nulls: Nulls::Value,
            algorithm: automatic(),
            standalone_threshold: 1.0,
            keep_standalone: false,
            time_limit: None,
            details: Details::default(),
            fail_if_found: false,
            records: None,
        }
    }
}
