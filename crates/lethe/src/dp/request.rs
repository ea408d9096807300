//! What is asked, and for how much.

use crate::Files;
use crate::request::forms::{as_optional_rational, as_rational, as_text};
use lethe_dp::ledger::Neighbours;
use lethe_dp::{Budget, Epsilon};
use lethe_io::{Location, ReadOptions};
use lethe_num::Rational;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A question about a table and what its answer may cost.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Release {
    /// The table.
    pub data: Location,
    /// How to read it; types of columns are not looked at.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// The question.
    #[serde(flatten)]
    pub query: Query,
    /// What the answer may cost.
    #[serde(flatten, with = "WrittenBudget")]
    #[schemars(with = "WrittenBudget")]
    pub budget: Budget,
    /// The ledger that pays.
    #[serde(default)]
    pub ledger: Option<PathBuf>,
    /// What the ledger notes; without it, the question.
    #[serde(default)]
    pub label: Option<String>,
    /// A seed for tests: the answer is then not private, and says so.
    #[serde(default)]
    pub insecure_seed: Option<u64>,
}

impl Release {
    /// The files of the question; the ledger is changed.
    pub fn files(&self) -> Files {
        Files::default().reads_table("the table", &self.data).changes("the ledger", self.ledger.as_deref())
    }
}

/// A budget as it is written down.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Budget")]
pub(super) struct WrittenBudget {
    /// The budget, such as `1` or `ln(2)`.
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    epsilon: Epsilon,
    /// The chance with which it may be exceeded.
    #[serde(default, with = "as_rational")]
    #[schemars(with = "String")]
    delta: Rational,
}

/// Bounds and the grid between them: from the user, never from the data.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    /// Values below count as this.
    #[serde(with = "as_rational")]
    #[schemars(with = "String")]
    pub lower: Rational,
    /// Values above count as this.
    #[serde(with = "as_rational")]
    #[schemars(with = "String")]
    pub upper: Rational,
    /// Values are rounded to multiples of this.
    #[serde(default = "usual::grid", with = "as_rational")]
    #[schemars(with = "String")]
    pub grid: Rational,
}

/// A question.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "query", rename_all = "kebab-case")]
pub enum Query {
    /// How many rows there are, or how many have one of the values.
    Count {
        /// The column whose values are looked at.
        #[serde(default)]
        column: Option<String>,
        /// The values that count.
        #[serde(default)]
        values: Vec<String>,
    },
    /// The sum of a column.
    Sum {
        /// The column.
        column: String,
        /// What its values are clamped to.
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// The mean of a column.
    Mean {
        /// The column.
        column: String,
        /// What its values are clamped to.
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// The value with this share of the values below it.
    Quantile {
        /// The column.
        column: String,
        /// What its values are clamped to.
        #[serde(flatten)]
        bounds: Bounds,
        /// The share.
        #[serde(default = "usual::share", with = "as_rational")]
        #[schemars(with = "String")]
        share: Rational,
    },
    /// How often each value occurs and, where requested, all others together.
    Histogram {
        /// The column.
        column: String,
        /// The values.
        values: Vec<String>,
        /// Whether all others are counted together.
        #[serde(default)]
        others: bool,
    },
    /// The most frequent of the values.
    Select {
        /// The column.
        column: String,
        /// The values.
        values: Vec<String>,
    },
    /// What rows show when each may lie.
    RandomizedResponse {
        /// The column.
        column: String,
        /// The values.
        values: Vec<String>,
    },
    /// The share of rows with one of some values, for many such sets of values.
    Median {
        /// The column.
        column: String,
        /// The questions.
        #[serde(flatten)]
        queries: MedianQueries,
    },
}

/// What is used where a request says nothing.
mod usual {
    use lethe_num::Rational;

    pub(super) fn grid() -> Rational {
        Rational::ONE
    }

    pub(super) fn share() -> Rational {
        Rational::from_parts(1.into(), 2u8.into())
    }

    pub(super) fn accuracy() -> Rational {
        Rational::from_parts(1.into(), 4u8.into())
    }
}

/// Questions for the median mechanism.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MedianQueries {
    /// All values that are asked about.
    pub values: Vec<String>,
    /// The values of each question.
    pub queries: Vec<Vec<String>>,
    /// The accuracy of answers.
    #[serde(default = "usual::accuracy", with = "as_rational")]
    #[schemars(with = "String")]
    pub accuracy: Rational,
    /// The rows of a candidate; without it, 25 / accuracy.
    #[serde(default)]
    pub candidate_rows: Option<u32>,
    /// How many questions may be hard; without it, all.
    #[serde(default)]
    pub hard: Option<u32>,
    /// The step between thresholds; without it, as published.
    #[serde(default, with = "as_optional_rational")]
    #[schemars(with = "Option<String>")]
    pub gamma: Option<Rational>,
}

impl Query {
    /// The name of the question.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Count { .. } => "count",
            Self::Sum { .. } => "sum",
            Self::Mean { .. } => "mean",
            Self::Quantile { .. } => "quantile",
            Self::Histogram { .. } => "histogram",
            Self::Select { .. } => "select",
            Self::RandomizedResponse { .. } => "randomized-response",
            Self::Median { .. } => "median",
        }
    }

    /// The column it is about.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Count { column, .. } => column.as_deref(),
            Self::Sum { column, .. }
            | Self::Mean { column, .. }
            | Self::Quantile { column, .. }
            | Self::Histogram { column, .. }
            | Self::Select { column, .. }
            | Self::RandomizedResponse { column, .. }
            | Self::Median { column, .. } => Some(column),
        }
    }

    /// The values it asks about.
    pub(super) fn values(&self) -> &[String] {
        match self {
            Self::Count { values, .. }
            | Self::Histogram { values, .. }
            | Self::Select { values, .. }
            | Self::RandomizedResponse { values, .. }
            | Self::Median { queries: MedianQueries { values, .. }, .. } => values,
            Self::Sum { .. } | Self::Mean { .. } | Self::Quantile { .. } => &[],
        }
    }

    /// Which tables the answer's guarantee speaks of.
    pub fn neighbours(&self) -> Neighbours {
        match self {
            Self::RandomizedResponse { .. } | Self::Median { .. } => Neighbours::ReplaceOne,
            _ => Neighbours::AddRemove,
        }
    }
}

impl Release {
    /// The question in a few words, with nothing from the data.
    pub(super) fn description(&self) -> String {
        match self.query.column() {
            Some(column) => format!("{} of {column}", self.query.name()),
            None => self.query.name().to_owned(),
        }
    }
}
