//! What each column of a table looks like, and the role it should play.
//!
//! All figures count *records*: a row with weight `w` stands for `w` records, a row with weight 0 for nobody. With `n`
//! records that have a value, `d` distinct values that occur (a dictionary may hold more), and `c(v)` records that have
//! value `v`:
//!
//! | figure | formula | source |
//! | --- | --- | --- |
//! | `nulls` | records without a value | |
//! | `distinct` | `d` | |
//! | `cardinality` | `d / n`; 0 when `n = 0` | Podlesny 2023, Definition 7 |
//! | `unique_share` | the share of the *distinct values* that one person has: `#{v : c(v) = 1} / d`; 0 when `d = 0` | |
//! | `entropy_bits` | `H = Σ p(v) · log2(1 / p(v))` with `p(v) = c(v) / n`; 0 when `n = 0` | Shannon 1948 |
//! | `kl_uniform` | Kullback–Leibler divergence of `p` from the uniform distribution over the `d` values: `Σ p(v) · log2(p(v) · d) = log2(d) − H`; never negative | Podlesny 2023, Definition 8 |
//! | `standalone` | no two records have the same value: `d = n` and `n ≥ 2`; with a threshold `t < 1` also `d / n ≥ t` and `n ≥ 2` | Podlesny 2023, Definition 2 |
//!
//! Two cases Definition 2 leaves open. A missing value is no value: a column that is empty for most records and
//! different for the rest identifies the rest, so it is a standalone identifier. And one person is told apart from
//! nobody: any column of a single person is injective, which says nothing about the column, so fewer than two records
//! with a value (an empty table, a column without values) never make a standalone identifier.

mod distribution;
mod role;

use crate::kind::{self, Kind};
use crate::{Error, Result};
use distribution::Distribution;
use lethe_data::{Column, Context, Reservation, Role, Table, ValueType};
use rayon::prelude::*;
use serde::Serialize;
use std::cmp::Reverse;

/// What a profile should hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfileOptions {
    /// A column whose cardinality reaches this is a standalone identifier; greater than 0, and 1 for injective ones
    /// only.
    pub standalone_threshold: f64,
    /// How many of the most frequent values to list; 0 for none.
    pub top_values: usize,
}

impl Default for ProfileOptions {
    fn default() -> Self {
        Self { standalone_threshold: 1.0, top_values: 0 }
    }
}

/// What is in a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Profile {
    /// The number of records: the sum of row weights, or the number of rows.
    pub rows: u64,
    /// One entry a column, in file order.
    pub columns: Vec<ColumnProfile>,
}

/// What is in a column; the module's documentation defines the figures. All numbers are finite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnProfile {
    /// The column's name.
    pub name: String,
    /// The type of its values.
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// Records without a value.
    pub nulls: u64,
    /// Distinct values that occur.
    pub distinct: u64,
    /// Distinct values a person with a value (Podlesny 2023, Definition 7).
    pub cardinality: f64,
    /// The share of the distinct values that exactly one person has.
    pub unique_share: f64,
    /// Shannon entropy of the values, in bits.
    pub entropy_bits: f64,
    /// Divergence from the uniform distribution, in bits (Podlesny 2023, Definition 8).
    pub kl_uniform: f64,
    /// The smallest value as it is spelled, for types with an order. This is somebody's value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// The largest value as it is spelled, for types with an order. This is somebody's value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// The most frequent values with their records, most frequent first, ties in value order. These are records's
    /// values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<(String, u64)>,
    /// The kind of information, where it was recognised.
    pub kind: Option<Kind>,
    /// Whether the column identifies records by itself (Podlesny 2023, Definition 2).
    pub standalone: bool,
    /// The role suggested.
    pub role: Role,
    /// Why, in a sentence that holds no value of the table.
    pub reason: String,
}

