//! What discovery tells.

use schemars::JsonSchema;
use serde::Serialize;

/// Which minimal column sets identify records.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Discovery {
    /// Whether something that is found is an answer with no, as the request says.
    #[serde(skip)]
    pub fail_if_found: bool,
    /// The number of records: rows, or the sum of their weights.
    pub rows: u64,
    /// The columns that were combined, in file order.
    pub columns: Vec<String>,
    /// A record is exposed by a column set when fewer than `k` records are equal on it.
    pub k: u64,
    /// A column set is a quasi-identifier when it exposes at least so many records.
    pub min_exposed: u64,
    /// The largest sets looked at; null for all sizes.
    pub max_size: Option<usize>,
    /// `value`: a missing value is a value of its own; `wildcard`: it may be any value.
    pub nulls: String,
    /// The search algorithm.
    pub algorithm: String,
    /// Whether all minimal quasi-identifiers (up to `max_size`) are listed.
    pub complete: bool,
    /// All minimal quasi-identifiers of up to so many columns are listed, even if the search was stopped.
    pub complete_to: usize,
    /// What ended the work early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// What all these columns together reveal; null for a table without records or columns.
    pub all_columns: Option<AllColumns>,
    /// The columns that identify records by themselves; they are not combined unless requested.
    pub standalone_identifiers: Vec<String>,
    /// The minimal quasi-identifiers, smaller sets first, then in column order.
    pub minimal_qids: Vec<Vec<String>>,
    /// The records each set exposes, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Vec<u64>>,
    /// The records exposed by at least one of the listed sets, where requested; larger sets may expose more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exposed_records: Option<u64>,
    /// The number of sets of each size.
    pub sizes: Vec<SetsOfSize>,
    /// The maximal sets that are not quasi-identifiers, where requested; of those of up to `max_size` columns when
    /// that is given, of up to `complete_to` columns when the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximal_safe_sets: Option<Vec<Vec<String>>>,
    /// Numbers of rows that each set exposes, counted from 1 without the header, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witnesses: Option<Vec<Vec<u64>>>,
    /// Columns that say nothing new beside others, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<Dependencies>,
    /// What was written about the records at risk, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<RecordsAtRisk>,
    /// The columns that are in a set, those in most sets first.
    pub column_risks: Vec<ColumnRisk>,
    /// What to do about it.
    pub suggestions: Vec<String>,
    /// What is special about this answer.
    pub notes: Vec<String>,
    /// What the work cost.
    pub stats: Stats,
}

/// What all columns that were combined reveal together; a missing value counts as a value of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AllColumns {
    /// The records that no other record equals on all columns.
    pub unique_rows: u64,
    /// The records in classes of fewer than `k` records.
    pub exposed_rows: u64,
}

/// What ended the work early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The time limit.
    TimeLimit,
    /// The memory budget.
    MemoryLimit,
    /// The user.
    Interrupt,
}

/// The sets of one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SetsOfSize {
    /// The number of columns in each.
    pub size: usize,
    /// The number of sets.
    pub sets: u64,
    /// The records exposed by at least one of them, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<u64>,
}

/// What a column has to do with the sets.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ColumnRisk {
    /// The column.
    pub column: String,
    /// The number of sets it is in.
    pub sets: u64,
    /// The size of the smallest set it is in.
    pub smallest_set: usize,
    /// Of the records that listed sets expose, those whom none without this column exposes, where requested. A larger
    /// set without the column, which is not listed, may still expose them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<u64>,
    /// The information of the column, in bits a record.
    pub entropy_bits: f64,
    /// What is gained when the column is generalized, where requested; columns of texts have no neighbouring values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generalized: Option<Generalized>,
}

/// What is gained when neighbouring values of a column are joined, in value order, until a group has at least two of
/// them and a tenth of the records that have a value, never fewer than `k`; fewer records left at the end join the last
/// group. Missing values stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Generalized {
    /// The groups of values; one group says no more than no column.
    pub groups: usize,
    /// Of the records that listed sets expose, those whom none of these sets exposes any more. A larger set, which is
    /// not listed, may still expose them.
    pub relieved: u64,
}

/// Columns that say nothing new beside others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dependencies {
    /// Columns in which everybody has the same value, or none has any.
    pub constant: Vec<String>,
    /// Columns that are determined by another one.
    pub determined: Vec<Determined>,
}

/// A column that another one determines: records that are equal on the one are equal on the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Determined {
    /// The column that is determined.
    pub column: String,
    /// The column that determines it.
    pub by: String,
    /// Whether each determines the other.
    pub mutual: bool,
}

/// The records that few columns identify, and the file that lists them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[expect(
    clippy::struct_field_names,
    reason = "beside the rows at risk, a shorter name would be another word"
)]
pub struct RecordsAtRisk {
    /// The file: `row` (counted from 1 without the header), `score`, `dis_score`, `sets` and `smallest_set` of each
    /// record that has a minimal set.
    pub file: String,
    /// The largest minimal sets looked for.
    pub max_size: usize,
    /// The share of the population that the table was said to hold.
    pub sampling_fraction: f64,
    /// Rows with a minimal set.
    pub rows_at_risk: u64,
    /// The records they stand for.
    pub records_at_risk: u64,
    /// Pairs of a row and a minimal set of 1, 2, … columns.
    pub sets_by_size: Vec<u64>,
    /// Records that are unique on all columns.
    pub uniques: u64,
    /// Pairs of records that are equal on all columns, and unlike all others.
    pub pairs: u64,
    /// How likely a match with a unique person is correct, for the whole file.
    pub dis: f64,
    /// What each column contributes, in column order.
    pub columns: Vec<ColumnShare>,
}

/// What a column contributes to the scores of records.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ColumnShare {
    /// The column.
    pub column: String,
    /// The share of all scores due to minimal sets with this column; shares of columns overlap.
    pub share: f64,
}

/// What the work cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Stats {
    /// Column sets whose rows were counted.
    pub candidates: u64,
    /// Milliseconds spent searching.
    pub elapsed_ms: f64,
    /// Milliseconds spent reading the table.
    pub read_ms: f64,
    /// Milliseconds spent on what was requested besides the sets.
    pub details_ms: f64,
}
