//! What is told about exposure. No value is among it unless asked for.

use schemars::JsonSchema;
use serde::Serialize;

/// Which values give others away, and which records are exposed by it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExposureReport {
    /// The rows of the table.
    pub rows: u64,
    /// The columns that were looked at.
    pub columns: Vec<String>,
    /// Values of columns that somebody has.
    pub nodes: u64,
    /// Ordered pairs of values of different columns that somebody has.
    pub edges: u64,
    /// The mean over all records of the mean probability by which a record's values give each other away.
    pub mean: f64,
    /// Its standard deviation.
    pub sigma: f64,
    /// Records and column pairs that deviate by more standard deviations are reported.
    pub theta: f64,
    /// Records that deviate from those with as many values by more than `theta` standard deviations.
    pub flagged_records: u64,
    /// The values that give most away, by mean cycle inference, then by records.
    pub top_nodes: Vec<ExposedNode>,
    /// The records that deviate most.
    pub top_records: Vec<ExposedRecord>,
    /// Column pairs with a cycle that deviates by more than `theta`, those that deviate most first.
    pub candidates: Vec<CandidateSet>,
    /// How many candidates there are.
    pub candidate_sets: u64,
    /// Measures of column sets: those that were requested, then those that grow from candidates.
    pub sets: Vec<ColumnSetMeasures>,
    /// Who has one value has another, those about sensitive columns first, then those about most records.
    pub certain: Vec<CertainInference>,
    /// How many such rules there are.
    pub certain_inferences: u64,
    /// The nodes and edges level by level, where they are aggregated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<AggregationLevel>>,
    /// What was released for others to see; this about it is not for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<ReleasedStatistics>,
    /// How well candidates show which column pairs expose somebody, for several thresholds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Vec<ThetaCheck>>,
    /// The largest threshold that misses no column pair which exposes somebody, where requested and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub greedy_theta: Option<f64>,
    /// Milliseconds for counting and measuring.
    pub elapsed_ms: f64,
}

/// A value that gives others away.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExposedNode {
    /// Its column.
    pub column: String,
    /// The value, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Summed cycle inference: the sum of P(b | a) over all values b of other columns.
    pub scf: f64,
    /// Mean cycle inference: the same divided by the values that somebody has beside it.
    pub mcf: f64,
    /// The records that have it.
    pub count: u64,
}

/// A record whose values give each other away unlike those of others.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExposedRecord {
    /// Its row in the file, from 1, without the header.
    pub row: u64,
    /// The sum of P(b | a) over its ordered pairs of values.
    pub sum: f64,
    /// Their mean.
    pub mean: f64,
    /// Standard deviations from the mean of records with as many values.
    pub deviation: f64,
}

/// Columns with a cycle that deviates.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CandidateSet {
    /// The columns.
    pub columns: Vec<String>,
    /// The largest deviation of one of their cycles, in standard deviations.
    pub deviation: f64,
    /// The fewest records that have both values of one of their cycles.
    pub fewest: u64,
}

/// What the values of a column set reveal about each other, over the records that have at least two of them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ColumnSetMeasures {
    /// The columns.
    pub columns: Vec<String>,
    /// The smallest deviation of one of its column pairs, in standard deviations, where the set grew from candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
    /// The mean over all records of the mean of P(b | a) over the ordered pairs of a record's values in these columns.
    pub mean: f64,
    /// Its standard deviation.
    pub sigma: f64,
    /// The largest of these means.
    pub largest_mean: f64,
    /// The same with sums in place of means, over all records.
    pub sum: f64,
    /// The largest sum.
    pub largest_sum: f64,
    /// Records that deviate from those with as many of these values by more than `theta` standard deviations.
    pub flagged_records: u64,
    /// The fewest records that have the same values in all these columns; 0 where nobody has a value in each.
    pub fewest: u64,
}

/// Statistics that were released. The file may be shown to others, these numbers may not.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ReleasedStatistics {
    /// No pair of values that fewer records have can be worked out.
    pub k: u64,
    /// The column pairs that are in the file; they form no cycle.
    pub column_pairs: Vec<Vec<String>>,
    /// Ordered pairs of values in the file.
    pub edges: u64,
    /// Of these, those with a probability below the true one.
    pub lowered: u64,
    /// Those with one above it.
    pub raised: u64,
    /// Those whose count is suppressed.
    pub suppressed: u64,
    /// Ordered pairs of values of these columns that somebody has and that are not in the file, because one of them is not named.
    pub unnamed: u64,
    /// The largest difference of a probability from the true one.
    pub largest_change: f64,
    /// Pairs of values that were risky.
    pub risky: u64,
    /// Of these, those that could not be made low enough.
    pub still_risky: u64,
    /// Pairs of named values of fewer than `k` records for which the check asked of the written file whether they can be worked out.
    pub checked_pairs: u64,
    /// How many can: 0, or the file would not be there.
    pub recoverable_pairs: u64,
}

/// Whoever knows one value knows another.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CertainInference {
    /// The column of what is known.
    pub from_column: String,
    /// The value that is known, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_value: Option<String>,
    /// The column of what is learned.
    pub to_column: String,
    /// The value that is learned, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_value: Option<String>,
    /// The records that have both.
    pub support: u64,
    /// Their share of those who have the first.
    pub probability: f64,
    /// Whether the column of what is learned is sensitive.
    pub sensitive: bool,
}

/// A level of aggregation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AggregationLevel {
    /// Nodes.
    pub nodes: u64,
    /// Ordered pairs of them.
    pub edges: u64,
    /// The largest error of a probability on this level; 0 where nothing is lost.
    pub error: f64,
    /// Milliseconds that it took to make this level from the one before.
    pub made_ms: f64,
    /// Milliseconds of a step of a walk on this level: all its probabilities times a vector, the middle of five.
    pub step_ms: f64,
}

/// How well a threshold finds the column pairs that expose somebody.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ThetaCheck {
    /// The threshold.
    pub theta: f64,
    /// Column pairs that are candidates.
    pub candidates: u64,
    /// Of these, the share that exposes somebody; null without candidates.
    pub precision: Option<f64>,
    /// Of the pairs that expose somebody, the share that are candidates; null without such pairs.
    pub recall: Option<f64>,
    /// Candidates that expose nobody.
    pub false_positives: u64,
    /// Pairs that expose somebody and are no candidates.
    pub false_negatives: u64,
}