/// Profiles every column of a table.
///
/// **Guarantee**: the same table and options give the same profile for any number of threads.
/// **Paper**: Podlesny 2023, Definitions 2, 7 and 8.
/// **Cost**: one pass over the codes of each column, columns in parallel; `O(d log d)` for its `d` distinct values,
/// and 16 bytes for each while its column is worked on.
/// **Errors**: the threshold is not in (0, 1], the memory budget is too small, or the run is cancelled.
pub fn profile(table: &Table, options: &ProfileOptions, context: &Context) -> Result<Profile> {
    check_threshold(options.standalone_threshold)?;
    let task = context.task("profiling columns", Some(table.columns().len() as u64));
    let columns: Result<Vec<ColumnProfile>> = context.install(|| {
        table
            .columns()
            .par_iter()
            .map(|column| {
                let profile = profile_column(column, table.weights(), options, context)?;
                task.advance(1);
                Ok(profile)
            })
            .collect()
    });
    Ok(Profile { rows: table.records(), columns: columns? })
}

/// **Errors**: the threshold is not in (0, 1].
pub(crate) fn check_threshold(threshold: f64) -> Result<()> {
    if threshold > 0.0 && threshold <= 1.0 { Ok(()) } else { Err(Error::Threshold { threshold }) }
}

/// The records of each value of a column.
pub(crate) struct Counted {
    /// By code, without nulls.
    counts: Vec<u64>,
    pub(crate) distribution: Distribution,
    _memory: Reservation,
}

/// Counts the records of each value of a column.
pub(crate) fn count_values(column: &Column, weights: Option<&[u64]>, context: &Context) -> Result<Counted> {
    context.check_cancelled()?;
    let mut memory = context.memory().reserve("profiling a column");
    memory.try_grow(column.domain() * 2 * size_of::<u64>())?;
    let mut counts = column.histogram(weights);
    let nulls = counts.get(column.dictionary().len()).copied().unwrap_or(0);
    counts.truncate(column.dictionary().len());
    context.check_cancelled()?;
    let distribution = Distribution::of(&counts, nulls);
    Ok(Counted { counts, distribution, _memory: memory })
}

fn profile_column(
    column: &Column,
    weights: Option<&[u64]>,
    options: &ProfileOptions,
    context: &Context,
) -> Result<ColumnProfile> {
    let Counted { counts, distribution, _memory } = count_values(column, weights, context)?;
    let finding = kind::detect(&kind::Evidence::new(column, &counts));
    let standalone = distribution.is_standalone(options.standalone_threshold);
    let (role, reason) = role::suggest(&distribution, standalone, options.standalone_threshold, finding);

    let ordered = column.value_type().is_ordered();
    let spelling = |code: usize| column.dictionary().text(code as u32).to_owned();
    Ok(ColumnProfile {
        name: column.name().to_owned(),
        value_type: column.value_type(),
        nulls: distribution.nulls,
        distinct: distribution.distinct,
        cardinality: distribution.cardinality(),
        unique_share: distribution.unique_share(),
        entropy_bits: distribution.entropy_bits,
        kl_uniform: distribution.kl_uniform(),
        min: counts.iter().position(|&count| count > 0).filter(|_| ordered).map(spelling),
        max: counts.iter().rposition(|&count| count > 0).filter(|_| ordered).map(spelling),
        top: most_frequent(&counts, options.top_values)
            .into_iter()
            .map(|code| (spelling(code), counts[code]))
            .collect(),
        kind: finding.map(|finding| finding.detector.about().kind),
        standalone,
        role,
        reason,
    })
}

/// The codes of the `wanted` largest counts, largest first, ties in code order.
fn most_frequent(counts: &[u64], wanted: usize) -> Vec<usize> {
    if wanted == 0 {
        return Vec::new();
    }
    let rank = |&code: &usize| (Reverse(counts[code]), code);
    let mut codes: Vec<usize> = (0..counts.len()).filter(|&code| counts[code] > 0).collect();
    if wanted < codes.len() {
        codes.select_nth_unstable_by_key(wanted, rank);
        codes.truncate(wanted);
    }
    codes.sort_unstable_by_key(rank);
    codes
}
