//! What is asked, and for how much.

use crate::Files;
use lethe_dp::Budget;
use lethe_dp::ledger::Neighbours;
use lethe_io::{Location, ReadOptions};
use lethe_num::Rational;
use std::path::PathBuf;

/// A question about a table and what its answer may cost.
#[derive(Clone, Debug)]
pub struct Release {
    /// The table.
    pub data: Location,
    /// How to read it; types of columns are not looked at.
    pub read: ReadOptions,
    /// The question.
    pub query: Query,
    /// What the answer may cost.
    pub budget: Budget,
    /// The ledger that pays.
    pub ledger: Option<PathBuf>,
    /// What the ledger notes; without it, the question.
    pub label: Option<String>,
    /// A seed for tests: the answer is then not private, and says so.
    pub insecure_seed: Option<u64>,
}

impl Release {
    /// The files of the question; the ledger is changed.
    pub fn files(&self) -> Files {
        Files::default().reads_table("the table", &self.data).changes("the ledger", self.ledger.as_deref())
    }
}

/// Bounds and the grid between them: from the user, never from the data.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Values below count as this.
    pub lower: Rational,
    /// Values above count as this.
    pub upper: Rational,
    /// Values are rounded to multiples of this.
    pub grid: Rational,
}

/// A question.
#[derive(Clone, Debug)]
pub enum Query {
    /// How many rows there are, or how many have one of the values.
    Count(Option<(String, Vec<String>)>),
    /// The sum of a column.
    Sum(String, Bounds),
    /// The mean of a column.
    Mean(String, Bounds),
    /// The value with this share of the values below it.
    Quantile(String, Bounds, Rational),
    /// How often each value occurs and, where asked for, all others together.
    Histogram(String, Vec<String>, bool),
    /// The most frequent of the values.
    Select(String, Vec<String>),
    /// What rows tell when each may lie.
    RandomizedResponse(String, Vec<String>),
    /// The share of rows with one of some values, for many such sets of values.
    Median(String, MedianQueries),
}

/// Questions for the median mechanism.
#[derive(Clone, Debug)]
pub struct MedianQueries {
    /// All values that are asked about.
    pub values: Vec<String>,
    /// The values of each question.
    pub queries: Vec<Vec<String>>,
    /// The accuracy of answers.
    pub accuracy: Rational,
    /// The rows of a candidate; without it, 25 / accuracy.
    pub candidate_rows: Option<u32>,
    /// How many questions may be hard; without it, all.
    pub hard: Option<u32>,
    /// The step between thresholds; without it, as published.
    pub gamma: Option<Rational>,
}

impl Query {
    /// The name of the question.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Count(_) => "count",
            Self::Sum(..) => "sum",
            Self::Mean(..) => "mean",
            Self::Quantile(..) => "quantile",
            Self::Histogram(..) => "histogram",
            Self::Select(..) => "select",
            Self::RandomizedResponse(..) => "randomized-response",
            Self::Median(..) => "median",
        }
    }

    /// The column it is about.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Count(column) => column.as_ref().map(|(column, _)| column.as_str()),
            Self::Sum(column, ..)
            | Self::Mean(column, ..)
            | Self::Quantile(column, ..)
            | Self::Histogram(column, ..)
            | Self::Select(column, ..)
            | Self::RandomizedResponse(column, ..)
            | Self::Median(column, ..) => Some(column),
        }
    }

    /// The values it asks about.
    pub(super) fn values(&self) -> &[String] {
        match self {
            Self::Count(Some((_, values)))
            | Self::Histogram(_, values, _)
            | Self::Select(_, values)
            | Self::RandomizedResponse(_, values)
            | Self::Median(_, MedianQueries { values, .. }) => values,
            _ => &[],
        }
    }

    /// Which tables the answer's promise speaks of.
    pub fn neighbours(&self) -> Neighbours {
        match self {
            Self::RandomizedResponse(..) | Self::Median(..) => Neighbours::ReplaceOne,
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
