//! A first look from samples, before a search is worth its time. Everything in it is approximate and says so.

use super::Discover;
use super::compose::milliseconds;
use super::subject::Subject;
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context};
use lethe_discovery::approximate::{self, SampleOptions};
use lethe_discovery::qid::Nulls;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Instant;

/// The share of pairs of records that the columns chosen are to separate.
const ALPHA: f64 = 0.999;

/// A few columns that together separate most records, chosen and measured on samples.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FirstLook {
    /// Always true: every figure comes from a sample.
    pub approximate: bool,
    /// The number of records: rows, or the sum of their weights.
    pub rows: u64,
    /// The columns that were looked at, in file order.
    pub columns: Vec<String>,
    /// A record is exposed when fewer than `k` records are equal.
    pub k: u64,
    /// How likely the separations of all steps are within their bounds together; for the other figures of a step, each
    /// by itself.
    pub confidence: f64,
    /// The share of pairs that is to be separated.
    pub alpha: f64,
    /// The columns that identify records by themselves; they are not looked at unless requested. This is exact.
    pub standalone_identifiers: Vec<String>,
    /// The columns, the most separating first; figures are of a column together with all before it.
    pub steps: Vec<FirstLookStep>,
    /// After so many steps `alpha` is reached; null: after none of them.
    pub reached: Option<usize>,
    /// What the work cost.
    pub stats: FirstLookStats,
}

/// One column more.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FirstLookStep {
    /// The column.
    pub column: String,
    /// The share of pairs of records that differ on the columns so far.
    pub separation: Estimate,
    /// Different combinations divided by records.
    pub distinct_ratio: Bounds,
    /// The share of records that are exposed.
    pub exposed_share: Bounds,
}

/// A share estimated from a sample.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Estimate {
    /// The share in the sample.
    pub value: f64,
    /// The share is probably at least this …
    pub lower: f64,
    /// … and at most this.
    pub upper: f64,
}

/// A share that a sample bounds but does not estimate.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Bounds {
    /// The share is at least this …
    pub lower: f64,
    /// … and probably at most this.
    pub upper: f64,
}

/// What a first look cost.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct FirstLookStats {
    /// Pairs of records drawn to choose the columns.
    pub sampled_pairs: u64,
    /// Milliseconds spent looking.
    pub elapsed_ms: f64,
    /// Milliseconds spent reading the table.
    pub read_ms: f64,
}

/// Reads a table and takes a first look at it.
///
/// **Guarantee**: with the confidence stated, figures are within their bounds; the same seed gives the same figures.
/// **Paper**: Motwani & Xu 2007.
/// **Errors**: those of [`super::discover`]; a limit that is reached is an error here.
pub fn first_look(request: &Discover, context: &Context) -> Result<FirstLook> {
    if request.nulls == Nulls::Wildcard {
        let problem = "a first look counts a missing value as a value of its own; it cannot be any value";
        return Err(Error::Request(problem.to_owned()));
    }
    let start = Instant::now();
    let subject = Subject::read(request, context)?;
    let read = start.elapsed();
    let question = subject.question(request)?;
    let (table, options, start) = (question.table(), SampleOptions::default(), Instant::now());
    let look = approximate::first_look(table, question.columns(), ALPHA, &options, context)?;
    let mut set = ColumnSet::default();
    let mut steps = Vec::with_capacity(look.steps.len());
    for step in look.steps {
        set.insert(step.column)?;
        let distinct = approximate::distinct_ratio(table, &set, &options, context)?;
        let exposed = approximate::exposed_share(table, &set, question.k(), &options, context)?;
        let separation = step.separation;
        steps.push(FirstLookStep {
            column: step.name,
            separation: Estimate {
                value: separation.value,
                lower: separation.lower,
                upper: separation.upper,
            },
            distinct_ratio: Bounds { lower: distinct.lower, upper: distinct.upper },
            exposed_share: Bounds { lower: exposed.lower, upper: exposed.upper },
        });
    }
    Ok(FirstLook {
        approximate: true,
        rows: table.records(),
        columns: subject.searched_names(),
        k: question.k(),
        confidence: look.confidence,
        alpha: look.alpha,
        standalone_identifiers: subject.standalone.clone(),
        steps,
        reached: look.reached,
        stats: FirstLookStats {
            sampled_pairs: look.sampled_pairs,
            elapsed_ms: milliseconds(start.elapsed()),
            read_ms: milliseconds(read),
        },
    })
}
